// A pause that a signal ends, for work that is to end at once when it is told to.

/** Ends after its time, or as soon as the signal is aborted. It never rejects, so the caller looks at the signal afterwards. */
export const pauseFor = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal?.addEventListener('abort', finish)
  })
