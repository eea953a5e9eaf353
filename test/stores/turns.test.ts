// Turns of background work, over an event loop and a clock that only the test moves.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTurns, type Turns } from '../../src/stores/turns.ts'

/** Lets go on what a step has set going. */
const settled = async () => {
  for (let n = 0; n < 20; n++) await Promise.resolve()
}

const loop = (budgetMs: () => number = () => 10, rests: () => number = () => 0) => {
  let time = 1_000
  let idle = 500
  let steps: (() => void)[] = []
  let timers: { readonly step: () => void; readonly at: number }[] = []
  const turns = openTurns({
    pace: () => ({ budgetMs: budgetMs(), rests: rests() }),
    now: () => time,
    schedule: (step) => steps.push(step),
    later: (step, ms) => timers.push({ step, at: time + ms }),
    idleMs: () => idle,
  })
  const done: string[] = []
  const spend = (ms: number) => {
    time += ms
  }
  const idleFor = (ms: number) => {
    time += ms
    idle += ms
  }
  const work = async (line: keyof Pick<Turns, 'urgent' | 'usual'>, name: string, ms: number) => {
    await turns[line]()
    done.push(name)
    spend(ms)
  }
  /** One turn of the event loop. @returns what was done in it */
  const turn = async () => {
    const due = timers.filter(({ at }) => at <= time)
    timers = timers.filter(({ at }) => at > time)
    for (const { step } of due) step()
    const [now] = [steps]
    steps = []
    const before = done.length
    for (const step of now) {
      step()
      await settled()
    }
    return done.slice(before)
  }
  return { turns, turn, work, spend, idleFor, isIdle: () => steps.length === 0, timers: () => timers.length }
}

test('as many pieces begin in a turn as fit into its time, in their order, and no step is taken when all are done', async () => {
  const { turn, work, isIdle } = loop()
  for (const name of ['a', 'b', 'c', 'd', 'e']) void work('usual', name, 4)
  assert.equal(await turn(), ['a', 'b', 'c'])
  assert.equal(await turn(), ['d', 'e'])
  assert.equal([await turn(), await turn(), isIdle()], [[], [], true])
})

test('a piece that uses up the time exactly is the last one of its turn, one that leaves a little is not', async () => {
  const full = loop()
  for (const name of ['a', 'b']) void full.work('usual', name, 10)
  assert.equal(await full.turn(), ['a'])
  assert.equal(await full.turn(), ['b'])
  const almost = loop()
  for (const name of ['a', 'b']) void almost.work('usual', name, 9)
  assert.equal(await almost.turn(), ['a', 'b'])
})

test('urgent work comes first, and some usual work is done in each turn all the same', async () => {
  const { turn, work } = loop()
  for (const name of ['a', 'b']) void work('usual', name, 4)
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) void work('urgent', name, 6)
  assert.equal(await turn(), ['A', 'B', 'a'])
  assert.equal(await turn(), ['C', 'D', 'b'])
  assert.equal(await turn(), ['E', 'F'])
})

test('urgent work is done in each turn, however long the usual piece before it took', async () => {
  const { turn, work } = loop()
  void work('usual', 'a', 100)
  assert.equal(await turn(), ['a'])
  void work('usual', 'b', 100)
  void work('urgent', 'A', 1)
  assert.equal(await turn(), ['A', 'b'])
})

test('urgent work that comes when the time of a turn is over is done in it, if it is the first', async () => {
  const { turn, work } = loop()
  void work('usual', 'a', 100).then(() => ['A', 'B'].map((name) => work('urgent', name, 1)))
  assert.equal(await turn(), ['a', 'A'])
  assert.equal(await turn(), ['B'])
})

test('the time of a turn is looked up for each of them: it is short while requests wait', async () => {
  let budget = 2
  const { turn, work } = loop(() => budget)
  for (const name of ['a', 'b', 'c', 'd', 'e']) void work('usual', name, 2)
  assert.equal(await turn(), ['a'])
  budget = 6
  assert.equal(await turn(), ['b', 'c', 'd'])
})

test('after its turn usual work rests for as many times as long as it took, and no step is taken meanwhile', async () => {
  const { turn, work, spend, isIdle, timers } = loop(
    () => 4,
    () => 2,
  )
  for (const name of ['a', 'b', 'c', 'd']) void work('usual', name, 2)
  for (const pair of [
    ['a', 'b'],
    ['c', 'd'],
  ]) {
    assert.equal(await turn(), pair)
    await turn()
    void work('usual', 'e', 2)
    for (let rested = 0; rested < 8; rested++) {
      assert.equal([await turn(), isIdle(), timers()], [[], true, 1], `${rested}`)
      spend(1)
    }
  }
  assert.equal(await turn(), ['e', 'e'])
})

test('usual work does not rest for the time in which none of it was being done', async () => {
  const { turn, work, spend } = loop(
    () => 4,
    () => 2,
  )
  void work('usual', 'a', 2)
  assert.equal(await turn(), ['a'])
  spend(50)
  await turn()
  void work('usual', 'b', 2)
  assert.equal(await turn(), ['b'])
})

test('a turn without room for more steps counts its last piece too', async () => {
  const { turn, work, spend } = loop(
    () => 1_000,
    () => 2,
  )
  for (let n = 0; n < 100; n++) void work('usual', `${n}`, 1)
  const { length } = await turn()
  assert.ok(length < 100)
  await turn()
  for (let rested = 0; rested < 2 * length; rested++) {
    assert.equal(await turn(), [], `${rested}`)
    spend(1)
  }
  assert.is((await turn()).length, 100 - length)
})

test('a rest ends when the thread had nothing to do for half of the time since it was looked at', async () => {
  const { turn, work, spend, idleFor } = loop(
    () => 4,
    () => 10,
  )
  for (const name of ['a', 'b']) void work('usual', name, 5)
  assert.equal(await turn(), ['a'])
  await turn()
  spend(0.6)
  idleFor(0.4)
  assert.equal(await turn(), [])
  spend(0.5)
  idleFor(0.5)
  assert.equal(await turn(), ['b'])
})

test('urgent work does not rest, nor does it let usual work rest for less', async () => {
  const { turn, work, spend } = loop(
    () => 4,
    () => 2,
  )
  for (const name of ['a', 'b']) void work('usual', name, 5)
  assert.equal(await turn(), ['a'])
  void work('urgent', 'A', 4)
  assert.equal(await turn(), ['A'])
  void work('urgent', 'B', 4)
  assert.equal(await turn(), ['B'])
  spend(2)
  assert.equal(await turn(), ['b'])
})

test('a rest ends with the next turn in which nobody waits', async () => {
  let rests = 2
  const { turn, work, spend } = loop(
    () => 4,
    () => rests,
  )
  for (const name of ['a', 'b']) void work('usual', name, 50)
  assert.equal(await turn(), ['a'])
  await turn()
  spend(10)
  assert.equal(await turn(), [])
  rests = 0
  void work('urgent', 'A', 1)
  assert.equal(await turn(), ['A', 'b'])
})

test('a piece of longer work may take a millisecond, and no longer than its turn', () => {
  let budget = 8
  const { turns } = loop(() => budget)
  const lengths = [8, 1.1, 1, 0.9, 0.5].map((each) => {
    budget = each
    return turns.pieceMs()
  })
  assert.equal(lengths, [1, 1, 1, 0.9, 0.5])
})

test('work that goes on by turns lets others have theirs', async () => {
  const { turn, work } = loop()
  const long = async () => {
    for (const name of ['1', '2', '3']) await work('usual', name, 6)
  }
  void long()
  void work('usual', 'other', 6)
  assert.equal(await turn(), ['1', 'other'])
  assert.equal(await turn(), ['2', '3'])
})

test('more work than a turn has room for is all done, in its order', async () => {
  const { turn, work } = loop(() => 1)
  const names = Array.from({ length: 5_000 }, (_, n) => `${n}`)
  for (const name of names) void work('usual', name, 0)
  const done: string[] = []
  for (let found = await turn(); found.length > 0; found = await turn()) done.push(...found)
  assert.equal(done, names)
})

test.run()
