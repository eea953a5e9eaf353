// How long an election goes unnoticed, by a clock that a test turns: the pauses between tries, and the time that one try gets.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { StoreUnavailable } from '../../src/stores/event-store.ts'
import { NoAnswer } from '../../src/stores/eventstoredb/connection.ts'
import { openTries } from '../../src/stores/eventstoredb/tries.ts'
import { filled } from '../filled.ts'

const deadline = 10_000
/** Beyond the election, at most. */
const goal = 1_500

type Try = { readonly at: number; readonly patience: number }

/** One call while a leader is elected that is there after `electionMs`. `first`: what the first try meets. @returns when it got through, and its tries. `lateMs`: by how much a pause takes longer. */
const callDuring = async (electionMs: number, first: 'refusal' | 'silence', lateMs = 0) => {
  let now = 0
  const clock = {
    now: () => now,
    pause: async (ms: number) => {
      now += ms + lateMs
    },
  }
  const tries: Try[] = []
  const attempt = async (patience: number) => {
    tries.push({ at: now, patience })
    if (first === 'silence' && tries.length === 1) {
      now += patience
      throw new NoAnswer('silence')
    }
    if (now < electionMs) throw new StoreUnavailable('no leader')
    return now
  }
  const { signal: closed } = new AbortController()
  const persist = openTries({ deadline, firstPause: 50, closed, diagnose: async () => undefined, clock })
  const through = await persist(attempt).catch((error: unknown) => error)
  return { through, tries }
}

for (const [first, shortest] of [
  ['refusal', 0],
  ['silence', 1_600],
] as const)
  test(`after an election a call gets through within ${goal} ms, however long it took, when its first try met with ${first}`, async () => {
    for (let electionMs = shortest; electionMs <= deadline - goal; electionMs += 50) {
      const { through } = await callDuring(electionMs, first)
      assert.type(through, 'number')
      assert.ok((through as number) - electionMs <= goal, `${(through as number) - electionMs} ms after one of ${electionMs} ms`)
    }
  })

test('the whole time is used: a leader that comes at its end is noticed, and one that comes later is not', async () => {
  assert.type((await callDuring(deadline - 500, 'refusal')).through, 'number')
  const { through, tries } = await callDuring(deadline + 1, 'refusal')
  assert.instance(through, StoreUnavailable)
  assert.ok((tries.at(-1)?.at ?? 0) >= deadline - 500, 'it has tried to the end')
})

test('pauses are half a second at most, a try gets three seconds at most, and the last one what is left', async () => {
  const { tries } = await callDuring(deadline + 1, 'refusal')
  const pauses = tries.slice(1).map(({ at }, n) => at - (tries[n]?.at ?? 0))
  assert.is(Math.max(...pauses), 500)
  assert.ok(filled(tries).every(({ patience }) => patience <= 3_000))
  for (const { at, patience } of filled(tries)) assert.ok(at + patience <= deadline)
})

test('a try after a pause that took until the time was over gets a moment, and is the last one', async () => {
  const { through, tries } = await callDuring(2 * deadline, 'refusal', deadline)
  assert.instance(through, StoreUnavailable)
  assert.equal(
    tries.map(({ patience }) => patience),
    [2_800, 1],
  )
})

test.run()
