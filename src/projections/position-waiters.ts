// Readers that wait until a projector has passed a position.
type Waiter = { readonly position: bigint; readonly resolve: (passed: boolean) => void }

/** `reached`: the position that has been passed. */
export const openWaiters = (reached: () => bigint) => {
  const waiters = new Set<Waiter>()
  let onArrival: () => void = () => undefined

  return {
    /** Resolves as soon as somebody waits, or after `timeoutMs`. */
    expected: (timeoutMs: number): Promise<void> =>
      new Promise((resolve) => {
        if (waiters.size > 0) return resolve()
        const timer = setTimeout(resolve, timeoutMs)
        onArrival = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    passed: (position: bigint, timeoutMs: number): Promise<boolean> => {
      if (position <= reached()) return Promise.resolve(true)
      return new Promise((resolve) => {
        const waiter: Waiter = {
          position,
          resolve: (passed) => {
            waiters.delete(waiter)
            clearTimeout(timer)
            resolve(passed)
          },
        }
        const timer = setTimeout(() => waiter.resolve(false), timeoutMs)
        waiters.add(waiter)
        onArrival()
      })
    },
    settle: () => {
      for (const waiter of waiters) if (waiter.position <= reached()) waiter.resolve(true)
    },
    end: () => {
      onArrival()
      for (const waiter of waiters) waiter.resolve(false)
    },
  }
}
