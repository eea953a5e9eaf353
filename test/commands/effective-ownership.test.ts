import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { randomFrom } from '../../bench/parts/random.ts'
import { aggregateListed, heldTogether, holdingsOf, overOwned, ultimateHolders } from '../../src/commands/effective-ownership.ts'
import type { InterestKind } from '../../src/events/ownership.ts'
import { filled } from '../filled.ts'

type Interest = Parameters<typeof holdingsOf>[0][number]

/** `['X', 50, 'A']`: X holds 50 percent of A. */
const held = (...all: readonly (readonly [string, number | null, string, InterestKind?])[]): readonly Interest[] =>
  all.map(([owner_id, percentage, owned_id, kind = 'ownership']) => ({ owner_id, owned_id, kind, percentage }))

const effective = (interests: readonly Interest[], root = 'R') =>
  Object.fromEntries([...holdingsOf(interests, root)].map(([id, holding]) => [id, holding.effective]))

test('a share of a share is the product, and direct and indirect ways add up', () => {
  const interests = held(['ann', 50, 'H'], ['H', 60, 'R'], ['ann', 10, 'R'], ['ben', 50, 'H'], ['cay', 30, 'R'])
  const ann = holdingsOf(interests, 'R').get('ann')
  assert.equal(ann, { direct: 10, indirect: 30, effective: 40, controls: false })
  assert.equal(effective(interests), { H: 60, ann: 40, ben: 30, cay: 30 })
  assert.equal([...ultimateHolders(interests, 'R')].sort(), ['ann', 'ben', 'cay'])
})

test('a percentage comes out as it was submitted, with six digits behind the point at most', () => {
  const submitted = [...Array.from({ length: 100 }, (_, index) => index + 1), 0.07, 33.333333]
  for (const share of submitted)
    assert.equal(holdingsOf(held(['ann', share, 'R']), 'R').get('ann'), {
      direct: share,
      indirect: 0,
      effective: share,
      controls: share > 50,
    })
  const finer = holdingsOf(held(['ann', 33.3333334, 'R']), 'R').get('ann')
  assert.equal(finer, { direct: 33.333333, indirect: 0, effective: 33.333333, controls: false })
})

test('what several hold together has no more digits than what each of them holds, and is at most the whole', () => {
  for (const [percentages, together] of [
    [[0.1, 0.2], 0.3],
    [[57.1, 29.2, 13.6], 99.9],
    [[33.333333, 33.333333, 33.333333], 99.999999],
    [[66.666667, 33.333334], 100],
    [[], 0],
  ] as const)
    assert.is(heldTogether(percentages), together)
})

test('a chain of five companies multiplies five times', () => {
  const chain = held(['ann', 90, 'A'], ['A', 90, 'B'], ['B', 90, 'C'], ['C', 90, 'D'], ['D', 90, 'R'])
  assert.is(effective(chain).ann, 59.049)
})

test('companies that hold each other: what outsiders hold adds up to the whole', () => {
  const interests = held(['A', 100, 'R'], ['B', 50, 'A'], ['A', 50, 'B'], ['ann', 50, 'A'], ['ben', 50, 'B'])
  const shares = effective(interests)
  assert.equal([shares.ann, shares.ben], [66.666667, 33.333333])
  assert.is(shares.A, 100, 'what comes back to A through B is not counted again')
  assert.is(shares.B, 50)
})

test('a business that holds a part of its own owner adds nothing to itself', () => {
  const interests = held(['A', 80, 'R'], ['R', 40, 'A'], ['ann', 60, 'A'])
  assert.equal(effective(interests), { A: 80, ann: 48 })
})

test('two companies that hold each other whole, and a company that holds itself, end', () => {
  assert.equal(effective(held(['A', 100, 'R'], ['B', 100, 'A'], ['A', 100, 'B'])), { A: 100, B: 100 })
  assert.equal(effective(held(['A', 50, 'R'], ['A', 10, 'A'], ['ann', 90, 'A'])), { A: 50, ann: 45 })
})

test('an unknown percentage and other kinds of control count for no share', () => {
  const interests = held(['ann', null, 'R'], ['ben', 100, 'R', 'voting_rights'], ['cay', 100, 'R'])
  assert.equal(effective(interests), { ann: 0, ben: 0, cay: 100 })
})

test('more than half gives control, half does not, and control goes along the chain', () => {
  const controls = (interests: readonly Interest[], who: string) => holdingsOf(interests, 'R').get(who)?.controls
  assert.is(controls(held(['ann', 50, 'R']), 'ann'), false)
  assert.is(controls(held(['ann', 50.01, 'R']), 'ann'), true)
  assert.is(controls(held(['ann', 50.01, 'R', 'voting_rights']), 'ann'), true)
  assert.is(controls(held(['ann', null, 'R', 'appoints_management']), 'ann'), true)
  // 30.6 percent of the business by shares, and all of its control.
  assert.is(controls(held(['ann', 60, 'H'], ['H', 51, 'R']), 'ann'), true)
  assert.is(controls(held(['ann', 50, 'H'], ['H', 51, 'R']), 'ann'), false)
  assert.is(controls(held(['ann', 60, 'A'], ['ann', 60, 'B'], ['A', 30, 'R'], ['B', 30, 'R']), 'ann'), true)
  assert.is(controls(held(['ann', 30, 'R'], ['ann', 30, 'R', 'voting_rights']), 'ann'), false)
})

test('a company that is told to be owned more than whole is named', () => {
  assert.equal(overOwned(held(['ann', 60, 'R'], ['ben', 40, 'R'])), [])
  assert.equal(overOwned(held(['ann', 60, 'R'], ['ben', 40.01, 'R'], ['ann', 100, 'H'])), ['R'])
})

// The cases of OFAC's published questions and answers on entities owned by blocked persons, in our words: X and Y are listed.
for (const [what, interests, expected] of [
  ['X holds 50 percent of A, and A 50 percent of B', held(['X', 50, 'A'], ['A', 50, 'R']), 50],
  ['X holds 50 percent of A and 10 of B; A holds 40 of B', held(['X', 50, 'A'], ['X', 10, 'R'], ['A', 40, 'R']), 50],
  ['X holds 50 percent of A and of B, which hold 25 each of C', held(['X', 50, 'A'], ['X', 50, 'B'], ['A', 25, 'R'], ['B', 25, 'R']), 50],
  ['X holds 50 of A and 25 of B, which hold 25 each of C', held(['X', 50, 'A'], ['X', 25, 'B'], ['A', 25, 'R'], ['B', 25, 'R']), 25],
  ['X holds 25 percent of A and of B, which hold 50 each of C', held(['X', 25, 'A'], ['X', 25, 'B'], ['A', 50, 'R'], ['B', 50, 'R']), 0],
  ['X and Y hold 25 each', held(['X', 25, 'R'], ['Y', 25, 'R']), 50],
  ['X and Y hold 49.99 together', held(['X', 25, 'R'], ['Y', 24.99, 'R']), 49.99],
  ['X holds 49 percent of A, and A all of B', held(['X', 49, 'A'], ['A', 100, 'R']), 0],
  ['X controls without shares', held(['X', 100, 'R', 'voting_rights']), 0],
] as const)
  test(`the 50 percent rule: ${what}`, () => {
    assert.is(aggregateListed(interests, new Set(['X', 'Y'])).get('R') ?? 0, expected)
  })

/** Companies C0 to Cn hold parts of each other in all directions, people hold the rest or a part of it. */
const randomStructure = (seed: number): readonly Interest[] => {
  const random = randomFrom(seed)
  const companies = ['R', ...Array.from({ length: 2 + Math.floor(random() * 8) }, (_, index) => `C${index}`)]
  return companies.flatMap((owned) => {
    let left = 100
    const takes = (owner: string): readonly (readonly [string, number, string])[] => {
      const share = Math.min(left, Math.round(random() * 70))
      left -= share
      return share > 0 && owner !== owned ? [[owner, share, owned]] : []
    }
    const others = companies.filter(() => random() < 0.35).filter((each) => each !== 'R')
    return held(...others.flatMap(takes), ...takes(`P${Math.floor(random() * 4)}`))
  })
}

/** The same sum by its definition: the shares along all ways of up to 400 steps, with matrices instead of sweeps. */
const byDefinition = (interests: readonly Interest[]): ReadonlyMap<string, number> => {
  const total = new Map<string, number>()
  let ways = new Map([['R', 1]])
  for (let step = 0; step < 400; step++) {
    const next = new Map<string, number>()
    for (const { owner_id, owned_id, percentage } of interests)
      if (owner_id !== 'R' && ways.has(owned_id))
        next.set(owner_id, (next.get(owner_id) ?? 0) + ((ways.get(owned_id) as number) * (percentage ?? 0)) / 100)
    for (const [id, share] of next) total.set(id, (total.get(id) ?? 0) + share * 100)
    ways = next
  }
  return total
}

test('over 300 random structures with cycles: people hold what the definition says, and never more than the whole together', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const interests = randomStructure(seed)
    const holdings = holdingsOf(interests, 'R')
    const expected = byDefinition(interests)
    let sum = 0
    for (const [id, { direct, indirect, effective }] of filled(holdings)) {
      assert.ok(effective >= 0 && effective <= 100, `${seed} ${id}: ${effective}`)
      assert.ok(Math.abs(direct + indirect - effective) < 1e-5, `${seed} ${id}`)
      if (!id.startsWith('P')) continue
      sum += effective
      assert.ok(Math.abs(effective - (expected.get(id) ?? 0)) < 1e-3, `${seed} ${id}: ${effective}, not ${expected.get(id)}`)
    }
    assert.ok(sum <= 100 + 1e-3, `${seed}: ${sum}`)
  }
})

test('over 300 random structures: who is listed more never leaves less counted as listed, and the result is at rest', () => {
  let [counted, compared] = [0, 0]
  for (let seed = 1; seed <= 300; seed++) {
    const interests = randomStructure(seed)
    const few = aggregateListed(interests, new Set(['P0']))
    const more = aggregateListed(interests, new Set(['P0', 'P1']))
    for (const [id, held] of few) {
      compared++
      assert.ok((more.get(id) ?? 0) >= held, `${seed} ${id}`)
    }
    const listed = new Set(['P0', ...[...few].flatMap(([id, held]) => (held >= 50 ? [id] : []))])
    assert.equal(aggregateListed(interests, listed), few, `${seed}`)
    counted += listed.size - 1
  }
  assert.ok(counted > 50, 'the structures have such companies')
  assert.ok(compared > 50)
})

test.run()
