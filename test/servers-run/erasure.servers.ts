// Erasure on EventStoreDB and MongoDB: asked for at one of two instances and looked at through the other, nothing that was erased stands in either store.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import { registerErasureInLiens } from '../journeys/erasure-liens.ts'
import { startTestService, until } from '../journeys/service.ts'
import { startEventStore } from '../servers/eventstored.ts'
import { startMongoServer } from '../servers/mongodb.ts'

const test = suite('erasure in a cluster')
const eventStore = await startEventStore()
const mongo = await startMongoServer()
const events = EventStoreDBClient.connectionString(eventStore.url)
const client = new MongoClient(`${mongo.url}erasure`)
const stores = { EVENT_STORE_URL: eventStore.url, MONGODB_URL: `${mongo.url}erasure` }
const scratch = mkdtempSync(join(tmpdir(), 'probity-erasure-'))
const [one, other] = [await startTestService(stores, { insistent: true }), await startTestService(stores, { insistent: true })]

/** Everything that the two stores keep, a text for each document and event. */
const kept = async function* (): AsyncGenerator<string> {
  for await (const { event } of events.readAll()) yield JSON.stringify([event?.data, event?.metadata])
  for (const { collectionName } of await client.db().collections())
    for await (const document of client.db().collection(collectionName).find()) yield JSON.stringify(document)
}

test.before(() => until('the first key is known', async () => (await other.test.get('/v1/businesses')).status === 200))
test.after(async () => {
  await other.stop()
  await one.stop()
  await client.close()
  await events.dispose()
  await eventStore.stop()
  await mongo.stop()
  rmSync(scratch, { recursive: true })
})
registerErasureInLiens(test, 'EventStoreDB and MongoDB', () => ({
  one,
  other,
  settings: { ...stores, DATA_DIR: scratch },
  held: async (texts) => {
    const found = new Set<string>()
    for await (const text of kept()) for (const each of texts) if (text.includes(each)) found.add(each)
    return [...found]
  },
}))
test.run()
