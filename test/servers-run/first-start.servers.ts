// The first start of a cluster over a long log, as after a move: the log is read once or twice, however many read models and processes follow it.
//   FIRST_START_EVENTS   how long the log is; 12,000 events when absent
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { beginning, openEventLog } from '../../src/stores/event-log.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'
import { openMongoDocumentStore } from '../../src/stores/mongodb/document-store.ts'
import { until } from '../eventually.ts'
import { startEventStore } from '../servers/eventstored.ts'
import { type Instance, masterKey, startInstance } from '../servers/instances.ts'
import { startMongoServer } from '../servers/mongodb.ts'
import { switched } from '../stores/log.ts'

const count = Number(process.env.FIRST_START_EVENTS ?? 12_000)

const test = suite('a first start over a long log')
const eventStore = await startEventStore()
const mongo = await startMongoServer()
const instances: Instance[] = []
/** Of the log, before any instance has started. */
let length = 0

test.after(async () => {
  for (const instance of instances) await instance.stop()
  await eventStore.stop()
  await mongo.stop()
})

/** An instance with both roles over read models of their own, which are empty. */
const startOver = async (database: string): Promise<Instance> => {
  const instance = await startInstance(
    'api',
    { eventStoreUrl: eventStore.url, mongoUrl: `${mongo.url}${database}` },
    // The keys of what an earlier instance wrote are in the records of that one.
    { ROLES: 'api,worker', ACCEPT_LOST_KEYS: 'true' },
  )
  instances.push(instance)
  return instance
}

const metrics = async (instance: Instance): Promise<ReadonlyMap<string, number>> => {
  const text = await (await fetch(`${instance.url()}/metrics`)).text()
  return new Map(Array.from(text.matchAll(/^(\w+) (\S+)$/gm), ([, name = '', value]) => [name, Number(value)]))
}

test('the log is filled with the events of many accounts', async () => {
  const store = await openEventStoreDB({ url: eventStore.url })
  const documents = await openMongoDocumentStore({ url: `${mongo.url}filled` })
  const log = openEventLog({ store, keyRing: openKeyRing({ records: documents.records, masterKey: Buffer.from(masterKey, 'base64') }) })
  const perStream = 100
  const events = Array.from({ length: perStream }, (_, n) => switched(`f${n}`))
  const actor = { type: 'operator', id: 'desk' } as const
  for (let n = 0; n < count; n += perStream) {
    const accountId = randomUUID()
    const stream = `account-${accountId}`
    await log.append(stream, events, beginning(stream), { accountId, actor, commandId: randomUUID(), at: new Date() })
  }
  length = (await Array.fromAsync(store.readAll())).length
  await store.close()
  await documents.close()
})

test('every read model and process of every partition has all of it after at most two passes, counted at the server too', async () => {
  const began = performance.now()
  const before = eventStore.standIn?.sent() ?? 0
  const instance = await startOver('first')
  await until('all have read the log', async () => {
    const now = await metrics(instance)
    const end = now.get('probity_log_position') ?? Number.POSITIVE_INFINITY
    return [now.get('probity_projected_position'), now.get('probity_processed_position')].every((position) => (position ?? -1) >= end)
  })
  const sent = (eventStore.standIn?.sent() ?? 0) - before
  const measured = await metrics(instance)
  const read = measured.get('probity_log_events_read_total') ?? 0
  // On a slow machine readers may be too slow for the pass that they share. Each of them may cost another one.
  const passes = 2 + (measured.get('probity_log_readers_put_off_total') ?? 0)
  console.log(
    `  ${length} events, ${read} read, ${sent} sent, ${passes} passes at most, ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
  // What is kept in memory of the end of the log is read besides, and what the first start itself writes.
  assert.ok(read <= passes * length + 4_096 + 200, `${read} events were read of a log of ${length}`)
  // The start itself reads the log once to find whose keys there must be.
  assert.ok(sent <= (passes + 1) * length + 4_096 + 1_000, `${sent} events were sent of a log of ${length}`)
})

test('an instance that is stopped in the midst of it stops at once, and does not read on', async () => {
  const instance = await startOver('second')
  await until('it has begun', async () => ((await metrics(instance)).get('probity_log_events_read_total') ?? 0) > 2_500)
  const sent = eventStore.standIn?.sent() ?? 0
  const stopping = performance.now()
  assert.is(await instance.stop(), 0)
  console.log(`  stopped after ${Math.round(performance.now() - stopping)} ms`)
  const sentOn = (eventStore.standIn?.sent() ?? 0) - sent
  assert.ok(sentOn < count / 2, `${sentOn} events were still sent`)
})

test.run()
