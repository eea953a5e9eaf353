// The history of a record: every event with who, when, why and what changed field by field; and the record as of a moment.
import { isDeepStrictEqual } from 'node:util'
import type { StoredEvent } from '../events/catalogue.ts'
import type { Actor } from '../events/define.ts'
import type { AnyProjection, Projection } from './projection.ts'

export type FieldChange = { readonly field: string; readonly before: unknown; readonly after: unknown }

export type HistoryEntry = {
  readonly id: string
  readonly type: string
  readonly revision: number
  readonly position: string
  readonly recorded_at: string
  readonly actor: Actor
  /** Who proposed it, where a second person confirmed. */
  readonly proposed_by: Actor | null
  /** The request, or the event that a process reacted to. */
  readonly request_id: string | null
  readonly causation_id: string | null
  readonly correlation_id: string
  readonly data: unknown
  /** What it changed in the record, with dotted paths. */
  readonly changes: readonly FieldChange[]
}

/** How far back to look: up to a moment (ISO 8601) or a position, both inclusive. */
export type Moment = { readonly time: string } | { readonly position: bigint }

const written = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** An ISO 8601 time: a date (its begin in UTC) or a time with its offset, so that it means the same on every machine. Undefined for any other text. */
export const timeFrom = (text: string): string | undefined => {
  const [, date = ''] = written.exec(text) ?? []
  const [day, time] = [new Date(date), new Date(text)]
  // JavaScript reads a day that the month does not have as one of the next month.
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
  return exists && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined
}

/**
 * The last moment of a day in UTC, as the end of a range that includes the day.
 * @example
 * endOfDay('2026-03-31') // => '2026-03-31T23:59:59.999Z'
 */
export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`

/**
 * The condition that a time is within days in UTC, both included. Without either day there is none.
 * @example
 * withinDays('2026-03-01', '2026-03-31') // => { gte: '2026-03-01', lte: '2026-03-31T23:59:59.999Z' }
 * withinDays(undefined, undefined) // => undefined
 */
export const withinDays = (
  from: string | undefined,
  to: string | undefined,
): { readonly gte?: string; readonly lte?: string } | undefined =>
  from || to ? { ...(from ? { gte: from } : {}), ...(to ? { lte: endOfDay(to) } : {}) } : undefined

/**
 * A time, or a position in digits alone; undefined when the text is neither.
 * @example
 * momentFrom('2026-03-01') // => { time: '2026-03-01T00:00:00.000Z' }
 * momentFrom('yesterday') // => undefined
 */
export const momentFrom = (text: string): Moment | undefined => {
  if (/^\d{1,18}$/.test(text)) return { position: BigInt(text) }
  const time = timeFrom(text)
  return time === undefined ? undefined : { time }
}

/** Whether the event had happened by then. */
export const isWithin = (moment: Moment, event: Pick<StoredEvent, 'position' | 'metadata'>): boolean =>
  'position' in moment ? event.position <= moment.position : event.metadata.recorded_at <= moment.time

/** The record folded from a stream's events up to a moment; null when there was none. */
export const recordAsOf = <Doc>(projection: Projection<Doc>, events: readonly StoredEvent[], key: string, moment?: Moment): Doc | null => {
  const within = moment ? events.filter((event) => isWithin(moment, event)) : events
  return asOf(projection, null, within, key)
}

/** The record folded on from what it was before these events. */
export const asOf = <Doc>(projection: Projection<Doc>, before: Doc | null, events: readonly StoredEvent[], key: string): Doc | null =>
  projection.fold(before, concerning(projection, events, key), key)

/** The events that the projection folds into the document. */
export const concerning = (
  { types, keys }: Pick<AnyProjection, 'types' | 'keys'>,
  events: readonly StoredEvent[],
  key: string,
): readonly StoredEvent[] => events.filter((event) => types.has(event.type) && keys(event).includes(key))

/** `from` and `to`: only the entries from one revision to before another; the events before them are folded, but not compared. */
export const historyOf = (
  projection: AnyProjection,
  events: readonly StoredEvent[],
  key: string,
  [from, to]: readonly [from: number, to: number] = [0, events.length],
): readonly HistoryEntry[] => historyFrom(projection, asOf(projection, null, events.slice(0, from), key), events.slice(from, to), key)

/** What these events changed in the record; `start` is the record before them. */
export const historyFrom = (
  projection: AnyProjection,
  start: object | null,
  events: readonly StoredEvent[],
  key: string,
): readonly HistoryEntry[] => {
  let document = start
  return events.map((event) => {
    const before = document
    document = asOf(projection, document, [event], key)
    const { metadata, id, type, revision, position, data } = event
    const { recorded_at, actor, proposed_by = null, request_id, causation_id, correlation_id } = metadata
    const who = { actor, proposed_by, request_id, causation_id, correlation_id }
    const changes = fieldChanges(before, document).filter(({ field }) => field !== 'updated_at')
    return { id, type, revision, position: String(position), recorded_at, ...who, data, changes }
  })
}

/**
 * The leaves in which two records differ. Of a list that grew or shrank at its end: the items that came or went. Any other change of length is one change.
 * @example
 * fieldChanges({ name: 'Acme', tags: [] }, { name: 'Acme LLC', tags: [] }) // => [{ field: 'name', before: 'Acme', after: 'Acme LLC' }]
 */
export const fieldChanges = (before: unknown, after: unknown, path = ''): readonly FieldChange[] => {
  if (isDeepStrictEqual(before, after)) return []
  if (isRecord(before) && isRecord(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) =>
      fieldChanges(before[field], after[field], path === '' ? field : `${path}.${field}`),
    )
  if (Array.isArray(before) && Array.isArray(after) && isSameSoFar(before, after)) {
    const longer = before.length > after.length ? before : after
    return longer.flatMap((_, index) => fieldChanges(before[index], after[index], `${path}.${index}`))
  }
  if (before === null && isRecord(after) && path === '')
    return Object.entries(after).flatMap(([field, value]) => (value === null ? [] : [{ field, before: null, after: value }]))
  return [{ field: path, before: before ?? null, after: after ?? null }]
}

/** Whether the items of two lists can be compared one by one. */
const isSameSoFar = (one: readonly unknown[], other: readonly unknown[]): boolean => {
  const shared = Math.min(one.length, other.length)
  return one.length === other.length || (shared > 0 && isDeepStrictEqual(one.slice(0, shared), other.slice(0, shared)))
}

const isRecord = (value: unknown): value is { readonly [field: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
