// Sends a request again where that helps: after 429, after 503, and when no answer came. Every POST has an Idempotency-Key, which all tries share, so
// that the work is done once.
import { ConnectionError } from './errors.ts'

export type RetryOptions = {
  /** Tries after the first; 4 when absent. */
  readonly retries?: number
  /** Seconds to wait before the first retry, doubled each time; 0.5 when absent. `Retry-After` of an answer goes before it. */
  readonly backoff?: number
  /** The longest wait in seconds; 60 when absent. An answer that asks for more is not waited for. */
  readonly longestWait?: number
  /** Waits; for tests. */
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<void>
  readonly fetch?: typeof fetch
}

export const retrying = ({ retries = 4, backoff = 0.5, longestWait = 60, wait = pause, fetch: send = fetch }: RetryOptions = {}) => {
  return async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers)
    if (request.method === 'POST' && !headers.has('idempotency-key')) headers.set('Idempotency-Key', crypto.randomUUID())
    const body = request.body === null ? undefined : await request.arrayBuffer()
    const { method, url, signal } = request
    const isRepeatable = method !== 'PATCH'
    for (let tried = 0; ; tried++) {
      const isLast = tried >= retries
      const next = Math.min(longestWait, backoff * 2 ** tried * (0.5 + Math.random() / 2))
      try {
        const answer = await send(url, { method, headers, signal, ...(body === undefined ? {} : { body }) })
        if (isLast || (answer.status !== 429 && answer.status !== 503)) return answer
        const asked = retryAfter(answer)
        if (asked !== undefined && asked > longestWait) return answer
        await answer.body?.cancel()
        await wait(asked ?? next, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (isLast || !isRepeatable) throw new ConnectionError(`no answer from ${new URL(url).origin}`, { cause: error })
        await wait(next, signal)
      }
    }
  }
}

/** Seconds, or a date. */
const retryAfter = (answer: Response): number | undefined => {
  const value = answer.headers.get('retry-after')
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
