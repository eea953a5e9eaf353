// The event store port over an EventStoreDB cluster (21.10 or later; 23.10 tells when a subscription has caught up).
import { type Appended, type EventStore, passes, type Subscription, WrongExpectedRevision } from '../event-store.ts'
import { addressIn, asClientReads } from './address.ts'
import { openAppends } from './appends.ts'
import { openConnection } from './connection.ts'
import { openDiagnosis } from './diagnosis.ts'
import { openReads, pageSize } from './reads.ts'
import { type Look, openSubscription } from './subscription.ts'
import { openTries } from './tries.ts'

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
  const closed = new AbortController()
  const persist = openTries({ deadline, firstPause, closed: closed.signal, diagnose: openDiagnosis(addressIn(url)) })
  const connection = openConnection(asClientReads(url))
  const reads = openReads(connection, persist)
  const appends = openAppends(connection)
  const subscriptions = new Set<Subscription>()
  const pauses = { first: firstPause, longest: longestPause }

  /** The answer of an earlier append of the same events at the same revision, if that is why the stream is further now. */
  const appendedBefore = async (stream: string, ids: readonly string[], expectedRevision: number): Promise<Appended | undefined> => {
    const existing = await reads.read(stream, { from: expectedRevision + 1, limit: ids.length })
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
      const page = await reads.readPage({ after, direction: 'forwards', count: pageSize, wanted, closing })
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

  const { read, readAll, end, alterationOf } = reads
  return { append, read, readAll, end, subscribe, alterationOf, close }
}
