// The demonstration edits copies of the sample: an edit that no longer fits a row of it would show nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { edits } from '../../src/demo/edited-registries.ts'
import { sampleFolder } from '../../src/evidence/reference/sample.ts'

const test = suite('edited registries of the demonstration')

for (const { what, kind, edited } of edits)
  test(`the edit "${what}" changes the rows of one company of the sample`, () => {
    const [sample = ''] = readdirSync(join(sampleFolder, kind))
    const before = readFileSync(join(sampleFolder, kind, sample), 'utf8')
      .trimEnd()
      .split('\n')
    const after = edited(before)
    const [gone, come] = [before.filter((line) => !after.includes(line)), after.filter((line) => !before.includes(line))]
    const ofOneCompany = new Set(gone.map((line) => line.split(',')[0])).size
    assert.is(Math.max(ofOneCompany, come.length > 0 && gone.length === 0 ? come.length : 0), 1)
  })

test.run()
