// Long work in slices, on a clock that only the work moves.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inSlices, openSlices, sortedInSlices } from '../../src/stores/slices.ts'

/** Each step takes the given time; the result is how many steps were done before each turn of the others. */
const turnsOf = async (steps: readonly number[], ...budgets: readonly number[]) => {
  let time = 1_000
  let done = 0
  const turns: number[] = []
  const slices = openSlices({
    budgetMs: () => budgets[Math.min(turns.length, budgets.length - 1)] ?? 0,
    now: () => time,
    turn: async () => {
      turns.push(done)
      // The others take long: their time is not that of the next slice.
      time += 500
    },
  })
  const work = (ms: number) => {
    time += ms
    return ++done
  }
  const results = await inSlices(steps, work, slices)
  assert.equal(
    results,
    steps.map((_, n) => n + 1),
  )
  return turns
}

test('the time of a slice is looked up for each of them', async () => {
  assert.equal(await turnsOf([1, 1, 1, 1, 1, 1, 1], 3, 1, 2), [3, 4, 6])
})

test('work goes on until its time is used up, however many steps that takes', async () => {
  assert.equal(await turnsOf([1, 1, 1, 1, 1, 1, 1], 3), [3, 6])
  assert.equal(await turnsOf([2, 2, 2, 2], 3), [2, 4])
  assert.equal(
    await turnsOf(
      Array.from({ length: 1_000 }, () => 0),
      3,
    ),
    [],
  )
})

test('a step that takes longer than a slice is followed by a turn of the others', async () => {
  assert.equal(await turnsOf([9, 1, 9, 1], 3), [1, 3])
})

test('a slice that is not quite used up goes on', async () => {
  assert.equal(await turnsOf([1, 1], 3), [])
  assert.equal(await turnsOf([1, 1, 1], 3), [3])
})

test('texts are sorted as JavaScript sorts them, however many, and others have their turn in the midst of it', async () => {
  let turns = 0
  const slices = { isOver: () => true, rest: async () => void turns++ }
  for (const count of [0, 1, 999, 1_000, 1_001, 5_500]) {
    // Each number twice, in an order that is far from theirs, some behind a sign beyond the basic plane.
    const texts = Array.from({ length: count }, (_, n) => `${n % 3 ? '' : ['😀', '\ufb33'][n % 2]}${((n >> 1) * 7_919) % 10_007}`)
    turns = 0
    assert.equal(await sortedInSlices(texts, slices), texts.toSorted())
  }
  assert.ok(turns > 5_500, `${turns} turns`)
})

test.run()
