// Snapshots of aggregates: their streams, folded. A recent fold is kept in memory, so that a command costs the same however long the history of
// its aggregate is. A command is tried on what is remembered; only when that turns out to be stale, the rest of the stream is read.
import { LRUCache } from 'lru-cache'
import type { DomainEvent, StoredEvent } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import type { EventLog, StreamEnd, Written } from '../stores/event-log.ts'
import { type Aggregate, foldOf, streamOf } from './decider.ts'

export type Snapshot<State> = {
  /** Folded when somebody asks for it: after most commands nobody does. */
  readonly state: State
  /** The end of the stream and the position of its newest event; null when it is empty. */
  readonly end: StreamEnd | null
  readonly position: bigint | null
  /** The world of the account that the stream belongs to; undefined when it is empty, or belongs to both. */
  readonly mode: Mode | undefined
  /** Of all its events. */
  readonly ids: ReadonlySet<string>
}

export type Snapshots = {
  /** The current state of an aggregate, with the events of other instances: reads what is not remembered. */
  readonly of: <State, Command, Event extends DomainEvent>(
    aggregate: Aggregate<State, Command, Event>,
    id: string,
  ) => Promise<Snapshot<State>>
  /** What is remembered of an aggregate; undefined when it is nothing, or known to be stale. Others may have written since. */
  readonly remembered: <State, Command, Event extends DomainEvent>(
    aggregate: Aggregate<State, Command, Event>,
    id: string,
  ) => Snapshot<State> | undefined
  /** Remembers what a command has appended behind a snapshot. @returns the snapshot after it */
  readonly appended: <State, Command, Event extends DomainEvent>(
    aggregate: Aggregate<State, Command, Event>,
    id: string,
    append: Append<State>,
  ) => Snapshot<State>
  /** To be called when an append behind what is remembered failed: the rest is read before the next command. */
  readonly mistrust: (aggregate: { readonly name: string }, id: string) => void
}

type Append<State> = {
  readonly behind: Snapshot<State>
  readonly written: Written
  /** Whether another instance may have sent the same command before. */
  readonly mayRepeat: boolean
}

/**
 * A stream is read whole again after this time, as keys are looked up again: data that another instance erased does not stay in memory for long,
 * even if the machine's clock is set back.
 */
const rememberedMs = 60_000

/**
 * The most events whose folds are kept in memory. Streams that have only begun have a share of their own: there may be thousands of them that
 * wait for their next command, and each takes little room.
 */
const rememberedEvents = { begun: 10_000, longer: 5_000 }

/** The most events of a stream that has only begun. */
const beginningEvents = 4

/** `isStale`: the stream holds more by now, or something else. */
type Remembered<State = unknown> = { readonly snapshot: Snapshot<State>; readonly until: number; readonly isStale: boolean }

/** A log without keys of personal data has no erasures. */
export type SnapshotLog = Pick<EventLog, 'read'> & Partial<Pick<EventLog, 'erasures' | 'forget'>>

export const openSnapshots = (log: SnapshotLog): Snapshots => {
  const erasuresNow = () => log.erasures?.() ?? 0
  const memory = openMemory(erasuresNow)

  const of: Snapshots['of'] = async (aggregate, id) => {
    const address = addressOf(aggregate, id)
    const held = memory.recall<typeof aggregate.initial>(address)
    const erasures = erasuresNow()
    const fresh = await log.read(streamOf(aggregate, id), { from: (held?.snapshot.end?.revision ?? -1) + 1 })
    if (held && (!goesOn(held, fresh) || fresh.some(isErasure))) {
      memory.forget(address)
      for (const event of fresh) if (isErasure(event)) log.forget?.(event.data.subjects)
      return of(aggregate, id)
    }
    if (held && fresh.length === 0) return held.snapshot
    const behind = held?.snapshot ?? beginningOf(aggregate)
    const snapshot = fresh.length === 0 ? behind : after(aggregate, behind, stretchOf(fresh))
    const isOutdated = (memory.recall(address)?.snapshot.end?.revision ?? -1) > (snapshot.end?.revision ?? -1)
    if (snapshot.end && !isOutdated && erasures === erasuresNow())
      memory.remember(address, { snapshot, until: held?.until ?? performance.now() + rememberedMs, isStale: false })
    return snapshot
  }

  return {
    of,

    remembered: (aggregate, id) => {
      const held = memory.recall<typeof aggregate.initial>(addressOf(aggregate, id))
      return held?.isStale ? undefined : held?.snapshot
    },

    appended: (aggregate, id, { behind, written, mayRepeat }) => {
      const address = addressOf(aggregate, id)
      const { events, ids, revision, hash, position, mode } = written
      const snapshot = after(aggregate, behind, { events, ids, end: { revision, hash }, position, mode })
      const held = memory.recall(address)
      const until = held?.until ?? performance.now() + rememberedMs
      // The stream was forgotten meanwhile, perhaps because personal data in it was erased. Then this snapshot must not be kept either.
      if (behind.end !== null && held === undefined) return snapshot
      if (written.events.some(isErasure)) memory.forget(address)
      // The answer may be to the same command of another instance. The events in the store then have other hashes than those written here.
      else if (mayRepeat) memory.remember(address, { snapshot: behind, until, isStale: true })
      else memory.remember(address, { snapshot, until, isStale: false })
      return snapshot
    },

    mistrust: (aggregate, id) => {
      const address = addressOf(aggregate, id)
      const held = memory.recall(address)
      if (held) memory.remember(address, { ...held, isStale: true })
    },
  }
}

/** Snapshots by address. Those of a time before an erasure are not kept: they may hold what was erased. */
const openMemory = (erasuresNow: () => number) => {
  const begun = openShare(rememberedEvents.begun)
  const longer = openShare(rememberedEvents.longer)
  let erasures = erasuresNow()

  const forget = (address: string) => {
    begun.delete(address)
    longer.delete(address)
  }

  return {
    forget,

    recall: <State>(address: string): Remembered<State> | undefined => {
      if (erasures !== erasuresNow()) {
        begun.clear()
        longer.clear()
        erasures = erasuresNow()
      }
      const held = begun.get(address) ?? longer.get(address)
      return held && held.until > performance.now() ? (held as Remembered<State>) : undefined
    },

    remember: (address: string, remembered: Remembered) => {
      forget(address)
      const share = remembered.snapshot.ids.size > beginningEvents ? longer : begun
      share.set(address, remembered)
    },
  }
}

/** Keeps snapshots of `most` events together, or a single longer one. The least recently used one is dropped. */
const openShare = (most: number) =>
  new LRUCache<string, Remembered>({ maxSize: most, sizeCalculation: ({ snapshot: { ids } }) => Math.min(Math.max(ids.size, 1), most) })

/** Several aggregates may decide in one stream, each with a state of its own. */
const addressOf = ({ name }: { readonly name: string }, id: string): string => `${name}-${id}`

const isErasure = <Event extends DomainEvent>(event: Event): event is Extract<Event, { type: 'PersonalDataErased' }> =>
  event.type === 'PersonalDataErased'

/** Whether these events follow what is remembered. After a restored backup the stream may end before it, or hold something else. */
const goesOn = ({ snapshot: { end }, isStale }: Remembered, [next]: readonly StoredEvent[]): boolean =>
  next ? next.metadata.prev_hash === end?.hash || end === null : !isStale

const beginningOf = <State>({ initial }: { readonly initial: State }): Snapshot<State> => ({
  state: initial,
  end: null,
  position: null,
  mode: undefined,
  ids: new Set(),
})

/** Events that follow a snapshot, and what stands at their end. */
type Stretch = Pick<Snapshot<unknown>, 'end' | 'position' | 'mode'> & {
  readonly events: readonly DomainEvent[]
  readonly ids: readonly string[]
}

const stretchOf = (events: readonly StoredEvent[]): Stretch => {
  const last = events.at(-1)!
  const { revision, position, metadata } = last
  return {
    // The schema of each type says what its data are.
    events: events as readonly DomainEvent[],
    ids: events.map(({ id }) => id),
    end: { revision, hash: metadata.hash },
    position,
    mode: events[0]?.metadata.mode,
  }
}

const after = <State, Command, Event extends DomainEvent>(
  aggregate: Aggregate<State, Command, Event>,
  behind: Snapshot<State>,
  { events, ids, end, position, mode }: Stretch,
): Snapshot<State> => {
  // An aggregate's stream holds events of the types that it evolves by, and no others.
  const state = foldedOnce(aggregate, behind.state, events as readonly Event[])
  return new Folded(state, { end, position, mode: behind.mode ?? mode, ids: new Set([...behind.ids, ...ids]) })
}

/** A class, because an object with a getter of its own takes the runtime many times as long to make. */
class Folded<State> implements Snapshot<State> {
  readonly end: StreamEnd | null
  readonly position: bigint | null
  readonly mode: Mode | undefined
  readonly ids: ReadonlySet<string>
  readonly #state: () => State

  constructor(state: () => State, { end, position, mode, ids }: Omit<Snapshot<State>, 'state'>) {
    this.#state = state
    this.end = end
    this.position = position
    this.mode = mode
    this.ids = ids
  }

  get state(): State {
    return this.#state()
  }
}

/** Folds when it is called first, and keeps no events from then on. */
const foldedOnce = <State, Command, Event extends DomainEvent>(
  aggregate: Aggregate<State, Command, Event>,
  before: State,
  events: readonly Event[],
): (() => State) => {
  let state = before
  let unfolded = events
  return () => {
    state = unfolded.reduce(foldOf(aggregate), state)
    unfolded = []
    return state
  }
}
