// Up to where everything is done, whatever the order in which it is done, and how much may be under way.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openProgress } from '../../../src/processes/running/progress.ts'
import { settled } from '../../eventually.ts'

/** Whether there is room by now. */
const askedForRoom = (progress: ReturnType<typeof openProgress>) => {
  const state = { isThere: false }
  void progress.room().then(() => {
    state.isThere = true
  })
  return state
}

test('it is as far as the first event that is not done, and behind all of them once they are', () => {
  const progress = openProgress(4n, 10)
  assert.is(progress.reached(), 4n)
  const [five, seven, nine] = [progress.take(5n), progress.take(7n), progress.take(9n)]
  seven?.()
  assert.is(progress.reached(), 4n)
  five?.()
  assert.is(progress.reached(), 7n)
  const eleven = progress.take(11n)
  eleven()
  assert.is(progress.reached(), 7n)
  nine?.()
  assert.is(progress.reached(), 11n)
})

test('an event that is told to be done twice moves nothing else', () => {
  const progress = openProgress(-1n, 10)
  const first = progress.take(0n)
  progress.take(1n)
  first()
  first()
  assert.is(progress.reached(), 0n)
})

test('with one below the limit there is room, at the limit none until an event is done', async () => {
  const progress = openProgress(-1n, 2)
  const first = progress.take(0n)
  const below = askedForRoom(progress)
  await settled()
  assert.ok(below.isThere)
  const second = progress.take(1n)
  const at = askedForRoom(progress)
  await settled()
  assert.not.ok(at.isThere)
  second()
  await settled()
  assert.not.ok(at.isThere, 'it is held until the one before is done too')
  first()
  await settled()
  assert.ok(at.isThere)
})

test('one who waited for room and finds it taken waits on', async () => {
  const progress = openProgress(-1n, 1)
  const first = progress.take(0n)
  const waiting = askedForRoom(progress)
  first()
  const second = progress.take(1n)
  await settled()
  assert.not.ok(waiting.isThere)
  second()
  await settled()
  assert.ok(waiting.isThere)
})

test('after the end nobody waits for room', async () => {
  const progress = openProgress(-1n, 1)
  progress.take(0n)
  const before = askedForRoom(progress)
  await settled()
  assert.not.ok(before.isThere)
  progress.end()
  const after = askedForRoom(progress)
  await settled()
  assert.equal([before.isThere, after.isThere], [true, true])
})

test.run()
