// What keeps a business from being made twice: its unique_external_id, and the Idempotency-Key of the request.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { acme, type Client, fresh, parameters, startTestService, type TestService } from './service.ts'

const test = suite('keys of businesses')
let probity: TestService
let other: Client
test.before(async () => {
  probity = await startTestService()
  other = await probity.otherAccount()
})
test.after(() => probity.stop())

const create = (more: object = {}, client = probity.test) => client.post('/v1/businesses', { ...acme, ...more })

test('a unique_external_id is taken once, and the second create names it', async () => {
  const unique_external_id = fresh('u')
  assert.is((await create({ unique_external_id })).status, 201)
  const before = probity.events().asked
  const second = await create({ unique_external_id })
  assert.is(second.status, 422)
  assert.equal(parameters(second), ['unique_external_id'])
  assert.is(probity.events().asked, before)
})

test('of two hundred creates with one unique_external_id at the same moment exactly one wins', async () => {
  const unique_external_id = fresh('u')
  const answers = await Promise.all(Array.from({ length: 200 }, () => create({ unique_external_id })))
  const statuses = answers.map(({ status }) => status)
  assert.is(statuses.filter((status) => status === 201).length, 1)
  assert.is(statuses.filter((status) => status === 422).length, 199)
  for (const answer of filled(answers.filter(({ status }) => status === 422))) assert.equal(parameters(answer), ['unique_external_id'])
  assert.is((await probity.test.get(`/v1/businesses?unique_external_id=${unique_external_id}`)).body.total_count, 1)
})

test('another account may use the same unique_external_id', async () => {
  const unique_external_id = fresh('u')
  assert.is((await create({ unique_external_id })).status, 201)
  assert.is((await create({ unique_external_id }, other)).status, 201)
})

test('a create that is refused leaves its unique_external_id free', async () => {
  const unique_external_id = fresh('u')
  assert.is((await create({ unique_external_id, orders: [{ product: 'liens' }] })).status, 422)
  assert.is((await create({ unique_external_id })).status, 201)
})

test('a unique_external_id that a business gave up can be taken again, also by itself', async () => {
  const [first, second] = [fresh('u'), fresh('u')]
  const { body } = await create({ unique_external_id: first })
  const patch = (unique_external_id: string | null) => probity.test.patch(`/v1/businesses/${body.id}`, { unique_external_id })
  assert.is((await patch(second)).body.unique_external_id, second)
  assert.is((await patch(first)).body.unique_external_id, first)
  await until('the second value is free', async () => (await create({ unique_external_id: second })).status === 201)
  assert.is((await create({ unique_external_id: first })).status, 422)
  assert.is((await patch(null)).body.unique_external_id, null)
})

test('a PATCH that is refused leaves its unique_external_id free', async () => {
  const unique_external_id = fresh('u')
  const running = (await probity.test.post('/v1/businesses', { ...acme, name: 'Slow Business' })).body
  assert.is((await probity.test.patch(`/v1/businesses/${running.id}`, { unique_external_id, status: 'approved' })).status, 422)
  assert.is((await create({ unique_external_id })).status, 201)
})

test('a PATCH to the unique_external_id of another business is 422 naming it', async () => {
  const unique_external_id = fresh('u')
  await create({ unique_external_id })
  const { body } = await create()
  const answer = await probity.test.patch(`/v1/businesses/${body.id}`, { unique_external_id, name: 'Renamed' })
  assert.is(answer.status, 422)
  assert.equal(parameters(answer), ['unique_external_id'])
  assert.is((await probity.test.get(`/v1/businesses/${body.id}`)).body.name, acme.name)
})

test('a PATCH that is refused also names a unique_external_id that is taken, and not the one that the business has', async () => {
  const unique_external_id = fresh('u')
  await create({ unique_external_id })
  const own = fresh('u')
  const running = (await probity.test.post('/v1/businesses', { ...acme, name: 'Slow Business', unique_external_id: own })).body
  const refused = async (id: string, value: string) =>
    parameters(await probity.test.patch(`/v1/businesses/${id}`, { unique_external_id: value, status: 'approved' }))
  assert.equal(await refused(running.id, unique_external_id), ['status', 'unique_external_id'])
  assert.equal(await refused(running.id.toUpperCase(), own), ['status'])
})

test('the same Idempotency-Key answers as the first time and creates once', async () => {
  const headers = { 'Idempotency-Key': fresh('key') }
  const name = fresh('Idempotent Company')
  const first = await probity.test.post('/v1/businesses', { ...acme, name }, headers)
  const again = await probity.test.raw('POST', '/v1/businesses', JSON.stringify({ addresses: acme.addresses, name }), {
    'Content-Type': 'application/json',
    ...headers,
  })
  assert.is(again.status, 201)
  assert.is(again.text, first.text)
  assert.is((await probity.test.get(`/v1/businesses?q=${encodeURIComponent(name)}`)).body.total_count, 1)
  const differs = await probity.test.post('/v1/businesses', { ...acme, name: 'Another' }, headers)
  assert.is(differs.status, 422)
})

test('a refused request is answered the same again under its Idempotency-Key', async () => {
  const headers = { 'Idempotency-Key': fresh('key') }
  const first = await probity.test.post('/v1/businesses', { name: 'Acme' }, headers)
  const again = await probity.test.post('/v1/businesses', { name: 'Acme' }, headers)
  assert.equal([again.status, again.text], [422, first.text])
})

test('two requests with one Idempotency-Key at the same moment make one business and get two equal answers', async () => {
  for (let round = 0; round < 10; round++) {
    const headers = { 'Idempotency-Key': fresh('key') }
    const name = fresh('Simultaneous Company')
    const request = { ...acme, name, unique_external_id: fresh('u'), people: [{ name: 'Ann Doe' }] }
    const [one, two] = await Promise.all([1, 2].map(() => probity.test.post('/v1/businesses', request, headers)))
    assert.equal([one?.status, two?.status], [201, 201])
    assert.is(one?.text, two?.text)
    assert.is((await probity.test.get(`/v1/businesses?q=${encodeURIComponent(name)}`)).body.total_count, 1)
  }
})

test('an Idempotency-Key is 1 to 255 characters', async () => {
  for (const [key, status] of [
    ['x'.repeat(255), 201],
    ['x'.repeat(256), 400],
    ['', 400],
  ] as const) {
    const answer = await probity.test.post('/v1/businesses', acme, { 'Idempotency-Key': key })
    assert.is(answer.status, status, `${key.length} characters: ${answer.text}`)
  }
})

test.run()
