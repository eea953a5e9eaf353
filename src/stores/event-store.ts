// The event store port: where events are appended and read back, in one total order.
// It has three adapters (embedded SQLite, the same for another thread, EventStoreDB). test/contract/event-store.ts tests what both must do.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** The JSON of an event. */
export type EventTexts = { readonly data: string; readonly metadata: string }

type EventContent = {
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  readonly metadata: JsonObject
}

/** An event to append. `id` is a uuid: appending the same ids again at the same revision is a no-op. */
export type EventData = EventContent & {
  /** The JSON of data and metadata, for a store that writes text, where the caller has it already. */
  readonly texts?: EventTexts
}

/** An event as read. `revision` counts from 0 within the stream; `position` orders all events of the store. */
export type RecordedEvent = EventContent & {
  readonly stream: string
  readonly revision: number
  readonly position: bigint
}

/** The expected revision of a stream that must not exist yet. */
export const noStream = -1

/** The revision and position of the last event appended. `isNew`: the store knows that it did not hold the events before. */
export type Appended = { readonly revision: number; readonly position: bigint; readonly isNew?: true }

export type ReadOptions<Type extends string = string> = {
  /** First revision returned; forwards from 0, backwards from the last one, when absent. */
  readonly from?: number
  readonly direction?: 'forwards' | 'backwards'
  readonly limit?: number
  /** Only events of these types; the others are passed over unread. */
  readonly types?: readonly Type[]
}

/** A filter on the events of the log. An absent member lets all events through. */
export type LogFilter = {
  /** Only streams whose name begins with one of these. */
  readonly streamPrefixes?: readonly string[]
  /** Only events of these types. */
  readonly types?: readonly string[]
}

export type ReadAllOptions = LogFilter & {
  /** Exclusive: forwards, events behind this position; backwards, events before it. From the very start or end when absent. */
  readonly after?: bigint
  readonly direction?: 'forwards' | 'backwards'
  readonly limit?: number
}

export type SubscribeOptions = LogFilter & {
  readonly after?: bigint
  /** The most events of one call of `onBatch`; 500 when absent. */
  readonly batchSize?: number
  /** Called with each failure (of the store, or of `onBatch`) that the subscription is going to retry. */
  readonly onError?: (error: unknown) => void
  /** Awaited before events are read and handed over, see turns.ts. A store of its own machine leaves the waiting to the network. */
  readonly turn?: () => Promise<unknown>
}

/**
 * A stretch of the log. `position` is what to resume after: it may lie behind the last event, or come with no
 * event at all, where the filter passed a stretch over. `live` is true once the subscription has caught up.
 */
export type Batch = {
  readonly events: readonly RecordedEvent[]
  readonly position: bigint
  readonly live: boolean
}

/**
 * What a filter says of one event.
 * @example
 * passes({ types: ['OrderPlaced'] })({ stream: 'business-1', type: 'OrderPlaced' }) // => true
 * passes({ streamPrefixes: ['lien-'] })({ stream: 'business-1', type: 'OrderPlaced' }) // => false
 */
export const passes = ({ streamPrefixes, types }: LogFilter): ((event: Pick<RecordedEvent, 'stream' | 'type'>) => boolean) => {
  const wanted = types && new Set(types)
  return ({ stream, type }) => (wanted?.has(type) ?? true) && (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true)
}

export type Subscription = {
  /** Stops delivery; resolves when a batch that is being handled has been handled. */
  readonly close: () => Promise<void>
}

export interface EventStore {
  /**
   * Appends all events or none. `expectedRevision` is the stream's last revision, `noStream` when it must be new.
   * Resolves once the events are durable. The same event ids at the same expected revision answer as the first time did.
   * @throws WrongExpectedRevision when the stream is at another revision
   * @throws StoreUnavailable when the store cannot be reached; whether the events were appended is then unknown, and appending them again is safe
   */
  append(stream: string, events: readonly EventData[], expectedRevision: number): Promise<Appended>

  /** A stream's events; empty when it does not exist. */
  read(stream: string, options?: ReadOptions): Promise<readonly RecordedEvent[]>

  /** The whole log in order, read as it is consumed. */
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>

  /** The position of the last record, the server's own included; below every position when there is none. */
  end(): Promise<bigint>

  /**
   * Catch-up, then live, in order, one batch at a time: the next one waits for the promise of the last (back-pressure).
   * When `onBatch` rejects, or the store is away, the subscription pauses (growing, at most 10 s) and goes on behind the last batch
   * handled: it never skips an event and never ends unless it is closed. Events of one append may be split over batches.
   */
  subscribe(options: SubscribeOptions, onBatch: (batch: Batch) => Promise<void>): Subscription

  /**
   * What was done to a stream past this program, by somebody with rights on the store; undefined where nothing was. Without a stream: to the
   * log as a whole. With the number of an event: whether somebody else's event has this number. Absent where the store's files show it by themselves.
   */
  alterationOf?(stream?: string, revision?: number): Promise<Alteration | undefined>

  close(): Promise<void>
}

/** Something done to the record in the store itself, and what to do about it. */
export type Alteration = {
  readonly stream: string | null
  readonly kind: 'deleted stream' | 'tombstoned stream' | 'truncated stream' | 'limited stream' | 'foreign event' | 'scavenged log'
  readonly explanation: string
}

/** The stream is at another revision than the writer expected: load it and decide again. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision'
  readonly stream: string
  readonly expected: number
  /** The stream's last revision, where the store gives it. */
  readonly actual: number | undefined
  constructor(stream: string, expected: number, actual?: number) {
    super(`stream ${stream} is not at revision ${expected}${actual === undefined ? '' : ` but at ${actual}`}`)
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

/** A stream that was altered in the store, past this program: it cannot be decided on. The message says what is wrong with it. */
export class StreamAltered extends Error {
  override readonly name = 'StreamAltered'
}

/** A problem that a retry does not solve: an address that cannot be parsed, or credentials that the store refuses. The message says what to correct. */
export class StoreMisconfigured extends Error {
  override readonly name = 'StoreMisconfigured'
}

/** A store that cannot be reached, or did not answer in time. The client may try again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The last event of the log; undefined when it is empty. */
export const lastEvent = async (events: Pick<EventStore, 'readAll'>): Promise<RecordedEvent | undefined> =>
  (await Array.fromAsync(events.readAll({ direction: 'backwards', limit: 1 })))[0]

/** Of two positions, the one that is further on. */
export const furtherOf = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** The log cannot be used as it is: damaged, of a later release, of something else, or cut off. The message is one line for the operator. */
export class LogUnusable extends Error {
  override readonly name = 'LogUnusable'
}

/** A stored event that cannot be read: something has overwritten it. */
export class DamagedEvent extends Error {
  override readonly name = 'DamagedEvent'
  readonly position: bigint
  /** Where it stands, if the store can still tell. */
  readonly place: { readonly stream: string; readonly revision: number } | undefined
  constructor(position: bigint, { place, ...options }: ErrorOptions & { readonly place?: { stream: string; revision: number } } = {}) {
    super(`the event at position ${position} is damaged: it is not JSON`, options)
    this.position = position
    this.place = place
  }
}
