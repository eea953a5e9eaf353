// Actions from outside: what each type does to the record, who is said to have done it, and every way in which one is refused.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Body, parameters, startTestService, verified } from './service.ts'

const service = await startTestService()
const { test: client } = service
test.after(() => service.stop())

const unknown = '0198c0de-0000-7000-8000-00000000dead'

const reviewed = (body: object): Promise<Body> =>
  verified(client, { name: 'Acme Widgets LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }], ...body })

const business = async (id: string): Promise<Body> => (await client.get(`/v1/businesses/${id}`)).body
const task = (record: Body, key: string): Body => record.review.tasks.find((each: Body) => each.key === key)
const act = (object_id: string, type: string, payload: unknown, more: object = {}) =>
  client.post('/v1/actions', { object_type: 'businesses', object_id, type, payload, ...more })

test('added attributes count as submitted, and the effects say what came to be', async () => {
  const { id } = await reviewed({})
  const added = await act(
    id,
    'add_attributes',
    {
      names: ['Acme Trading', 'Acme Widgets LLC'],
      addresses: [{ full_address: '2 Side St, Salem, OR 97301' }],
      people: [{ name: 'Ann Doe', title: 'Owner', ssn: '123-45-6789' }],
      phone_numbers: ['+1 503 555 0100'],
      email_addresses: ['info@acme.test'],
      website: { url: 'acme.test' },
    },
    { note: 'by phone' },
  )
  assert.is(added.status, 201, added.text)
  assert.is(added.body.object_type, 'Business')
  assert.is(added.body.note, 'by phone')
  assert.equal(
    added.body.actors.map(({ actor_type, data }: Body) => [actor_type, data.name]),
    [['account', 'First account']],
  )
  assert.equal(
    added.body.effects.map(({ operation, target }: Body) => `${operation} ${target.object}`),
    [
      'created name',
      'linked name',
      'created address',
      'created person',
      'created phone_number',
      'created email_address',
      'updated business',
    ],
  )
  const person = added.body.effects[3]
  assert.equal(person.diff.name, { before: null, after: 'Ann Doe' })
  assert.equal(person.diff.ssn, { before: null, after: '*****6789' })
  const record = await business(id)
  assert.equal(
    record.names.filter(({ submitted }: Body) => submitted).map(({ name }: Body) => name),
    ['Acme Widgets LLC', 'Acme Trading'],
  )
  assert.ok(record.addresses.some(({ submitted, city }: Body) => submitted && city === 'Salem'))
  assert.ok(record.people.some((each: Body) => each.id === person.target.id && each.submitted))
  assert.ok(record.phone_numbers.some(({ number }: Body) => number === '+1 503 555 0100'))
  assert.ok(record.email_addresses.some(({ email, submitted }: Body) => email === 'info@acme.test' && submitted))
  assert.is(record.submitted.website.url, 'https://acme.test')
  assert.is(task(record, 'person_verification').sub_label, 'Unverified', 'the review follows')
})

test('a source that is pointed out stands with the submitted profiles', async () => {
  const { id } = await reviewed({})
  const added = await act(id, 'add_sources', { sources: [{ url: 'https://acme.test/about', type: 'website' }] })
  assert.is(added.status, 201, added.text)
  assert.equal(added.body.effects[0].diff.url, { before: null, after: 'https://acme.test/about' })
  assert.equal((await business(id)).submitted.profiles, [{ url: 'https://acme.test/about', type: 'website' }])
})

test('a TIN that somebody vouches for is verified by them, and the review says so', async () => {
  const { id, tin } = await reviewed({ tin: { tin: '000000001' } })
  assert.is(tin.mismatch, true)
  const { status, body } = await act(id, 'verify_tin', { verified: true })
  assert.is(status, 201)
  assert.equal(body.effects[0].diff['tin.verified'], { before: false, after: true })
  const record = await business(id)
  assert.is(record.tin.verified, true)
  assert.is(record.tin.verified_by, 'account')
  assert.equal([task(record, 'tin').status, task(record, 'tin').sub_label], ['success', 'Found'])
})

test('a TIN that nobody submitted cannot be verified without the number', async () => {
  const { id } = await reviewed({})
  const without = await act(id, 'verify_tin', { verified: true })
  assert.is(without.status, 422)
  assert.is(without.body.errors[0].parameter, 'payload.tin')
  assert.is((await act(id, 'verify_tin', { verified: true, tin: '12-3456789' })).status, 201)
  assert.is((await business(id)).tin.tin, '123456789')
})

test('the risk of an address is set by hand, told with its effect and in the review', async () => {
  const { id, addresses } = await reviewed({})
  const [{ id: address_id, rating }] = addresses
  const { status, body, text } = await act(id, 'update_address_risk', { address_id, risk_rating: 'high' })
  assert.is(status, 201, text)
  assert.equal([body.effects[0].target, body.effects[0].operation], [{ object: 'address', id: address_id }, 'updated'])
  assert.equal(body.effects[0].diff['rating.risk_rating'], { before: rating.risk_rating, after: 'high' })
  const record = await business(id)
  assert.is(record.addresses[0].rating.risk_rating, 'high')
  assert.equal([task(record, 'address_risk').status, task(record, 'address_risk').sub_label], ['failure', 'High'])
  assert.equal((await act(id, 'update_address_risk', { address_id, risk_rating: 'high' })).body.effects, [])
})

test('the risk of an address of another business, and one that is none, are refused', async () => {
  const { id } = await reviewed({})
  const other = (await act(id, 'update_address_risk', { address_id: id, risk_rating: 'low' })) as { status: number; body: Body }
  assert.equal([other.status, other.body.errors[0].parameter], [422, 'payload.address_id'])
  const wrong = await act(id, 'update_address_risk', { address_id: id, risk_rating: 'enormous' })
  assert.equal([wrong.status, wrong.body.errors[0].parameter], [422, 'payload.risk_rating'])
})

test('a decision sets the status and says what it was before', async () => {
  const { id } = await reviewed({})
  const { body } = await act(id, 'decision', { status: 'approved' })
  assert.equal(body.effects, [
    { operation: 'updated', diff: { status: { before: 'in_review', after: 'approved' } }, target: { object: 'business', id } },
  ])
  assert.is((await business(id)).status, 'approved')
})

test('a dismissed hit stands no more, and the watchlist task follows', async () => {
  const record = await reviewed({ name: 'Watchlist Business' })
  const hit = record.watchlist.lists.flatMap(({ results }: Body) => results)[0]
  assert.equal([record.watchlist.hit_count, hit.status, task(record, 'watchlist').status], [1, 'hit', 'warning'])
  const dismissal = { object_type: 'watchlist_result', object_id: hit.id, type: 'dismissal', payload: { reason: 'another business' } }
  const { status, body } = await client.post('/v1/actions', dismissal)
  assert.is(status, 201)
  assert.equal([body.object_type, body.metadata], ['Watchlist::Result', { reason: 'another business' }])
  const after = await business(record.id)
  assert.equal([after.watchlist.hit_count, after.watchlist.lists.flatMap(({ results }: Body) => results)[0].status], [0, 'dismissed'])
  assert.equal([task(after, 'watchlist').status, task(after, 'watchlist').sub_label], ['success', 'No Hits'])
  const list = await client.get(`/v1/actions?object_type=watchlist_result&object_id=${hit.id}`)
  assert.equal([list.body.total_count, list.body.data[0].id], [1, body.id])
})

test('actions are listed newest first and read with the object they were taken on', async () => {
  const { id } = await reviewed({})
  const ids: string[] = []
  for (const status of ['approved', 'rejected', 'in_review']) ids.unshift((await act(id, 'decision', { status })).body.id)
  const list = await client.get(`/v1/actions?object_type=businesses&object_id=${id}&per_page=2`)
  assert.equal([list.body.data.map((each: Body) => each.id), list.body.has_more, list.body.total_count], [ids.slice(0, 2), true, 3])
  const query = `object_type=businesses&object_id=${id}`
  assert.is((await client.get(`/v1/actions/${ids[0]}?${query}`)).body.id, ids[0])
  assert.is((await client.get(`/v1/actions/${ids[0]}?object_type=businesses&object_id=${unknown}`)).status, 404)
  assert.is((await client.get(`/v1/actions/${unknown}?${query}`)).status, 404)
  const missing = await client.get(`/v1/actions/${ids[0]}`)
  assert.is(missing.status, 400)
  assert.equal(
    missing.body.errors.map(({ parameter }: Body) => parameter),
    ['object_type', 'object_id'],
  )
})

test('a run that acted is the actor, named outright or through its thread', async () => {
  const { id } = await reviewed({})
  const { body: agents } = await client.get('/v1/agents')
  const { body: run, status } = await client.post('/v1/runs', { type: agents.data[0].type ?? agents.data[0].id, business_id: id })
  assert.is(status, 201)
  for (const named of [{ run_id: run.id }, { thread_id: run.thread_id }, { run_id: run.id, thread_id: run.thread_id }]) {
    const { body } = await act(id, 'add_attributes', { names: ['By the agent'] }, named)
    assert.equal(body.actors, [{ actor_type: 'run', data: { id: run.id, thread_id: run.thread_id } }])
  }
  assert.is((await act(id, 'decision', { status: 'approved' }, { run_id: run.id, thread_id: unknown })).status, 404)
})

test('the same action twice under one Idempotency-Key is one action', async () => {
  const { id } = await reviewed({})
  const body = { object_type: 'businesses', object_id: id, type: 'add_attributes', payload: { names: ['Second name'] } }
  const headers = { 'Idempotency-Key': 'an action once' }
  const [first, second] = await Promise.all([client.post('/v1/actions', body, headers), client.post('/v1/actions', body, headers)])
  assert.is(first.body.id, second.body.id)
  assert.is((await client.get(`/v1/actions?object_type=businesses&object_id=${id}`)).body.total_count, 1)
})

const { id: subject } = await reviewed({})

const refusals: readonly (readonly [name: string, change: object, status: number, parameter?: string])[] = [
  ['an unknown type', { type: 'promotion' }, 400, 'type'],
  ['a missing type', { type: undefined }, 400, 'type'],
  ['an unknown object type', { object_type: 'orders' }, 400, 'object_type'],
  ['a missing object type', { object_type: undefined }, 400, 'object_type'],
  ['a missing payload', { payload: undefined }, 422, 'payload'],
  ['a payload that is a list', { payload: [] }, 422, 'payload'],
  ['an object id that is no uuid', { object_id: 'x' }, 422, 'object_id'],
  ['an unknown object', { object_id: unknown }, 404],
  ['an unknown hit', { object_type: 'watchlist_result', object_id: unknown, type: 'dismissal', payload: {} }, 404],
  ['a status that cannot be set', { payload: { status: 'open' } }, 422, 'payload.status'],
  ['a decision without a status', { payload: {} }, 422, 'payload.status'],
  ['no attribute', { type: 'add_attributes', payload: {} }, 422, 'payload'],
  [
    'an address without a city',
    { type: 'add_attributes', payload: { addresses: [{ address_line1: '1 A', state: 'OR' }] } },
    422,
    'payload.addresses.0.city',
  ],
  ['a phone number without digits', { type: 'add_attributes', payload: { phone_numbers: ['call me'] } }, 422, 'payload.phone_numbers.0'],
  ['an e-mail address that is none', { type: 'add_attributes', payload: { email_addresses: ['x'] } }, 422, 'payload.email_addresses.0'],
  ['no source', { type: 'add_sources', payload: { sources: [] } }, 422, 'payload.sources'],
  ['a verification that says neither', { type: 'verify_tin', payload: {} }, 422, 'payload.verified'],
  ['the dismissal of a business', { type: 'dismissal', payload: {} }, 422, 'type'],
  ['an unknown run', { run_id: unknown }, 404],
  ['an unknown thread', { thread_id: unknown }, 404],
]

for (const [name, change, status, parameter] of refusals)
  test(`${name} is ${status}${parameter ? ` and names ${parameter}` : ''}`, async () => {
    const body = { object_type: 'businesses', object_id: subject, type: 'decision', payload: { status: 'approved' }, ...change }
    const reply = await client.post('/v1/actions', body)
    assert.is(reply.status, status, reply.text)
    if (parameter) assert.is(reply.body.errors[0].parameter, parameter)
  })

test("another account's objects and actions are not there", async () => {
  const other = await service.otherAccount()
  const body = { object_type: 'businesses', object_id: subject, type: 'decision', payload: { status: 'approved' } }
  assert.is((await other.post('/v1/actions', body)).status, 404)
  assert.is((await other.get(`/v1/actions?object_type=businesses&object_id=${subject}`)).status, 404)
})

test('what is wrong with an action is told at once, its payload included', async () => {
  const answer = await client.post('/v1/actions', { object_type: 'businesses', type: 'verify_tin', payload: { tin: '1' } })
  assert.is(answer.status, 422)
  assert.equal([...parameters(answer)].sort(), ['object_id', 'payload.tin', 'payload.verified'])
})

test('a list without its object, or of an unknown kind of object, is 400', async () => {
  assert.is((await client.get('/v1/actions')).status, 400)
  assert.is((await client.get(`/v1/actions?object_type=people&object_id=${subject}`)).body.errors[0].parameter, 'object_type')
  assert.is((await client.get('/v1/actions?object_type=businesses&object_id=7')).status, 400)
})

test.run()
