// Runs the reference data in a thread of its own: the methods of `reference.ts` as promises, so that no look-up blocks the event loop.
// A thread that dies or hangs is replaced, and its open questions are asked again.

import { Worker } from 'node:worker_threads'
import type { ReferenceOptions } from './database.ts'
import { type Reference, referenceMethods } from './reference.ts'
import { threadMemory } from './thread-memory.ts'

type Method = (typeof referenceMethods)[number]

export type Question = { readonly id: number; readonly method: Method; readonly question: unknown }
export type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly problem: string }
/** Sent once by a thread that has opened the data and built its indexes. After that, a late answer means that the thread hangs. */
export const ready = 'ready'

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** 10,000 by default, counted from when the thread is ready. */
  readonly timeoutMs?: number | undefined
}

type CalledRemotely<M extends Method> =
  Parameters<Reference[M]> extends []
    ? (question?: undefined, options?: CallOptions) => Promise<ReturnType<Reference[M]>>
    : (question: Parameters<Reference[M]>[0], options?: CallOptions) => Promise<ReturnType<Reference[M]>>

/** The methods of `Reference`, each with options after its own argument. */
export type ReferenceThread = { readonly [M in Method]: CalledRemotely<M> } & { close(): Promise<void> }

/** The reference data is temporarily unavailable; ask again later. */
export class ReferenceUnavailable extends Error {}

const timeoutByDefault = 10_000
/** A thread that has not built its indexes after this time never will. */
const startLimitMs = 120_000
/** How often to ask one question when threads die while answering it. */
const attempts = 2

type Waiting = {
  readonly question: Question
  readonly settle: (answer: Answer) => void
  readonly fail: (error: unknown) => void
  readonly timeoutMs: number
  attempt: number
  timer: NodeJS.Timeout | undefined
}

export function openReferenceThread(options: ReferenceOptions): ReferenceThread {
  const waiting = new Map<number, Waiting>()
  const thread = replacedThread(options, waiting)
  let lastId = 0
  let closed = false

  function ask(method: Method, question: unknown, { signal, timeoutMs = timeoutByDefault }: CallOptions = {}): Promise<unknown> {
    if (closed) return Promise.reject(new ReferenceUnavailable('the reference data is closed'))
    if (signal?.aborted) return Promise.reject(signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const id = ++lastId
    const end = () => {
      clearTimeout(waiting.get(id)?.timer)
      waiting.delete(id)
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
    signal?.addEventListener('abort', abort, { once: true })
    const one: Waiting = { question: { id, method, question }, settle, fail, timeoutMs, attempt: 1, timer: undefined }
    waiting.set(id, one)
    try {
      thread.post(one)
    } catch (error) {
      fail(error)
    }
    return promise
  }

  const methods = Object.fromEntries(
    referenceMethods.map((method) => [method, (question?: unknown, callOptions?: CallOptions) => ask(method, question, callOptions)]),
  ) as { readonly [M in Method]: CalledRemotely<M> }

  return {
    ...methods,
    close: async () => {
      closed = true
      for (const one of [...waiting.values()]) one.fail(new ReferenceUnavailable('the reference data is closed'))
      await thread.end()
    },
  }
}

/** A thread that answers what waits. One that dies or hangs is replaced, and the next one is asked again. */
function replacedThread(options: ReferenceOptions, waiting: ReadonlyMap<number, Waiting>) {
  let worker: Worker | null = null
  let isReady = false

  function running(): Worker {
    if (worker !== null) return worker
    const started = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options, resourceLimits: threadMemory })
    const starting = setTimeout(() => abandon(started, `not ready after ${startLimitMs} ms`), startLimitMs)
    started.on('message', (message: Answer | typeof ready) => {
      if (message !== ready) return waiting.get(message.id)?.settle(message)
      clearTimeout(starting)
      if (worker !== started) return
      isReady = true
      for (const one of waiting.values()) hurry(one)
    })
    // A failing thread also exits; its error says why.
    let cause = 'it ended'
    started.on('error', (error) => {
      cause = error instanceof Error ? error.message : String(error)
    })
    started.on('exit', () => {
      clearTimeout(starting)
      replace(started, cause)
    })
    worker = started
    return started
  }

  function replace(dead: Worker, cause: string): void {
    if (worker !== dead) return
    worker = null
    isReady = false
    for (const one of [...waiting.values()]) {
      clearTimeout(one.timer)
      one.attempt++
      if (one.attempt > attempts) one.fail(new ReferenceUnavailable(`the thread of the reference data failed: ${cause}`))
      else running().postMessage(one.question)
    }
  }

  function abandon(hanging: Worker, cause: string): void {
    replace(hanging, cause)
    void hanging.terminate()
  }

  /** No question takes a ready thread this long, so it hangs and is replaced. */
  function hurry(one: Waiting): void {
    const asked = worker
    one.timer = setTimeout(() => {
      one.fail(new ReferenceUnavailable(`the reference data did not answer ${one.question.method} within ${one.timeoutMs} ms`))
      if (asked) abandon(asked, 'it hung')
    }, one.timeoutMs)
  }

  return {
    post: (one: Waiting) => {
      running().postMessage(one.question)
      if (isReady) hurry(one)
    },
    end: async () => {
      await worker?.terminate()
    },
  }
}
