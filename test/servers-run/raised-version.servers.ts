// The same on EventStoreDB and MongoDB, with two instances that go over together.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import { registerAbandonedBuild } from '../journeys/abandoned-build.ts'
import { registerRaisedVersion } from '../journeys/raised-version.ts'
import { startEventStore } from '../servers/eventstored.ts'
import { startMongoServer } from '../servers/mongodb.ts'

const test = suite('a raised version in a cluster')
const eventStores = await Promise.all([startEventStore(), startEventStore()])
const mongo = await startMongoServer()
const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'probity-raised-')))
const MASTER_KEY = randomBytes(32).toString('base64')
const environments = eventStores.map(({ url }, index) => () => {
  const shared = { EVENT_STORE_URL: url, MONGODB_URL: `${mongo.url}raised_${index}`, MASTER_KEY }
  return folders.map((folder) => ({ ...shared, DATA_DIR: folder }))
})

test.after(async () => {
  for (const eventStore of eventStores) await eventStore.stop()
  await mongo.stop()
  for (const folder of folders) rmSync(folder, { recursive: true })
})
registerRaisedVersion(test, 'EventStoreDB and MongoDB', environments[0] ?? (() => []))
registerAbandonedBuild(test, 'EventStoreDB and MongoDB', environments[1] ?? (() => []))
test.run()
