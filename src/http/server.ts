// The socket: starts the app on a host and port, with time limits against clients that never finish, and stops without cutting anybody off.
import { randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { ProbityApp } from '../inner/framework/environment.ts'
import { serviceLimits } from '../interface/service-limits.ts'
import { openPipelines } from './pipelining.ts'

export type ServerOptions = {
  readonly host?: string
  /** 0 takes a free one. */
  readonly port: number
  /**
   * Milliseconds. A request's body, 75 MB at most, has to arrive within `request`; `keepAlive` outlasts that of usual load balancers (60 s). A connection
   * on which a client takes nothing of its answer for as long as `taking` is closed.
   */
  readonly timeouts?: { readonly headers?: number; readonly request?: number; readonly keepAlive?: number; readonly taking?: number }
}

export type RunningServer = {
  readonly address: AddressInfo
  readonly url: string
  /**
   * Takes no more connections, answers what has been asked, closes each connection after its last answer; after `graceMs` it closes all.
   * Event streams have no last answer and end at once: their readers connect again, to whatever instance is there.
   */
  readonly stop: (graceMs?: number) => Promise<void>
}

/** In bytes. */
const largestHead = serviceLimits.headers.most * 1024

/**
 * A stop waits until every request is answered and none has come for this time: a request on its way was sent before its client could know of the stop.
 * A client that waits for an answer connects anew as soon as it has it.
 */
const quietMs = 100
/** The longest that a stop waits for that. */
const longestFarewellMs = 5_000

const quiet = async (traffic: () => { readonly received: number; readonly unanswered: number }, atMostMs: number): Promise<void> => {
  const until = performance.now() + atMostMs
  // In steps, so that between two looks the sockets have been read even when the process is busy.
  for (let seen = -1, steps = 0; steps < 4 && performance.now() < until; await pause(quietMs / 4)) {
    const { received, unanswered } = traffic()
    steps = seen === received && unanswered === 0 ? steps + 1 : 0
    seen = received
  }
}

/**
 * @throws when the port is taken or the host is not this machine's; the message names both
 * @example
 * import { Hono } from 'hono'
 * import type { ProbityEnv } from 'src/inner/framework/environment.ts'
 * const app = new Hono<ProbityEnv>().get('/hello', (c) => c.text('Hello'))
 * const server = await startServer(app, { port: 0 })
 * await (await fetch(`${server.url}/hello`)).text() // => 'Hello'
 * await server.stop()
 */
export const startServer = async (
  app: Pick<ProbityApp, 'fetch'>,
  { host = '127.0.0.1', port, timeouts = {} }: ServerOptions,
): Promise<RunningServer> => {
  const { headers = 15_000, request = 300_000, keepAlive = 65_000, taking = 60_000 } = timeouts
  const inFlight = new Set<ServerResponse>()
  const eventStreams = new Set<ServerResponse>()
  const fetch = async (request: Request, env: { readonly outgoing: ServerResponse | Http2ServerResponse }): Promise<Response> => {
    const response = await app.fetch(request, env)
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) eventStreams.add(env.outgoing as ServerResponse)
    return response
  }
  const answer = getRequestListener(fetch, { hostname: host, errorHandler: unreadable })
  const pipelines = openPipelines()
  let stopping = false
  let received = 0

  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    received++
    pipelines.take(outgoing, () => {
      if (stopping) outgoing.setHeader('Connection', 'close')
      inFlight.add(outgoing)
      outgoing.on('close', () => {
        inFlight.delete(outgoing)
        eventStreams.delete(outgoing)
      })
      if (incoming.httpVersion === '1.1' && incoming.headers.host === undefined) refuseUnnamed(outgoing)
      else void answer(incoming, outgoing)
    })
  }
  const limits = { headersTimeout: headers, requestTimeout: request, keepAliveTimeout: keepAlive, maxHeaderSize: largestHead }
  // `refuseUnnamed` instead: node's own 400 has no body and no request id.
  const server = createServer({ ...limits, requireHostHeader: false }, receive)
  // What a client expects besides 100-continue may be passed over (RFC 9110, 10.1.1); node's own 417 would have no body and no request id.
  server.on('checkExpectation', receive)
  // A connection that is idle has `keepAlive`. One whose answer is still being made is left alone.
  server.setTimeout(taking, (socket) => {
    if (!pipelines.isAnswering(socket) || socket.writableLength > 0) socket.destroy()
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    socket.end(rawAnswer(error.code))
  })

  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  const refuse = (error: NodeJS.ErrnoException) => {
    error.message = `HOST ${host}, PORT ${port} cannot be listened on: ${error.message}`
    reject(error)
  }
  server.once('error', refuse)
  server.listen(port, host, resolve)
  await listening
  server.off('error', refuse)

  const address = server.address() as AddressInfo
  const stop = async (graceMs = 10_000) => {
    stopping = true
    for (const outgoing of inFlight) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close')
    for (const stream of eventStreams) stream.end()
    // Event streams that are asked for meanwhile are not waited for: they end when no more requests come.
    await quiet(() => ({ received, unanswered: inFlight.size - eventStreams.size }), Math.min(graceMs, longestFarewellMs))
    for (const stream of eventStreams) stream.end()
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    // Closes idle connections as well.
    server.close(() => close())
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    await closed
    clearTimeout(cut)
  }
  return { address, url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`, stop }
}

/** What the app never sees is refused as the app would. */
const refusal = (message: string) => ({
  headers: { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': randomUUIDv7() },
  body: JSON.stringify({ errors: [{ message }] }),
})

/** Called for requests that cannot even be made into one (a host or path that is none). */
const unreadable = (error: unknown): Response => {
  const isUnfit = error instanceof RequestError
  const { headers, body } = refusal(isUnfit ? 'the request line or its Host header is not valid' : 'internal server error')
  return new Response(body, { status: isUnfit ? 400 : 500, headers })
}

/** RFC 9112, 3.2. */
const refuseUnnamed = (outgoing: ServerResponse): void => {
  const { headers, body } = refusal('a Host header is required')
  outgoing.writeHead(400, headers).end(body)
}

const parserErrors: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', `the headers are larger than the ${serviceLimits.headers.most} KB allowed`],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
}

const rawAnswer = (code = '') => {
  const [status, message] = parserErrors[code] ?? ['400 Bad Request', 'this is not an HTTP request']
  const { headers, body } = refusal(message)
  const all = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
