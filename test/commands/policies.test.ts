// The policies of an account as sentences.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { enabledVersions, policies, shadowOf } from '../../src/commands/policies.ts'
import type { PolicyDefinition, PolicyEvent } from '../../src/events/policy.ts'
import { given } from './given.ts'

const policyId = '0198c0de-0000-7000-8000-0000000000e1'
const first = '0198c0de-0000-7000-8000-0000000000e2'
const second = '0198c0de-0000-7000-8000-0000000000e3'
const definition = (name = 'a'): PolicyDefinition => ({
  name: 'Policy',
  description: '',
  rules: [{ name, when: { '!!': [{ var: 'watchlist.screened' }] }, result: 'yes', actions: [] }],
})
const added = (version_id: string, version: number): PolicyEvent => ({
  type: 'PolicyVersionAdded',
  data: { policy_id: policyId, version_id, version, definition: definition(String(version)) },
})
const enabled = (version_id: string): PolicyEvent => ({ type: 'PolicyVersionEnabled', data: { policy_id: policyId, version_id } })
const add = (name: string) => ({ type: 'AddPolicyVersion' as const, policyId, versionId: second, definition: definition(name) })

test('another definition is the next version', () => {
  const [event] = given(policies, [added(first, 1)])
    .when(add('2'))
    .events()
  assert.is(event?.type === 'PolicyVersionAdded' && event.data.version, 2)
})
test('the same definition again is no new version', () =>
  given(policies, [added(first, 1)])
    .when(add('1'))
    .then([]))
test('a definition that cannot be read is refused', () => {
  const wrong = { ...definition(), rules: [{ name: 'r', when: { eval: ['1'] }, result: 'x', actions: [] }] }
  given(policies, [])
    .when({ ...add('x'), definition: wrong })
    .isRefused('policy_does_not_parse', 'rules')
})
test('actions that the interface would refuse are refused', () => {
  const [rule] = definition().rules
  const withAction = (action: PolicyDefinition['rules'][number]['actions'][number]) =>
    given(policies, []).when({ ...add('x'), definition: { ...definition(), rules: [{ ...rule, actions: [action] }] } as PolicyDefinition })
  withAction({ type: 'enable_monitor', event_types: ['watchlist'] }).isRefused('policy_does_not_parse', 'rules')
  withAction({ type: 'enable_monitor', event_types: ['watchlist_result'] }).thenTypes('PolicyVersionAdded')
  withAction({ type: 'order_product', product: 'liens', subproducts: ['ucc'] }).isRefused('policy_does_not_parse', 'rules')
  withAction({ type: 'order_product', product: 'liens', subproducts: ['ucc_documents'] }).thenTypes('PolicyVersionAdded')
})
test('the newest version is enabled unless another is named', () => {
  const history = [added(first, 1), added(second, 2)]
  given(policies, history)
    .when({ type: 'EnablePolicy', policyId, version: null })
    .then([enabled(second)])
  given(policies, history)
    .when({ type: 'EnablePolicy', policyId, version: 1 })
    .then([enabled(first)])
  given(policies, history).when({ type: 'EnablePolicy', policyId, version: 3 }).isRefused('policy_version_not_found', 'version')
})
test('one version is in force at a time', () => {
  const state = [added(first, 1), added(second, 2), enabled(first), enabled(second)].reduce(policies.evolve, policies.initial)
  assert.equal(
    enabledVersions(state).map(({ version }) => version),
    [2],
  )
})
test('what is disabled is disabled once', () => {
  given(policies, [added(first, 1), enabled(first)])
    .when({ type: 'DisablePolicy', policyId })
    .thenTypes('PolicyDisabled')
  given(policies, [added(first, 1)])
    .when({ type: 'DisablePolicy', policyId })
    .then([])
  given(policies, []).when({ type: 'DisablePolicy', policyId }).isRefused('policy_not_found')
  given(policies, []).when({ type: 'DisablePolicy', policyId: 'constructor' }).isRefused('policy_not_found')
})

const shadowed = (version_id: string): PolicyEvent => ({ type: 'PolicyShadowStarted', data: { policy_id: policyId, version_id } })
const ended: PolicyEvent = { type: 'PolicyShadowEnded', data: { policy_id: policyId } }
const two = [added(first, 1), added(second, 2), enabled(first)]
const start = (version: number) => ({ type: 'StartPolicyShadow' as const, policyId, version })
const promote = (version: number) => ({ type: 'PromotePolicyShadow' as const, policyId, version })

test('a version runs in shadow beside the enabled one', () => {
  given(policies, two)
    .when(start(2))
    .then([shadowed(second)])
  given(policies, [...two, shadowed(second)])
    .when(start(2))
    .then([])
  const state = [...two, shadowed(second)].reduce(policies.evolve, policies.initial)
  assert.is(shadowOf(state, { policy_id: policyId })?.version, 2)
})
test('the enabled version itself, an unknown one, and one without an enabled version beside it do not run in shadow', () => {
  given(policies, two).when(start(1)).isRefused('policy_version_enabled', 'version')
  given(policies, two).when(start(3)).isRefused('policy_version_not_found', 'version')
  given(policies, [added(first, 1)])
    .when(start(1))
    .isRefused('policy_not_enabled', 'version')
})
test('a shadow is ended once', () => {
  given(policies, [...two, shadowed(second)])
    .when({ type: 'EndPolicyShadow', policyId })
    .then([ended])
  given(policies, two).when({ type: 'EndPolicyShadow', policyId }).then([])
})
test('a shadow that is promoted is the enabled version and no shadow any more', () => {
  given(policies, [...two, shadowed(second)])
    .when(promote(2))
    .then([ended, enabled(second)])
  given(policies, [...two, shadowed(second), ended, enabled(second)])
    .when(promote(2))
    .then([])
})
test('another version than the one in shadow is not promoted', () => {
  given(policies, [...two, added('0198c0de-0000-7000-8000-0000000000e4', 3), shadowed(second)])
    .when(promote(3))
    .isRefused('policy_version_not_in_shadow', 'version')
  given(policies, two).when(promote(2)).isRefused('policy_version_not_in_shadow', 'version')
})
test('enabling the version in shadow, and disabling the policy, end the shadow; enabling a third version does not', () => {
  const running = [...two, shadowed(second)]
  given(policies, running)
    .when({ type: 'EnablePolicy', policyId, version: 2 })
    .then([ended, enabled(second)])
  given(policies, running).when({ type: 'DisablePolicy', policyId }).thenTypes('PolicyShadowEnded', 'PolicyDisabled')
  const third = '0198c0de-0000-7000-8000-0000000000e4'
  given(policies, [...running, added(third, 3)])
    .when({ type: 'EnablePolicy', policyId, version: 3 })
    .then([enabled(third)])
})

test.run()
