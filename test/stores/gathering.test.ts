// What is written together: one group at a time, and each item with an outcome of its own.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Outcomes, openGathering } from '../../src/stores/embedded/gathering.ts'

/** A gathering whose groups are written when the test says so. */
const held = (options: { readonly most?: number } = {}) => {
  const groups: { readonly items: readonly string[]; readonly done: PromiseWithResolvers<Outcomes<string>> }[] = []
  const gathering = openGathering<string, string>({
    ...options,
    write: (items) => {
      const done = Promise.withResolvers<Outcomes<string>>()
      groups.push({ items, done })
      return done.promise
    },
  })
  const finish = (group: number) =>
    groups[group]?.done.resolve(groups[group].items.map((item) => ({ status: 'fulfilled', value: `${item} is written` })))
  return {
    ...gathering,
    finish,
    groups: () => groups.map(({ items }) => items),
    fail: (n: number) => groups[n]?.done.reject(new Error('full')),
  }
}

/** More turns than a group needs to begin. */
const someTurns = async () => {
  for (let n = 0; n < 5; n++) await nextTurn()
}

test('what comes while a group is being written is the next group', async () => {
  const { add, groups, finish } = held()
  const first = [add('a'), add('b')]
  await someTurns()
  const later = [add('c'), add('d'), add('e')]
  await someTurns()
  assert.equal(groups(), [['a', 'b']])
  finish(0)
  assert.equal(await Promise.all(first), ['a is written', 'b is written'])
  await someTurns()
  assert.equal(groups(), [
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
  finish(1)
  assert.equal(await Promise.all(later), ['c is written', 'd is written', 'e is written'])
})

test('a group takes as many as it may, the others follow', async () => {
  const { add, groups, finish } = held({ most: 2 })
  const added = Promise.all(['a', 'b', 'c'].map(add))
  await someTurns()
  finish(0)
  await someTurns()
  assert.equal(groups(), [['a', 'b'], ['c']])
  finish(1)
  assert.equal(await added, ['a is written', 'b is written', 'c is written'])
})

test('a group that cannot be written fails alone, and each of its items learns why', async () => {
  const { add, groups, finish, fail } = held()
  const failing = Promise.allSettled([add('a'), add('b')])
  await someTurns()
  const next = add('c')
  fail(0)
  for (const outcome of await failing) assert.match(String(outcome.status === 'rejected' && outcome.reason), 'Error: full')
  await someTurns()
  assert.equal(groups(), [['a', 'b'], ['c']])
  finish(1)
  assert.is(await next, 'c is written')
})

test('one that is refused is refused alone, and one without an outcome is not called written', async () => {
  const { add } = openGathering<string, string>({
    write: () => [
      { status: 'fulfilled', value: 'yes' },
      { status: 'rejected', reason: new Error('no') },
    ],
  })
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(add))
  assert.equal(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ['yes', 'no', 'what was written has no outcome'],
  )
})

test('a flush writes at once, and is over when the last group is written', async () => {
  const { add, flush, groups, finish } = held({ most: 1 })
  const added = Promise.all([add('a'), add('b')])
  let isFlushed = false
  const flushed = flush().then(() => {
    isFlushed = true
  })
  assert.equal(groups(), [['a']])
  finish(0)
  await someTurns()
  assert.equal([groups(), isFlushed], [[['a'], ['b']], false])
  finish(1)
  await flushed
  assert.equal(await added, ['a is written', 'b is written'])
  await flush()
  assert.is(groups().length, 2)
})

test.run()
