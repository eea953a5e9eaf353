// A cluster whose MongoDB has lost the keys of personal data, or whose instance has another master key: the start is refused in one line.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { request } from '../servers/cluster.ts'
import { startEventStore } from '../servers/eventstored.ts'
import { masterKey, refusedStart, startInstance } from '../servers/instances.ts'
import { startMongoServer } from '../servers/mongodb.ts'

const test = suite('lost keys on a cluster')
const folder = mkdtempSync(join(tmpdir(), 'probity-lost-keys-'))
const eventStore = await startEventStore()
const [mongo, empty] = await Promise.all([startMongoServer(), startMongoServer()])
const eventStoreUrl = eventStore.url

test.before(async () => {
  const api = await startInstance('api', { eventStoreUrl, mongoUrl: mongo.url }, { ROLES: 'api,worker' })
  await until('the first key is known', async () => (await request(api, 'GET', '/v1/businesses')).status === 200)
  assert.is(await api.stop(), 0)
})
test.after(async () => {
  await Promise.all([eventStore, mongo, empty].map((server) => server.stop()))
  rmSync(folder, { recursive: true })
})

const refusal = async (settings: NodeJS.ProcessEnv): Promise<string> => {
  const { said, code } = await refusedStart({ DATA_DIR: folder, EVENT_STORE_URL: eventStoreUrl, ...settings })
  assert.equal([code, said.trimEnd().split('\n').length], [1, 1], said)
  return said
}

test('a start on a MongoDB without the keys is refused, and writes none there', async () => {
  const said = await refusal({ MONGODB_URL: empty.url, MASTER_KEY: masterKey })
  assert.match(said, /the log holds personal data, but service_records in \S+ lacks (\d+) of \1 keys that were looked for/)
  const client = await MongoClient.connect(empty.url)
  assert.is(await client.db('probity').collection('service_records').countDocuments(), 0)
  await client.close()
})

test('a start with another master key is refused', async () => {
  const said = await refusal({ MONGODB_URL: mongo.url, MASTER_KEY: Buffer.alloc(32, 5).toString('base64') })
  assert.match(said, /the master key .+ is not the one that the data was written with/)
})

test.run()
