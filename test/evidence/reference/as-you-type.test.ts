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
  'PACIFIC COAST HOLDINGS CORPORATION',
  'PACIFIC NORTHERN COAST HOLDINGS LTD',
  'BLUE INCOME TRUST',
  'ZEPHYR WORKSHOP LLC',
  'BLUERIVER SPA LLC',
]
const folder = mkdtempSync(join(tmpdir(), 'probity-typing-'))
const opened: ReturnType<typeof openReferenceFile>['db'][] = []

/** The names that are found in a register of these, the first one first. */
const register = (names: readonly string[]) => {
  const path = join(folder, `${opened.length}.sqlite`)
  const file = new NewReferenceFile(path, dataSetOf('or_sos'))
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
  const { db } = openReferenceFile(path)
  opened.push(db)
  const complete = asYouType(db, 'entities')
  return (typed: string) => complete(typed).map(({ name }) => name)
}

const found = register(names)
test.after(() => {
  for (const db of opened) db.close()
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

const holdings = ['PACIFIC COAST HOLDINGS CORPORATION', 'COAST PACIFIC HOLDINGS LLC', 'PACIFIC NORTHERN COAST HOLDINGS LTD'] as const
const zephyrs = ['ZEPHYR WORKS LLC', 'ZEPHYR WORKSHOP LLC']
const rivers = ['BLUE RIVER FARMS LLC', 'BLUERIVER SPA LLC', 'BLUERIVER MEDICAL PC'] as const
const orders: readonly (readonly [what: string, typed: string, names: readonly string[]])[] = [
  ['the name with the words in their order goes first, though it is longer', 'pacific coast hold', holdings],
  ['the name with the words in their order goes first', 'coast pacific hold', [holdings[1], holdings[0], holdings[2]]],
  [
    'names that begin as typed go first, those with fewer further words before others',
    'pacific',
    ['PACIFIC COAST BAKERY LLC', 'PACIFIC COASTAL SURVEYING INC', holdings[0], holdings[2], holdings[1]],
  ],
  ['the unfinished word has to be in the name', 'pacific zzz', []],
  ['alone, the beginning of a legal form may begin a word within a name', 'inco', ['BLUE INCOME TRUST']],
  ['behind a name it may be a form that the name is without', 'zephyr works co', zephyrs],
  ['behind a name it may be a form that the name is without, half typed', 'zephyr works incorpo', zephyrs],
  ['what begins no form has to be in the name', 'zephyr works incorpe', []],
  ['the spaces as typed go before others, also in a longer name', 'blue river', rivers],
  ['the spaces as typed go before others', 'blueriver', [rivers[1], rivers[2], rivers[0]]],
  ['other spaces do not hide a name with a legal form behind it', 'blue river inc', rivers],
  ['without its spaces a name is found as far as its letters go', 'oreilly aut', ['O REILLY AUTO PARTS INC']],
  ['without its spaces a name is found as far as its letters go', 'oreilly mus', []],
  ['a letter too many is an error', 'zephyrr works', zephyrs],
  ['the last two letters exchanged are one error', 'zephry', zephyrs],
  ['a word of seven letters may have two errors', 'pcifaic bak', ['PACIFIC COAST BAKERY LLC']],
  ['a shorter word may have one', 'costa pac', []],
]
for (const [what, typed, expected] of orders) test(`${what}: "${typed}"`, () => assert.equal(found(typed), expected))

test('of many completions the most frequent words are kept', () => {
  const letters = [...'ABCDEFG']
  const rare = letters.flatMap((one) => letters.map((other) => `QU${one}${other}TS LLC`))
  const frequent = ['QUZZ LLC', 'QUZZ BREWING LLC', 'OLD QUZZ LLC']
  const completions = register([...rare, ...frequent])('qu')
  assert.equal(
    completions.filter((name) => frequent.includes(name)),
    frequent,
  )
  assert.is(completions.length, 39 + frequent.length, 'names of 40 words')
})

/** One typing error away from the beginning of a word, and nothing that somebody means who types it. */
for (const typed of ['intel', 'harbor', 'nike', 'acme', 'tesla', 'xephyr'])
  test(`"${typed}" suggests no other word`, () => assert.equal(found(typed), []))

for (const typed of ['qqqqq', '"', '* OR *', 'NEAR(', '   ', 'ß', '日本語'])
  test(`${JSON.stringify(typed)} finds nothing and breaks nothing`, () => assert.equal(found(typed), []))

test.run()
