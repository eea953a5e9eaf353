// One attempt at an event: it is delivered to its process, and what is still to be done about it is written into the retry inbox.
import type { StoredEvent } from '../../events/catalogue.ts'
import { StoreUnavailable } from '../../stores/event-store.ts'
import { failureText } from '../../stores/told-failure.ts'
import type { Later } from '../process.ts'
import type { RetryInbox, Work } from './retry-inbox.ts'

/** `work`: what the retry inbox holds about the event. @returns whether nothing is left to do about it. @throws when the service stops */
export type Attempt = (event: StoredEvent, work?: Work) => Promise<boolean>

export type AttemptOptions = {
  readonly retryInbox: RetryInbox
  /** `count`: the n-th delivery, `time`: that of its test clock. @returns when the process wants the event again, if it does */
  readonly deliver: (event: StoredEvent, count: number, time?: Date) => Promise<Later | undefined>
  /** The time of the test clock that the event follows; undefined: it follows none. */
  readonly timeOf: (event: StoredEvent) => Promise<Date | undefined>
  readonly now: () => Date
  /** The pause before the n-th retry in milliseconds; null: give up. */
  readonly pause: (failures: number) => number | null
  /** The pause before the next try while a store is away. */
  readonly awayPauseMs: number
  readonly stopping: AbortSignal
  /** Called after work of the retry inbox is done. */
  readonly onWorkDone: (event: StoredEvent) => void
  readonly onError: (error: unknown, event: StoredEvent, gaveUp: boolean) => void
}

export const openAttempts = (options: AttemptOptions): Attempt => {
  const { retryInbox, deliver, timeOf, now, pause, awayPauseMs, stopping, onWorkDone, onError } = options

  const finish = async (event: StoredEvent, work: Work | undefined) => {
    if (!work) return
    await retryInbox.remove(work)
    onWorkDone(event)
  }

  /** A store that is away says nothing against the event: it is tried again soon, and is never given up for that. */
  const keepFailed = async (error: unknown, event: StoredEvent, work: Work | undefined) => {
    const isAway = error instanceof StoreUnavailable
    const failures = (work?.failures ?? 0) + (isAway ? 0 : 1)
    const wait = isAway ? awayPauseMs : pause(failures)
    onError(error, event, wait === null)
    await retryInbox.write({
      ...workOf(event, work),
      deliveries: countOf(work),
      failures,
      state: wait === null ? 'dead_letter' : 'failed',
      dueAt: wait === null ? null : new Date(now().getTime() + wait),
      error: failureText(error),
    })
  }

  return async (event, work) => {
    try {
      const clock = await timeOf(event)
      const time = clock && latestOf(clock, work?.clockAt)
      const later = await deliver(event, countOf(work), time)
      if (later) {
        const due = time ? dueOnClock(later.at, time, now()) : { dueAt: later.at }
        await retryInbox.write({ ...workOf(event, work), deliveries: countOf(work), failures: 0, state: 'deferred', ...due })
      } else await finish(event, work)
      return !later
    } catch (error) {
      if (stopping.aborted) throw error
      await keepFailed(error, event, work)
      return false
    }
  }
}

/** A wait of at most this long passes by itself on a test clock too: for the sandbox, a read model, a retry. */
export const shortWaitMs = 60_000

/** Work that follows a test clock: a longer wait ends when the clock is advanced. */
const dueOnClock = (at: Date, time: Date, now: Date): Pick<Work, 'dueAt' | 'clockAt'> => {
  const wait = Math.max(0, at.getTime() - time.getTime())
  return { dueAt: wait > shortWaitMs ? null : new Date(now.getTime() + wait), clockAt: at.toISOString() }
}

/** A short wait may have gone beyond the time at which the clock stands. */
const latestOf = (clock: Date, wanted: string | undefined): Date => {
  const waited = wanted === undefined ? clock.getTime() : Date.parse(wanted)
  return waited > clock.getTime() && waited - clock.getTime() <= mostDriftMs ? new Date(waited) : clock
}

/** How far short waits after one another may go ahead of the clock. */
const mostDriftMs = 600_000

/** An event that waits behind an earlier one of its aggregate. */
export const queuedWork = (event: StoredEvent): Work => ({
  ...workOf(event, undefined),
  deliveries: 0,
  failures: 0,
  state: 'queued',
  dueAt: null,
})

const countOf = (work: Work | undefined): number => (work?.deliveries ?? 0) + 1

const workOf = (event: StoredEvent, work: Work | undefined) => ({
  stream: event.stream,
  revision: event.revision,
  type: event.type,
  accountId: event.metadata.account_id,
  error: work?.error ?? null,
  record: work?.record,
})
