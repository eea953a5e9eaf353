// What was submitted beside what was found: a row per field, with the agreement that the evidence gives it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { emptyFile } from '../../src/events/evidence-file.ts'
import { agreementText, comparisonOf } from '../../src/interface/comparison.ts'

type Business = Parameters<typeof comparisonOf>[0]

const address = { id: 'a', full_address: '1 Main St, Reno, NV 89501' }
const person = { id: 'p', name: 'Ann Smith', title: 'Owner' }
const submitted = { addresses: [], people: [], tin: null, tin_type: null, phone_numbers: [], website: null }
const business = (own: object, file: object = {}, more: object = {}): Business =>
  ({
    name: 'Acme LLC',
    added: { names: [], email_addresses: [], sources: [] },
    review: null,
    submitted: { ...submitted, ...own },
    file: { ...emptyFile, ...file },
    ...more,
  }) as unknown as Business

const registered = (score: number) => ({ registrations: { r: { name: 'ACME L.L.C.', match: { score, explanation: 'one word differs' } } } })
const rowOf = (field: string, each: Business) => {
  const { found, agreement, explanation } = comparisonOf(each).find((row) => row.field === field) ?? {}
  return [found, agreement, explanation]
}

test('nothing was found only once it has been looked for', () => {
  assert.is(agreementText('unknown', { review: null }), 'Not searched yet')
  assert.is(agreementText('unknown', { review: {} }), 'Nothing found')
  assert.is(agreementText('same', { review: null }), 'Same')
})

test('the name is the same, similar or another by the score of the best registration', () => {
  assert.equal(rowOf('Name', business({}, registered(0.97))), ['ACME L.L.C.', 'same', ''])
  assert.equal(rowOf('Name', business({}, registered(0.96))), ['ACME L.L.C.', 'similar', 'one word differs'])
  assert.equal(rowOf('Name', business({}, registered(0.8))), ['ACME L.L.C.', 'similar', 'one word differs'])
  assert.equal(rowOf('Name', business({}, registered(0.79))), ['ACME L.L.C.', 'differs', 'one word differs'])
  assert.equal(rowOf('Name', business({})), ['', 'unknown', ''])
})

test('an address agrees as its comparison says', () => {
  const compared = (kind: string) => ({
    assessments: { a: { comparison: { kind, full_address: '1 Main Street, Reno', distance_miles: null, explanation: 'street differs' } } },
  })
  const of = (kind: string) => rowOf('Address', business({ addresses: [address] }, compared(kind)))
  assert.equal(of('verified'), ['1 Main Street, Reno', 'same', ''])
  assert.equal(of('similar'), ['1 Main Street, Reno', 'similar', 'street differs'])
  assert.equal(of('unverified'), ['1 Main Street, Reno', 'differs', 'street differs'])
  assert.equal(rowOf('Address', business({ addresses: [address] })), ['', 'unknown', ''])
})

test('without a registration another published record has the name', () => {
  const recorded = (score: number) => ({
    public_records: { r: { name: 'ACME L.L.C.', match: { score, explanation: 'one word differs' } } },
  })
  assert.equal(rowOf('Name', business({}, recorded(0.97))), ['ACME L.L.C.', 'same', ''])
  assert.equal(rowOf('Name', business({}, recorded(0.8))), ['ACME L.L.C.', 'similar', 'one word differs'])
  assert.equal(rowOf('Name', business({}, recorded(0.79))), ['', 'unknown', ''])
  assert.equal(rowOf('Name', business({}, { ...recorded(0.97), ...registered(0.5) }))[1], 'differs')
})

test('an address differs only where another one was found', () => {
  const assessments = { a: { comparison: { kind: 'unverified', full_address: null, distance_miles: null, explanation: 'none' } } }
  const of = (file: object) => rowOf('Address', business({ addresses: [address] }, { assessments, ...file }))[1]
  assert.is(of({}), 'unknown')
  assert.is(of({ addresses: { b: { id: 'b', full_address: '2 Elm St, Reno, NV 89501' } } }), 'differs')
})

test('a TIN agrees as the tax authority says, and a person’s word goes before it', () => {
  const own = { tin: '123456789', tin_type: 'ein' }
  const of = (outcome: string, vouched: object | null = null) => rowOf('TIN', business(own, { tin: { outcome }, tin_vouched: vouched }))
  assert.equal(of('found')[1], 'same')
  assert.equal(of('mismatch'), ['Belongs to another name', 'differs', ''])
  assert.equal(of('unknown')[1], 'unknown')
  assert.equal(of('mismatch', { verified: true, by: 'user' }), ['Verified manually', 'same', ''])
  assert.is(comparisonOf(business({ tin: '123456789', tin_type: 'ssn' })).find(({ field }) => field === 'TIN')?.submitted, '*****6789')
})

test('a person differs only where registrations were found without them', () => {
  const own = { people: [person] }
  assert.equal(rowOf('Person', business(own)), ['', 'unknown', ''])
  assert.equal(rowOf('Person', business(own, registered(1))), ['Not on a filing', 'differs', ''])
  const found = (id: string) => ({ ...registered(1), people: { [id]: { id, name: 'ANN SMITH', titles: ['Member'] } } })
  assert.equal(rowOf('Person', business(own, found('p'))), ['ANN SMITH, Member', 'same', ''])
  assert.equal(rowOf('Person', business(own, found('submitted since'))), ['ANN SMITH, Member', 'same', ''])
  const near = { ...registered(1), people: { p: { id: 'p', name: 'ANN SLITH', titles: [] } } }
  assert.equal(rowOf('Person', business(own, near)), ['ANN SLITH', 'similar', '"smith" against "slith"'])
})

test('what was submitted of the formation is compared field by field', () => {
  const own = { formation: { entity_type: 'LLC', formation_state: 'NV', formation_date: null } }
  const found = { formation: { entity_type: 'CORPORATION', formation_state: 'NV', formation_date: '2020-01-01' } }
  assert.equal(rowOf('Entity type', business(own, found)), ['Corporation', 'differs', ''])
  assert.equal(rowOf('Formed in', business(own, found)), ['NV', 'same', ''])
  assert.is(
    comparisonOf(business(own, found)).some(({ field }) => field === 'Formed on'),
    false,
  )
})

test('a phone number is the same by its last ten digits', () => {
  const own = { phone_numbers: [{ id: 'n', number: '+1 (503) 555-0100' }] }
  assert.equal(rowOf('Phone', business(own, { phone_numbers: { n: { number: '5035550100' } } })), ['5035550100', 'same', ''])
  assert.equal(rowOf('Phone', business(own, { phone_numbers: { n: { number: '5035550101' } } })), ['', 'unknown', ''])
})

test.run()
