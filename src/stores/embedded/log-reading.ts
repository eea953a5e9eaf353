// Reads a file of events: streams, the whole log, and subscriptions that get the newest events from memory. Shared by the event store that writes the
// file and by the one of another thread.
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
import type { EventsFile } from './events-file.ts'
import type { RecentEvents } from './recent-events.ts'
import { type NextBatch, openSubscription, type WakingSubscription } from './subscription.ts'

export type LogReading = Pick<EventStore, 'read' | 'readAll' | 'subscribe'> & {
  /** To be called when the log has grown. */
  readonly wake: () => void
  /** @throws StoreUnavailable after `close` */
  readonly assertOpen: () => void
  /** Ends the subscriptions. */
  readonly close: () => Promise<void>
}

/** What subscriptions read from memory. */
type NewestEvents = Pick<RecentEvents, 'indexBehind' | 'events'>

export type LogReadingOptions = {
  readonly file: EventsFile
  readonly recent: NewestEvents
  /** The position of the last event. */
  readonly head: () => number
  /** A stream's events from this revision on, where they are known without looking into the file. */
  readonly known: (stream: string, from: number) => readonly RecordedEvent[] | undefined
}

const eventsPerPage = 4_000
const defaultBatchSize = 500

export const openLogReading = ({ file, recent, head, known }: LogReadingOptions): LogReading => {
  const subscriptions = new Set<WakingSubscription>()
  let closed = false

  const assertOpen = () => {
    if (closed) throw new StoreUnavailable('the event store is closed')
  }

  /** Gives others their turn between two pages, and ends the reading when the store was closed meanwhile. */
  const breathe = async () => {
    await nextTurn()
    assertOpen()
  }

  const read: EventStore['read'] = async (stream, { from, direction = 'forwards', limit = Number.POSITIVE_INFINITY, types } = {}) => {
    assertOpen()
    const inMemory = direction === 'forwards' ? known(stream, from ?? 0) : undefined
    if (inMemory) return (types ? inMemory.filter(({ type }) => types.includes(type)) : inMemory).slice(0, limit)
    const step = direction === 'forwards' ? 1 : -1
    const events: RecordedEvent[] = []
    let next = from ?? (direction === 'forwards' ? 0 : Number.MAX_SAFE_INTEGER)
    const slices = openSlices()
    while (events.length < limit) {
      const page = file.readStream({ stream, direction, from: next, limit: Math.min(eventsPerPage, limit - events.length), types })
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
    const until = direction === 'forwards' ? head() : 1
    let position = Number(after ?? (direction === 'forwards' ? 0 : head() + 1))
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
    checkStart(options, head())
    const subscription = openSubscription(batches({ file, recent, head, options }), options, onBatch)
    subscriptions.add(subscription)
    return {
      close: () => {
        subscriptions.delete(subscription)
        return subscription.close()
      },
    }
  }

  return {
    read,
    readAll,
    subscribe,
    wake: () => {
      for (const subscription of subscriptions) subscription.wake()
    },
    assertOpen,
    close: async () => {
      closed = true
      await Promise.all(Array.from(subscriptions, (subscription) => subscription.close()))
    },
  }
}

/** @throws RangeError when `after` is past the end of the log: events appended before that position would be skipped silently. */
const checkStart = ({ after }: SubscribeOptions, head: number): void => {
  if (after === undefined || after <= BigInt(head)) return
  throw new RangeError(`cannot go on after position ${after}: the log ends at ${head}, so that position is of another log`)
}

type BatchSource = {
  readonly file: EventsFile
  readonly recent: NewestEvents
  readonly head: () => number
  readonly options: SubscribeOptions
}

/** The batches of a subscription: from memory where that reaches back far enough, from the file otherwise. */
const batches = ({ file, recent, head, options }: BatchSource): NextBatch => {
  const { batchSize = defaultBatchSize, turn = nextTurn } = options
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
        await turn()
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
