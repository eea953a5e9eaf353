// When a business is looked at again: by its tier, from its approval on, earlier after a change, and never once it is rejected or erased.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import { monthsAfter } from '../../src/commands/review-calendar.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import { reviewCalendarByDefault as calendar, type NextReview } from '../../src/events/review-calendar.ts'
import { businessId, created, done, order, placed, requesterId, reviewed } from './businesses.ts'
import { given } from './given.ts'

const approved: BusinessEvent = { type: 'BusinessApproved', data: { note: null } }
const rejected: BusinessEvent = { type: 'BusinessRejected', data: { note: null } }
const erased = (kind: 'business' | 'person'): BusinessEvent => ({
  type: 'PersonalDataErased',
  data: { subjects: [businessId], kind, reason: 'asked', requested_by: 'ann' },
})
const tier = (wanted: 'low' | 'medium' | 'high'): BusinessEvent => ({
  type: 'RiskTierSet',
  data: { risk: { id: requesterId, tier: wanted, reason: 'known', computed: 'low', table_version: 1 } },
})
const from = '2026-11-21T10:00:00.000Z'
const regular = '2031-11-21T10:00:00.000Z'
const date = (change: Partial<Omit<NextReview, 'told'>> = {}): BusinessEvent => ({
  type: 'ReviewScheduled',
  data: {
    review_date: {
      due_at: regular,
      soon_at: '2031-10-22T10:00:00.000Z',
      tier: 'low',
      counted_from: from,
      cause: 'decision',
      change: null,
      ...change,
    },
  },
})
const verify = order('business_verification_verify')
const before = [created(), ...done(verify), reviewed, approved]
const counted = { type: 'ScheduleReview', cause: 'decision', countedFrom: from, calendar } as const
const again = { type: 'ScheduleReview', cause: 'tier', calendar } as const
const bring = (at: string) => ({ type: 'BringReviewForward', change: 'registration.updated', at, calendar }) as const

test('the tier gives the date: five years, three, and one; without a review nobody knows it, and it counts as high', () => {
  given(business, before).when(counted).then([date()])
  const medium = { tier: 'medium', due_at: '2029-11-21T10:00:00.000Z', soon_at: '2029-10-22T10:00:00.000Z' } as const
  given(business, [...before, tier('medium')])
    .when(counted)
    .then([date(medium)])
  const high = { tier: 'high', due_at: '2027-11-21T10:00:00.000Z', soon_at: '2027-10-22T10:00:00.000Z' } as const
  given(business, [created(), approved])
    .when(counted)
    .then([date(high)])
})

test('the same again changes nothing, and an approval that comes late, after a later one, changes nothing either', () => {
  given(business, [...before, date()])
    .when(counted)
    .then([])
  given(business, [...before, date()])
    .when({ ...counted, countedFrom: '2026-11-20T10:00:00.000Z' })
    .then([])
})

test('another tier moves the date, counted from the same approval; without an approval there is none to move', () => {
  given(business, [...before, date(), tier('high')])
    .when(again)
    .then([date({ tier: 'high', due_at: '2027-11-21T10:00:00.000Z', soon_at: '2027-10-22T10:00:00.000Z', cause: 'tier' })])
  given(business, [...before, date(), tier('high')])
    .when({ ...again, cause: 'settings' })
    .then([date({ tier: 'high', due_at: '2027-11-21T10:00:00.000Z', soon_at: '2027-10-22T10:00:00.000Z', cause: 'tier' })])
  given(business, [created(), ...done(verify), reviewed])
    .when(again)
    .then([])
})

test('a change brings the review forward, one that would put it later does not, nor does one from before the approval', () => {
  const at = '2027-02-01T08:00:00.000Z'
  const due_at = '2027-03-03T08:00:00.000Z'
  const forward = date({ due_at, soon_at: at, cause: 'change', change: { type: 'registration.updated', at, due_at } })
  given(business, [...before, date()])
    .when(bring(at))
    .then([forward])
  given(business, [...before, date(), forward])
    .when(bring('2027-02-02T08:00:00.000Z'))
    .then([])
  given(business, [...before, date()])
    .when(bring('2031-10-23T10:00:00.000Z'))
    .then([])
  given(business, [...before, date()])
    .when(bring(from))
    .then([])
  // A lower tier does not put it off again, the next approval does.
  given(business, [...before, tier('high'), date(), forward, tier('low')])
    .when(again)
    .then([])
  given(business, [...before, date(), forward, placed(order('tin')), approved])
    .when({ ...counted, countedFrom: '2027-03-01T10:00:00.000Z' })
    .then([date({ counted_from: '2027-03-01T10:00:00.000Z', due_at: '2032-03-01T10:00:00.000Z', soon_at: '2032-01-31T10:00:00.000Z' })])
})

test('a date is announced as due once, with the orders that can be placed, and as overdue once', () => {
  const orders = [order('business_verification_verify'), order('tin')]
  const due: BusinessEvent = { type: 'ReviewDue', data: { review_date: { due_at: regular, tier: 'low' } } }
  const overdue: BusinessEvent = { type: 'ReviewOverdue', data: { review_date: { due_at: regular, tier: 'low' } } }
  const note = { type: 'NoteReviewDue', dueAt: regular, orders } as const
  // No TIN was submitted.
  given(business, [...before, date()])
    .when(note)
    .then([due, placed(orders[0] as (typeof orders)[0])])
  given(business, [...before, date(), due])
    .when(note)
    .then([])
  given(business, [...before, date()])
    .when({ ...note, dueAt: '2030-11-21T10:00:00.000Z' })
    .then([])
  given(business, [...before, date(), due])
    .when({ type: 'NoteReviewOverdue', dueAt: regular })
    .then([overdue])
  given(business, [...before, date(), due, overdue])
    .when({ type: 'NoteReviewOverdue', dueAt: regular })
    .then([])
  // An earlier date of the same approval is not told of again, a later one is.
  const earlier = '2030-11-21T10:00:00.000Z'
  given(business, [...before, date(), due, date({ due_at: earlier })])
    .when({ ...note, dueAt: earlier })
    .then([])
  given(business, [...before, date({ due_at: earlier }), due, date()])
    .when({ ...note, orders: [] })
    .then([due])
})

test('a rejected and an erased business is never due; one whose person was erased is', () => {
  for (const end of [rejected, erased('business')]) {
    given(business, [...before, date(), end])
      .when(counted)
      .then([])
    given(business, [...before, date(), end])
      .when({ type: 'NoteReviewOverdue', dueAt: regular })
      .then([])
    given(business, [...before, date(), end])
      .when(bring('2027-02-01T08:00:00.000Z'))
      .then([])
  }
  given(business, [...before, date(), erased('business'), approved])
    .when(counted)
    .then([])
  given(business, [...before, date(), erased('person')])
    .when({ type: 'NoteReviewOverdue', dueAt: regular })
    .thenTypes('ReviewOverdue')
})

test('a business whose relationship has ended is not due, and is again once it is resumed or approved', () => {
  const ended: BusinessEvent = { type: 'RelationshipEnded', data: { ended_on: '2027-01-01', reason: null } }
  const resumed: BusinessEvent = { type: 'RelationshipResumed', data: { reason: null } }
  const overdue = { type: 'NoteReviewOverdue', dueAt: regular } as const
  given(business, [...before, date(), ended])
    .when(overdue)
    .then([])
  given(business, [...before, date(), ended])
    .when(bring('2027-02-01T08:00:00.000Z'))
    .then([])
  given(business, [...before, date(), ended, resumed])
    .when(overdue)
    .thenTypes('ReviewOverdue')
  given(business, [...before, date(), ended, approved, date()])
    .when(overdue)
    .thenTypes('ReviewOverdue')
})

test('months end where a shorter month ends', () => {
  assert.is(monthsAfter('2028-02-29T10:00:00.000Z', 12), '2029-02-28T10:00:00.000Z')
  assert.is(monthsAfter('2026-12-31T10:00:00.000Z', 2), '2027-02-28T10:00:00.000Z')
  assert.is(monthsAfter('2026-12-15T10:00:00.000Z', 36), '2029-12-15T10:00:00.000Z')
})

test.run()
