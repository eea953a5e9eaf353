// Empties the write-ahead log of the read models into their file, in a thread of its own: commits go on meanwhile, and none waits for the disk.
import { openStoreThread } from './store-thread.ts'

/** What the thread does. */
export type Emptying = {
  /** Empties the log if it has grown long. */
  readonly look: () => void
}

export type EmptyingThread = {
  /** To be called after each commit. It does not wait. */
  readonly look: () => void
  /** Resolves when the thread is not at it. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

/** `file`: the read models. A thread that dies is replaced at the next look. */
export const openEmptyingThread = (file: string): EmptyingThread => {
  const thread = openStoreThread<Emptying>({
    program: new URL('./emptying-worker.ts', import.meta.url),
    data: file,
    what: 'empties the write-ahead log of the read models',
  })
  let looking: Promise<void> | undefined

  return {
    look: () => {
      looking ??= thread
        .call('look')
        // Nothing is lost: the log stays as long as it is, and is looked at again after the next commit.
        .catch(() => undefined)
        .finally(() => {
          looking = undefined
        })
    },
    idle: async () => {
      await looking
    },
    close: thread.close,
  }
}
