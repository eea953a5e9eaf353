// The event store port over an EventStoreDB cluster (21.10 or later; 23.10 tells when a subscription has caught up).
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Alteration,
  type Appended,
  DamagedEvent,
  type EventStore,
  passes,
  type ReadAllOptions,
  type RecordedEvent,
  StoreUnavailable,
  StreamAltered,
  type Subscription,
  WrongExpectedRevision,
} from '../event-store.ts'
import { addressIn } from './address.ts'
import { alterationOf, scavengeOf } from './alterations.ts'
import { openAppends } from './appends.ts'
import { NoAnswer, openConnection } from './connection.ts'
import { openDiagnosis } from './diagnosis.ts'
import { readAllRequest, readStreamRequest, recordedIn, type Wanted } from './messages.ts'
import { type Look, openSubscription } from './subscription.ts'

/** A try that shows no sign of life for this long is given up, so that one frozen node does not use up the whole deadline. */
const longestTry = 3_000
/** A leader that has just been elected is noticed within this pause. */
const longestTryPause = 500

export type EventStoreDBOptions = {
  /** A connection string, `esdb://...` or `esdb+discover://...`, with credentials and TLS settings where the cluster needs them. */
  readonly url: string
  /** How long an append or a read may go without an answer, tries included; 10 s when absent. Milliseconds, like all below. */
  readonly deadline?: number
  /** How long a subscription hears nothing before it looks for itself whether it has missed something; 2 s when absent. */
  readonly lookAfter?: number
  /** Pauses between tries double from the first (50 ms) to the longest (10 s). */
  readonly firstPause?: number
  readonly longestPause?: number
}

/** Records that one read of the log asks for. */
const pageSize = 500

/**
 * Does not connect yet: a store that is away shows in the first call.
 * @throws StoreMisconfigured when the URL is no connection string, or names an IP address for TLS
 */
export const openEventStoreDB = async ({
  url,
  deadline = 10_000,
  lookAfter = 2_000,
  firstPause = 50,
  longestPause = 10_000,
}: EventStoreDBOptions): Promise<EventStore> => {
  const diagnose = openDiagnosis(addressIn(url))
  const connection = openConnection(url)
  const appends = openAppends(connection)
  const subscriptions = new Set<Subscription>()
  const pauses = { first: firstPause, longest: longestPause }
  const closed = new AbortController()

  /**
   * Tries again while the store is unavailable and time is left: reading twice, like appending twice, does no harm.
   * @throws what the last try that got an answer was told; a last try without an answer hides no wrong certificate.
   */
  const persist = async <T>(attempt: (patience: number) => Promise<T>, closing: AbortSignal = closed.signal): Promise<T> => {
    const until = performance.now() + deadline
    let told: unknown = new NoAnswer(`the event store did not answer within ${deadline} ms`)
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestTryPause)) {
      if (closing.aborted) throw new StoreUnavailable('the event store was closed')
      try {
        return await attempt(Math.min(until - performance.now(), longestTry))
      } catch (error) {
        if (closing.aborted || !(error instanceof StoreUnavailable)) throw error
        if (!(error instanceof NoAnswer)) told = error
        const isLast = performance.now() + pause >= until
        // Asked early, so that the cause is known when the time is over.
        const cause = diagnose()
        if (isLast) throw explained(told, await cause)
      }
      await sleep(pause, undefined, { signal: closing }).catch(() => {})
    }
  }

  const collect = ({ request, wanted, patience, after, closing, fromLeader = false }: Collecting): Promise<Page> =>
    connection.inTime(
      patience,
      async ({ signal, showLife }) => {
        const stream = await connection.read(request, { fromLeader })
        const cancel = () => stream.cancel()
        if (signal.aborted) cancel()
        signal.addEventListener('abort', cancel, { once: true })
        const events: RecordedEvent[] = []
        let count = 0
        let last: bigint | undefined
        for await (const response of stream) {
          showLife()
          const recorded = readable(response, wanted)
          if (!recorded) continue
          const isDamaged = recorded instanceof DamagedEvent
          // The server also sends the record at `after` itself.
          if (isDamaged && recorded.position !== after) {
            cancel()
            return { events, count, last, damaged: recorded }
          }
          count++
          last = recorded.position
          if (!isDamaged && recorded.event) events.push(recorded.event)
        }
        return { events, count, last }
      },
      closing,
    )

  const readPage = async ({ after, direction, count, wanted, closing }: PageOptions): Promise<Page> => {
    const request = readAllRequest({ after, direction, count })
    const page = await persist((patience) => collect({ request, wanted, patience, after, closing }), closing)
    return after === undefined ? page : { ...page, events: page.events.filter(isBeyond(after, direction)) }
  }

  const read: EventStore['read'] = async (stream, options = {}) => {
    if (options.limit === 0) return []
    const request = readStreamRequest(stream, options)
    const { events, damaged } = await persist((patience) => collect({ request, wanted: () => true, patience, fromLeader: true }))
    if (damaged) throw damaged
    const { from = 0, direction = 'forwards' } = options
    const [first] = events
    // A state folded from what is left of a stream would be another one.
    if (direction === 'forwards' && first && first.revision > from) {
      const found = await alterationIn(stream)
      throw new StreamAltered(`${stream} begins at event ${first.revision}${found ? `: ${found.explanation}` : ''}`)
    }
    return events
  }

  const alterationIn = (stream?: string): Promise<Alteration | undefined> =>
    persist(() => (stream === undefined ? scavengeOf(connection) : alterationOf(connection, stream)))

  async function* readAll(options: ReadAllOptions = {}) {
    const { after, direction = 'forwards', limit = Number.POSITIVE_INFINITY, streamPrefixes, types } = options
    const wanted = passes(options)
    let left = limit
    let from = after
    // One more than needed, because forwards the record at the position itself comes too.
    let count = streamPrefixes || types ? pageSize : Math.min(left + 1, pageSize)
    while (left > 0) {
      const page = await readPage({ after: from, direction, count, wanted })
      for (const event of page.events) {
        yield event
        if (--left === 0) return
      }
      if (page.damaged) throw page.damaged
      if (page.count < count) return
      from = page.last
      count = pageSize
    }
  }

  const end: EventStore['end'] = async () => {
    const request = readAllRequest({ after: undefined, direction: 'backwards', count: 1 })
    const { last, damaged } = await persist((patience) => collect({ request, wanted: () => true, patience, fromLeader: true }))
    return last ?? damaged?.position ?? -1n
  }

  /** The answer of an earlier append of the same events at the same revision, if that is why the stream is further now. */
  const appendedBefore = async (stream: string, ids: readonly string[], expectedRevision: number): Promise<Appended | undefined> => {
    const existing = await read(stream, { from: expectedRevision + 1, limit: ids.length })
    const last = existing.at(-1)
    const same = existing.length === ids.length && ids.every((id, n) => existing[n]?.id.toLowerCase() === id.toLowerCase())
    return same && last ? { revision: last.revision, position: last.position } : undefined
  }

  const append: EventStore['append'] = async (stream, events, expectedRevision) => {
    if (events.length === 0) throw new RangeError(`nothing to append to ${stream}`)
    const answer = await persist((patience) => appends.append({ stream, events, expectedRevision }, patience))
    if (answer.kind === 'appended' && answer.position !== undefined) return { revision: answer.revision, position: answer.position }
    const mayExist = answer.kind === 'appended' || answer.current >= expectedRevision + events.length
    const ids = events.map(({ id }) => id)
    const before = mayExist ? await appendedBefore(stream, ids, expectedRevision) : undefined
    if (before) return before
    throw new WrongExpectedRevision(stream, expectedRevision, answer.kind === 'refused' ? answer.current : undefined)
  }

  const subscribe: EventStore['subscribe'] = (options, onBatch) => {
    const wanted = passes(options)
    const look: Look = async (after, closing) => {
      const page = await readPage({ after, direction: 'forwards', count: pageSize, wanted, closing })
      return { missed: page.events.length > 0 || page.damaged !== undefined, position: page.last, atEnd: page.count < pageSize }
    }
    const subscription = openSubscription({ connection, look, options, onBatch, pauses, deadline, lookAfter })
    subscriptions.add(subscription)
    return {
      close: () => {
        subscriptions.delete(subscription)
        return subscription.close()
      },
    }
  }

  const close = async () => {
    closed.abort()
    await Promise.all(Array.from(subscriptions, (subscription) => subscription.close()))
    appends.close()
    await connection.close()
  }

  return { append, read, readAll, end, subscribe, alterationOf: alterationIn, close }
}

type Page = {
  readonly events: readonly RecordedEvent[]
  /** Records read, wanted or not, and the position of the last one. */
  readonly count: number
  readonly last: bigint | undefined
  /** The next event, where it cannot be read. */
  readonly damaged?: DamagedEvent
}

type PageOptions = {
  readonly after: bigint | undefined
  readonly direction: 'forwards' | 'backwards'
  readonly count: number
  readonly wanted: Wanted
  readonly closing?: AbortSignal
}

type Collecting = {
  readonly request: ReturnType<typeof readAllRequest>
  readonly wanted: Wanted
  readonly patience: number
  readonly after?: bigint | undefined
  readonly closing?: AbortSignal | undefined
  /** Only the leader answers: a follower may not have the reader's own last event yet. */
  readonly fromLeader?: boolean
}

/** The failure, with what was found to be its cause. */
const explained = (error: unknown, cause: string | undefined): unknown =>
  cause === undefined || !(error instanceof Error) ? error : new StoreUnavailable(`${error.message}: ${cause}`, { cause: error })

const readable = (...response: Parameters<typeof recordedIn>): ReturnType<typeof recordedIn> | DamagedEvent => {
  try {
    return recordedIn(...response)
  } catch (error) {
    if (error instanceof DamagedEvent) return error
    throw error
  }
}

const isBeyond =
  (after: bigint, direction: 'forwards' | 'backwards') =>
  ({ position }: RecordedEvent): boolean =>
    direction === 'forwards' ? position > after : position < after
