// The worker as a whole: which shares it has, what it runs for them, how it reports what goes on failing, and that it ends what it began.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Process } from '../../../src/processes/process.ts'
import { startWorker, type Worker, type WorkerOptions } from '../../../src/processes/running/worker.ts'
import { partitionNames, partitionOf } from '../../../src/projections/partitions.ts'
import { projection } from '../../../src/projections/projection.ts'
import type { DocumentStore } from '../../../src/stores/document-store.ts'
import { processCheckpointKind } from '../../../src/stores/process-checkpoints.ts'
import { eventually, inTime, until } from '../../eventually.ts'
import { accountId, openStores, type Stores, switched } from '../../stores/log.ts'

const test = suite('worker')

const notes = (version: number) =>
  projection<{ readonly id: string }>()({
    collection: 'notes',
    version,
    indexes: ['id'],
    starts: { FeatureSwitched: ({ stream }) => ({ id: stream }) },
    on: {},
  })
const old = notes(1)

let stores: Stores
let workers: Worker[] = []
test.before.each(async () => {
  stores = await openStores()
  await stores.documents.define([old.spec])
})
test.after.each(async () => {
  await Promise.all(workers.map(({ close }) => close()))
  workers = []
  await stores.close()
})

const seen: string[] = []
const watcher = (name = 'watcher'): Process => ({
  name,
  on: { FeatureSwitched: async ({ data }) => void seen.push(`${name} ${data.feature}`) },
})

const start = async (options: Partial<WorkerOptions> = {}): Promise<Worker> => {
  const { log, documents } = stores
  const worker = await startWorker({ log, documents, projections: [old], processes: [watcher()], partitions: 1, name: 'one', ...options })
  workers.push(worker)
  return worker
}

test('a worker without partitions has everything: the read models, and each process once', async () => {
  seen.length = 0
  const worker = await start({ processes: [watcher(), watcher('other')] })
  assert.equal(worker.partitions(), ['all'])
  assert.equal(
    worker.runners().map(({ process }) => process),
    ['watcher', 'other'],
  )
  assert.ok(worker.projectorFor(accountId))
  assert.is(worker.projectorOf('all'), worker.projectorFor(accountId))
  assert.is(worker.projectorOf('0/2'), undefined)
  const position = await stores.append('account-a', switched('one'))
  await eventually('all is folded and done', () => (worker.projected() ?? -1n) >= position && (worker.processed() ?? -1n) >= position)
  assert.equal(seen.toSorted(), ['other one', 'watcher one'])
})

test('it is as far as its slowest process', async () => {
  const gate = Promise.withResolvers<undefined>()
  const slow: Process = { name: 'slow', on: { FeatureSwitched: () => gate.promise } }
  const worker = await start({ processes: [watcher(), slow] })
  const position = await stores.append('account-a', switched('one'))
  await eventually('the quick one is done', () => (worker.runners()[0]?.position() ?? -1n) >= position)
  assert.ok((worker.processed() ?? -1n) < position)
  gate.resolve(undefined)
  await eventually('both are done', () => (worker.processed() ?? -1n) >= position)
})

test('what goes on failing is reported once in ten seconds, and another failure beside it', async () => {
  const told: string[] = []
  let [asked, saved] = [0, 0]
  const { documents } = stores
  const failing: DocumentStore = {
    ...documents,
    records: {
      ...documents.records,
      put: async (kind, ...given) => {
        if (kind !== processCheckpointKind) return documents.records.put(kind, ...given)
        saved++
        throw new RangeError('it cannot be saved')
      },
      due: async () => {
        asked++
        throw new Error('the store is away')
      },
    },
  }
  const worker = await start({ documents: failing, onError: (what, error) => told.push(`${what}: ${(error as Error).name}`) })
  const position = await stores.append('account-a', switched('one'))
  await eventually('it is done', () => (worker.processed() ?? -1n) >= position)
  const before = saved
  await eventually('both have failed again and again', () => asked >= 3 && saved >= before + 3)
  assert.equal(told.toSorted(), ['looking for due work and saving progress: Error', 'looking for due work and saving progress: RangeError'])
})

test('a fold that cannot be written is told, of the read models that answer and of those that are being built', async () => {
  const raised = notes(2)
  await stores.documents.define([raised.spec, old.spec])
  const told: string[] = []
  const documents: DocumentStore = {
    ...stores.documents,
    commit: async (commits) => {
      if (commits.some(({ collection }) => collection.startsWith('notes'))) throw new Error('the disk is full')
      return stores.documents.commit(commits)
    },
  }
  await start({ documents, building: [raised], onError: (what, error) => told.push(`${what}: ${(error as Error).message}`) })
  await stores.append('account-a', switched('one'))
  await eventually('both are told', () => new Set(told).size === 2)
  assert.equal([...new Set(told)].toSorted(), ['building read models: the disk is full', 'projecting: the disk is full'])
})

test('a reaction that fails is told with its process', async () => {
  const told: string[] = []
  const failing: Process = { name: 'failing', on: { FeatureSwitched: () => Promise.reject(new Error('no luck')) } }
  await start({
    processes: [failing],
    onReactionError: ({ name }, error, { stream }, gaveUp) => told.push(`${name} ${(error as Error).message} ${stream} ${gaveUp}`),
  })
  await stores.append('account-a', switched('one'))
  await eventually('it is told', () => told.length === 1)
  assert.equal(told, ['failing no luck account-a false'])
})

test('a process that cannot be started is told, and started as soon as it can be', async () => {
  let isAway = true
  const told: string[] = []
  const { documents } = stores
  const late: DocumentStore = {
    ...documents,
    records: {
      ...documents.records,
      get: async (kind, key) => {
        if (isAway && kind === processCheckpointKind) throw new Error('the store is away')
        return documents.records.get(kind, key)
      },
    },
  }
  const started = start({
    documents: late,
    processes: [watcher('late')],
    onError: (what) => {
      told.push(what)
      isAway = false
    },
  })
  assert.equal(
    (await started).runners().map(({ process }) => process),
    ['late'],
  )
  assert.equal(told, ['the process late'])
})

test('a worker with partitions has those of which it holds the lease, and gives them back', async () => {
  const worker = await start({ partitions: 2, leaseMs: 3_000 })
  await eventually('it has both', () => worker.partitions().length === 2)
  assert.equal([...worker.partitions()].toSorted(), partitionNames(2))
  assert.is(worker.projectorFor(accountId), worker.projectorOf(partitionOf(accountId, 2)))
  await eventually('it runs its process for each', () => worker.runners().length === 2)
  const other = await start({ partitions: 2, leaseMs: 3_000, name: 'two' })
  await eventually('each has one of them', () => {
    const [[mine, ...more], [its, ...others]] = [worker.partitions(), other.partitions()]
    const hasAccount = worker.projectorFor(accountId) !== undefined
    return (
      [mine, its].toSorted().join() === partitionNames(2).join() &&
      more.length + others.length === 0 &&
      hasAccount === (mine === partitionOf(accountId, 2))
    )
  })
  await other.close()
  await eventually('it has both again', () => worker.partitions().length === 2)
})

test('a worker that ends while its process cannot be started ends all the same', async () => {
  const { documents } = stores
  const never: DocumentStore = {
    ...documents,
    records: {
      ...documents.records,
      get: async (kind, key) => {
        if (kind === processCheckpointKind) throw new Error('the store is away')
        return documents.records.get(kind, key)
      },
    },
  }
  const worker = await start({ documents: never, partitions: 2, leaseMs: 3_000 })
  await eventually('it has begun', () => worker.partitions().length === 2)
  await inTime('it has ended', worker.close())
  assert.equal([worker.partitions(), worker.runners(), worker.projected(), worker.processed()], [[], [], undefined, undefined])
})

test('a share whose build cannot be begun ends what it has begun, and can be begun anew', async () => {
  const { log, documents } = stores
  const building = [notes(2)]
  await documents.define(building.map(({ spec }) => spec))
  let isAway = true
  let open = 0
  const store: Stores['log']['store'] = {
    ...log.store,
    subscribe: (...asked) => {
      const subscription = log.store.subscribe(...asked)
      open++
      return { ...subscription, close: () => subscription.close().finally(() => open--) }
    },
  }
  const failing: DocumentStore = {
    ...documents,
    checkpoints: async (names, partition) => {
      if (isAway && names.includes('notes@2')) throw new Error('the store is away')
      return documents.checkpoints(names, partition)
    },
  }
  const begin = () => start({ log: { ...log, store }, documents: failing, building })
  assert.is(await begin().catch((error: Error) => error.message), 'the store is away')
  assert.is(open, 0)
  isAway = false
  const worker = await begin()
  assert.is(open, 3)
  assert.ok(worker.builderFor(accountId))
})

test('new versions are built when they are to be, for as long as they are to be', async () => {
  const raised = notes(2)
  await stores.documents.define([raised.spec])
  const later = await start({ building: [raised], buildsLater: true })
  assert.is(later.builderFor(accountId), undefined)
  await later.build(true)
  const builder = later.builderFor(accountId)
  assert.ok(builder)
  await later.build(true)
  assert.is(later.builderFor(accountId), builder, 'it is begun once')
  const position = await stores.append('account-a', switched('one'))
  await until('it follows', async () => (builder?.position() ?? -1n) >= position)
  await Promise.all([later.build(false), later.build(true), later.build(false)])
  assert.is(later.builderFor(accountId), undefined)
  await later.close()
  const atOnce = await start({ building: [raised] })
  assert.ok(atOnce.builderFor(accountId))
  await atOnce.close()
  assert.is((await start({ building: [] })).builderFor(accountId), undefined)
})

test.run()
