import { version } from 'uuid'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { orderedId } from '../../src/events/ordered-id.ts'
import { filled } from '../filled.ts'

const realNow = Date.now
test.after.each(() => {
  Date.now = realNow
})

/** The time that an id was made at, in milliseconds. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

test('ids made one after the other are in order, also many within a millisecond', () => {
  Date.now = () => 1_800_000_000_000
  const ids = Array.from({ length: 5_000 }, orderedId)
  assert.equal(ids, ids.toSorted())
  assert.is(new Set(ids).size, ids.length)
  for (const id of filled(ids)) assert.is(version(id), 7)
})

test('an id says when it was made', () => {
  Date.now = () => 1_800_000_000_500
  assert.is(timeOf(orderedId()), 1_800_000_000_500)
})

test('an id made after the clock was set back still comes behind the earlier ones', () => {
  Date.now = () => 1_800_000_001_000
  const before = orderedId()
  Date.now = () => 1_800_000_000_900
  const after = orderedId()
  assert.ok(after > before)
  assert.is(timeOf(after), 1_800_000_001_000)
})

test('two ids of a millisecond share no random bits but by chance', () => {
  Date.now = () => 1_800_000_002_000
  const ends = Array.from({ length: 2_000 }, () => orderedId().slice(-10))
  assert.is(new Set(ends).size, ends.length)
})

test.run()
