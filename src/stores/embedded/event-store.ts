// The embedded event store: one SQLite file, written by this process alone. Appends that come in while a commit is under way
// share the next one, and subscribers that are caught up get the committed events from memory.

import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Appended,
  type Batch,
  type EventData,
  type EventStore,
  type LogFilter,
  noStream,
  passes,
  type ReadAllOptions,
  type ReadOptions,
  type RecordedEvent,
  StoreUnavailable,
  type SubscribeOptions,
  type Subscription,
  WrongExpectedRevision,
} from '../event-store.ts'
import { EventsFile } from './events-file.ts'
import { RecentEvents } from './recent-events.ts'
import { LogSubscription } from './subscription.ts'

export type EmbeddedEventStoreOptions = {
  /** Path of the SQLite file, created when absent; its folder must exist. */
  readonly file: string
  /** For looking at a log that another process may be writing: what stands there now is read, and nothing can be appended. */
  readonly readOnly?: boolean
  /** Told of each commit: how many appends it settled, and how many events it wrote. */
  readonly onCommit?: (commit: { readonly appends: number; readonly events: number }) => void
}

const eventsPerPage = 4_000
const defaultBatchSize = 500
/** Keeps one commit short, however many wait: the others come with the next one. */
const appendsPerCommit = 1_000
const rememberedStreams = 50_000

/** What a subscription is handed. */
type Sought = { readonly batchSize: number; readonly filter: LogFilter; readonly wanted: ReturnType<typeof passes> }

/**
 * Opens the store, or creates it.
 * @throws Error naming the file when it is damaged or not an event store; StoreUnavailable when it cannot be opened
 */
export const openEmbeddedEventStore = async ({ file, readOnly = false, onCommit }: EmbeddedEventStoreOptions): Promise<EventStore> =>
  new EmbeddedEventStore(new EventsFile(file, { readOnly }), onCommit ?? (() => {}))

/** An event with its JSON, made once, outside the transaction. */
type PreparedEvent = { readonly event: EventData; readonly data: string; readonly metadata: string }

type PendingAppend = {
  readonly stream: string
  readonly expectedRevision: number
  readonly events: readonly PreparedEvent[]
  readonly resolve: (appended: Appended) => void
  readonly reject: (error: unknown) => void
}

type Written = { readonly event: RecordedEvent; readonly size: number }

class EmbeddedEventStore implements EventStore {
  readonly #file: EventsFile
  readonly #onCommit: NonNullable<EmbeddedEventStoreOptions['onCommit']>
  readonly #recent = new RecentEvents()
  readonly #revisions = new Map<string, number>()
  readonly #subscriptions = new Set<LogSubscription>()
  #pending: PendingAppend[] = []
  #head: number
  #closed = false
  #closing: Promise<void> | undefined

  constructor(file: EventsFile, onCommit: NonNullable<EmbeddedEventStoreOptions['onCommit']>) {
    this.#file = file
    this.#onCommit = onCommit
    this.#head = file.lastPosition()
  }

  async append(stream: string, events: readonly EventData[], expectedRevision: number): Promise<Appended> {
    this.#assertOpen()
    if (stream === '' || !stream.isWellFormed())
      throw new RangeError(`a stream needs a name of well-formed text, not ${JSON.stringify(stream)}`)
    if (events.length === 0) throw new RangeError(`nothing to append to stream ${stream}`)
    if (!Number.isSafeInteger(expectedRevision) || expectedRevision < noStream) {
      throw new RangeError(`stream ${stream} cannot be expected at revision ${expectedRevision}`)
    }
    const prepared = events.map((event) => ({ event, data: JSON.stringify(event.data), metadata: JSON.stringify(event.metadata) }))
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) setImmediate(() => this.#commitPending())
      this.#pending.push({ stream, expectedRevision, events: prepared, resolve, reject })
    })
  }

  async read(stream: string, { from, direction = 'forwards', limit = Infinity }: ReadOptions = {}): Promise<readonly RecordedEvent[]> {
    this.#assertOpen()
    const step = direction === 'forwards' ? 1 : -1
    const events: RecordedEvent[] = []
    let next = from ?? (direction === 'forwards' ? 0 : Number.MAX_SAFE_INTEGER)
    while (events.length < limit) {
      const page = this.#file.readStream(stream, direction, next, Math.min(eventsPerPage, limit - events.length))
      events.push(...page)
      const last = page.at(-1)
      if (!last || (last.revision === 0 && direction === 'backwards')) break
      next = last.revision + step
      if (page.length === eventsPerPage) await this.#breathe()
    }
    return events
  }

  async *readAll({ after, direction = 'forwards', limit = Infinity, ...filter }: ReadAllOptions = {}): AsyncGenerator<RecordedEvent> {
    this.#assertOpen()
    const until = direction === 'forwards' ? this.#head : 1
    let position = Number(after ?? (direction === 'forwards' ? 0 : this.#head + 1))
    let left = limit
    while (left > 0 && (direction === 'forwards' ? position < until : position > until)) {
      const page = this.#file.readLog({ direction, after: position, until, limit: Math.min(eventsPerPage, left), filter })
      yield* page.events
      left -= page.events.length
      position = page.position
      await this.#breathe()
    }
  }

  /** @throws RangeError when `after` lies behind the end of the log: what follows it would be skipped without a word. */
  subscribe(options: SubscribeOptions, onBatch: (batch: Batch) => Promise<void>): Subscription {
    this.#assertOpen()
    if (options.after !== undefined && options.after > BigInt(this.#head)) {
      throw new RangeError(
        `cannot go on after position ${options.after}: the log ends at ${this.#head}, so that position is of another log`,
      )
    }
    const sought = { batchSize: options.batchSize ?? defaultBatchSize, filter: options, wanted: passes(options) }
    const subscription = new LogSubscription((position) => this.#batchBehind(position, sought), options, onBatch)
    this.#subscriptions.add(subscription)
    const close = () => {
      this.#subscriptions.delete(subscription)
      return subscription.close()
    }
    return { close }
  }

  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    while (this.#pending.length > 0) this.#commitPending()
    this.#closed = true
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()))
    this.#file.close()
  }

  #commitPending(): void {
    const appends = this.#pending.splice(0, appendsPerCommit)
    if (this.#pending.length > 0) setImmediate(() => this.#commitPending())
    if (appends.length > 0) this.#commit(appends)
  }

  /** Settles what is waiting, in the order it came, in one transaction: an append that is refused is refused alone. */
  #commit(appends: readonly PendingAppend[]): void {
    const written: Written[] = []
    let answers: (Appended | WrongExpectedRevision)[] = []
    try {
      this.#file.transaction(() => {
        answers = appends.map((append) => this.#place(append, written))
      })
    } catch (error) {
      this.#revisions.clear()
      // What the store cannot take (an event without an id, say) must not fail the others that happened to come with it.
      if (appends.length > 1 && !(error instanceof StoreUnavailable)) for (const append of appends) this.#commit([append])
      else for (const { reject } of appends) reject(error)
      return
    }
    for (const { event, size } of written) this.#recent.add(event, size)
    this.#head += written.length
    for (const [n, answer] of answers.entries()) {
      if (answer instanceof WrongExpectedRevision) appends[n]?.reject(answer)
      else appends[n]?.resolve(answer)
    }
    if (written.length > 0) for (const subscription of this.#subscriptions) subscription.wake()
    this.#onCommit({ appends: appends.length, events: written.length })
  }

  #place({ stream, expectedRevision, events }: PendingAppend, written: Written[]): Appended | WrongExpectedRevision {
    const current = this.#revisions.get(stream) ?? this.#file.lastRevision(stream)
    if (expectedRevision < current) {
      return this.#earlierAnswer(stream, expectedRevision, events) ?? new WrongExpectedRevision(stream, expectedRevision, current)
    }
    if (expectedRevision > current) return new WrongExpectedRevision(stream, expectedRevision, current)

    let revision = expectedRevision
    let position = this.#head + written.length
    for (const {
      event: { id, type, data, metadata },
      data: dataText,
      metadata: metadataText,
    } of events) {
      revision++
      position++
      this.#file.insert([position, stream, revision, id, type, dataText, metadataText])
      const event = { id, type, data, metadata, stream, revision, position: BigInt(position) }
      written.push({ event, size: dataText.length + metadataText.length })
    }
    this.#remember(stream, revision)
    return { revision, position: BigInt(position) }
  }

  /** The answer that the same events got before; undefined when the stream holds other ones there. */
  #earlierAnswer(stream: string, expectedRevision: number, events: readonly PreparedEvent[]): Appended | undefined {
    const revision = expectedRevision + events.length
    const known = this.#file.ids(stream, expectedRevision + 1, revision)
    const same = known.length === events.length && events.every(({ event }, n) => event.id === known[n]?.id)
    return same ? { revision, position: BigInt(known.at(-1)!.position) } : undefined
  }

  /** Keeps the last revisions of the streams written last: a hot stream is never looked up. */
  #remember(stream: string, revision: number): void {
    this.#revisions.delete(stream)
    this.#revisions.set(stream, revision)
    if (this.#revisions.size <= rememberedStreams) return
    for (const coldest of this.#revisions.keys()) {
      this.#revisions.delete(coldest)
      return
    }
  }

  #batchBehind(position: number, { batchSize, filter, wanted }: Sought): Batch | undefined {
    const head = this.#head
    if (position >= head) return undefined
    const index = this.#recent.indexBehind(position)
    if (index === undefined) {
      const limit = Math.min(batchSize, eventsPerPage)
      const page = this.#file.readLog({ direction: 'forwards', after: position, until: head, limit, filter })
      return { events: page.events, position: BigInt(page.position), live: page.position >= head }
    }
    const recent = this.#recent.events
    const events: RecordedEvent[] = []
    let n = index
    for (; n < recent.length && events.length < batchSize; n++) {
      const event = recent[n]!
      if (wanted(event)) events.push(event)
    }
    return { events, position: recent[n - 1]!.position, live: n === recent.length }
  }

  /** Lets others have their turn between two pages, and ends the reading when the store was closed meanwhile. */
  async #breathe(): Promise<void> {
    await nextTurn()
    this.#assertOpen()
  }

  #assertOpen(): void {
    if (this.#closed) throw new StoreUnavailable('the event store is closed')
  }
}
