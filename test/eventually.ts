// Waiting for a condition without sleeping through it: tests name what they wait for and fail when it does not come.

/** How long a test waits for what must come: machines may be ten times slower than the one that it was written on. */
export const patienceMs = 180_000
const pause = 2
const longestPause = 100

/** Resolves as soon as `condition` holds; rejects after three minutes, naming what was waited for. */
export const eventually = async (what: string, condition: () => boolean): Promise<void> => {
  const until = performance.now() + patienceMs
  while (!condition()) {
    if (performance.now() > until) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** The promise's own outcome, or a failure when it takes longer than three minutes. */
export const inTime = async <T>(what: string, promise: Promise<T>, withinMs = patienceMs): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain until ${what}`)), withinMs)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** The same for a condition that has to be asked for. */
export const until = async (what: string, ask: () => Promise<boolean>, withinMs = patienceMs): Promise<void> => {
  const end = performance.now() + withinMs
  for (let wait = pause; !(await ask()); wait = Math.min(2 * wait, longestPause)) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** Some turns of the event loop: what waits for no clock, file or thread has happened then, also over a chain of promises. */
export const settled = async (turns = 20): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}
