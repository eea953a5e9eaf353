// How far read models are behind the log: by their checkpoints, and by what the instance folds itself.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readModelLags } from '../../src/composition/health.ts'
import { countedAtMost } from '../../src/inner/service-health.ts'
import type { EventStore } from '../../src/stores/event-store.ts'

const recordedAt = (position: number) => `2026-11-22T00:00:${String(position % 60).padStart(2, '0')}.000Z`

/** A log whose events are at the positions 1 to `length`. */
const logOf = (length: number): Pick<EventStore, 'readAll'> => ({
  readAll: async function* ({ after = 0n, limit = Number.POSITIVE_INFINITY } = {}) {
    for (let position = Number(after) + 1, sent = 0; position <= length && sent < limit; position++, sent++)
      yield { position: BigInt(position), metadata: { recorded_at: recordedAt(position) } } as never
  },
})

const served = [
  { name: 'businesses', address: 'businesses@2' },
  { name: 'liens', address: 'liens@1' },
]

type Saved = Readonly<Record<string, Readonly<Record<string, number>>>>

const lags = (length: number, saved: Saved, here: Readonly<Record<string, number>> = {}) =>
  readModelLags({
    events: logOf(length),
    documents: {
      checkpoints: async (_, partition) => new Map(Object.entries(saved[partition] ?? {}).map(([address, at]) => [address, BigInt(at)])),
    },
    served,
    partitions: Object.keys(saved),
    foldedHere: (partition) => (here[partition] === undefined ? undefined : BigInt(here[partition])),
  })

test('a read model is as far as its slowest partition, and the one furthest behind comes first', async () => {
  const saved = { '0/2': { 'businesses@2': 10, 'liens@1': 10 }, '1/2': { 'businesses@2': 10, 'liens@1': 7 } }
  assert.equal(await lags(10, saved), [
    { name: 'liens', behind: 3, since: recordedAt(8) },
    { name: 'businesses', behind: 0, since: null },
  ])
})

test('what this instance has folded counts before its checkpoint is saved', async () => {
  const saved = { all: { 'businesses@2': 4, 'liens@1': 4 } }
  assert.equal(
    (await lags(10, saved, { all: 10 })).map(({ behind }) => behind),
    [0, 0],
  )
  assert.equal(
    (await lags(10, saved, { all: 9 })).map(({ behind }) => behind),
    [1, 1],
  )
})

test('one that has not begun is behind by the whole log, which is counted to a limit', async () => {
  const behind = async (length: number) => (await lags(length, { all: {} })).map((each) => each.behind)
  assert.equal(await behind(3), [3, 3])
  assert.equal(await behind(countedAtMost + 500), [countedAtMost, countedAtMost])
  assert.equal(await behind(0), [0, 0])
})

test.run()
