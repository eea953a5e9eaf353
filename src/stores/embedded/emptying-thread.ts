// Empties the write-ahead log of the read models into their file, in a thread of its own: commits go on meanwhile, and none waits for the disk. The
// thread also overwrites what dropped versions left in the file.
import { setTimeout as pause } from 'node:timers/promises'
import type { OverwritingProgress } from './overwriting.ts'
import { openStoreThread } from './store-thread.ts'

/** What the thread does. */
export type Emptying = {
  /** Empties the log if it has grown long. */
  readonly look: () => void
  /** See `Overwriting`. */
  readonly overwritePiece: () => OverwritingProgress
}

/** Between pieces, so that commits come in between and the disk has time for others. */
const pauseMs = 20

/** While another connection reads what was there before. */
const waitingMs = 1_000

export type EmptyingThread = {
  /** To be called after each commit. It does not wait. */
  readonly look: () => void
  /** Overwrites the free pages, a piece at a time. It does not wait. After a failure, the next start continues the work. */
  readonly overwrite: () => void
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
  let piece: Promise<OverwritingProgress> | undefined
  let [isOverwriting, isMore, isClosing] = [false, false, false]

  const overwriteAll = async () => {
    isOverwriting = true
    try {
      while (isMore && !isClosing) {
        isMore = false
        piece = thread.call('overwritePiece')
        // More may have been asked for meanwhile.
        const progress = await piece
        if (progress !== 'done') isMore = true
        await pause(progress === 'waiting' ? waitingMs : pauseMs, undefined, { ref: false })
      }
    } catch {
      // The next start continues the work.
    } finally {
      isOverwriting = false
    }
  }

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
    overwrite: () => {
      isMore = true
      if (!isOverwriting) overwriteAll()
    },
    idle: async () => {
      await Promise.allSettled([looking, piece])
    },
    close: () => {
      isClosing = true
      return thread.close()
    },
  }
}
