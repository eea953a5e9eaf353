// A cluster whose read models are gone: a valid key is answered 503 until a worker has built them again, and never 401.
import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { request } from '../servers/cluster.ts'
import { startEventStore } from '../servers/eventstored.ts'
import { type Instance, startInstance } from '../servers/instances.ts'
import { startMongoServer } from '../servers/mongodb.ts'

const test = suite('catching up on a cluster')
const eventStore = await startEventStore()
const mongo = await startMongoServer()
const stores = { eventStoreUrl: eventStore.url, mongoUrl: mongo.url }
test.after(async () => {
  await eventStore.stop()
  await mongo.stop()
})

test('a valid key is never answered 401 while the read models are built again', async () => {
  const first = await startInstance('api', stores, { ROLES: 'api,worker' })
  await until('the first key is known', async () => (await request(first, 'GET', '/v1/businesses')).status === 200)
  await first.stop()
  const client = await MongoClient.connect(mongo.url)
  for (const database of [client.db('probity'), client.db('probity_authentication')])
    for (const { name } of await database.listCollections().toArray())
      if (/_v\d+$|^projection_checkpoints$/.test(name)) await database.collection(name).drop()
  await client.close()

  const api = await startInstance('api', stores)
  let worker: Instance | undefined
  const asked = async () => (await request(api, 'GET', '/v1/businesses')).status
  try {
    assert.is(await asked(), 503)
    worker = await startInstance('worker', stores)
    const statuses = new Set<number>()
    await until('the key is known again', async () => statuses.add(await asked()).has(200))
    assert.not.ok(statuses.has(401), String([...statuses]))
  } finally {
    await Promise.all([api.stop(), worker?.stop()])
  }
})

test.run()
