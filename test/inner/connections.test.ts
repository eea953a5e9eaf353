// How sure a connection is: rare links weigh, frequent ones hardly do, several together weigh more than one.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { addressLink, type Link, nameLink } from '../../src/evidence/links.ts'
import { connectionResource } from '../../src/interface/resources/connections.ts'
import type { BusinessLinksDocument } from '../../src/projections/business-links.ts'
import { connectionsOf } from '../../src/projections/connections.ts'

const ann = nameLink('Ann Doe', ['Manager'], []) as Link
const agent = nameLink('Agents of Everybody Inc', ['Registered Agent'], []) as Link
const mill = addressLink({ full_address: '1 Mill Rd, Bend, OR 97701' }, ['principal'], []) as Link

const business = (id: string, links: readonly Link[], registrations: readonly string[] = []): BusinessLinksDocument => ({
  id: `0198c0de-0000-7000-8000-00000000000${id}`,
  account_id: 'a',
  mode: 'live',
  name: `Business ${id}`,
  links,
  keys: links.map(({ key }) => key),
  registrations,
  from: { submitted_people: [], submitted_addresses: [], people: {}, addresses: {}, registrations: {} },
})
const entity = (registration: string, links: readonly Link[]) => ({ id: `or_sos:${registration}`, registration, name: registration, links })
const itself = business('1', [ann, agent, mill], ['OR/1'])
const counts = (given: readonly (readonly [Link, number])[]) => new Map(given.map(([{ key }, count]) => [key, count]))
const connected = (
  own: readonly BusinessLinksDocument[],
  {
    ownCounts = [],
    entities = [],
    reference = [],
  }: Partial<{
    ownCounts: readonly (readonly [Link, number])[]
    entities: readonly ReturnType<typeof entity>[]
    reference: readonly (readonly [Link, number])[]
  }> = {},
) =>
  connectionsOf(itself, {
    own: [itself, ...own],
    ownCounts: counts(ownCounts),
    reference: { entities, counts: Object.fromEntries(counts(reference)) },
  }).map((each) => connectionResource(itself.id, each))

test('a person whom two businesses have alone says most', () => {
  const [only] = connected([business('2', [ann])])
  assert.equal([only?.confidence, only?.connecting_people[0]?.name, only?.connecting_businesses], [0.9, 'Ann Doe', []])
})

test('of another business only the links that both have are told', () => {
  const [only] = connected([business('2', [ann, nameLink('Zoe Roe', [], []) as Link])])
  assert.equal([only?.confidence, only?.connecting_people.map(({ name }) => name)], [0.9, ['Ann Doe']])
})

test('several links say more than the strongest of them', () => {
  const [both, one] = connected([business('2', [ann]), business('3', [ann, mill])])
  assert.ok(both?.name === 'Business 3' && one && both.confidence > one.confidence && both.confidence < 1)
})

test('an agent of thousands says next to nothing', () => {
  const of = (count: number) => connected([business('2', [agent])], { ownCounts: [[agent, count]] })[0]?.confidence ?? 0
  assert.ok(of(2) > 0.6 && of(101) < 0.1 && of(5_001) < 0.01, `${of(2)} ${of(101)} ${of(5_001)}`)
  assert.is(connected([business('2', [agent])], { ownCounts: [[agent, 1_000_000]] }).length, 0)
})

test('how many the reference data has counts for own businesses too', () => {
  const [rare] = connected([business('2', [mill])])
  const [frequent] = connected([business('2', [mill])], { reference: [[mill, 400]] })
  assert.ok(rare && frequent && frequent.confidence < rare.confidence / 10)
})

test('its own registration is no connection, and an own business stands for its registration', () => {
  const entities = [entity('OR/1', [ann]), entity('OR/2', [ann]), entity('OR/3', [ann])]
  const found = connected([business('2', [ann], ['OR/2'])], { entities })
  assert.equal(
    found.map(({ name, connected_business_id }) => [name, connected_business_id]),
    [
      ['Business 2', '0198c0de-0000-7000-8000-000000000002'],
      ['OR/3', null],
    ],
  )
})

test('spellings of one person and of one building are one link', () => {
  assert.is(nameLink('DOE, ANN', [], [])?.key, ann.key)
  assert.is(addressLink({ full_address: '1 Mill Road, Suite 5, Bend OR 97701' }, [], [])?.key, mill.key)
  assert.is(nameLink('---', [], []), null)
})

test.run()
