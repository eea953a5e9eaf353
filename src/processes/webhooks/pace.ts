// The pace of attempts to one receiver: several at once, one at a time while it fails, none while it rests.
import type { AttemptOutcome } from './request.ts'

/** The most attempts at once to one receiver, and the number of failures in a row after which it gets one attempt at a time, with a pause behind it. */
const mostAtOnce = 8
const failingFrom = 3
const pauseMs = 1_000
/** The longest pause that a receiver gets for all its deliveries when it asks for one; the delivery that it answered waits for as long as it asked. */
const longestAskedPauseMs = 60_000

/** `onRested` is called at the end of a pause. */
export const openPace = (onRested: () => void) => {
  let failures = 0
  let pause: NodeJS.Timeout | undefined
  let pausedUntil = 0

  const rest = (forMs: number) => {
    const until = performance.now() + forMs
    if (pause !== undefined && until <= pausedUntil) return
    const over = () => {
      pause = undefined
      onRested()
    }
    clearTimeout(pause)
    pausedUntil = until
    pause = setTimeout(over, forMs).unref()
  }

  return {
    attemptsAtOnce: (): number => {
      if (pause !== undefined) return 0
      return failures >= failingFrom ? 1 : mostAtOnce
    },
    /** Takes the outcome of an attempt into account. */
    note: ({ delivered, askedPauseMs }: AttemptOutcome) => {
      failures = delivered ? 0 : failures + 1
      if (askedPauseMs !== undefined) rest(Math.min(askedPauseMs, longestAskedPauseMs))
    },
    /** Called after each attempt. */
    restWhileFailing: () => {
      if (failures >= failingFrom) rest(pauseMs)
    },
    close: () => clearTimeout(pause),
  }
}
