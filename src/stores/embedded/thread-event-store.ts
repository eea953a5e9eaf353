// The event store of another thread of the service. It reads the same file over its own connection, and hands its appends to the thread that writes the file.
import type { EventStore } from '../event-store.ts'
import { openEventsFile } from './events-file.ts'
import type { Line } from './line.ts'
import { openLogReading } from './log-reading.ts'
import { openRecentEvents } from './recent-events.ts'

/** What the thread that writes the file does for another one. */
export type EventWriter = { readonly append: EventStore['append'] }

/** What the other thread learns from it. */
export type EventListener = {
  /** The log ends at this position now. */
  readonly grown: (position: bigint) => void
}

/** The events read at a time into the memory that all subscriptions share. */
const readAtOnce = 1_000
/** A thread that is further behind reads from the file. */
const mostBehind = 8_000

/**
 * Tells the other thread of each growth, from now on. It has to be called before the other thread looks at the end of the log.
 * @returns what ends it
 */
export const tellGrowth = async (store: EventStore, line: Line<EventListener>): Promise<() => Promise<void>> =>
  store.subscribe({ after: (await store.end()) as bigint }, async ({ position }) => line.tell('grown', position)).close

/** To measure each would take as long as to read it. */
const usualSize = 2_048

/** @throws as the store that writes the file does */
export const openThreadEventStore = (path: string, line: Line<EventWriter>): EventStore & EventListener => {
  const file = openEventsFile(path, { readOnly: true })
  let recent = openRecentEvents()
  let head = file.lastPosition()
  let remembered = head
  let closing: Promise<void> | undefined

  /** Reads what is new once for all subscriptions. What cannot be read is met by the subscriptions, which try again. */
  const remember = (until: number) => {
    try {
      if (until - remembered > mostBehind) forget(until)
      while (remembered < until) {
        const page = file.readLog({ direction: 'forwards', after: remembered, until, limit: readAtOnce, filter: {} })
        for (const event of page.events) recent.add(event, usualSize)
        remembered = page.position
      }
    } catch {
      forget(until)
    }
  }
  const forget = (until: number) => {
    recent = openRecentEvents()
    remembered = until
  }

  const { read, readAll, subscribe, ...reading } = openLogReading({
    file,
    recent: {
      indexBehind: (position) => recent.indexBehind(position),
      events: () => recent.events(),
    },
    head: () => head,
    // The other thread may have written meanwhile.
    known: () => undefined,
  })

  const look = () => {
    const end = file.lastPosition()
    if (end > head) grown(BigInt(end))
  }

  const grown = (position: bigint) => {
    if (Number(position) <= head) return
    head = Number(position)
    remember(head)
    reading.wake()
  }

  return {
    append: async (stream, events, expectedRevision) => {
      reading.assertOpen()
      return line.call('append', stream, events, expectedRevision)
    },
    read,
    readAll: (options) => {
      reading.assertOpen()
      look()
      return readAll(options)
    },
    end: async () => {
      look()
      return BigInt(head)
    },
    subscribe: (options, onBatch) => {
      reading.assertOpen()
      look()
      return subscribe(options, onBatch)
    },
    grown,
    close: () => {
      closing ??= reading.close().then(() => file.close())
      return closing
    },
  }
}
