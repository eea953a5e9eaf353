// The embedded event store: one SQLite file, written by this process alone. Appends that come in while a commit is under way
// share the next one, and subscribers that are caught up get the committed events from memory.
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Batch,
  type EventStore,
  passes,
  type ReadAllOptions,
  type RecordedEvent,
  StoreUnavailable,
  type SubscribeOptions,
} from '../event-store.ts'
import { openSlices } from '../slices.ts'
import { openAppends } from './appends.ts'
import { type EventsFile, openEventsFile } from './events-file.ts'
import { openRecentEvents, type RecentEvents } from './recent-events.ts'
import { type NextBatch, openSubscription, type WakingSubscription } from './subscription.ts'

export type EmbeddedEventStoreOptions = {
  /** Path of the SQLite file, created when absent; its folder must exist. */
  readonly file: string
  /** For looking at a log that another process may be writing: its current content is read, and nothing can be appended. */
  readonly readOnly?: boolean
  /** Takes the file for this process alone: it can then be opened on a full disk, which has no room for the memory that processes share. */
  readonly alone?: boolean
  /** Called after each commit: how many appends it settled, and how many events it wrote. */
  readonly onCommit?: (commit: { readonly appends: number; readonly events: number }) => void
}

const eventsPerPage = 4_000
const defaultBatchSize = 500

/**
 * Opens the store, or creates it.
 * @throws Error naming the file when it is damaged or not an event store; StoreUnavailable when it cannot be opened
 * @example
 * const store = await openEmbeddedEventStore({ file: ':memory:' })
 * const event = { id: '0198c0de-0000-7000-8000-000000000001', type: 'Greeted', data: { name: 'Ann' }, metadata: {} }
 * await store.append('greeting-1', [event], -1) // => { revision: 0, position: 1n }
 * await store.append('greeting-1', [{ ...event, id: '0198c0de-0000-7000-8000-000000000002' }], -1) // throws WrongExpectedRevision
 * await store.close()
 */
export const openEmbeddedEventStore = async ({
  file: path,
  readOnly = false,
  alone = false,
  onCommit,
}: EmbeddedEventStoreOptions): Promise<EventStore> => {
  const file = openEventsFile(path, { readOnly, alone })
  const recent = openRecentEvents()
  const subscriptions = new Set<WakingSubscription>()
  let closed = false
  let closing: Promise<void> | undefined

  const appends = openAppends(file, (written, answered) => {
    for (const { event, size } of written) recent.add(event, size)
    if (written.length > 0) for (const subscription of subscriptions) subscription.wake()
    onCommit?.({ appends: answered, events: written.length })
  })

  const assertOpen = () => {
    if (closed) throw new StoreUnavailable('the event store is closed')
  }

  /** Gives others their turn between two pages, and ends the reading when the store was closed meanwhile. */
  const breathe = async () => {
    await nextTurn()
    assertOpen()
  }

  const append: EventStore['append'] = async (stream, events, expectedRevision) => {
    assertOpen()
    return appends.append(stream, events, expectedRevision)
  }

  const read: EventStore['read'] = async (stream, { from, direction = 'forwards', limit = Number.POSITIVE_INFINITY } = {}) => {
    assertOpen()
    // Only this process writes the file, so it knows where a stream ends: before most commands nothing new is in it.
    if (direction === 'forwards' && !readOnly && (from ?? 0) > appends.lastRevision(stream)) return []
    const step = direction === 'forwards' ? 1 : -1
    const events: RecordedEvent[] = []
    let next = from ?? (direction === 'forwards' ? 0 : Number.MAX_SAFE_INTEGER)
    const slices = openSlices()
    while (events.length < limit) {
      const page = file.readStream(stream, direction, next, Math.min(eventsPerPage, limit - events.length))
      events.push(...page)
      const last = page.at(-1)
      if (!last || (last.revision === 0 && direction === 'backwards')) break
      next = last.revision + step
      if (slices.isOver()) await breathe()
    }
    return events
  }

  async function* readAll({ after, direction = 'forwards', limit = Number.POSITIVE_INFINITY, ...filter }: ReadAllOptions = {}) {
    assertOpen()
    const until = direction === 'forwards' ? appends.head() : 1
    let position = Number(after ?? (direction === 'forwards' ? 0 : appends.head() + 1))
    let left = limit
    while (left > 0 && (direction === 'forwards' ? position < until : position > until)) {
      const page = file.readLog({ direction, after: position, until, limit: Math.min(eventsPerPage, left), filter })
      yield* page.events
      left -= page.events.length
      position = page.position
      await breathe()
    }
  }

  const subscribe: EventStore['subscribe'] = (options, onBatch) => {
    assertOpen()
    checkStart(options, appends.head())
    const subscription = openSubscription(batches({ file, recent, head: appends.head, options }), options, onBatch)
    subscriptions.add(subscription)
    return {
      close: () => {
        subscriptions.delete(subscription)
        return subscription.close()
      },
    }
  }

  const finish = async () => {
    appends.flush()
    closed = true
    await Promise.all(Array.from(subscriptions, (subscription) => subscription.close()))
    file.close()
  }

  const close = () => {
    closing ??= finish()
    return closing
  }

  const end: EventStore['end'] = async () => BigInt(appends.head())

  return { append, read, readAll, end, subscribe, close }
}

/** @throws RangeError when `after` is past the end of the log: events appended before that position would be skipped silently. */
const checkStart = ({ after }: SubscribeOptions, head: number): void => {
  if (after === undefined || after <= BigInt(head)) return
  throw new RangeError(`cannot go on after position ${after}: the log ends at ${head}, so that position is of another log`)
}

type BatchSource = {
  readonly file: EventsFile
  readonly recent: RecentEvents
  readonly head: () => number
  readonly options: SubscribeOptions
}

/** The batches of a subscription: from memory where that reaches back far enough, from the file otherwise. */
const batches = ({ file, recent, head, options }: BatchSource): NextBatch => {
  const { batchSize = defaultBatchSize } = options
  const wanted = passes(options)

  /** Several pages, each of which takes a slice at most. What stands before a damaged event is given out first. */
  const fromFile = async (start: number, until: number): Promise<Batch> => {
    const events: RecordedEvent[] = []
    let position = start
    try {
      while (position < until && events.length < batchSize) {
        const limit = Math.min(batchSize - events.length, eventsPerPage)
        const page = file.readLog({ direction: 'forwards', after: position, until, limit, filter: options })
        events.push(...page.events)
        position = page.position
        await nextTurn()
      }
    } catch (error) {
      if (events.length === 0) throw error
    }
    return { events, position: BigInt(position), live: position >= until }
  }

  const fromMemory = (index: number): Batch => {
    const all = recent.events()
    const events: RecordedEvent[] = []
    let n = index
    for (; n < all.length && events.length < batchSize; n++) {
      const event = all[n]!
      if (wanted(event)) events.push(event)
    }
    return { events, position: all[n - 1]!.position, live: n === all.length }
  }

  return (position) => {
    const until = head()
    if (position >= until) return undefined
    const index = recent.indexBehind(position)
    return index === undefined ? fromFile(position, until) : fromMemory(index)
  }
}
