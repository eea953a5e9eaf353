import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type BusinessCommand, business } from '../../src/commands/business.ts'
import type { Submitted } from '../../src/commands/business-state.ts'
import { defaultProducts } from '../../src/commands/products.ts'
import { type BusinessEvent, products } from '../../src/events/business.ts'
import type { ReviewTask } from '../../src/events/parts.ts'
import { filled } from '../filled.ts'
import {
  auditCompleted,
  auditRequested,
  businessId,
  completed,
  created,
  done,
  nameTask,
  order,
  placed,
  requesterId,
  review,
  reviewed,
  reviewId,
  source,
  started,
  submitted,
  watchlistHit,
} from './businesses.ts'
import { given } from './given.ts'

const verify = order('business_verification_verify')
const tin = order('tin')
const person = { id: requesterId, name: 'Ann Smith', title: null, email: null, phone: null, dob: null, ssn: null }
/** With all that a product may need of a business. */
const complete = { ...submitted, tin: '123456789', tin_type: 'ein' as const, website: { url: 'https://acme.example' }, people: [person] }
const statusAfter = (...events: readonly BusinessEvent[]) => events.reduce(business.evolve, business.initial).status
const decide = (status: 'approved' | 'rejected' | 'in_review'): BusinessCommand => ({ type: 'Decide', status, note: null })

test('a creation tells the business and its orders in one go', () => {
  given(business, [])
    .when({ type: 'CreateBusiness', business: complete, orders: [verify, tin] })
    .then([created(complete), placed(verify), placed(tin)])
})

test('a business is not created twice', () => {
  given(business, [created()]).when({ type: 'CreateBusiness', business: submitted, orders: [] }).isRefused('business_exists')
})

test('nothing can be asked of a business that does not exist', () => {
  given(business, []).when({ type: 'PlaceOrder', order: verify }).isRefused('business_not_found')
  given(business, []).when(decide('approved')).isRefused('business_not_found')
})

test('a creation whose second order does not fit names it by its place', () => {
  const create = (...orders: readonly ReturnType<typeof order>[]) =>
    given(business, []).when({ type: 'CreateBusiness', business: complete, orders })
  create(verify, order('bankruptcies')).thenTypes('BusinessCreated', 'OrderPlaced', 'OrderPlaced')
  create(order('tin'), order('bankruptcies')).isRefused('identity_order_required', 'orders.1.product')
  create(order('bankruptcies'), verify).thenTypes('BusinessCreated', 'OrderPlaced', 'OrderPlaced')
  create(tin, order('tin')).isRefused('order_running', 'orders.1.product')
  create(order('documents', { subproducts: ['ucc_documents'] })).isRefused('identity_order_required', 'orders.0.product')
  create(verify, order('documents', { subproducts: ['ucc_documents'] })).isRefused('subproduct_does_not_fit', 'orders.1.subproducts')
  create(order('kyc', { options: { person_match: true } })).isRefused('option_does_not_fit', 'orders.0.options.person_match')
})

const webAnalyses = ['web_analysis', 'industry_classification']
/** As integrators are told (records.md, Orders). */
const subproductsOf: { readonly [product: string]: readonly string[] } = {
  documents: ['articles_of_incorporation', 'certificate_of_good_standing', 'articles_of_incorporation_with_fallback'],
  liens: ['ucc_documents'],
  ucc_liens: ['ucc_documents'],
  website: webAnalyses,
  identity: webAnalyses,
}
const anySubproduct = [...new Set([...Object.values(subproductsOf).flat(), 'something_else'])]

for (const product of filled(products)) {
  const needsIdentity = ![
    'business_verification_verify',
    'business_verification_qualify',
    'identity',
    'tin',
    'website',
    'email_risk',
    'kyc',
  ].includes(product)

  test(`${product} ${needsIdentity ? 'needs an identity or verify order' : 'can be ordered first'}`, () => {
    const first = given(business, [created(complete)]).when({ type: 'PlaceOrder', order: order(product) })
    if (needsIdentity) first.isRefused('identity_order_required', 'product')
    else first.thenTypes('OrderPlaced')
    for (const identity of filled((['identity', 'business_verification_verify'] as const).filter((each) => each !== product)))
      given(business, [created(complete), ...done(order(identity))])
        .when({ type: 'PlaceOrder', order: order(product) })
        .thenTypes('OrderPlaced')
  })

  test(`${product} takes its own subproducts and no others`, () => {
    const with_ = (subproduct: string) =>
      given(business, [created(complete), ...done(order('identity')), ...done(verify)]).when({
        type: 'PlaceOrder',
        order: order(product, { subproducts: [subproduct] }),
      })
    for (const subproduct of anySubproduct)
      if (subproductsOf[product]?.includes(subproduct)) with_(subproduct).thenTypes('OrderPlaced')
      else with_(subproduct).isRefused('subproduct_does_not_fit', 'subproducts')
  })

  test(`${product} ${product === 'tin' ? 'takes' : 'does not take'} the option person_match`, () => {
    const asked = given(business, [created(complete), ...done(order('identity')), ...done(verify)]).when({
      type: 'PlaceOrder',
      order: order(product, { options: { person_match: true } }),
    })
    if (product === 'tin') asked.thenTypes('OrderPlaced')
    else asked.isRefused('option_does_not_fit', 'options.person_match')
  })

  test(`${product} may not be ordered again while it runs, and may afterwards`, () => {
    const running = order(product)
    const known = [created(complete), ...done(order('identity')), ...done(verify)]
    given(business, [...known, placed(running)])
      .when({ type: 'PlaceOrder', order: order(product) })
      .isRefused('order_running', 'product')
    given(business, [...known, ...done(running)])
      .when({ type: 'PlaceOrder', order: order(product) })
      .thenTypes('OrderPlaced')
  })
}

const needed = [
  ['tin', 'tin', { tin: '123456789', tin_type: 'ein' }],
  ['kyc', 'people', { people: [person] }],
  ['website', 'website', { website: { url: 'https://acme.example' } }],
] as const

for (const [product, what, change] of needed) {
  test(`${product} without ${what} is refused, naming ${what}, and is placed once it was given`, () => {
    const place = { type: 'PlaceOrder' as const, order: order(product) }
    given(business, [created()]).when(place).isRefused(`${what}_missing`, what)
    given(business, [created(change as Partial<Submitted>)])
      .when(place)
      .thenTypes('OrderPlaced')
  })

  test(`a creation that orders ${product} without ${what} is refused, naming ${what} once`, () => {
    given(business, [])
      .when({ type: 'CreateBusiness', business: submitted, orders: [order(product), order(product)] })
      .isRefusedFor([`${what}_missing`, what], ['order_running', 'orders.1.product'])
  })
}

for (const product of ['identity', 'business_verification_verify', 'business_verification_qualify'] as const)
  test(`${product} of a business without a name is refused, naming name, and is placed once it has one`, () => {
    const place = { type: 'PlaceOrder' as const, order: order(product) }
    given(business, [created({ name: '', addresses: [] })])
      .when(place)
      .isRefused('name_missing', 'name')
    given(business, [created()]).when(place).thenTypes('OrderPlaced')
  })

test('what is ordered without being named follows from what is submitted', () => {
  const person = { dob: null, ssn: null }
  const nothing = { website: null, tin: null, people: [person] }
  const cases = [
    [nothing, []],
    [{ ...nothing, website: { url: 'https://acme.example' } }, ['website']],
    [{ ...nothing, tin: '123456789' }, ['tin']],
    [{ ...nothing, people: [person, { ...person, dob: '1970-01-02' }] }, ['kyc']],
    [{ ...nothing, people: [{ ...person, ssn: '123456789' }] }, ['kyc']],
  ] as const
  for (const [given, more] of cases) assert.equal(defaultProducts(given), ['business_verification_verify', ...more])
})

test('everything wrong with the orders of a creation is told at once', () => {
  given(business, [])
    .when({
      type: 'CreateBusiness',
      business: complete,
      orders: [order('liens'), order('tin', { options: { person_match: true, speed: 1 } }), order('documents', { subproducts: ['deeds'] })],
    })
    .isRefusedFor(
      ['identity_order_required', 'orders.0.product'],
      ['option_does_not_fit', 'orders.1.options.speed'],
      ['identity_order_required', 'orders.2.product'],
      ['subproduct_does_not_fit', 'orders.2.subproducts'],
    )
})

test('the same order placed twice changes nothing', () => {
  given(business, [created(), placed(verify)])
    .when({ type: 'PlaceOrder', order: verify })
    .then([])
})

test('a business goes from open through pending to in_review', () => {
  assert.is(statusAfter(), 'none')
  assert.is(statusAfter(created()), 'open')
  assert.is(statusAfter(created(), placed(verify)), 'open')
  assert.is(statusAfter(created(), placed(verify), started(verify)), 'pending')
  assert.is(statusAfter(created(), ...done(verify)), 'pending')
  assert.is(statusAfter(created(), ...done(verify), reviewed), 'in_review')
})

test('a business stays in audit while another order is worked on', () => {
  const both = [created(), placed(verify), placed(tin), started(verify), auditRequested(verify)]
  assert.is(statusAfter(...both), 'in_audit')
  assert.is(statusAfter(...both, started(tin)), 'in_audit')
  assert.is(statusAfter(...both, started(tin), completed(tin)), 'in_audit')
  assert.is(statusAfter(...both, placed(order('website'))), 'in_audit')
  assert.is(statusAfter(...both, started(tin), completed(tin), auditCompleted(verify)), 'pending')
})

test('a second order puts a decided business back to pending, and then in_review', () => {
  for (const type of ['BusinessApproved', 'BusinessRejected'] as const) {
    const decided: readonly BusinessEvent[] = [created(), ...done(verify), reviewed, { type, data: { note: null } }]
    assert.is(statusAfter(...decided, placed(tin)), 'pending')
    assert.is(statusAfter(...decided, ...done(tin), reviewed), 'in_review')
  }
})

test("a business is assigned when it was another's, and to nobody again", () => {
  const assigned: BusinessEvent = { type: 'BusinessAssigned', data: { assignee_id: requesterId } }
  const assign = (assigneeId: string | null): BusinessCommand => ({ type: 'AssignBusiness', assigneeId })
  given(business, [created()]).when(assign(requesterId)).then([assigned])
  given(business, [created(), assigned]).when(assign(requesterId)).then([])
  given(business, [created(), assigned])
    .when(assign(null))
    .then([{ type: 'BusinessAssigned', data: { assignee_id: null } }])
})

test('an assignment upon what was seen is refused once another has the case', () => {
  const [ann, bob] = [requesterId, '0198c0de-0000-7000-8000-00000000b0b0']
  const assigned: BusinessEvent = { type: 'BusinessAssigned', data: { assignee_id: ann } }
  const assign = (assigneeId: string | null, seen: string | null): BusinessCommand => ({ type: 'AssignBusiness', assigneeId, seen })
  const toBob: BusinessEvent = { type: 'BusinessAssigned', data: { assignee_id: bob } }
  given(business, [created(), assigned]).when(assign(bob, null)).isRefused('assigned_meanwhile', 'assignee')
  given(business, [created()]).when(assign(bob, ann)).isRefused('assigned_meanwhile', 'assignee')
  given(business, [created(), assigned]).when(assign(bob, ann)).then([toBob])
  given(business, [created()]).when(assign(bob, null)).then([toBob])
  given(business, [created(), assigned]).when(assign(ann, null)).then([])
})

test('only a test business with the tag example is removed, once nothing runs, and is then unknown', () => {
  const remove: BusinessCommand = { type: 'RemoveExample' }
  const made = created()
  const example = { ...made, data: { ...made.data, mode: 'test', tags: ['example'] } } as BusinessEvent
  const removed: BusinessEvent = { type: 'ExampleRemoved', data: { order_ids: [verify.order_id], hit_ids: [] } }
  given(business, [example, placed(verify)])
    .when(remove)
    .isRefused('example_running')
  given(business, [example, ...done(verify)])
    .when(remove)
    .then([removed])
  given(business, [example, ...done(verify), removed])
    .when(remove)
    .then([])
  given(business, [example, ...done(verify), removed])
    .when({ type: 'AssignBusiness', assigneeId: null })
    .isRefused('business_not_found')
  given(business, [{ ...example, data: { ...example.data, tags: [] } } as BusinessEvent])
    .when(remove)
    .isRefused('not_an_example')
  given(business, [{ ...example, data: { ...example.data, mode: 'live' } } as BusinessEvent])
    .when(remove)
    .isRefused('not_an_example')
})

test('an order is started once', () => {
  given(business, [created(), placed(verify)])
    .when({ type: 'StartOrder', orderId: verify.order_id })
    .then([started(verify)])
  given(business, [created(), placed(verify), started(verify)])
    .when({ type: 'StartOrder', orderId: verify.order_id })
    .then([])
  given(business, [created(), ...done(verify)])
    .when({ type: 'StartOrder', orderId: verify.order_id })
    .then([])
  given(business, [created()]).when({ type: 'StartOrder', orderId: verify.order_id }).isRefused('order_not_found')
})

test('an order is audited once, and only while it runs', () => {
  const { order_id: orderId } = verify
  const running = [created(), placed(verify), started(verify)]
  const ask = (history: readonly BusinessEvent[]) => given(business, history).when({ type: 'RequestAudit', orderId, reason: 'a look' })
  ask(running).then([auditRequested(verify)])
  ask([...running, auditRequested(verify)]).then([])
  ask([...running, completed(verify)]).then([])
  const end = (history: readonly BusinessEvent[]) => given(business, history).when({ type: 'CompleteAudit', orderId, note: null })
  end([...running, auditRequested(verify)]).then([auditCompleted(verify)])
  end(running).then([])
})

test('a status that a client sets on an order changes nothing in its work', () => {
  const { order_id } = verify
  const set: BusinessEvent = { type: 'OrderStatusSet', data: { order_id, status: 'on my desk' } }
  given(business, [created(), placed(verify), set])
    .when({ type: 'StartOrder', orderId: order_id })
    .then([started(verify)])
  given(business, [created(), placed(verify), started(verify), auditRequested(verify), set])
    .when({ type: 'CompleteAudit', orderId: order_id, note: null })
    .then([auditCompleted(verify)])
  given(business, [created(), ...done(verify), set])
    .when({ type: 'PlaceOrder', order: order('business_verification_verify') })
    .thenTypes('OrderPlaced')
})

test('the last order to complete brings the review, the others do not', () => {
  const complete = (each: typeof verify): BusinessCommand => ({ type: 'CompleteOrder', orderId: each.order_id, evidence: {}, review })
  const both = [created(), placed(verify), placed(tin), started(verify), started(tin)]
  given(business, both)
    .when(complete(verify))
    .then([completed(verify)])
  given(business, [...both, completed(verify)])
    .when(complete(tin))
    .thenTypes('OrderCompleted', 'ReviewCompleted')
  given(business, [...both, completed(verify)])
    .when(complete(verify))
    .then([])
})

test('an order that is completed before it was started is started with that', () => {
  const complete: BusinessCommand = { type: 'CompleteOrder', orderId: verify.order_id, evidence: {}, review }
  given(business, [created(), placed(verify)])
    .when(complete)
    .thenTypes('OrderStarted', 'OrderCompleted', 'ReviewCompleted')
  given(business, [created(), placed(verify), placed(tin)])
    .when(complete)
    .then([started(verify), completed(verify)])
  given(business, [created(), placed(verify), started(verify), auditRequested(verify)])
    .when(complete)
    .thenTypes('OrderCompleted', 'ReviewCompleted')
})

test('evidence, completion and review of an order are told in that order', () => {
  const hit = { screening_id: reviewId, lists: [], hit_ids: [], sources: [] }
  given(business, [created(), placed(verify), started(verify)])
    .when({ type: 'CompleteOrder', orderId: verify.order_id, evidence: { screening: hit }, review })
    .thenTypes('WatchlistScreened', 'OrderCompleted', 'ReviewCompleted')
})

test('a later review keeps the id of the first', () => {
  const events = given(business, [created(), ...done(verify), reviewed, placed(tin), started(tin)])
    .when({ type: 'CompleteOrder', orderId: tin.order_id, evidence: {}, review: { id: requesterId, at: review.at } })
    .events()
  const last = events.at(-1)
  assert.ok(last?.type === 'ReviewCompleted' && last.data.review_id === reviewId)
})

test('evidence that comes later renews the review, and the same evidence does not', () => {
  const checked = (outcome: 'found' | 'unavailable') => ({ tin: { outcome, name: null, attempt: 1, sources: [] } })
  const known = [created({ tin: '123456789', tin_type: 'ein' }), ...done(tin), reviewed]
  given(business, known)
    .when({ type: 'RecordEvidence', evidence: checked('found'), review })
    .thenTypes('TinChecked', 'ReviewCompleted')
  const found = given(business, known)
    .when({ type: 'RecordEvidence', evidence: checked('found'), review })
    .events()
  given(business, [...known, ...found])
    .when({ type: 'RecordEvidence', evidence: checked('found'), review })
    .then([])
})

test('a decision stands when no order runs', () => {
  const open = [created(), ...done(verify), reviewed]
  given(business, open)
    .when(decide('approved'))
    .then([{ type: 'BusinessApproved', data: { note: null } }])
  given(business, open)
    .when(decide('rejected'))
    .then([{ type: 'BusinessRejected', data: { note: null } }])
  given(business, open).when(decide('in_review')).then([])
  const approved: readonly BusinessEvent[] = [...open, { type: 'BusinessApproved', data: { note: null } }]
  given(business, approved).when(decide('approved')).then([])
  given(business, approved).when(decide('rejected')).thenTypes('BusinessRejected')
  given(business, approved).when(decide('in_review')).thenTypes('BusinessReturnedToReview')
})

test('an approval over a watchlist hit needs words, and is recorded as an override', () => {
  const hit: BusinessEvent = { type: 'WatchlistHitFound', data: { order_id: verify.order_id, sources: [source], hit: watchlistHit } }
  const open = [created(), ...done(verify), hit, reviewed]
  const approve = (more: object) => ({ type: 'Decide', status: 'approved', note: null, ...more }) as BusinessCommand
  given(business, open).when(approve({})).isRefused('override_reason_missing', 'note')
  given(business, open)
    .when(approve({ reason: 'risk_accepted' }))
    .isRefused('override_reason_missing', 'note')
  given(business, open)
    .when(approve({ reason: 'hit_is_another_party', note: 'Another continent' }))
    .then([
      {
        type: 'BusinessApproved',
        data: { note: 'Another continent', reason: 'hit_is_another_party', override: { hit_ids: [watchlistHit.id] } },
      },
    ])
  given(business, open).when(decide('rejected')).thenTypes('BusinessRejected')
})

test('that all checks passed is no reason where something speaks against the business, or before a review', () => {
  const approve: BusinessCommand = { type: 'Decide', status: 'approved', note: null, reason: 'checks_passed' }
  const judged = (status: ReviewTask['status']): BusinessEvent => ({
    type: 'ReviewCompleted',
    data: { review_id: review.id, tasks: [{ ...nameTask, status }] },
  })
  for (const status of ['failure', 'warning'] as const)
    given(business, [created(), ...done(verify), judged(status)])
      .when(approve)
      .isRefused('checks_not_passed', 'reason')
  given(business, [created(), ...done(verify)])
    .when(approve)
    .isRefused('checks_not_passed', 'reason')
  for (const status of ['success', 'neutral'] as const)
    given(business, [created(), ...done(verify), judged(status)])
      .when(approve)
      .then([{ type: 'BusinessApproved', data: { note: null, reason: 'checks_passed' } }])
  given(business, [created(), ...done(verify), judged('failure')])
    .when({ ...approve, reason: 'documents_seen' })
    .thenTypes('BusinessApproved')
})

test('a hit that was dismissed needs no override', () => {
  const hit: BusinessEvent = { type: 'WatchlistHitFound', data: { order_id: verify.order_id, sources: [source], hit: watchlistHit } }
  const dismissed: BusinessEvent = {
    type: 'WatchlistHitDismissed',
    data: { action_id: businessId, hit_id: watchlistHit.id, reason: 'another firm', scope: 'hit' },
  }
  given(business, [created(), ...done(verify), hit, dismissed, reviewed])
    .when(decide('approved'))
    .then([{ type: 'BusinessApproved', data: { note: null } }])
})

test('a status that a client sets over a hit is an override too, with the reason that it gives', () => {
  const hit: BusinessEvent = { type: 'WatchlistHitFound', data: { order_id: verify.order_id, sources: [source], hit: watchlistHit } }
  const open = [created(), ...done(verify), hit, reviewed]
  const override = { hit_ids: [watchlistHit.id] }
  const set = (more: object) => given(business, open).when({ type: 'UpdateBusiness', changes: {}, status: 'approved', ...more })
  set({}).then([{ type: 'BusinessApproved', data: { note: null, override } }])
  set({ statusReason: 'Licensed' }).then([{ type: 'BusinessApproved', data: { note: 'Licensed', override } }])
})

test('what was erased takes no decision until something is ordered again', () => {
  const data = { kind: 'business' as const, subjects: [businessId], reason: 'asked', requested_by: 'officer' }
  const erased: readonly BusinessEvent[] = [created(), ...done(verify), reviewed, { type: 'PersonalDataErased', data }]
  for (const status of ['approved', 'rejected'] as const)
    given(business, erased).when(decide(status)).isRefused('business_erased', 'status')
  given(business, erased).when(decide('in_review')).then([])
  given(business, [...erased, placed(tin), ...done(tin), reviewed])
    .when(decide('approved'))
    .thenTypes('BusinessApproved')
})

test('of two decisions on the same review the second is told what the first decided', () => {
  const open = [created(), ...done(verify), reviewed]
  const approved: readonly BusinessEvent[] = [...open, { type: 'BusinessApproved', data: { note: null } }]
  const upon = (seen: 'in_review' | 'approved', status: 'approved' | 'rejected') => ({ ...decide(status), seen }) as BusinessCommand
  given(business, approved).when(upon('in_review', 'rejected')).isRefused('decided_meanwhile', 'status')
  given(business, approved).when(upon('in_review', 'approved')).then([])
  given(business, approved).when(upon('approved', 'rejected')).thenTypes('BusinessRejected')
  given(business, approved)
    .when({ type: 'UpdateBusiness', changes: {}, status: 'rejected', seen: 'in_review' })
    .isRefused('decided_meanwhile', 'status')
})

for (const status of ['approved', 'rejected', 'in_review'] as const)
  test(`${status} is refused while an order runs`, () => {
    given(business, [created(), placed(verify)])
      .when(decide(status))
      .isRefused('orders_running', 'status')
    given(business, [created(), ...done(verify), placed(tin), started(tin)])
      .when({ type: 'UpdateBusiness', changes: { name: 'Another' }, status })
      .isRefused('orders_running', 'status')
  })

test('an update tells only what differs', () => {
  const known = [created({ tags: ['a'], external_id: 'x' })]
  const update = (changes: Extract<BusinessCommand, { type: 'UpdateBusiness' }>['changes']) =>
    given(business, known).when({ type: 'UpdateBusiness', changes, status: null })
  update({ name: submitted.name, tags: ['a', 'b'], external_id: 'x' }).then([{ type: 'BusinessUpdated', data: { tags: ['a', 'b'] } }])
  update({ name: submitted.name, tags: ['a'], external_id: 'x' }).then([])
  update({ external_id: null }).then([{ type: 'BusinessUpdated', data: { external_id: null } }])
})

test('an update of what a review judges renews the review, and a check of the old number or of another name is judged no more', () => {
  const found = {
    type: 'TinChecked' as const,
    data: { order_id: tin.order_id, sources: [], outcome: 'found' as const, name: null, attempt: 1 },
  }
  const known = [created({ tin: '123456789', tin_type: 'ein' }), ...done(tin), found, reviewed]
  const update = (changes: Extract<BusinessCommand, { type: 'UpdateBusiness' }>['changes'], more: readonly BusinessEvent[] = []) =>
    given(business, [...known, ...more]).when({ type: 'UpdateBusiness', changes, status: null, review })
  const outcomeAfter = (changes: Parameters<typeof update>[0]) => {
    const last = update(changes).events().at(-1)
    return last?.type === 'ReviewCompleted' ? last.data.tasks.find(({ key }) => key === 'tin')?.sub_label : undefined
  }
  assert.equal(outcomeAfter({ formation: null, phone_numbers: [] }), undefined, 'nothing differs')
  assert.equal(
    [
      outcomeAfter({ name: 'ACME WIDGETS, L.L.C.' }),
      outcomeAfter({ name: 'Another' }),
      outcomeAfter({ tin: '987654321' }),
      outcomeAfter({ tin: null }),
    ],
    ['Found', 'Unknown', 'Unknown', undefined],
  )
  update({ name: 'Another' }).thenTypes('BusinessUpdated', 'TinCheckGone', 'ReviewCompleted')
  update({ name: 'Another', tin: '987654321' }).thenTypes('BusinessUpdated', 'ReviewCompleted')
  update({ tags: ['new'], external_id: 'e', unique_external_id: 'u' }).thenTypes('BusinessUpdated')
  update({ name: 'Another' }, [placed(verify)]).thenTypes('BusinessUpdated', 'TinCheckGone')
})

test('an update and a decision come together', () => {
  given(business, [created(), ...done(verify), reviewed])
    .when({ type: 'UpdateBusiness', changes: { name: 'Another' }, status: 'approved' })
    .then([
      { type: 'BusinessUpdated', data: { name: 'Another' } },
      { type: 'BusinessApproved', data: { note: null } },
    ])
})

test('what was found out about a TIN is not held for another one', () => {
  const checked: BusinessEvent = {
    type: 'TinChecked',
    data: { order_id: tin.order_id, sources: [], outcome: 'found', name: null, attempt: 1 },
  }
  const fileAfter = (...events: readonly BusinessEvent[]) => {
    const state = [created({ tin: '123456789', tin_type: 'ein' }), checked, ...events].reduce(business.evolve, business.initial)
    return state.status === 'none' ? undefined : state.file.tin
  }
  assert.is(fileAfter()?.outcome, 'found')
  assert.is(fileAfter({ type: 'BusinessUpdated', data: { name: 'Another' } })?.outcome, 'found')
  assert.is(fileAfter({ type: 'BusinessUpdated', data: { tin: '987654321', tin_type: 'ein' } }), null)
})

test('an order is assigned and given a status, each told only when it differs', () => {
  const { order_id } = verify
  const known = [created(), placed(verify)]
  const update = (history: readonly BusinessEvent[], assigneeId: string | null | undefined, status: string | null) =>
    given(business, history).when({ type: 'UpdateOrder', orderId: order_id, ...(assigneeId === undefined ? {} : { assigneeId }), status })
  const assigned: BusinessEvent = { type: 'OrderAssigned', data: { order_id, assignee_id: requesterId } }
  const set: BusinessEvent = { type: 'OrderStatusSet', data: { order_id, status: 'looked at' } }
  update(known, requesterId, 'looked at').then([assigned, set])
  update([...known, assigned], requesterId, 'looked at').then([set])
  update([...known, assigned, set], requesterId, 'looked at').then([])
  update([...known, set, started(verify)], undefined, 'looked at').then([])
  update([...known, started(verify)], undefined, 'looked at').then([set])
  update([...known, assigned], undefined, null).then([])
  update(known, null, null).then([])
  const unassigned: BusinessEvent = { type: 'OrderAssigned', data: { order_id, assignee_id: null } }
  update([...known, assigned], null, null).then([unassigned])
  update([...known, assigned, unassigned], null, null).then([])
  update([created()], undefined, 'looked at').isRefused('order_not_found')
})

test.run()
