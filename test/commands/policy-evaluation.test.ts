// Conditions of policies: what holds for which facts, what is unknown, and what is refused before it can be evaluated.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import type { Business } from '../../src/commands/business-state.ts'
import { conditionProblems, evaluatePolicy } from '../../src/commands/policy-evaluation.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import { filled } from '../filled.ts'
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
  ['what is unknown differs from a value', { '!=': [{ var: 'formation.age_years' }, 0] }, true],
  ['what is unknown does not differ from null', { '!=': [{ var: 'formation.age_years' }, null] }, false],
  ['a value differs from another', { '!=': [{ var: 'registrations.count' }, 0] }, false],
  ['what is calculated from the unknown is not less', { '<': [{ '-': [{ var: 'formation.age_years' }, 1] }, 0] }, false],
  ['the smaller of a number and the unknown is not less', { '<': [{ min: [{ var: 'formation.age_years' }, 3] }, 3] }, false],
  ['a division by zero is unknown', { '>': [{ '/': [1, { var: 'registrations.count' }] }, 0] }, false],
  ['the unknown with a default is the default', { '<': [{ var: ['formation.age_years', 0] }, 1] }, true],
  ['the known with a default is itself', { '==': [{ var: ['registrations.count', 7] }, 0] }, true],
  ['a name that is not there with a default is the default', { '==': [{ var: ['tasks.kyc_decision.status', 'none'] }, 'none'] }, true],
  ['the unknown is missing', { '==': [{ missing: ['formation.age_years', 'registrations.count'] }, null] }, false],
  ['what is known is not missing', { '!': [{ missing: ['registrations.count'] }] }, true],
  ['less than the same', { '<': [{ var: 'registrations.count' }, 0] }, false],
  ['less than or the same', { '<=': [{ var: 'registrations.count' }, 0] }, true],
  ['less than or the same as less', { '<=': [{ var: 'registrations.count' }, -1] }, false],
  ['more than the same', { '>': [{ var: 'registrations.count' }, 0] }, false],
  ['more than less', { '>': [{ var: 'registrations.count' }, -1] }, true],
  ['more than or the same', { '>=': [{ var: 'registrations.count' }, 0] }, true],
  ['more than or the same as more', { '>=': [{ var: 'registrations.count' }, 1] }, false],
  ['between two', { '<': [-1, { var: 'registrations.count' }, 1] }, true],
  ['not between two', { '<': [-2, { var: 'registrations.count' }, 0] }, false],
  ['between two or at them', { '<=': [0, { var: 'registrations.count' }, 0] }, true],
  ['a calculation', { '==': [{ '%': [{ '*': [{ '+': [2, 3] }, { '-': [1] }, { max: [1, 2] }] }, 4] }, -2] }, true],
  ['one of a list', { in: ['west', { var: 'business.tags' }] }, true],
  ['some of a list', { some: [{ var: 'business.products' }, { '==': [{ var: '' }, 'tin'] }] }, false],
  ['all of a list', { all: [{ var: 'business.tags' }, { '==': [{ var: '' }, 'west'] }] }, true],
  ['none of a list', { none: [{ var: 'business.tags' }, { '==': [{ var: '' }, 'west'] }] }, false],
  ['a task that is not there', { '==': [{ var: 'tasks.kyc_decision.status' }, 'failure'] }, false],
  ['all of several', { and: [{ '!': [{ var: 'tin.submitted' }] }, { '==': [{ var: 'business.status' }, 'in_review'] }] }, true],
  ['all of several but one', { and: [{ '!': [{ var: 'tin.submitted' }] }, { var: 'tin.submitted' }] }, false],
  ['one of several', { or: [{ var: 'tin.submitted' }, { '!!': [{ var: 'business.tags' }] }] }, true],
  ['the one where it holds, else the other', { if: [{ var: 'tin.submitted' }, true, { '===': [1, 1] }] }, true],
]
for (const [what, when, expected] of cases) test(`${what}: ${expected}`, () => assert.is(holds(when), expected))

test('ages count up to the time of the judgement', () => {
  const young = state([created(), formed('2026-05-21')])
  assert.ok(holds({ '<': [{ var: 'formation.age_years' }, 1] }, young))
  const rule = { name: 'young', when: { '<': [{ var: 'formation.age_years' }, 1] }, result: 'yes', actions: [] }
  assert.is(evaluatePolicy({ name: 'p', description: '', rules: [rule] }, young, '2028-01-01T00:00:00.000Z').result, 'no_match')
})

const reasonsOf = (when: Condition) =>
  evaluatePolicy({ name: 'p', description: '', rules: [{ name: 'r', when, result: 'yes', actions: [] }] }, plain, at).rules[0]?.reasons

test('each part of a condition is explained with the facts it rests on', () => {
  const when: Condition = {
    and: [
      { '==': [{ var: 'watchlist.hits' }, 0] },
      { or: [{ '>': [{ var: 'people.submitted' }, 0] }, { '!': [{ missing: ['tin.type'] }] }] },
    ],
  }
  assert.equal(reasonsOf(when), [
    { condition: 'watchlist.hits == 0', holds: true, facts: { 'watchlist.hits': 0 } },
    { condition: 'people.submitted > 0', holds: false, facts: { 'people.submitted': 0 } },
    { condition: 'not missing("tin.type")', holds: false, facts: { 'tin.type': null } },
  ])
})

test('a text that reads like a fact is none', () => {
  const compared: Condition = { '!=': [{ var: 'tin.type' }, 'watchlist.hits'] }
  assert.equal(reasonsOf(compared), [{ condition: 'tin.type != "watchlist.hits"', holds: true, facts: { 'tin.type': null } }])
})

const written: readonly (readonly [when: Condition, text: string])[] = [
  [{ '!': [{ '==': [{ var: 'watchlist.hits' }, 0] }] }, 'not (watchlist.hits == 0)'],
  [{ '>': [{ '-': [{ var: 'watchlist.hits' }, 1] }, 2] }, '(watchlist.hits - 1) > 2'],
  [{ '<': [0, { var: 'watchlist.hits' }, 9] }, '<(0, watchlist.hits, 9)'],
  [{ in: [{ var: 'tin.type' }, ['ein', 'ssn']] }, 'tin.type in ["ein", "ssn"]'],
  [{ some: [{ var: 'business.tags' }, { '==': [{ var: '' }, 'west'] }] }, 'some(business.tags, it == "west")'],
  [{ '<': [{ var: ['formation.age_years', 0] }, 1] }, '(formation.age_years, otherwise 0) < 1'],
]
for (const [when, text] of written) test(`a part is written as ${text}`, () => assert.is(reasonsOf(when)?.[0]?.condition, text))

test('rules are tried in their order up to the one that holds, and its result is given', () => {
  const rule = (name: string, holding: boolean) => ({ name, when: { '==': [1, holding ? 1 : 2] }, result: `is ${name}`, actions: [] })
  const tried = (...rules: ReturnType<typeof rule>[]) => {
    const { matched, result, rules: seen } = evaluatePolicy({ name: 'p', description: '', rules }, plain, at)
    return [matched, result, seen.map(({ name, holds }) => `${name}: ${holds}`)]
  }
  assert.equal(tried(rule('a', false), rule('b', true), rule('c', true)), [1, 'is b', ['a: false', 'b: true']])
  assert.equal(tried(rule('a', false)), [null, 'no_match', ['a: false']])
})

const refusals: readonly (readonly [when: Condition, path: string, message: string])[] = [
  [{ and: [{ '>': [{ var: 'watchlist.hits' }, 0] }, { '>': [1] }] }, 'when.and.1', 'gives ">" 1 arguments, but it takes 2'],
  [{ '<': [1, 2, 3, 4] }, 'when', 'gives "<" 4 arguments, but it takes 2 to 3'],
  [{ '!': [{}] }, 'when.!.0', 'must hold exactly one operator'],
  [{ in: ['a', [{ var: 'no.fact' }]] }, 'when.in.1.0', 'has the unknown fact "no.fact"'],
  [{ missing: ['tin.type', 'no.fact'] }, 'when', 'has the unknown fact "no.fact"'],
  [{ some: [{ var: 'no.fact' }, true] }, 'when.some.0', 'has the unknown fact "no.fact"'],
  [{ var: 'constructor.name' }, 'when', 'has the unknown fact "constructor.name"'],
  [{ var: 'tasks.name.status.length' }, 'when', 'has the unknown fact "tasks.name.status.length"'],
  [{ toString: [] }, 'when', 'has the unknown operator "toString"'],
  [['and'], 'when', 'must be an object with one operator'],
  [null, 'when', 'must be an object with one operator'],
]
for (const [when, path, message] of refusals)
  test(`${JSON.stringify(when)} is refused: ${message}`, () => {
    const problems = conditionProblems(when, 'when')
    assert.is(problems.length, 1)
    assert.is(problems[0]?.path, path)
    assert.ok(problems[0]?.message.startsWith(message), problems[0]?.message)
  })

const unknownFacts: readonly (readonly [fact: string, likely: string])[] = [
  ['watchlist.hitz', ': did you mean watchlist.hits? Facts of watchlist are screened, lists, hits, business_hits,'],
  ['watch_list.hits', ': did you mean watchlist.hits? Facts of watchlist are screened,'],
  ['watchlist.everything', '; facts of watchlist are screened, lists, hits,'],
  ['tasks', '; facts of tasks are KEY.status, KEY.sub_label'],
  ['no.fact', '; facts are in business, tin, registrations,'],
  ['constructor.name', '; facts are in business,'],
]
for (const [fact, likely] of unknownFacts)
  test(`the refusal of the unknown fact ${fact} says what may be meant, and is short enough to be told whole`, () => {
    const [problem] = conditionProblems({ var: fact }, 'when')
    assert.ok(problem?.message.startsWith(`has the unknown fact "${fact}"${likely}`), problem?.message)
    assert.ok((problem?.message.length ?? 0) < 200, problem?.message)
  })

const arities: readonly (readonly [least: number, most: number, operators: readonly string[]])[] = [
  [1, 1, ['!', '!!']],
  [1, 2, ['-']],
  [1, 20, ['missing', '+', '*', 'min', 'max']],
  [1, 100, ['and', 'or']],
  [2, 2, ['==', '!=', '===', '!==', '>', '>=', 'in', 'some', 'all', 'none', '/', '%']],
  [2, 3, ['<', '<=']],
  [2, 100, ['if']],
]
for (const [least, most, operators] of arities)
  test(`${operators.join(' ')} take ${least === most ? least : `${least} to ${most}`} arguments`, () => {
    for (const operator of filled(operators)) {
      const problems = (count: number) => {
        const first = overItems.includes(operator) ? { var: 'business.tags' } : operator === 'missing' ? 'tin.type' : 1
        const args = Array.from({ length: count }, (_, index) => (index === 0 || operator === 'missing' ? first : 1))
        return conditionProblems({ [operator]: args }, 'when').length
      }
      assert.equal([least - 1, least, most, most + 1].map(problems), [1, 0, 0, 1], operator)
    }
  })

const overItems = ['some', 'all', 'none']
const isOne = { '==': [{ var: '' }, 1] }
const manyOnes = filled(Array.from({ length: 100 }, () => 1))
for (const operator of overItems)
  test(`${operator} goes over the list of a fact, and over no list of its own, which could be long, or within another`, () => {
    const problemsWith = (list: Condition, each: Condition = isOne) => conditionProblems({ [operator]: [list, each] }, 'when')
    const tags = { var: 'business.tags' }
    assert.equal(problemsWith(tags), [])
    assert.equal(problemsWith({ var: ['business.tags'] }), [])
    for (const list of [manyOnes, { var: ['business.tags', manyOnes] }, { if: [true, manyOnes] }])
      assert.match(problemsWith(list as Condition)[0]?.message ?? '', 'a fact with a list')
    for (const inner of overItems)
      assert.match(problemsWith(tags, { '!': [{ [inner]: [tags, isOne] }] })[0]?.message ?? '', 'not within another')
  })

test('a plain value among the parts of a condition is explained as it is', () => {
  assert.equal(reasonsOf({ or: [true, { '==': [{ var: 'watchlist.hits' }, 1] }] }), [
    { condition: 'true', holds: true, facts: {} },
    { condition: 'watchlist.hits == 1', holds: false, facts: { 'watchlist.hits': 0 } },
  ])
})

test('a condition nested without end is refused', () => {
  const nested = Array.from({ length: 50 }).reduce<Condition>((inner) => ({ '!': [inner] }), { var: 'watchlist.hits' })
  assert.match(conditionProblems(nested, 'when')[0]?.message ?? '', 'too deeply')
})

test.run()
