// Test and live are two worlds of one account: each key, and the webhooks made with it, has its own; a person chooses one. What strangers.test.ts
// asks on every path, from the other side, is looked at here closer.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { visitor } from '../pages/browser.ts'
import { startReceiver } from './receiver.ts'
import { acme, startTestService, testKey, until } from './service.ts'

const admin = { email: 'admin@example.com', password: 'correct horse battery staple' }
const service = await startTestService({
  BOOTSTRAP_EMAIL: admin.email,
  BOOTSTRAP_PASSWORD: admin.password,
  ALLOW_LOOPBACK_FETCH: 'false',
})
test.after(() => service.stop())
const { test: sandbox, live } = service

const made = await sandbox.post('/v1/businesses', { ...acme, name: 'Made in the sandbox', unique_external_id: 'customer-1' })
const real = await live.post('/v1/businesses', { ...acme, name: 'A real one', unique_external_id: 'customer-1' })

test('a value that is unique in one world is free in the other', async () => {
  assert.is(made.status, 201)
  assert.is(real.status, 201, real.text)
  for (const key of [sandbox, live])
    assert.is((await key.post('/v1/businesses', { ...acme, unique_external_id: 'customer-1' })).status, 422)
})

test('each key lists and counts its own, and finds nothing of the other', async () => {
  for (const [key, own, other] of [
    [sandbox, made, real],
    [live, real, made],
  ] as const) {
    const { body } = await key.get('/v1/businesses')
    assert.equal([body.total_count, body.data.map(({ id }: { id: string }) => id)], [1, [own.body.id]])
    assert.is((await key.get(`/v1/businesses/${own.body.id}`)).status, 200)
    assert.is((await key.get(`/v1/businesses/${other.body.id}`)).status, 404)
    assert.is((await key.patch(`/v1/businesses/${other.body.id}`, { tags: ['stolen'] })).status, 404)
    assert.is((await key.post(`/v1/runs`, { type: 'business_verification', business_id: other.body.id })).status, 404)
  }
})

test('the feed of a key tells of its own mode and of what both share, in an answer and as a stream', async () => {
  const subjects = async (key: typeof live): Promise<string[]> => {
    const { body } = await key.get('/v1/events?limit=1000')
    return body.data.map(({ subject }: { subject: string }) => subject)
  }
  for (const [key, own, other] of [
    [sandbox, made, real],
    [live, real, made],
  ] as const) {
    const all = await subjects(key)
    assert.ok(all.includes(`business-${own.body.id}`))
    assert.not.ok(all.includes(`business-${other.body.id}`))
    assert.ok(all.some((subject) => subject.startsWith('account-')))
  }
  const leaving = new AbortController()
  const headers = { Authorization: `Bearer ${testKey}`, Accept: 'text/event-stream' }
  const { body } = await fetch(`${service.url}/v1/events?types=BusinessCreated`, { headers, signal: leaving.signal })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  let streamed = ''
  while (!streamed.includes(made.body.id)) streamed += new TextDecoder().decode((await reader.read()).value)
  leaving.abort()
  assert.not.match(streamed, real.body.id)
})

test('the machine itself may be named by test webhooks alone, when they are made and when they are changed, for events and for tokens', async () => {
  const oidc = { client_id: 'a', client_secret: 'b' }
  const [inside, outside] = ['http://127.0.0.1:9/', 'https://hooks.example/']
  const ofTest = await sandbox.post('/v1/webhooks', { url: inside, oidc: { ...oidc, token_url: inside } })
  assert.is(ofTest.status, 201, ofTest.text)
  const ofLive = await live.post('/v1/webhooks', { url: outside })
  assert.is(ofLive.status, 201, ofLive.text)
  for (const [body, parameter] of [
    [{ url: inside }, 'url'],
    [{ url: outside, oidc: { ...oidc, token_url: inside } }, 'oidc.token_url'],
  ] as const)
    for (const answer of [await live.post('/v1/webhooks', body), await live.put(`/v1/webhooks/${ofLive.body.id}`, body)])
      assert.equal([answer.status, answer.body.errors[0].parameter], [422, parameter])
  assert.is((await sandbox.put(`/v1/webhooks/${ofLive.body.id}`, { url: inside })).status, 404)
})

test('a test webhook receives test events and no live ones', async () => {
  const receiver = await startReceiver()
  const { body: webhook } = await sandbox.post('/v1/webhooks', { url: receiver.url, enabled_events: ['business.updated'] })
  const { body: liveHook } = await live.post('/v1/webhooks', { url: 'https://hooks.example/', enabled_events: ['business.updated'] })
  await live.patch(`/v1/businesses/${real.body.id}`, { tags: ['live'] })
  await sandbox.patch(`/v1/businesses/${made.body.id}`, { tags: ['test'] })
  const told = () => receiver.received.map(({ body }) => JSON.parse(body).data.object)
  await until('the test event arrives', async () => told().some(({ tags }) => tags.includes('test')))
  await until('the live event is on its way', async () => (await live.get(`/v1/webhooks/${liveHook.id}/deliveries`)).body.total_count > 0)
  assert.equal([...new Set(told().map(({ id }) => id))], [made.body.id])
  assert.is((await live.get(`/v1/webhooks/${webhook.id}/deliveries`)).status, 404)
  await receiver.close()
})

test('a person chooses the world that lists and counts show, and opens objects of both', async () => {
  const person = visitor(service.url, 'live')
  await person.signIn(admin)
  const names = async (path: string) => {
    const { text } = await person.get(path)
    return [text.includes('A real one'), text.includes('Made in the sandbox')]
  }
  assert.equal(await names('/businesses'), [true, false])
  assert.equal(await names('/'), [true, false])
  await person.get('/businesses')
  const switched = await person.form('/mode', { mode: 'test' })
  assert.equal([switched.status, switched.location], [303, '/businesses'])
  assert.equal(await names('/businesses'), [false, true])
  assert.equal(await names('/'), [false, true])
  assert.is((await person.get(`/businesses/${real.body.id}`)).status, 200)
  assert.equal(await names('/businesses'), [true, false])
  await person.get('/')
  assert.is((await person.form('/mode', { mode: 'test', return_to: '//evil.example' })).location, '/')
})

test.run()
