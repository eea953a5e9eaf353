// What the messages of a review say of the age of their sources.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { toldAge } from '../../src/commands/source-age.ts'
import type { Source } from '../../src/events/parts.ts'

const at = '2026-11-21T09:30:00.000Z'
const said = (data_set: string, as_of: string | null, version = '1'): Source => ({
  id: '0198c0de-0000-7000-8000-00000000f001',
  type: 'registration',
  metadata: { data_set, version, row: '1', as_of },
})

const imported = (data_set: string, imported_on: string, as_of: string | null = null): Source => {
  const { metadata, ...source } = said(data_set, as_of)
  return { ...source, metadata: { ...metadata, imported_on } }
}

const cases: readonly (readonly [what: string, sources: readonly Source[], told: string])[] = [
  ['nothing has a date', [said('Oregon', null)], ''],
  ['there are no sources', [], ''],
  ['one source is young', [said('Oregon', '2026-11-01')], 'As of 2026-11-01.'],
  ['it is exactly as old as the limit', [said('Oregon', '2026-08-23')], 'As of 2026-08-23.'],
  ['it is a day older than the limit', [said('Oregon', '2026-08-22')], 'As of 2026-08-22, 2 months old: older than the limit of 90 days.'],
  ['it is years old', [said('Oregon', '2019-03-29')], 'As of 2019-03-29, 7 years old: older than the limit of 90 days.'],
  ['it is two years old', [said('Oregon', '2024-11-21')], 'As of 2024-11-21, 2 years old: older than the limit of 90 days.'],
  [
    'it is a day short of two years old',
    [said('Oregon', '2024-11-22')],
    'As of 2024-11-22, 23 months old: older than the limit of 90 days.',
  ],
  ['a month is all that is known', [said('IRS', '2026-03')], 'As of 2026-03, 8 months old: older than the limit of 90 days.'],
  ['the publisher gives no date, whatever the version is called', [said('IRS', null, '2019-03-29')], ''],
  ['all are young', [said('A', '2026-11-01'), said('B', '2026-10-01')], 'As of 2026-10-01 to 2026-11-01.'],
  [
    'one of them is old',
    [said('B', '2026-11-01'), said('A', '2019-03-29')],
    'As of 2019-03-29, 7 years old (A): older than the limit of 90 days. The others: as of 2026-11-01.',
  ],
  [
    'many are old',
    ['A', 'B', 'C', 'D'].map((name, at) => said(name, `202${at}-01-01`)),
    'As of 2020-01-01, 6 years old (A); 2021-01-01, 5 years old (B); 2022-01-01, 4 years old (C); 2023-01-01, 3 years old (D): older than the limit of 90 days.',
  ],
  [
    'several are old and of one day',
    [said('A', '2020-01-01'), said('B', '2020-01-01')],
    'As of 2020-01-01, 6 years old (A, B): older than the limit of 90 days.',
  ],
  ['only the day of the import is known', [imported('SDN', '2026-11-01')], 'Undated, loaded on 2026-11-01.'],
  ['the import was exactly as long ago as the limit', [imported('SDN', '2026-08-23')], 'Undated, loaded on 2026-08-23.'],
  [
    'the import of one was longer ago than the limit',
    [imported('EU', '2026-11-01'), imported('SDN', '2026-08-22')],
    'Undated, loaded on 2026-08-22, 2 months ago (SDN); 2026-11-01 (EU): longer ago than the limit of 90 days.',
  ],
  [
    'several were loaded on one day, and one on another',
    [imported('SDN', '2026-11-01'), imported('CMIC', '2026-11-01'), imported('EU', '2026-11-02')],
    'Undated, loaded on 2026-11-01 (SDN, CMIC); 2026-11-02 (EU).',
  ],
  ['the publisher gives a word in place of a date', [imported('SDN', '2026-11-01', 'current')], 'Undated, loaded on 2026-11-01.'],
  [
    'the import was long ago, and others are young',
    [imported('SDN', '2026-06-01'), said('EU', '2026-11-01')],
    'As of 2026-11-01. Undated, loaded on 2026-06-01, 5 months ago (SDN): longer ago than the limit of 90 days.',
  ],
  ['the publisher gives a date beside that of the import', [imported('SDN', '2026-11-01', '2026-10-30')], 'As of 2026-10-30.'],
  [
    'rows of one data set count once',
    [said('A', '2019-03-29'), said('A', '2019-03-29')],
    'As of 2019-03-29, 7 years old: older than the limit of 90 days.',
  ],
]
for (const [what, sources, told] of cases) test(`where ${what}`, () => assert.is(toldAge(sources, at, 90), told))

test("the limit is the account's", () => {
  assert.is(toldAge([said('Oregon', '2026-11-01')], at, 10), 'As of 2026-11-01, 20 days old: older than the limit of 10 days.')
  assert.is(toldAge([said('Oregon', '2019-03-29')], at, 36_500), 'As of 2019-03-29.')
})

test.run()
