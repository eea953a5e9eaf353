// Snapshots of aggregates: their streams, folded. A recent fold is kept in memory, and only the events after it are read,
// so that a command costs the same however long the history of its aggregate is.
import type { DomainEvent, StoredEvent } from '../events/catalogue.ts'
import type { EventLog, StreamEnd } from '../stores/event-log.ts'
import { type Aggregate, streamOf } from './decider.ts'

export type Snapshot<State> = {
  readonly state: State
  /** The end of the stream and the position of its newest event; null when it is empty. */
  readonly end: StreamEnd | null
  readonly position: bigint | null
  /** Of all its events. */
  readonly ids: ReadonlySet<string>
}

export type Snapshots = {
  /** The current state of an aggregate, with the events of other instances. */
  readonly of: <State, Command, Event extends DomainEvent>(
    aggregate: Aggregate<State, Command, Event>,
    id: string,
  ) => Promise<Snapshot<State>>
  /** To be called when the snapshot was wrong: the next load reads its stream from the beginning. */
  readonly forget: (aggregate: { readonly name: string }, id: string) => void
}

/** A stream is read whole again after this time, as keys are looked up again: data that another instance erased does not stay in memory for long. */
const rememberedMs = 60_000

/** The most events, of all streams together, whose folds are kept in memory. */
const rememberedEvents = 5_000

type Remembered = Snapshot<unknown> & { readonly until: number }

export const openSnapshots = (log: Pick<EventLog, 'read'>): Snapshots => {
  /** In the order of use: the one used last comes last. */
  const remembered = new Map<string, Remembered>()
  let events = 0

  const forgetAt = (address: string) => {
    events -= remembered.get(address)?.ids.size ?? 0
    remembered.delete(address)
  }

  const remember = (address: string, snapshot: Remembered) => {
    forgetAt(address)
    remembered.set(address, snapshot)
    events += snapshot.ids.size
    for (const oldest of remembered.keys()) {
      if (events <= rememberedEvents || oldest === address) break
      forgetAt(oldest)
    }
  }

  const recall = <State>(address: string): (Snapshot<State> & Remembered) | undefined => {
    const held = remembered.get(address)
    return held && held.until > Date.now() ? (held as Snapshot<State> & Remembered) : undefined
  }

  const of: Snapshots['of'] = async (aggregate, id) => {
    const address = addressOf(aggregate, id)
    const held = recall<typeof aggregate.initial>(address)
    const fresh = await log.read(streamOf(aggregate, id), { from: (held?.end?.revision ?? -1) + 1 })
    if (held && fresh.some(({ type }) => type === 'PersonalDataErased')) {
      forgetAt(address)
      return of(aggregate, id)
    }
    const snapshot = after(aggregate, held ?? { state: aggregate.initial, end: null, position: null, ids: new Set() }, fresh)
    if (snapshot.end) remember(address, { ...snapshot, until: held?.until ?? Date.now() + rememberedMs })
    return snapshot
  }

  return { of, forget: (aggregate, id) => forgetAt(addressOf(aggregate, id)) }
}

/** Several aggregates may decide in one stream, each with a state of its own. */
const addressOf = ({ name }: { readonly name: string }, id: string): string => `${name}-${id}`

const after = <State, Command, Event extends DomainEvent>(
  { evolve }: Aggregate<State, Command, Event>,
  snapshot: Snapshot<State>,
  events: readonly StoredEvent[],
): Snapshot<State> => {
  const last = events.at(-1)
  if (!last) return snapshot
  return {
    // An aggregate's stream holds events of the types that it evolves by, and no others.
    state: (events as unknown as readonly Event[]).reduce(evolve, snapshot.state),
    end: { revision: last.revision, hash: last.metadata.hash },
    position: last.position,
    ids: new Set([...snapshot.ids, ...events.map(({ id }) => id)]),
  }
}
