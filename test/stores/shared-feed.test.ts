// The shared feed: to its readers it is the store itself (the contract, over both adapters), and to the store it is one reader.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { countReads } from '../../src/stores/counted-reads.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import type { Batch, EventStore, SubscribeOptions } from '../../src/stores/event-store.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { type SharedFeedOptions, shareFeed } from '../../src/stores/shared-feed.ts'
import { eventStoreContract } from '../contract/event-store.ts'
import { eventually, inTime } from '../eventually.ts'
import { type EventStoreServer, startEventStoreServer } from '../servers/eventstore.ts'

eventStoreContract('shared feed of the embedded event store: contract', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-feed-'))
  // So few events are kept that the tests go past them.
  const store = shareFeed(await openEmbeddedEventStore({ file: join(folder, 'events.sqlite') }), { kept: 20 })
  return {
    store,
    close: async () => {
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}).run()

const test = suite('shared feed')
let server: EventStoreServer
const opened: EventStore[] = []

test.before.each(async () => {
  server = await startEventStoreServer()
})
test.after.each(async () => {
  await inTime('all stores are closed', Promise.all(opened.splice(0).map((store) => store.close())))
  await server.stop()
})

const openFeed = async (options: SharedFeedOptions, onRead: (events: number) => void = () => undefined): Promise<EventStore> => {
  const store = shareFeed(countReads(await openEventStoreDB({ url: server.url }), onRead), options)
  opened.push(store)
  return store
}

const bytes = (value: object) => new TextEncoder().encode(JSON.stringify(value))

/** Fills the log with events of a type in streams s-from to s-(to - 1), one each. @returns the position of the last one */
const fill = (from: number, to: number, type = 'Usual'): bigint => {
  for (let n = from; n < to; n++) {
    const event = { id: randomUUID(), type, contentType: 'application/json', data: bytes({ n }), metadata: bytes({}) }
    server.log.append(`s-${n}`, [event], 'any')
  }
  return server.log.records.at(-1)?.position ?? -1n
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `s-${from + index}`)

/** A reader that notes what it gets. `handle` may hold it up. */
const reader = (store: EventStore, options: SubscribeOptions = {}, handle: (batch: Batch) => Promise<void> = async () => undefined) => {
  const streams: string[] = []
  const subscription = store.subscribe(options, async (batch) => {
    await handle(batch)
    streams.push(...batch.events.map(({ stream }) => stream))
  })
  return { streams, close: subscription.close }
}

/** A door that is shut until it is opened. */
const door = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

test('many readers cost the server one subscription and one pass, and each gets every event once and in order, wherever it began', async () => {
  const store = await openFeed({ kept: 10 })
  const early = fill(0, 1)
  fill(1, 40)
  const readers = Array.from({ length: 12 }, (_, n) => reader(store, { batchSize: 7, ...(n % 2 === 0 ? { after: early } : {}) }))
  fill(40, 80)
  await eventually('all have all', () => readers.every(({ streams }) => streams.at(-1) === 's-79'))
  readers.forEach(({ streams }, n) => {
    assert.equal(streams, numbers(n % 2 === 0 ? 1 : 0, 80))
  })
  assert.is(server.calls().subscribe, 2)
})

test('a short log is read once into memory, and its readers need no pass', async () => {
  const store = await openFeed({ kept: 100 })
  fill(0, 40)
  const readers = Array.from({ length: 5 }, () => reader(store))
  await eventually('all have all', () => readers.every(({ streams }) => streams.length === 40))
  await eventually('the end is followed', () => server.calls().subscribe > 0)
  assert.is(server.calls().subscribe, 1)
  // The subscription, and each look at what it may have missed, begins at the last event and gets it once more.
  const begunAtLast = server.calls().read - 1
  assert.ok(server.sent() <= server.log.records.length + begunAtLast, `${server.sent()} events were sent`)
})

test('readers that come in the midst of a pass share the next one: two passes in all, however many come', async () => {
  let read = 0
  const store = await openFeed({ kept: 10, patienceMs: 60_000 }, (events) => {
    read += events
  })
  fill(0, 3_000)
  const inTheMidst = door()
  let began = false
  const first = reader(store, {}, () => {
    began = true
    return inTheMidst.opened
  })
  await eventually('the first pass is under way', () => began)
  const late = Array.from({ length: 30 }, () => reader(store))
  inTheMidst.open()
  await eventually('all have all', () => [first, ...late].every(({ streams }) => streams.length === 3_000))
  for (const { streams } of [first, ...late]) assert.equal(streams, numbers(0, 3_000))
  assert.is(server.calls().subscribe, 3)
  assert.ok(read >= 6_000 && read <= 6_010, `${read} events were read`)
  // A look at what may have been missed reads a page more now and then.
  assert.ok(server.sent() < 3 * server.log.records.length, `${server.sent()} events were sent`)
})

test('a reader that holds up the others leaves the pass and joins the next one, and misses nothing', async () => {
  let putOff = 0
  const store = await openFeed({ kept: 10, patienceMs: 20, onPutOff: () => void putOff++ })
  fill(0, 3_000)
  const stuck = door()
  const slow = reader(store, { batchSize: 7 }, () => stuck.opened)
  const quick = [reader(store), reader(store)]
  await eventually('the others have all', () => quick.every(({ streams }) => streams.length === 3_000))
  assert.equal(slow.streams, [])
  assert.ok(putOff >= 1)
  stuck.open()
  await eventually('the slow one has all too', () => slow.streams.length === 3_000)
  assert.equal(slow.streams, numbers(0, 3_000))
})

test('a reader that is alone in its pass is waited for', async () => {
  const store = await openFeed({ kept: 10, patienceMs: 5 })
  fill(0, 2_500)
  let batches = 0
  const alone = reader(store, {}, async () => {
    batches++
    if (batches < 3) await new Promise((resolve) => setTimeout(resolve, 50))
  })
  await eventually('it has all', () => alone.streams.length === 2_500)
  assert.equal(alone.streams, numbers(0, 2_500))
  assert.is(server.calls().subscribe, 2)
})

test('where only rare types are wanted the server leaves out the others, and the reader still moves on to the end', async () => {
  const store = await openFeed({ kept: 10 })
  fill(0, 5, 'Rare')
  fill(5, 1_000)
  fill(1_000, 1_002, 'Rare')
  fill(1_002, 1_050)
  let live = false
  const rare = reader(store, { types: ['Rare'] }, async (batch) => {
    live = batch.live
  })
  await eventually('it has caught up', () => live)
  assert.equal(rare.streams, [...numbers(0, 5), 's-1000', 's-1001'])
  assert.ok(server.sent() < 600, `${server.sent()} events were sent`)
  fill(1_050, 1_051, 'Rare')
  await eventually('the newest one has come', () => rare.streams.at(-1) === 's-1050')
})

test('a reader that fails in the midst of a pass gets the same events again', async () => {
  const store = await openFeed({ kept: 10 })
  fill(0, 300)
  let failures = 0
  const failing = reader(store, { batchSize: 50 }, async ({ events }) => {
    if (failures++ % 2 === 0 && events.length > 0) throw new Error('the document store is away')
  })
  await eventually('it has all', () => failing.streams.length === 300)
  assert.equal(failing.streams, numbers(0, 300))
})

/** A feed of a store that refuses so many subscriptions. */
const openRefusing = async (refusals: number): Promise<EventStore> => {
  const store = await openEventStoreDB({ url: server.url })
  let left = refusals
  const refusing: EventStore = {
    ...store,
    subscribe: (options, onBatch) => {
      if (left-- > 0) throw new Error('no further subscription')
      return store.subscribe(options, onBatch)
    },
  }
  const feed = shareFeed(refusing)
  opened.push(feed)
  return feed
}

test('each event comes once, though the end of the log could not be followed at first', async () => {
  const failures: unknown[] = []
  const store = await openRefusing(2)
  fill(0, 3)
  const { streams } = reader(store, { onError: (error) => failures.push(error) })
  await eventually('the end is followed', () => server.calls().subscribe > 0)
  fill(3, 4)
  await eventually('the newest one has come', () => streams.includes('s-3'))
  assert.equal([streams, failures.length], [numbers(0, 4), 2])
})

test('a feed is closed at once though the end of the log cannot be followed', async () => {
  const store = await openRefusing(Number.POSITIVE_INFINITY)
  const failures: unknown[] = []
  reader(store, { onError: (error) => failures.push(error) })
  await eventually('a subscription was refused', () => failures.length > 0)
  await inTime('the feed is closed', store.close())
})

test('a reader is closed at once though the server has fallen silent in the midst of its pass', async () => {
  const store = await openFeed({ kept: 10 })
  fill(0, 300)
  server.faults.always('subscribe', { kind: 'muteAfter', events: 50 })
  const waiting = reader(store)
  await eventually('the pass is under way', () => waiting.streams.length > 0)
  await inTime('the reader is closed', waiting.close())
})

test.run()
