// The tries of one call to EventStoreDB: repeated while the store is unavailable, until the call's deadline.
import { StoreUnavailable } from '../event-store.ts'
import { pauseFor } from '../pause-for.ts'
import { NoAnswer } from './connection.ts'
import type { Diagnosis } from './diagnosis.ts'

/** A try that shows no sign of life for this long is given up, so that one frozen node does not use up the whole deadline. */
const longestTry = 2_800
/** A leader that has just been elected is noticed within this pause. */
const longestTryPause = 500

/**
 * Tries again while the store is unavailable and time is left: reading twice, like appending twice, does no harm.
 * @throws what the last try that got an answer was told; a last try without an answer hides no wrong certificate.
 */
export type Persist = <T>(attempt: (patience: number) => Promise<T>, closing?: AbortSignal) => Promise<T>

type TryOptions = {
  /** Milliseconds, like the first pause. */
  readonly deadline: number
  readonly firstPause: number
  /** Ends the tries of calls that bring no signal of their own. */
  readonly closed: AbortSignal
  readonly diagnose: Diagnosis
  readonly clock?: Clock
}

/** Milliseconds. */
export type Clock = { readonly now: () => number; readonly pause: (ms: number, signal: AbortSignal) => Promise<void> }

const realClock: Clock = {
  now: () => performance.now(),
  pause: pauseFor,
}

export const openTries =
  ({ deadline, firstPause, closed, diagnose, clock = realClock }: TryOptions): Persist =>
  async (attempt, closing = closed) => {
    const until = clock.now() + deadline
    let told: unknown = new NoAnswer(`the event store did not answer within ${deadline} ms`)
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestTryPause)) {
      if (closing.aborted) throw new StoreUnavailable('the event store was closed')
      try {
        // A busy machine may come back from a pause when the time is over.
        return await attempt(Math.max(1, Math.min(until - clock.now(), longestTry)))
      } catch (error) {
        if (closing.aborted || !(error instanceof StoreUnavailable)) throw error
        if (!(error instanceof NoAnswer)) told = error
        const isLast = clock.now() + pause >= until
        // Asked early, so that the cause is known when the time is over.
        const cause = diagnose()
        if (isLast) throw explained(told, await cause)
      }
      await clock.pause(pause, closing)
    }
  }

/** In one line: what was found to be the cause, or else what the client says, which may be several. */
const explained = (error: unknown, cause: string | undefined): unknown => {
  if (!(error instanceof Error)) return error
  const words = cause === undefined ? error.message.replaceAll(/\s*\n\s*/g, ' ') : `the event store is unavailable: ${cause}`
  return words === error.message ? error : new StoreUnavailable(words, { cause: error })
}
