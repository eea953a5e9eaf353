// Two api and two worker processes on EventStoreDB and MongoDB (those at EVENT_STORE_URL and MONGODB_URL, or else the test servers): what clients were
// told stays true while workers are killed, streams break, and the stores go away and come back.
//   CLUSTER_SECONDS   how long the workers are killed at random; 15 when absent
//   OUTAGE_SECONDS    how long the event store is gone; 5 when absent
//   CLUSTER_SEED      repeats the choices of an earlier run
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { clusterPartitions, partitionOf } from '../../src/projections/partitions.ts'
import { openMongoDocumentStore } from '../../src/stores/mongodb/document-store.ts'
import { patienceMs } from '../eventually.ts'
import { filled } from '../filled.ts'
import { accountKeys, client, insistentWrite, nothingTold, request, type Told } from '../servers/cluster.ts'
import { startEventStore } from '../servers/eventstored.ts'
import { type Instance, type Stores, startInstance } from '../servers/instances.ts'
import { startMongoServer } from '../servers/mongodb.ts'
import { type Opened, occurrences, openTheirStores, rebuiltDifferently } from '../servers/rebuilt.ts'

const seconds = Number(process.env.CLUSTER_SECONDS ?? 15)
/** Longer than the ten seconds for which a command keeps trying: a shorter outage is waited for, and nobody is told. */
const outageSeconds = Number(process.env.OUTAGE_SECONDS ?? 13)
const seed = Number(process.env.CLUSTER_SEED ?? Date.now() % 1_000_000)

const eventStore = process.env.EVENT_STORE_URL === undefined ? await startEventStore() : undefined
const mongo = process.env.MONGODB_URL === undefined ? await startMongoServer() : undefined
const database = `probity_cluster_${randomUUID().slice(0, 8)}`
const mongoBase = mongo?.url ?? process.env.MONGODB_URL ?? ''
const stores: Stores = {
  eventStoreUrl: eventStore?.url ?? process.env.EVENT_STORE_URL ?? '',
  mongoUrl: withDatabase(mongoBase, database),
}

/** The same connection string, naming this database. */
function withDatabase(url: string, name: string): string {
  const [, server = '', options = ''] = /^([^:]+:\/\/[^/?]+)\/?[^?]*(\?.*)?$/.exec(url) ?? []
  return `${server}/${name}${options}`
}

/** Numbers from 0 to 1, the same for the same seed. */
const random = (() => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
})()

const test = suite('a cluster')
let apis: Instance[] = []
let workers: Instance[] = []
let keys: readonly string[] = []
const told = nothingTold()

test.after(async () => {
  const codes = await Promise.all([...apis, ...workers].map((instance) => instance.stop()))
  await eventStore?.stop()
  if (mongo) await mongo.stop()
  else {
    const admin = new MongoClient(mongoBase)
    await admin.db(database).dropDatabase()
    await admin.close()
  }
  if (codes.some((code) => code !== 0)) console.log(`the instances ended with ${codes.join(', ')}`)
})

/** Orders that clients place at least while something happens. */
const fewestOrders = 4

/** Clients of all accounts, on both apis, while something happens, for so long at least, and until they have placed some orders: slow machines need longer. */
const underLoad = async (forSeconds: number, happening: (goesOn: () => boolean) => Promise<void>): Promise<Told> => {
  const [until, patience] = [performance.now() + forSeconds * 1000, performance.now() + patienceMs]
  const wanted = told.orders.size + fewestOrders
  let isHappening = true
  const isOver = () => performance.now() > until && (told.orders.size >= wanted || performance.now() > patience)
  const clients = Array.from({ length: 6 }, (_, n) =>
    client(told, n % 2 === 0 ? apis : apis.toReversed(), keys[n % keys.length] as string, () => isHappening || !isOver()),
  )
  const happened = happening(() => !isOver()).finally(() => {
    isHappening = false
  })
  await Promise.all([...clients, happened])
  return told
}

const accountsInLog = async (): Promise<number> => {
  const { events, close } = await openTheirStores(stores)
  try {
    return (await Array.fromAsync(events.readAll({ types: ['AccountCreated'] }))).length
  } finally {
    await close()
  }
}

/** Waits until the condition holds; rejects when it takes longer than nine minutes. */
const caughtUp = async (what: string, condition: () => Promise<boolean>) => {
  for (const until = performance.now() + 3 * patienceMs; !(await condition()); await pause(250))
    if (performance.now() > until)
      throw new Error(`waited in vain until ${what}; the workers said: ${workers.map((worker) => worker.output().slice(-1500)).join('\n')}`)
}

const readiness = (instances: readonly Instance[]) => Promise.all(instances.map((instance) => request(instance, 'GET', '/readyz')))

/** What instances that are not ready say. */
const notReady = async (instances: readonly Instance[]): Promise<readonly string[]> =>
  (await readiness(instances)).filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${JSON.stringify(body)}`)

/** The same of those who do not blame a store: on a slow machine one may be silent for longer than an instance counts on it. */
const notReadyByThemselves = async (instances: readonly Instance[]): Promise<readonly string[]> =>
  (await readiness(instances))
    .filter(({ status, body }) => status !== 200 && body?.checks?.event_store !== false && body?.checks?.document_store !== false)
    .map(({ status, body }) => `${status} ${JSON.stringify(body)}`)

/** Where orders that are not completed stand: what happened to them, what processes still have to do about them, and how far each has come. */
const standing = async ({ events, documents }: Opened): Promise<string> => {
  const counts = await occurrences({ events })
  const missing = [...told.orders.keys()].filter((id) => !counts.has(`OrderCompleted ${id}`))
  const streams = new Set<string>()
  const happened: string[] = []
  let end = -1n
  for await (const { type, data, stream, position, metadata } of events.readAll()) {
    end = position
    if ('order_id' in data && missing.includes(String(data.order_id))) streams.add(stream)
    happened.push(`${position} ${stream} ${type} ${partitionOf(String(metadata.account_id), clusterPartitions)} ${metadata.recorded_at}`)
  }
  const { recordKinds, checkpoints } = await documents.inventory()
  const records = await Promise.all(
    recordKinds
      .filter((kind) => /^(work_|process_checkpoints$|leases$|workers$)/.test(kind))
      .map(async (kind) => (await documents.records.list(kind)).map((record) => `${kind} ${JSON.stringify(record)}`)),
  )
  return [
    `${missing.length} orders are not completed: ${missing.join(', ')}; the log ends at ${end}`,
    ...happened.filter((line) => [...streams].some((stream) => line.includes(stream))),
    ...records.flat(),
    ...checkpoints.filter(({ collection }) => collection.startsWith('orders@')).map((each) => Object.values(each).join(' ')),
  ].join('\n')
}

const assertKeptPromises = async () => {
  assert.equal(told.missed, [], 'no read missed the reader’s own write')
  assert.equal(told.unclear, [], 'every answer was a success or a clear 503')
  const theirs = await openTheirStores(stores)
  try {
    await caughtUp('every order is completed', async () => {
      const counts = await occurrences(theirs)
      return [...told.orders.keys()].every((id) => counts.has(`OrderCompleted ${id}`))
    }).catch(async (error) => {
      throw new Error(`${await standing(theirs)}\n${error.message}`)
    })
    const counts = await occurrences(theirs)
    const notOnce = [
      ...[...told.businesses.keys()].map((id) => `BusinessCreated ${id}`),
      ...[...told.orders.keys()].flatMap((id) => [`OrderPlaced ${id}`, `OrderCompleted ${id}`]),
    ].filter((each) => counts.get(each) !== 1)
    assert.equal(notOnce, [], 'what was acknowledged stands in the log, once')
    const placed = [...counts.keys()].filter((each) => each.startsWith('OrderPlaced '))
    await caughtUp('the orders that nobody was told of are completed too', async () => {
      const now = await occurrences(theirs)
      return placed.every((each) => now.get(each.replace('OrderPlaced', 'OrderCompleted')) === 1)
    })
    await caughtUp('the read models equal a rebuild', async () => (await rebuiltDifferently(theirs)).length === 0)
  } finally {
    await theirs.close()
  }
}

test('instances that start all at once over empty stores make one first account, and serve it all', async () => {
  const started = await Promise.all((['api', 'api', 'worker', 'worker'] as const).map((role) => startInstance(role, stores)))
  apis = started.slice(0, 2)
  workers = started.slice(2)
  if (eventStore) assert.is(await accountsInLog(), 1)
  const [one] = apis as [Instance, Instance]
  await caughtUp('the first key is known everywhere', async () => {
    const replies = await Promise.all(apis.map((api) => request(api, 'GET', '/v1/businesses')))
    return replies.every(({ status }) => status === 200)
  })
  // The first key is in one partition, and all of them have to be folded.
  await caughtUp('both are ready', async () => (await notReady(apis)).length === 0)
  const changedItsMind: string[] = []
  const accountsMade = new AbortController()
  const watching = (async () => {
    while (!accountsMade.signal.aborted) {
      changedItsMind.push(...(await notReadyByThemselves(apis)))
      await pause(50)
    }
  })()
  keys = await accountKeys(one, 5)
  accountsMade.abort()
  await watching
  assert.equal(changedItsMind, [], 'what is ready stays ready')
})

test('the same Idempotency-Key at two instances at once does its work once', async () => {
  const idempotencyKey = randomUUID()
  const body = { name: 'Once Only LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] }
  const replies = await Promise.all(
    [...apis, ...apis].map((api) => insistentWrite(api, 'POST', '/v1/businesses', { body, idempotencyKey })),
  )
  assert.equal([...new Set(replies.map(({ status }) => status))], [201])
  assert.is(new Set(replies.map((reply) => reply.body.id)).size, 1)
  assert.is(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 3)
})

test(`workers killed and started again at random for ${seconds} seconds (seed ${seed}) lose nothing, and nothing is done twice`, async () => {
  await underLoad(seconds, async (goesOn) => {
    while (goesOn()) {
      await pause(1000 + 3000 * random())
      const worker = workers[Math.floor(random() * workers.length)] as Instance
      await worker.kill()
      await pause(2000 * random())
      await worker.start()
    }
  })
  assert.ok(told.orders.size >= fewestOrders, `only ${told.orders.size} orders were placed`)
  await assertKeptPromises()
})

test('a worker that stood still while another took over does no harm when it wakes', async () => {
  const [first] = workers as [Instance]
  await underLoad(7, async () => {
    first.freeze()
    await pause(5000)
    first.thaw()
  })
  await assertKeptPromises()
})

const { standIn } = eventStore ?? {}
if (standIn) {
  test('streams cut in the middle of batches and events delivered twice change nothing', async () => {
    await underLoad(6, async () => {
      standIn.faults.always('subscribe', { kind: 'cutAfter', events: 7 })
      await pause(3000)
      standIn.faults.always('subscribe', { kind: 'repeat' })
      for (let n = 0; n < 5; n++) standIn.faults.next('append', { kind: 'answerLost' })
      await pause(3000)
      standIn.faults.always('subscribe', undefined)
    })
    await assertKeptPromises()
  })
}

if (eventStore) {
  test(`an event store that is gone for ${outageSeconds} seconds and more is told as 503 with Retry-After, and all goes on when it is back`, async () => {
    const refusedBefore = told.refused
    await underLoad(outageSeconds + 3, async () => {
      await eventStore.kill()
      const outage = pause(outageSeconds * 1000)
      await caughtUp('an instance names the store that is away', async () => {
        const { status, body } = await request(apis[0] as Instance, 'GET', '/readyz')
        return status === 503 && body?.checks?.event_store === false && /event store has not answered/.test(body.reasons)
      })
      await caughtUp('clients are told', async () => told.refused > refusedBefore)
      await outage
      await eventStore.restart()
    })
    await caughtUp('both are ready again', async () => (await notReady(apis)).length === 0)
    await assertKeptPromises()
  })
}

if (eventStore && !standIn) {
  test('an event store killed, away and back, and one that stands still, are told as 503 or waited for, and all goes on', async () => {
    await underLoad(12, async () => {
      await eventStore.kill()
      await pause(3000)
      await eventStore.restart()
      await pause(3000)
      await eventStore.freeze()
      await pause(4000)
      await eventStore.thaw()
    })
    await assertKeptPromises()
  })
}

if (mongo) {
  test('MongoDB killed, away and back, and one that stands still, are told as 503 or waited for, and all goes on', async () => {
    await underLoad(12, async () => {
      await mongo.kill()
      await pause(3000)
      await mongo.restart()
      await pause(3000)
      await mongo.freeze()
      await pause(4000)
      await mongo.thaw()
    })
    await assertKeptPromises()
  })
}

test('workers that are stopped give their work back at once', async () => {
  const [one, two] = workers as [Instance, Instance]
  const pid = one.pid()
  await one.stop()
  const documents = await openMongoDocumentStore({ url: stores.mongoUrl })
  const holders = (await documents.records.list('leases')).map(({ value }) => String(value.holder))
  await documents.close()
  assert.is(holders.length > 0, true)
  assert.not(
    filled(holders).some((holder) => holder.includes(`-${pid}-`)),
    'the one that stopped holds nothing any more, before any lease of its has run out',
  )
  for (const key of filled(keys)) {
    const reply = await insistentWrite(apis[0] as Instance, 'POST', '/v1/businesses', {
      key,
      body: { name: 'Handed Over LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] },
    })
    assert.is(reply.status, 201)
    const { id } = reply.body
    await caughtUp('it is shown', async () => (await request(apis[1] as Instance, 'GET', `/v1/businesses/${id}`, { key })).status === 200)
  }
  workers = [two]
  console.log(
    `\n  ${told.businesses.size} businesses, ${told.orders.size} orders, ${told.reads} reads; ${told.refused} times told to come back, ${told.behind} times told that read models lag`,
  )
})

test.run()
