// Completion over a small register: what is found while it is typed, and what comes first.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { asYouType } from '../../../src/evidence/reference/as-you-type.ts'
import { entity } from '../../../src/evidence/reference/entities.ts'
import { dataSetOf } from '../../../src/evidence/reference/kinds.ts'
import { NewReferenceFile, openReferenceFile } from '../../../src/evidence/reference/reference-file.ts'

const names = [
  'PACIFIC COAST BAKERY LLC',
  'PACIFIC COASTAL SURVEYING INC',
  'COAST PACIFIC HOLDINGS LLC',
  'BANK OF THE CASCADES',
  'BLUE RIVER FARMS LLC',
  'BLUERIVER MEDICAL PC',
  'O REILLY AUTO PARTS INC',
  'INCLINE SOFTWARE LLC',
  'ZEPHYR WORKS LLC',
  'INTEGRITY CARE LLC',
  'ROGUE ARBORISTS LLC',
  'NIELSEN FAMILY FOUNDATION',
  'CAMERON FUND',
  'TESTAMENTARY TRUST OF IDA ROE',
]
const folder = mkdtempSync(join(tmpdir(), 'probity-typing-'))
const file = new NewReferenceFile(join(folder, 'names.sqlite'), dataSetOf('or_sos'))
for (const [index, name] of names.entries())
  file.records.put(
    String(index),
    entity({
      state: 'OR',
      file_number: String(index),
      name,
      entity_type: 'DOMESTIC LIMITED LIABILITY COMPANY',
      jurisdiction: 'DOMESTIC',
      status: 'active',
      registration_date: null,
    }),
  )
file.finish({
  kind: 'or_sos',
  version: '1',
  as_of: null,
  coverage: 'all',
  sha256: '',
  imported_at: '',
  rows: names.length,
  kept: names.length,
  rejected: 0,
  records: names.length,
})
const { db } = openReferenceFile(join(folder, 'names.sqlite'))
const complete = asYouType(db, 'entities')
const found = (typed: string) => complete(typed).map(({ name }) => name)
test.after(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const first: readonly (readonly [typed: string, name: string])[] = [
  ['pac', 'PACIFIC COAST BAKERY LLC'],
  ['pacific coasta', 'PACIFIC COASTAL SURVEYING INC'],
  ['coast pac', 'COAST PACIFIC HOLDINGS LLC'],
  ['bakery', 'PACIFIC COAST BAKERY LLC'],
  ['bank of', 'BANK OF THE CASCADES'],
  ['bank of the casc', 'BANK OF THE CASCADES'],
  ['blueriver f', 'BLUE RIVER FARMS LLC'],
  ['blue river med', 'BLUERIVER MEDICAL PC'],
  ['incl', 'INCLINE SOFTWARE LLC'],
  ['zephyr works inc', 'ZEPHYR WORKS LLC'],
  ['zepyhr', 'ZEPHYR WORKS LLC'],
  ['zehpy', 'ZEPHYR WORKS LLC'],
  ['pacifc coast bak', 'PACIFIC COAST BAKERY LLC'],
  ['pacific caost bak', 'PACIFIC COAST BAKERY LLC'],
  ["o'reil", 'O REILLY AUTO PARTS INC'],
]
for (const [typed, name] of first) test(`"${typed}" finds ${name} first`, () => assert.is(found(typed)[0], name))

test('a name that begins as typed goes before one with the words the other way round', () =>
  assert.equal(
    found('pacific coast').indexOf('PACIFIC COAST BAKERY LLC') < found('pacific coast').indexOf('COAST PACIFIC HOLDINGS LLC'),
    true,
  ))

/** One typing error away from the beginning of a word, and nothing that somebody means who types it. */
for (const typed of ['intel', 'harbor', 'nike', 'acme', 'tesla', 'xephyr'])
  test(`"${typed}" suggests no other word`, () => assert.equal(found(typed), []))

for (const typed of ['qqqqq', '"', '* OR *', 'NEAR(', '   ', 'ß', '日本語'])
  test(`${JSON.stringify(typed)} finds nothing and breaks nothing`, () => assert.equal(found(typed), []))

test.run()
