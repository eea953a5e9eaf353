// A version in shadow beside the enabled one: it sees the same facts, is recorded once, does nothing, and never disturbs the enabled version.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openAggregates } from '../../src/commands/handler.ts'
import type { DomainEvent, StoredEvent } from '../../src/events/catalogue.ts'
import type { PolicyDefinition } from '../../src/events/policy.ts'
import { policyEvaluation } from '../../src/processes/policies.ts'
import { wholeLog } from '../../src/projections/checkpoints.ts'
import { shadowResults } from '../../src/projections/policies.ts'
import type { RecordedEvent } from '../../src/stores/event-store.ts'
import { businessId, created, done, order, reviewed } from '../commands/businesses.ts'
import { filled } from '../filled.ts'
import { accountId, context, openStores, type Stores } from '../stores/log.ts'

const policy_id = '0198c0de-0000-7000-8000-0000000000e1'
const active = '0198c0de-0000-7000-8000-0000000000e2'
const shadow = '0198c0de-0000-7000-8000-0000000000e3'
const noted = '0198c0de-0000-7000-8000-0000000000e4'

type Rule = PolicyDefinition['rules'][number]
const approve: Rule = {
  name: 'no hit',
  when: { '==': [{ var: 'watchlist.hits' }, 0] },
  result: 'approve',
  actions: [{ type: 'set_status', status: 'approved' }],
}
/** Would hold only after the enabled version has acted. */
const ifApproved: Rule = {
  name: 'approved already',
  when: { '==': [{ var: 'business.status' }, 'approved'] },
  result: 'reject',
  actions: [{ type: 'set_status', status: 'rejected' }],
}
const tag: Rule = { ...approve, result: 'tag', actions: [{ type: 'add_tag', tag: 'from the shadow' }] }
/** No version with it can be added, but an older program may have let one in. */
const unreadable: Rule = { ...approve, name: 'unreadable', when: { nonsense: [1] } }

let stores: Stores
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(() => stores.close())

const business = `business-${businessId}`

/** Policies with these rules, a business with a review, and the delivery of that review. */
const scene = async (activeRules: readonly Rule[], shadowRules: readonly Rule[]) => {
  const version = (version_id: string, version: number, rules: readonly Rule[]) => ({
    type: 'PolicyVersionAdded' as const,
    data: { policy_id, version_id, version, definition: { name: 'Onboarding', description: '', rules: [...rules] } },
  })
  await stores.append(
    `policies-${accountId}`,
    version(active, 1, activeRules),
    version(shadow, 2, shadowRules),
    { type: 'PolicyVersionEnabled', data: { policy_id, version_id: active } },
    { type: 'PolicyShadowStarted', data: { policy_id, version_id: shadow } },
  )
  await stores.append(business, created(), ...done(order('business_verification_verify')), reviewed)
  const review = (await stores.log.read(business)).at(-1) as StoredEvent<'ReviewCompleted'>
  const { on } = policyEvaluation({ ...openAggregates(stores.log), log: stores.log })
  const contextOf = (step: string) => context({ commandId: step === 'noted' ? noted : context().commandId })
  return async () => {
    await on.ReviewCompleted?.(review, { count: 1, context: contextOf, signal: new AbortController().signal })
    return (await stores.log.read(business)).filter(({ position }) => position > review.position)
  }
}

const outcomesIn = (events: readonly StoredEvent[]) =>
  events.flatMap((event) => (event.type === 'ShadowPoliciesEvaluated' ? event.data.outcomes : []))

test('a policy that rejects states reasons of the list, and one with a reason that the list lacks decides nothing', async () => {
  const reject = (...reasons: string[]): Rule => ({ ...approve, actions: [{ type: 'set_status', status: 'rejected', reasons }] })
  const events = await (await scene([reject('not_registered', 'bankruptcy')], [approve]))()
  const rejection = events.find((event) => event.type === 'BusinessRejected') as StoredEvent<'BusinessRejected'>
  assert.equal(
    rejection.data.reasons?.map(({ code, text }) => [code, text]),
    [
      ['not_registered', 'Business not registered, or registration not active'],
      ['bankruptcy', 'Bankruptcy'],
    ],
  )
  await stores.close()
  stores = await openStores()
  const others = await (await scene([reject('no_such')], [approve]))()
  assert.not(filled(others).some(({ type }) => type === 'BusinessRejected'))
  const evaluated = others.find((event) => event.type === 'PoliciesEvaluated') as StoredEvent<'PoliciesEvaluated'>
  assert.match(JSON.stringify(evaluated.data), 'there is no reason “no_such” for this decision')
})

test('it sees the facts that the enabled version saw, before that one acted, and none of its actions is carried out', async () => {
  const deliver = await scene([approve], [ifApproved, tag])
  const events = await deliver()
  assert.equal(
    events.map(({ type }) => type),
    ['BusinessApproved', 'PoliciesEvaluated', 'ShadowPoliciesEvaluated'],
  )
  const [outcome] = outcomesIn(events)
  assert.equal([outcome?.version, outcome?.matched, outcome?.result, outcome?.differs], [2, 'no hit', 'tag', true])
  assert.equal(
    outcome?.rules.map(({ name, holds }) => [name, holds]),
    [
      ['approved already', false],
      ['no hit', true],
    ],
  )
  assert.equal(
    outcome?.actions.map(({ action, executed, explanation }) => [action.type, executed, explanation]),
    [['add_tag', false, 'not carried out: the version runs in shadow']],
  )
  assert.equal(outcome?.active, { version_id: active, version: 1, result: 'approve', matched: 'no hit' })
})

test('an outcome differs by its result or its actions, not by the name of the rule', async () => {
  const renamed = { ...approve, name: 'the same under another name' }
  assert.is(outcomesIn(await (await scene([approve], [renamed]))())[0]?.differs, false)
})

test('the same actions with another result differ', async () => {
  assert.is(outcomesIn(await (await scene([approve], [{ ...approve, result: 'accept' }]))())[0]?.differs, true)
})

test('a review that is delivered again records one outcome', async () => {
  const deliver = await scene([approve], [tag])
  const first = await deliver()
  const again = await deliver()
  assert.is(outcomesIn(first).length, 1)
  assert.equal(outcomesIn(again), outcomesIn(first))
  assert.is(again.length, first.length)
  const keys = again.flatMap((event) => shadowResults.keys(event))
  assert.is(keys.length, 1, 'and one entry of the read model')
})

test('a review that comes late, after the policy has acted on a later one, is judged by what is known by then', async () => {
  const deliver = await scene([ifApproved], [tag])
  const last = (await stores.log.read(business)).at(-1) as StoredEvent
  const acted = context({ actor: { type: 'process', id: `policy/${active}` }, causationId: '0198c0de-0000-7000-8000-0000000000e5' })
  const end = { revision: last.revision, hash: last.metadata.hash }
  await stores.log.append(business, [{ type: 'BusinessApproved', data: { note: null } }], end, acted)
  const evaluated = (await deliver()).find((event) => event.type === 'PoliciesEvaluated') as StoredEvent<'PoliciesEvaluated'>
  assert.equal(
    evaluated.data.outcomes.map(({ matched, result }) => [matched, result]),
    [['approved already', 'reject']],
  )
})

test('rules of a shadow that cannot be evaluated are recorded as failed, and the enabled version decides as ever', async () => {
  const deliver = await scene([approve], [unreadable])
  const events = await deliver()
  assert.equal(
    events.map(({ type }) => type),
    ['BusinessApproved', 'PoliciesEvaluated', 'ShadowPoliciesEvaluated'],
  )
  const [outcome] = outcomesIn(events)
  assert.match(outcome?.failure ?? '', 'nonsense')
  assert.equal([outcome?.matched, outcome?.differs, outcome?.actions], [null, false, []])
})

test('without an enabled version nothing is evaluated', async () => {
  const deliver = await scene([approve], [tag])
  await stores.append(`policies-${accountId}`, { type: 'PolicyDisabled', data: { policy_id } })
  assert.equal(await deliver(), [])
})

test('a review is left out only while its account is known to have no enabled policy', async () => {
  await stores.append(business, created(), ...done(order('business_verification_verify')), reviewed)
  const review = (await stores.log.read(business)).at(-1) as StoredEvent<'ReviewCompleted'>
  const process = policyEvaluation({ ...openAggregates(stores.log), log: stores.log })
  const delivery = { count: 1, context: () => context(), signal: new AbortController().signal }
  const isSeen = (event: StoredEvent) => process.seen?.(event as unknown as RecordedEvent)
  const evaluate = () => process.on.ReviewCompleted?.(review, delivery)
  const add = async (event: DomainEvent) => {
    await stores.append(`policies-${accountId}`, event)
    return (await stores.log.read(`policies-${accountId}`)).at(-1) as StoredEvent
  }

  assert.ok(isSeen(review), 'nothing is known yet')
  await evaluate()
  assert.not(isSeen(review))

  const definition = { name: 'Onboarding', description: '', rules: [approve] }
  const added = await add({ type: 'PolicyVersionAdded', data: { policy_id, version_id: active, version: 1, definition } })
  assert.not(isSeen(added), 'a change is only noted')
  assert.ok(isSeen(review), 'nothing is known of the time behind the change')
  const loading = evaluate()
  isSeen(await add({ type: 'PolicyVersionEnabled', data: { policy_id, version_id: active } }))
  await loading
  assert.ok(isSeen(review), 'what was looked up before the change is not kept')
  await evaluate()
  assert.ok(isSeen(review))

  isSeen(await add({ type: 'PolicyDisabled', data: { policy_id } }))
  await evaluate()
  assert.not(isSeen(review))
  const end = await process.alongside?.(wholeLog, undefined as never)
  assert.ok(isSeen(review), 'another worker may have had the share')
  await end?.()
})

test.run()
