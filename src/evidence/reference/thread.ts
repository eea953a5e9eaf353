// The reference data in a thread of its own: the questions of `database.ts`, answered by promises, so that no look-up ever holds up
// the event loop. A thread that dies or hangs is replaced, and asked again what it had not answered.

import { Worker } from 'node:worker_threads'
import { type Reference, type ReferenceOptions, referenceMethods } from './database.ts'

type Method = (typeof referenceMethods)[number]

export type Question = { readonly id: number; readonly method: Method; readonly question: unknown }
export type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly problem: string }

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** 10,000 by default. */
  readonly timeoutMs?: number | undefined
}

type Asked<M extends Method> =
  Parameters<Reference[M]> extends []
    ? (question?: undefined, options?: CallOptions) => Promise<ReturnType<Reference[M]>>
    : (question: Parameters<Reference[M]>[0], options?: CallOptions) => Promise<ReturnType<Reference[M]>>

/** The methods of `Reference`, each with options behind its question. */
export type ReferenceThread = { readonly [M in Method]: Asked<M> } & { close(): Promise<void> }

/** The reference data cannot be asked now; ask again later. */
export class ReferenceUnavailable extends Error {}

const timeoutByDefault = 10_000
/** How often one question is put to threads that die over it. */
const attempts = 2

type Waiting = {
  readonly question: Question
  readonly settle: (answer: Answer) => void
  readonly fail: (error: unknown) => void
  attempt: number
}

export function openReferenceThread(options: ReferenceOptions): ReferenceThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let closed = false

  function running(): Worker {
    if (worker !== null) return worker
    const started = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options })
    started.on('message', (answer: Answer) => waiting.get(answer.id)?.settle(answer))
    // A thread that fails exits too; its error says why.
    let cause = 'it ended'
    started.on('error', (error) => {
      cause = error instanceof Error ? error.message : String(error)
    })
    started.on('exit', () => replace(started, cause))
    worker = started
    return started
  }

  function replace(dead: Worker, cause: string): void {
    if (worker !== dead) return
    worker = null
    for (const one of [...waiting.values()]) {
      one.attempt++
      if (closed || one.attempt > attempts) one.fail(new ReferenceUnavailable(`the thread of the reference data failed: ${cause}`))
      else running().postMessage(one.question)
    }
  }

  function ask(method: Method, question: unknown, { signal, timeoutMs = timeoutByDefault }: CallOptions = {}): Promise<unknown> {
    if (closed) return Promise.reject(new ReferenceUnavailable('the reference data is closed'))
    if (signal?.aborted) return Promise.reject(signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const id = ++lastId
    const end = () => {
      waiting.delete(id)
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    const settle = (answer: Answer) => {
      end()
      if ('problem' in answer) reject(new ReferenceUnavailable(answer.problem))
      else resolve(answer.value)
    }
    const abort = () => fail(signal?.reason)
    // Nothing takes this long but a thread that hangs: another one takes its place.
    const timer = setTimeout(() => {
      fail(new ReferenceUnavailable(`the reference data did not answer ${method} within ${timeoutMs} ms`))
      void worker?.terminate()
    }, timeoutMs)
    signal?.addEventListener('abort', abort, { once: true })
    const posted = { id, method, question }
    waiting.set(id, { question: posted, settle, fail, attempt: 1 })
    try {
      running().postMessage(posted)
    } catch (error) {
      fail(error)
    }
    return promise
  }

  const methods = Object.fromEntries(
    referenceMethods.map((method) => [method, (question?: unknown, callOptions?: CallOptions) => ask(method, question, callOptions)]),
  ) as unknown as { readonly [M in Method]: Asked<M> }

  return {
    ...methods,
    close: async () => {
      closed = true
      const ending = worker
      for (const one of [...waiting.values()]) one.fail(new ReferenceUnavailable('the reference data is closed'))
      await ending?.terminate()
    },
  }
}
