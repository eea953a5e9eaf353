// Webhooks route by route: what is set at creation, changed and replaced, their secrets, and what the log of deliveries shows.
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { webhook } from '../../../src/commands/webhook.ts'
import { webhookEventTypes } from '../../../src/interface/webhook-topics.ts'
import { deliveryKind, openWebhookDeliveries, positionOf } from '../../../src/stores/webhook-deliveries.ts'
import { openWebhookReplays } from '../../../src/stores/webhook-replays.ts'
import { until } from '../../eventually.ts'
import { filled } from '../../filled.ts'
import { acme, type Body, idsOf, made, openScene, paged, refusal, type Scene } from '../scene.ts'

const test = suite('routes of webhooks')

let scene: Scene
const start = new Date('2026-11-21T09:30:00.000Z')

test.before(async () => {
  scene = await openScene({ now: () => start })
})
test.after(() => scene.close())

const hooks = '/v1/webhooks'
const url = 'http://127.0.0.1:9/hook'
const oidc = { token_url: 'https://id.example.com/token', client_id: 'probity', client_secret: 'secret' }
const some = ['business.approved', 'business.rejected']
const register = (more: object = {}): Promise<Body> => made(scene.test.post(hooks, { url, ...more }))

const stateOf = async (id: string) => {
  const state = await scene.inner.load(webhook, id)
  if (state.status === 'none') throw new Error('there is no such webhook')
  return state
}

test('a webhook gets all events and a secret that is shown once, or those that are given', async () => {
  const plain = await register()
  assert.equal([plain.event_types.toSorted(), plain.oidc, plain.disabled_at], [webhookEventTypes.toSorted(), undefined, null])
  assert.match(plain.secret, /^whsec_/)
  const { enabled_events, secret, mode } = await stateOf(plain.id)
  assert.equal([enabled_events, secret, mode], [['*'], plain.secret, 'test'])
  const { secret: _, ...shown } = plain
  assert.equal(await made(scene.test.get(`${hooks}/${plain.id}`)), shown)

  const given = await register({ secret: 'of my own', event_types: some, oidc })
  assert.equal([given.event_types, given.oidc.client_id, 'secret' in given], [some, 'probity', false])
  assert.equal([(await stateOf(given.id)).secret, (await stateOf(given.id)).oidc?.token_url], ['of my own', oidc.token_url])
})

test('webhooks are listed and shown to their own account and mode', async () => {
  const { id } = await register()
  assert.ok((await paged(scene.test, hooks)).includes(id))
  const path = `${hooks}/${id}`
  for (const caller of [scene.other, scene.live]) {
    assert.equal(idsOf(await caller.get(hooks)), [])
    for (const answer of [
      caller.get(path),
      caller.patch(path, {}),
      caller.put(path, {}),
      caller.del(path),
      caller.post(`${path}/rotate_secret`),
      caller.get(`${path}/deliveries`),
      caller.post(`${path}/deliveries/${id}/redeliver`),
      caller.post(`${path}/test`),
      caller.get(`${path}/replays`),
      caller.post(`${path}/replays`, { since: start.toISOString() }),
      caller.get(`${path}/replays/${id}`),
    ])
      assert.is((await answer).status, 404)
  }
  assert.is((await made(scene.test.del(path))).id, id)
  assert.is((await scene.test.get(path)).status, 404)
})

test('a test key may name the own machine, and a live key where the service allows it', async () => {
  assert.equal(refusal(await scene.live.post(hooks, { url })), [422, 'url'])
  assert.equal(refusal(await scene.test.post(hooks, { url: 'http://example.com' })), [422, 'url'])
  const { id } = await made(scene.live.post(hooks, { url: 'https://example.com/hook' }))
  assert.equal(refusal(await scene.live.patch(`${hooks}/${id}`, { url })), [422, 'url'])
  assert.is((await scene.over({ allowLoopback: true }).post(hooks, { url })).status, 201)
})

test('a change leaves what it does not name, and a replacement gives it the value of a new webhook', async () => {
  const { id, secret } = await register({ event_types: some, oidc })
  const path = `${hooks}/${id}`
  const shown = async () => {
    const { url, event_types, oidc, disabled_at } = await made(scene.test.get(path))
    return [url, event_types.length, oidc?.client_id ?? null, disabled_at !== null]
  }
  await made(scene.test.patch(path, {}))
  assert.equal(await shown(), [url, 2, 'probity', false])
  await made(scene.test.patch(path, { disabled_at: start.toISOString() }))
  assert.equal(await shown(), [url, 2, 'probity', true])
  await made(scene.test.patch(path, { url: `${url}/2`, event_types: ['*'] }))
  assert.equal(await shown(), [`${url}/2`, webhookEventTypes.length, 'probity', true])
  await made(scene.test.patch(path, { disabled_at: null, oidc: null }))
  assert.equal(await shown(), [`${url}/2`, webhookEventTypes.length, null, false])
  await made(scene.test.patch(path, { oidc: { ...oidc, client_id: 'other' }, event_types: some }))
  assert.equal(await shown(), [`${url}/2`, 2, 'other', false])

  await made(scene.test.put(path, { event_types: some, oidc, disabled_at: start.toISOString() }))
  assert.equal(await shown(), [`${url}/2`, 2, 'probity', true])
  await made(scene.test.put(path, { url }))
  assert.equal(await shown(), [url, webhookEventTypes.length, null, false])
  assert.is((await stateOf(id)).secret, secret)
  assert.equal(refusal(await scene.test.patch(path, { event_types: [] })), [422, 'event_types'])
  assert.equal(refusal(await scene.test.put(path, { url: 'nowhere' })), [422, 'url'])
})

test('a replaced secret signs for one day more, given or made', async () => {
  const { id, secret } = await register()
  const path = `${hooks}/${id}`
  const dayLater = new Date(start.getTime() + 86_400_000).toISOString()
  const changed = await made(scene.test.patch(path, { secret: 'of my own' }))
  assert.not.ok('secret' in changed)
  assert.equal([(await stateOf(id)).secret, (await stateOf(id)).former], ['of my own', { secret, until: dayLater }])
  const rotated = await made(scene.test.post(`${path}/rotate_secret`))
  assert.match(rotated.secret, /^whsec_/)
  assert.equal([(await stateOf(id)).secret, (await stateOf(id)).former], [rotated.secret, { secret: 'of my own', until: dayLater }])
  assert.is(rotated.id, id)
})

test('a delivery is listed, and can be sent again at once while others write', async () => {
  // Nobody but this test makes notes, so what is to be delivered is known.
  const { id } = await register({ event_types: ['note.created'] })
  const path = `${hooks}/${id}/deliveries`
  const { id: business } = await made(scene.test.post('/v1/businesses', acme))
  for (const text of ['One', 'Two']) await made(scene.test.post(`/v1/businesses/${business}/notes`, { text }))
  await until('both are to be delivered', async () => (await scene.test.get(path)).body.total_count === 2)
  const { data, url: listed } = await made(scene.test.get(path))
  assert.is(listed, path)
  const all = await paged(scene.test, path)
  const last = all.at(-1) ?? ''
  const written: Body[] = []
  let refusals = 1
  const { records } = scene.inner.documents
  const put: typeof records.put = async (kind, key, value, options) => {
    if (kind !== deliveryKind) return records.put(kind, key, value, options)
    written.push(value)
    return refusals-- > 0 ? undefined : records.put(kind, key, value, options)
  }
  const over = scene.over({ documents: { ...scene.inner.documents, records: { ...records, put } } })
  const again = await made(over.post(`${path}/${last}/redeliver`))
  assert.equal([again.id, again.status, again.next_attempt_at], [last, 'pending', start.toISOString()])
  // The worker may write the outcome of an attempt meanwhile: then it is written once more.
  assert.ok(written.length >= 2)
  for (const { id, asked, status, next_attempt_at } of filled(written))
    assert.equal([id, asked, status, next_attempt_at], [last, true, 'pending', start.toISOString()])
  assert.is((await scene.test.post(`${path}/${randomUUID()}/redeliver`)).status, 404)
  assert.is(data.length, 2)
})

test('a delivery of a disabled webhook cannot be sent again, and keeps what became of it', async () => {
  const { id } = await register({ event_types: ['note.created'] })
  const path = `${hooks}/${id}/deliveries`
  const { id: business } = await made(scene.test.post('/v1/businesses', acme))
  await made(scene.test.post(`/v1/businesses/${business}/notes`, { text: 'One' }))
  await until('it is to be delivered', async () => (await scene.test.get(path)).body.total_count === 1)
  await made(scene.test.patch(`${hooks}/${id}`, { disabled_at: start.toISOString() }))
  await until('it has ended', async () => (await scene.test.get(path)).body.data[0].status !== 'pending')
  const [delivery] = (await scene.test.get(path)).body.data
  const { status, body } = await scene.test.post(`${path}/${delivery.id}/redeliver`)
  assert.equal([status, body.errors], [409, [{ message: 'the webhook is disabled; enable it first' }]])
  assert.equal((await scene.test.get(path)).body.data, [delivery])
})

test('replays are begun, listed and shown, and of a disabled webhook refused', async () => {
  const { id } = await register()
  const path = `${hooks}/${id}/replays`
  const since = start.toISOString()
  const [first, second] = [await made(scene.test.post(path, { since })), await made(scene.test.post(path, { since }))]
  assert.equal([first.webhook_id, first.since], [id, since])
  assert.equal((await paged(scene.test, path)).toSorted(), [first.id, second.id].toSorted())
  assert.is((await made(scene.test.get(`${path}/${first.id}`))).id, first.id)
  assert.is((await scene.test.get(`${path}/${randomUUID()}`)).status, 404)
  assert.equal(refusal(await scene.test.post(path, {})), [422, 'since'])
  await made(scene.test.patch(`${hooks}/${id}`, { disabled_at: since }))
  assert.equal(refusal(await scene.test.post(path, { since })), [409, undefined])
})

test('a replay begins at a time of the last 30 days, or at the event of a delivery of its webhook', async () => {
  const { id } = await register({ event_types: ['note.created'] })
  const path = `${hooks}/${id}/replays`
  const at = (milliseconds: number) => ({ since: new Date(start.getTime() + milliseconds).toISOString() })
  const earliest = -30 * 86_400_000
  const { id: business } = await made(scene.test.post('/v1/businesses', acme))
  for (const text of ['One', 'Two']) await made(scene.test.post(`/v1/businesses/${business}/notes`, { text }))
  const deliveries = async (): Promise<readonly Body[]> => (await scene.test.get(`${hooks}/${id}/deliveries`)).body.data
  await until('both are to be delivered', async () => (await deliveries()).length === 2)
  const { records } = scene.inner.documents
  for (const delivery of filled(await deliveries())) {
    const begun = await made(scene.test.post(path, { since_event: delivery.event_id.toUpperCase() }))
    const stored = (await openWebhookDeliveries(records).of(id, 100)).find((each) => each.delivery.id === delivery.id)
    const { replay } = (await openWebhookReplays(records).get(id, begun.id)) ?? {}
    assert.equal([replay?.after, begun.since], [stored && String(positionOf(stored.delivery) - 1n), at(earliest).since])
  }
  const other = await register()
  const [{ event_id } = {}] = await deliveries()
  assert.equal(refusal(await scene.test.post(`${hooks}/${other.id}/replays`, { since_event: event_id })), [422, 'since_event'])
  assert.is((await made(scene.test.post(path, at(earliest)))).since, at(earliest).since)
  for (const [body, message] of [
    [at(earliest - 1), 'since must be at most 30 days ago'],
    [at(1), 'since must not be in the future'],
    [{ ...at(earliest), since_event: event_id }, 'only one of since and since_event may be given'],
    [{ since: null }, 'one of since and since_event is required'],
  ] as const) {
    const answer = await scene.test.post(path, body)
    assert.equal([answer.status, answer.body.errors], [422, [{ message, parameter: 'since' }]])
  }
})

test('a test event is sent at once, and the answer says what came of it', async () => {
  const { id } = await register()
  const sent: Body[] = []
  const sendWebhook: typeof scene.inner.sendWebhook = async (...message) => {
    sent.push(message)
    return scene.inner.sendWebhook(...message)
  }
  const answer = await made(scene.over({ sendWebhook }).post(`${hooks}/${id}/test`))
  assert.equal([sent.length, answer.delivered, answer.event_type], [1, false, 'webhook.test'])
})

test.run()
