import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { type ServerOptions, startServer } from '../../src/http/server.ts'
import { body } from '../../src/http/validation.ts'
import { readBytes } from '../../src/inner/framework/body.ts'
import { eventually, inTime } from '../eventually.ts'
import { filled } from '../filled.ts'
import { toy } from './toy.ts'

const test = suite('server')

const withServer = async (
  use: (
    server: Awaited<ReturnType<typeof startServer>>,
    calls: { started: number; left: number; ended: number; open: () => void },
  ) => Promise<void>,
  timeouts: ServerOptions['timeouts'] = {},
) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const calls = { started: 0, left: 0, ended: 0, open }
  const { app } = toy((app) => {
    app.post('/things', body(z.object({ name: z.string() })), (c) => c.json(c.req.valid('json'), 201))
    app.post('/files', async (c) => c.json({ bytes: (await readBytes(c, 75 * 1_048_576)).length }, 201))
    app.get('/slow', async (c) => {
      calls.started++
      await gate
      return c.json({ done: true })
    })
    app.get('/events', (c) => {
      calls.started++
      const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new TextEncoder().encode(': here\n\n'))
      const body = new ReadableStream({ start, cancel: () => void calls.left++ })
      return c.body(body, 200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
    })
    app.get('/download', (c) => {
      const part = (text: string) => new TextEncoder().encode(text)
      const start = async (controller: ReadableStreamDefaultController) => {
        controller.enqueue(part('one,'))
        await gate
        controller.enqueue(part('two'))
        controller.close()
      }
      return c.body(new ReadableStream({ start }), 200, { 'Content-Type': 'text/csv' })
    })
    app.get('/large', (c) => {
      ;(c.env as unknown as { readonly outgoing: ServerResponse }).outgoing.once('close', () => void calls.ended++)
      return c.body(Buffer.alloc(64 * 1_048_576))
    })
    app.get('/nothing', (c) => c.body(null, 204))
  })
  const server = await startServer(app, { port: 0, timeouts })
  try {
    await use(server, calls)
  } finally {
    open()
    await server.stop(0)
  }
}

/** A bare connection: what it has received so far, and whether the other side has closed it. */
const open = (port: number) => {
  const socket: Socket = connect(port, '127.0.0.1')
  const connection = { socket, received: '', closed: false, write: (text: string | Buffer) => socket.write(text) }
  socket.on('data', (chunk) => {
    connection.received += chunk
  })
  socket.on('close', () => {
    connection.closed = true
  })
  socket.on('error', () => {})
  return connection
}

/** In milliseconds: a stop waits 100 for another request. */
const longerThanAStopWaits = 250

const head = (lines: string[]) =>
  `${lines.join('\r\n')}\r\nHost: localhost\r\nAuthorization: Bearer key-a\r\nContent-Type: application/json\r\n\r\n`

test('a request over a socket is answered like any other', () =>
  withServer(async ({ url }) => {
    const headers = { Authorization: 'Bearer key-a', 'Content-Type': 'application/json' }
    const response = await fetch(`${url}/v1/things`, { method: 'POST', headers, body: '{"name":"Ärzte & Söhne"}' })
    assert.is(response.status, 201)
    assert.equal(await response.json(), { name: 'Ärzte & Söhne' })
    assert.ok(response.headers.get('x-request-id'))
    assert.is((await fetch(`${url}/v1/things`, { method: 'POST', headers })).status, 400)
  }))

test('broken UTF-8 is 400', () =>
  withServer(async ({ address }) => {
    const connection = open(address.port)
    connection.write(head(['POST /v1/things HTTP/1.1', 'Content-Length: 12']))
    connection.write(Buffer.from([...Buffer.from('{"name":"'), 0xc3, 0x28, 0x22]))
    await eventually('the answer is there', () => connection.received.includes('UTF-8'))
    assert.match(connection.received, /^HTTP\/1\.1 400 /)
    connection.socket.destroy()
  }))

test('a body that never says how long it is gets 413 once it is too long, and the connection is closed', () =>
  withServer(async ({ address }) => {
    const connection = open(address.port)
    connection.write(head(['POST /v1/things HTTP/1.1', 'Transfer-Encoding: chunked']))
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    for (let sent = 0; sent < 20; sent++) connection.write(chunk)
    await eventually('the answer is there', () => connection.received.includes('larger than'))
    assert.match(connection.received, /^HTTP\/1\.1 413 /)
    assert.match(connection.received, /connection: close/i)
    await eventually('the connection is closed', () => connection.closed)
  }))

test('a declared length beyond the limit is 413 before any of it arrives', () =>
  withServer(async ({ address }) => {
    const connection = open(address.port)
    connection.write(head(['POST /v1/things HTTP/1.1', 'Content-Length: 99000000']))
    await eventually('the answer is there', () => connection.received.includes('larger than'))
    assert.match(connection.received, /^HTTP\/1\.1 413 /)
    connection.socket.destroy()
  }))

test('a request that expects what nobody knows is answered like any other', () =>
  withServer(async ({ address }) => {
    const connection = open(address.port)
    connection.write(head(['GET /healthz HTTP/1.1', 'Expect: a miracle']))
    await eventually('the answer is there', () => connection.received.includes('"ok"'))
    assert.match(connection.received, /^HTTP\/1\.1 200 .*\r\nx-request-id: /is)
    connection.socket.destroy()
  }))

test('what is no HTTP, or names no host, is 400 in JSON under a request id', () =>
  withServer(async ({ address }) => {
    for (const sent of ['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n']) {
      const connection = open(address.port)
      connection.write(sent)
      await eventually('the answer is there', () => connection.received.includes('errors'))
      assert.match(connection.received, /^HTTP\/1\.1 400 /)
      assert.match(connection.received, /\r\nx-request-id: [0-9a-f-]{36}\r\n/i)
      connection.socket.destroy()
    }
  }))

test('what is wrong with such a request is said, and headers that are too large are 431', () =>
  withServer(async ({ address }) => {
    for (const [sent, status, message] of [
      ['nonsense\r\n\r\n', 400, 'this is not an HTTP request'],
      ['GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400, 'the request line or its Host header is not valid'],
      ['GET / HTTP/1.1\r\n\r\n', 400, 'a Host header is required'],
      [head(['GET / HTTP/1.1', `X-Long: ${'x'.repeat(40_000)}`]), 431, 'the headers are larger than the 16 KB allowed'],
    ] as const) {
      const connection = open(address.port)
      connection.write(sent)
      await eventually('the answer is there', () => connection.received.includes('errors'))
      assert.match(connection.received, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.match(connection.received, /\r\ncontent-type: application\/json\r\n/i)
      assert.match(connection.received, JSON.stringify({ errors: [{ message }] }))
      connection.socket.destroy()
    }
  }))

test('a port that is taken is named', () =>
  withServer(async ({ address }) => {
    const { app } = toy([])
    const error = await startServer(app, { port: address.port }).then(
      () => undefined,
      (caught: Error) => caught,
    )
    assert.match(error?.message ?? 'it listens', new RegExp(`^HOST 127\\.0\\.0\\.1, PORT ${address.port} cannot be listened on: `))
  }))

test('an answer without a type is one', () =>
  withServer(async ({ url }) => {
    const response = await fetch(`${url}/v1/nothing`, { headers: { Authorization: 'Bearer key-a' } })
    assert.equal([response.status, response.headers.get('content-type')], [204, null])
  }))

test('requests that a client sends ahead are answered in turn, each once the answer before was taken', () =>
  withServer(async (server, calls) => {
    const ahead = open(server.address.port)
    const nothing = head(['GET /v1/nothing HTTP/1.1'])
    ahead.write(head(['GET /v1/slow HTTP/1.1']).repeat(2) + nothing.repeat(49))
    await eventually('the first is being answered', () => calls.started === 1)
    await pause(50)
    assert.is(calls.started, 1)
    calls.open()
    const answers = () => ahead.received.match(/(?<=HTTP\/1\.1 )\d+/g) ?? []
    await eventually('all are answered', () => answers().length === 51)
    assert.equal([calls.started, answers()], [2, ['200', '200', ...Array(49).fill('204')]])
    const greedy = open(server.address.port)
    greedy.write(head(['GET /v1/events HTTP/1.1']) + nothing.repeat(51))
    await eventually('it is cut off', () => greedy.closed)
  }))

test('a client that takes nothing of its answer is cut off, and one that waits for its answer is not', () =>
  withServer(
    async (server, calls) => {
      const slow = open(server.address.port)
      slow.write(head(['GET /v1/slow HTTP/1.1']))
      const greedy = open(server.address.port)
      greedy.socket.pause()
      greedy.write(head(['GET /v1/large HTTP/1.1']))
      await eventually('its answer is not wanted', () => calls.ended === 1)
      calls.open()
      await eventually('the other has its answer', () => /"done":true/.test(slow.received))
      greedy.socket.destroy()
    },
    // A connection on which nothing is asked is cut off too: a slow machine has to read the request before.
    { taking: 1_000 },
  ))

test('a stop lets a download come to its end', () =>
  withServer(async ({ address, stop }, calls) => {
    const reader = open(address.port)
    reader.write(head(['GET /v1/download HTTP/1.1']))
    await eventually('it has begun', () => reader.received.includes('one,'))
    const stopped = stop(600_000)
    calls.open()
    await inTime('the server has stopped', stopped)
    await eventually('the connection is closed', () => reader.closed)
    assert.match(reader.received, 'two')
  }))

test('while requests come that were sent before a stop was known they are answered, with the last word on their connections', () =>
  withServer(async ({ address, stop }, calls) => {
    const connections = Array.from({ length: 200 }, () => open(address.port))
    for (const each of connections) each.write(head(['GET /healthz HTTP/1.1']))
    for (const each of connections) await eventually('it is connected', () => each.received.includes('"ok"'))
    const stream = open(address.port)
    stream.write(head(['GET /v1/events HTTP/1.1']))
    await eventually('the stream has begun', () => stream.received.includes(': here'))
    const stopped = stop(600_000)
    const ask = (path: string) => {
      const next = connections.shift()
      if (!next) throw new Error('the stream goes on while requests come')
      next.received = ''
      next.write(head([`GET ${path} HTTP/1.1`]))
      return next
    }
    // They come in time by a clock of their own, however long each answer takes on its way.
    const asked: ReturnType<typeof ask>[] = []
    const asking = setInterval(() => asked.push(ask('/healthz')), 10)
    try {
      await pause(longerThanAStopWaits)
      await eventually('the stream has ended', () => stream.received.endsWith('\r\n0\r\n\r\n'))
      ask('/v1/events')
    } finally {
      clearInterval(asking)
    }
    await eventually('all are answered', () => asked.every(({ closed }) => closed))
    for (const { received } of filled(asked)) assert.match(received, /^HTTP\/1\.1 200 [\s\S]*connection: close/i)
    await eventually('another stream has begun', () => calls.started === 2)
    await inTime('the server has stopped as soon as no more requests come', stopped)
    assert.is(calls.left, 2, 'that stream has ended too')
  }))

test('stopping closes idle connections, lets work in flight finish and takes nothing new', () =>
  withServer(async ({ address, url, stop }, calls) => {
    const idle = open(address.port)
    idle.write(head(['GET /healthz HTTP/1.1']))
    await eventually('the idle connection has its answer', () => idle.received.includes('"ok"'))
    const busy = open(address.port)
    busy.write(head(['GET /v1/slow HTTP/1.1']))
    await eventually('the slow request is being worked on', () => calls.started === 1)

    const stopped = stop(60_000)
    await eventually('the idle connection is closed', () => idle.closed)
    assert.is(busy.closed, false)
    await fetch(url).then(
      () => assert.unreachable('a new connection was taken'),
      () => {},
    )
    calls.open()
    await inTime('the server has stopped', stopped)
    await eventually('the busy connection is closed', () => busy.closed)
    assert.match(busy.received, /^HTTP\/1\.1 200 /)
    assert.match(busy.received, /connection: close/i)
    assert.match(busy.received, '"done":true')
  }))

test('who waits for an answer when a stop begins may ask again as soon as it is there', () =>
  withServer(async ({ address, stop }, calls) => {
    const busy = open(address.port)
    busy.write(head(['GET /v1/slow HTTP/1.1']))
    await eventually('the slow request is being worked on', () => calls.started === 1)
    const { promise: asked, resolve: ask } = Promise.withResolvers<ReturnType<typeof open>>()
    busy.socket.once('data', () => {
      const next = open(address.port)
      next.write(head(['GET /healthz HTTP/1.1']))
      ask(next)
    })
    const stopped = stop(600_000)
    await pause(longerThanAStopWaits)
    calls.open()
    const next = await asked
    await eventually('the next one is answered', () => next.closed)
    assert.match(next.received, /^HTTP\/1\.1 200 [\s\S]*connection: close/i)
    await inTime('the server has stopped long before its grace is over', stopped)
  }))

test('a stop ends event streams at once, and what feeds them is told', () =>
  withServer(async ({ address, stop }, calls) => {
    const reader = open(address.port)
    reader.write(head(['GET /v1/events HTTP/1.1']))
    await eventually('the stream has begun', () => reader.received.includes(': here'))
    await inTime('the server has stopped long before its grace is over', stop(600_000))
    await eventually('the connection is closed', () => reader.closed)
    assert.match(reader.received, /\r\n0\r\n\r\n$/)
    assert.is(calls.left, 1)
  }))

test('a connection on which no more requests come is closed after its time', () =>
  withServer(
    async (server) => {
      const idle = open(server.address.port)
      idle.write(head(['GET /v1/nothing HTTP/1.1']))
      await eventually('it has its answer', () => /204 No Content/.test(idle.received))
      await eventually('it is closed', () => idle.closed)
    },
    { keepAlive: 50 },
  ))

test('a stop waits for requests no longer than a moment where none comes', () =>
  withServer(async ({ stop }) => {
    await inTime('the server has stopped long before its grace is over', stop(600_000))
  }))

test('after its grace a stop cuts off what is still running', () =>
  withServer(async ({ address, stop }, calls) => {
    const busy = open(address.port)
    busy.write(head(['GET /v1/slow HTTP/1.1']))
    await eventually('the slow request is being worked on', () => calls.started === 1)
    await inTime('the server has stopped', stop(0))
    await eventually('the connection is cut', () => busy.closed)
    assert.is(busy.received, '')
  }))

test.run()
