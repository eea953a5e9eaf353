// Writers wait for whoever projects their account: this process, another one whose checkpoints they ask for, or one that takes over meanwhile.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { partitionNames, partitionOf } from '../../src/projections/partitions.ts'
import type { AnyProjection } from '../../src/projections/projection.ts'
import type { Projector } from '../../src/projections/projector.ts'
import { catchingUp, readYourWrites } from '../../src/projections/read-your-writes.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { StoreUnavailable } from '../../src/stores/event-store.ts'
import { patienceMs } from '../eventually.ts'
import { filled } from '../filled.ts'

const projections = ['one', 'two'].map((name) => ({ spec: { name, version: 1, indexes: [] } }) as unknown as AnyProjection)

/** Checkpoints of one partition as another worker would leave them. */
const elsewhere = (...standings: readonly (ReadonlyMap<string, bigint> | Error)[]) => {
  let asked = 0
  const checkpoints: DocumentStore['checkpoints'] = async (_, partition) => {
    assert.is(partition, partitionOf('account', 8))
    const standing = standings[Math.min(asked++, standings.length - 1)]
    if (standing instanceof Error) throw standing
    return standing ?? new Map()
  }
  return { documents: { checkpoints } as DocumentStore, asked: () => asked }
}

const waiting = (documents: DocumentStore, projector?: Projector, waitMs = patienceMs) =>
  readYourWrites({
    projectorFor: () => projector,
    partitionFor: (account) => partitionOf(account, 8),
    documents,
    projections,
    waitMs,
  })

const at = (one: bigint, two: bigint) =>
  new Map([
    ['one@1', one],
    ['two@1', two],
  ])

test('a write has passed when the slowest read model of its partition has passed it', async () => {
  const { documents, asked } = elsewhere(new Map([['one@1', 9n]]), at(9n, 4n), at(9n, 5n))
  assert.is(await waiting(documents)(5n, 'account'), true)
  assert.is(asked(), 3)
})

test('a write that nobody projects in time is told as such', async () => {
  assert.is(await waiting(elsewhere(at(4n, 4n)).documents, undefined, 300)(5n, 'account'), false)
})

test('a store that is away for a moment is asked again', async () => {
  const { documents } = elsewhere(new StoreUnavailable('away'), new StoreUnavailable('away'), at(5n, 5n))
  assert.is(await waiting(documents)(5n, 'account'), true)
})

test('many writers of a partition ask together', async () => {
  const { documents, asked } = elsewhere(at(0n, 0n), at(50n, 50n), at(100n, 100n))
  const passed = waiting(documents)
  const outcomes = await Promise.all(Array.from({ length: 100 }, (_, n) => passed(BigInt(n + 1), 'account')))
  assert.ok(filled(outcomes).every(Boolean))
  assert.is(asked(), 3)
})

test('when the projector of this process gives the account up, its successor is waited for', async () => {
  const closed: Projector = { passed: async () => false, position: () => 3n, close: async () => undefined }
  assert.is(await waiting(elsewhere(at(5n, 5n)).documents, closed)(5n, 'account'), true)
})

test('accounts spread over all partitions, each always in the same one', () => {
  const counts = new Map(partitionNames(8).map((name) => [name, 0]))
  for (let n = 0; n < 8_000; n++) {
    const partition = partitionOf(`account ${n}`, 8)
    assert.is(partitionOf(`account ${n}`, 8), partition)
    counts.set(partition, (counts.get(partition) ?? Number.NaN) + 1)
  }
  for (const [partition, count] of filled(counts)) assert.ok(count > 800 && count < 1200, `${partition} has ${count} of 8000`)
  assert.is(partitionOf('any', 1), 'all')
})

test('read models have caught up when every partition has passed the end of the log, and at once on an empty one', async () => {
  const caughtUp = (head: bigint | undefined, reached: { readonly [partition: string]: bigint }) =>
    catchingUp({
      head: async () => head,
      partitions: ['0/2', '1/2'],
      passed: async (position, partition) => position <= (reached[partition] ?? -1n),
    })()
  assert.is(await caughtUp(undefined, {}), true)
  assert.is(await caughtUp(5n, { '0/2': 5n, '1/2': 5n }), true)
  assert.is(await caughtUp(5n, { '0/2': 5n, '1/2': 4n }), false)
})

test('all who ask while it is being waited wait together', async () => {
  let asked = 0
  const caughtUp = catchingUp({ head: async () => BigInt(++asked), partitions: ['all'], passed: async () => true })
  await Promise.all([caughtUp(), caughtUp()])
  assert.is(asked, 1)
  await caughtUp()
  assert.is(asked, 2)
})

test.run()
