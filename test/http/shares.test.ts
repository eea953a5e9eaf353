// One account cannot block another: it takes all that it can, and another account is served; places come back however a request ends.
import { connect } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { feedRoutes } from '../../src/http/routes/feed.ts'
import { startServer } from '../../src/http/server.ts'
import { body } from '../../src/http/validation.ts'
import { readBytes } from '../../src/inner/framework/body.ts'
import { type EdgeShares, edgeShares } from '../../src/inner/framework/edge-shares.ts'
import { holdPlace, inTurn } from '../../src/inner/framework/places.ts'
import { changes } from '../../src/pages/framework/changes.ts'
import { fairShares } from '../../src/stores/fair-shares.ts'
import { eventually, until } from '../eventually.ts'
import { toy } from './toy.ts'

const test = suite('shares')

type Served = {
  readonly url: string
  readonly port: number
  readonly failing: { isOn: boolean }
  readonly left: { readonly begun: number; readonly count: number }
}

const withServer = async (shares: Partial<EdgeShares>, use: (served: Served) => Promise<void>) => {
  const failing = { isOn: false }
  const left = { begun: 0, count: 0 }
  const closed = { close: async () => undefined }
  const inner = { follow: () => closed, watch: async () => closed, passed: async () => true, history: async () => [] }
  const { app } = toy(
    [
      feedRoutes(inner as unknown as Parameters<typeof feedRoutes>[0]),
      (app) => {
        app.post('/things', body(z.object({ name: z.string() })), (c) => c.json(c.req.valid('json'), 201))
        app.post('/files', async (c) => {
          const { length } = await readBytes(c, 75 * 1_048_576)
          if (failing.isOn) throw new Error('it fails')
          return c.json({ bytes: length }, 201)
        })
        app.get('/late', async (c) => {
          left.begun++
          await new Promise((resolve) => c.env.outgoing?.once('close', resolve))
          holdPlace(c, 'streams')
          left.count++
          return c.body(null)
        })
        app.get('/live', (c) => changes(inner, c, 'business-1'))
        app.get('/document', async (c) => c.json(await inTurn(c, () => new Promise<never>(() => {}))))
        app.get('/documents', async (c) => c.json(await inTurn(c, async () => ({ made: true }))))
      },
    ],
    { shares: edgeShares(shares) },
  )
  const server = await startServer(app, { port: 0 })
  try {
    await use({ url: server.url, port: server.address.port, failing, left })
  } finally {
    await server.stop(0)
  }
}

/** A bare connection of an account: what it has received so far, and whether the other side has closed it. */
const open = (port: number, account: 'a' | 'b', lines: readonly string[], begin = '') => {
  const socket = connect(port, '127.0.0.1')
  const connection = { socket, received: '', closed: false }
  socket.on('data', (chunk) => {
    connection.received += chunk
  })
  socket.on('close', () => {
    connection.closed = true
  })
  socket.on('error', () => {})
  const head = [...lines, 'Host: localhost', `Authorization: Bearer key-${account}`, 'Content-Type: application/json']
  socket.write(`${head.join('\r\n')}\r\n\r\n${begin}`)
  return connection
}

const framings = [
  ['that says how long it is', 'Content-Length: 2000000', 'x'.repeat(1_500_000)],
  ['that does not', 'Transfer-Encoding: chunked', `1E8480\r\n${'x'.repeat(1_500_000)}`],
] as const

for (const [kind, framing, begin] of framings) {
  const slow = (port: number, account: 'a' | 'b' = 'a') => open(port, account, ['POST /v1/files HTTP/1.1', framing], begin)
  const whole = async (url: string, account: 'a' | 'b') => {
    const headers = { Authorization: `Bearer key-${account}` }
    return (await fetch(`${url}/v1/files`, { method: 'POST', headers, body: 'x'.repeat(1_500_000) })).status
  }

  test(`an account with slow uploads on its share is told 429 about one more ${kind}, and another account uploads`, () =>
    withServer({}, async ({ port, url }) => {
      const uploads = Array.from({ length: 3 }, () => slow(port))
      await eventually('one is refused', () => uploads.some(({ received }) => received.includes('try again')))
      const [refused, ...others] = uploads.filter(({ received }) => received !== '')
      assert.equal(others, [])
      assert.match(refused?.received ?? '', /^HTTP\/1\.1 429 [\s\S]*retry-after: \d/i)
      assert.is(await whole(url, 'b'), 201)
      for (const { socket } of uploads) socket.destroy()
      await until('there is room again', async () => (await whole(url, 'a')) === 201)
    }))

  test(`an upload ${kind} is 503 when all places are taken`, () =>
    withServer({ uploads: fairShares({ places: 1 }) }, async ({ port }) => {
      const uploads = [slow(port, 'a'), slow(port, 'b')]
      await eventually('one is refused', () => uploads.some(({ received }) => received.includes('try again')))
      assert.match(uploads.map(({ received }) => received).join(''), /^HTTP\/1\.1 503 [\s\S]*retry-after: \d/i)
      for (const { socket } of uploads) socket.destroy()
    }))

  test(`the place of an upload ${kind} comes back after its end and after an error`, () =>
    withServer({ uploads: fairShares({ places: 1 }) }, async ({ url, failing }) => {
      for (let n = 0; n < 3; n++) await until('it has its answer', async () => (await whole(url, 'a')) === 201)
      failing.isOn = true
      for (let n = 0; n < 3; n++) await until('it has failed', async () => (await whole(url, 'a')) === 500)
    }))
}

const pace = { longestMs: 600_000, windowMs: 300, leastBytes: 1_000 }

for (const [size, lines] of [
  ['short', ['POST /v1/things HTTP/1.1', 'Content-Length: 5000']],
  ['long', ['POST /v1/files HTTP/1.1', 'Content-Length: 5000000']],
  ['endless', ['POST /v1/files HTTP/1.1', 'Transfer-Encoding: chunked']],
] as const)
  test(`a peer that sends its ${size} body a byte at a time is cut off`, () =>
    withServer({ bodyPace: pace }, async ({ port }) => {
      const peer = open(port, 'a', lines, size === 'endless' ? '4C4B40\r\n' : '')
      const dripping = setInterval(() => peer.socket.write('x'), 20)
      await eventually('the connection is closed', () => peer.closed)
      clearInterval(dripping)
      assert.match(peer.received, /^HTTP\/1\.1 408 [\s\S]*took too long/)
    }))

test('a body that keeps the pace arrives, however long it takes, until its time is over', async () => {
  const steady = async (longestMs: number) => {
    let received = ''
    await withServer({ bodyPace: { longestMs, windowMs: 2_000, leastBytes: 2 } }, async ({ port }) => {
      const peer = open(port, 'a', ['POST /v1/files HTTP/1.1', 'Content-Length: 200'])
      let left = 200
      const sending = setInterval(() => left > 0 && left-- && peer.socket.write('x'), 20)
      await eventually('there is an answer', () => peer.received.includes('}'))
      clearInterval(sending)
      received = peer.received
      peer.socket.destroy()
    })
    return received
  }
  assert.match(await steady(600_000), /^HTTP\/1\.1 201 /)
  assert.match(await steady(500), /^HTTP\/1\.1 408 /)
})

for (const [what, path, accept] of [
  ['streams', '/v1/events', 'text/event-stream'],
  ['streams', '/v1/live', 'text/event-stream'],
  ['longPolls', '/v1/events?wait=30', 'application/json'],
] as const)
  test(`an account that holds its share of ${what} at ${path} is told 429, another account is served, and places come back`, () =>
    withServer({ [what]: fairShares({ places: 3, perAccount: 2 }) }, async ({ port, url }) => {
      const lines = [`GET ${path} HTTP/1.1`, `Accept: ${accept}`]
      const status = async (account: 'a' | 'b') => {
        const leaving = new AbortController()
        const headers = { Authorization: `Bearer key-${account}`, Accept: accept }
        const answer = await fetch(`${url}${path.replace('wait=30', 'wait=1')}`, { headers, signal: leaving.signal })
        leaving.abort()
        return answer.status
      }
      const held = [open(port, 'a', lines), open(port, 'a', lines)]
      await until('one more is refused', async () => (await status('a')) === 429)
      assert.is(await status('b'), 200)
      for (const { socket } of held) socket.destroy()
      await until('there is room again', async () => (await status('a')) === 200)
    }))

test('a client that leaves before its request gets so far holds no place', () =>
  withServer({ streams: fairShares({ places: 2, perAccount: 1 }) }, async ({ port, left }) => {
    for (let n = 1; n <= 3; n++) {
      const early = open(port, 'a', ['GET /v1/late HTTP/1.1'])
      await eventually('its request has begun', () => left.begun === n)
      early.socket.destroy()
      await eventually('its request went on', () => left.count === n)
    }
    const next = open(port, 'a', ['GET /v1/live HTTP/1.1'])
    await eventually('it is served', () => next.received.startsWith('HTTP/1.1 200 '))
    next.socket.destroy()
  }))

test('an account whose PDFs take all their time is told 429 when too many wait, and another account gets its own', () =>
  withServer({ documents: fairShares({ places: 2, perAccount: 1, waiting: 2 }) }, async ({ url }) => {
    const leaving = new AbortController()
    const ask = (path: string, account: 'a' | 'b') =>
      fetch(`${url}${path}`, { headers: { Authorization: `Bearer key-${account}` }, signal: leaving.signal })
    const asked = Array.from({ length: 4 }, () => ask('/v1/document', 'a'))
    const refused = await Promise.race(asked)
    assert.is(refused.status, 429)
    assert.ok(refused.headers.get('retry-after'))
    assert.is((await ask('/v1/documents', 'b')).status, 200)
    leaving.abort()
    await Promise.allSettled(asked)
  }))

test.run()
