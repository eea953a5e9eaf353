// How work is paced: limits of time, tasks in order, tasks done again, a limit on tasks at a time.
import { getEventListeners } from 'node:events'
import { mock } from 'node:test'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inOrderByKey, limited, semaphore } from '../../../src/processes/running/pacing.ts'
import { settled } from '../../eventually.ts'
import { followed } from '../../followed.ts'

const listenersOf = ({ signal }: AbortController): number => getEventListeners(signal, 'abort').length

test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.after.each(() => mock.timers.reset())

test('a limit ends at its time and not before, and what it ended stays ended', async () => {
  const stopping = new AbortController()
  const { signal, ended, lift } = limited(stopping.signal, 1_000)
  const waiting = followed(ended)
  mock.timers.tick(999)
  await settled()
  assert.equal([signal.aborted, waiting.ended], [false, 'no'])
  mock.timers.tick(1)
  await settled()
  assert.equal([signal.aborted, signal.reason.name, waiting.ended], [true, 'TimeoutError', 'by no end after 1000 ms'])
  lift()
  assert.is(listenersOf(stopping), 0)
})

test('a limit ends with the outer signal, also with one that has come before', async () => {
  const stopping = new AbortController()
  const limits = [limited(stopping.signal, 1_000)]
  stopping.abort(new Error('the service stops'))
  limits.push(limited(stopping.signal, 1_000))
  for (const { signal, ended } of limits) {
    assert.is(signal.reason.message, 'the service stops')
    assert.is(await ended.catch(({ message }) => message), 'the service stops')
  }
  for (const { lift } of limits) lift()
  assert.is(listenersOf(stopping), 0)
})

test('a limit that is lifted ends no more', async () => {
  const stopping = new AbortController()
  const { signal, ended, lift } = limited(stopping.signal, 1_000)
  const waiting = followed(ended)
  lift()
  assert.is(listenersOf(stopping), 0)
  mock.timers.tick(1_000)
  stopping.abort()
  await settled()
  assert.equal([signal.aborted, waiting.ended], [false, 'no'])
})

test('tasks of one key run one after the other, those of another beside them', async () => {
  const streams = inOrderByKey(new AbortController().signal)
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const task = (name: string, before?: Promise<void>) => async () => {
    await before
    done.push(name)
  }
  const all = [streams.run('a', task('a1', gate.promise)), streams.run('a', task('a2')), streams.run('b', task('b1'))]
  await settled()
  assert.equal(done, ['b1'])
  const idle = followed(streams.idle())
  await settled()
  assert.is(idle.ended, 'no', 'what was taken on is not over')
  gate.resolve()
  await Promise.all(all)
  assert.equal(done, ['b1', 'a1', 'a2'])
  assert.equal(await streams.idle(), [], 'no key is kept whose tasks are over')
})

test('a task that fails is done again after pauses that double from 200 ms to ten seconds, and its key waits', async () => {
  const streams = inOrderByKey(new AbortController().signal)
  let tries = 0
  let later = 0
  const failing = streams.run('a', async () => {
    if (++tries <= 8) throw new Error('the store is away')
  })
  const behind = streams.run('a', async () => void later++)
  for (const [index, pause] of [200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000].entries()) {
    await settled()
    mock.timers.tick(pause - 1)
    await settled()
    assert.is(tries, index + 1, `not again before ${pause} ms`)
    mock.timers.tick(1)
  }
  await Promise.all([failing, behind])
  assert.is(tries, 9)
  assert.is(later, 1)
})

test('a signal ends a task that fails: in its pause, and where it came while the task was tried', async () => {
  const stopping = new AbortController()
  const streams = inOrderByKey(stopping.signal)
  const gate = Promise.withResolvers<void>()
  const tries = { pausing: 0, trying: 0 }
  const pausing = followed(
    streams.run('pausing', async () => {
      tries.pausing++
      throw new Error('the store is away')
    }),
  )
  const trying = followed(
    streams.run('trying', async () => {
      tries.trying++
      await gate.promise
      throw new Error('the store went away')
    }),
  )
  await settled()
  stopping.abort()
  gate.resolve()
  await settled()
  assert.is(pausing.ended, 'by the store is away')
  assert.is(trying.ended, 'by the store went away')
  assert.equal(tries, { pausing: 1, trying: 1 })
  assert.equal(await streams.idle(), [], 'no key is kept whose tasks failed')
})

test('no more tasks run at a time than allowed, in their order, and a place is free again after a failure', async () => {
  const { run } = semaphore(2)
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const task = (at: number) =>
    run(async () => {
      begun.push(at)
      await gates[at]?.promise
      return at
    })
  const all = [0, 1, 2, 3].map(task)
  await settled()
  assert.equal(begun, [0, 1])
  gates[1]?.reject(new Error('no luck'))
  assert.is(await all[1]?.catch(({ message }) => message), 'no luck')
  await settled()
  assert.equal(begun, [0, 1, 2])
  for (const gate of gates) gate.resolve()
  assert.equal(await Promise.all([all[0], all[2], all[3]]), [0, 2, 3])
  const later = Promise.withResolvers<void>()
  const more = [1, 2, 3].map((name) => run(() => later.promise.then(() => begun.push(10 * name))))
  later.resolve()
  await Promise.all(more)
  assert.equal(begun, [0, 1, 2, 3, 10, 20, 30])
})

test('as many as before run at a time after all have waited', async () => {
  const { run } = semaphore(2)
  let [running, most] = [0, 0]
  const task = () =>
    run(async () => {
      most = Math.max(most, ++running)
      await settled()
      running--
    })
  await Promise.all([1, 2, 3, 4, 5].map(task))
  assert.is(most, 2)
  most = 0
  await Promise.all([1, 2, 3, 4, 5].map(task))
  assert.is(most, 2)
})

test.run()
