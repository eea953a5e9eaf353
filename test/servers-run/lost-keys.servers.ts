// A cluster whose MongoDB has lost the keys of personal data, or whose instance has another master key: the start is refused in one line. And the change of
// the master key there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runCommand } from '../cli/command.ts'
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

const newKey = Buffer.alloc(32, 6).toString('base64')
const change = () =>
  runCommand('stores', ['change-master-key'], {
    ...process.env,
    DATA_DIR: folder,
    EVENT_STORE_URL: eventStoreUrl,
    MONGODB_URL: mongo.url,
    MASTER_KEY: masterKey,
    MASTER_KEY_NEW: newKey,
  })

test('the master key is changed while no worker runs, and the instances go on with the new one', async () => {
  const stores = { eventStoreUrl, mongoUrl: mongo.url }
  const before = await startInstance('api', stores, { ROLES: 'api,worker' })
  const people = [{ name: 'Ann Lee', dob: '1980-02-03' }]
  const sent = { name: 'Acme Widgets LLC', people, addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] }
  const created = await request(before, 'POST', '/v1/businesses', { body: sent })
  assert.is(created.status, 201)
  const { id } = created.body as { readonly id: string }
  const busy = await change()
  assert.equal([busy.code, /a worker runs on the store of MONGODB_URL: stop the service first/.test(busy.output)], [1, true], busy.output)
  assert.is(await before.stop(), 0)

  const { code, output } = await change()
  assert.is(code, 0, output)
  const said = await refusal({ MONGODB_URL: mongo.url, MASTER_KEY: masterKey })
  assert.match(said, /the master key .+ is not the one that the data was written with/)
  const after = await startInstance('api', stores, { ROLES: 'api,worker', MASTER_KEY: newKey })
  await until('the business can be read', async () => (await request(after, 'GET', `/v1/businesses/${id}`)).status === 200)
  const { body } = await request(after, 'GET', `/v1/businesses/${id}`)
  assert.match(JSON.stringify(body), /Ann Lee.*1980-02-03|1980-02-03.*Ann Lee/)
  assert.is(await after.stop(), 0)
})

test.run()
