// Runs the screening of a trial in a thread of its own, one subject at a time.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Subject, WatchlistFinding } from '../ports.ts'
import type { LoadedList } from './records.ts'
import { threadMemory } from './thread-memory.ts'
import type { TrialScreeningOptions } from './trial-screening.ts'

export type TrialAnswer = { readonly lists: readonly LoadedList[] } | { readonly finding: WatchlistFinding } | { readonly problem: string }

export type TrialScreeningThread = {
  readonly lists: readonly LoadedList[]
  /** One at a time. */
  readonly screen: (subject: Subject) => Promise<WatchlistFinding>
  readonly close: () => Promise<void>
}

/** @throws Error when a version is not held, or its file cannot be read */
export const openTrialScreeningThread = async (options: TrialScreeningOptions): Promise<TrialScreeningThread> => {
  const worker = new Worker(new URL('./trial-screening-worker.ts', import.meta.url), {
    workerData: options,
    resourceLimits: threadMemory,
  })
  // `once` rejects when the thread fails. One that ends of itself never answers.
  const ended = once(worker, 'exit').then((): never => {
    throw new Error('the thread that screens for the trial has ended')
  })
  ended.catch(() => undefined)
  const next = async (): Promise<TrialAnswer> => {
    const [answer] = (await Promise.race([once(worker, 'message'), ended])) as [TrialAnswer]
    if ('problem' in answer) throw new Error(answer.problem)
    return answer
  }
  const first = await next()
  if (!('lists' in first)) throw new Error('the thread that screens for the trial did not say its lists')
  return {
    lists: first.lists,
    screen: async (subject) => {
      const answer = next()
      worker.postMessage(subject)
      const found = await answer
      if (!('finding' in found)) throw new Error('the thread that screens for the trial did not answer')
      return found.finding
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
