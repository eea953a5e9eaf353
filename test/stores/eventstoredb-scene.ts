// What the tests of the EventStoreDB adapter under faults share: a fresh server for each test, stores on it, and followers of its log.
import type { Test } from 'uvu'
import { type EventStore, type RecordedEvent, StoreUnavailable, type SubscribeOptions } from '../../src/stores/event-store.ts'
import { type EventStoreDBOptions, openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { someEvents } from '../contract/sample-events.ts'
import { patienceMs } from '../eventually.ts'
import { type EventStoreServer, startEventStoreServer } from '../servers/eventstore.ts'

/** Servers and stores are closed after each test. */
export const eventStoreScene = (test: Test) => {
  const nodes: EventStoreServer[] = []
  const opened: EventStore[] = []

  test.before.each(async () => {
    nodes.push(await startEventStoreServer())
  })
  test.after.each(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
    await Promise.all(nodes.splice(0).map((node) => node.stop()))
  })

  return {
    /** The server of the test that runs. */
    get server(): EventStoreServer {
      return nodes[0]!
    },

    /** Another node of the same cluster. */
    startNode: async (): Promise<EventStoreServer> => {
      const node = await startEventStoreServer({ log: nodes[0]!.log })
      nodes.push(node)
      return node
    },

    /** A store that loses patience quickly. */
    open: async (options: Partial<EventStoreDBOptions> = {}): Promise<EventStore> => {
      const store = await openEventStoreDB({ url: nodes[0]!.url, lookAfter: 100, firstPause: 10, longestPause: 200, ...options })
      opened.push(store)
      return store
    },
  }
}

export const follow = (store: EventStore, options: SubscribeOptions = {}) => {
  const events: RecordedEvent[] = []
  const errors: unknown[] = []
  let position = -1n
  let live = false
  store.subscribe({ ...options, onError: (error) => errors.push(error) }, async (batch) => {
    events.push(...batch.events)
    position = batch.position
    live = batch.live
  })
  return { events, errors, position: () => position, live: () => live }
}

/** Asks again while a store that loses patience quickly has to wait for a busy machine. */
export const atLast = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
  for (const end = performance.now() + patienceMs; ; )
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || performance.now() > end) throw error
    }
}

export const fill = async (store: EventStore, stream: string, count: number): Promise<void> => {
  const events = someEvents(count)
  for (let from = 0; from < count; from += 200) await store.append(stream, events.slice(from, from + 200), from - 1)
}
