import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Principal } from '../../src/auth/principal.ts'
import { describe } from '../../src/http/openapi/openapi.ts'
import { body, rawBody } from '../../src/http/validation.ts'
import type { ProbityContext } from '../../src/inner/framework/environment.ts'
import { eventually } from '../eventually.ts'
import { type MemoryRecords, memoryRecords } from './memory-records.ts'
import { errorsOf, toy } from './toy.ts'

/** An instance whose POST /v1/things answers with a counter; `gate` holds the work back, `answers` are the statuses of the first calls. */
const instance = (options: { records?: MemoryRecords; now?: () => number; gate?: Promise<void>; answers?: number[] } = {}) => {
  const calls: (string | undefined)[] = []
  const work = async (c: ProbityContext) => {
    calls.push(c.get('idempotencySeed'))
    const call = calls.length
    await options.gate
    c.header('Location', `/v1/things/${call}`)
    return c.json({ call, ssn: '123-45-6789' }, (options.answers?.[call - 1] ?? 201) as 201)
  }
  const { send } = toy(
    (app) => {
      app.post('/things', body(z.object({ name: z.string(), at: z.unknown().optional() })), work)
      app.post('/other', work)
      app.get('/things', work)
    },
    { ...(options.records && { records: options.records }), ...(options.now && { now: options.now }) },
  )
  const post = (sent: unknown, key = 'once', path = '/v1/things', headers: Record<string, string> = {}) =>
    send('POST', path, sent, { 'Idempotency-Key': key, ...headers })
  return { calls, post, send }
}

const callOf = async (response: Response) => ((await response.json()) as { call: number }).call

test('the same key with the same body does the work once and answers the same, status and headers included', async () => {
  const { post, calls } = instance()
  const first = await post({ name: 'Acme', at: { a: 1, b: 2 } })
  const again = await post('{ "at": {"b": 2, "a": 1.0}, "name": "Acme" }')
  assert.is(calls.length, 1)
  assert.equal([first.status, again.status], [201, 201])
  assert.equal(await first.json(), { call: 1, ssn: '123-45-6789' })
  assert.equal(await again.json(), { call: 1, ssn: '123-45-6789' })
  assert.is(again.headers.get('location'), '/v1/things/1')
  assert.match(again.headers.get('content-type') ?? '', 'application/json')
  assert.is(first.headers.get('idempotent-replayed'), null)
  assert.is(again.headers.get('idempotent-replayed'), 'true')
  assert.is.not(first.headers.get('x-request-id'), again.headers.get('x-request-id'))
})

test('the same key with another body or path is 422', async () => {
  const { post, calls } = instance()
  await post({ name: 'Acme' })
  const other = await post({ name: 'Bolt' })
  assert.is(other.status, 422)
  assert.is((await errorsOf(other)).length, 1)
  assert.is((await post({ name: 'Acme' }, 'once', '/v1/other')).status, 422)
  assert.is(calls.length, 1)
})

test('keys of two accounts have nothing to do with each other', async () => {
  const { post, calls } = instance()
  await post({ name: 'Acme' })
  assert.is((await post({ name: 'Bolt' }, 'once', '/v1/things', { Authorization: 'Bearer key-b' })).status, 201)
  assert.is(calls.length, 2)
})

test('two at the same moment: the second waits for the answer of the first', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { post, calls } = instance({ gate })
  const both = [post({ name: 'Acme' }), post({ name: 'Acme' }), post({ name: 'Acme' })]
  await eventually('the first one is being worked on', () => calls.length > 0)
  open()
  assert.equal(await Promise.all(both.map(async (response) => callOf(await response))), [1, 1, 1])
  assert.is(calls.length, 1)
})

test('two at the same moment at two instances: the work is done once', async () => {
  const records = memoryRecords()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const one = instance({ records, gate })
  const two = instance({ records, gate })
  const first = one.post({ name: 'Acme' })
  await eventually('the first instance works on it', () => one.calls.length === 1)
  const second = two.post({ name: 'Acme' })
  open()
  assert.equal([await callOf(await first), await callOf(await second)], [1, 1])
  assert.is(two.calls.length, 0)
})

test('answers of 5xx and 429 are not kept: asked again, the work is done again', async () => {
  const { post, calls } = instance({ answers: [503, 429, 201] })
  assert.is((await post({ name: 'Acme' })).status, 503)
  assert.is((await post({ name: 'Acme' })).status, 429)
  assert.is((await post({ name: 'Acme' })).status, 201)
  assert.is((await post({ name: 'Acme' })).status, 201)
  assert.is(calls.length, 3)
})

test('a refusal is an answer like any other', async () => {
  const { post, calls } = instance()
  const first = await post({ name: 7 })
  const again = await post({ name: 7 })
  assert.equal([first.status, again.status, calls.length], [422, 422, 0])
  assert.is(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(await errorsOf(again), await errorsOf(first))
  assert.is((await post('{"name":', 'broken')).status, 400)
})

test('a claim whose holder is gone is taken over after its lease, with the same seed', async () => {
  let clock = 1_000_000
  const now = () => clock
  const records = memoryRecords(now)
  const lost = instance({ records, now, gate: new Promise(() => {}) })
  void lost.post({ name: 'Acme' })
  await eventually('the lost instance has claimed the key', () => lost.calls.length === 1)
  const heir = instance({ records, now })
  assert.is((await heir.post({ name: 'Bolt' })).status, 422)
  const second = heir.post({ name: 'Acme' })
  clock += 31_000
  assert.is((await second).status, 201)
  assert.equal(heir.calls, lost.calls)
})

test('after 24 hours a key is new again', async () => {
  let clock = Date.now()
  const now = () => clock
  const { post, calls } = instance({ records: memoryRecords(now), now })
  await post({ name: 'Acme' })
  clock += 24 * 60 * 60 * 1000 - 1
  assert.is((await post({ name: 'Acme' })).headers.get('idempotent-replayed'), 'true')
  clock += 2
  assert.is((await post({ name: 'Bolt' })).status, 201)
  assert.is(calls.length, 2)
})

test('after 24 hours the same request does something new, and until then it is the same however often it failed', async () => {
  const midnight = Date.parse('2026-11-29T00:00:00Z')
  let clock = midnight - 1
  const now = () => clock
  const { post, calls } = instance({ records: memoryRecords(now), now, answers: [503, 429] })
  const at = async (time: number) => {
    clock = time
    return (await post({ name: 'Acme' })).status
  }
  assert.is(await at(midnight - 1), 503)
  assert.is(await at(midnight), 429)
  assert.is(await at(midnight + 60_000), 201)
  assert.is(await at(midnight + 24 * 3_600_000 + 59_999), 201)
  const [first, second, third, none] = calls
  assert.equal([second, third, none], [first, first, undefined])
  assert.is(await at(midnight + 24 * 3_600_000 + 60_001), 201)
  assert.is.not(calls[3], first)
  assert.is(calls.length, 4)
})

test('an answer that asks for other credentials is not kept', async () => {
  let calls = 0
  const { send } = toy((app) =>
    app.post('/things', (c) => {
      if (++calls === 1) c.header('WWW-Authenticate', 'Bearer realm="Probity", error="insufficient_scope"')
      return c.json({}, 403)
    }),
  )
  const replayed = async () => (await send('POST', '/v1/things', {}, { 'Idempotency-Key': 'once' })).headers.get('idempotent-replayed')
  assert.equal([await replayed(), await replayed(), await replayed(), calls], [null, null, 'true', 2])
})

test('a request that failed may be changed under its key', async () => {
  const { post, calls } = instance({ answers: [503] })
  assert.equal([(await post({ name: 'Acme' })).status, (await post({ name: 'Bolt' })).status, calls.length], [503, 201, 2])
  assert.is((await post({ name: 'Acme' })).status, 422)
})

test('a kept answer that somebody wrote over is not given out, and nothing is done twice', async () => {
  const records = memoryRecords()
  const { post, calls } = instance({ records })
  await post({ name: 'Acme' })
  const [record] = await records.list('idempotency')
  const { key, value, revision } = record as NonNullable<typeof record>
  const sealed = Buffer.from(String(value.answer), 'base64')
  sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)
  await records.put('idempotency', key, { ...value, answer: sealed.toString('base64') }, { expectedRevision: revision })
  const again = await post({ name: 'Acme' })
  assert.equal([again.status, (await errorsOf(again))[0]?.message], [409, 'the first answer to this Idempotency-Key can no longer be read'])
  assert.is(calls.length, 1)
})

test('the store holds neither the answer nor the key in a form that could be read', async () => {
  const records = memoryRecords()
  const { post } = instance({ records })
  await post({ name: 'Acme' }, 'order-of-acme')
  assert.is(records.size(), 1)
  for (const hidden of ['123-45', 'ssn', 'Acme', 'order-of-acme', 'account-a']) {
    assert.not.match(records.dump(), hidden)
    assert.not.match(records.dump(), Buffer.from(hidden).toString('base64').slice(0, 4))
  }
})

test('a key is 1 to 255 characters, on a POST', async () => {
  const { post, send } = instance()
  for (const wrong of ['', 'x'.repeat(256)]) assert.is((await post({ name: 'Acme' }, wrong)).status, 400)
  assert.is((await post({ name: 'Acme' }, 'x'.repeat(255))).status, 201)
  assert.is(await callOf(await send('GET', '/v1/things', undefined, { 'Idempotency-Key': '' })), 2)
})

test('the seed follows from account, key and request, and there is none without a key', async () => {
  const { post, send, calls } = instance({ answers: [503, 503, 503] })
  await post({ name: 'Acme' })
  await post({ name: 'Acme' })
  await post({ name: 'Bolt' })
  await send('POST', '/v1/things', { name: 'Acme' })
  const [first, same, other, none] = calls
  assert.match(first ?? '', /^[0-9a-f]{64}$/)
  assert.is(same, first)
  assert.is.not(other, first)
  assert.is(none, undefined)
})

test('a body that is no JSON counts byte by byte', async () => {
  const { post, calls } = instance()
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  assert.is((await post('a=1&b=2', 'form', '/v1/other', type)).status, 201)
  assert.is((await post('a=1&b=2', 'form', '/v1/other', type)).status, 201)
  assert.is((await post('b=2&a=1', 'form', '/v1/other', type)).status, 422)
  assert.is(calls.length, 1)
})

test('answers of 500 are not kept either, and those of 499 are', async () => {
  const { post, calls } = instance({ answers: [500, 499] })
  assert.equal([(await post({ name: 'Acme' })).status, (await post({ name: 'Acme' })).status], [500, 499])
  assert.is((await post({ name: 'Acme' })).headers.get('idempotent-replayed'), 'true')
  assert.is(calls.length, 2)
})

test('the same key is another one for test and for live data', async () => {
  const principal = (mode: 'test' | 'live'): Principal => ({
    accountId: 'account-a',
    mode,
    actor: { type: 'api_key', id: mode },
    scopes: ['read_only', 'read_write'],
  })
  const authenticate = async ({ credentials }: { credentials: { secret: string } }) =>
    principal(credentials.secret === 'live' ? 'live' : 'test')
  const { send } = toy((app) => app.post('/things', (c) => c.json({ mode: c.get('principal').mode })), { authenticate })
  const post = async (mode: string) =>
    (await send('POST', '/v1/things', {}, { 'Idempotency-Key': 'once', Authorization: `Bearer ${mode}` })).json()
  assert.equal([await post('test'), await post('live')], [{ mode: 'test' }, { mode: 'live' }])
})

test('a kept answer that holds a secret is for the key that got it, not for another one of the account', async () => {
  const keyOf = (id: string): Principal => ({
    accountId: 'account-a',
    mode: 'test',
    actor: { type: 'api_key', id },
    scopes: ['read_only', 'read_write'],
  })
  const { send } = toy(
    (app) => {
      const answer = (c: ProbityContext) => c.json({ of: c.get('principal').actor.id })
      app.post('/api_keys', describe({ summary: 'Make a key', tag: 'API keys', responses: { 200: z.object({}) } }), answer)
      app.post('/notes', describe({ summary: 'Add a note', tag: 'Notes', responses: { 200: z.object({}) } }), answer)
    },
    { authenticate: async ({ credentials }) => keyOf(credentials.secret) },
  )
  const post = (path: string, key: string) => send('POST', path, {}, { 'Idempotency-Key': path, Authorization: `Bearer ${key}` })
  assert.equal(await (await post('/v1/api_keys', 'wide')).json(), { of: 'wide' })
  assert.is((await post('/v1/api_keys', 'narrow')).status, 422)
  assert.equal(await (await post('/v1/api_keys', 'wide')).json(), { of: 'wide' })
  assert.equal(await (await post('/v1/notes', 'wide')).json(), { of: 'wide' })
  assert.equal(await (await post('/v1/notes', 'narrow')).json(), { of: 'wide' })
})

test('the query belongs to the request', async () => {
  const { post, calls } = instance()
  await post({ name: 'Acme' }, 'once', '/v1/other?a=1')
  assert.is((await post({ name: 'Acme' }, 'once', '/v1/other?a=2')).status, 422)
  assert.is((await post({ name: 'Acme' }, 'once', '/v1/other?a=1')).headers.get('idempotent-replayed'), 'true')
  assert.is(calls.length, 1)
})

test('an answer without a body is kept as one, without what belongs to a single response', async () => {
  const { send } = toy((app) => {
    app.post('/nothing', (c) => c.body(null, 204, { 'Set-Cookie': 'a=b', 'X-Own': 'kept' }))
  })
  const post = () => send('POST', '/v1/nothing', {}, { 'Idempotency-Key': 'once', 'X-Request-Id': 'mine' })
  const [first, again] = [await post(), await post()]
  assert.equal([first.status, await first.text(), again.status, await again.text()], [204, '', 204, ''])
  assert.equal([first.headers.get('set-cookie'), again.headers.get('set-cookie'), again.headers.get('x-own')], ['a=b', null, 'kept'])
})

test('a body of a megabyte counts as JSON, and a longer one byte by byte', async () => {
  let calls = 0
  const { send } = toy((app) => {
    app.post('/uploads', rawBody(z.object({}), 2 * 1_048_576), (c) => c.json({ call: ++calls }))
  })
  const ofSize = (size: number, wrap: (filler: string) => string) => wrap('x'.repeat(size - wrap('').length))
  const forwards = (filler: string) => `{"a":1,"b":"${filler}"}`
  const backwards = (filler: string) => `{"b":"${filler}","a":1}`
  const post = (sent: string) => send('POST', '/v1/uploads', sent, { 'Idempotency-Key': String(sent.length) })
  for (const [size, status] of [
    [1_048_576, 200],
    [1_048_577, 422],
  ] as const) {
    assert.is((await post(ofSize(size, forwards))).status, 200)
    assert.is((await post(ofSize(size, forwards))).headers.get('idempotent-replayed'), 'true')
    assert.is((await post(ofSize(size, backwards))).status, status)
  }
  assert.is(calls, 2)
})

test('a claim is not taken over before its lease ends, and its holder is waited for no longer than 35 seconds', async () => {
  let clock = 1_000_000
  const now = () => clock
  const held = memoryRecords(now)
  let looks = 0
  const records: MemoryRecords = {
    ...held,
    get: (...record) => {
      looks++
      return held.get(...record)
    },
  }
  const looked = (more: number) => {
    const from = looks
    return eventually('it has looked again', () => looks >= from + more)
  }
  const holder = instance({ records: held, now, gate: new Promise(() => {}) })
  void holder.post({ name: 'Acme' })
  await eventually('the holder has claimed the key', () => holder.calls.length === 1)
  const waiting = instance({ records, now })
  const answer = waiting.post({ name: 'Acme' })
  await looked(1)
  clock += 29_999
  await looked(2)
  assert.is(waiting.calls.length, 0)
  // Another one takes it over, and does not come to an end either.
  const [claim] = await held.list('idempotency')
  const { key, value, revision } = claim as NonNullable<typeof claim>
  await held.put('idempotency', key, { ...value, lease_until: clock + 30_000 }, { expectedRevision: revision })
  clock += 5_000
  await looked(2)
  clock += 1
  const { status, headers } = await answer
  assert.equal([status, headers.get('retry-after')], [503, '1'])
  assert.is(waiting.calls.length, 0)
})

test('a request that works longer than its lease is not done a second time by the same instance', async () => {
  let clock = 1_000_000
  const now = () => clock
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { post, calls } = instance({ gate, now, records: memoryRecords(now) })
  const first = post({ name: 'Acme' })
  await eventually('the first one is being worked on', () => calls.length === 1)
  clock += 31_000
  const second = post({ name: 'Acme' })
  // An answer of which nothing is kept: the second request has come as far as this one by then.
  await post({ name: 'Acme' }, '')
  open()
  assert.equal([await callOf(await first), await callOf(await second), calls.length], [1, 1, 1])
})

test('an answer that cannot be kept is given all the same, and the log says so with the request', async () => {
  const held = memoryRecords()
  const records: MemoryRecords = {
    ...held,
    put: async (kind, key, value, options) => {
      if ('answer' in value) throw new Error('the disk is full')
      return held.put(kind, key, value, options)
    },
  }
  const { send, logged } = toy((app) => app.post('/things', (c) => c.json({}, 201)), { records })
  assert.is((await send('POST', '/v1/things', {}, { 'Idempotency-Key': 'once', 'X-Request-Id': 'r-7' })).status, 201)
  const [line = '{}'] = logged().filter((each) => each.includes('could not be kept'))
  const { request_id, account_id, err } = JSON.parse(line)
  assert.equal([request_id, account_id, err.message], ['r-7', 'account-a', 'the disk is full'])
})

test.run()
