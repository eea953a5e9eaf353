// The shared feed: to its readers it is the store itself (the contract, over both adapters), and to the store it is one reader.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { noStream, type RecordedEvent } from '../../src/stores/event-store.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { shareFeed } from '../../src/stores/shared-feed.ts'
import { eventStoreContract } from '../contract/event-store.ts'
import { someEvent } from '../contract/sample-events.ts'
import { eventually } from '../eventually.ts'
import { startEventStoreServer } from '../servers/eventstore.ts'

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

test('many readers cost the server one subscription, and each gets every event once and in order, wherever it began', async () => {
  const server = await startEventStoreServer()
  const store = shareFeed(await openEventStoreDB({ url: server.url }), { kept: 10 })
  try {
    const early = await store.append('s-0', [someEvent()], noStream)
    for (let n = 1; n < 40; n++) await store.append(`s-${n}`, [someEvent()], noStream)
    const seen: RecordedEvent[][] = Array.from({ length: 12 }, () => [])
    const subscriptions = seen.map((events, n) =>
      store.subscribe({ batchSize: 7, ...(n % 2 === 0 ? { after: early.position } : {}) }, async (batch) => {
        events.push(...batch.events)
      }),
    )
    for (let n = 40; n < 80; n++) await store.append(`s-${n}`, [someEvent()], noStream)
    await eventually('all have all', () => seen.every((events) => events.at(-1)?.stream === 's-79'))
    seen.forEach((events, n) => {
      const first = n % 2 === 0 ? 1 : 0
      assert.equal(
        events.map(({ stream }) => stream),
        Array.from({ length: 80 - first }, (_, index) => `s-${index + first}`),
      )
    })
    assert.is(server.calls().subscribe, 1)
    await Promise.all(subscriptions.map((each) => each.close()))
  } finally {
    await store.close()
    await server.stop()
  }
})

test.run()
