// A test of a webhook: what the receiver gets, and what the answer says of it.
import { Webhook } from 'standardwebhooks'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Received, startReceiver } from './receiver.ts'
import { startTestService } from './service.ts'

const service = await startTestService()
const receiver = await startReceiver()
test.after(async () => {
  await service.stop()
  await receiver.close()
})

const { body: webhook } = await service.test.post('/v1/webhooks', { url: receiver.url, enabled_events: ['business.approved'] })
const path = `/v1/webhooks/${webhook.id}`

test('a test event is signed, says that it is a test, and its outcome is the answer', async () => {
  const { status, body } = await service.test.post(`${path}/test`)
  assert.is(status, 200)
  assert.equal([body.object, body.delivered, body.response_status, body.error], ['webhook_test', true, 204, null])
  assert.is(receiver.received.length, 1)
  const { headers, body: text, event } = receiver.received[0] as Received
  new Webhook(webhook.secret).verify(text, headers as Record<string, string>)
  assert.equal([event.type, event.test, event.id, event.data.object.id], ['webhook.test', true, body.event_id, webhook.id])
  assert.is(headers['webhook-id'], event.id)
  assert.equal((await service.test.get(`${path}/deliveries`)).body.data, [], 'it is no delivery')
})

test('the webhook in the event has the names of the version of the request', async () => {
  for (const [version, name] of [
    ['2026-11-22', 'enabled_events'],
    ['2026-11-23', 'event_types'],
  ] as const) {
    await service.test.post(`${path}/test`, undefined, { 'Probity-Version': version })
    assert.equal(receiver.received.at(-1)?.event.data.object[name], ['business.approved'])
  }
})

test('a receiver that fails is told as it is, and not tried again', async () => {
  const before = receiver.received.length
  receiver.answer = (response) => response.writeHead(500).end('no')
  const failed = (await service.test.post(`${path}/test`)).body
  assert.equal([failed.delivered, failed.response_status, failed.error], [false, 500, 'the receiver answered with status 500'])
  receiver.answer = (response) => response.destroy()
  const broken = (await service.test.post(`${path}/test`)).body
  assert.equal([broken.delivered, broken.response_status, broken.error], [false, null, 'the connection broke off'])
  receiver.answer = (response) => response.writeHead(204).end()
  assert.is((await service.test.post(`${path}/test`)).body.delivered, true)
  assert.is(receiver.received.length, before + 3)
})

test('the same test asked twice is sent once', async () => {
  const before = receiver.received.length
  const key = { 'Idempotency-Key': 'one test' }
  const first = await service.test.post(`${path}/test`, undefined, key)
  const second = await service.test.post(`${path}/test`, undefined, key)
  assert.equal(second.body, first.body)
  assert.is(receiver.received.length, before + 1)
})

test('a disabled webhook can be tested, another account’s and an unknown one cannot', async () => {
  await service.test.patch(path, { disabled_at: new Date().toISOString() })
  assert.is((await service.test.post(`${path}/test`)).body.delivered, true)
  await service.test.patch(path, { disabled_at: null })
  const other = await service.otherAccount()
  assert.is((await other.post(`${path}/test`)).status, 404)
  assert.is((await service.test.post('/v1/webhooks/0198c0de-0000-7000-8000-000000000001/test')).status, 404)
})

test.run()
