// A server that answers as it is told: with a status, or by cutting the connection. It remembers what it was sent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown; readonly text?: string }
  /** `after`: the bytes sent before. */
  | { readonly cut: true; readonly after?: string }

export type Asked = {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly last: string | undefined
  readonly version: string | undefined
  readonly body: string
}

export type FaultyServer = {
  readonly url: string
  /** The answers to the next requests. The last one answers all that follow. */
  answers: Answer[]
  readonly asked: Asked[]
  readonly close: () => Promise<void>
}

export const startFaultyServer = async (): Promise<FaultyServer> => {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { 'idempotency-key': key, 'last-event-id': last, 'probity-version': version } = request.headers
    faulty.asked.push({
      method: request.method ?? '',
      path: request.url ?? '',
      key: key as string | undefined,
      last: last as string | undefined,
      version: version as string | undefined,
      body,
    })
    const answer = (faulty.answers.length > 1 ? faulty.answers.shift() : faulty.answers[0]) ?? { status: 200, body: {} }
    if ('cut' in answer) {
      if (answer.after === undefined) return request.socket.destroy()
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(answer.after, () => request.socket.destroy())
      return
    }
    const isText = answer.text !== undefined
    response.writeHead(answer.status, { 'Content-Type': isText ? 'text/event-stream' : 'application/json', ...answer.headers })
    response.end(isText ? answer.text : JSON.stringify(answer.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const faulty: FaultyServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: [],
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return faulty
}
