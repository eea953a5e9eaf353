// A receiver of webhooks for tests: remembers every request, and answers as it is told to.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: an event, whose object has any shape.
  readonly event: any
}

export type Receiver = {
  readonly url: string
  readonly received: Received[]
  /** Each event of the type once, as it came first: a call whose answer was late or lost comes again with the same id. */
  // biome-ignore lint/suspicious/noExplicitAny: events, whose objects have any shape.
  readonly events: (type: string) => readonly any[]
  /** How the next request, and those behind it, are answered. */
  answer: (response: ServerResponse, received: Received, index: number) => void
  readonly close: () => Promise<void>
}

export const ok = (response: ServerResponse) => response.writeHead(204).end()

export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const isJson = request.headers['content-type'] === 'application/json'
      const one = { path: request.url ?? '', headers: request.headers, body, event: isJson ? JSON.parse(body) : undefined }
      received.push(one)
      receiver.answer(response, one, received.length - 1)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    events: (type) => {
      const all = received.flatMap(({ event }) => (event?.type === type ? [event] : []))
      return all.filter((event, at) => all.findIndex(({ id }) => id === event.id) === at)
    },
    answer: ok,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}
