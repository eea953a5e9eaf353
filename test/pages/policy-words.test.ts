import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { conditionProblems } from '../../src/commands/policy-evaluation.ts'
import { policyChanges } from '../../src/pages/policy-changes.ts'
import { conditionWords, type Definition, type Rule } from '../../src/pages/policy-words.ts'
import { filled } from '../filled.ts'

const hits = { var: 'watchlist.hits' }
const tags = { var: 'business.tags' }
const moreThan = (number: number) => ({ '>': [hits, number] })

const sentences: readonly (readonly [Rule['when'], string])[] = [
  [moreThan(3), 'Watchlist: Hits is more than 3'],
  [{ '<': [3, hits] }, '3 is less than Watchlist: Hits'],
  [{ '<=': [1, hits, 5] }, '1 is at most Watchlist: Hits and Watchlist: Hits is at most 5'],
  [{ '==': [{ var: 'tin.verified' }, true] }, 'TIN: Verified is yes'],
  [{ '===': [{ var: 'tin.verified' }, false] }, 'TIN: Verified is no'],
  [{ '==': [{ var: 'tin.outcome' }, null] }, 'TIN: Outcome is unknown'],
  [{ '==': [{ var: 'tin.outcome' }, 'not_found'] }, 'TIN: Outcome is “Not found”'],
  [{ '!=': [{ var: 'formation.state' }, 'OR'] }, 'Formation: State is not “OR”'],
  [{ '!==': [hits, { var: 'watchlist.dismissed' }] }, 'Watchlist: Hits is not Watchlist: Dismissed'],
  [{ in: ['vip', tags] }, 'Business: Tags includes “vip”'],
  [{ '!': [{ in: ['vip', tags] }] }, 'Business: Tags does not include “vip”'],
  [{ '!': [moreThan(3)] }, 'not (Watchlist: Hits is more than 3)'],
  [{ '!!': [hits] }, 'Watchlist: Hits is known, and not empty, zero or no'],
  [hits, 'Watchlist: Hits is known, and not empty, zero or no'],
  [{ var: 'tin.verified' }, 'TIN: Verified is yes'],
  [{ in: [{ var: 'formation.state' }, ['OR', 'WA']] }, 'Formation: State is one of “OR”, “WA”'],
  [{ in: [{ var: 'formation.state' }, []] }, 'Formation: State is one of nothing'],
  [
    { or: [{ and: [moreThan(1), moreThan(2)] }, moreThan(3)] },
    '(Watchlist: Hits is more than 1 and Watchlist: Hits is more than 2) or Watchlist: Hits is more than 3',
  ],
  [{ if: [moreThan(1), true, moreThan(2)] }, 'if Watchlist: Hits is more than 1: yes; otherwise Watchlist: Hits is more than 2'],
  [{ missing: ['tin.type', 'formation.date'] }, 'TIN: Type or Formation: Date is unknown'],
  [{ some: [tags, { '==': [{ var: '' }, 'vip'] }] }, 'an item of Business: Tags meets: the item is “vip”'],
  [{ all: [tags, { in: ['a', { var: '' }] }] }, 'every item of Business: Tags meets: the item includes “a”'],
  [{ none: [tags, { '==': [{ var: '' }, 'vip'] }] }, 'no item of Business: Tags meets: the item is “vip”'],
  [{ '>': [{ '+': [hits, { '*': [2, hits] }] }, { '-': [1] }] }, '(Watchlist: Hits + (2 × Watchlist: Hits)) is more than (−1)'],
  [{ '<': [{ '/': [hits, 2] }, { '%': [hits, { '-': [5, 2] }] }] }, '(Watchlist: Hits ÷ 2) is less than (Watchlist: Hits modulo (5 − 2))'],
  [
    { '<': [{ min: [hits, 2] }, { max: [hits, 3] }] },
    '(the least of Watchlist: Hits, 2) is less than (the greatest of Watchlist: Hits, 3)',
  ],
  [{ '>=': [{ var: ['formation.age_years', 0] }, 2] }, 'Formation: Age years (0 if unknown) is at least 2'],
  [{ '==': [1, 1] }, '1 is 1'],
]

test('every condition that the service takes has words, and none shows JSON', () => {
  for (const [condition, said] of filled(sentences)) {
    assert.equal(conditionProblems(condition, 'when'), [], JSON.stringify(condition))
    assert.is(conditionWords(condition), said)
  }
})

const rule = (name: string, when: Rule['when'], more: Partial<Rule> = {}): Rule => ({ name, when, result: 'approve', actions: [], ...more })
const policy = (...rules: Rule[]): Definition => ({ name: 'P', description: '', rules })

test('a threshold, a join, a result and an action are told from what to what', () => {
  const before = policy(
    rule('A', { and: [moreThan(1), { '==': [{ var: 'tin.verified' }, true] }] }, { actions: [{ type: 'add_tag', tag: 'old' }] }),
  )
  const after = policy(
    rule(
      'A',
      { or: [{ '==': [{ var: 'tin.verified' }, true] }, { '>=': [hits, 4] }] },
      {
        result: 'review',
        actions: [
          { type: 'set_status', status: 'in_review' },
          { type: 'add_tag', tag: 'new' },
        ],
      },
    ),
  )
  assert.equal(policyChanges(before, after), [
    { rule: 'A', what: 'Matches when', before: 'all conditions are met', after: 'any condition is met' },
    { rule: 'A', what: 'Condition changed', before: 'Watchlist: Hits is more than 1', after: 'Watchlist: Hits is at least 4' },
    { rule: 'A', what: 'Result', before: 'approve', after: 'review' },
    { rule: 'A', what: 'Action changed', before: 'Tag: old', after: 'Tag: new' },
    { rule: 'A', what: 'Action added', before: null, after: 'Status: in review' },
  ])
})

test('rules that came, went, have another name or another place are told; the same rules in the same order are not', () => {
  const [a, b, c] = [rule('A', moreThan(1)), rule('B', moreThan(2)), rule('C', moreThan(3))]
  assert.equal(policyChanges(policy(a, b), policy(a, b)), [])
  assert.equal(policyChanges(policy(a, b), policy(b, a)), [{ rule: null, what: 'Order of the rules', before: 'A, B', after: 'B, A' }])
  assert.equal(policyChanges(policy(a, b), policy(b, c)), [
    { rule: 'C', what: 'Rule added', before: null, after: 'Watchlist: Hits is more than 3; result approve' },
    { rule: 'A', what: 'Rule removed', before: 'Watchlist: Hits is more than 1; result approve', after: null },
  ])
  assert.equal(policyChanges(policy(a), policy(rule('A2', a.when))), [{ rule: 'A2', what: 'Name', before: 'A', after: 'A2' }])
  assert.equal(policyChanges(policy(a, { ...a }), policy({ ...a })), [
    { rule: 'A', what: 'Rule removed', before: 'Watchlist: Hits is more than 1; result approve', after: null },
  ])
  assert.equal(policyChanges(policy(a), { ...policy(a), description: 'Why' }), [
    { rule: null, what: 'Description', before: null, after: 'Why' },
  ])
})

test('a condition that came or went on another fact is no change of the other', () => {
  const verified = { '==': [{ var: 'tin.verified' }, true] }
  assert.equal(policyChanges(policy(rule('A', moreThan(1))), policy(rule('A', verified))), [
    { rule: 'A', what: 'Condition removed', before: 'Watchlist: Hits is more than 1', after: null },
    { rule: 'A', what: 'Condition added', before: null, after: 'TIN: Verified is yes' },
  ])
  assert.equal(policyChanges(policy(rule('A', { '==': [1, 1] })), policy(rule('A', verified))), [
    { rule: 'A', what: 'Condition added', before: null, after: 'TIN: Verified is yes' },
  ])
})

test.run()
