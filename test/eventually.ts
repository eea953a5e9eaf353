// Waiting for a condition without sleeping through it: tests name what they wait for and fail when it does not come.

const deadline = 20_000
const pause = 2

/** Resolves as soon as `condition` holds; rejects after 20 s, naming what was waited for. */
export const eventually = async (what: string, condition: () => boolean): Promise<void> => {
  const until = performance.now() + deadline
  while (!condition()) {
    if (performance.now() > until) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** The promise's own outcome, or a failure when it takes longer than 20 s. */
export const inTime = async <T>(what: string, promise: Promise<T>, withinMs = deadline): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain until ${what}`)), withinMs)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** The same for a condition that has to be asked for. */
export const until = async (what: string, ask: () => Promise<boolean>, withinMs = deadline): Promise<void> => {
  const end = performance.now() + withinMs
  while (!(await ask())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
