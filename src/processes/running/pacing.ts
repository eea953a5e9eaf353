// How work is paced: limits of time, tasks in order, a limit on tasks at a time, tasks done again until they succeed.
import { restMs } from '../../stores/growing-rest.ts'
import { pauseFor } from '../../stores/pause-for.ts'

/** A signal that comes when the time is up. */
export type Limit = {
  readonly signal: AbortSignal
  /** Rejects with the signal's reason. */
  readonly ended: Promise<never>
  /** To be called when nothing needs the signal any more. */
  readonly lift: () => void
}

/** Costs less than `AbortSignal.timeout`, which is followed through a weak reference. `end`: makes the signal come before the time is up. */
export const limitOf = (milliseconds: number): Limit & { readonly end: (reason: unknown) => void } => {
  const controller = new AbortController()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  ended.catch(() => undefined)
  const lift = () => clearTimeout(timer)
  const end = (reason: unknown) => {
    lift()
    controller.abort(reason)
    reject(reason)
  }
  const timer = setTimeout(() => end(new DOMException(`no end after ${milliseconds} ms`, 'TimeoutError')), milliseconds)
  return { signal: controller.signal, ended, end, lift }
}

/** A limit whose signal comes with the outer one, too. */
export const limited = (outer: AbortSignal, milliseconds: number): Limit => {
  const { signal, ended, end, lift } = limitOf(milliseconds)
  const onAbort = () => end(outer.reason)
  if (outer.aborted) onAbort()
  else outer.addEventListener('abort', onAbort, { once: true })
  return {
    signal,
    ended,
    lift: () => {
      lift()
      outer.removeEventListener('abort', onAbort)
    },
  }
}

/** Whether the promise is fulfilled within that time. What becomes of it later is the caller's. */
export const fulfilledWithin = (promise: Promise<unknown>, milliseconds: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, false)
    const end = (isFulfilled: boolean) => {
      clearTimeout(timer)
      resolve(isFulfilled)
    }
    promise.then(
      () => end(true),
      () => end(false),
    )
  })

/** Runs the task again, with growing pauses, until it succeeds: only the stores can make it fail. */
export const insistently = async (task: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for (let failures = 0; ; failures++) {
    try {
      return await task()
    } catch (error) {
      await pauseFor(restMs(failures, { first: 200, longest: 10_000 }), signal)
      if (signal.aborted) throw error
    }
  }
}

/** Runs tasks of one key one after the other and those of different keys side by side, each until it succeeds or the signal ends it. */
export const inOrderByKey = (signal: AbortSignal) => {
  const last = new Map<string, Promise<void>>()
  return {
    run: (key: string, task: () => Promise<void>): Promise<void> => {
      const running = last.get(key)?.then(() => insistently(task, signal)) ?? insistently(task, signal)
      last.set(key, running)
      const leave = () => {
        if (last.get(key) === running) last.delete(key)
      }
      running.then(leave, leave)
      return running
    },
    /** Resolves when the tasks taken on so far have ended. */
    idle: () => Promise.allSettled(last.values()),
  }
}

/**
 * Runs at most `size` tasks at a time.
 * @example
 * const { run } = semaphore(1)
 * const done: string[] = []
 * await Promise.all(['first', 'second'].map((task) => run(async () => void done.push(task))))
 * done // => ['first', 'second']
 */
export const semaphore = (size: number) => {
  let free = size
  const waiting: (() => void)[] = []
  return {
    run: async <Value>(task: () => Promise<Value>): Promise<Value> => {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      else free--
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
