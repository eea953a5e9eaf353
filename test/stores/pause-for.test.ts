// A pause that a signal ends.
import { getEventListeners } from 'node:events'
import { mock } from 'node:test'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { pauseFor } from '../../src/stores/pause-for.ts'
import { settled } from '../eventually.ts'
import { followed } from '../followed.ts'

test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.after.each(() => mock.timers.reset())

test('a pause ends at its time and not before, and leaves nothing at its signal', async () => {
  const stopping = new AbortController()
  const pause = followed(pauseFor(1_000, stopping.signal))
  mock.timers.tick(999)
  await settled()
  assert.is(pause.ended, 'no')
  mock.timers.tick(1)
  await settled()
  assert.is(pause.ended, 'with undefined')
  assert.is(getEventListeners(stopping.signal, 'abort').length, 0)
})

test('a signal ends a pause at once, also one that has come before', async () => {
  const stopping = new AbortController()
  const pause = followed(pauseFor(1_000, stopping.signal))
  stopping.abort()
  await settled()
  assert.is(pause.ended, 'with undefined')
  const late = followed(pauseFor(1_000, stopping.signal))
  await settled()
  assert.is(late.ended, 'with undefined')
  assert.is(getEventListeners(stopping.signal, 'abort').length, 0)
})

test.run()
