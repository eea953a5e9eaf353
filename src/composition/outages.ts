// Logs an outage of a store in few lines. Meanwhile each process of each partition, the projector and each refused request fail, and each would
// log its own stack. Instead there is one line at the start, one each minute, and one at the end with the duration.
import type { Logger, LoggerOptions } from 'pino'
import { StoreUnavailable } from '../stores/event-store.ts'

export type Outages = {
  /** For pino: removes the errors of an unavailable store from the log, and counts them as an outage. */
  readonly hooks: NonNullable<LoggerOptions['hooks']>
  /** Outages are logged here from now on. `isReachable` queries the stores themselves. */
  readonly watch: (watched: Watched) => void
  readonly isAway: () => boolean
  readonly close: () => void
}

type Watched = { readonly log: Pick<Logger, 'error' | 'warn'>; readonly isReachable: () => Promise<boolean> }

export type OutageOptions = {
  /** The time between two checks during an outage. */
  readonly lookEveryMs?: number
  /** It is back when nothing has failed for this long: during an election some calls succeed. */
  readonly settledMs?: number
  readonly repeatMs?: number
  readonly now?: () => number
}

type Outage = { readonly since: number; reason: string; lastFailure: number; toldAt: number }

export const openOutages = ({
  lookEveryMs = 1_000,
  settledMs = 5_000,
  repeatMs = 60_000,
  now = () => performance.now(),
}: OutageOptions = {}): Outages => {
  let watched: Watched | undefined
  let outage: Outage | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const lookLater = () => {
    if (!isClosed) timer = setTimeout(look, lookEveryMs).unref()
  }

  const secondsOf = ({ since }: Outage, until: number) => Math.max(1, Math.round((until - since) / 1000))

  const note = ({ message }: StoreUnavailable) => {
    if (outage) {
      outage.reason = message
      outage.lastFailure = now()
      return
    }
    outage = { since: now(), reason: message, lastFailure: now(), toldAt: now() }
    watched?.log.error(
      { reason: message },
      'a store is away: what needs it is answered 503 or waits, and goes on by itself when it is back',
    )
    lookLater()
  }

  const look = async () => {
    if (!outage || !watched) return
    const isReachable = await watched.isReachable().catch(() => false)
    if (!isReachable) outage.lastFailure = now()
    const { reason, lastFailure, toldAt } = outage
    if (now() - lastFailure >= settledMs) {
      const seconds = secondsOf(outage, lastFailure)
      outage = undefined
      watched.log.warn({ seconds }, `the store is back; it was away for ${seconds} s`)
      return
    }
    if (now() - toldAt >= repeatMs) {
      const seconds = secondsOf(outage, now())
      outage.toldAt = now()
      watched.log.error({ reason, seconds }, `a store is still away, for ${seconds} s now`)
    }
    lookLater()
  }

  return {
    hooks: hooksFor((error) => {
      if (watched) note(error)
      return watched !== undefined
    }),
    watch: (given) => {
      watched = given
    },
    isAway: () => outage !== undefined,
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/**
 * The hooks of another thread's log: its outages are those of the thread that owns the stores, which logs them.
 * @param tell gets the reason, of each failure
 */
export const outagesElsewhere = (tell: (reason: string) => void): Pick<Outages, 'hooks'> => ({
  hooks: hooksFor(({ message }) => {
    tell(message)
    return true
  }),
})

/** `note` returns whether it took the error, which then is not logged. */
const hooksFor = (note: (error: StoreUnavailable) => boolean): Outages['hooks'] => ({
  logMethod(args, method) {
    const error = errorIn(args[0])
    if (!(error instanceof StoreUnavailable && note(error))) method.apply(this, args)
  },
})

const errorIn = (first: unknown): unknown => (typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined)
