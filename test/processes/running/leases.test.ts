// Leases among workers that share one document store: every partition has one holder, and finds another one soon when it dies, stalls or leaves.
// Time is the test's own: it passes in steps, and the workers do all that is due before the next one. So no machine is too slow for it.
import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { holdLeases, type Lease, type Leases } from '../../../src/processes/running/leases.ts'
import type { Records } from '../../../src/stores/document-store.ts'
import { settled } from '../../eventually.ts'
import { filled } from '../../filled.ts'
import { memoryRecords } from '../../http/memory-records.ts'

const test = suite('leases')
const partitions = Array.from({ length: 8 }, (_, index) => `${index}/8`)
const ttlMs = 1_000

let clock = 0
let store: { readonly records: Records }
let workers: TestWorker[] = []

const stepMs = 10
/** Moves the clock on by this time, a step at a time. */
const pass = async (milliseconds: number): Promise<void> => {
  for (const end = clock + milliseconds; clock < end; ) {
    clock += stepMs
    mock.timers.tick(stepMs)
    await settled(2)
  }
}

/** Time passes until the condition holds, a minute at the most. */
const eventually = async (what: string, condition: () => boolean): Promise<void> => {
  for (const end = clock + 60_000; !condition(); await pass(stepMs))
    if (clock > end) throw new Error(`a minute passed, and not yet ${what}`)
}

const ended = async (worker: TestWorker): Promise<void> => {
  let isEnded = false
  const ending = worker.leases.close().then(() => {
    isEnded = true
  })
  await eventually('it has ended', () => isEnded)
  await ending
}

/** A worker that notes what it works on, and whose line to the store can be cut. */
type TestWorker = {
  readonly leases: Leases
  readonly working: Map<string, number>
  readonly begun: Lease[]
  cut: boolean
  /** How long each operation of the store takes. */
  slowMs: number
  errors: number
  /** The partition whose work cannot begin. */
  failing: string | undefined
  /** Awaited by work that is to end. */
  ends: Promise<void>
}

/** `beforeTaking`: awaited before a lease is written. */
const startWorker = async (
  worker: string,
  { failing, beforeTaking }: { readonly failing?: string; readonly beforeTaking?: (partition: string) => Promise<void> } = {},
): Promise<TestWorker> => {
  const state = {
    working: new Map<string, number>(),
    begun: [] as Lease[],
    cut: false,
    slowMs: 0,
    errors: 0,
    failing,
    ends: Promise.resolve(),
  }
  const reachable =
    <Args extends unknown[], Result>(operation: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      if (state.cut) throw new Error('the store is away')
      if (state.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, state.slowMs))
      return operation(...args)
    }
  const { get, getMany, put, remove, due, list, keys, count } = store.records
  const records: Records = {
    place: store.records.place,
    setAside: store.records.setAside,
    get: reachable(get),
    getMany: reachable(getMany),
    put: reachable(async (...args: Parameters<typeof put>) => {
      const [kind, key, { holder }] = args
      if (kind === 'leases' && holder === worker) await beforeTaking?.(key)
      return put(...args)
    }),
    remove: reachable(remove),
    due: reachable(due),
    list: reachable(list),
    keys: reachable(keys),
    count: reachable(count),
  }
  const begin = async (lease: Lease) => {
    state.begun.push(lease)
    if (lease.partition === state.failing) throw new Error('it cannot begin')
    state.working.set(lease.partition, lease.token)
    return async () => {
      await state.ends
      if (state.working.get(lease.partition) === lease.token) state.working.delete(lease.partition)
    }
  }
  const leases = await holdLeases({ records, partitions, worker, begin, ttlMs, onError: () => void state.errors++ })
  const started = Object.assign(state, { leases })
  workers.push(started)
  return started
}

const counts = (...of: readonly TestWorker[]) => of.map(({ working }) => working.size)
const isShared = (...of: readonly TestWorker[]) => new Set(of.flatMap(({ working }) => [...working.keys()])).size === partitions.length

test.before.each(() => {
  clock = 0
  mock.timers.enable({ apis: ['setTimeout'] })
  mock.method(performance, 'now', () => clock)
  store = { records: memoryRecords() }
  workers = []
})
test.after.each(async () => {
  for (const worker of workers) {
    worker.cut = false
    worker.slowMs = 0
    await ended(worker)
  }
  mock.timers.reset()
  mock.restoreAll()
})

test('a worker alone takes all, and shares evenly with those that join', async () => {
  const a = await startWorker('a')
  await eventually('it has all', () => counts(a).join() === '8')
  const b = await startWorker('b')
  await eventually('two share', () => isShared(a, b) && counts(a, b).join() === '4,4')
  const c = await startWorker('c')
  await eventually('three share', () => isShared(a, b, c) && counts(a, b, c).join() === '3,3,2')
})

test('a worker that leaves gives its leases back at once', async () => {
  const a = await startWorker('a')
  const b = await startWorker('b')
  await eventually('two share', () => isShared(a, b) && counts(a, b).join() === '4,4')
  await ended(a)
  assert.is(a.working.size, 0)
  const leased = (await store.records.list('leases')).map(({ value }) => value.holder)
  assert.is(leased.length, partitions.length)
  assert.not.ok(leased.includes('a'), 'no lease has to lapse')
  await eventually('the other has all', () => b.working.size === 8)
})

test('of two that take a lease at once one has it, and only that one begins', async () => {
  const contested = '3/8'
  let isTaken = false
  const a = await startWorker('a', {
    beforeTaking: async (partition) => {
      if (partition !== contested || isTaken) return
      isTaken = true
      await store.records.put('leases', partition, { holder: 'another', token: 1 }, { expectedRevision: -1 })
    },
  })
  // The other one shows no sign of life, so its lease is taken over: under a token of its own.
  await eventually('it has all', () => a.working.size === 8)
  assert.equal(
    a.begun.filter(({ partition }) => partition === contested).map(({ token }) => token),
    [2],
  )
})

test('a worker that ends while it takes a lease begins nothing, and leaves the lease to others', async () => {
  let isTaking = false
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
  // Another one, of which nothing more is heard, has all: there is nothing to take at first.
  await store.records.put('workers', 'a', { worker: 'a' }, { expectedRevision: -1 })
  for (const partition of partitions) await store.records.put('leases', partition, { holder: 'a', token: 1 }, { expectedRevision: -1 })
  const worker = await startWorker('b', {
    beforeTaking: async () => {
      isTaking = true
      await gate
    },
  })
  await eventually('it takes one', () => isTaking)
  const closing = worker.leases.close()
  letGo()
  await closing
  assert.equal(worker.begun, [])
  assert.not.ok(filled(await store.records.list('leases')).some(({ value }) => value.holder === 'b'))
})

test('a worker that loses the store stops by itself before another takes over, under higher tokens', async () => {
  const a = await startWorker('a')
  const b = await startWorker('b')
  await eventually('two share', () => isShared(a, b) && counts(a, b).join() === '4,4')
  const before = new Map(a.working)
  a.cut = true
  let overlapped = false
  await eventually('the other has all', () => {
    overlapped ||= [...a.working.keys()].some((partition) => b.working.has(partition))
    return b.working.size === 8
  })
  assert.not(overlapped)
  assert.ok(a.errors > 0, 'that it loses the store is told')
  for (const [partition, token] of filled(before)) assert.ok((b.working.get(partition) ?? 0) > token, `the token of ${partition} grew`)
  a.cut = false
  await eventually('they share again', () => isShared(a, b) && counts(a, b).join() === '4,4')
})

test('workers keep their leases while the store takes as long for each operation as a beat counts for', async () => {
  const a = await startWorker('a')
  const b = await startWorker('b')
  await eventually('two share', () => isShared(a, b) && counts(a, b).join() === '4,4')
  // As of a store that has become slow within seconds.
  for (const slowMs of [ttlMs * 0.35, ttlMs * 0.7, ttlMs]) {
    for (const worker of [a, b]) worker.slowMs = slowMs
    await pass(slowMs * 4)
  }
  const begun = a.begun.length + b.begun.length
  await pass(ttlMs * 6)
  assert.equal([a.begun.length + b.begun.length - begun, isShared(a, b), counts(a, b).join()], [0, true, '4,4'])
  const { counts_ms } = (await store.records.get('workers', 'a'))?.value ?? {}
  assert.is(counts_ms, 5 * ttlMs, 'however slow the store is, nobody waits longer for what a dead worker held')
  a.cut = true
  await eventually('the other takes over all the same', () => b.working.size === 8)
})

test('a store that stalls again and again costs workers their leases once at most', async () => {
  const a = await startWorker('a')
  const b = await startWorker('b')
  await eventually('two share', () => isShared(a, b) && counts(a, b).join() === '4,4')
  const stall = async () => {
    for (const worker of [a, b]) worker.slowMs = ttlMs * 0.9
    await pass(ttlMs)
    for (const worker of [a, b]) worker.slowMs = 0
    await pass(2 * ttlMs)
  }
  await stall()
  await eventually('they share again', () => isShared(a, b) && counts(a, b).join() === '4,4')
  const begun = a.begun.length + b.begun.length
  for (let n = 0; n < 5; n++) await stall()
  assert.is(a.begun.length + b.begun.length, begun)
  await pass(10 * ttlMs)
  const { counts_ms } = (await store.records.get('workers', 'a'))?.value ?? {}
  assert.is(counts_ms, ttlMs, 'once the store is quick again, a dead worker is soon known')
})

test('work that does not come to its end keeps its partition from nobody', async () => {
  const a = await startWorker('a')
  const { promise: ends, resolve: letGo } = Promise.withResolvers<void>()
  a.ends = ends
  const b = await startWorker('b')
  await eventually('b has its share', () => b.working.size === 4)
  for (const [partition, token] of filled(b.working)) assert.ok(token > (a.working.get(partition) ?? 0), 'under a higher token')
  letGo()
  await eventually('two share', () => isShared(a, b) && counts(a, b).join() === '4,4')
})

test('a worker leaves when all of its work has ended, also where others have its leases before', async () => {
  const a = await startWorker('a')
  const { promise: ends, resolve: letGo } = Promise.withResolvers<void>()
  a.ends = ends
  const b = await startWorker('b')
  let hasLeft = false
  const leaving = a.leases.close().then(() => {
    hasLeft = true
  })
  await eventually('b has all', () => b.working.size === 8)
  const names = (await store.records.list('workers')).map(({ key }) => key)
  assert.equal([hasLeft, names], [false, ['a', 'b']])
  letGo()
  await leaving
  assert.is(a.working.size, 0)
})

test('a lease that could not be given back, because the store was away, is given back when it is there again', async () => {
  const a = await startWorker('a')
  const { promise: ends, resolve: letGo } = Promise.withResolvers<void>()
  a.ends = ends
  const b = await startWorker('b')
  await eventually('a has begun to give back', () => a.leases.held().length === 4)
  a.cut = true
  letGo()
  await eventually('that failed', () => a.errors >= 4)
  a.cut = false
  await eventually('two share', () => isShared(a, b) && counts(a, b).join() === '4,4')
})

test('a worker that is listed no more is forgotten, and counts as new when it is listed again', async () => {
  const { put, remove } = store.records
  const isListed = () => put('workers', 'b', { worker: 'b' }, { expectedRevision: -1 })
  await isListed()
  const a = await startWorker('a')
  await eventually('the other is thought gone', () => a.working.size === 8)
  await remove('workers', 'b')
  // It beats and looks four times.
  await pass(ttlMs)
  assert.is(a.working.size, 8)
  await isListed()
  await eventually('it makes room', () => a.working.size === 4)
})

test('a worker goes on beating where its beat was written by an attempt that seemed to fail, and where it was forgotten', async () => {
  const a = await startWorker('a')
  await eventually('it has all', () => a.working.size === 8)
  const begun = a.begun.length
  const beat = async () => (await store.records.get('workers', 'a'))?.revision ?? -1
  const before = await beat()
  await store.records.put('workers', 'a', { worker: 'a' }, { expectedRevision: before })
  await pass(ttlMs)
  assert.ok((await beat()) > before + 1)
  await store.records.remove('workers', 'a')
  await pass(ttlMs)
  assert.ok((await beat()) >= 0)
  assert.equal([a.errors, a.working.size, a.begun.length], [0, 8, begun])
})

test('a worker that ends during a beat is listed no more', async () => {
  const a = await startWorker('a')
  await eventually('it has all', () => a.working.size === 8)
  a.slowMs = ttlMs / 8
  await pass(ttlMs / 2)
  await ended(a)
  await pass(ttlMs)
  assert.equal(await store.records.list('workers'), [])
})

test('work that cannot begin is told and begun again', async () => {
  const a = await startWorker('a', { failing: '3/8' })
  await eventually('the others are worked on', () => a.working.size === 7 && a.errors > 0)
  a.failing = undefined
  await eventually('it is begun again', () => a.working.size === 8)
})

test('work that cannot end is told, and its partition goes to another all the same', async () => {
  const a = await startWorker('a')
  a.ends = Promise.reject(new Error('it cannot end'))
  a.ends.catch(() => undefined)
  const b = await startWorker('b')
  await eventually('b has its share', () => b.working.size === 4)
  await eventually('all four are told', () => a.errors === 4)
  await ended(b)
  await eventually('a takes them back', () => a.leases.held().length === 8)
})

test('tokens of a partition only ever grow, whoever holds it', async () => {
  const a = await startWorker('a')
  const b = await startWorker('b')
  await eventually('two share', () => isShared(a, b) && counts(a, b).join() === '4,4')
  await ended(a)
  await eventually('b has all', () => b.working.size === 8)
  const c = await startWorker('c')
  await eventually('they share', () => isShared(b, c) && counts(b, c).join() === '4,4')
  for (const partition of partitions) {
    const tokens = [a, b, c].flatMap(({ begun }) => begun.filter((lease) => lease.partition === partition).map(({ token }) => token))
    assert.is(new Set(tokens).size, tokens.length, `no token of ${partition} was given twice`)
  }
})

test.run()
