// Actions as sentences: what each type makes of the business, and which are refused.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type BusinessCommand, business } from '../../src/commands/business.ts'
import type { ActionAsked } from '../../src/commands/business-actions.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import { businessId, created, done, order, placed, review, reviewed, source, watchlistHit } from './businesses.ts'
import { given } from './given.ts'

const actionId = '0198c0de-0000-7000-8000-0000000000d1'
const itemId = '0198c0de-0000-7000-8000-0000000000d3'

const take = (asked: ActionAsked, object_type: 'businesses' | 'watchlist_result' = 'businesses'): BusinessCommand => ({
  type: 'TakeAction',
  action: {
    action_id: actionId,
    object_type,
    object_id: object_type === 'businesses' ? businessId : watchlistHit.id,
    note: null,
    actors: [{ actor_type: 'user', data: {} }],
  },
  asked,
  review,
})

const verify = order('business_verification_verify')
const inReview = [created(), ...done(verify), reviewed]

const hit: BusinessEvent = {
  type: 'WatchlistHitFound',
  data: { order_id: verify.order_id, sources: [source], hit: watchlistHit },
}

const decision = take({ type: 'decision', status: 'approved' })
const dismissal = take({ type: 'dismissal', reason: 'another firm' }, 'watchlist_result')
const names = (name: string) =>
  take({
    type: 'add_attributes',
    attributes: { names: [{ id: itemId, name }], addresses: [], people: [], phone_numbers: [], email_addresses: [], website: null },
  })

test('a decision follows its action', () => given(business, inReview).when(decision).thenTypes('ActionTaken', 'BusinessApproved'))

test('an approval over a watchlist hit is refused without a note, and an override with one', () => {
  given(business, [...inReview, hit])
    .when(decision)
    .isRefused('override_reason_missing', 'note')
  const [, approved] = given(business, [...inReview, hit])
    .when({
      ...decision,
      action: { ...(decision as Extract<BusinessCommand, { type: 'TakeAction' }>).action, note: 'Licensed' },
    } as BusinessCommand)
    .events()
  assert.equal(approved, { type: 'BusinessApproved', data: { note: 'Licensed', override: { hit_ids: [watchlistHit.id] } } })
})

test('a decision while orders run is refused', () =>
  given(business, [created(), placed(verify)])
    .when(decision)
    .isRefused('orders_running', 'status'))

test('a decision that changes nothing is an action without effects', () => {
  const [taken, ...more] = given(business, [...inReview, { type: 'BusinessApproved', data: { note: null } }])
    .when(decision)
    .events()
  assert.equal([taken?.type === 'ActionTaken' && taken.data.effects, more], [[], []])
})

test('the dismissal of a hit fills the review anew', () =>
  given(business, [...inReview, hit])
    .when(dismissal)
    .thenTypes('ActionTaken', 'WatchlistHitDismissed', 'ReviewCompleted'))

test('a hit is dismissed once', () =>
  given(business, [
    ...inReview,
    hit,
    { type: 'WatchlistHitDismissed', data: { action_id: actionId, hit_id: watchlistHit.id, reason: null } },
  ])
    .when(dismissal)
    .thenTypes('ActionTaken'))

test('a hit that is not there cannot be dismissed', () => given(business, inReview).when(dismissal).isRefused('watchlist_result_not_found'))

test('an action that does not fit its object is refused', () => {
  given(business, inReview)
    .when(take({ type: 'dismissal', reason: null }))
    .isRefused('action_does_not_fit', 'type')
  given(business, inReview)
    .when(take({ type: 'decision', status: 'approved' }, 'watchlist_result'))
    .isRefused('action_does_not_fit', 'type')
})

test('before the review is filled, attributes wait for it', () =>
  given(business, [created(), placed(verify)])
    .when(names('Acme Trading'))
    .thenTypes('ActionTaken', 'AttributesAdded'))

test('a name that is there already is linked and not added', () => {
  const [taken, ...more] = given(business, inReview).when(names('ACME widgets, LLC')).events()
  assert.equal(more, [])
  assert.is(taken?.type === 'ActionTaken' && taken.data.effects[0]?.operation, 'linked')
})

test('what a request names twice is added once', () => {
  const emails = [itemId, '0198c0de-0000-7000-8000-0000000000d8'].map((id) => ({ id, email: 'Ann@Example.com' }))
  const attributes = { names: [], addresses: [], people: [], phone_numbers: [], email_addresses: emails, website: null }
  const [taken, added] = given(business, inReview)
    .when(take({ type: 'add_attributes', attributes }))
    .events()
  assert.equal(added?.type === 'AttributesAdded' && added.data.email_addresses, [emails[0]])
  const effects = taken?.type === 'ActionTaken' ? taken.data.effects : []
  assert.equal(
    effects.map(({ operation, target }) => [operation, target?.id]),
    [
      ['created', itemId],
      ['linked', itemId],
    ],
  )
})

test('a number given with its verification replaces the one submitted', () =>
  given(business, [created({ tin: '111111111', tin_type: 'ein' })])
    .when(take({ type: 'verify_tin', verified: true, tin: { tin: '123456789', tin_type: 'ein' } }))
    .thenTypes('ActionTaken', 'BusinessUpdated', 'TinVouched'))

test('the effect of a new number shows an EIN in digits, and of an SSN the last four', () => {
  const [taken] = given(business, [created({ tin: '111112222', tin_type: 'ssn' })])
    .when(take({ type: 'verify_tin', verified: true, tin: { tin: '123456789', tin_type: 'ein' } }))
    .events()
  const { diff } = (taken?.type === 'ActionTaken' && taken.data.effects[0]) || {}
  assert.equal(diff?.tin, { before: '*****2222', after: '123456789' })
})

test('a verification tells who vouched for the number before: the source that found it', () => {
  const checked: BusinessEvent = {
    type: 'TinChecked',
    data: { order_id: verify.order_id, sources: [source], outcome: 'found', name: null, attempt: 1 },
  }
  const [taken] = given(business, [created({ tin: '111111111', tin_type: 'ein' }), checked])
    .when(take({ type: 'verify_tin', verified: true, tin: null }))
    .events()
  const { diff } = (taken?.type === 'ActionTaken' && taken.data.effects[0]) || {}
  assert.equal(diff?.['tin.verified_by'], { before: source.type, after: 'user' })
})

test('who judges a number again overrides the judgement before, and the source', () => {
  const marked: BusinessEvent = { type: 'TinVouched', data: { action_id: actionId, verified: false, by: 'account' } }
  const checked: BusinessEvent = {
    type: 'TinChecked',
    data: { order_id: verify.order_id, sources: [source], outcome: 'found', name: null, attempt: 1 },
  }
  const [taken] = given(business, [created({ tin: '111111111', tin_type: 'ein' }), checked, marked])
    .when(take({ type: 'verify_tin', verified: true, tin: null }))
    .events()
  const { diff } = (taken?.type === 'ActionTaken' && taken.data.effects[0]) || {}
  assert.equal(diff, { 'tin.verified': { before: false, after: true }, 'tin.verified_by': { before: null, after: 'user' } })
})

test('a verification without any number is refused', () =>
  given(business, [created()])
    .when(take({ type: 'verify_tin', verified: true, tin: null }))
    .isRefused('tin_missing', 'payload.tin'))

const addressId = '0198c0de-0000-7000-8000-0000000000a1'
const address = {
  id: addressId,
  full_address: '1 Main St',
  address_line1: null,
  address_line2: null,
  city: null,
  state: null,
  postal_code: null,
}
const risk = (to: 'high' | 'low', of = addressId) => take({ type: 'update_address_risk', addressId: of, risk: to })
const effectsOf = (event: BusinessEvent | undefined) => event?.type === 'ActionTaken' && event.data.effects

test('a person may rate an address of the business, once, and no other', () => {
  const known = [created({ addresses: [{ ...address, id: actionId }, address] }), ...done(verify), reviewed]
  const rated: BusinessEvent = {
    type: 'AddressRiskSet',
    data: { action_id: actionId, address_id: addressId, risk_rating: 'high', by: 'user' },
  }
  const [taken, event, judged] = given(business, known).when(risk('high')).events()
  assert.equal([event, judged?.type], [rated, 'ReviewCompleted'])
  const diff = { 'rating.risk_rating': { before: 'not_available', after: 'high' } }
  assert.equal(effectsOf(taken), [{ operation: 'updated', diff, target: { object: 'address', id: addressId }, subject_id: businessId }])
  given(business, [...known, rated])
    .when(risk('high'))
    .thenTypes('ActionTaken')
  const [again] = given(business, [...known, rated])
    .when(risk('low'))
    .events()
  assert.equal(effectsOf(again), [
    {
      operation: 'updated',
      diff: { 'rating.risk_rating': { before: 'high', after: 'low' } },
      target: { object: 'address', id: addressId },
      subject_id: businessId,
    },
  ])
  given(business, known).when(risk('high', itemId)).isRefused('address_not_found', 'payload.address_id')
  const found: BusinessEvent = {
    type: 'AddressFound',
    data: { order_id: null, sources: [source], address: { ...address, id: itemId, labels: [] } },
  }
  given(business, [...known, found])
    .when(risk('high', itemId))
    .thenTypes('ActionTaken', 'AddressRiskSet', 'ReviewCompleted')
})

test('a source is added once for each address, and a known one is linked again', () => {
  const web = (url: string, id = itemId) => ({ id, url, type: 'website' as const })
  const add = (...sources: ReturnType<typeof web>[]) => take({ type: 'add_sources', sources })
  const [taken, event] = given(business, inReview)
    .when(add(web('https://a.example')))
    .events()
  const added: BusinessEvent = { type: 'SourcesAdded', data: { action_id: actionId, sources: [web('https://a.example')] } }
  assert.equal(event, added)
  assert.equal(effectsOf(taken), [
    {
      operation: 'linked',
      diff: { url: { before: null, after: 'https://a.example' }, type: { before: null, after: 'website' } },
      target: { object: 'source', id: itemId },
      subject_id: businessId,
    },
  ])
  const both = given(business, [...inReview, added])
    .when(add(web('https://a.example', addressId), web('https://b.example', addressId)))
    .events()
  assert.equal(both[1], { type: 'SourcesAdded', data: { action_id: actionId, sources: [web('https://b.example', addressId)] } })
  assert.equal(
    (effectsOf(both[0]) || []).map(({ target }) => target?.id),
    [itemId, addressId],
  )
  given(business, [...inReview, added])
    .when(add(web('https://a.example')))
    .thenTypes('ActionTaken')
})

const discrepancyId = '0198c0de-0000-7000-8000-0000000000d9'
const differs: BusinessEvent = {
  type: 'OwnerDiscrepancyFound',
  data: { discrepancy: { id: discrepancyId, kind: 'not_found', found_id: null, submitted_id: itemId, due_on: '2026-12-05' } },
}

test('a difference of owners is resolved once, with a reason, and judged anew', () => {
  const resolve = { type: 'ResolveDiscrepancy' as const, discrepancyId, reason: 'The register is late.', review }
  const resolved: BusinessEvent = {
    type: 'OwnerDiscrepancyResolved',
    data: { discrepancy_id: discrepancyId, cause: 'person', reason: 'The register is late.' },
  }
  const events = given(business, [...inReview, differs])
    .when(resolve)
    .events()
  assert.equal([events[0], events[1]?.type, events.length], [resolved, 'ReviewCompleted', 2])
  given(business, [...inReview, differs, resolved])
    .when(resolve)
    .then([])
  given(business, inReview).when(resolve).isRefused('discrepancy_not_found')
  given(business, [created(), differs]).when(resolve).thenTypes('OwnerDiscrepancyResolved', 'ReviewCompleted')
  given(business, [created(), placed(verify), differs])
    .when(resolve)
    .then([resolved])
})

test('a difference of owners lapses once, and only while it is open', () => {
  const lapse = { type: 'LetDiscrepancyLapse' as const, discrepancyId, dueOn: '2026-12-05', review }
  const overdue: BusinessEvent = { type: 'OwnerDiscrepancyOverdue', data: { discrepancy_id: discrepancyId, due_on: '2026-12-05' } }
  assert.equal(
    given(business, [...inReview, differs])
      .when(lapse)
      .events()[0],
    overdue,
  )
  given(business, [...inReview, differs, overdue])
    .when(lapse)
    .then([])
  given(business, inReview).when(lapse).then([])
})

test('a tag is added once, and policies are noted where there are outcomes', () => {
  given(business, inReview)
    .when({ type: 'AddTag', tag: 'east' })
    .then([{ type: 'BusinessUpdated', data: { tags: ['east'] } }])
  given(business, [created({ tags: ['west', 'east'] })])
    .when({ type: 'AddTag', tag: 'east' })
    .then([])
  given(business, [created({ tags: ['west'] })])
    .when({ type: 'AddTag', tag: 'east' })
    .then([{ type: 'BusinessUpdated', data: { tags: ['west', 'east'] } }])
  const outcome: never = {} as never
  given(business, inReview).when({ type: 'NotePolicies', outcomes: [], shadows: [] }).then([])
  given(business, inReview)
    .when({ type: 'NotePolicies', outcomes: [outcome], shadows: [] })
    .thenTypes('PoliciesEvaluated')
  given(business, inReview)
    .when({ type: 'NotePolicies', outcomes: [], shadows: [outcome] })
    .thenTypes('ShadowPoliciesEvaluated')
})

test('a copy stands as its original did, with its tier once it was judged', () => {
  const stood = { decision: null, risk_tier: 'high' as const, next_review: null, relationship_ended: true }
  const settle = { type: 'SettleCopy' as const, copyId: itemId, stood }
  const settled: BusinessEvent = { type: 'CopySettled', data: { decision: null, next_review: null, relationship_ended: true } }
  const events = given(business, inReview).when(settle).events()
  assert.equal([events[0]?.type === 'RiskTierSet' && events[0].data.risk.tier, events.at(-1)], ['high', settled])
  given(business, [created()]).when(settle).then([settled])
  given(business, inReview)
    .when({ ...settle, stood: { ...stood, risk_tier: null } })
    .then([settled])
})

test.run()
