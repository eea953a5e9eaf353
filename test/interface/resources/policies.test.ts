// The result of a policy in responses: which rule decided, and whether its actions were carried out.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { policyResultResource } from '../../../src/interface/resources/policies.ts'

const test = suite('results of policies')

type Result = Parameters<typeof policyResultResource>[0]
const resultOf = (change: object) =>
  policyResultResource({ id: 'r', result: 'approved', matched: 'small', rules: [], actions: [], ...change } as unknown as Result)
const action = (executed: boolean) => ({ id: 'a', action: { type: 'set_status' }, executed, explanation: null })

for (const [what, actions, executed] of [
  ['there is one, and it was carried out', [true], true],
  ['all were carried out', [true, true], true],
  ['one was not', [true, false], false],
  ['there is none', [], false],
] as const)
  test(`the actions of a policy are ${executed ? '' : 'not '}executed where ${what}`, () => {
    const result = resultOf({ actions: actions.map(action) })
    assert.is(result.executed, executed)
    assert.equal(
      result.policy_action_results.map((each) => each.executed),
      actions,
    )
  })

test('the rule that decided is the last one tried, and none where no rule matched', () => {
  const rules = [{ name: 'small' }, { name: 'small' }]
  assert.equal(resultOf({ rules }).details.rule, { name: 'small', place: 2 })
  assert.is(resultOf({ rules, matched: null }).details.rule, null)
})

test.run()
