import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMemo } from '../../src/stores/memo.ts'

test('callers of one key share the first value, until it is forgotten or made anew', async () => {
  const memo = openMemo<number>()
  assert.is(await memo.get('a', async () => 1), 1)
  assert.is(await memo.get('a', async () => 2), 1)
  assert.is(await memo.get('b', async () => 3), 3)
  assert.is(await memo.renew('a', async () => 4), 4)
  assert.is(await memo.get('a', async () => 5), 4)
  memo.forget('a')
  assert.is(await memo.get('a', async () => 6), 6)
})

test('a value is known once it is there, until it is forgotten', async () => {
  const memo = openMemo<number>()
  const { promise, resolve } = Promise.withResolvers<number>()
  const made = memo.get('a', () => promise)
  assert.is(memo.known('a'), undefined)
  resolve(1)
  await made
  assert.is(memo.known('a'), 1)
  const renewed = memo.renew('a', async () => 2)
  assert.is(memo.known('a'), undefined)
  await renewed
  assert.is(memo.known('a'), 2)
  memo.forget('a')
  assert.is(memo.known('a'), undefined)
})

test('a failure is not remembered, and does not take a newer value with it', async () => {
  const memo = openMemo<number>()
  const failing = memo.get('a', () => Promise.reject(new Error('away')))
  const renewed = memo.renew('a', async () => 2)
  await failing.then(
    () => assert.unreachable(),
    ({ message }) => assert.is(message, 'away'),
  )
  assert.is(await renewed, 2)
  assert.is(await memo.get('a', async () => 3), 2)
  await memo.get('b', () => Promise.reject(new Error('away'))).catch(() => undefined)
  assert.is(await memo.get('b', async () => 4), 4)
})

test('the value that nobody asked for the longest goes when there are too many', async () => {
  const memo = openMemo<number>(2)
  for (const [value, key] of ['a', 'b', 'a', 'c'].entries()) await memo.get(key, async () => value)
  assert.is(await memo.get('a', async () => 9), 0)
  assert.is(await memo.get('b', async () => 9), 9)
})

test.run()
