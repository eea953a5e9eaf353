// Counts the events read from the log, and so the load on the event store.
import type { EventStore } from './event-store.ts'

/** The same store. `onRead` is called with the number of events that a reader of the whole log was given, each time that it is given some. */
export const countReads = (store: EventStore, onRead: (events: number) => void): EventStore => ({
  ...store,
  readAll: async function* (options) {
    for await (const event of store.readAll(options)) {
      onRead(1)
      yield event
    }
  },
  subscribe: (options, onBatch) =>
    store.subscribe(options, (batch) => {
      if (batch.events.length > 0) onRead(batch.events.length)
      return onBatch(batch)
    }),
})
