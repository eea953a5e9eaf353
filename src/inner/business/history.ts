// The history of one business, for routes and pages: its events with what each changed, and the business as it was. Each reads only its own part of
// the stream, from the snapshot before it on.

import type { StoredEvent } from '../../events/catalogue.ts'
import { businessSnapshots, eventsPerSnapshot } from '../../projections/business-snapshots.ts'
import { type BusinessDocument, businesses } from '../../projections/businesses.ts'
import { asOf, type HistoryEntry, historyFrom, isWithin, type Moment } from '../../projections/history.ts'
import type { WhereOf } from '../../projections/read.ts'
import type { Reads } from '../framework/reading.ts'

export type BusinessHistory = {
  /** The number of its events. */
  readonly count: number
  /** A page of events with what they changed, the newest first. The first page has the newest events, of those before the revision `end`. */
  readonly page: (
    page: number,
    perPage: number,
    end?: number,
  ) => Promise<readonly { readonly event: StoredEvent; readonly entry: HistoryEntry }[]>
  /** The latest events, the oldest first. */
  readonly latest: (most: number) => Promise<readonly StoredEvent[]>
  /** The event of this revision, and the business after it. */
  readonly after: (revision: number) => Promise<{ readonly event: StoredEvent; readonly business: BusinessDocument } | null>
}

type Past = Pick<Reads, 'read' | 'history'>

export const businessHistory = async (inner: Past, { id }: { readonly id: string }): Promise<BusinessHistory> => {
  const count = await countOf(inner, id)
  return {
    count,
    page: async (page, perPage, end = count) => {
      const to = Math.max(0, end - (page - 1) * perPage)
      const { before, events } = await stretch(inner, id, [Math.max(0, to - perPage), to])
      const entries = historyFrom(businesses, before, events, id)
      return events.flatMap((event, index) => (entries[index] ? [{ event, entry: entries[index] }] : [])).toReversed()
    },
    latest: (most) => inner.history(`business-${id}`, { from: Math.max(0, count - most) }),
    after: (revision) => businessAfter(inner, id, revision),
  }
}

/** The event of this revision, and the business after it. */
export const businessAfter = async (inner: Past, id: string, revision: number): ReturnType<BusinessHistory['after']> => {
  const { before, events } = await stretch(inner, id, [revision, revision + 1])
  const [event] = events
  const business = asOf(businesses, before, events, id)
  return event && business ? { event, business } : null
}

/** The business folded from its events up to a moment, from all of them when absent; null when it did not exist then. */
export const businessAsOf = async (inner: Past, id: string, moment?: Moment): Promise<BusinessDocument | null> => {
  const start = await lastSnapshot(inner, id, moment && foldedBy(moment))
  const first = start?.event_count ?? 0
  const events = await eventsFrom(inner, id, first, moment)
  return asOf(businesses, start?.business ?? null, events, id)
}

const eventsFrom = async (inner: Past, id: string, first: number, moment?: Moment): Promise<readonly StoredEvent[]> => {
  if (!moment) return inner.history(`business-${id}`, { from: first })
  const events = 'position' in moment ? await eventsUntil(inner, id, first, moment) : await eventsAround(inner, id, first, moment.time)
  return events.filter((event) => isWithin(moment, event))
}

/** Events from a revision on, up to the first that lies behind the moment, or a few more. */
const eventsUntil = async ({ history }: Past, id: string, first: number, moment: Moment): Promise<readonly StoredEvent[]> => {
  const events: StoredEvent[] = []
  for (let from = first; ; from += eventsPerSnapshot) {
    const some = await history(`business-${id}`, { from, limit: eventsPerSnapshot })
    events.push(...some)
    const last = some.at(-1)
    if (!last || !isWithin(moment, last)) return events
  }
}

/**
 * Events from a revision on, with all that were recorded by this time. Their times need not be in order, because the clocks of several instances differ:
 * what is passed over are the snapshots whose every event is later.
 */
const eventsAround = async (inner: Past, id: string, first: number, time: string): Promise<readonly StoredEvent[]> => {
  const [reach = 0, newest = 0] = (
    await Promise.all([lastSnapshot(inner, id, { earliest_at: { lte: time } }), lastSnapshot(inner, id)])
  ).map((snapshot) => snapshot?.event_count)
  const stream = `business-${id}`
  const some = reach > first ? await inner.history(stream, { from: first, limit: reach - first }) : []
  return [...some, ...(await inner.history(stream, { from: Math.max(first, reach, newest) }))]
}

const countOf = async ({ history }: Past, id: string): Promise<number> => {
  const stream = `business-${id}`
  const [last] = await history(stream, { direction: 'backwards', limit: 1 })
  // An event that this release does not know is left out.
  return ((last ?? (await history(stream)).at(-1))?.revision ?? -1) + 1
}

/** The events from one revision to before another, and the business before them. */
const stretch = async (inner: Past, id: string, [from, to]: readonly [from: number, to: number]) => {
  const start = await lastSnapshot(inner, id, { event_count: { lte: from } })
  const first = start?.event_count ?? 0
  const events = to > first ? await inner.history(`business-${id}`, { from: first, limit: to - first }) : []
  const earlier = events.filter(({ revision }) => revision < from)
  return { before: asOf(businesses, start?.business ?? null, earlier, id), events: events.slice(earlier.length) }
}

type Where = WhereOf<typeof businessSnapshots>

/** Finds the snapshots of which every event lies within the moment. */
const foldedBy = (moment: Moment): Where =>
  'position' in moment ? { position: { lte: Number(moment.position) } } : { latest_at: { lte: moment.time } }

const lastSnapshot = async ({ read }: Past, id: string, where: Where = {}) => {
  const [last] = await read(businessSnapshots).find({ where: { ...where, business_id: id }, sort: [['event_count', 'desc']], perPage: 1 })
  return last
}
