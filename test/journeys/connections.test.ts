// Connections from outside: who is connected through what, how sure, and who may ask.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Body, reviewed, startTestService, type TestService } from './service.ts'

const test = suite('connections')
let probity: TestService
test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

let street = 0
const made = async (name: string, { people = [], address }: { people?: readonly string[]; address?: string } = {}): Promise<string> => {
  const { body } = await probity.test.post('/v1/businesses', {
    name,
    addresses: [{ full_address: address ?? `${++street} Lone St, Salem, OR 97301` }],
    people: people.map((each) => ({ name: each })),
  })
  return (await reviewed(probity.test, body.id)).id
}
const connections = async (id: string, query = ''): Promise<Body> => {
  const { status, body, text } = await probity.test.get(`/v1/businesses/${id}/connections${query}`)
  assert.is(status, 200, text)
  return body
}
const ids = ({ data }: Body): readonly string[] => data.map(({ connected_business_id }: Body) => connected_business_id)

test('a shared person and a shared building connect, the person more surely', async () => {
  const [a, byPerson, byAddress] = [
    await made('North Mill LLC', { people: ['Quentin Larkspur'], address: '77 Shared Road Suite 1, Bend, OR 97701' }),
    await made('South Mill LLC', { people: ['Larkspur, Quentin'] }),
    await made('East Mill LLC', { address: '77 Shared Rd, Suite 9, Bend, OR 97701' }),
  ]
  const list = await connections(a)
  const [first, second] = list.data
  assert.equal(ids(list).slice(0, 2), [byPerson, byAddress])
  assert.equal([first.connecting_people[0].name, first.name], ['Larkspur, Quentin', 'South Mill LLC'])
  assert.match(second.connecting_addresses[0].full_address, /^77 Shared Rd/)
  assert.ok(first.confidence > second.confidence && second.confidence > 0.5)
  assert.ok(ids(await connections(byAddress)).includes(a), 'a connection goes both ways')
})

test('an agent that everybody has says little, and less the more have it', async () => {
  const a = await made('Agented One LLC')
  const agent = async () =>
    (await connections(a)).data.find(
      ({ connecting_people, connecting_businesses }: Body) => connecting_people.length === 0 && connecting_businesses.length > 0,
    )
  const before = (await agent()).confidence
  assert.match((await agent()).connecting_businesses[0].name, /Registered Agents/)
  for (let more = 0; more < 12; more++) await made(`Agented ${more} LLC`)
  const after = (await agent()).confidence
  assert.ok(after < before && after < 0.6, `${before} to ${after}`)
})

test('they come in pages, surest first', async () => {
  const a = await made('Paged LLC')
  const all = await connections(a, '?per_page=100')
  const confidences = all.data.map(({ confidence }: Body) => confidence)
  assert.equal(
    confidences,
    confidences.toSorted((x: number, y: number) => y - x),
  )
  const [one, two] = [await connections(a, '?per_page=2'), await connections(a, '?per_page=2&page=2')]
  assert.equal([...one.data, ...two.data], all.data.slice(0, 4))
  assert.equal([one.has_more, one.total_count], [true, all.total_count])
})

test('a person added by an action connects from then on', async () => {
  const [a, b] = [await made('Joined LLC', { people: ['Imogen Fairweather'] }), await made('Joining LLC')]
  const payload = { people: [{ name: 'Imogen Fairweather' }] }
  await probity.test.post('/v1/actions', { object_type: 'businesses', object_id: b, type: 'add_attributes', payload })
  assert.is(ids(await connections(a))[0], b)
})

const acmeSample = {
  name: 'Brand New Venture LLC',
  addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
  people: [{ name: 'Jane Q Example' }],
}

test('a live business is connected with companies of the registries that share its people and addresses', async () => {
  const created = await probity.live.post('/v1/businesses', acmeSample)
  await reviewed(probity.live, created.body.id)
  const { body: list } = await probity.live.get(`/v1/businesses/${created.body.id}/connections`)
  const acme = list.data.find(({ name }: Body) => name === 'ACME WIDGETS LLC')
  assert.ok(acme, JSON.stringify(list))
  assert.is(acme.connected_business_id, null)
  assert.ok(acme.connecting_people[0].sources[0].metadata.row, 'it says from which row it knows')
})

test('a connection prefills the name and the address of a new business; what is given goes before', async () => {
  const address = '5 Prefilled Way, Bend, OR 97701'
  const [a] = [
    await made('Source Mill LLC', { people: ['Ottilie Harker'] }),
    await made('Target Mill LLC', { people: ['Ottilie Harker'], address }),
  ]
  const [{ id: connection_id }] = (await connections(a)).data
  const created = await probity.test.post('/v1/businesses', { connection_id })
  assert.is(created.status, 201, created.text)
  assert.equal([created.body.name, created.body.addresses[0].full_address], ['Target Mill LLC', '5 Prefilled Way, Bend, OR 97701'])
  const renamed = await probity.test.post('/v1/businesses', { connection_id, name: 'Another name' })
  assert.equal([renamed.body.name, renamed.body.addresses.length], ['Another name', 1])
})

test('a connection that was never shown to the account is refused by its name', async () => {
  const a = await made('Shown LLC', { people: ['Ottilie Harker'] })
  const [{ id: connection_id }] = (await connections(a)).data
  for (const [client, id] of [
    [probity.test, '0198c0de-0000-7000-8000-00000000dead'],
    [await probity.otherAccount(), connection_id],
  ] as const) {
    const refused = await client.post('/v1/businesses', { connection_id: id })
    assert.equal([refused.status, refused.body.errors[0].parameter], [422, 'connection_id'])
  }
})

test('a connection with a company of the registries prefills from there', async () => {
  const created = await probity.live.post('/v1/businesses', { ...acmeSample, name: 'Second Venture LLC' })
  await reviewed(probity.live, created.body.id)
  const { body: list } = await probity.live.get(`/v1/businesses/${created.body.id}/connections`)
  const { id: connection_id } = list.data.find(({ name }: Body) => name === 'ACME WIDGETS LLC')
  const { status, body } = await probity.live.post('/v1/businesses', { connection_id })
  assert.is(status, 201)
  assert.is(body.name, 'ACME WIDGETS LLC')
  assert.ok(body.addresses.length > 0)
})

test('the feature switched off is 403; an unknown business and bad pages are refused', async () => {
  const a = await made('Off LLC')
  assert.is((await probity.test.get('/v1/businesses/0198c0de-0000-7000-8000-00000000dead/connections')).status, 404)
  assert.is((await probity.test.get(`/v1/businesses/${a}/connections?page=0`)).status, 400)
  const other = await probity.otherAccount()
  assert.is((await other.get(`/v1/businesses/${a}/connections`)).status, 404)
  const [account] = (await probity.operator.get('/operator/accounts')).body.data.filter(({ slug }: Body) => slug === 'first-account')
  const feature = `/operator/accounts/${account.id}/features/connections`
  await probity.operator.put(feature, { on: false })
  assert.is((await probity.test.get(`/v1/businesses/${a}/connections`)).status, 403)
  await probity.operator.put(feature, { on: true })
  assert.is((await probity.test.get(`/v1/businesses/${a}/connections`)).status, 200)
})

test.run()
