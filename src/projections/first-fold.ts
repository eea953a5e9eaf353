// How far the read models are with what stood in the log when this instance started. Until they hold it, keys, accounts and businesses may
// be missing from them, and the instance is not ready.
import { pauseFor } from '../stores/pause-for.ts'

export type FoldProgress = {
  /** Up to where every partition is folded. */
  readonly position: bigint
  /** The end of the log when this instance started. */
  readonly end: bigint
}

export type FirstFold = {
  /** Once true it stays so. */
  readonly isDone: () => boolean
  /** As of the last look; undefined before the first. */
  readonly progress: () => FoldProgress | undefined
  /** Looks now. Those who ask meanwhile share the look. */
  readonly look: () => Promise<void>
  readonly close: () => Promise<void>
}

export type FirstFoldOptions = {
  /** The position of the last event in the log; undefined when it is empty. */
  readonly head: () => Promise<bigint | undefined>
  /** Up to where all read models of all partitions are folded. */
  readonly folded: () => Promise<bigint>
  /** Called every few seconds while it lasts, and at its end where it was called before. */
  readonly onProgress: (progress: FoldProgress, isDone: boolean) => void
  readonly lookEveryMs?: number
  readonly reportEveryMs?: number
}

/** Follows the fold until it is done. A store that is away is asked again. */
export const followFirstFold = ({ head, folded, onProgress, lookEveryMs = 500, reportEveryMs = 5_000 }: FirstFoldOptions): FirstFold => {
  const closing = new AbortController()
  let isDone = false
  let progress: FoldProgress | undefined
  let end: bigint | undefined
  let looking: Promise<void> | undefined
  let toldAt = performance.now()
  let hasTold = false

  const ask = async () => {
    end ??= (await head()) ?? -1n
    const position = end < 0n ? end : await folded()
    progress = { position, end }
    isDone ||= position >= end
    if (isDone ? hasTold : performance.now() > toldAt + reportEveryMs) {
      toldAt = performance.now()
      hasTold = !isDone
      onProgress(progress, isDone)
    }
  }

  const look = async () => {
    if (isDone) return
    looking ??= ask().finally(() => {
      looking = undefined
    })
    await looking
  }

  const following = (async () => {
    while (!isDone && !closing.signal.aborted) {
      // The users of the store report that it is away.
      await look().catch(() => undefined)
      if (!isDone) await pauseFor(lookEveryMs, closing.signal)
    }
  })()

  return {
    isDone: () => isDone,
    progress: () => progress,
    look,
    close: async () => {
      closing.abort()
      await following
    },
  }
}
