// The same on EventStoreDB and MongoDB, with two instances that go over together.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import { registerRaisedVersion } from '../journeys/raised-version.ts'
import { startEventStoreServer } from '../servers/eventstore.ts'
import { startMongoServer } from '../servers/mongodb.ts'

const test = suite('a raised version in a cluster')
const eventStore = await startEventStoreServer()
const mongo = await startMongoServer()
const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'probity-raised-')))
const shared = { EVENTSTORE_URL: eventStore.url, MONGODB_URL: `${mongo.url}raised`, MASTER_KEY: randomBytes(32).toString('base64') }

test.after(async () => {
  await eventStore.stop()
  await mongo.stop()
  for (const folder of folders) rmSync(folder, { recursive: true })
})
registerRaisedVersion(test, 'EventStoreDB and MongoDB', () => folders.map((folder) => ({ ...shared, DATA_DIR: folder })))
test.run()
