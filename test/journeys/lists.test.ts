// How clients go through lists and choose what they get of large records: cursors, fields and expansions.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filing } from './lien-parties.ts'
import { type Body, startTestService, verified } from './service.ts'

const service = await startTestService()
test.after(() => service.stop())
const { test: owner } = service

const create = async (name: string): Promise<string> =>
  (await owner.post('/v1/businesses', { name, addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })).body.id

const ids: string[] = []
for (const name of ['One LLC', 'Two LLC', 'Three LLC', 'Four LLC', 'Five LLC']) ids.unshift(await create(name))
const idsOf = ({ body }: { readonly body: Body }): readonly string[] => body.data.map(({ id }: Body) => id)

test('a cursor goes through a list without repeating or leaving out what was there, while more are added', async () => {
  const first = await owner.get('/v1/businesses?per_page=2')
  assert.equal([idsOf(first), first.body.has_more], [ids.slice(0, 2), true])
  const added = await create('Added LLC')
  const second = await owner.get(`/v1/businesses?per_page=2&starting_after=${ids[1]}`)
  assert.equal([idsOf(second), second.body.has_more], [ids.slice(2, 4), true])
  assert.equal(idsOf(await owner.get(`/v1/businesses?per_page=2&starting_after=${ids[1]?.toUpperCase()}`)), ids.slice(2, 4))
  const third = await owner.get(`/v1/businesses?per_page=2&starting_after=${ids[3]}`)
  assert.equal([idsOf(third), third.body.has_more, third.body.total_count], [ids.slice(4), false, 6])
  const byPage = await owner.get('/v1/businesses?per_page=2&page=2')
  assert.is(idsOf(byPage)[0], ids[1], 'by the number of the page, the added business moved the others')
  assert.is(idsOf(await owner.get('/v1/businesses?per_page=1'))[0], added)
})

test('a cursor that is not of the list is refused by name', async () => {
  const [business = '', other = ''] = ids
  const note = (await owner.post(`/v1/businesses/${business}/notes`, { text: 'one' })).body.id
  await owner.post(`/v1/businesses/${other}/notes`, { text: 'two' })
  const refused = async (path: string) => {
    const { status, body } = await owner.get(path)
    assert.equal([status, body.errors[0].parameter], [400, 'starting_after'], path)
  }
  await refused(`/v1/businesses?starting_after=${note}`)
  await refused(`/v1/businesses?starting_after=unknown`)
  await refused(`/v1/businesses/${other}/notes?starting_after=${note}`)
  await refused(`/v1/businesses?starting_after=${business}&page=2`)
  await refused(`/v1/businesses/${business}/screenings?starting_after=${business}`)
  await refused(`/v1/businesses/${business}/events?starting_after=${business}`)
  await refused(`/v1/api_keys?starting_after=${business}`)
  assert.equal(idsOf(await owner.get(`/v1/businesses/${business}/notes?starting_after=${note}`)), [])
  const stranger = await service.otherAccount()
  assert.is((await stranger.get(`/v1/businesses?starting_after=${business}`)).status, 400)
})

test('a list goes on behind a record that was deleted meanwhile', async () => {
  const webhooks: string[] = []
  for (const n of [1, 2, 3, 4]) {
    const created = await owner.post('/v1/webhooks', { url: `https://example.com/${n}`, enabled_events: ['*'] })
    webhooks.unshift(created.body.id)
  }
  const [, second = '', third] = webhooks
  assert.is((await owner.raw('DELETE', `/v1/webhooks/${second}`)).status, 200)
  const next = await owner.get(`/v1/webhooks?per_page=1&starting_after=${second}`)
  assert.equal([next.status, idsOf(next), next.body.has_more], [200, [third], true])
  const stranger = await service.otherAccount()
  assert.is((await stranger.get(`/v1/webhooks?starting_after=${second}`)).status, 400)
})

test('a cursor goes through the events of a business and through its orders', async () => {
  for (const list of ['events', 'orders']) {
    const { id } = await verified(owner, { name: `Of ${list} LLC`, addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
    const path = `/v1/businesses/${id}/${list}`
    const whole = idsOf(await owner.get(`${path}?per_page=100`))
    assert.ok(whole.length > 0)
    const after = await owner.get(`${path}?per_page=2&starting_after=${whole[0]}`)
    assert.equal([idsOf(after), after.body.has_more], [whole.slice(1, 3), whole.length > 3])
  }
})

test('fields name the members that are sent, and what is always there', async () => {
  const always = ['object', 'id', 'name', 'status', 'created_at', 'updated_at']
  const one = await owner.get(`/v1/businesses/${ids[0]}?fields=tags,liens`)
  assert.equal(Object.keys(one.body).toSorted(), [...always, 'liens', 'tags'].toSorted())
  const repeated = await owner.get(`/v1/businesses/${ids[0]}?fields=tags&fields=liens`)
  assert.equal(repeated.body, one.body)
  const [item] = (await owner.get('/v1/businesses?fields=tags&per_page=1')).body.data
  assert.equal(Object.keys(item).toSorted(), [...always, 'tags'].toSorted())
  assert.ok(Object.keys((await owner.get(`/v1/businesses/${ids[0]}`)).body).length > 30)
  const unknown = await owner.get('/v1/businesses?fields=tags,colour')
  assert.equal([unknown.status, unknown.body.errors[0].parameter], [400, 'fields'])
})

test('a list item has what is expanded, as the whole record has it', async () => {
  const { id } = await verified(owner, { name: 'Expanded LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
  await owner.post(`/v1/businesses/${id}/liens`, filing)
  const whole = (await owner.get(`/v1/businesses/${id}`)).body
  assert.equal([whole.liens.length, whole.registrations.length], [1, 1])
  for (const query of ['expand[]=liens&expand[]=registrations', 'expand=liens,registrations']) {
    const [item] = (await owner.get(`/v1/businesses?per_page=1&${query}`)).body.data
    assert.equal([item.id, item.liens, item.registrations], [id, whole.liens, whole.registrations])
    assert.not('watchlist' in item)
  }
  const both = (await owner.get(`/v1/businesses/${id}?fields=tags&expand[]=liens`)).body
  assert.equal([both.liens, 'registrations' in both], [whole.liens, false])
  const unknown = await owner.get('/v1/businesses?expand[]=lien')
  assert.equal([unknown.status, unknown.body.errors[0].parameter], [400, 'expand[]'])
})

test.run()
