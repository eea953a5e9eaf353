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

test('a number given with its verification replaces the one submitted', () =>
  given(business, [created({ tin: '111111111', tin_type: 'ein' })])
    .when(take({ type: 'verify_tin', verified: true, tin: { tin: '123456789', tin_type: 'ein' } }))
    .thenTypes('ActionTaken', 'BusinessUpdated', 'TinVouched'))

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

test('a verification without any number is refused', () =>
  given(business, [created()])
    .when(take({ type: 'verify_tin', verified: true, tin: null }))
    .isRefused('tin_missing', 'payload.tin'))

test.run()
