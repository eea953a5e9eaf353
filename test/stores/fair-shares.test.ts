import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fairShares, TooManyWaiting } from '../../src/stores/fair-shares.ts'
import { settled } from '../eventually.ts'

const test = suite('fair shares')

/** Tasks that go on until they are ended, and which of them have begun. */
const tasks = () => {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  return {
    begun,
    task: (name: string) => () => {
      begun.push(name)
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      return end.promise
    },
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

test('an account takes its share and no more, and another account still gets a place', () => {
  const { take } = fairShares({ places: 4, perAccount: 2 })
  assert.type(take('a'), 'function')
  assert.type(take('a'), 'function')
  assert.is(take('a'), 'account')
  assert.type(take('b'), 'function')
})

test('the last quarter is only for accounts that hold none', () => {
  const { take } = fairShares({ places: 8 })
  for (let n = 0; n < 6; n++) assert.type(take('a'), 'function')
  assert.is(take('a'), 'account')
  assert.type(take('b'), 'function')
  assert.is(take('b'), 'account')
  assert.type(take('c'), 'function')
  assert.is(take('d'), 'service')
})

test('a place that is given back, even twice, is free for one', () => {
  const { take } = fairShares({ places: 1 })
  const giveBack = take('a')
  assert.is(take('b'), 'service')
  if (typeof giveBack === 'function') for (let n = 0; n < 2; n++) giveBack()
  assert.type(take('b'), 'function')
  assert.is(take('a'), 'service')
})

test('one who waits comes before a thousand of another account', async () => {
  const { run } = fairShares({ places: 1 })
  const { begun, task, end } = tasks()
  for (let n = 0; n < 1000; n++) void run('a', task(`a${n}`))
  void run('b', task('b'))
  await settled()
  assert.equal(begun, ['a0'])
  end('a0')
  await settled()
  end('a1')
  await settled()
  assert.ok(begun.includes('b'), begun.join())
})

test('a place comes back after a task that fails', async () => {
  const { run } = fairShares({ places: 1 })
  const { begun, task, fail } = tasks()
  const first = run('a', task('first')).catch((error: Error) => error.message)
  void run('a', task('second'))
  await settled()
  fail('first')
  assert.is(await first, 'first')
  await settled()
  assert.equal(begun, ['first', 'second'])
})

test('as many of an account wait as may, one more is refused, and another account waits all the same', async () => {
  const { run } = fairShares({ places: 1, waiting: 1 })
  const { begun, task, end } = tasks()
  void run('a', task('a0'))
  await settled()
  void run('a', task('a1'))
  const refused = await run('a', task('a2')).catch((error: unknown) => error)
  assert.instance(refused, TooManyWaiting)
  void run('b', task('b'))
  for (const name of ['a0', 'a1', 'b']) {
    end(name)
    await settled()
  }
  assert.equal(begun.toSorted(), ['a0', 'a1', 'b'])
})

test.run()
