// The end of the log in memory: which events it holds, and for whom it has all that follow.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openRecentEvents } from '../../src/stores/embedded/recent-events.ts'
import type { RecordedEvent } from '../../src/stores/event-store.ts'

const megabytes = 1024 * 1024

/** Adds an event of each size behind the ones before. */
const holding = (first: number, ...sizes: readonly number[]) => {
  const recent = openRecentEvents()
  for (const [n, size] of sizes.entries()) recent.add({ position: BigInt(first + n) } as RecordedEvent, size)
  return { ...recent, positions: () => recent.events().map(({ position }) => Number(position)) }
}

test('a reader finds its place as long as nothing that follows is missing', () => {
  assert.is(openRecentEvents().indexBehind(0), undefined)
  const { indexBehind } = holding(5, 1, 1, 1)
  assert.equal([3, 4, 5, 6, 7, 8].map(indexBehind), [undefined, 0, 1, 2, 3, undefined])
})

test('of more than 8,192 events the newer half stays', () => {
  const full = holding(1, ...Array.from({ length: 8_192 }, () => 1))
  assert.is(full.positions().length, 8_192)
  full.add({ position: 8_193n } as RecordedEvent, 1)
  assert.equal([full.positions().length, full.positions()[0], full.positions().at(-1)], [4_096, 4_098, 8_193])
})

test('of more than 16 MB of text the newer 8 MB stay, however often', () => {
  assert.equal(holding(1, 10 * megabytes, 6 * megabytes).positions(), [1, 2])
  assert.equal(holding(1, 10 * megabytes, 6 * megabytes, 1).positions(), [2, 3])
  assert.equal(holding(1, 9 * megabytes, 8 * megabytes).positions(), [2])
  assert.equal(holding(1, 10 * megabytes, 7 * megabytes, 10 * megabytes).positions(), [])
  assert.equal(holding(1, 10 * megabytes, 7 * megabytes, 10 * megabytes, 1).positions(), [4])
})

test('what is forgotten is read by nobody, and the events that are added then count anew', () => {
  const recent = holding(1, 10 * megabytes)
  recent.forget()
  assert.equal([recent.positions(), recent.indexBehind(0)], [[], undefined])
  recent.add({ position: 7n, stream: 's', revision: 3 } as RecordedEvent, 10 * megabytes)
  assert.equal([recent.positions(), recent.indexBehind(5), recent.indexBehind(6)], [[7], undefined, 0])
  assert.is(recent.endOf('s', 2), undefined)
  assert.is(recent.endOf('s', 3)?.length, 1)
})

test.run()
