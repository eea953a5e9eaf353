// The collection `timeline`: what happened to a business, in order, with the registry's own filings. An event declares
// that it is an entry (`onTimeline` in events/define.ts).

import { aggregateIdOf, type StoredEvent, timelineEvents } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import type { Mode } from '../events/modes.ts'
import abbreviations from './abbreviations/timeline.json' with { type: 'json' }
import { columns } from './columns.ts'
import { projection } from './projection.ts'

/** The prefix of the types of the registry's own filings. */
export const historyPrefix = 'sos_history.' as const

export type TimelineDocument = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly business_id: string
  readonly type: string
  /** The type without the prefix: what a filter names. */
  readonly plain_type: string
  readonly data: { readonly object: object; readonly previous_attributes?: object }
  readonly occurred_at: string
  /** The date part of `occurred_at`, for filters by day. */
  readonly occurred_on: string
  readonly created_at: string
}

type Told = { readonly type: string; readonly occurredAt: string; readonly object: object; readonly previous?: object }

const entry = (
  { stream, metadata }: StoredEvent,
  id: string,
  { type, occurredAt, object, previous }: Told,
): Omit<TimelineDocument, 'mode'> => ({
  id,
  account_id: metadata.account_id,
  business_id: aggregateIdOf(stream),
  type,
  plain_type: type.startsWith(historyPrefix) ? type.slice(historyPrefix.length) : type,
  data: previous ? { object, previous_attributes: previous } : { object },
  occurred_at: occurredAt,
  occurred_on: occurredAt.slice(0, 10),
  created_at: metadata.recorded_at,
})

const entryIds = new WeakMap<StoredEvent, readonly string[]>()

/** The ids of the event's own entry and of the entries of the registry's filings in it. Derived once, because every entry needs them. */
const idsOf = (event: StoredEvent<'RegistrationFound'>): readonly string[] => {
  const known = entryIds.get(event)
  if (known) return known
  const ids = [event.id, ...event.data.registration.history.map((_, index) => derivedId(`history-${index}`, event.id))]
  entryIds.set(event, ids)
  return ids
}

const told =
  ({ type, part }: { readonly type: string; readonly part: string }) =>
  (event: StoredEvent, key: string) => {
    const { [part]: object, previous_attributes: previous } = event.data as { readonly [field: string]: object }
    return entry(event, key, { type, occurredAt: event.metadata.recorded_at, object: object as object, ...(previous ? { previous } : {}) })
  }

/** The entries about watchlist hits, by the event. */
export const hitEntryTypes = {
  WatchlistHitFound: 'watchlist_result.created',
  WatchlistHitChanged: 'watchlist_result.updated',
  WatchlistHitDismissed: 'watchlist_result.dismissed',
  WatchlistHitReopened: 'watchlist_result.reopened',
  WatchlistHitGone: 'watchlist_result.deleted',
} as const

/** The entry about a hit that was found, is listed otherwise, was dismissed, counts again, or was not found any more. */
const aboutHit = (event: StoredEvent<keyof typeof hitEntryTypes>, key: string) =>
  entry(event, key, { type: hitEntryTypes[event.type], occurredAt: event.metadata.recorded_at, object: hitIn(event) })

const hitIn = (event: StoredEvent<keyof typeof hitEntryTypes>) => {
  if (event.type === 'WatchlistHitFound' || event.type === 'WatchlistHitGone') {
    const { id, list, entity_name } = event.data.hit
    return { id, list, entity_name }
  }
  if (event.type === 'WatchlistHitChanged') {
    const { hit, changes } = event.data
    return { id: hit.id, list: hit.list, entity_name: hit.entity_name, changes }
  }
  const { hit_id, ...rest } = event.data
  return { id: hit_id, ...rest }
}

export const timeline = projection<TimelineDocument>()({
  collection: 'timeline',
  version: 6,
  abbreviations,
  indexes: [['business_id', 'occurred_at']],
  filters: ['account_id', 'type', 'plain_type', 'occurred_on', 'mode'],
  schema: columns<TimelineDocument>({
    id: 'text',
    account_id: 'text',
    mode: 'text',
    business_id: 'text',
    type: 'text',
    plain_type: 'text',
    data: 'json',
    occurred_at: 'text',
    occurred_on: 'text',
    created_at: 'text',
  }),
  key: (event) => (event.type === 'RegistrationFound' ? idsOf(event) : event.id),
  starts: {
    ...Object.fromEntries(timelineEvents.map(({ event, ...mark }) => [event, told(mark)])),
    WatchlistHitFound: aboutHit,
    WatchlistHitChanged: aboutHit,
    WatchlistHitDismissed: aboutHit,
    WatchlistHitReopened: aboutHit,
    WatchlistHitGone: aboutHit,
    RegistrationFound: (event, key) => {
      const { registration } = event.data
      const filing = registration.history[idsOf(event).indexOf(key) - 1]
      if (!filing) return told({ type: 'registration.created', part: 'registration' })(event, key)
      // A date that cannot be parsed must not stop the other read models.
      const filed = new Date(filing.occurred_at)
      const occurredAt = Number.isNaN(filed.getTime()) ? event.metadata.recorded_at : filed.toISOString()
      return entry(event, key, {
        type: `${historyPrefix}${filing.type}`,
        occurredAt,
        object: { ...registration, description: filing.description },
      })
    },
  },
})
