// What each event makes of a business and what is kept of it beside: its orders, its hits, its relationship and its legal holds.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nothingAdded } from '../../src/events/business-actions.ts'
import type { EventType } from '../../src/events/catalogue.ts'
import { emptyFile } from '../../src/events/evidence-file.ts'
import { businessColumns } from '../../src/projections/business-columns.ts'
import { awaitedReview, type BusinessDocument, businesses } from '../../src/projections/businesses.ts'
import { orders } from '../../src/projections/orders.ts'
import { dueOf, hasOpenLien, type RetentionDocument, retentions } from '../../src/projections/retention.ts'
import { watchlistResults } from '../../src/projections/watchlist-results.ts'
import { samples } from '../events/samples.ts'
import { filled } from '../filled.ts'
import { accountId } from '../stores/log.ts'
import { actor, at, eventAt, id, inSteps, other, type Step } from './fold-step.ts'

const dataOf = (type: EventType, sample = 0): never => samples[type][sample]?.data as never
const inLive = { metadata: { mode: 'live' } }
const ofBusiness = { stream: `business-${id}` }

const started: Omit<RetentionDocument, 'mode'> = {
  id,
  account_id: accountId,
  kind: 'applicant',
  relationship: { wasApproved: false, end: null, turn: 0 },
  ended_on: null,
  reason: null,
  holds: [],
  is_held: false,
  erasure: 'none',
  erased_at: null,
  added_on: null,
  counted_from: null,
  created_at: at(0),
}
const relationship = (turn: number, end: 'rejection' | 'stated' | null, wasApproved = false) => ({ turn, end, wasApproved })
const inTest = { metadata: { mode: 'test' } }
const retained = { ...started, mode: 'test' as const }

const ended = (ended_on: string | null) => ({ ended_on, counted_from: ended_on })

test('a rejection ends a relationship, a return to review resumes it, and an approval makes a customer of it', () => {
  inSteps(retentions, ofBusiness, [
    ['BusinessRejected', { ...retained, relationship: relationship(1, 'rejection'), ...ended('2026-01-01') }, inTest],
    ['BusinessReturnedToReview', { relationship: relationship(2, null), ...ended(null) }],
    ['BusinessApproved', { relationship: relationship(3, null, true), kind: 'customer' }],
    ['RelationshipEnded', { relationship: relationship(4, 'stated', true), ...ended('2026-11-23'), reason: 'The account was closed.' }],
    // What was stated stands.
    ['BusinessReturnedToReview', {}],
    ['RelationshipResumed', { relationship: relationship(5, null, true), ...ended(null), reason: null }],
    ['BusinessRejected', { relationship: relationship(6, 'rejection', true), ...ended('2026-01-07') }],
    // The day is corrected, and goes with the rejection.
    ['RelationshipEnded', { relationship: relationship(7, 'rejection', true), ...ended('2026-11-23'), reason: 'The account was closed.' }],
    ['BusinessReturnedToReview', { relationship: relationship(8, null, true), ...ended(null), reason: null }],
  ])
  inSteps(retentions, ofBusiness, [
    ['BusinessApproved', { ...retained, kind: 'customer', relationship: relationship(1, null, true) }, inTest],
  ])
})

test('a record is held as long as one of its holds stands', () => {
  const placed = { reason: 'Smith v. Acme', placed_by: actor, lifted_by: null, lifted_at: null, lifted_reason: null }
  const lifted = (place: number) => ({ lifted_by: actor, lifted_at: at(place), lifted_reason: 'Settled.' })
  const [one, two] = [
    { ...placed, id, placed_at: at(0) },
    { ...placed, id: other, placed_at: at(1) },
  ]
  inSteps(retentions, ofBusiness, [
    ['LegalHoldPlaced', { ...retained, holds: [one], is_held: true }, inTest],
    ['LegalHoldPlaced', { holds: [one, two] }, { data: { hold_id: other } }],
    ['LegalHoldLifted', { holds: [{ ...one, ...lifted(2) }, two] }],
    [
      'LegalHoldLifted',
      {
        holds: [
          { ...one, ...lifted(2) },
          { ...two, ...lifted(3) },
        ],
        is_held: false,
      },
      { data: { hold_id: other } },
    ],
  ])
})

test('an erasure of the whole business is ordered, begun and done, and only an order can be stopped', () => {
  const whole = { data: { person_id: null } }
  const first: Step<RetentionDocument> = [
    'RelationshipEnded',
    { ...retained, relationship: relationship(1, 'stated'), ...ended('2026-11-23'), reason: 'The account was closed.' },
    inTest,
  ]
  inSteps(retentions, ofBusiness, [
    first,
    ['ErasureBegun', {}],
    ['ErasureOrdered', {}],
    ['ErasureOrdered', { erasure: 'ordered' }, whole],
    ['ErasureStopped', { erasure: 'none' }],
    ['ErasureOrdered', { erasure: 'ordered' }, whole],
    // The order about a person begins, and is carried out before a hold comes.
    ['ErasureBegun', { erasure: 'begun' }],
    ['PersonalDataErased', {}],
    ['ErasureStopped', { erasure: 'none' }],
    ['ErasureOrdered', { erasure: 'ordered' }, whole],
    ['ErasureBegun', { erasure: 'begun' }],
    [
      'PersonalDataErased',
      { erasure: 'erased', erased_at: at(11), relationship: relationship(2, 'stated') },
      { data: { kind: 'business' } },
    ],
    ['ErasureStopped', {}],
  ])
  inSteps(retentions, ofBusiness, [first, ['ExampleRemoved', null]])
})

test('a business that nobody had decided on is ordered to be erased, and erased, like any other', () => {
  const whole = { ...inTest, data: { person_id: null } }
  inSteps(retentions, ofBusiness, [
    ['ErasureOrdered', { ...retained, erasure: 'ordered' }, whole],
    ['PersonalDataErased', { erasure: 'erased', erased_at: at(1), relationship: relationship(1, null) }, { data: { kind: 'business' } }],
  ])
  const noted = { ...inTest, data: { kind: 'business' } }
  inSteps(retentions, ofBusiness, [
    ['PersonalDataErased', { ...retained, erasure: 'erased', erased_at: at(0), relationship: relationship(1, null) }, noted],
  ])
})

test('what is added after an erasure is there again, and its period runs from the last day on which something personal came', () => {
  const whole = { ...inTest, data: { kind: 'business' } }
  const note = (text: string) => ({ data: { note: { id, text } } })
  inSteps(retentions, ofBusiness, [
    [
      'RelationshipEnded',
      { ...retained, relationship: relationship(1, 'stated'), ...ended('2025-11-23') },
      { ...inTest, data: { ended_on: '2025-11-23', reason: null } },
    ],
    // Before an erasure it is erased with the rest.
    ['NoteAdded', {}],
    ['PersonalDataErased', { erasure: 'erased', erased_at: at(2), relationship: relationship(2, 'stated') }, whole],
    // What the service finds again of erased subjects, and what is not personal, adds nothing.
    ['PhoneNumberFound', {}, { data: { phone_number: { id, number: '[erased]', contact_type: null } } }],
    ['BusinessUpdated', {}, { sample: 2, data: { people: [], tin: null } }],
    ['NoteAdded', {}, note('[erased]')],
    ['NoteAdded', { erasure: 'none', added_on: '2026-01-07', counted_from: '2026-01-07' }, note('Quentin called.')],
    ['NoteAdded', { added_on: '2026-01-08', counted_from: '2026-01-08' }],
    // It is not kept longer for what is said about keeping it, nor for a proposal to erase it.
    [
      'LegalHoldPlaced',
      {
        holds: [{ id, reason: 'Smith v. Acme', placed_by: actor, placed_at: at(8), lifted_by: null, lifted_at: null, lifted_reason: null }],
        is_held: true,
      },
    ],
    ['ActProposed', {}, { data: { acts: ['erasure'] } }],
    [
      'RelationshipEnded',
      { relationship: relationship(3, 'stated'), ended_on: '2026-11-23', counted_from: '2026-11-23', reason: 'The account was closed.' },
    ],
    ['PersonalDataErased', { erasure: 'erased', erased_at: at(11), added_on: null, relationship: relationship(4, 'stated') }, whole],
    ['ActProposed', {}, { data: { acts: ['erasure'] } }],
    ['RelationshipEnded', { erasure: 'none', relationship: relationship(5, 'stated'), added_on: '2026-01-14' }],
  ])
})

test('what is due ended on the day or before it, and was not erased; an open lien keeps it', async () => {
  assert.equal(dueOf('customer', '2026-01-31'), { kind: 'customer', counted_from: { lte: '2026-01-31' }, erasure: 'none' })
  const asked: unknown[] = []
  const counting = (count: number) =>
    (() => ({
      count: async (where: unknown) => {
        asked.push(where)
        return count
      },
    })) as never
  assert.equal([await hasOpenLien(counting(0), id), await hasOpenLien(counting(1), id)], [false, true])
  assert.equal(asked[0], { business_id: id, status: { in: ['created', 'pending', 'filed', 'open', 'closing'] } })
})

const placed = (place: number) => {
  const { order_id, ...rest }: { order_id: string } = dataOf('OrderPlaced')
  return {
    id: order_id,
    business_id: id,
    ...rest,
    status: 'created',
    stage: 'created',
    assignee_id: null,
    created_at: at(place),
    updated_at: at(place),
    completed_at: null,
  } as never
}
const reaching = (stage: 'pending' | 'audited' | 'completed', place: number) => ({ stage, status: stage, updated_at: at(place) })

test('an order goes through its stages, and is found by its id', () => {
  inSteps(orders, ofBusiness, [
    ['OrderPlaced', { ...(placed(0) as object), account_id: accountId, mode: 'live' } as never, inLive],
    ['OrderStarted', reaching('pending', 1)],
    ['AuditRequested', reaching('audited', 2)],
    ['AuditCompleted', reaching('pending', 3)],
    ['OrderAssigned', { assignee_id: other, updated_at: at(4) }],
    ['OrderCompleted', { ...reaching('completed', 5), completed_at: at(5) }],
    ['OrderStatusSet', { status: 'looked at', updated_at: at(6) }],
    ['ExampleRemoved', null, { data: { order_ids: [other, id], hit_ids: [] } }],
  ])
  assert.equal(orders.keys(eventAt(0, ofBusiness.stream, 'BusinessApproved')), [])
  assert.equal(orders.keys(eventAt(0, ofBusiness.stream, 'PolicyVersionAdded', { data: { order_id: 7 } })), [])
})

test('an order keeps the status that somebody set while its work goes on', () => {
  inSteps(orders, ofBusiness, [
    ['OrderPlaced', { ...(placed(0) as object), account_id: accountId, mode: 'live' } as never, inLive],
    ['AuditRequested', reaching('audited', 1)],
    ['OrderStatusSet', { status: 'looked at', updated_at: at(2) }],
    ['AuditCompleted', { stage: 'pending', updated_at: at(3) }],
    ['OrderCompleted', { stage: 'completed', updated_at: at(4), completed_at: at(4) }],
  ])
})

test('an order within its business keeps the status that somebody set', () => {
  const order = placed(1) as unknown as BusinessDocument['orders'][number]
  const set = { ...order, status: 'looked at', updated_at: at(2) }
  const completed = { ...set, stage: 'completed', updated_at: at(3), completed_at: at(3) } as const
  businessInSteps(
    ['OrderPlaced', { orders: [order], updated_at: at(1) }],
    ['OrderStatusSet', { orders: [set], updated_at: at(2) }],
    ['OrderCompleted', { orders: [completed], updated_at: at(3) }],
  )
})

test('a hit is dismissed, reopened, told anew by its list, and gone with its example', () => {
  const hit = {
    id,
    account_id: accountId,
    mode: 'live',
    business_id: id,
    status: 'hit',
    list: 'SDN',
    entity_name: 'DOE, Ann',
    created_at: at(0),
    dismissed_at: null,
    gone_at: null,
  } as const
  const { hit: told }: { hit: object } = dataOf('WatchlistHitFound')
  const ofHit = { data: { hit_id: id } }
  inSteps(watchlistResults, ofBusiness, [
    ['WatchlistHitFound', hit, inLive],
    ['WatchlistHitDismissed', { status: 'dismissed', dismissed_at: at(1) }, ofHit],
    ['WatchlistHitFound', { list: 'UN', entity_name: 'DOE, Anna' }, { data: { hit: { ...told, list: 'UN', entity_name: 'DOE, Anna' } } }],
    ['WatchlistHitGone', { status: 'gone', gone_at: at(3) }, { data: { hit: { ...told, id } } }],
    ['WatchlistHitFound', { status: 'dismissed', gone_at: null }, { data: { hit: { ...told, list: 'UN', entity_name: 'DOE, Anna' } } }],
    ['WatchlistHitReopened', { status: 'hit', dismissed_at: null }, ofHit],
    ['ExampleRemoved', null, { data: { order_ids: [], hit_ids: [id] } }],
  ])
  assert.equal(watchlistResults.keys(eventAt(0, ofBusiness.stream, 'WatchlistScreened')), [])
})

const { names: _, email_addresses: __, ...submitted }: { names?: never; email_addresses?: never } = dataOf('BusinessCreated')
const opened = {
  id,
  account_id: accountId,
  mode: 'live',
  name: 'Acme Widgets LLC',
  status: 'open',
  external_id: 'e-1',
  unique_external_id: 'u-1',
  business_batch_id: other,
  tags: ['new'],
  assignee_id: null,
  submitted,
  added: nothingAdded,
  orders: [],
  file: emptyFile,
  review: null,
  created_at: at(0),
  updated_at: at(0),
  reviewed_at: null,
  waiting_since: null,
  decided_at: null,
  decision: null,
  risk_override: null,
  next_review: null,
  relationship_ended: false,
} as unknown as BusinessDocument

/** As `inSteps`, with the columns that are drawn from the rest of the document. */
const businessInSteps = (...steps: readonly Step<BusinessDocument>[]) => {
  let held = opened
  const whole = steps.map(([type, makes, given]): Step<BusinessDocument> => {
    held = { ...held, ...makes }
    return [type, makes && { ...makes, ...businessColumns(held) }, given]
  })
  inSteps<BusinessDocument>(businesses, ofBusiness, [['BusinessCreated', { ...opened, ...businessColumns(opened) }], ...whole])
}
const decisionOf = (status: 'approved' | 'rejected' | 'in_review', place: number, told: object = {}) =>
  ({ status, reason: null, note: null, override: null, actor, proposed_by: null, at: at(place), ...told }) as never

test('a business is decided, returned to review and assigned, and each decision tells who made it', () => {
  const review_date: { due_at: string } = (dataOf('ReviewScheduled') as { review_date: never }).review_date
  const dated = { ...review_date, told: 'nothing' } as never
  const note = { note: 'looked again' }
  businessInSteps(
    [
      'BusinessApproved',
      { status: 'approved', decided_at: at(1), decision: decisionOf('approved', 1), updated_at: at(1) },
      { data: { note: null, reason: undefined, override: undefined } },
    ],
    ['ReviewScheduled', { next_review: dated }],
    ['RelationshipEnded', { relationship_ended: true }],
    ['RelationshipResumed', { relationship_ended: false }],
    ['RelationshipEnded', { relationship_ended: true }],
    [
      'BusinessReturnedToReview',
      { status: 'in_review', decided_at: null, waiting_since: at(6), decision: decisionOf('in_review', 6, note), updated_at: at(6) },
    ],
    [
      'BusinessApproved',
      {
        status: 'approved',
        decided_at: at(7),
        decision: decisionOf('approved', 7, { note: 'x', proposed_by: { type: 'user', id }, override: { hit_ids: [other] } }),
        next_review: null,
        relationship_ended: false,
        updated_at: at(7),
      },
      { data: { note: 'x', reason: undefined, override: { hit_ids: [other] } }, metadata: { proposed_by: { type: 'user', id } } },
    ],
    ['ReviewScheduled', { next_review: dated }],
    [
      'BusinessRejected',
      { status: 'rejected', decided_at: at(9), decision: decisionOf('rejected', 9), next_review: null, updated_at: at(9) },
      { data: { note: null, reason: undefined } },
    ],
    ['BusinessAssigned', { assignee_id: other, updated_at: at(10) }],
    ['ExampleRemoved', null],
  )
})

test('a business awaits a review unless its relationship is over', () => {
  const next_review = { due_at: at(0) } as never
  assert.is(awaitedReview({ next_review, relationship_ended: false }), next_review)
  assert.is(awaitedReview({ next_review, relationship_ended: true }), null)
})

test('the orders and the review of a business follow each other, and a decision outlasts a new review', () => {
  const order = placed(1) as unknown as BusinessDocument['orders'][number]
  const further = { ...order, id: other, created_at: at(2), updated_at: at(2) }
  const started = { ...order, ...reaching('pending', 3) }
  const completed = { ...order, ...reaching('completed', 4), completed_at: at(4) }
  const { review_id, tasks }: { review_id: string; tasks: never } = dataOf('ReviewCompleted')
  const review = { id: review_id, tasks, created_at: at(7), updated_at: at(7), completed_at: at(7) }
  const handled = { ...further, assignee_id: other, updated_at: at(5) }
  const set = { ...handled, status: 'looked at', updated_at: at(6) }
  businessInSteps(
    ['OrderPlaced', { orders: [order], updated_at: at(1) }],
    ['OrderPlaced', { orders: [order, further], updated_at: at(2) }, { data: { order_id: other } }],
    ['OrderStarted', { orders: [started, further], status: 'pending', updated_at: at(3) }],
    ['OrderCompleted', { orders: [completed, further], updated_at: at(4) }],
    ['OrderAssigned', { orders: [completed, handled], updated_at: at(5) }, { data: { order_id: other } }],
    ['OrderStatusSet', { orders: [completed, set], updated_at: at(6) }, { data: { order_id: other } }],
    ['ReviewCompleted', { status: 'in_review', review, reviewed_at: at(7), waiting_since: at(7), updated_at: at(7) }],
    ['ReviewRenewed', { review: { ...review, tasks: [], updated_at: at(8) }, updated_at: at(8) }, { data: { tasks: [] } }],
    [
      'BusinessRejected',
      { status: 'rejected', decided_at: at(9), decision: decisionOf('rejected', 9), updated_at: at(9) },
      { data: { note: null, reason: undefined } },
    ],
    ['ReviewCompleted', { review: { ...review, updated_at: at(10), completed_at: at(10) }, updated_at: at(10) }],
  )
  businessInSteps(['ReviewRenewed', {}])
})

test('a business waits since it last came to wait for a decision, whatever is reviewed meanwhile', () => {
  let held: ReturnType<typeof businesses.fold> = null
  for (const [place, [type, since]] of filled([
    ['BusinessCreated', null],
    ['ReviewCompleted', at(1)],
    ['ReviewCompleted', at(1)],
    ['BusinessApproved', at(1)],
    // The decision stands.
    ['ReviewCompleted', at(1)],
    // It is open again, and waits once the order is done.
    ['OrderPlaced', at(1)],
    ['ReviewCompleted', at(6)],
    ['BusinessRejected', at(6)],
    ['BusinessReturnedToReview', at(8)],
    ['ReviewCompleted', at(8)],
  ] as const).entries()) {
    held = businesses.fold(held, [eventAt(place, ofBusiness.stream, type)], id)
    assert.is(held?.waiting_since, since, `after ${type}, the event of place ${place}`)
  }
})

test('a person may set the tier of a business and leave it to the table again, and a copy stands as its original', () => {
  const { id: _, ...risk }: { id: string } = (dataOf('RiskTierSet') as { risk: never }).risk
  const next_review = { due_at: at(0) } as never
  const before = { status: 'approved', at: '2026-01-31T10:00:00.000Z' } as const
  businessInSteps(
    ['RiskTierSet', { risk_override: { ...risk, set_at: at(1) } as never, updated_at: at(1) }],
    ['RiskTierSet', { risk_override: null, updated_at: at(2) }, { sample: 1 }],
    ['CopySettled', { relationship_ended: true, next_review, updated_at: at(3) }, { data: { relationship_ended: true, next_review } }],
    [
      'CopySettled',
      {
        status: 'approved',
        decided_at: before.at,
        decision: decisionOf('approved', 0, { at: before.at }),
        relationship_ended: false,
        next_review: null,
        updated_at: at(4),
      },
      { data: { decision: before } },
    ],
  )
})

test('a case that is erased before a decision leaves the queue, until something is ordered again', () => {
  const whole = { data: { kind: 'business' } }
  const [first, again] = [placed(1), placed(4)] as unknown as BusinessDocument['orders']
  const done = { ...first!, status: 'completed', stage: 'completed', updated_at: at(3), completed_at: at(3) } as const
  businessInSteps(
    ['OrderPlaced', { orders: [first!], updated_at: at(1) }],
    ['PersonalDataErased', { status: 'erased', erased_at: at(2) }, whole],
    ['OrderCompleted', { orders: [done], updated_at: at(3) }],
    ['OrderPlaced', { orders: [done, again!], status: 'pending', updated_at: at(4) }],
  )
})

test('a decision stands when the business is erased', () => {
  const plain = { data: { note: null, reason: undefined } }
  businessInSteps(
    ['BusinessRejected', { status: 'rejected', decided_at: at(1), decision: decisionOf('rejected', 1), updated_at: at(1) }, plain],
    ['PersonalDataErased', { erased_at: at(2) }, { data: { kind: 'business' } }],
  )
})

test.run()
