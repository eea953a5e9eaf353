// Shares of which not everything was submitted, and percentages in words.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openShares, shareText } from '../../src/interface/open-shares.ts'
import { percent } from '../../src/interface/percent.ts'

const interest = (owner_id: string, owned_id: string, percentage: number | null, kind: 'ownership' | 'voting_rights' = 'ownership') => ({
  owner_id,
  owned_id,
  kind,
  percentage,
  since: null,
})
const open = (...interests: readonly ReturnType<typeof interest>[]) => {
  const { direct, indirect } = openShares({ business_id: 'acme', interests: [...interests] })
  return [[...direct], [...indirect]]
}

test('an owner without a percentage, and all who hold theirs through it, may hold more', () => {
  const chain = [interest('ann', 'top', 100), interest('top', 'holding', 100)]
  assert.equal(open(...chain, interest('holding', 'acme', null)), [['holding'], ['top', 'ann']])
  assert.equal(open(interest('ann', 'holding', null), interest('holding', 'acme', 40)), [[], ['ann']])
})

test('a cycle ends, votes are no share, and the business is not its own owner', () => {
  assert.equal(open(interest('ann', 'acme', null, 'voting_rights'), interest('ben', 'acme', 5)), [[], []])
  const cycle = [interest('a', 'b', 10), interest('b', 'a', 10), interest('a', 'acme', null), interest('acme', 'a', 10)]
  assert.equal(open(...cycle), [['a'], ['b', 'a']])
})

test('a share in words says whether it is all', () => {
  assert.equal([shareText(15, false), shareText(15, true), shareText(0, true)], ['15 %', 'At least 15 %', 'Not known'])
})

test('a percentage below a threshold never looks as if it reached it', () => {
  assert.equal([24.9999, 25, 0.29, 33.333333, 100].map(percent), ['24.99 %', '25 %', '0.29 %', '33.33 %', '100 %'])
})

test.run()
