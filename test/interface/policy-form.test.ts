import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { factNames } from '../../src/commands/policy-facts.ts'
import { policyProblems } from '../../src/commands/policy-problems.ts'
import { approvesEverybody, definitionOf, type FormRule, facts, formOf, operators, ruleProblem } from '../../src/interface/policy-form.ts'
import { ReviewTaskKey } from '../../src/interface/records/review.ts'
import { filled } from '../filled.ts'

const rule: FormRule = { name: 'A rule', join: 'and', conditions: [], status: 'approved', tag: '' }

test('the form knows every fact, each operator gives a condition that the service takes, and comes back as it was', () => {
  for (const [group, fields] of Object.entries(factNames)) for (const field of filled(fields)) assert.ok(facts.has(`${group}.${field}`))
  for (const { path, kind, values } of filled(facts.values()))
    for (const operator of filled(Object.keys(operators[kind]))) {
      const needsValue = !['yes', 'no', 'known', 'unknown'].includes(operator)
      const value = needsValue ? (values[0] ?? (kind === 'number' ? '5' : 'OR')) : ''
      const policy = { name: 'P', rules: [{ ...rule, conditions: [{ fact: path, operator, value }] }] }
      assert.is(
        ruleProblem(policy.rules[0] as FormRule, (fact) => fact),
        null,
        `${path} ${operator}`,
      )
      assert.equal(policyProblems(definitionOf(policy)), [], `${path} ${operator}`)
      assert.equal(formOf(definitionOf(policy)), policy, `${path} ${operator}`)
    }
})

test('each fact about a task names a task that a review may have', () => {
  const keys = [...facts.keys()].flatMap((path) => /^tasks\.(.*)\.status$/.exec(path)?.[1] ?? [])
  const known: readonly string[] = ReviewTaskKey.options
  assert.equal(
    filled(keys).filter((key) => !known.includes(key)),
    [],
  )
})

test('a rule that says too little, or what does not fit, is refused in words', () => {
  const problem = (fact: string, operator: string, value: string) =>
    ruleProblem({ ...rule, conditions: [{ fact, operator, value }] }, (name) => `the fact ${name}`)
  assert.equal(problem('watchlist.hits', '>', 'many'), { field: '0.value', text: '“the fact watchlist.hits” needs a number.' })
  assert.equal(problem('watchlist.hits', '>', ''), { field: '0.value', text: 'Enter a value for “the fact watchlist.hits”.' })
  for (const [fact, operator] of [
    ['tin.verified', '>'],
    ['no.fact', '=='],
  ] as const)
    assert.equal(problem(fact, operator, '1'), { field: '0.operator', text: `“the fact ${fact}” has an operator that does not fit.` })
  assert.equal(ruleProblem({ ...rule, name: '' }, String), { field: 'name', text: 'Give the rule a name.' })
  assert.equal(ruleProblem({ ...rule, status: '' }, String), { field: 'status', text: 'Choose what the rule does.' })
  assert.is(problem('watchlist.hits', '>', '0'), null)
})

test('several conditions, a tag and no condition at all come back; a nested condition does not fit the form', () => {
  const conditions = [
    { fact: 'watchlist.hits', operator: '==', value: '0' },
    { fact: 'business.states', operator: 'lacks', value: 'NY' },
  ]
  const policy = {
    name: 'P',
    rules: [
      { ...rule, join: 'or' as const, conditions, tag: 'clear' },
      { ...rule, name: 'Rest', status: 'in_review' as const },
    ],
  }
  assert.equal(formOf(definitionOf(policy)), policy)
  const [first] = definitionOf(policy).rules
  assert.ok(first)
  const nested = { name: 'P', description: '', rules: [{ ...first, when: { '!': [first.when] } }] }
  assert.is(formOf(nested), null)
})

test('a policy that approves everybody is known; one that leaves anybody out is not', () => {
  const hits = { fact: 'watchlist.hits', operator: '>', value: '0' }
  const open = definitionOf({ name: 'P', rules: [rule] })
  assert.is(approvesEverybody(open), true)
  assert.is(approvesEverybody(definitionOf({ name: 'P', rules: [{ ...rule, conditions: [hits] }, rule] })), true)
  assert.is(approvesEverybody(definitionOf({ name: 'P', rules: [{ ...rule, conditions: [hits], status: 'rejected' }, rule] })), false)
  assert.is(approvesEverybody(definitionOf({ name: 'P', rules: [{ ...rule, conditions: [hits] }] })), false)
})

test.run()
