// The end of a relationship, legal holds, and what a hold does to orders to erase before and after they have begun.
import { test } from 'uvu'
import { erasureOrderIn } from '../../src/commands/erasure-order.ts'
import { retention } from '../../src/commands/retention.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import { businessId, reviewId, submitted } from './businesses.ts'
import { given } from './given.ts'

const created: DomainEvent = { type: 'BusinessCreated', data: submitted }
const approved: DomainEvent = { type: 'BusinessApproved', data: { note: null } }
const rejected: DomainEvent = { type: 'BusinessRejected', data: { note: null } }
const returned: DomainEvent = { type: 'BusinessReturnedToReview', data: { note: null } }
const ended: DomainEvent = { type: 'RelationshipEnded', data: { ended_on: '2026-11-20', reason: null } }
const resumed: DomainEvent = { type: 'RelationshipResumed', data: { reason: null } }
const order = { order_id: reviewId, person_id: null, reason: 'due', requested_by: 'Ann' }
const ordered: DomainEvent = { type: 'ErasureOrdered', data: order }
const begun: DomainEvent = { type: 'ErasureBegun', data: { order_id: reviewId } }
const erased: DomainEvent = {
  type: 'PersonalDataErased',
  data: { subjects: [businessId], kind: 'business', reason: 'due', requested_by: 'Ann', order_id: reviewId },
}
const hold_id = '0192f3c4-0000-7000-8000-00000000000a'
const other = '0192f3c4-0000-7000-8000-00000000000b'
const held: DomainEvent = { type: 'LegalHoldPlaced', data: { hold_id, reason: 'Smith v. Acme' } }
const lifted: DomainEvent = { type: 'LegalHoldLifted', data: { hold_id, reason: 'Settled.' } }
const stopped: DomainEvent = { type: 'ErasureStopped', data: { order_id: reviewId, hold_id } }

const orders = erasureOrderIn('business')
const end = (endedOn: string) => ({ type: 'EndRelationship' as const, endedOn, today: '2026-11-23', reason: null })
const place = (holdId = hold_id) => ({ type: 'PlaceLegalHold' as const, holdId, reason: 'Smith v. Acme' })
const begin = { type: 'BeginErasure' as const, orderId: reviewId }
const due = (turn: number) => ({ type: 'OrderErasure' as const, order, turn })

test('a relationship ends today or earlier, and its day can be corrected', () => {
  given(retention, [created]).when(end('2026-11-20')).then([ended])
  given(retention, [created]).when(end('2026-11-24')).isRefused('end_in_future', 'ended_on')
  given(retention, [created, ended]).when(end('2026-11-20')).then([])
  given(retention, [created, ended]).when(end('2026-11-23')).thenTypes('RelationshipEnded')
  given(retention, []).when(end('2026-11-20')).isRefused('business_not_found')
})

test('an end is taken back, but a rejection is not', () => {
  const resume = { type: 'ResumeRelationship' as const, reason: null }
  given(retention, [created, ended]).when(resume).then([resumed])
  given(retention, [created]).when(resume).then([])
  given(retention, [created, rejected]).when(resume).isRefused('relationship_rejected')
  given(retention, [created, rejected, returned]).when(resume).then([])
})

test('a rejection stands whose day was corrected, and a return to review takes both back', () => {
  const resume = { type: 'ResumeRelationship' as const, reason: null }
  const corrected = [created, rejected, ended]
  given(retention, corrected).when(end('2026-11-20')).then([])
  given(retention, corrected).when(resume).isRefused('relationship_rejected')
  given(retention, [...corrected, returned])
    .when(resume)
    .then([])
  given(orders, [...corrected, returned])
    .when(due(3))
    .isRefused('not_due')
  given(retention, [created, ended, rejected]).when(end('2026-11-20')).then([ended])
})

test('an order for what is due rests on the end that it names', () => {
  given(orders, [created, approved, ended]).when(due(2)).then([ordered])
  given(orders, [created, approved, ended]).when(due(1)).isRefused('not_due')
  given(orders, [created, approved, ended, resumed]).when(due(3)).isRefused('not_due')
  given(orders, [created, approved, ended, resumed]).when(due(2)).isRefused('not_due')
  given(orders, [created, rejected, approved]).when(due(1)).isRefused('not_due')
  given(orders, [created, ended, ordered]).when(due(1)).then([])
})

test('nothing is ordered while one of several holds stands', () => {
  const second: DomainEvent = { type: 'LegalHoldPlaced', data: { hold_id: other, reason: 'Tax audit' } }
  const asked = { type: 'OrderErasure' as const, order }
  given(orders, [created, held]).when(asked).isRefused('legal_hold')
  given(orders, [created, held, second, lifted]).when(asked).isRefused('legal_hold')
  given(orders, [created, held, lifted]).when(asked).then([ordered])
})

test('a hold ends an order that has destroyed nothing yet, which then never begins', () => {
  given(retention, [created, ordered]).when(place()).then([held, stopped])
  given(orders, [created, ordered, held, stopped]).when(begin).isRefused('legal_hold')
  given(orders, [created, ordered, held, stopped, lifted]).when(begin).isRefused('legal_hold')
  given(orders, [created, ordered]).when(begin).then([begun])
  given(orders, [created, ordered, begun]).when(begin).then([])
})

test('an order that was carried out is not carried out again', () => {
  const done = [created, ordered, begun, erased]
  given(orders, done).when({ type: 'OrderErasure', order }).then([])
  given(orders, done).when(begin).then([])
})

test('a hold comes too late once an erasure has begun, and after it', () => {
  given(retention, [created, ordered, begun]).when(place()).isRefused('erasure_begun')
  given(retention, [created, ordered, begun, erased]).when(place()).isRefused('erased_already')
})

test('after an erasure a hold keeps what came since, if it is personal', () => {
  const done = [created, ordered, begun, erased]
  const quentin = { id: other, name: 'Quentin', title: null, email: null, phone: null, dob: null, ssn: null }
  const updated: DomainEvent = { type: 'BusinessUpdated', data: { people: [quentin] } }
  const nobody: DomainEvent = { type: 'BusinessUpdated', data: { people: [] } }
  const assigned: DomainEvent = { type: 'BusinessAssigned', data: { assignee_id: other } }
  given(retention, [...done, assigned, nobody])
    .when(place())
    .isRefused('erased_already')
  given(retention, [...done, updated])
    .when(place())
    .then([held])
  given(orders, [...done, updated, held])
    .when({ type: 'OrderErasure', order: { ...order, order_id: other } })
    .isRefused('legal_hold')
  given(retention, [...done, updated, ordered, begun, erased])
    .when(place())
    .isRefused('erased_already')
})

test('an order for what was due before an erasure is refused for what was added since', () => {
  const returned = [created, approved, ended, ordered, begun, erased]
  const again = (turn: number) => ({ ...due(turn), order: { ...order, order_id: other } })
  given(orders, returned).when(again(2)).isRefused('not_due')
  given(orders, returned)
    .when(again(3))
    .then([{ type: 'ErasureOrdered', data: { ...order, order_id: other } }])
  given(retention, returned).when(end('2026-11-20')).then([])
})

test('a hold is lifted once, and one that does not exist not at all', () => {
  const lift = (holdId: string) => ({ type: 'LiftLegalHold' as const, holdId, reason: 'Settled.' })
  given(retention, [created, held]).when(lift(hold_id)).then([lifted])
  given(retention, [created, held, lifted]).when(lift(hold_id)).then([])
  given(retention, [created, held]).when(lift(other)).isRefused('legal_hold_not_found')
  given(retention, [created, held]).when(place()).then([])
})

test.run()
