// The history of an account's objects, for routes and pages: each event with who did what when, what it changed, and the names to show.
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import { activity } from '../projections/activity.ts'
import type { BusinessDocument } from '../projections/businesses.ts'
import { type FieldChange, withinDays } from '../projections/history.ts'
import type { WhereOf } from '../projections/read.ts'
import { keysKeptOf } from './api-keys.ts'
import { noteRead } from './framework/access-log.ts'
import type { ProbityContext } from './framework/environment.ts'
import { own, type Reads } from './framework/reading.ts'
import { requesterNames } from './people.ts'
import { usersOf } from './users.ts'

export type Proofs = {
  /** Proves that a stream is unchanged since the log was sealed; null when no seal covers it yet. */
  readonly proofOf: (stream: string) => Promise<object | null>
}

export type { EventType, StoredEvent } from '../events/catalogue.ts'
export type { FieldChange }

/** By id. */
export type Names = ReadonlyMap<string, string>

/** The names of the actors of some events of a business, and of those named in some of its states. */
export const namesInHistory = async (
  inner: Pick<Reads, 'read'>,
  states: readonly [BusinessDocument, ...BusinessDocument[]],
  events: readonly { readonly metadata: Pick<StoredEvent['metadata'], 'actor' | 'proposed_by'> }[],
): Promise<Names> => {
  const actors = events.flatMap(({ metadata: { actor, proposed_by } }) => (proposed_by ? [actor, proposed_by] : [actor]))
  const ofUsers = actors
    .filter(({ type }) => type === 'user' || type === 'account')
    .map(({ id, type }) => ({ requester: { id, type: type === 'user' ? ('user' as const) : ('account' as const) } }))
  const names = new Map(await requesterNames(inner, [...states, ...ofUsers]))
  if (actors.some(({ type }) => type === 'api_key'))
    for (const { id, name } of await keysKeptOf(inner, states[0].account_id)) names.set(id, name)
  return names
}

export type ObjectHistory = {
  /** The newest first. */
  readonly events: readonly StoredEvent[]
  /** Of the account's users and API keys. */
  readonly names: Names
}

/** The events of some streams of an account. */
export const objectHistory = async (inner: Reads, accountId: string, streams: readonly string[]): Promise<ObjectHistory> => {
  const [events, names] = await Promise.all([Promise.all(streams.map((stream) => inner.history(stream))), namesInAccount(inner, accountId)])
  return { events: events.flat().toSorted((one, other) => (one.position < other.position ? 1 : -1)), names }
}

/** The names of the account's users and API keys. */
export const namesInAccount = async (inner: Pick<Reads, 'read'>, accountId: string): Promise<Names> => {
  const [people, keys] = await Promise.all([usersOf(inner, accountId), keysKeptOf(inner, accountId)])
  return new Map([...people, ...keys].map(({ id, name }) => [id, name]))
}

export type Activity = ObjectHistory & {
  /** How many events there are on all pages. */
  readonly total: number
}

export type ActivityFilter = {
  /** Absent: both. */
  readonly isSignIn?: boolean | undefined
  readonly about?: string | undefined
  /** The id of who did it. */
  readonly by?: string | undefined
  /** The first and the last day (ISO 8601). */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A page of the events of the account itself, its policies and its users. */
export const ownActivity = async (
  inner: Reads,
  c: ProbityContext,
  { filter, ...page }: { readonly filter: ActivityFilter; readonly page: number; readonly perPage: number },
): Promise<Activity> => {
  const { accountId } = c.get('principal')
  const reading = own(inner, c, activity)
  const where = activityWhere(filter)
  const [found, total, names] = await Promise.all([
    reading.find({ where, sort: [['position', 'desc']], ...page }),
    reading.count(where),
    namesInAccount(inner, accountId),
  ])
  const events = (await Promise.all(found.map(({ stream, revision }) => inner.history(stream, { from: revision, limit: 1 })))).flat()
  noteRead(c, [...new Set(found.filter(({ about }) => about === 'user').map(({ stream }) => aggregateIdOf(stream)))])
  return { events, names, total }
}

const activityWhere = ({ isSignIn, about, by, from, to }: ActivityFilter): WhereOf<typeof activity> => {
  const recorded_at = withinDays(from, to)
  return {
    ...(isSignIn === undefined ? {} : { is_sign_in: isSignIn }),
    ...(about ? { about } : {}),
    ...(by ? { actor_id: by } : {}),
    ...(recorded_at ? { recorded_at } : {}),
  }
}
