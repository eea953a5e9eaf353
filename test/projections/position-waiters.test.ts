// Readers that wait for a position, the projector that waits for readers, and stretches of the log that are saved later.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmptyStretches } from '../../src/projections/empty-stretches.ts'
import { openWaiters } from '../../src/projections/position-waiters.ts'
import { inTime, patienceMs } from '../eventually.ts'

const test = suite('waiting for positions')

/** What a promise has come to by the next turn. */
const byNow = <Value>(promise: Promise<Value>) => Promise.race([promise, nextTurn().then(() => 'still waits' as const)])

test('a reader waits until its position is reached, and no longer', async () => {
  let reached = 5n
  const { passed, settle } = openWaiters(() => reached)
  assert.is(await byNow(passed(5n, patienceMs)), true)
  const [six, seven] = [passed(6n, patienceMs), passed(7n, patienceMs)]
  settle()
  assert.equal(await Promise.all([six, seven].map(byNow)), ['still waits', 'still waits'])
  reached = 6n
  settle()
  assert.equal(await Promise.all([six, seven].map(byNow)), [true, 'still waits'])
  reached = 9n
  settle()
  assert.is(await seven, true)
})

test('a reader whose time is over, or whose projector ends, is told that it has not passed', async () => {
  const { passed, end } = openWaiters(() => 0n)
  assert.is(await inTime('its time is over', passed(1n, 1)), false)
  const waiting = passed(1n, patienceMs)
  end()
  assert.is(await byNow(waiting), false)
})

test('the projector learns at once of who waits already, and of who comes; of nobody when its time is over', async () => {
  let reached = 0n
  const { passed, expected, settle, end } = openWaiters(() => reached)
  await inTime('its time is over', expected(1))
  const coming = expected(patienceMs)
  assert.is(await byNow(coming), 'still waits')
  const reader = passed(1n, patienceMs)
  assert.is.not(await byNow(coming), 'still waits')
  assert.is.not(await byNow(expected(patienceMs)), 'still waits')
  reached = 1n
  settle()
  assert.is(await reader, true)
  const another = expected(patienceMs)
  assert.is(await byNow(another), 'still waits', 'nobody waits any more')
  end()
  assert.is.not(await byNow(another), 'still waits')
})

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('a stretch without an event is saved at once, but for some time after a save it waits, until the end at the latest', async () => {
  let saves = 0
  const { mayWait, saved, close } = openEmptyStretches(async () => {
    saves++
  })
  assert.is(mayWait(), false, 'nothing was saved yet')
  await close()
  assert.is(saves, 0)
  saved()
  const before = timers()
  assert.equal([mayWait(), mayWait()], [true, true])
  assert.is(timers(), before + 1)
  saved()
  assert.is(timers(), before, 'nothing is saved later')
  await close()
  assert.is(saves, 0, 'it was saved with what came behind it')
  assert.is(mayWait(), true)
  await close()
  await close()
  assert.is(saves, 1)
})

test.run()
