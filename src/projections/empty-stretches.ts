// Stretches of the log without an event of a projector's share.
/** A stretch of the log without an event of this share need not be saved at once: nobody waits for it, and reading it again is quick. */
const emptyStretchMs = 5_000

/** Saves the checkpoints of stretches without an event of this share, some time after the first of them. */
export const openEmptyStretches = (save: () => Promise<void>) => {
  let savedAt = Number.NEGATIVE_INFINITY
  /** Set while a stretch waits to be saved. */
  let timer: NodeJS.Timeout | undefined

  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const saveNow = async () => {
    stop()
    await save()
  }

  return {
    /** Whether this stretch is saved later; otherwise the caller saves it now. */
    mayWait: (): boolean => {
      if (performance.now() > savedAt + emptyStretchMs) return false
      timer ??= setTimeout(saveNow, emptyStretchMs)
      return true
    },
    /** To be called when the checkpoints were saved with events. */
    saved: () => {
      savedAt = performance.now()
      stop()
    },
    close: async () => {
      if (timer) await saveNow()
    },
  }
}
