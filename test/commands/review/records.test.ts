// The review of names that published records beside the registrations carry, of motor carriers, and of loans.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Evidence } from '../../../src/commands/findings.ts'
import type { BusinessEvent } from '../../../src/events/business.ts'
import { registrySearch } from '../../../src/events/evidence-file.ts'
import { sameName, similarName } from '../../../src/evidence/matching/thresholds.ts'
import { source } from '../businesses.ts'
import { compared, registration, type Scene, tasksOf } from '../evidence.ts'

type PublicRecord = NonNullable<Evidence['public_records']>[number]
type Carrier = NonNullable<Evidence['carriers']>[number]

const record = (change: Partial<PublicRecord> = {}): PublicRecord => ({
  id: randomUUID(),
  kind: 'exempt_organisation',
  name: 'ACME WIDGETS',
  match: { score: 1, explanation: 'the same name' },
  full_address: null,
  sources: [source],
  ...change,
})
const alike = (score: number) => ({ match: { score, explanation: '"widgets" against "widgts"' } })
const searchedOf = (outcome: 'searched' | 'unavailable') => ({
  searches: [
    {
      id: randomUUID(),
      product: registrySearch,
      outcome,
      reason: outcome === 'searched' ? null : 'no state registry is loaded',
      record_ids: [],
      sources: outcome === 'searched' ? [{ ...source, metadata: { data_set: 'Oregon', version: '1', row: 'all', state: 'OR' } }] : [],
    },
  ],
})

const names: readonly (readonly [what: string, evidence: Evidence, outcome: readonly string[], says: RegExp])[] = [
  [
    'a record under the same name',
    { public_records: [record()], ...searchedOf('searched') },
    ['success', 'Verified'],
    /^The name "ACME WIDGETS" is on record for an exempt organisation: the same name\. No registration has it\.$/,
  ],
  [
    'a record under the same name, where no registry is loaded',
    { public_records: [record({ kind: 'loan' })], ...searchedOf('unavailable') },
    ['success', 'Verified'],
    /for the borrower of a loan: the same name\. No state registry was searched\.$/,
  ],
  [
    'a licence that has expired',
    { public_records: [record({ kind: 'licence', ends: { how: 'expires', on: '2019-05-31' } })], ...searchedOf('searched') },
    ['success', 'Verified'],
    /^The name "ACME WIDGETS" is on record for the holder of a licence: the same name\. That record expired on 2019-05-31\. No registration has it\.$/,
  ],
  [
    'a licence that expires today',
    { public_records: [record({ kind: 'licence', ends: { how: 'expires', on: '2026-11-21' } })], ...searchedOf('searched') },
    ['success', 'Verified'],
    /for the holder of a licence: the same name\. No registration has it\.$/,
  ],
  [
    'a licence that expired, and one of which no end is known',
    {
      public_records: [record({ kind: 'licence', ends: { how: 'expires', on: '2019-05-31' } }), record({ kind: 'licence' })],
      ...searchedOf('searched'),
    },
    ['success', 'Verified'],
    /for the holder of a licence: the same name\. No registration has it\.$/,
  ],
  [
    'licences that have expired, the latest last',
    {
      public_records: ['2017-05-31', '2019-05-31', '2018-05-31'].map((on) => record({ kind: 'licence', ends: { how: 'expires', on } })),
      ...searchedOf('searched'),
    },
    ['success', 'Verified'],
    /That record expired on 2019-05-31\./,
  ],
  [
    'a licence that was cancelled',
    { public_records: [record({ kind: 'licence', ends: { how: 'cancelled', on: null } })], ...searchedOf('searched') },
    ['warning', 'Record Ended'],
    /for the holder of a licence: the same name\. That record was cancelled\. No/,
  ],
  [
    'a licence that was cancelled, and one that expired',
    {
      public_records: [
        record({ kind: 'licence', ends: { how: 'cancelled', on: '2024-03-01' } }),
        record({ kind: 'licence', ends: { how: 'expires', on: '2019-05-31' } }),
      ],
      ...searchedOf('searched'),
    },
    ['success', 'Verified'],
    /That record expired on 2019-05-31\./,
  ],
  [
    'an exemption that was revoked, on a day that nobody tells',
    { public_records: [record({ ends: { how: 'revoked', on: null } })], ...searchedOf('searched') },
    ['warning', 'Record Ended'],
    /for an exempt organisation: the same name\. That record was revoked\. No/,
  ],
  [
    'a licence that was cancelled, and a record that goes on under a name that is only alike',
    {
      public_records: [record({ kind: 'licence', ends: { how: 'cancelled', on: '2024-03-01' } }), record(alike(0.9))],
      ...searchedOf('searched'),
    },
    ['warning', 'Record Ended'],
    /That record was cancelled on 2024-03-01\./,
  ],
  [
    'a record under a name that is just alike enough to be the same',
    { public_records: [record(alike(sameName))], ...searchedOf('searched') },
    ['success', 'Verified'],
    /is on record for an exempt organisation/,
  ],
  [
    'a record under a name that is only alike',
    { public_records: [record({ kind: 'licence', ...alike(similarName) })], ...searchedOf('searched') },
    ['warning', 'Similar Match'],
    /for the holder of a licence: "widgets" against "widgts"/,
  ],
  [
    'a record whose name is too different',
    { public_records: [record(alike(similarName - 0.001))], ...searchedOf('searched') },
    ['failure', 'Unverified'],
    /^No registration has the name/,
  ],
  [
    'a registration under a name that is only alike beside a record under the same',
    { public_records: [record()], registrations: [registration({ name: 'ACME WIDGTS LLC' })] },
    ['warning', 'Similar Match'],
    /^Only a similar name, "ACME WIDGTS LLC", is registered in OR/,
  ],
]
const taskOf = (key: string, scene: Scene) => {
  const task = tasksOf(scene).find((each) => each.key === key)
  return task && { outcome: [task.status, task.sub_label], message: task.message }
}

for (const [what, evidence, outcome, says] of names)
  test(`the name of a business with ${what} is ${outcome[1]}`, () => {
    const task = taskOf('name', { evidence })
    assert.equal(task?.outcome, outcome)
    assert.match(task?.message ?? '', says)
  })

test('where no registry is loaded, a business without further names has no task about them, and its address is not called unverified', () => {
  const evidence: Evidence = { assessments: [compared('unverified')], ...searchedOf('unavailable') }
  assert.is(taskOf('dba_name', { evidence }), undefined)
  assert.equal(taskOf('address_verification', { evidence })?.outcome, ['neutral', 'Not Available'])
  const searched: Evidence = { ...evidence, ...searchedOf('searched') }
  assert.equal(taskOf('address_verification', { evidence: searched })?.outcome, ['failure', 'Unverified'])
})

const carrier = (change: Partial<Carrier> = {}): Carrier => ({
  id: randomUUID(),
  dot_number: '1234567',
  legal_name: 'ACME WIDGETS LLC',
  dba_name: null,
  source: 'https://carriers.example',
  addresses: [],
  revocations: [],
  sources: [source],
  ...change,
})

test('a motor carrier has a task, and a revoked authority is told with its date', () => {
  assert.is(taskOf('motor_carriers', { evidence: {} }), undefined)
  assert.equal(taskOf('motor_carriers', { evidence: { carriers: [carrier()] } }), {
    outcome: ['success', 'Registered'],
    message: 'Registered as a motor carrier: "ACME WIDGETS LLC", DOT number 1234567.',
  })
  const revocations = [{ type: 'INVOLUNTARY', docket_number: 'MC1', served_on: null, effective_on: '2024-08-06' }]
  assert.equal(taskOf('motor_carriers', { evidence: { carriers: [carrier(), carrier({ dot_number: '7', revocations })] } }), {
    outcome: ['warning', 'Revoked'],
    message:
      'Registered as a motor carrier: "ACME WIDGETS LLC", DOT number 1234567; "ACME WIDGETS LLC", DOT number 7, operating authority revoked on 2024-08-06.',
  })
})

test('a motor carrier of a former name alone is not the business', () => {
  const renamed = (name: string, change: Partial<Carrier> = {}) =>
    taskOf('motor_carriers', {
      evidence: { carriers: [carrier(change)] },
      acted: [{ type: 'BusinessUpdated', data: { name } } as BusinessEvent],
    })?.outcome
  assert.is(renamed('Zanzibar Trombones LLC'), undefined)
  assert.equal(renamed('Acme Widgets Inc'), ['success', 'Registered'])
  assert.equal(renamed('Zanzibar Trombones LLC', { dba_name: 'ZANZIBAR TROMBONES' }), ['success', 'Registered'])
})

test('loans that a verification found have a task, with the range as published', () => {
  const id = randomUUID()
  const loan = {
    id,
    issued_date: '2020-04-14',
    amount: null,
    amount_range: '$2-5 million',
    lender: null,
    naics_code: null,
    business_type: null,
    jobs_reported: null,
    non_profit: null,
    sources: [source],
  }
  const search = { id: randomUUID(), product: 'loans', outcome: 'searched' as const, reason: null, record_ids: [id], sources: [source] }
  assert.is(taskOf('ppp_loans', { evidence: {} }), undefined)
  assert.equal(taskOf('ppp_loans', { evidence: { loans: [loan], searches: [search] } }), {
    outcome: ['neutral', 'Found'],
    message: 'PPP loans: $2-5 million on 2020-04-14.',
  })
})

test.run()
