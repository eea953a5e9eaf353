// The progress of a reader of the log that works on many events at a time: up to where everything is done, and how many events may be under way.

export type Progress = {
  /** Every event up to here is done. */
  readonly reached: () => bigint
  /** Takes on a position, in the order of the log. @returns to be called when the event there is done */
  readonly take: (position: bigint) => () => void
  /** Resolves when fewer than `window` positions are under way, or after `end`. */
  readonly room: () => Promise<void>
  readonly end: () => void
}

/** `window`: positions under way at most. */
export const openProgress = (from: bigint, window: number): Progress => {
  const taken = new Set<{ readonly position: bigint; done: boolean }>()
  let reached = from
  let ended = false
  let room = Promise.withResolvers<void>()
  return {
    reached: () => reached,
    take: (position) => {
      const entry = { position, done: false }
      taken.add(entry)
      return () => {
        entry.done = true
        for (const first of taken) {
          if (!first.done) break
          taken.delete(first)
          reached = first.position
        }
        if (taken.size < window) room.resolve()
      }
    },
    room: async () => {
      while (taken.size >= window && !ended) {
        room = Promise.withResolvers()
        await room.promise
      }
    },
    end: () => {
      ended = true
      room.resolve()
    },
  }
}
