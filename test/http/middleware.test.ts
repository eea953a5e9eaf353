import { type Attributes, type Span, type SpanStatus, SpanStatusCode, trace } from '@opentelemetry/api'
import { pino } from 'pino'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryRateLimit } from '../../src/auth/rate-limit.ts'
import { refused } from '../../src/commands/refused.ts'
import { innerApi } from '../../src/http/inner-api.ts'
import type { Routes } from '../../src/inner/framework/environment.ts'
import { Accepted, ApiError } from '../../src/interface/errors.ts'
import { versions } from '../../src/interface/versions.ts'
import { failureOf } from '../failure.ts'
import { memoryRecords } from './memory-records.ts'
import { errorsOf, secret, toy } from './toy.ts'

const routes: Parameters<typeof toy>[0] = (app) => {
  app.get('/things/:id', (c) => c.json({ account: c.get('principal').accountId }))
  app.get('/raw', () => new Response('raw'))
  app.post('/things', (c) => c.json({}, 201))
}

const { app, send, logged } = toy(routes)

const get = (authorization?: string) =>
  app.request('/v1/things/7', { headers: authorization === undefined ? {} : { Authorization: authorization } })

test('every response carries a request id: the one sent when it is a sane one, else a new one', async () => {
  assert.is((await send('GET', '/v1/things/7', undefined, { 'X-Request-Id': 'abc-123' })).headers.get('x-request-id'), 'abc-123')
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7/
  assert.match((await send('GET', '/v1/things/7', undefined, { 'X-Request-Id': 'a b<script>' })).headers.get('x-request-id') ?? '', uuid)
  for (const path of ['/v1/raw', '/v1/none', '/healthz', '/nowhere'])
    assert.match((await send('GET', path)).headers.get('x-request-id') ?? '', uuid, path)
  assert.match((await get()).headers.get('x-request-id') ?? '', uuid)
})

test('an API key is taken as a bearer token or as the Basic user name with an empty password', async () => {
  assert.equal(await (await get('Bearer key-b')).json(), { account: 'account-b' })
  assert.equal(await (await get(`Basic ${btoa('key-b:')}`)).json(), { account: 'account-b' })
})

test('anything else is 401 in JSON with a challenge', async () => {
  for (const wrong of [
    undefined,
    '',
    'Bearer',
    'Bearer wrong',
    'key-a',
    'Digest key-a',
    `Basic ${btoa('key-a:password')}`,
    'Basic !!!',
    `Basic ${btoa('key-a')}`,
  ]) {
    const response = await get(wrong)
    assert.is(response.status, 401, wrong ?? 'none')
    assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer /)
    assert.equal(
      (await errorsOf(response)).map(({ message }) => message),
      [wrong === undefined ? 'an API key is required: Authorization: Bearer <API key>' : 'the API key or access token is not valid'],
    )
    // RFC 6750, 3.1: who shows no credentials is not told that they are invalid.
    assert.is(response.headers.get('www-authenticate')?.includes('error="invalid_token"'), wrong !== undefined)
  }
})

test('who may only read gets 403 for a write, with the reason', async () => {
  assert.is((await get('Bearer reader-a')).status, 200)
  const response = await send('POST', '/v1/things', {}, { Authorization: 'Bearer reader-a' })
  assert.is(response.status, 403)
  assert.match((await errorsOf(response))[0]?.message ?? '', 'requires higher privileges')
})

test('an address that the account does not allow is 403', async () => {
  const { send } = toy(routes, {
    clientAddress: () => '192.0.2.1',
    authenticate: async ({ clientAddress }) => {
      throw refused('client_address_not_allowed', undefined, { address: clientAddress ?? null })
    },
  })
  assert.is((await send('GET', '/v1/things/7')).status, 403)
})

test('beyond its rate an account gets 429 with Retry-After, and another account is not held up', async () => {
  const limited = toy(routes, { rateLimit: memoryRateLimit({ requests: 3, windowSeconds: 1 }) })
  const first = await limited.send('GET', '/v1/things/7')
  assert.is(first.headers.get('ratelimit-policy'), '"default";q=3;w=1')
  assert.is(first.headers.get('ratelimit'), '"default";r=2;t=1')
  await limited.send('GET', '/v1/things/7')
  await limited.send('GET', '/v1/things/7')
  const fourth = await limited.send('GET', '/v1/things/7')
  assert.is(fourth.status, 429)
  assert.is(fourth.headers.get('retry-after'), '1')
  assert.is(fourth.headers.get('ratelimit'), '"default";r=0;t=1')
  assert.is((await errorsOf(fourth)).length, 1)
  assert.is((await limited.send('GET', '/v1/things/7', undefined, { Authorization: 'Bearer key-b' })).status, 200)
})

test('requests that are refused for want of a right count against the rate too', async () => {
  const limited = toy(routes, { rateLimit: memoryRateLimit({ requests: 2, windowSeconds: 1 }) })
  const write = () => limited.send('POST', '/v1/things', {}, { Authorization: 'Bearer reader-a' })
  const first = await write()
  assert.is(first.status, 403)
  assert.is(first.headers.get('ratelimit'), '"default";r=1;t=1')
  assert.equal([(await write()).status, (await write()).status], [403, 429])
})

test('somebody who guesses keys gets 429, while right keys from the same address still work', async () => {
  const guarded = toy(routes, { failureLimit: memoryRateLimit({ requests: 2, windowSeconds: 60 }), clientAddress: () => '192.0.2.1' })
  const wrong = () => guarded.send('GET', '/v1/things/7', undefined, { Authorization: 'Bearer wrong' })
  assert.equal([(await wrong()).status, (await wrong()).status], [401, 401])
  const third = await wrong()
  assert.is(third.status, 429)
  const wait = third.headers.get('retry-after')
  assert.ok(Number(wait) > 50)
  assert.equal([third.headers.get('ratelimit-policy'), third.headers.get('ratelimit')], ['"failures";q=2;w=60', `"failures";r=0;t=${wait}`])
  assert.is((await guarded.send('GET', '/v1/things/7')).status, 200)
})

test('who guesses keys gets no further with other addresses of the same IPv6 network', async () => {
  let address = ''
  const guarded = toy(routes, { failureLimit: memoryRateLimit({ requests: 2, windowSeconds: 60 }), clientAddress: () => address })
  const statuses: number[] = []
  for (address of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::', '2001:db8:1:3::1'])
    statuses.push((await guarded.send('GET', '/v1/things/7', undefined, { Authorization: 'Bearer wrong' })).status)
  assert.equal(statuses, [401, 401, 429, 401])
})

test('a request leaves one line in the log, without values, keys or bodies', async () => {
  const before = logged().length
  await send('GET', '/v1/things/secret-id?ssn=123-45-6789', undefined, { 'X-Request-Id': 'logged-1' })
  await get('Bearer wrong')
  const [line = '', failed = '', ...more] = logged().slice(before)
  assert.is(more.length, 0)
  const entry = JSON.parse(line)
  assert.equal(
    [entry.method, entry.route, entry.status, entry.account_id, entry.request_id, typeof entry.duration_ms],
    ['GET', '/v1/things/:id', 200, 'account-a', 'logged-1', 'number'],
  )
  for (const hidden of ['secret-id', '123-45-6789', 'key-a', 'Bearer']) assert.not.match(line, hidden)
  assert.is(JSON.parse(failed).status, 401)
})

test('metrics count requests by route pattern, method and status', async () => {
  const { send, app } = toy(routes)
  await send('GET', '/v1/things/1')
  await send('GET', '/v1/things/2')
  await send('GET', '/v1/unknown/3')
  const response = await app.request('/metrics')
  const text = await response.text()
  assert.match(response.headers.get('content-type') ?? '', 'text/plain')
  assert.match(text, 'http_request_duration_seconds_count{method="GET",route="/v1/things/:id",status="200"} 2')
  assert.match(text, 'http_request_duration_seconds_count{method="GET",route="none",status="404"} 1')
  assert.match(text, /http_requests_in_flight 1\n/)
  assert.match(text, 'process_cpu_user_seconds_total')
})

test('a HEAD request has the headers of the GET, and what feeds its body is told that nobody reads', async () => {
  let ended = 0
  const { send } = toy((app) => {
    app.get('/feed', (c) => c.body(new ReadableStream({ cancel: () => void ended++ }), 200, { 'Content-Type': 'text/event-stream' }))
  })
  const response = await send('HEAD', '/v1/feed')
  assert.equal([response.status, response.headers.get('content-type'), await response.text()], [200, 'text/event-stream', ''])
  assert.is(ended, 1)
})

test('the process says that it is alive, and whether it can work', async () => {
  assert.equal(await (await app.request('/healthz')).json(), { status: 'ok' })
  assert.is((await app.request('/readyz')).status, 200)
  const { app: starting } = toy(routes, { ready: async () => ({ ok: false, checks: { event_store: true, projections: false } }) })
  const response = await starting.request('/readyz')
  assert.is(response.status, 503)
  assert.equal(await response.json(), { status: 'unavailable', checks: { event_store: true, projections: false } })
})

test('what keeps the process from working is told, with the first twenty records that were set aside', async () => {
  const record = (n: number) => ({ kind: 'keys', key: `k${n}`, file: 'records.sqlite', found_at: '2026-11-22T00:00:00.000Z' })
  const setAside = Array.from({ length: 21 }, (_, n) => record(n))
  const folding = { position: 5n, end: 12345678901234567890n }
  const answer = async (more: object) => {
    const { app: other } = toy(routes, { ready: async () => ({ ok: true, checks: {}, ...more }) })
    return (await other.request('/readyz')).json()
  }
  assert.equal(await answer({ reasons: ['the disk is full'], setAside, folding }), {
    status: 'ok',
    checks: {},
    reasons: ['the disk is full'],
    set_aside: { total_count: 21, data: setAside.slice(0, 20) },
    folding: { position: '5', end: '12345678901234567890' },
  })
  assert.equal(await answer({ reasons: [], setAside: [] }), { status: 'ok', checks: {} })
})

test('an answer names the version that it is in: the one asked for, else that of the account, else the usual one', async () => {
  const [usual, newest] = [versions[0]?.version, versions.at(-1)?.version]
  const versionOf = async (accountId: string) => (accountId === 'account-b' ? 'of a later release' : undefined)
  const { app: versioned } = toy(routes, { versionOf })
  const version = async (headers: Record<string, string>) =>
    (await versioned.request('/v1/things/7', { headers })).headers.get('Probity-Version')
  assert.is(await version({ Authorization: 'Bearer key-a' }), usual)
  assert.is(await version({ Authorization: 'Bearer key-b' }), newest)
  assert.is(await version({ Authorization: 'Bearer key-b', 'Probity-Version': String(usual) }), usual)
  for (const refused of ['Bearer nobody', '']) {
    assert.is(await version({ Authorization: refused, 'Probity-Version': String(newest) }), newest)
    assert.is(await version({ Authorization: refused }), usual)
    assert.is(await version({ Authorization: refused, 'Probity-Version': 'latest' }), usual)
  }
})

const proposalId = '0198c0de-0000-7000-8000-000000000001'

test('a page asks the API inside the process as its user, and gets what a client would get', async () => {
  const asked: Record<string, unknown>[] = []
  const inner: Routes = (mounted) => {
    mounted.all('/echo', async (c) => {
      const { accountId, mode } = c.get('principal')
      const [type, key] = [c.req.header('content-type'), c.req.header('idempotency-key')]
      asked.push({ method: c.req.method, accountId, mode, requestId: c.get('requestId'), type, key, body: await c.req.text() })
      return c.json({ n: asked.length }, 201)
    })
    mounted.get('/text', (c) => c.text('as text'))
    mounted.get('/nothing', (c) => c.body(null, 204))
    mounted.get('/file', (c) => c.body(new Uint8Array([1, 2]), 200, { 'Content-Type': 'application/pdf' }))
    mounted.get('/refusal', () => {
      throw refused('model_unknown', 'model_slug')
    })
    mounted.post('/proposal', (c) => c.json(new Accepted(proposalId, ['approval']).body, 202))
    mounted.post('/later', (c) => c.json({ object: 'export' }, 202))
  }
  const api = innerApi({ routes: [inner], log: pino({ level: 'silent' }), records: memoryRecords(), secret })
  const { app: pages } = toy((mounted) => {
    mounted.get('/page', async (c) => {
      await api(c, { method: 'GET', path: '/v1/echo' })
      await api(c, { method: 'PUT', path: '/v1/echo', body: { a: 1 }, mode: 'live', idempotencyKey: 'k' })
      for (const _ of ['once', 'twice']) assert.equal(await api(c, { method: 'POST', path: '/v1/echo', idempotencyKey: 'k' }), { n: 3 })
      assert.is(await api(c, { method: 'GET', path: '/v1/text' }), 'as text')
      assert.is(await api(c, { method: 'GET', path: '/v1/nothing' }), '')
      assert.equal(await api.file(c, { method: 'GET', path: '/v1/file' }), new Uint8Array([1, 2]))
      assert.instance(await failureOf(api.file(c, { method: 'GET', path: '/v1/text' })), TypeError)
      assert.equal(await api(c, { method: 'POST', path: '/v1/later' }), { object: 'export' })
      const proposed = await failureOf(api(c, { method: 'POST', path: '/v1/proposal' }))
      assert.ok(proposed instanceof Accepted && proposed.body.id === proposalId)
      const no = await failureOf(api(c, { method: 'GET', path: '/v1/refusal' }))
      assert.ok(no instanceof ApiError && !(no instanceof Accepted))
      assert.equal([no.status, no.entries.map(({ parameter }) => parameter)], [422, ['model_slug']])
      assert.equal([api.offers('/v1/text'), api.offers('/v1/later'), api.offers('/v1/else')], [true, false, false])
      return c.json({})
    })
  })
  const page = await pages.request('/v1/page', { headers: { Authorization: 'Bearer key-a', 'X-Request-Id': 'r' } })
  assert.is(page.status, 200, await page.text())
  const common = { accountId: 'account-a', requestId: 'r' }
  assert.equal(asked, [
    { method: 'GET', ...common, mode: 'test', type: undefined, key: undefined, body: '' },
    { method: 'PUT', ...common, mode: 'live', type: 'application/json', key: undefined, body: '{"a":1}' },
    { method: 'POST', ...common, mode: 'test', type: undefined, key: 'k', body: '' },
  ])
  const { app: reading } = toy((mounted) => {
    mounted.get('/page', async (c) => {
      const no = await failureOf(api(c, { method: 'POST', path: '/v1/echo' }))
      return c.json({ status: no instanceof ApiError ? no.status : 0 })
    })
  })
  const read = await reading.request('/v1/page', { headers: { Authorization: 'Bearer reader-a' } })
  assert.equal(await read.json(), { status: 403 })
})

/** A span that is recorded, and what it was told. */
const recorded = (name: string) => {
  const told: { name: string; attributes: Attributes; status?: SpanStatus } = { name, attributes: {} }
  const span: Span = {
    spanContext: () => ({ traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: 1 }),
    setAttribute: () => span,
    setAttributes: (attributes) => {
      told.attributes = attributes
      return span
    },
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    setStatus: (status) => {
      told.status = status
      return span
    },
    updateName: (to) => {
      told.name = to
      return span
    },
    end: () => undefined,
    isRecording: () => true,
    recordException: () => undefined,
  }
  return { told, span }
}

test('a span has the route of its request, the status and the account, and an error where the service failed', async () => {
  const all: ReturnType<typeof recorded>['told'][] = []
  const startSpan = (name: string) => {
    const { told, span } = recorded(name)
    all.push(told)
    return span
  }
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan: () => assert.unreachable() }) })
  try {
    await send('GET', '/v1/things/7', undefined, { 'X-Request-Id': 'r' })
    await app.request('/v1/things/7', { headers: { 'X-Request-Id': 's' } })
    const { app: failing } = toy(routes, { ready: async () => ({ ok: false, checks: {} }) })
    await failing.request('/readyz', { headers: { 'X-Request-Id': 't' } })
  } finally {
    trace.disable()
  }
  const span = (name: string, status: number, id: string, account: string) => ({
    name: `GET ${name}`,
    attributes: {
      'http.request.method': 'GET',
      'http.route': name,
      'http.response.status_code': status,
      'probity.request_id': id,
      'probity.account_id': account,
    },
    ...(status >= 500 ? { status: { code: SpanStatusCode.ERROR } } : {}),
  })
  assert.equal(all, [span('/v1/things/:id', 200, 'r', 'account-a'), span('/v1/things/:id', 401, 's', ''), span('/readyz', 503, 't', '')])
})

test('answers of the API are not to be cached', async () => {
  assert.is((await send('GET', '/v1/things/7')).headers.get('cache-control'), 'no-store')
  assert.is((await get()).headers.get('cache-control'), 'no-store')
})

test.run()
