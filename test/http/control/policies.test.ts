// The operator's routes for policies.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { policies } from '../../../src/commands/policies.ts'
import type { DomainEvent } from '../../../src/events/catalogue.ts'
import type { Mode } from '../../../src/events/modes.ts'
import { businessId, created, reviewed } from '../../commands/businesses.ts'
import { until } from '../../eventually.ts'
import { first, nothing, type Operator, openOperator, second } from './operator.ts'

let it: Operator
test.before(async () => {
  it = await openOperator()
  await it.inner.record(`business-${businessId}`, [created(), reviewed])
})
test.after(() => it.inner.close())

const at = `/accounts/${first}/policies`
const rule = (name: string) => ({
  name,
  when: { '==': [{ var: 'watchlist.hits' }, 0] },
  result: 'approve',
  actions: [{ type: 'set_status', status: 'approved' }],
})
const definition = (name: string, ...rules: readonly string[]) => ({ name, description: '', rules: rules.map(rule) })
const wrongRule = { ...rule('r'), when: { nonsense: [] } }

const add = async (...[name, ...rules]: Parameters<typeof definition>) => (await it.ask('POST', at, definition(name, ...rules))).body

test('a policy is added in versions, and each answer says how many it has and which is enabled', async () => {
  const { status, body } = await it.ask('POST', at, definition('Low risk', 'one'))
  const { policy_id } = body
  assert.equal([status, body], [201, { policy_id, name: 'Low risk', versions: 1, enabled: null, shadow: null }])
  assert.equal(await add('Low risk', 'one', 'two'), { ...body, versions: 2 })
  const other = await add('Other', 'one')
  assert.equal((await it.ask('GET', at)).body, { data: [{ ...body, versions: 2 }, other] })
  assert.equal((await it.ask('GET', `/accounts/${second}/policies`)).body, { data: [] })
  assert.is((await it.ask('GET', `${at}/Other`)).body.policy_id, other.policy_id)
  for (const named of [policy_id, 'Low%20risk']) {
    const { versions, ...shown } = (await it.ask('GET', `${at}/${named}`)).body
    assert.equal(shown, { policy_id, name: 'Low risk', enabled: null, shadow: null })
    assert.equal(
      versions.map((each: { version: number; definition: object }) => [each.version, each.definition]),
      [
        [1, definition('Low risk', 'one')],
        [2, definition('Low risk', 'one', 'two')],
      ],
    )
  }
})

test('a policy is enabled, in a version or the newest, and disabled', async () => {
  const { policy_id } = await add('Switched', 'one')
  await add('Switched', 'one', 'two')
  const put = async (body: object) => (await it.ask('PUT', `${at}/${policy_id}`, body)).body.enabled
  assert.is(await put({ enabled: true, version: 1 }), 1)
  assert.is(await put({ enabled: true }), 2)
  assert.is(await put({ enabled: true, version: null }), 2)
  assert.is(await put({ enabled: false }), null)
})

/** What a version in shadow made of a business, beside the enabled one. */
const outcome = (
  policy_id: string,
  version_id: string,
  change: { readonly result_id: string; readonly differs: boolean },
): DomainEvent => ({
  type: 'ShadowPoliciesEvaluated',
  data: {
    outcomes: [
      {
        policy_id,
        version_id,
        version: 2,
        name: 'Shadowed',
        result: 'approve',
        matched: 'one',
        rules: [],
        actions: [],
        active: { version_id, version: 1, result: 'review', matched: null },
        failure: null,
        ...change,
      },
    ],
  },
})

test('a version runs in shadow until it is ended or promoted, and its outcomes that differ are shown', async () => {
  const { policy_id } = await add('Shadowed', 'one')
  await add('Shadowed', 'one', 'two')
  const shadow = `${at}/Shadowed/shadow`
  assert.is(await it.refusal('PUT', shadow, { version: 2 }), '422 version')
  await it.ask('PUT', `${at}/${policy_id}`, { enabled: true, version: 1 })
  assert.is(await it.refusal('GET', shadow), '404 policy shadow not found')
  const started = await it.ask('PUT', shadow, { version: 2 })
  assert.equal(started, { status: 200, body: { policy_id, name: 'Shadowed', versions: 2, enabled: 1, shadow: 2 } })

  const state = await it.inner.load(policies, first)
  const version_id = state[policy_id]?.shadow ?? ''
  const differing = '0198c0de-0000-7000-8000-0000000000e1'
  const at2 = new Date(it.inner.now().getTime() + 86_400_000)
  const outcomes = [
    outcome(policy_id, version_id, { result_id: differing, differs: true }),
    outcome(policy_id, version_id, { result_id: '0198c0de-0000-7000-8000-0000000000e2', differs: false }),
  ]
  await it.inner.record(`business-${businessId}`, outcomes, { at: at2 })
  const of = async (mode: string) => (await it.ask('GET', `${shadow}${mode}`)).body
  const test = await of('?mode=test')
  assert.equal([test.version, test.active_version, test.outcomes, test.differing], [2, 1, 2, 1])
  assert.equal(
    test.outcomes_differing.map(({ id, differs }: { id: string; differs: boolean }) => [id, differs]),
    [[differing, true]],
  )
  const live = await of('')
  assert.equal([live.outcomes, live.outcomes_differing], [0, []])
  assert.equal(await of('?mode=live'), live)
  assert.is(await it.refusal('GET', `${shadow}?mode=both`), '400 mode')

  assert.is((await it.ask('DELETE', shadow)).body.shadow, null)
  assert.is(await it.refusal('GET', shadow), '404 policy shadow not found')
  assert.is(await it.refusal('POST', `${shadow}/promotion`, { version: 2 }), '422 version')
  await it.ask('PUT', shadow, { version: 2 })
  assert.is(await it.refusal('POST', `${shadow}/promotion`, { version: 7 }), '404 version')
  const promoted = await it.ask('POST', `${shadow}/promotion`, { version: 2 })
  assert.equal([promoted.status, promoted.body.enabled, promoted.body.shadow], [200, 2, null])
})

test('a definition is tried on a business of the account, which stays as it is', async () => {
  const body = { definition: definition('Trial', 'one'), business_id: businessId }
  const { status, body: tried } = await it.ask('POST', `${at}/test`, body)
  assert.equal([status, tried.matched, tried.actions], [200, 'one', rule('one').actions])
  assert.is(await it.refusal('POST', `/accounts/${second}/policies/test`, body), '404 business not found')
  assert.is(await it.refusal('POST', `${at}/test`, { ...body, business_id: nothing }), '404 business not found')
})

test('a trial goes over the businesses of the account in the mode that is named, the live ones where none is', async () => {
  const trials = `/accounts/${first}/policy_trials`
  const completed = async (mode?: Mode) => {
    const begun = await it.ask('POST', trials, { definition: definition('Trial', 'one'), ...(mode && { mode }) })
    assert.equal([begun.status, begun.body.status], [201, 'running'])
    const path = `${trials}/${begun.body.id}`
    await until('the trial is done', async () => (await it.ask('GET', path)).body.status === 'completed')
    assert.is(await it.refusal('GET', `/accounts/${second}/policy_trials/${begun.body.id}`), '404 policy trial not found')
    return (await it.ask('GET', path)).body
  }
  assert.equal([(await completed('test')).done, (await completed('live')).done, (await completed()).done], [1, 0, 0])
})

const wrong: readonly (readonly [method: string, path: string, body: object | undefined, refusal: string])[] = [
  ['POST', '', { name: 'x' }, '422 rules'],
  ['POST', '', { name: '', rules: [rule('r')] }, '422 name'],
  ['POST', '', { name: 'x', rules: [wrongRule] }, '422 rules.0.when'],
  ['POST', '/test', { definition: definition('x', 'r') }, '422 business_id'],
  ['POST', '/test', { definition: { name: 'x', rules: [wrongRule] }, business_id: businessId }, '422 definition.rules.0.when'],
  ['GET', '/Unknown', undefined, '404 policy not found'],
  ['GET', `/${nothing}`, undefined, '404 policy not found'],
  ['PUT', '/Unknown', { enabled: true }, '404 policy not found'],
  ['PUT', '/Low%20risk', { enabled: 'yes' }, '422 enabled'],
  ['PUT', '/Low%20risk', { enabled: true, version: 0 }, '422 version'],
  ['PUT', '/Low%20risk', { enabled: true, version: 9 }, '404 version'],
  ['GET', '/Unknown/shadow', undefined, '404 policy not found'],
  ['PUT', '/Unknown/shadow', { version: 1 }, '404 policy not found'],
  ['PUT', '/Low%20risk/shadow', {}, '422 version'],
  ['DELETE', '/Unknown/shadow', undefined, '404 policy not found'],
  ['POST', '/Unknown/shadow/promotion', { version: 1 }, '404 policy not found'],
  ['POST', '/Low%20risk/shadow/promotion', {}, '422 version'],
]
for (const [method, path, body, refusal] of wrong)
  test(`${method} ${path} of ${JSON.stringify(body)} is refused`, async () => {
    assert.is(await it.refusal(method, at + path, body), refusal)
  })

test('a version that a policy does not have is named, with those that it has', async () => {
  const { body } = await it.ask('PUT', `${at}/Low%20risk`, { enabled: true, version: 9 })
  assert.equal(body.errors, [{ message: 'Low risk has no version 9; versions are 1, 2', parameter: 'version' }])
})

test('a trial is refused for what it cannot use', async () => {
  const trials = `/accounts/${first}/policy_trials`
  const body = { definition: definition('Trial', 'one') }
  assert.is(await it.refusal('POST', trials, { ...body, mode: 'sandbox' }), '422 mode')
  assert.is(await it.refusal('POST', trials, { definition: { name: 'x', rules: [wrongRule] } }), '422 definition.rules.0.when')
  assert.is(await it.refusal('POST', trials, { ...body, list_versions: [{ list: 'SDN', version: '1' }] }), '422 list_versions.0.list')
  assert.is(await it.refusal('GET', `${trials}/${nothing}`), '404 policy trial not found')
})

const everyPath = [
  ['GET', '/policies'],
  ['POST', '/policies', definition('x', 'r')],
  ['POST', '/policies/test', { definition: definition('x', 'r'), business_id: businessId }],
  ['POST', '/policy_trials', { definition: definition('x', 'r') }],
  ['GET', `/policy_trials/${nothing}`],
  ['GET', '/policies/Other'],
  ['PUT', '/policies/Other', { enabled: true }],
  ['GET', '/policies/Other/shadow'],
  ['PUT', '/policies/Other/shadow', { version: 1 }],
  ['DELETE', '/policies/Other/shadow'],
  ['POST', '/policies/Other/shadow/promotion', { version: 1 }],
] as const
for (const [method, path, body] of everyPath)
  test(`${method} of ${path} at an account that does not exist is 404`, async () => {
    assert.is(await it.refusal(method, `/accounts/${nothing}${path}`, body), '404 account not found')
  })

test.run()
