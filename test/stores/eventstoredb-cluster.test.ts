// The EventStoreDB adapter against several nodes: followers that lag, and leaders that resign, are killed or stand still.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { StoreUnavailable } from '../../src/stores/event-store.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { eventStoreContract } from '../contract/event-store.ts'
import { idOf, someEvents, unique } from '../contract/sample-events.ts'
import { eventually, inTime } from '../eventually.ts'
import { type Ending, type EventStoreCluster, startEventStoreCluster } from '../servers/eventstore-cluster.ts'
import { follow } from './eventstoredb-scene.ts'

const test = suite('eventstoredb with several nodes')
let closings: (() => Promise<void>)[] = []
test.after.each(async () => {
  for (const close of closings.toReversed()) await close()
  closings = []
})

const startCluster = async (options: Parameters<typeof startEventStoreCluster>[0] = {}): Promise<EventStoreCluster> => {
  const cluster = await startEventStoreCluster(options)
  closings.push(cluster.stop)
  return cluster
}

const open = async (cluster: EventStoreCluster, options = '') => {
  const store = await openEventStoreDB({ url: cluster.url(options) })
  closings.push(store.close)
  return store
}

type Store = Awaited<ReturnType<typeof open>>

/** One of those who write: it appends to a stream of its own one event after the other, and reads the stream after each. */
const writer = (store: Store) => {
  const stream = unique('writer')
  const acknowledged: string[] = []
  const missed: string[] = []
  let isEnding = false
  const appendOne = async () => {
    const events = someEvents(1)
    for (;;)
      try {
        await store.append(stream, events, acknowledged.length - 1)
        break
      } catch (error) {
        // The same events again do no harm.
        if (!(error instanceof StoreUnavailable)) throw error
      }
    acknowledged.push(...events.map(idOf))
  }
  const readBack = async () => {
    const read = await store.read(stream).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return undefined
      throw error
    })
    if (read && read.length !== acknowledged.length) missed.push(`${read.length} of ${acknowledged.length}`)
  }
  const run = async () => {
    while (!isEnding) {
      await appendOne()
      await readBack()
    }
  }
  const running = run()
  return {
    stream,
    acknowledged,
    missed,
    /** Resolves when it has appended and read to the end what it was at. */
    end: () => {
      isEnding = true
      return running
    },
  }
}

const appendsAt = (cluster: EventStoreCluster): number => cluster.calls().reduce((sum, { append }) => sum + append, 0)

for (const preference of ['', '&nodePreference=follower', '&nodePreference=random'])
  test(`whatever happens to leaders, a reader finds its own acknowledged event, though followers lag (${preference || 'the leader preferred'})`, async () => {
    const cluster = await startCluster({ lags: true, electionMs: 100 })
    const store = await open(cluster, preference)
    const writers = Array.from({ length: 4 }, () => writer(store))
    for (let n = 0; n < 3; n++) {
      const before = writers.map(({ acknowledged }) => acknowledged.length)
      await cluster.end.resign()
      await eventually('all have written on', () => writers.every(({ acknowledged }, w) => acknowledged.length > (before[w] ?? 0) + 3))
    }
    await inTime('all have ended', Promise.all(writers.map(({ end }) => end())))
    assert.equal(
      writers.flatMap(({ missed }) => missed),
      [],
    )
    for (const { stream, acknowledged } of writers) assert.equal((await store.read(stream)).map(idOf), acknowledged)
    const readers = cluster.calls().filter(({ read }) => read > 0)
    assert.ok(readers.length > 1, 'a node that followed was asked too')
  })

const endings: Readonly<Record<Ending, string>> = {
  resign: 'has resigned',
  kill: 'was killed',
  freeze: 'stands still',
  isolate: 'is cut off from the other nodes and answers its clients that it is not ready',
}
for (const [how, what] of Object.entries(endings) as [Ending, string][])
  test(`when the leader ${what} appends go on at the next one's first word, and nothing is lost, doubled or missed by a subscription`, async () => {
    const cluster = await startCluster()
    const store = await open(cluster)
    const { events, live } = follow(store)
    await eventually('the subscription is live', live)
    const writers = Array.from({ length: 4 }, () => writer(store))
    await eventually('all have written', () => writers.every(({ acknowledged }) => acknowledged.length > 2))
    const first = cluster.leader()
    await cluster.end[how]()
    // Each writer is at one append now, unless it was acknowledged before the end.
    const [before, acknowledged] = [appendsAt(cluster), writers.map((each) => each.acknowledged.length)]
    await inTime('all have ended', Promise.all(writers.map(({ end }) => end())))
    const tries = appendsAt(cluster) - before
    const appended = writers.reduce((sum, each, n) => sum + each.acknowledged.length - (acknowledged[n] ?? 0), 0)
    assert.ok(tries <= appended + writers.length, `${tries} tries for ${appended} appends after the election`)
    assert.is.not(cluster.leader(), first)

    for (const each of writers) {
      assert.equal((await store.read(each.stream)).map(idOf), each.acknowledged)
      assert.equal(each.missed, [])
    }
    const all = writers.flatMap((each) => each.acknowledged)
    await eventually('the subscription has all', () => events.length >= all.length)
    assert.equal(events.map(idOf).toSorted(), all.toSorted())

    await cluster.bringBack(first as number)
    await cluster.end.resign()
    assert.is((await store.append(unique('back'), someEvents(1), -1)).revision, 0)
  })

test('subscriptions follow a node that lags, and get the rest when it has it', async () => {
  const cluster = await startCluster({ lags: true })
  const [writing, following] = [await open(cluster), await open(cluster, '&nodePreference=follower')]
  const { events, live } = follow(following)
  await eventually('the subscription is live', live)
  const written = someEvents(3)
  await writing.append(unique('lagging'), written, -1)
  assert.equal(events, [])
  cluster.lag(false)
  await eventually('all have come', () => events.length === 3)
})

for (const preference of ['follower', 'random'])
  eventStoreContract(`eventstoredb, three nodes, ${preference} preferred`, async () => {
    const cluster = await startEventStoreCluster()
    const url = cluster.url(`&nodePreference=${preference}`)
    let store = await openEventStoreDB({ url })
    return {
      store,
      reopen: async () => {
        await store.close()
        store = await openEventStoreDB({ url })
        return store
      },
      close: async () => {
        await store.close()
        await cluster.stop()
      },
    }
  }).run()
test.run()
