// What pages make of words that anybody may have chosen.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { badge } from '../../src/pages/markup.ts'

test('a status is told by its word, whatever word it is', () => {
  assert.equal(
    ['in_review', 'constructor', 'toString', 'Waiting for Ann'].map((status) => String(badge(status)).replace(/<[^>]*>/g, '')),
    ['In review', 'Constructor', 'To string', 'Waiting for ann'],
  )
})

test.run()
