// The collection `business_snapshots`: each business as it stood after every hundred of its events. What reads a part of a long history
// starts from the snapshot before that part, so that it reads only that part. A business with a shorter history has none.

import { businessEvents } from '../events/business.ts'
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import { businesses } from './businesses.ts'
import { columns } from './columns.ts'
import { concerning } from './history.ts'
import type { Projection } from './projection.ts'

export type BusinessSnapshot = {
  /** The id of the business and the number of events. */
  readonly id: string
  readonly account_id: string
  readonly business_id: string
  /** How many events the state is folded from: the revision of the next one. */
  readonly event_count: number
  /** The position of the last of them. */
  readonly position: number
  /** When the latest of them all was recorded, and when the earliest since the snapshot before: clocks of several instances differ. */
  readonly latest_at: string
  readonly earliest_at: string
  readonly business: ReturnType<typeof businesses.fold>
}

type Field = 'business_id' | 'event_count' | 'position' | 'latest_at' | 'earliest_at'

/** Events from one snapshot to the next. */
export const eventsPerSnapshot = 100

export const businessSnapshots: Projection<BusinessSnapshot, Field> = {
  spec: {
    name: 'business_snapshots',
    // A snapshot holds what the fold of businesses makes: another fold makes other snapshots.
    version: businesses.spec.version,
    indexes: [['business_id', 'event_count']],
    sealed: (businesses.spec.sealed ?? []).map((field) => ({ ...field, at: `business.${field.at}` })),
    filters: ['position', 'latest_at', 'earliest_at'],
    schema: columns<BusinessSnapshot>({
      id: 'text',
      account_id: 'text',
      business_id: 'text',
      event_count: 'integer',
      position: 'integer',
      latest_at: 'text',
      earliest_at: 'text',
      business: 'json',
    }),
  },
  types: new Set(Object.keys(businessEvents)),
  keys: ({ stream, revision }) =>
    stream.startsWith('business-') && (revision + 1) % eventsPerSnapshot === 0 ? [keyOf(aggregateIdOf(stream), revision + 1)] : [],
  snapshots: {
    every: eventsPerSnapshot,
    before: ({ stream, revision }) =>
      revision < eventsPerSnapshot ? undefined : keyOf(aggregateIdOf(stream), revision + 1 - eventsPerSnapshot),
  },
  fold: (before, events, key) => {
    const last = events.at(-1)
    if (!last) return before
    const id = aggregateIdOf(last.stream)
    const times = events.map(recordedAt)
    const isUnfinished = before !== null && before.event_count % eventsPerSnapshot !== 0
    return {
      id: key,
      account_id: last.metadata.account_id,
      business_id: id,
      event_count: last.revision + 1,
      position: Number(last.position),
      latest_at: [...times, before?.latest_at ?? ''].toSorted().at(-1) ?? '',
      earliest_at: [...times, ...(isUnfinished ? [before.earliest_at] : [])].toSorted()[0] ?? '',
      business: businesses.fold(before?.business ?? null, concerning(businesses, events, id), id),
    }
  },
}

const keyOf = (id: string, events: number): string => `${id}/${String(events).padStart(8, '0')}`

const recordedAt = ({ metadata }: StoredEvent): string => metadata.recorded_at
