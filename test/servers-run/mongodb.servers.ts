// The MongoDB adapter against a server: the one at MONGODB_URL (in databases of its own, dropped afterwards), or else a test server,
// which is also killed, frozen and brought back.
import { randomUUID } from 'node:crypto'
import { Collection, type Db, MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mongoRateLimit } from '../../src/auth/rate-limit.ts'
import { type Change, type DocumentStore, Fenced } from '../../src/stores/document-store.ts'
import { StoreUnavailable } from '../../src/stores/event-store.ts'
import { reach } from '../../src/stores/mongodb/availability.ts'
import { openMongoDocumentStore } from '../../src/stores/mongodb/document-store.ts'
import { openRecords } from '../../src/stores/mongodb/records.ts'
import { buildBesideContract } from '../contract/build-beside.ts'
import { documentStoreContract } from '../contract/document-store.ts'
import { erase, scene, unique, write } from '../contract/sample-documents.ts'
import { until } from '../eventually.ts'
import { startMongoServer } from '../servers/mongodb.ts'
import { type Elections, startElections } from '../servers/mongodb-elections.ts'

const given = process.env.MONGODB_URL
const server = given === undefined ? await startMongoServer() : undefined
const url = given ?? server?.url ?? ''
/** Of a store that is to notice soon that its server is away, and of one that waits for it on a slow machine. */
const [soonMs, patientMs] = [1_000, 60_000]

const freshDatabase = () => `probity_test_${randomUUID().slice(0, 8)}`

async function dropDatabase(database: string): Promise<void> {
  const client = new MongoClient(url)
  await client.db(database).dropDatabase()
  await client.close()
}

/** Runs `work` on two stores over one database, as two instances would have them. */
async function withTwoStores(work: (one: DocumentStore, two: DocumentStore) => Promise<void>): Promise<void> {
  const database = freshDatabase()
  const stores = await Promise.all([openMongoDocumentStore({ url, database }), openMongoDocumentStore({ url, database })])
  try {
    await work(...stores)
  } finally {
    await Promise.all(stores.map((store) => store.close()))
    await dropDatabase(database)
  }
}

documentStoreContract('document store: MongoDB', async () => {
  const database = freshDatabase()
  let store = await openMongoDocumentStore({ url, database })
  return {
    store,
    reopen: async () => {
      await store.close()
      store = await openMongoDocumentStore({ url, database })
      return store
    },
    close: async () => {
      await store.close()
      await dropDatabase(database)
    },
  }
}).run()

buildBesideContract('MongoDB', async () => {
  const database = freshDatabase()
  const instances: DocumentStore[] = []
  return {
    instance: async () => {
      const store = await openMongoDocumentStore({ url, database })
      instances.push(store)
      return store
    },
    close: async () => {
      await Promise.all(instances.map((store) => store.close()))
      await dropDatabase(database)
    },
  }
}).run()

const shared = suite('document store: MongoDB shared by instances')

shared('a record that cannot be read as one is set aside and named, and the others fill the page', async () => {
  const database = freshDatabase()
  const [client, store] = [new MongoClient(url), await openMongoDocumentStore({ url, database })]
  try {
    for (const key of ['a', 'b', 'c', 'd']) await store.records.put('work', key, { key }, { expectedRevision: -1, dueAt: new Date(0) })
    const damaged = { key: { $in: ['a', 'c'] } }
    await client
      .db(database)
      .collection('service_records')
      .updateMany(damaged, { $unset: { value: '' } })
    assert.equal(
      (await store.records.list('work', { limit: 2 })).map(({ key }) => key),
      ['b', 'd'],
    )
    assert.equal(
      (await store.records.due(['work'], new Date(), 9)).map(({ key }) => key),
      ['b', 'd'],
    )
    assert.is(await store.records.get('work', 'a'), undefined)
    assert.equal(
      (await store.records.setAside()).map(({ kind, key, file }) => [kind, key, file]),
      ['a', 'c'].map((key) => ['work', key, 'service_records_set_aside']),
    )
    assert.is(await store.records.remove('work', 'a'), true)
    assert.is((await store.records.setAside()).length, 1)
  } finally {
    await store.close()
    await client.close()
    await dropDatabase(database)
  }
})

/** The database, which does something just before a damaged record is copied aside. */
const beforeCopy = (db: Db, work: () => Promise<unknown>): Db =>
  new Proxy(db, {
    get: (target, name) => {
      const member = Reflect.get(target, name)
      if (name !== 'collection') return typeof member === 'function' ? member.bind(target) : member
      return (...of: Parameters<Db['collection']>) => {
        const collection = target.collection(...of)
        if (of[0] !== 'service_records_set_aside') return collection
        const replaceOne: Collection['replaceOne'] = async (...replace) => {
          await work()
          return Collection.prototype.replaceOne.apply(collection, replace)
        }
        return Object.assign(collection, { replaceOne })
      }
    },
  })

shared('a damaged record that is written anew while it is set aside stays, and nothing is named', async () => {
  const database = freshDatabase()
  const [client, store] = [new MongoClient(url), await openMongoDocumentStore({ url, database })]
  try {
    const db = client.db(database)
    for (const key of ['a', 'b']) await store.records.put('work', key, { n: 0 }, { expectedRevision: -1 })
    await db.collection('service_records').updateMany({}, { $unset: { value: '' } })
    const writeAnew = () => store.records.put('work', 'a', { n: 1 }, { expectedRevision: 0 })
    const { records } = await openRecords(beforeCopy(db, writeAnew), reach(patientMs, { tls: false }))
    assert.is(await records.get('work', 'a'), undefined)
    assert.equal([(await store.records.get('work', 'a'))?.value, await store.records.setAside()], [{ n: 1 }, []])
    await records.get('work', 'b')
    assert.equal(
      (await store.records.setAside()).map(({ key }) => key),
      ['b'],
    )
  } finally {
    await store.close()
    await client.close()
    await dropDatabase(database)
  }
})

shared('of two instances that write one document the later position stays, whoever comes last', () =>
  withTwoStores(async (one, two) => {
    const { name } = await scene(one)
    await two.define([{ name, version: 1, indexes: [] }])
    const rounds = Array.from({ length: 20 }, (_, round) => BigInt(2 * round + 1))
    await Promise.all(
      rounds.flatMap((position) => [
        one.commit([{ collection: name, partition: 'a', position, changes: [write('k', position), write(`new ${position}`, position)] }]),
        two.commit([
          { collection: name, partition: 'b', position, changes: [write('k', position + 1n), write(`new ${position}`, position + 1n)] },
        ]),
      ]),
    )
    assert.equal(await one.get(name, 'k'), { at: 40 })
    const inserted = await two.getMany(
      name,
      rounds.map((position) => `new ${position}`),
    )
    assert.equal(
      [...inserted.values()].map(({ position }) => position).sort((a, b) => Number(a - b)),
      rounds.map((position) => position + 1n),
    )
  }),
)

shared('an instance whose lease another took over is refused, and its checkpoint stays where the other put it', () =>
  withTwoStores(async (one, two) => {
    const { name } = await scene(one)
    await two.define([{ name, version: 1, indexes: [] }])
    const commit = (store: DocumentStore, token: number, position: bigint) =>
      store.commit([{ collection: name, partition: '1/4', position, token, changes: [write('k', position)] }])
    await commit(one, 1, 5n)
    await commit(two, 2, 6n)
    const refusal: unknown = await commit(one, 1, 9n).catch((error: unknown) => error)
    assert.instance(refusal, Fenced)
    assert.is(await one.checkpoint(name, '1/4'), 6n)
    assert.equal(await one.get(name, 'k'), { at: 6 })
  }),
)

shared('what instances write at the same moment is one document each, none lost', () =>
  withTwoStores(async (one, two) => {
    const { name } = await scene(one)
    await two.define([{ name, version: 1, indexes: [] }])
    const changes = Array.from({ length: 100 }, (_, n) => write(`k${n}`, BigInt(n + 1)))
    await Promise.all([one, two].map((store) => store.commit([{ collection: name, partition: 'all', position: 100n, changes, token: 1 }])))
    assert.is(await one.count(name), 100)
    assert.is(await two.checkpoint(name, 'all'), 100n)
  }),
)

shared('analysts find ordinary documents and indexes, and under the plain name the living ones where the server has views', async () => {
  const database = freshDatabase()
  const client = new MongoClient(url, { useBigInt64: true })
  const store = await openMongoDocumentStore({ url, database })
  try {
    const { name, commit } = await scene(store, { indexes: ['colour', ['colour', 'address.city']], schema: { type: 'object' } })
    await commit(2n, write('a', 1n, { colour: 'red', address: { city: 'Reno' } }), erase('b', 2n))
    const stored = client.db(database).collection<{ _id: string }>(`${name}_v1`)
    assert.equal(await stored.find().sort({ _id: 1 }).toArray(), [
      { _id: 'a', _position: 1n, colour: 'red', address: { city: 'Reno' } },
      { _id: 'b', _position: 2n, _deleted: true },
    ])
    const indexed = (await stored.listIndexes().toArray()).map(({ key }) => Object.keys(key).join())
    assert.equal(indexed.sort(), ['_id', 'colour,_id', 'colour,address.city,_id'])
    await store.drop(name)
    const again = (await stored.listIndexes().toArray()).map(({ key }) => Object.keys(key).join())
    assert.equal(again.sort(), indexed, 'what is dropped begins anew with all that it had')
    await commit(2n, write('a', 1n, { colour: 'red', address: { city: 'Reno' } }), erase('b', 2n))
    const [view] = await client.db(database).listCollections({ name }).toArray()
    if (view) assert.is(await client.db(database).collection(name).countDocuments(), 1)
  } finally {
    await store.close()
    await client.close()
    await dropDatabase(database)
  }
})

shared('a commit of which a document cannot be written is told so, and its checkpoint stays', () =>
  withTwoStores(async (store) => {
    const { name } = await scene(store)
    const commit = (position: bigint, ...changes: Change[]) =>
      store.commit([{ collection: name, partition: 'all', position, token: 1, changes }])
    await commit(1n, write('k', 1n))
    const beyondTheServer = { text: 'x'.repeat(17 * 1024 * 1024) }
    assert.instance(await commit(2n, write('k', 2n), write('large', 2n, beyondTheServer)).catch((error: unknown) => error), Error)
    assert.is(await store.checkpoint(name, 'all'), 1n)
    await commit(2n, write('k', 2n), write('large', 2n))
    assert.is(await store.checkpoint(name, 'all'), 2n)
    assert.equal(
      [...(await store.getMany(name, ['k', 'large'])).values()].map(({ position }) => position),
      [2n, 2n],
    )
  }),
)

shared('field names that MongoDB would read as paths, operators or its own come back as they were', () =>
  withTwoStores(async (store) => {
    const { name, commit, get } = await scene(store)
    const document = {
      'a.b': { $set: 1, 'x.$.y': [{ '$.': null }] },
      $where: '100%',
      '%2E': '%24',
      'nul\0': { '': 'empty' },
      _id: 'not the key',
      _position: 3,
      _deleted: true,
      nested: { _id: 1, _deleted: true, ['__proto__']: { x: 1 } },
      at: '2024-01-01T00:00:00.000Z',
    }
    await commit(1n, write('k', 1n, document))
    assert.equal(await get('k'), document)
    assert.is(await store.count(name), 1)
  }),
)

shared('requests at two instances count against one quota', async () => {
  const database = freshDatabase()
  const stores = await Promise.all([openMongoDocumentStore({ url, database }), openMongoDocumentStore({ url, database })])
  try {
    const quota = { requests: 5, windowSeconds: 60 }
    const limits = await Promise.all(stores.map(({ counters }) => mongoRateLimit(quota, { counters, name: 'requests' })))
    const taken = await Promise.all(Array.from({ length: 12 }, (_, n) => limits[n % 2]?.take('account')))
    assert.is(taken.filter((each) => each?.allowed).length, 5)
    assert.is((await limits[0]?.take('another account'))?.left, 4)
  } finally {
    await Promise.all(stores.map((store) => store.close()))
    await dropDatabase(database)
  }
})

shared.run()

const elections = suite('document store: MongoDB while its primary changes')
let proxy: Elections
let member: DocumentStore
const elected = freshDatabase()

elections.before(async () => {
  proxy = await startElections(url)
  member = await openMongoDocumentStore({ url: proxy.url, database: elected, timeoutMs: patientMs })
})
elections.after(async () => {
  await member.close()
  await proxy.close()
  await dropDatabase(elected)
})

for (const [what, strike] of [
  ['refused', (count: number) => proxy.refuse(count)],
  ['done, but interrupted before their answer,', (count: number) => proxy.interrupt(count)],
] as const) {
  elections(`commands that are ${what} are given again: a commit that is acknowledged stands, once`, async () => {
    const { name } = await scene(member)
    const struck = proxy.struck()
    for (let position = 1n; position <= 40n; position++) {
      strike(Number(position % 3n))
      const changes = [write('k', position), write(`new ${position}`, position)]
      await member.commit([{ collection: name, partition: '1/4', position, token: Number(position / 10n), changes }])
      assert.is(await member.checkpoint(name, '1/4'), position)
      assert.equal(await member.get(name, 'k'), { at: Number(position) })
    }
    assert.is(await member.count(name), 41)
    assert.ok(proxy.struck() - struck >= 39, `${proxy.struck() - struck} commands were struck`)
  })

  elections(`a record whose write is ${what} is written once, and whoever wrote it is told so`, async () => {
    const kind = unique('election')
    for (let revision = 0; revision < 20; revision++) {
      strike(revision % 3)
      assert.is(await member.records.put(kind, 'k', { revision }, { expectedRevision: revision - 1 }), revision)
      assert.equal((await member.records.get(kind, 'k'))?.value, { revision })
    }
    strike(2)
    assert.is(await member.records.put(kind, 'k', {}, { expectedRevision: 3 }), undefined)
  })
}

elections('a start waits as long as the server takes to build indexes of a full collection, and says so', async () => {
  const database = freshDatabase()
  const slow = await startElections(url)
  const built: string[] = []
  const before = { name: unique('grown'), version: 1, indexes: ['at'] } as const
  const one = await openMongoDocumentStore({ url, database })
  await one.define([before])
  await one.close()
  const two = await openMongoDocumentStore({ url: slow.url, database, timeoutMs: soonMs, onBuild: (what) => built.push(what) })
  try {
    // Past the time after which the server counts as away.
    slow.delay('createIndexes', 4 * soonMs)
    await two.define([{ ...before, indexes: ['at', 'of'] }])
    assert.equal(built, [`indexes of ${before.name}_v1`])
  } finally {
    await two.close()
    await slow.close()
    await dropDatabase(database)
  }
})

elections('an election that does not end is told as a store that is away', async () => {
  proxy.refuse(1_000)
  const refusal: unknown = await member.records.get(unique('election'), 'k').catch((error: unknown) => error)
  assert.instance(refusal, StoreUnavailable)
})

if (server) elections.run()

if (server) {
  const faults = suite('document store: MongoDB away and back')
  const database = freshDatabase()
  let store: DocumentStore
  let patient: DocumentStore
  let name: string

  faults.before(async () => {
    store = await openMongoDocumentStore({ url, database, timeoutMs: soonMs })
    patient = await openMongoDocumentStore({ url, database, timeoutMs: patientMs })
    name = (await scene(store)).name
    await patient.define([{ name, version: 1, indexes: ['at'] }])
  })
  faults.after(async () => {
    await store.close()
    await patient.close()
    await server.stop()
  })

  const commit = (position: bigint, by = store) =>
    by.commit([{ collection: name, partition: 'all', position, changes: [write('k', position)] }])

  const worksAgain = (position: bigint) =>
    until('the same store works', async () => {
      const found = await commit(position)
        .then(() => store.get(name, 'k'))
        .catch(() => undefined)
      return found?.at === Number(position)
    })

  /** Every kind of operation is refused as unavailable, and none is left hanging. */
  const assertUnavailable = async () => {
    const began = performance.now()
    const outcomes = await Promise.allSettled([
      store.get(name, 'k'),
      store.find(name),
      commit(50n),
      store.define([{ name, version: 1, indexes: ['at'] }]),
      store.records.put(unique('fault'), 'k', {}, { expectedRevision: -1 }),
      store.records.remove('fault', 'k'),
      Array.fromAsync(store.all(name)),
    ])
    for (const outcome of outcomes) {
      const answer: unknown = outcome.status === 'rejected' ? outcome.reason : outcome.value
      assert.instance(answer, StoreUnavailable, `answered ${answer}`)
    }
    const took = performance.now() - began
    assert.ok(took < patientMs, `it took ${took} ms to say so`)
  }

  faults('while the server is down every operation says so soon, and afterwards the same store works', async () => {
    await commit(1n, patient)
    await server.kill()
    await assertUnavailable().finally(server.restart)
    await worksAgain(2n)
  })

  faults('a server that answers nothing counts as away, and is used again when it answers', async () => {
    await commit(3n, patient)
    await server.freeze()
    await assertUnavailable().finally(server.thaw)
    await worksAgain(60n)
  })

  faults('a restart in the midst of commits loses none that was acknowledged', async () => {
    const [first, last] = [100, 220]
    const keyOf = (position: number) => `document-${position}`
    let restarted = Promise.resolve()
    for (let position = first; position < last; position++) {
      // Each kill finds many acknowledged commits that the server may not have brought to disk yet.
      if (position % 50 === 0 && position > first) restarted = restarted.then(() => server.restart())
      const change: Change = { key: keyOf(position), document: { at: position }, position: BigInt(position) }
      await patient.commit([{ collection: name, partition: 'all', changes: [change], position: BigInt(position) }])
    }
    await restarted
    const lost: string[] = []
    // A commit overwrites nothing of another: each document is there only if its own commit was kept.
    for (let position = first; position < last; position++) {
      const found = await patient.get(name, keyOf(position))
      if (found?.at !== position) lost.push(keyOf(position))
    }
    assert.equal(lost, [])
    assert.is(await patient.checkpoint(name, 'all'), BigInt(last - 1))
  })

  faults('of two writes of a record that a restart interrupts, one at most is told that it won', async () => {
    const kind = unique('restart')
    for (let round = 0; round < 5; round++) {
      const writes = [1, 2].map((writer) => patient.records.put(kind, `k${round}`, { writer }, { expectedRevision: -1 }))
      await server.restart()
      const revisions = await Promise.all(writes)
      assert.equal([...revisions].sort(), [0, undefined])
      assert.equal((await patient.records.get(kind, `k${round}`))?.value, { writer: revisions.indexOf(0) + 1 })
    }
  })

  faults('a server that cannot be reached when the store is opened is named so', async () => {
    const refusal: unknown = await openMongoDocumentStore({ url: 'mongodb://127.0.0.1:1/', timeoutMs: soonMs }).catch(
      (error: unknown) => error,
    )
    assert.instance(refusal, StoreUnavailable)
  })

  faults.run()
}
