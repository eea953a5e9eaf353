// A thread that writes files: it starts when it is called, and another takes its place when it dies.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openStoreThread } from '../../src/stores/embedded/store-thread.ts'
import { StoreUnavailable } from '../../src/stores/event-store.ts'
import { inTime } from '../eventually.ts'
import { filled } from '../filled.ts'
import type { DyingThread } from './dying-thread.ts'

const opened = () => {
  let begun = 0
  const thread = openStoreThread<DyingThread>({
    program: new URL('./dying-thread.ts', import.meta.url),
    data: 'its data',
    what: 'writes the test',
    begin: (tell) => tell('knows', `beginning ${++begun}`),
  })
  return { ...thread, begun: () => begun }
}

test('a thread starts with the first call, knows what it has to, and tells what is refused', async () => {
  const { call, tell, close, begun } = opened()
  tell('knows', 'what nobody hears')
  assert.is(begun(), 0)
  assert.equal(await call('known'), ['its data', 'beginning 1'])
  tell('knows', 'more')
  assert.equal(await call('known'), ['its data', 'beginning 1', 'more'])
  const refusal = await call('refuse', 'not this').catch((error: unknown) => error)
  assert.instance(refusal, RangeError)
  assert.is((refusal as Error).message, 'not this')
  assert.is(begun(), 1)
  await inTime('the thread has ended', close())
})

test('a thread that dies fails all calls that wait, and the next call has a new one', async () => {
  const { call, close, begun } = opened()
  const outcomes = await inTime('all have failed', Promise.allSettled([call('die'), call('known'), call('known')]))
  for (const outcome of filled(outcomes)) {
    assert.is(outcome.status, 'rejected')
    if (outcome.status !== 'rejected') continue
    assert.instance(outcome.reason, StoreUnavailable)
    assert.match(outcome.reason.message, 'the thread that writes the test failed')
  }
  assert.equal(await call('known'), ['its data', 'beginning 2'])
  assert.is(begun(), 2)
  await inTime('the thread has ended', close())
})

test('a thread that was never called is closed at once, and closing waits for what was called', async () => {
  await opened().close()
  const { call, close } = opened()
  const known = call('known')
  await inTime('the thread has ended', close())
  assert.equal(await known, ['its data', 'beginning 1'])
})

test.run()
