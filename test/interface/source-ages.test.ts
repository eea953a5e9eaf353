// The age of each data set behind a review.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sourceAges } from '../../src/interface/source-ages.ts'

const source = (data_set: string, as_of?: string) => ({
  id: '00000000-0000-4000-8000-000000000000',
  type: 'registration',
  metadata: { data_set, version: '7', ...(as_of ? { as_of } : {}) },
})
const now = '2026-11-22T12:00:00.000Z'

test('each data set is told once, the oldest first, those without a date last', () => {
  const tasks = [
    { sources: [source('Nevada', '2026-11-01'), source('Undated')] },
    { sources: [source('Nevada', '2026-11-01'), source('Oregon', '2019-03-29')] },
  ]
  assert.equal(
    sourceAges(tasks, now).map(({ name, age, isOld }) => [name, age, isOld]),
    [
      ['Oregon', '7 years', true],
      ['Nevada', '21 days', false],
      ['Undated', null, false],
    ],
  )
})

test('data without a date are told with the day on which they were loaded', () => {
  const loaded = { ...source('IRS'), metadata: { data_set: 'IRS', version: 'ab12', imported_on: '2026-11-01' } }
  assert.equal(sourceAges([{ sources: [loaded] }], now, 10), [
    { name: 'IRS', version: 'ab12', asOf: null, loadedOn: '2026-11-01', age: '21 days', isOld: true, isSandbox: false },
  ])
})

test('what the sandbox made up is told so, without its version', () => {
  const sandbox = { ...source('sandbox'), metadata: { data_set: 'sandbox', version: '1' } }
  const list = { ...source('SDN'), metadata: { data_set: 'SDN', version: 'sandbox', title: 'Specially Designated Nationals' } }
  assert.equal(
    sourceAges([{ sources: [sandbox, list, source('Nevada')] }], now).map(({ name, version, isSandbox }) => [name, version, isSandbox]),
    [
      ['Nevada', '7', false],
      ['Sandbox', null, true],
      ['Specially Designated Nationals', null, true],
    ],
  )
})

test('a source is old the day after the limit, and not on it', () => {
  const on = (as_of: string) => sourceAges([{ sources: [source('Nevada', as_of)] }], now, 10)[0]?.isOld
  assert.equal([on('2026-11-12'), on('2026-11-11')], [false, true])
})

test.run()
