// What a business can be connected by, folded from its events: what is submitted, found, replaced, gone and erased.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import { erased } from '../../src/events/personal-data.ts'
import { type BusinessLinksDocument, businessLinks } from '../../src/projections/business-links.ts'
import { ownConnected } from '../../src/projections/connections.ts'
import { businessId, created, source } from '../commands/businesses.ts'

type Told = { readonly type: string; readonly data: object }

const folded = (...events: readonly Told[]): BusinessLinksDocument =>
  businessLinks.fold(
    null,
    events.map((event) => ({ ...event, metadata: { account_id: 'a' }, stream: `business-${businessId}` }) as unknown as StoredEvent),
    businessId,
  ) as BusinessLinksDocument
const labels = ({ links }: BusinessLinksDocument) => links.map(({ label }) => label)

const person = (name: string) => ({
  id: '0198c0de-0000-7000-8000-0000000000f1',
  name,
  title: 'Owner',
  email: null,
  phone: null,
  dob: null,
  ssn: null,
})
const address = (full_address: string) => ({
  id: '0198c0de-0000-7000-8000-0000000000f2',
  full_address,
  address_line1: null,
  address_line2: null,
  city: null,
  state: null,
  postal_code: null,
})
const found = (type: 'PersonFound' | 'PersonGone'): Told => ({
  type,
  data: {
    order_id: null,
    sources: [source],
    person: { id: '0198c0de-0000-7000-8000-0000000000f3', name: 'DOE, ANN', titles: ['Manager'] },
  },
})

test('a person submitted and found is one link, with the titles and sources of both', () => {
  const { links } = folded(created({ people: [person('Ann Doe')] }), found('PersonFound'))
  assert.equal(
    links.map(({ label, titles, sources }) => [label, titles, sources.length]),
    [['Ann Doe', ['Owner', 'Manager'], 1]],
  )
})

test('who is gone connects no more, and an update replaces what was submitted', () => {
  assert.equal(labels(folded(created(), found('PersonFound'), found('PersonGone'))), [])
  const moved: Told = { type: 'BusinessUpdated', data: { addresses: [address('2 New Rd, Bend, OR 97701')] } }
  assert.equal(labels(folded(created({ addresses: [address('1 Old Rd, Bend, OR 97701')] }), moved)), ['2 New Rd, Bend, OR 97701'])
})

test('an erased person connects no businesses', () => {
  assert.equal(labels(folded(created({ people: [person(erased)] }))), [])
})

const registrationOf = (change: object = {}) => ({
  id: '0198c0de-0000-7000-8000-0000000000f4',
  state: 'OR',
  file_number: '7',
  officers: [{ id: businessId, name: 'ROE, BOB', titles: ['President'] }],
  addresses: [{ ...address('9 Dock St, Bend, OR 97701'), labels: ['principal'] }],
  registered_agent: { id: businessId, name: 'Agents Inc', address: '2 Side St, Salem, OR 97301' },
  ...change,
})
const registered = (type: 'RegistrationFound' | 'RegistrationChanged', change: object = {}): Told => ({
  type,
  data: { order_id: null, sources: [source], registration: registrationOf(change) },
})

test('a registration connects by its officers, its addresses and its agent, until it says otherwise', () => {
  const before = folded(created(), registered('RegistrationFound'))
  assert.equal(
    before.links.map(({ kind, label, titles, sources }) => [kind, label, titles, sources.length]),
    [
      ['person', 'ROE, BOB', ['President'], 1],
      ['address', '9 Dock St, Bend, OR 97701', ['principal'], 1],
      ['business', 'Agents Inc', ['Registered Agent'], 1],
      ['address', '2 Side St, Salem, OR 97301', ['registered_agent'], 1],
    ],
  )
  assert.equal([before.registrations, before.keys.length], [['OR/7'], 4])
  const other = registered('RegistrationFound', { id: 'other', file_number: '8', registered_agent: null, officers: [], addresses: [] })
  const after = folded(
    created(),
    registered('RegistrationFound'),
    other,
    registered('RegistrationChanged', { officers: [], registered_agent: { id: businessId, name: 'Agents Inc', address: null } }),
  )
  assert.equal(labels(after), ['9 Dock St, Bend, OR 97701', 'Agents Inc'])
  assert.equal(after.registrations, ['OR/7', 'OR/8'])
  const without = folded(created(), registered('RegistrationFound'), other, registered('RegistrationChanged', { given_up: true }))
  assert.equal([labels(without), without.registrations], [[], ['OR/8']], 'one that is no longer its own connects nothing')
})

test('an address that was found connects until it is gone, and added people and addresses stay beside the submitted ones', () => {
  const home = address('1 Old Rd, Bend, OR 97701')
  const found = (type: 'AddressFound' | 'AddressGone'): Told => ({
    type,
    data: { order_id: null, sources: [source], address: { ...address('5 New Rd, Bend, OR 97701'), labels: ['mailing'] } },
  })
  const known = folded(created({ addresses: [home] }), found('AddressFound'))
  assert.equal(
    known.links.map(({ label, titles }) => [label, titles]),
    [
      ['1 Old Rd, Bend, OR 97701', []],
      ['5 New Rd, Bend, OR 97701', ['mailing']],
    ],
  )
  assert.equal(labels(folded(created({ addresses: [home] }), found('AddressFound'), found('AddressGone'))), ['1 Old Rd, Bend, OR 97701'])
  const added: Told = {
    type: 'AttributesAdded',
    data: { people: [{ ...person('Zoe Roe'), title: null }], addresses: [address('6 Far Rd, Bend, OR 97701')] },
  }
  const all = folded(created({ people: [person('Ann Doe')], addresses: [home] }), added)
  assert.equal(
    all.links.map(({ label, titles }) => [label, titles]),
    [
      ['Ann Doe', ['Owner']],
      ['Zoe Roe', []],
      ['1 Old Rd, Bend, OR 97701', []],
      ['6 Far Rd, Bend, OR 97701', []],
    ],
  )
})

test('a business has its latest name, and an example that is removed has no links', () => {
  assert.is(folded(created()).name, 'Acme Widgets LLC')
  assert.is(folded(created(), { type: 'BusinessUpdated', data: { name: 'Acme Tools LLC' } }).name, 'Acme Tools LLC')
  assert.is(folded(created(), { type: 'BusinessUpdated', data: { tags: [] } }).name, 'Acme Widgets LLC')
  const removed: unknown = folded(created(), { type: 'ExampleRemoved', data: { order_ids: [], hit_ids: [] } })
  assert.is(removed, null)
})

test('the own businesses with a link are read once, however many links they share, with how many have each link', async () => {
  const one = folded(created({ people: ['Ann Doe', 'Bob Roe', 'Cat Poe', 'Dan Moe'].map(person) }))
  const counts = [150, 50, 201, 1]
  const found = ['x', 'y'].map((id) => ({ ...one, id }))
  const asked = { count: [] as object[], find: [] as object[] }
  const read = (() => ({
    count: async (where: object) => counts[asked.count.push(where) - 1],
    find: async (options: object) => {
      asked.find.push(options)
      return found
    },
  })) as never
  const { own, ownCounts } = await ownConnected(read, one)
  assert.equal(
    own.map(({ id }) => id),
    ['x', 'y'],
  )
  const ofOwn = { account_id: 'a', mode: 'test' }
  assert.equal(
    asked.count,
    one.keys.map((key) => ({ 'keys[]': key, ...ofOwn })),
  )
  // Two hundred at the most in one answer: one that more businesses have is asked for alone.
  const [ann, bob, cat, dan] = one.keys
  assert.equal(
    asked.find,
    [[ann, bob], [cat], [dan]].map((some) => ({ where: { 'keys[]': { in: some }, ...ofOwn }, page: 1, perPage: 200 })),
  )
  assert.equal(
    [...ownCounts],
    one.keys.map((key, n) => [key, counts[n]]),
  )
})

test.run()
