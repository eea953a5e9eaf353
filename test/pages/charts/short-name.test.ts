// Names in the boxes of charts.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { shortName } from '../../../src/pages/charts/short-name.ts'

test('a name that fits stays whole', () => {
  assert.is(shortName('Quillfeather Lantern Works LLC', 33), 'Quillfeather Lantern Works LLC')
  assert.is(shortName('', 31), '')
})

test('of a longer one the beginning is shown; capitals and characters take more room', () => {
  assert.is(shortName('Quillfeather Imaginary Holdings LLC', 32), 'Quillfeather Imaginary Holding…')
  assert.is(shortName('ZENDA PETROCHEMICAL COMBINE', 32), 'ZENDA PETROCHEMICAL COMBI…')
  assert.is(shortName('株式会社高島屋日本橋', 12), '株式会社高…')
})

test.run()
