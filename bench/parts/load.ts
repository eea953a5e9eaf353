// A load generator on plain sockets: N keep-alive connections with one request at a time each. It costs less than the service it measures.
import { connect } from 'node:net'

export type LoadFigures = {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly requests: number
  readonly failures: number
}

export type Load = LoadFigures & {
  /** Of each request, in milliseconds, the shortest first. */
  readonly times: readonly number[]
}

/** The time that this share of the requests took at most. `times`: the shortest first. */
export const quantile = (times: readonly number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

const endOfHead = Buffer.from('\r\n\r\n')

/** `request(n)` returns the path, method and body of the n-th request. Latencies are in milliseconds. */
export const load = async ({
  port,
  connections,
  requests,
  headers = {},
  request,
  onAnswer,
}: {
  port: number
  connections: number
  requests: number
  headers?: Readonly<Record<string, string>>
  request: (n: number) => { method: string; path: string; body?: string }
  onAnswer?: (n: number, body: string) => void
}): Promise<Load> => {
  const fixed = Object.entries({ Host: `127.0.0.1:${port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const times: number[] = []
  let next = 0
  let failures = 0
  const began = performance.now()

  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sent = 0
      let current = -1
      let buffer = Buffer.alloc(0)
      const send = () => {
        if (next >= requests) return socket.end()
        current = next++
        const { method, path, body = '' } = request(current)
        sent = performance.now()
        socket.write(
          `${method} ${path} HTTP/1.1\r\n${fixed}${body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : ''}\r\n${body}`,
        )
      }
      socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
        buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
        const head = buffer.indexOf(endOfHead)
        if (head < 0) return
        const text = buffer.toString('latin1', 0, head)
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
        if (buffer.length < head + 4 + length) return
        times.push(performance.now() - sent)
        if (!/^HTTP\/1\.1 2/.test(text)) failures++
        onAnswer?.(current, buffer.toString('utf8', head + 4, head + 4 + length))
        buffer = buffer.subarray(head + 4 + length)
        send()
      })
      socket.on('connect', send)
      socket.on('close', () => resolve())
      socket.on('error', reject)
    })

  await Promise.all(Array.from({ length: connections }, client))
  const seconds = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    requests: times.length,
    failures,
    times,
  }
}
