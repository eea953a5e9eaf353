// Policies from outside: added and enabled by the operator, evaluated when the review completes, shown with what matched, why and what was done.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { acme, type Body, business, parameters, startTestService, type TestService, until, verified } from './service.ts'

const test = suite('policies')
let probity: TestService
let policies: string
test.before(async () => {
  probity = await startTestService()
  const { body } = await probity.operator.get('/operator/accounts')
  policies = `/operator/accounts/${body.data[0].id}/policies`
})
test.after(() => probity.stop())

const rule = (name: string, when: unknown, actions: readonly object[] = [], result = name) => ({ name, when, result, actions })
const listed = rule('reject', { '>': [{ var: 'watchlist.hits' }, 0] }, [
  { type: 'set_status', status: 'rejected' },
  { type: 'add_tag', tag: 'listed' },
  { type: 'enable_monitor', event_types: ['watchlist_result'] },
])
const clean = rule('approve', { and: [{ '==': [{ var: 'tasks.name.status' }, 'success'] }, { '==': [{ var: 'watchlist.hits' }, 0] }] }, [
  { type: 'set_status', status: 'approved' },
])

/** Adds and enables it, and disables it again behind the test. */
const inForce = async (definition: { readonly name: string }, work: () => Promise<void>): Promise<void> => {
  const added = await probity.operator.post(policies, definition)
  assert.is(added.status, 201, added.text)
  const policy = `${policies}/${added.body.policy_id}`
  const { enabled } = (await probity.operator.put(policy, { enabled: true })).body
  assert.ok(enabled >= 1)
  assert.is(enabled, added.body.versions, 'the latest version')
  try {
    await work()
  } finally {
    await probity.operator.put(policy, { enabled: false })
  }
}

const results = async (id: string): Promise<Body> => (await probity.test.get(`/v1/businesses/${id}/policy_results`)).body
const evaluated = async (id: string): Promise<Body> => {
  await until('policies were evaluated', async () => (await results(id)).total_count > 0)
  return (await results(id)).data[0]
}
const created = async (more: object = {}): Promise<string> => (await probity.test.post('/v1/businesses', { ...acme, ...more })).body.id

test('the first rule that holds decides, and everything says why', () =>
  inForce({ name: 'Decisions', rules: [listed, clean] } as never, async () => {
    const id = await created({ name: 'Watchlist Business', tags: ['new'] })
    const result = await evaluated(id)
    assert.equal([result.name, result.matched, result.result, result.executed], ['Decisions', 'reject', 'reject', true])
    assert.equal(result.details.rule, { name: 'reject', place: 1 })
    assert.ok(filled(result.policy_action_results).every(({ details }: Body) => details.rule === 'reject'))
    assert.equal(result.details.rules, [
      { name: 'reject', holds: true, reasons: [{ condition: 'watchlist.hits > 0', holds: true, facts: { 'watchlist.hits': 1 } }] },
    ])
    assert.equal(
      result.policy_action_results.map(({ policy_action, executed }: Body) => [policy_action.action_type, executed]),
      [
        ['set_status', true],
        ['add_tag', true],
        ['enable_monitor', true],
      ],
    )
    const record = await business(probity.test, id, 'it is rejected', ({ status }) => status === 'rejected')
    assert.equal(record.tags, ['new', 'listed'])
    assert.is(record.monitor.event_types[0].type, 'watchlist_result.created')
    assert.match(result.id, /^[0-9a-f-]{36}$/)
    assert.equal(record.policy_results, [result])

    const other = await created()
    assert.equal([(await evaluated(other)).matched, (await evaluated(other)).details.rules.length], ['approve', 2])
    await business(probity.test, other, 'it is approved', ({ status }) => status === 'approved')
  }))

test('a business of which no rule holds has a result that says so', () =>
  inForce({ name: 'Nothing holds', rules: [rule('never', { '<': [{ var: 'registrations.count' }, 0] })] } as never, async () => {
    const result = await evaluated(await created())
    assert.equal([result.result, result.matched, result.executed, result.policy_action_results], ['no_match', null, false, []])
  }))

test('a product is ordered once, whatever its own review says', () =>
  inForce(
    {
      name: 'More',
      rules: [rule('order', { '!': [{ var: 'tin.submitted' }] }, [{ type: 'order_product', product: 'adverse_media' }])],
    } as never,
    async () => {
      const id = await created()
      const products = (record: Body) => record.orders.map(({ product }: Body) => product)
      const ended = ({ orders }: Body) => orders.length > 1 && orders.every(({ status }: Body) => status === 'completed')
      const record = await business(probity.test, id, 'the ordered product is done', ended)
      assert.equal(products(record).toSorted(), ['adverse_media', 'business_verification_verify'])
      await evaluated(id)
    },
  ))

test('results of a version that is disabled are not shown, and a later version takes the place of an earlier one', async () => {
  const name = 'Versions'
  let id = ''
  await inForce({ name, rules: [rule('first', { '!!': [{ var: 'watchlist.screened' }] })] } as never, async () => {
    id = await created()
    assert.equal([(await evaluated(id)).matched, (await evaluated(id)).details.version], ['first', 1])
  })
  assert.equal((await results(id)).data, [])
  assert.equal((await probity.test.get(`/v1/businesses/${id}`)).body.policy_results, [])
  await inForce({ name, rules: [rule('second', { '!!': [{ var: 'watchlist.screened' }] })] } as never, async () => {
    assert.equal((await results(id)).data, [], 'it has not been evaluated yet')
    assert.equal((await evaluated(await created())).details.version, 2)
  })
})

test('what somebody decided stays decided', async () => {
  const { id } = await verified(probity.test, { ...acme, name: 'Watchlist Business' })
  await probity.test.patch(`/v1/businesses/${id}`, { status: 'approved', status_reason: 'Known for years' })
  await inForce({ name: 'Late', rules: [listed] } as never, async () => {
    const payload = { names: ['Watchlist Business of the West'] }
    await probity.test.post('/v1/actions', { object_type: 'businesses', object_id: id, type: 'add_attributes', payload })
    const result = await evaluated(id)
    assert.equal(result.policy_action_results[0].executed, false)
    assert.match(result.policy_action_results[0].details.explanation, 'approved already')
    assert.is((await probity.test.get(`/v1/businesses/${id}`)).body.status, 'approved')
  })
})

test('a policy does not approve over a watchlist hit that nobody dismissed', () =>
  inForce({ name: 'Everybody', rules: [{ ...clean, when: { '>=': [{ var: 'registrations.count' }, 0] } }] } as never, async () => {
    const id = await created({ name: 'Watchlist Business' })
    const [action] = (await evaluated(id)).policy_action_results
    assert.is(action.executed, false)
    assert.match(action.details.explanation, 'a watchlist hit is not dismissed')
    assert.is((await probity.test.get(`/v1/businesses/${id}`)).body.status, 'in_review')
    const other = await created()
    assert.is((await evaluated(other)).policy_action_results[0].executed, true)
  }))

test('a policy can be tried without anything being done', async () => {
  const { id } = await verified(probity.test, { ...acme, name: 'Watchlist Business' })
  const { body } = await probity.operator.post(`${policies}/test`, { definition: { name: 'Trial', rules: [listed] }, business_id: id })
  assert.equal([body.matched, body.actions.length], ['reject', 3])
  assert.is((await probity.test.get(`/v1/businesses/${id}`)).body.status, 'in_review')
})

const refusals: readonly (readonly [what: string, when: unknown, message: string])[] = [
  ['an unknown operator', { regex: ['a', 'b'] }, 'unknown operator "regex"'],
  ['a method call', { method: [{ var: 'business.name' }, 'constructor'] }, 'unknown operator "method"'],
  ['an unknown fact', { '>': [{ var: 'watchlist.hitz' }, 0] }, 'unknown fact "watchlist.hitz"'],
  ['two operators at once', { and: [true], or: [true] }, 'exactly one operator'],
  ['a number of arguments that does not fit', { '>': [1] }, 'it takes 2'],
  ['a condition that is text', 'true', 'must be an object'],
]
for (const [what, when, message] of refusals)
  test(`${what} is refused, and the message says where`, async () => {
    const { status, body } = await probity.operator.post(policies, { name: 'Wrong', rules: [rule('r', when)] })
    assert.is(status, 422)
    assert.match(body.errors[0].message, message)
    assert.match(body.errors[0].parameter, /^rules\.0\.when/)
  })

test('a type that the account may not monitor is told, and the others are monitored', async () => {
  const allow = (...monitor_types: string[]) => probity.operator.put(policies.replace(/policies$/, 'monitor_types'), { monitor_types })
  assert.is((await allow('registration')).status, 200)
  try {
    const watch = rule('watch', { '!!': [{ var: 'watchlist.screened' }] }, [
      { type: 'enable_monitor', event_types: ['registration', 'watchlist_result'] },
    ])
    await inForce({ name: 'Watch', rules: [watch] } as never, async () => {
      const id = await created()
      const [action] = (await evaluated(id)).policy_action_results
      assert.is(action.executed, false)
      assert.is(action.details.explanation, 'watchlist_result cannot be monitored; the others are')
      const { event_types } = (await probity.test.get(`/v1/businesses/${id}/monitor`)).body
      assert.ok(event_types.some(({ type }: Body) => type === 'registration.created'))
      assert.not.ok(event_types.some(({ type }: Body) => type === 'watchlist_result.created'))
      const ask = (...wanted: string[]) => probity.test.put(`/v1/businesses/${id}/monitor`, { event_types: wanted })
      const refused = await ask('registration', 'watchlist_result')
      assert.equal([refused.status, refused.body.errors[0].parameter], [422, 'event_types'])
      assert.match(refused.body.errors[0].message, /^watchlist_result[^,]*(, watchlist_result[^,]*)* cannot be monitored: the account/)
      assert.is((await ask('registration')).status, 200)
    })
  } finally {
    await allow('bankruptcy', 'certification', 'registration', 'tin', 'watchlist_result', 'lien')
  }
})

test('actions that the interface would refuse are refused, and the message says where', async () => {
  const actions = [
    { type: 'enable_monitor', event_types: ['registration', 'watchlist'] },
    { type: 'order_product', product: 'documents', subproducts: ['articles'] },
    { type: 'order_product', product: 'tin', subproducts: ['web_analysis'] },
    { type: 'set_status', status: 'rejected', reasons: ['bankruptcy', 'bankrupcy'] },
  ]
  const wrong = await probity.operator.post(policies, { name: 'Misspelt', rules: [rule('r', { '!!': [1] }, actions)] })
  assert.is(wrong.status, 422)
  assert.equal(parameters(wrong), [
    'rules.0.actions.0.event_types.1',
    'rules.0.actions.1.subproducts.0',
    'rules.0.actions.2.subproducts.0',
    'rules.0.actions.3.reasons.1',
  ])
  assert.match(wrong.body.errors[0].message, /"watchlist" is no event type; known are .*watchlist_result/)
  const right = [
    { type: 'enable_monitor', event_types: ['*', 'lien.found'] },
    { type: 'order_product', product: 'documents', subproducts: ['articles_of_incorporation'] },
    { type: 'set_status', status: 'rejected', reasons: ['bankruptcy'] },
  ]
  const definition = { name: 'Spelt', rules: [rule('r', { '!!': [1] }, right)] }
  assert.is((await probity.operator.post(policies, definition)).status, 201)
})

test('a policy without rules, or with an unknown action, is refused', async () => {
  assert.equal(parameters(await probity.operator.post(policies, { name: 'Empty', rules: [] })), ['rules'])
  const wrong = await probity.operator.post(policies, { name: 'x', rules: [rule('r', { '!!': [1] }, [{ type: 'explode' }])] })
  assert.equal([wrong.status, parameters(wrong)], [422, ['rules.0.actions.0.type']])
})

test('an unknown business has no results, nor has one of another account', async () => {
  assert.is((await probity.test.get('/v1/businesses/0198c0de-0000-7000-8000-00000000dead/policy_results')).status, 404)
  const { id } = await verified(probity.test, acme)
  const other = await probity.otherAccount()
  assert.is((await other.get(`/v1/businesses/${id}/policy_results`)).status, 404)
})

test('a version runs in shadow: its outcomes are compared with those of the active version, and it does nothing until it is promoted', async () => {
  const name = 'Shadowed'
  const strict = [
    { ...rule('reject', { '==': [{ var: 'watchlist.hits' }, 0] }, [{ type: 'set_status', status: 'rejected' }]), name: 'strict' },
  ]
  await inForce({ name, rules: [listed, clean] } as never, async () => {
    const { policy_id } = (await probity.operator.post(policies, { name, rules: [listed, ...strict] })).body
    const shadow = `/v1/policies/${policy_id}/shadow`
    // Reviews of earlier tests would have outcomes, too.
    await probity.settled()
    const noShadow = await probity.test.get(shadow)
    assert.equal([noShadow.status, noShadow.body.errors[0].message], [404, 'policy shadow not found'])
    const wrong = await probity.test.put(shadow, { version: 1 })
    assert.equal([wrong.status, parameters(wrong)], [422, ['version']])
    assert.is((await probity.test.put(shadow, { version: 7 })).status, 404)

    const begun = await probity.test.put(shadow, { version: 2 })
    assert.equal([begun.status, begun.body.active_version, begun.body.shadow_version], [200, 1, 2])
    const same = await created({ name: 'Watchlist Business' })
    const other = await created()
    await business(probity.test, other, 'it is approved', ({ status }) => status === 'approved')
    await business(probity.test, same, 'it is rejected', ({ status }) => status === 'rejected')
    await until('both outcomes are on record', async () => (await probity.test.get(shadow)).body.outcomes === 2)
    const { body } = await probity.test.get(shadow)
    assert.equal([body.version, body.active_version, body.differing, body.failed], [2, 1, 1, 0])
    assert.equal(body.rules, [
      { name: 'reject', outcomes: 1, differing: 0 },
      { name: 'strict', outcomes: 1, differing: 1 },
      { name: null, outcomes: 0, differing: 0 },
    ])
    const differing = (await probity.test.get(`${shadow}/outcomes?differs=true`)).body
    assert.equal([differing.total_count, differing.data[0].business_id, differing.data[0].rule], [1, other, 'strict'])
    assert.equal(differing.data[0].active, { version: 1, result: 'approve', rule: 'approve' })
    assert.is(differing.data[0].executed, false)
    assert.is((await probity.test.get(`${shadow}/outcomes`)).body.total_count, 2)
    assert.is((await probity.live.get(shadow)).body.outcomes, 0, 'the other mode has none')
    const stranger = await probity.otherAccount()
    assert.is((await stranger.get(shadow)).status, 404)
    assert.is((await stranger.put(shadow, { version: 2 })).status, 404)
    assert.is((await probity.test.get(`/v1/businesses/${other}`)).body.status, 'approved')
    assert.is((await results(other)).total_count, 1, 'the results of the business are those of the active version')

    assert.is((await probity.test.post(`${shadow}/promotion`, { version: 1 })).status, 200, 'the active version stays')
    const promoted = await probity.test.post(`${shadow}/promotion`, { version: 2 })
    assert.equal([promoted.status, promoted.body.active_version, promoted.body.shadow_version], [200, 2, null])
    await business(probity.test, await created(), 'it is rejected', ({ status }) => status === 'rejected')
    assert.is((await probity.test.get(shadow)).status, 404)
  })
  const known = (await probity.test.get('/v1/policies')).body.data.find((each: Body) => each.name === name)
  assert.equal([known.active_version, known.shadow_version, known.versions.length], [null, null, 2])
})

test('a shadow that is ended evaluates nothing more, and one that is started again counts from then on', async () => {
  const name = 'Ended'
  await inForce({ name, rules: [listed] } as never, async () => {
    const { policy_id } = (await probity.operator.post(policies, { name, rules: [clean] })).body
    const shadow = `/v1/policies/${policy_id}/shadow`
    await probity.test.put(shadow, { version: 2 })
    await evaluated(await created())
    await until('the outcome is on record', async () => (await probity.test.get(shadow)).body.outcomes === 1)
    const ended = await probity.test.del(shadow)
    assert.equal([ended.status, ended.body.shadow_version], [200, null])
    await evaluated(await created())
    assert.is((await probity.test.put(shadow, { version: 2 })).status, 200)
    assert.is((await probity.test.get(shadow)).body.outcomes, 0)
  })
})

test('the decision and the report name the policy that decided and its rule, also once it is disabled', async () => {
  let id = ''
  const named = async () => {
    const { decision } = (await probity.test.get(`/v1/businesses/${id}/report`)).body
    const { decided_by } = (await probity.test.get(`/v1/businesses/${id}/decision`)).body.decision
    return [decision.policy, decision.decided_by, decided_by.name]
  }
  const told = ['Deciding: approve', 'Policy “Deciding”', 'Policy “Deciding”']
  await inForce({ name: 'Deciding', rules: [clean] } as never, () =>
    inForce(
      { name: 'Tagging', rules: [rule('tag', { '!!': [{ var: 'watchlist.screened' }] }, [{ type: 'add_tag', tag: 'seen' }])] } as never,
      async () => {
        id = await created()
        await evaluated(id)
        assert.equal(await named(), told)
      },
    ),
  )
  assert.equal(await named(), told)
})

test.run()
