// Which deliveries stay outside the memory while enough are in it, and which are taken back.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openOutside } from '../../../src/processes/webhooks/outside.ts'

const test = suite('deliveries outside the memory')

// Keys of later events are smaller.
const [later, latest, earlier] = ['a', 'b', 'c']

test('while there is room all are taken on, and none is outside', () => {
  const outside = openOutside()
  assert.equal(
    [latest, earlier, later].map((key) => outside.admits(key, true)),
    [true, true, true],
  )
  assert.not(outside.hasAny())
})

test('without room those about later events than the latest stay outside, and no others', () => {
  const outside = openOutside()
  outside.admits(latest, true)
  assert.equal(
    [later, latest, earlier].map((key) => outside.admits(key, false)),
    [false, true, true],
  )
  assert.ok(outside.hasAny())
  assert.not(outside.admits(later, true), 'as long as others wait outside, it comes behind them')
})

test('the first is taken on where there is no room at all', () => {
  const outside = openOutside()
  assert.ok(outside.admits(earlier, false))
  assert.not(outside.admits(later, false))
})

test('those outside are read from the latest in memory on, until there are no more', async () => {
  const outside = openOutside()
  outside.leaveBehind(earlier)
  const read: string[] = []
  await outside.takeBack({
    hasRoom: () => true,
    read: async (key) => {
      read.push(key)
      return []
    },
    take: () => assert.unreachable('there is none'),
  })
  assert.equal(read, [earlier])
  assert.not(outside.hasAny())
})

test('one that was kept out while the last were read is looked for once more', async () => {
  const outside = openOutside()
  outside.leaveBehind(latest)
  let reads = 0
  await outside.takeBack({
    hasRoom: () => true,
    read: async () => {
      if (reads++ === 0) assert.not(outside.admits(later, true))
      return []
    },
    take: () => assert.unreachable('there is none'),
  })
  assert.is(reads, 2)
})

test('nothing is read while there is no room', async () => {
  const outside = openOutside()
  outside.leaveBehind(latest)
  await outside.takeBack({ hasRoom: () => false, read: () => assert.unreachable('there is no room') as never, take: () => {} })
  assert.ok(outside.hasAny())
})

test.run()
