// The MongoDB adapter and a server that ends its connections, as one does that shuts down, while commands go over all of them. It counts as away for a moment,
// and no operation waits for ever.
import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { StoreUnavailable } from '../../src/stores/event-store.ts'
import { openMongoDocumentStore } from '../../src/stores/mongodb/document-store.ts'
import { eventually, inTime } from '../eventually.ts'
import { openDoor } from '../servers/door.ts'
import { startMongoServer } from '../servers/mongodb.ts'

const given = process.env.MONGODB_URL
const server = given === undefined ? await startMongoServer() : undefined
const url = given ?? server?.url ?? ''
const database = `probity_hang_ups_${randomUUID().slice(0, 8)}`
const test = suite('document store: MongoDB hangs up')

test.after(async () => {
  if (server) return server.stop()
  const client = new MongoClient(url)
  await client.db(database).dropDatabase()
  await client.close()
})

test('operations go on after every hang-up', async () => {
  const { hostname, port } = new URL(url)
  const door = await openDoor(Number(port || 27_017), hostname)
  const store = await openMongoDocumentStore({ url: `mongodb://127.0.0.1:${door.port}/?directConnection=true`, database, timeoutMs: 3_000 })
  let [done, isOver] = [0, false]
  const failures = new Set<unknown>()
  const read = async () => {
    while (!isOver)
      await store.records.get('hang-up', 'k').then(
        () => done++,
        (error: unknown) => failures.add(error),
      )
  }
  const readers = Array.from({ length: 12 }, read)
  try {
    for (let hangUp = 0; hangUp < 8; hangUp++) {
      const before = done
      await eventually('operations go over all connections', () => done > before + 100)
      door.hangUp()
    }
    const before = done
    await eventually('operations go on', () => done > before + 100)
    isOver = true
    await inTime('every operation ends', Promise.all(readers))
    assert.equal(
      [...failures].filter((failure) => !(failure instanceof StoreUnavailable)),
      [],
    )
  } finally {
    isOver = true
    await store.close()
    await door.close()
  }
})

test.run()
