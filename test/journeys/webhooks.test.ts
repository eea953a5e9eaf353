import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Webhook } from 'standardwebhooks'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { webhookEventTypes } from '../../src/interface/webhook-topics.ts'
import { eventually, until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { ok, type Received, type Receiver, startReceiver } from './receiver.ts'
import { acme, type Body, reviewed, startTestService } from './service.ts'

const service = await startTestService()
const receivers: Receiver[] = []
test.after(async () => {
  await service.stop()
  for (const receiver of receivers) await receiver.close()
})

const receiving = async (): Promise<Receiver> => {
  const receiver = await startReceiver()
  receivers.push(receiver)
  return receiver
}

const register = async (request: object): Promise<Body> => {
  const { status, body, text } = await service.test.post('/v1/webhooks', request)
  assert.is(status, 201, text)
  return body
}

const remove = async ({ id }: Body) => assert.is((await service.test.del(`/v1/webhooks/${id}`)).status, 200)

const create = async (name = 'Acme Widgets LLC'): Promise<Body> => (await service.test.post('/v1/businesses', { ...acme, name })).body

const types = (received: readonly Received[]): readonly string[] => received.map(({ event }) => event.type)

const deliveriesOf = async ({ id }: Body): Promise<readonly Body[]> => (await service.test.get(`/v1/webhooks/${id}/deliveries`)).body.data

test('what happens to a business arrives signed, in order, with the object as it was then', async () => {
  const receiver = await receiving()
  const webhook = await register({ url: `${receiver.url}/hook` })
  assert.match(webhook.secret, /^whsec_/)
  assert.equal(webhook.enabled_events, [...webhookEventTypes])
  assert.is(webhook.disabled_at, null)
  const business = await create()
  await reviewed(service.test, business.id)
  await service.test.patch(`/v1/businesses/${business.id}`, { status: 'approved' })
  await eventually('the approval has arrived', () => types(receiver.received).includes('business.approved'))

  const told = types(receiver.received)
  assert.is(told[0], 'business.created')
  assert.is(told.at(-1), 'business.approved')
  for (const type of ['registration.created', 'order.completed', 'business.updated']) assert.ok(told.includes(type), `${type} in ${told}`)
  const verifier = new Webhook(webhook.secret)
  for (const { headers, body, event, path } of filled(receiver.received)) {
    assert.is(path, '/hook')
    verifier.verify(body, headers as Record<string, string>)
    assert.is(headers['x-signature-256'], `sha256=${createHmac('sha256', webhook.secret).update(body).digest('hex')}`)
    assert.match(event.id, /^[0-9a-f-]{36}$/)
    assert.is(headers['webhook-id'], event.id)
    assert.is(headers['x-correlation-id'], event.data.object.id)
    assert.equal(Object.keys(event).sort(), ['account_id', 'created_at', 'data', 'id', 'object', 'type'])
  }
  assert.is(new Set(receiver.received.map(({ event }) => event.id)).size, receiver.received.length)
  assert.is(receiver.received[0]?.event.data.object.status, 'open')
  assert.is(receiver.received.at(-1)?.event.data.object.status, 'approved')

  await until('every delivery is logged', async () => (await deliveriesOf(webhook)).every(({ status }) => status === 'delivered'))
  const log = await deliveriesOf(webhook)
  assert.is(log.length, receiver.received.length)
  assert.is(log[0].event_type, 'business.approved')
  assert.is(log[0].response_status, 204)
  assert.is(log[0].attempt, 1)
  await remove(webhook)
})

test('a webhook hears only of the types that it asked for', async () => {
  const receiver = await receiving()
  const webhook = await register({ url: receiver.url, enabled_events: ['signal.created', 'business_batch.completed'] })
  await create()
  await service.test.post('/v1/signals', { name: 'Acme', addresses: ['1 Main St, Portland, OR 97201'] })
  const csv = Buffer.from('name,address\nBatch LLC,"1 Main St, Portland, OR 97201"\n').toString('base64')
  const batch = (await service.test.post('/v1/business_batches', { name: 'One', filename: 'one.csv', csv })).body
  await eventually('both have arrived', () => receiver.received.length === 2)
  assert.equal([...types(receiver.received)].sort(), ['business_batch.completed', 'signal.created'])
  const told = receiver.received.find(({ event }) => event.type === 'business_batch.completed')
  assert.is(told?.event.data.object.id, batch.id)
  assert.is(told?.event.data.object.completed_business_count, 1)
  await remove(webhook)
})

test('a receiver that fails in every way is tried again with the same id, until it takes it', async () => {
  const receiver = await receiving()
  const webhook = await register({ url: receiver.url, enabled_events: ['business.created'] })
  receiver.answer = (response, _, index) => (index === 0 ? response.writeHead(500).end('no') : ok(response))
  await create()
  await eventually('it was tried twice', () => receiver.received.length === 2)
  assert.ok(receiver.received[0]?.headers['webhook-id'])
  assert.is(receiver.received[0]?.headers['webhook-id'], receiver.received[1]?.headers['webhook-id'])
  assert.is(receiver.received[0]?.body, receiver.received[1]?.body)
  await until('it is delivered', async () => (await deliveriesOf(webhook))[0].status === 'delivered')
  assert.is((await deliveriesOf(webhook))[0].attempt, 2)

  const outcomes: readonly (readonly [string, Receiver['answer'], number | null])[] = [
    ['redirects', (response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end(), 302],
    ['hangs up', (response) => response.destroy(), null],
    ['says what is no HTTP', (response) => response.socket?.end('what?\r\n\r\n'), null],
    ['has nothing there', (response) => response.writeHead(404).end(), 404],
    ['cannot be bothered', (response) => response.writeHead(429, { 'retry-after': '1' }).end(), 429],
  ]
  for (const [what, answer, status] of outcomes) {
    receiver.answer = answer
    const { id } = await create(`Receiver ${what} LLC`)
    const arrived = () => receiver.received.find(({ event }) => event.data.object.id === id)
    await eventually(`a receiver that ${what} has been told`, () => arrived() !== undefined)
    const find = async () => (await deliveriesOf(webhook)).find(({ event_id }) => event_id === arrived()?.headers['webhook-id'])
    await until(`a receiver that ${what} has been tried`, async () => (await find())?.attempt === 1)
    const delivery = await find()
    assert.is(delivery.status, 'pending', what)
    assert.is(delivery.response_status, status, what)
    assert.ok(delivery.error && delivery.next_attempt_at, what)
    assert.ok(
      filled(receiver.received).every(({ path }) => path === '/'),
      what,
    )
  }
  receiver.answer = ok
  const waiting = (await deliveriesOf(webhook)).find(({ status }) => status === 'pending')
  const again = await service.test.post(`/v1/webhooks/${webhook.id}/deliveries/${waiting.id}/redeliver`)
  assert.is(again.status, 200, again.text)
  await until(
    'it was delivered once asked for',
    async () => (await deliveriesOf(webhook)).find(({ id }) => id === waiting.id).status === 'delivered',
  )
  await remove(webhook)
})

test('a receiver that never answers delays no other, and what it was told of one business is not told out of order', async () => {
  const [dead, alive] = [await receiving(), await receiving()]
  dead.answer = () => undefined
  const hooks = [await register({ url: dead.url }), await register({ url: alive.url })]
  for (let n = 0; n < 20; n++) await create(`Quick ${n} LLC`)
  await eventually(
    'the living one has heard of all',
    () => types(alive.received).filter((type) => type === 'business.created').length === 20,
  )
  const ids = alive.received.map(({ event }) => event.data.object.business_id ?? event.data.object.id)
  assert.ok(new Set(ids).size >= 20)
  // On a slow machine an attempt may run out of time and be made again.
  const told = new Map(dead.received.map(({ event }) => [event.id, event.data.object.id]))
  assert.is(new Set(told.values()).size, told.size, 'one at a time of each business')
  for (const hook of hooks) await remove(hook)
})

test('a replaced secret goes on signing beside the new one', async () => {
  const receiver = await receiving()
  const webhook = await register({ url: receiver.url, secret: 'a secret given as text', enabled_events: ['business.created'] })
  assert.is(webhook.secret, undefined)
  const rotated = await service.test.post(`/v1/webhooks/${webhook.id}/rotate_secret`)
  assert.match(rotated.body.secret, /^whsec_/)
  await create()
  await eventually('it has arrived', () => receiver.received.length === 1)
  const { headers, body } = receiver.received[0] as Received
  assert.is(headers['webhook-signature']?.toString().split(' ').length, 2)
  new Webhook(rotated.body.secret).verify(body, headers as Record<string, string>)
  new Webhook(Buffer.from('a secret given as text'), { format: 'raw' }).verify(body, headers as Record<string, string>)
  assert.throws(() => new Webhook('whsec_b3RoZXI=').verify(body, headers as Record<string, string>))
  assert.is(headers['x-signature-256'], `sha256=${createHmac('sha256', rotated.body.secret).update(body).digest('hex')}`)
  await remove(webhook)
})

test('a request that was carried out and never answered shows the secret that signs when it is sent again', async () => {
  const { url } = await receiving()
  const again = async (path: string, body: object) => {
    const answers = []
    for (let n = 0; n < 2; n++) {
      answers.push((await service.test.post(path, body, { 'Idempotency-Key': path })).body.secret)
      forgetAnswers()
    }
    return answers
  }
  const created = await again('/v1/webhooks', { url: `${url}/unanswered` })
  assert.match(created[0], /^whsec_/)
  assert.is(created[1], created[0])
  const [webhook] = (await service.test.get('/v1/webhooks')).body.data
  const rotated = await again(`/v1/webhooks/${webhook.id}/rotate_secret`, {})
  assert.is(rotated[1], rotated[0])
  assert.is.not(rotated[0], created[0])
  await remove(webhook)
})

/** As if a kill had come between the work and the keeping of its answer. */
const forgetAnswers = () => {
  const records = new DatabaseSync(join(service.dataDir, 'records.sqlite'), { timeout: 5_000 })
  records.exec("delete from records where kind = 'idempotency'")
  records.close()
}

test('deliveries carry a token of the client credentials that the webhook was given', async () => {
  const receiver = await receiving()
  receiver.answer = (response, { path }) => {
    if (path !== '/token') return void ok(response)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"t-1","token_type":"bearer","expires_in":3600}')
  }
  const oidc = { token_url: `${receiver.url}/token`, client_id: 'probity', client_secret: 's3cret' }
  const webhook = await register({ url: `${receiver.url}/hook`, oidc, enabled_events: ['business.created'] })
  assert.equal(webhook.oidc, { token_url: oidc.token_url, client_id: 'probity' })
  await create()
  await eventually('it has arrived', () => receiver.received.length === 2)
  assert.is(receiver.received[0]?.headers.authorization, `Basic ${Buffer.from('probity:s3cret').toString('base64')}`)
  assert.is(receiver.received[0]?.body, 'grant_type=client_credentials')
  assert.is(receiver.received[1]?.headers.authorization, 'Bearer t-1')
  await remove(webhook)
})

test('a webhook can be changed, disabled, enabled again and deleted', async () => {
  const receiver = await receiving()
  const webhook = await register({ url: receiver.url, enabled_events: ['business.created'] })
  const path = `/v1/webhooks/${webhook.id}`
  const disabled = await service.test.put(path, { disabled_at: new Date().toISOString() })
  assert.ok(disabled.body.disabled_at)
  await create()
  const changed = await service.test.put(path, { url: `${receiver.url}/new`, enabled_events: ['business.created'], disabled_at: null })
  assert.is(changed.body.disabled_at, null)
  const { id } = await create('After LLC')
  await eventually('only the later one has arrived', () => receiver.received.length > 0)
  assert.is(receiver.received[0]?.path, '/new')
  assert.is(receiver.received[0]?.event.data.object.id, id)
  assert.ok((await service.test.get('/v1/webhooks')).body.data.some((each: Body) => each.id === webhook.id))
  assert.is((await service.test.del(path)).status, 200)
  assert.is((await service.test.get(path)).status, 404)
  assert.is((await service.test.get(`${path}/deliveries`)).status, 404)
})

test('PATCH changes what it names, PUT replaces all but the address and the secret', async () => {
  const oidc = { token_url: 'https://example.com/token', client_id: 'probity', client_secret: 's3cret' }
  const url = 'https://example.com/hook'
  const { id, secret: _, ...webhook } = await register({ url, enabled_events: ['business.created'], oidc })
  const path = `/v1/webhooks/${id}`
  const patched = await service.test.patch(path, { enabled_events: ['order.completed'], disabled_at: new Date().toISOString() })
  assert.equal([webhook.oidc.token_url, webhook.oidc.client_id], [oidc.token_url, oidc.client_id])
  assert.equal([patched.status, patched.body.enabled_events, patched.body.oidc], [200, ['order.completed'], webhook.oidc])
  assert.ok(patched.body.disabled_at)
  const unchanged = await service.test.patch(path, { secret: '' })
  assert.equal(unchanged.body, patched.body, 'an empty secret counts as absent')
  const changed = await service.test.patch(path, { oidc: { ...oidc, client_id: 'another' } })
  assert.equal([changed.status, changed.body.oidc], [200, { token_url: oidc.token_url, client_id: 'another' }])
  const replaced = await service.test.put(path, { url: `${url}/new` })
  assert.equal(
    [replaced.body.url, replaced.body.enabled_events, replaced.body.oidc ?? null, replaced.body.disabled_at],
    [`${url}/new`, [...webhookEventTypes], null, null],
  )
  assert.is((await service.test.put(path, {})).body.url, `${url}/new`)
  await remove({ id })
})

test('an empty secret counts as absent, and another name for enabled_events is told', async () => {
  const { schemas } = (await service.test.get('/openapi.json')).body.components
  for (const name of ['CreateWebhookRequest', 'UpdateWebhookRequest'])
    assert.not.match(JSON.stringify(schemas[name].properties.secret), /minLength/, `${name} is described with an empty secret`)
  const webhook = await register({ url: 'https://example.com/hook', secret: '', enabled_events: ['business.created'] })
  assert.match(webhook.secret, /^whsec_/)
  const { status, body } = await service.test.post('/v1/webhooks', { url: 'https://example.com/hook', event_types: ['business.created'] })
  assert.is(status, 422)
  assert.equal(body.errors, [{ message: 'event_types is not a known field: did you mean enabled_events?', parameter: 'event_types' }])
  const refused = await service.test.patch(`/v1/webhooks/${webhook.id}`, { events: ['order.completed'] })
  assert.equal([refused.status, refused.body.errors[0].parameter], [422, 'events'])
  await remove(webhook)
})

test('addresses that are not public, and what else cannot be, is refused', async () => {
  const cases: readonly (readonly [object, string])[] = [
    [{}, 'url'],
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'nonsense' }, 'url'],
    [{ url: 'http://example.com/hook' }, 'url'],
    [{ url: 'https://10.0.0.1/hook' }, 'url'],
    [{ url: 'https://169.254.169.254/latest' }, 'url'],
    [{ url: 'https://[fd00::1]/' }, 'url'],
    [{ url: 'https://user:pass@example.com/' }, 'url'],
    [{ url: 'https://example.com', enabled_events: ['business.exploded'] }, 'enabled_events.0'],
    [{ url: 'https://example.com', enabled_events: [] }, 'enabled_events'],
    [{ url: 'https://example.com', secret: 'whsec_not base64' }, 'secret'],
    [{ url: 'https://example.com', oidc: { token_url: 'http://10.0.0.1', client_id: 'a', client_secret: 'b' } }, 'oidc.token_url'],
  ]
  for (const [request, parameter] of cases) {
    const { status, body } = await service.test.post('/v1/webhooks', request)
    assert.is(status, 422, JSON.stringify(request))
    assert.is(body.errors[0].parameter, parameter, JSON.stringify(request))
  }
  const everything = { url: 'http://example.com', enabled_events: [5], oidc: { token_url: 'https://10.0.0.1', client_id: '' } }
  const { body: all } = await service.test.post('/v1/webhooks', everything)
  assert.equal(all.errors.map(({ parameter }: Body) => parameter).toSorted(), [
    'enabled_events.0',
    'oidc.client_id',
    'oidc.client_secret',
    'oidc.token_url',
    'url',
  ])
  const loopback = await service.live.post('/v1/webhooks', { url: 'http://127.0.0.1:1/hook' })
  assert.is(loopback.status, 422)
  const named = await register({ url: 'https://localhost.localdomain.invalid/hook', enabled_events: ['business.created'] })
  await create()
  await until('a name that leads nowhere has been tried', async () => (await deliveriesOf(named))[0]?.attempt === 1)
  await remove(named)
})

test('what is pending when the service stops is delivered after it starts again', async () => {
  const receiver = await receiving()
  const webhook = await register({ url: receiver.url, enabled_events: ['business.created'] })
  receiver.answer = (response) => response.writeHead(503).end()
  const { id } = await create()
  await eventually('it has been tried', () => receiver.received.length === 1)
  await service.restart()
  receiver.answer = ok
  await until('it is delivered', async () => (await deliveriesOf(webhook))[0].status === 'delivered')
  assert.is(receiver.received.at(-1)?.event.data.object.id, id)
  assert.is(receiver.received.at(-1)?.headers['webhook-id'], receiver.received[0]?.headers['webhook-id'])
  await remove(webhook)
})

test("another account's webhook is not there, nor do its events go to it", async () => {
  const receiver = await receiving()
  const other = await service.otherAccount()
  const theirs = await other.post('/v1/webhooks', { url: receiver.url, enabled_events: ['business.created'] })
  assert.is(theirs.status, 201)
  assert.is((await service.test.get(`/v1/webhooks/${theirs.body.id}`)).status, 404)
  await create('Mine LLC')
  const { id } = (await other.post('/v1/businesses', acme)).body
  await eventually('theirs has arrived', () => receiver.received.length > 0)
  assert.equal(
    receiver.received.map(({ event }) => event.data.object.id),
    [id],
  )
})

test.run()
