// The checkpoints of processes in the records, and what becomes of them when the log ends earlier than it did when they were saved.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CollectionSpec } from '../../src/stores/document-store.ts'
import { LogUnusable } from '../../src/stores/event-store.ts'
import { checkReach, forgetAhead } from '../../src/stores/log-reach.ts'
import {
  checkpointOf,
  forgetProcessCheckpoints,
  moveProcessCheckpoints,
  processCheckpointKind,
  reachOfProcesses,
  readProcessCheckpoints,
  replaceProcessCheckpoints,
  saveProcessCheckpoints,
} from '../../src/stores/process-checkpoints.ts'
import { openStores, type Stores } from './log.ts'

const test = suite('process checkpoints')
let stores: Stores
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(() => stores.close())

const at = (positions: Readonly<Record<string, bigint>>, logEnd: bigint, token?: number) => ({
  positions: new Map(Object.entries(positions)),
  logEnd,
  ...(token === undefined ? {} : { token }),
})
const save = (partition: string, ...saved: Parameters<typeof at>) =>
  saveProcessCheckpoints(stores.documents.records, partition, at(...saved))
const read = async (partition = 'all') => {
  const { positions, logEnd } = await readProcessCheckpoints(stores.documents.records, partition)
  return [Object.fromEntries(positions), logEnd]
}
const oldOnes = async (positions: Readonly<Record<string, bigint>>, partition = 'all') => {
  const commits = Object.entries(positions).map(([name, position]) => ({ collection: `process_${name}`, partition, position, changes: [] }))
  await stores.documents.define(commits.map(({ collection }): CollectionSpec => ({ name: collection, version: 1, indexes: [] })))
  await stores.documents.commit(commits)
}

test('they move forward, never back, each by itself, and large positions stay exact', async () => {
  assert.equal(await read(), [{}, -1n])
  await save('all', { mail: 5n, webhooks: 2n ** 60n + 1n }, 2n ** 60n + 3n)
  await save('all', { mail: 4n, verification: 7n }, 9n)
  assert.equal(await read(), [{ mail: 5n, webhooks: 2n ** 60n + 1n, verification: 7n }, 2n ** 60n + 3n])
  assert.is(await reachOfProcesses(stores.documents.records), 2n ** 60n + 3n)
})

test('a partition has its own', async () => {
  await save('1/2', { mail: 5n }, 6n)
  await save('2/2', { mail: 8n }, 7n)
  assert.equal(
    [await read('1/2'), await read('2/2'), await read()],
    [
      [{ mail: 5n }, 6n],
      [{ mail: 8n }, 7n],
      [{}, -1n],
    ],
  )
  assert.is(await reachOfProcesses(stores.documents.records), 7n)
})

test('of two that save at once, none is lost', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `p${n}`)
  await Promise.all(names.map((name, n) => save('all', { [name]: BigInt(n) }, BigInt(n))))
  assert.equal(await read(), [Object.fromEntries(names.map((name, n) => [name, BigInt(n)])), 19n])
})

test('one whose lease was taken over is refused, also after they were forgotten, and its successor is not', async () => {
  await save('1/2', { mail: 5n }, 6n, 7)
  const refused = () =>
    save('1/2', { mail: 9n }, 9n, 6).then(
      () => 'saved',
      (error) => error.name,
    )
  assert.is(await refused(), 'Fenced')
  await save('1/2', { mail: 6n }, 6n, 7)
  await save('1/2', { mail: 7n }, 7n, 8)
  assert.equal(await read('1/2'), [{ mail: 7n }, 7n])
  await forgetProcessCheckpoints(stores.documents.records)
  assert.is(await refused(), 'Fenced')
  assert.equal(await read('1/2'), [{}, -1n])
})

test('those of another log are put in their place, further on or not', async () => {
  await save('all', { mail: 5n, webhooks: 6n }, 7n)
  await replaceProcessCheckpoints(stores.documents.records, 'all', at({ mail: 2n }, 3n))
  assert.equal(await read(), [{ mail: 2n }, 3n])
})

test('that of an earlier release counts until the process has one here, for its own partition', async () => {
  const of = (process: string, partition = 'all') => checkpointOf(stores.documents, process, partition)
  await oldOnes({ mail: 5n, webhooks: 3n })
  assert.equal([await of('mail'), await of('webhooks'), await of('new'), await of('mail', '1/8')], [5n, 3n, undefined, undefined])
  await save('all', { mail: 2n }, 9n)
  assert.equal([await of('mail'), await of('webhooks')], [2n, 3n], 'the other is not yet saved here')
})

test('those of an earlier release are moved once, what is here stays, and read models are left alone', async () => {
  await oldOnes({ mail: 5n, webhooks: 3n })
  const readModels = [
    { name: 'notes', version: 1 },
    { name: 'post_process_notes', version: 1 },
    { name: 'process_notes', version: 12 },
  ]
  await stores.documents.define(readModels.map((each) => ({ ...each, indexes: [] })))
  await stores.documents.commit(readModels.map(({ name }) => ({ collection: name, partition: 'all', position: 5n, changes: [] })))
  const left = readModels.map(({ name, version }) => ({ collection: `${name}@${version}`, partition: 'all', position: 5n }))
  await save('all', { mail: 4n }, 4n)
  await moveProcessCheckpoints(stores.documents)
  assert.equal(await read(), [{ mail: 4n, webhooks: 3n }, 4n])
  assert.equal((await stores.documents.inventory()).checkpoints, left)
  await moveProcessCheckpoints(stores.documents)
  assert.equal(await read(), [{ mail: 4n, webhooks: 3n }, 4n])
})

test('a move that was killed in the middle is finished by the next one', async () => {
  await oldOnes({ mail: 5n, webhooks: 3n })
  const killed = { ...stores.documents, drop: () => Promise.reject(new Error('killed')) }
  assert.is(await moveProcessCheckpoints(killed).catch((error) => error.message), 'killed')
  assert.is((await stores.documents.inventory()).checkpoints.length, 2)
  await moveProcessCheckpoints(stores.documents)
  assert.equal([await read(), (await stores.documents.inventory()).checkpoints], [[{ mail: 5n, webhooks: 3n }, 5n], []])
})

const logThatEndsAt = (position: bigint) => ({ end: async () => position })

test('a log that lacks what processes did about events is delivered whole, even when it has the events', async () => {
  await save('1/2', { mail: 4n }, 9n)
  await save('2/2', { mail: 3n }, 4n)
  await forgetAhead(logThatEndsAt(9n), stores.documents)
  assert.equal(
    [await read('1/2'), await read('2/2')],
    [
      [{ mail: 4n }, 9n],
      [{ mail: 3n }, 4n],
    ],
    'it has all',
  )
  await checkReach(logThatEndsAt(8n), stores.documents)
  await forgetAhead(logThatEndsAt(8n), stores.documents)
  assert.equal(
    [await read('1/2'), await read('2/2')],
    [
      [{}, -1n],
      [{}, -1n],
    ],
  )
})

test('without checkpoints nothing is forgotten, also over an empty log', async () => {
  await forgetAhead(logThatEndsAt(-1n), stores.documents)
  assert.equal(await stores.documents.records.list(processCheckpointKind), [])
})

for (const [what, folded, handled] of [
  ['what processes did beside read models', 4n, 9n],
  ['what read models were folded from', 9n, 4n],
] as const)
  test(`a log that lacks ${what} is refused`, async () => {
    await save('all', { mail: 4n }, handled)
    await stores.documents.define([{ name: 'notes', version: 1, indexes: [] }])
    await stores.documents.commit([{ collection: 'notes', partition: 'all', position: folded, changes: [] }])
    await checkReach(logThatEndsAt(9n), stores.documents)
    const refused = async (end: bigint) => {
      const error = await checkReach(logThatEndsAt(end), stores.documents).catch((reason: unknown) => reason)
      assert.instance(error, LogUnusable)
      return (error as Error).message
    }
    assert.match(await refused(8n), 'ends at position 8, but read models and processes have read it up to 9')
    assert.match(await refused(-1n), 'ends at position 0, but')
  })

test.run()
