// A server on the loopback for tests, and the sites it pretends to be.
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTcpServer } from 'node:net'

export type LocalServer = { readonly url: string; readonly port: number; readonly requests: string[]; readonly close: () => Promise<void> }

const listening = async (server: Server, scheme: string, requests: string[], host: string): Promise<LocalServer> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${scheme}://${host}:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

export const serve = (listener: RequestListener, { host = '127.0.0.1' }: { host?: string } = {}): Promise<LocalServer> => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.on('error', () => undefined)
    listener(request, response)
  })
  return listening(server, 'http', requests, host)
}

export const serveTls = (listener: RequestListener, tls: { readonly key: string; readonly cert: string }): Promise<LocalServer> =>
  listening(createTlsServer(tls, listener), 'https', [], '127.0.0.1')

/** Answers with raw bytes, whatever is asked. */
export const serveRaw = (answer: (socket: Socket) => void): Promise<LocalServer> =>
  listening(
    createTcpServer((socket) => {
      socket.once('data', () => answer(socket))
    }),
    'http',
    [],
    '127.0.0.1',
  )

/** Pages by path; anything else is 404. */
export const pages =
  (site: { readonly [path: string]: string }): RequestListener =>
  (request, response) => {
    const page = site[new URL(request.url ?? '/', 'http://site').pathname]
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? '<title>Not found</title>')
  }

/** Opens servers for the tests of a file, and closes them after each test. */
export const openingFor = (suite: { readonly after: { readonly each: (close: () => Promise<void>) => void } }) => {
  const opened: LocalServer[] = []
  suite.after.each(async () => {
    await Promise.all(opened.splice(0).map((server) => server.close()))
  })
  return async (server: Promise<LocalServer>): Promise<LocalServer> => {
    opened.push(await server)
    return server
  }
}
