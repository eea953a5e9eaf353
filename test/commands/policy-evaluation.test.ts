// Conditions of policies: what holds for which facts, what is unknown, and what is refused before it can be evaluated.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import type { Business } from '../../src/commands/business-state.ts'
import { conditionProblems, evaluatePolicy } from '../../src/commands/policy-evaluation.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import { at, created, done, order, reviewed, source } from './businesses.ts'

type Condition = Parameters<typeof conditionProblems>[0]

const state = (events: readonly BusinessEvent[]): Business => events.reduce(business.evolve, business.initial) as Business
const formed = (formation_date: string): BusinessEvent => ({
  type: 'FormationEstablished',
  data: { order_id: null, sources: [source], entity_type: 'LLC', formation_date, formation_state: 'OR' },
})
const plain = state([created({ tags: ['west'] }), ...done(order('business_verification_verify')), reviewed])
const holds = (when: Condition, on = plain): boolean => {
  assert.equal(conditionProblems(when, ''), [])
  const rule = { name: 'r', when, result: 'yes', actions: [] }
  return evaluatePolicy({ name: 'p', description: '', rules: [rule] }, on, at).result === 'yes'
}

const cases: readonly (readonly [what: string, when: Condition, expected: boolean])[] = [
  ['a count that is zero', { '==': [{ var: 'registrations.count' }, 0] }, true],
  ['what is unknown is not less than one', { '<': [{ var: 'formation.age_years' }, 1] }, false],
  ['what is unknown is not more than minus one', { '>': [{ var: 'formation.age_years' }, -1] }, false],
  ['what is unknown is not zero', { '==': [{ var: 'formation.age_years' }, 0] }, false],
  ['what is unknown is null', { '==': [{ var: 'formation.age_years' }, null] }, true],
  ['a number is not its text', { '==': [{ var: 'registrations.count' }, '0'] }, false],
  ['one of a list', { in: ['west', { var: 'business.tags' }] }, true],
  ['some of a list', { some: [{ var: 'business.products' }, { '==': [{ var: '' }, 'tin'] }] }, false],
  ['a task that is not there', { '==': [{ var: 'tasks.kyc_decision.status' }, 'failure'] }, false],
  ['all of several', { and: [{ '!': [{ var: 'tin.submitted' }] }, { '==': [{ var: 'business.status' }, 'in_review'] }] }, true],
]
for (const [what, when, expected] of cases) test(`${what}: ${expected}`, () => assert.is(holds(when), expected))

test('ages count up to the time of the judgement', () => {
  const young = state([created(), formed('2026-05-21')])
  assert.ok(holds({ '<': [{ var: 'formation.age_years' }, 1] }, young))
  const rule = { name: 'young', when: { '<': [{ var: 'formation.age_years' }, 1] }, result: 'yes', actions: [] }
  assert.is(evaluatePolicy({ name: 'p', description: '', rules: [rule] }, young, '2028-01-01T00:00:00.000Z').result, 'no_match')
})

test('each part of a condition is explained with the facts it rests on', () => {
  const when: Condition = { and: [{ '==': [{ var: 'watchlist.hits' }, 0] }, { '>': [{ var: 'people.submitted' }, 0] }] }
  const { rules, matched } = evaluatePolicy(
    { name: 'p', description: '', rules: [{ name: 'r', when, result: 'yes', actions: [] }] },
    plain,
    at,
  )
  assert.is(matched, null)
  assert.equal(rules[0]?.reasons, [
    { condition: 'watchlist.hits == 0', holds: true, facts: { 'watchlist.hits': 0 } },
    { condition: 'people.submitted > 0', holds: false, facts: { 'people.submitted': 0 } },
  ])
})

test('a fact that there is not is refused by its name, whatever that is', () => {
  for (const fact of ['watchlist.moons', 'moon.phase', 'constructor.name'])
    assert.match(conditionProblems({ '!': [{ var: fact }] }, 'when')[0]?.message ?? '', `unknown fact "${fact}"`)
})

test('a condition nested without end is refused', () => {
  const nested = Array.from({ length: 50 }).reduce<Condition>((inner) => ({ '!': [inner] }), { var: 'watchlist.hits' })
  assert.match(conditionProblems(nested, 'when')[0]?.message ?? '', 'too deeply')
})

test.run()
