// Which registrations are the business's own, and which are only possible.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { PostalAddress, Subject } from '../../../src/evidence/ports.ts'
import { entity } from '../../../src/evidence/reference/entities.ts'
import { ownRegistrations } from '../../../src/evidence/reference/own-registrations.ts'
import type { Entity, Found } from '../../../src/evidence/reference/records.ts'

const lines = (address_line1: string, state: string): PostalAddress => ({
  full_address: `${address_line1}, Salem, ${state} 97301`,
  address_line1,
  address_line2: null,
  city: 'Salem',
  state,
  postal_code: '97301',
})
const here = lines('7 Drizzle Ct', 'OR')
const elsewhere = lines('9 Ledger Sq', 'OR')
const at = (address: PostalAddress, label = 'principal') => ({ addresses: [{ ...address, labels: [label] }] })

const subject = (change: Partial<Subject> = {}): Subject => ({
  business_id: '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1a',
  names: ['Quill Lantern LLC'],
  addresses: [here],
  people: [],
  tin: null,
  website: null,
  ...change,
})
let last = 0
const found = (name: string, change: Partial<Entity> = {}): Found<Entity> => {
  const file_number = change.file_number ?? String(++last)
  const told = {
    state: 'OR',
    file_number,
    name,
    entity_type: 'DOMESTIC LLC',
    jurisdiction: 'DOMESTIC',
    status: 'active',
    registration_date: null,
  } as const
  const source = {
    id: '0198c0de-0000-7000-8000-00000000f001',
    type: 'or_sos',
    metadata: { data_set: 'or_sos', version: '1', row: file_number },
  }
  return { id: `or_sos:${file_number}`, kind: 'or_sos', record: entity({ ...told, ...change, file_number }), source }
}
const ann = { id: '1', name: 'Ann Doe' }
const officer = { officers: [{ name: 'DOE, ANN', titles: [], address: null }] }

/** Names that are the business's own, and those that are only possible. */
const judged = (of: Subject, ...all: readonly Found<Entity>[]) => {
  const both = ownRegistrations(of, all)
  const names = (own: boolean) =>
    both.filter(({ possible }) => (possible === null) === own).map(({ found: { record } }) => `${record.name} ${record.state}`)
  return { own: names(true), possible: names(false) }
}
const own = (name: string, state = 'OR') => ({ own: [`${name} ${state}`], possible: [] })
const possible = (name: string, state = 'OR') => ({ own: [], possible: [`${name} ${state}`] })

const rows: readonly (readonly [what: string, of: Subject, found: Found<Entity>, expected: object])[] = [
  ['the same name in its state is its own', subject(), found('QUILL LANTERN LLC', at(elsewhere)), own('QUILL LANTERN LLC')],
  ['the same words with another legal form are its own', subject(), found('QUILL LANTERN INC'), own('QUILL LANTERN INC')],
  ['a near name at its address is its own', subject(), found('QUILL LANTREN LLC', at(here)), own('QUILL LANTREN LLC')],
  ['a near name with its officer is its own', subject({ people: [ann] }), found('QUILL LANTREN LLC', officer), own('QUILL LANTREN LLC')],
  ['a near name alone is possible', subject(), found('QUILL LANTREN LLC', at(elsewhere)), possible('QUILL LANTREN LLC')],
  [
    'a near name at the address of an agent is possible',
    subject(),
    found('QUILL LANTREN LLC', at(here, 'registered_agent')),
    possible('QUILL LANTREN LLC'),
  ],
  ['another number at its address is possible', subject(), found('QUILL LANTERN 2 LLC', at(here)), possible('QUILL LANTERN 2 LLC')],
  [
    'its tax number decides, whatever the name',
    subject({ tin: '123456789' }),
    found('MOSS BAKERY INC', { tin: '123456789' }),
    own('MOSS BAKERY INC'),
  ],
  ['another tax number does not', subject({ tin: '123456780' }), found('MOSS BAKERY INC', { tin: '123456789' }), { own: [], possible: [] }],
  [
    'a file number on file decides, whatever the name',
    subject({ registrations: [{ state: 'OR', file_number: '77' }] }),
    found('MOSS BAKERY INC', { file_number: '77' }),
    own('MOSS BAKERY INC'),
  ],
  [
    'a telling name elsewhere is its own when there is one',
    subject(),
    found('QUILL LANTERN LLC', { state: 'FL' }),
    own('QUILL LANTERN LLC', 'FL'),
  ],
  [
    'a common name elsewhere that was formed in its state is its own',
    subject({ names: ['National Services LLC'] }),
    found('NATIONAL SERVICES LLC', { state: 'FL', formed_in: 'Oregon' }),
    own('NATIONAL SERVICES LLC', 'FL'),
  ],
  [
    'a common name elsewhere is possible',
    subject({ names: ['National Services LLC'] }),
    found('NATIONAL SERVICES LLC', { state: 'FL' }),
    possible('NATIONAL SERVICES LLC', 'FL'),
  ],
]
for (const [what, of, each, expected] of rows) test(what, () => assert.equal(judged(of, each), expected))

for (const [what, addresses, reason] of [
  ['no address where the business has one', [], 'nothing but the name agrees'],
  ['an address in its city', [elsewhere], 'all that agrees besides the name is an address in Salem, OR'],
  ['an address in its state', [{ ...elsewhere, city: 'Bend' }], 'all that agrees besides the name is an address in OR'],
] as const)
  test(`a registration in another state with ${what} says what agrees`, () => {
    const labelled = addresses.map((address) => ({ ...address, labels: ['principal'] }))
    const there = found('NATIONAL SERVICES LLC', { state: 'FL', addresses: labelled })
    const [judged] = ownRegistrations(subject({ names: ['National Services LLC'] }), [there])
    assert.is(judged?.possible, `it is registered in a state where the business has no address, and ${reason}`)
  })

test('of two of the same name in a state, the one that agrees in more is its own', () => {
  const { own, possible } = judged(subject(), found('QUILL LANTERN INC', at(elsewhere)), found('QUILL LANTERN LLC', at(here)))
  assert.equal([own, possible], [['QUILL LANTERN LLC OR'], ['QUILL LANTERN INC OR']])
})

test('of two of the same name elsewhere nobody can tell which it is', () => {
  const { own, possible } = judged(subject(), found('QUILL LANTERN LLC', { state: 'FL' }), found('QUILL LANTERN LLC', { state: 'CO' }))
  assert.equal([own.length, possible.length], [0, 2])
})

test('a renamed registration is judged the same before and after its new name is known', () => {
  const renamed = found('Nightjar Candles LLC', { file_number: '900' })
  const onFile = { registrations: [{ state: 'OR', file_number: '900' }] }
  const judged = (names: readonly string[]) => ownRegistrations(subject({ ...onFile, names }), [renamed])[0]?.name
  assert.equal(judged(['Quill Lantern LLC', 'Nightjar Candles LLC']), judged(['Quill Lantern LLC']))
})

test('a file number makes a registration the business’s own in its own state alone', () => {
  const onFile = subject({ registrations: [{ state: 'OR', file_number: '900' }] })
  const numbered = (state: string, file_number: string) => judged(onFile, found('Nightjar Candles LLC', { state, file_number })).own
  assert.equal(numbered('OR', '900'), ['Nightjar Candles LLC OR'])
  assert.equal([numbered('FL', '900'), numbered('OR', '901')], [[], []])
})

test('of two near names at the address the nearer one is its own, and the other only possible', () => {
  const both = [found('QUILL LANTERN MANAGEMENT LLC', at(here)), found('QUILL LANTERN LLC', at(here))]
  const { own: attached, possible: others } = judged(subject({ names: ['Quill Lantren LLC'] }), ...both)
  assert.equal([attached, others], [['QUILL LANTERN LLC OR'], ['QUILL LANTERN MANAGEMENT LLC OR']])
})

test.run()
