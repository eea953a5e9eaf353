// A company that has outgrown one process: its data folder is moved to EventStoreDB and MongoDB, and instances go on where the one process stood.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { until } from '../eventually.ts'
import { insistentWrite, request } from '../servers/cluster.ts'
import { startEventStore } from '../servers/eventstored.ts'
import { startInstance, testKey } from '../servers/instances.ts'
import { startMongoServer } from '../servers/mongodb.ts'

const eventStore = await startEventStore()
const mongo = await startMongoServer()

/** What is in the log that was moved to. */
const eventIds = async (): Promise<readonly string[]> => {
  const store = await openEventStoreDB({ url: eventStore.url })
  try {
    return (await Array.fromAsync(store.readAll())).map(({ id }) => id)
  } finally {
    await store.close()
  }
}

test('a data folder moved to the servers is served by instances with everything in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-move-'))
  const stores = { eventStoreUrl: eventStore.url, mongoUrl: `${mongo.url}moved_${randomUUID().slice(0, 8)}` }
  const before = await startService(readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', BOOTSTRAP_TEST_KEY: testKey }))
  const one = { url: () => before.url ?? '' }
  const body = {
    name: 'Outgrown LLC',
    addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
    people: [{ name: 'Grace Hopper' }],
  }
  const { id } = (await insistentWrite(one, 'POST', '/v1/businesses', { body })).body
  const read = (instance: { readonly url: () => string }) => request(instance, 'GET', `/v1/businesses/${id}`)
  await until('it is verified', async () => (await read(one)).body?.status === 'in_review')
  const shown = await read(one)
  await before.stop()

  const args = ['copy', '--from', folder, '--to', stores.eventStoreUrl, '--keys-to', stores.mongoUrl]
  const copying = spawn(process.execPath, [join(import.meta.dirname, '../../src/cli/stores.ts'), ...args], { stdio: 'ignore' })
  assert.equal(await once(copying, 'exit'), [0, null])
  const moved = await eventIds()

  const settings = { MASTER_KEY: readFileSync(join(folder, 'master.key'), 'utf8').trim() }
  const instances = await Promise.all((['api', 'worker'] as const).map((role) => startInstance(role, stores, settings)))
  const [api] = instances as [(typeof instances)[number]]
  let again = await read(api)
  await until('it is shown as before', async () => {
    again = await read(api)
    return isDeepStrictEqual(again.body, shown.body)
  }).catch(() => assert.equal(again.body, shown.body))
  assert.ok(JSON.stringify(again.body).includes('Grace Hopper'), 'personal data can be read')
  assert.equal(await eventIds(), moved, 'no process did anything again')
  const next = await insistentWrite(api, 'POST', '/v1/businesses', { body: { ...body, name: 'The Next LLC' } })
  assert.is(next.status, 201)

  for (const instance of instances) assert.is(await instance.stop(), 0)
  await eventStore.stop()
  await mongo.stop()
  rmSync(folder, { recursive: true })
})

test.run()
