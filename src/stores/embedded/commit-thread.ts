// The commits of a running service, written in a thread of their own: while the disk takes its time, requests are answered and the next events folded.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { addressOf } from '../collections.ts'
import { type CollectionSpec, Fenced } from '../document-store.ts'
import { StoreUnavailable } from '../event-store.ts'
import type { PreparedCommit } from './commits.ts'

export type Order = { readonly define: CollectionSpec } | { readonly id: number; readonly commits: readonly PreparedCommit[] } | 'end'
export type Answer = { readonly id: number; readonly problem?: { readonly name: string; readonly message: string } }

export type CommitThread = {
  readonly define: (spec: CollectionSpec) => void
  /** Resolves once it is written. Commits are written in order. @throws Fenced; Error when it could not be written or the thread died */
  readonly commit: (commits: readonly PreparedCommit[]) => Promise<void>
  /** Writes the commits taken on so far, then ends. */
  readonly close: () => Promise<void>
}

/** In megabytes. The thread keeps nothing beyond a commit, so a small young generation is enough. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 }

type Waiting = { readonly resolve: () => void; readonly reject: (error: Error) => void }

/** `file`: the read models. A thread that dies is replaced at the next commit. */
export const openCommitThread = (file: string): CommitThread => {
  const specs = new Map<string, CollectionSpec>()
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  const start = (): Worker => {
    const started = new Worker(new URL('./commit-worker.ts', import.meta.url), { workerData: file, resourceLimits })
    let cause = 'it ended'
    started.on('message', ({ id, problem }: Answer) => {
      const one = waiting.get(id)
      settled(id)
      if (problem) one?.reject(errorOf(problem))
      else one?.resolve()
    })
    started.on('error', (error) => {
      cause = error instanceof Error ? error.message : String(error)
    })
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const [id, { reject }] of waiting) {
        waiting.delete(id)
        reject(new Error(`the thread that writes the read models failed: ${cause}`))
      }
    })
    for (const spec of specs.values()) tell(started, { define: spec })
    return started
  }

  const tell = (to: Worker, order: Order) => to.postMessage(order)

  /** The thread keeps the process alive only while a commit waits. */
  const settled = (id: number) => {
    waiting.delete(id)
    if (waiting.size === 0) worker?.unref()
  }

  return {
    define: (spec) => {
      specs.set(addressOf(spec), spec)
      if (worker) tell(worker, { define: spec })
    },
    commit: (commits) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        worker.ref()
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        tell(worker, { id, commits })
      }),
    close: async () => {
      if (!worker) return
      worker.ref()
      tell(worker, 'end')
      await once(worker, 'exit')
    },
  }
}

const errorOf = ({ name, message }: NonNullable<Answer['problem']>): Error => {
  if (name === 'Fenced') return new Fenced(message)
  return name === 'StoreUnavailable' ? new StoreUnavailable(message) : new Error(message)
}
