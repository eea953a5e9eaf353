// Compares versions of data sets in a thread, one after the other: a first start brings all data sets at once, and a thread for each would hold
// each of them in memory and get in the way of the requests.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Comparison } from './changes.ts'
import { threadMemory } from './thread-memory.ts'

/**
 * The thread begins with the first comparison and ends when none is left. One that fails ends with its comparison, and the next has another thread.
 * @returns gives the ids of the businesses that a comparison concerns
 */
export const changesThread = (): ((comparison: Comparison) => Promise<readonly string[]>) => {
  let thread: Worker | null = null
  let left = 0
  let last: Promise<unknown> = Promise.resolve()

  const begun = (): Worker => {
    const begins = new Worker(new URL('./changes-worker.ts', import.meta.url), { resourceLimits: threadMemory })
    // A comparison must not keep the process alive.
    begins.unref()
    return begins
  }

  const compare = async (comparison: Comparison): Promise<readonly string[]> => {
    thread ??= begun()
    const done = new AbortController()
    const ended = async (worker: Worker): Promise<never> => {
      const [code] = await once(worker, 'exit', { signal: done.signal })
      throw new Error(`the comparison of ${comparison.replaced.kind} ended with ${code} and without an answer`)
    }
    try {
      thread.postMessage(comparison)
      const [touched] = await Promise.race([once(thread, 'message', { signal: done.signal }), ended(thread)])
      return touched
    } catch (error) {
      thread = null
      throw error
    } finally {
      done.abort()
    }
  }

  return async (comparison) => {
    left += 1
    const compared = last.then(() => compare(comparison))
    last = compared.catch(() => undefined)
    try {
      return await compared
    } finally {
      left -= 1
      if (left === 0) {
        void thread?.terminate()
        thread = null
      }
    }
  }
}
