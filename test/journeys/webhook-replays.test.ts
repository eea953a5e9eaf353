// Replays of what webhooks missed: while they were disabled, while their receiver failed, and with a kill in the middle.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { eventually, until } from '../eventually.ts'
import { environment, startProgram } from './program.ts'
import { ok, type Receiver, startReceiver } from './receiver.ts'
import { acme, type Body, startTestService, testKey } from './service.ts'

const receivers: Receiver[] = []
let ahead = 0
const service = await startTestService({}, { now: () => new Date(Date.now() + ahead) })
test.after(async () => {
  await service.stop()
  for (const receiver of receivers) await receiver.close()
})

const day = 24 * 3_600_000
const receiving = async (): Promise<Receiver> => {
  const receiver = await startReceiver()
  receivers.push(receiver)
  return receiver
}

const texts = ({ received }: Receiver): readonly string[] => received.map(({ event }) => event.data.object.text)
const now = () => new Date(Date.now() + ahead).toISOString()

const begun = async (webhook: Body, from: object = { since: webhook.created_at }, headers = {}): Promise<Body> => {
  const { status, body, text } = await service.test.post(`/v1/webhooks/${webhook.id}/replays`, from, headers)
  assert.is(status, 201, text)
  return body
}
const completed = async ({ id, webhook_id }: Body): Promise<Body> => {
  const find = async () => (await service.test.get(`/v1/webhooks/${webhook_id}/replays/${id}`)).body
  await until('the replay is completed', async () => (await find()).status === 'completed')
  return find()
}
const counts = ({ total, delivered, failed }: Body) => [total, delivered, failed]

const note = async (business: string, text: string) =>
  assert.is((await service.test.post(`/v1/businesses/${business}/notes`, { text })).status, 201)

test('what happened while a webhook was disabled is replayed in order: what it wants, of its mode, and nothing else', async () => {
  const receiver = await receiving()
  const webhook = (await service.test.post('/v1/webhooks', { url: receiver.url, enabled_events: ['note.created'] })).body
  const path = `/v1/webhooks/${webhook.id}`
  const { id } = (await service.test.post('/v1/businesses', acme)).body
  const live = (await service.live.post('/v1/businesses', acme)).body
  await note(id, 'before')
  await until('the first has arrived', async () => (await service.test.get(`${path}/deliveries`)).body.data[0]?.status === 'delivered')

  await service.test.patch(path, { disabled_at: now() })
  assert.is((await service.test.post(`${path}/replays`, { since: webhook.created_at })).status, 409)
  for (const text of ['one', 'two', 'three']) await note(id, text)
  assert.is((await service.live.post(`/v1/businesses/${live.id}/notes`, { text: 'live' })).status, 201)
  await service.test.patch(path, { disabled_at: null })
  await note(id, 'after')
  await eventually('what came after has arrived', () => texts(receiver).includes('after'))
  assert.equal(texts(receiver), ['before', 'after'])

  const key = { 'Idempotency-Key': 'one replay' }
  const replay = await begun(webhook, undefined, key)
  const ended = await completed(replay)
  assert.equal(counts(ended), [3, 3, 0])
  assert.ok(ended.ended_at && ended.position)
  assert.equal(texts(receiver), ['before', 'after', 'one', 'two', 'three'])
  assert.is(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 5)

  assert.is((await begun(webhook, undefined, key)).id, replay.id, 'asked twice it is one replay')
  const again = await completed(await begun(webhook))
  assert.equal(counts(again), [0, 0, 0], 'nothing is missing any more')
  assert.is(receiver.received.length, 5)
  const { data } = (await service.test.get(`${path}/replays`)).body
  assert.equal(
    data.map((each: Body) => each.id),
    [again.id, replay.id],
  )
})

test('what was given up is replayed from an event on, once the receiver has recovered', async () => {
  const receiver = await receiving()
  const webhook = (await service.test.post('/v1/webhooks', { url: receiver.url, enabled_events: ['note.created'] })).body
  const deliveries = async (): Promise<readonly Body[]> => (await service.test.get(`/v1/webhooks/${webhook.id}/deliveries`)).body.data
  const { id } = (await service.test.post('/v1/businesses', acme)).body
  receiver.answer = (response) => response.writeHead(500).end()
  for (const text of ['a', 'b', 'c']) await note(id, text)
  await until('there are three, and the first was tried', async () => {
    const all = await deliveries()
    return all.length === 3 && all[2]?.attempt >= 1
  })
  ahead += 4 * day
  await until('all are given up', async () => (await deliveries()).every(({ status }) => status === 'failed'))
  const arrivedBefore = receiver.received.length

  receiver.answer = ok
  const second = (await deliveries())[1]
  const replay = await completed(await begun(webhook, { since_event: second.event_id }))
  assert.equal(counts(replay), [2, 2, 0])
  assert.equal(texts(receiver).slice(arrivedBefore), ['b', 'c'])
  assert.equal(counts(await completed(await begun(webhook))), [1, 1, 0], 'the one before it was left')
})

test('a replay that cannot begin is refused with the reason', async () => {
  const receiver = await receiving()
  const { id } = (await service.test.post('/v1/webhooks', { url: receiver.url })).body
  const refused = async (from: object) => {
    const { status, body } = await service.test.post(`/v1/webhooks/${id}/replays`, from)
    return [status, body.errors[0].parameter]
  }
  assert.equal(await refused({}), [422, 'since'])
  assert.equal(await refused({ since: now(), since_event: '0198c0de-0000-7000-8000-000000000001' }), [422, 'since'])
  assert.equal(await refused({ since: new Date(Date.parse(now()) - 31 * day).toISOString() }), [422, 'since'])
  assert.equal(await refused({ since: new Date(Date.parse(now()) + day).toISOString() }), [422, 'since'])
  assert.equal(await refused({ since_event: '0198c0de-0000-7000-8000-000000000001' }), [422, 'since_event'])
  await begun({ id }, { since: new Date(Date.parse(now()) - 29 * day).toISOString() })
  const other = await service.otherAccount()
  assert.is((await other.get(`/v1/webhooks/${id}/replays`)).status, 404)
})

test('a replay goes on after a kill, and each delivery comes once', async () => {
  const receiver = await receiving()
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-replay-'))
  let program = await startProgram(environment(dataDir))
  const ask = async (method: string, path: string, body?: object): Promise<Body> => {
    const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${program.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    assert.ok(response.ok, `${path} ${response.status}`)
    return response.json()
  }
  try {
    const webhook = await ask('POST', '/v1/webhooks', { url: receiver.url, enabled_events: ['note.created'] })
    const path = `/v1/webhooks/${webhook.id}`
    const { id } = await ask('POST', '/v1/businesses', acme)
    await ask('PATCH', path, { disabled_at: new Date().toISOString() })
    const wanted = Array.from({ length: 12 }, (_, n) => `note ${n}`)
    for (const text of wanted) await ask('POST', `/v1/businesses/${id}/notes`, { text })
    await ask('PATCH', path, { disabled_at: null })

    const acknowledged: string[] = []
    const take: Receiver['answer'] = (response, { event }) => {
      acknowledged.push(event.data.object.text)
      ok(response)
    }
    // The sixth gets no answer before the kill.
    receiver.answer = (response, one, index) => (index < 5 ? take(response, one, index) : undefined)
    const replay = await ask('POST', `${path}/replays`, { since: webhook.created_at })
    const progress = () => ask('GET', `${path}/replays/${replay.id}`)
    await until('five have arrived', async () => (await progress()).delivered === 5)
    await eventually('the sixth is under way', () => receiver.received.length === 6)
    assert.is((await progress()).status === 'completed', false)
    await program.end('SIGKILL')

    receiver.answer = take
    program = await startProgram(environment(dataDir))
    await until('the replay is completed', async () => (await progress()).status === 'completed')
    assert.equal(counts(await progress()), [12, 12, 0])
    assert.equal(acknowledged, wanted)
  } finally {
    await program.end('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.run()
