// What the edge measures, counts and limits of a request.
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryRateLimit } from '../../../src/auth/rate-limit.ts'
import { httpMetrics } from '../../../src/http/middleware/metrics.ts'
import type { Routes } from '../../../src/inner/framework/environment.ts'
import { errorsOf, type Toy, toy } from '../toy.ts'

/** Long enough to be told from nothing. */
const workMs = 5

const metrics = httpMetrics()
const during: string[] = []
const routes: Routes = (app) => {
  app.get('/work', async (c) => {
    for (const end = performance.now() + workMs; performance.now() < end; );
    during.push(await metrics.registry.getSingleMetricAsString('http_requests_in_flight'))
    return c.json({})
  })
  app.on(['GET', 'POST'], '/behind', (c) => c.json({}, 200, { 'Probity-Read-Model': 'behind' }))
  app.post('/plain', (c) => c.json({}, 201))
  app.get('/broken', () => {
    throw new Error('broken')
  })
}

/** How long the work took at least and at the most. */
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

test('the log tells how long a request took, in milliseconds with two digits behind the point', async () => {
  const { send, logged } = toy(routes)
  const most = await timed(() => send('GET', '/v1/work'))
  const { duration_ms } = JSON.parse(logged()[0] ?? '{}')
  assert.ok(duration_ms >= workMs - 0.01 && duration_ms <= most + 0.01, `${duration_ms} of ${most}`)
  assert.is(Math.round(duration_ms * 100) / 100, duration_ms)
})

test('requests count as being served for 20 ms after each came and was answered, also after a failure, and those that write all the time', async () => {
  let now = 1_000
  const edge = httpMetrics(new Registry(), () => now)
  /** Whether 19.9 and 20 ms later. */
  const served = () => {
    now += 19.9
    const soon = edge.isServing()
    now += 0.1
    return [soon, edge.isServing()]
  }
  const whileAsked: boolean[][] = []
  const writing: boolean[] = []
  const { send } = toy(
    (app) => {
      app.on(['GET', 'POST'], '/waiting', (c) => {
        whileAsked.push(served())
        writing.push(edge.isWriting())
        return c.json({})
      })
      app.get('/broken', () => {
        throw new Error('broken')
      })
    },
    { metrics: edge },
  )
  assert.is(edge.isServing(), false)
  for (const [method, path] of [
    ['GET', '/v1/waiting'],
    ['GET', '/v1/broken'],
    ['POST', '/v1/waiting'],
    ['POST', '/v1/nothing'],
  ] as const) {
    await send(method, path)
    assert.equal(served(), [true, false], `${method} ${path}`)
  }
  assert.equal(whileAsked, [
    [true, false],
    [true, true],
  ])
  assert.equal([...writing, edge.isWriting()], [false, true, false])
})

test('a log that is quiet has no line of a request', async () => {
  const lines: string[] = []
  const { send } = toy(routes, { log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) })
  assert.is((await send('GET', '/v1/work')).status, 200)
  assert.equal(lines, [])
  await send('GET', '/v1/broken')
  assert.is(lines.length, 1)
})

const numberIn = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  )

test('metrics tell how long requests took, in seconds, and how many wait for their answer', async () => {
  const { app, send } = toy(routes, { metrics })
  during.length = 0
  const most = await timed(() => send('GET', '/v1/work'))
  assert.equal(
    during.map((text) => numberIn(text, 'http_requests_in_flight')),
    [1],
  )
  await send('GET', '/v1/broken')
  const text = await (await app.request('/metrics')).text()
  assert.is(numberIn(await metrics.registry.getSingleMetricAsString('http_requests_in_flight'), 'http_requests_in_flight'), 0)
  const of = 'method="GET",route="/v1/work",status="200"'
  const seconds = numberIn(text, `http_request_duration_seconds_sum{${of}}`)
  assert.ok(seconds >= workMs / 1000 && seconds <= most / 1000, `${seconds} of ${most / 1000}`)
  assert.is(numberIn(text, `http_request_duration_seconds_bucket{le="0.001",${of}}`), 0)
  assert.is(numberIn(text, `http_request_duration_seconds_bucket{le="10",${of}}`), 1)
  assert.is(numberIn(text, 'http_request_duration_seconds_count{method="GET",route="/v1/broken",status="500"}'), 1)
})

test('a method that is none of HTTP counts as another one', async () => {
  const { app, send } = toy(routes)
  for (const method of ['PURGE', 'BREW', 'OPTIONS', 'PUT']) await send(method, '/v1/nothing')
  const text = await (await app.request('/metrics')).text()
  const count = (method: string) => numberIn(text, `http_request_duration_seconds_count{method="${method}",route="none",status="404"}`)
  assert.equal([count('other'), count('OPTIONS'), count('PUT')], [2, 1, 1])
})

test('answers that left before the read models had their writes are counted', async () => {
  const { app, send } = toy(routes)
  const counted = async () => numberIn(await (await app.request('/metrics')).text(), 'probity_read_model_behind_total')
  await send('POST', '/v1/plain')
  await send('GET', '/v1/behind')
  assert.is(await counted(), 0)
  await send('POST', '/v1/behind')
  assert.is(await counted(), 1)
})

test('a limit says in which time it holds', async () => {
  for (const [windowSeconds, words] of [
    [1, 'too many requests: at most 1 per second'],
    [60, 'too many requests: at most 1 per 60 seconds'],
  ] as const) {
    const { send } = toy(routes, { rateLimit: memoryRateLimit({ requests: 1, windowSeconds }) })
    const first = await send('POST', '/v1/plain')
    assert.is(first.headers.get('ratelimit-policy'), `"default";q=1;w=${windowSeconds}`)
    assert.is((await errorsOf(await send('POST', '/v1/plain')))[0]?.message, words)
  }
})

const guesses = (edge: Toy, count: number) =>
  Array.fromAsync({ length: count }, async () => (await edge.send('GET', '/v1/work', undefined, { Authorization: 'Bearer wrong' })).status)

test('each address may guess so often, and those without an address share what they may', async () => {
  let address: string | undefined = '192.0.2.1'
  const edge = toy(routes, { failureLimit: memoryRateLimit({ requests: 2, windowSeconds: 60 }), clientAddress: () => address })
  assert.equal(await guesses(edge, 3), [401, 401, 429])
  address = '192.0.2.2'
  assert.equal(await guesses(edge, 1), [401])
  address = undefined
  assert.equal(await guesses(edge, 3), [401, 401, 429])
})

test('who may only read may ask for headers alone, and learns what a write would need', async () => {
  const { send } = toy(routes)
  const reader = { Authorization: 'Bearer reader-a' }
  assert.equal(
    [(await send('HEAD', '/v1/work', undefined, reader)).status, (await send('GET', '/v1/work', undefined, reader)).status],
    [200, 200],
  )
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const refused = await send(method, '/v1/plain', undefined, reader)
    assert.is(refused.status, 403, method)
    assert.is(refused.headers.get('www-authenticate'), 'Bearer realm="Probity", error="insufficient_scope", scope="read_write"')
  }
})

test('the id of a request has up to 128 letters, digits, dots, colons, lines and underlines', async () => {
  const { send } = toy(routes)
  const id = async (sent: string) => (await send('POST', '/v1/plain', undefined, { 'X-Request-Id': sent })).headers.get('x-request-id')
  for (const sane of ['x'.repeat(128), 'aZ0._:-']) assert.is(await id(sane), sane)
  for (const wrong of ['', 'x'.repeat(129), 'a b', 'a/b', 'ä']) assert.is.not(await id(wrong), wrong)
})

test.run()
