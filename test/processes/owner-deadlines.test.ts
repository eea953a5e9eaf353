// When a difference between submitted and found owners becomes overdue, and what ends its clock before.
import { test } from 'uvu'
import { business } from '../../src/commands/business.ts'
import type { Business } from '../../src/commands/business-state.ts'
import { differencesOf } from '../../src/commands/owner-discrepancies.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import { ownerDeadlines } from '../../src/processes/owner-deadlines.ts'
import { businessId, created, done, order, reviewed, source } from '../commands/businesses.ts'
import { openEveryWay } from './every-way.ts'

const { inEveryWay, close } = await openEveryWay()
test.after(close)

const ann = '0198c0de-0000-7000-8000-0000000000e1'
const bob = '0198c0de-0000-7000-8000-0000000000e2'
const person = { type: 'person' as const, country: null, lei: null, registration_number: null }

/** Bob was submitted, and a register names Ann. */
const submittedWith = (change: Parameters<typeof created>[0] = {}) =>
  created({
    ownership: {
      parties: [{ ...person, id: bob, name: 'Bob Jones', date_of_birth: null }],
      interests: [{ owner_id: bob, owned_id: businessId, kind: 'ownership', percentage: 60, since: null }],
    },
    ...change,
  })
const ownerFound: BusinessEvent = {
  type: 'OwnerFound',
  data: {
    order_id: null,
    sources: [source],
    found_owner: {
      ...person,
      id: ann,
      party_id: ann,
      owned_id: businessId,
      relation: 'control_register',
      name: 'Ann Smith',
      born: null,
      interests: [{ kind: 'ownership', from: 25, to: 50 }],
      since: null,
      is_complete: false,
    },
  },
}
const known: readonly BusinessEvent[] = [...done(order('business_verification_verify')), ownerFound, reviewed]
const [difference] = differencesOf([submittedWith(), ...known].reduce(business.evolve, business.initial) as Business)
const discrepancy_id = difference?.id ?? ''
const found = (due_on = '2026-12-05'): BusinessEvent => ({
  type: 'OwnerDiscrepancyFound',
  data: { discrepancy: { id: discrepancy_id, kind: 'not_submitted', found_id: ann, submitted_id: null, due_on } },
})
const resolved: BusinessEvent = { type: 'OwnerDiscrepancyResolved', data: { discrepancy_id, cause: 'data', reason: null } }
const overdue = { type: 'OwnerDiscrepancyOverdue', data: { discrepancy_id, due_on: '2026-12-05' } }

const recordedAt = new Date('2026-11-21T09:30:00.000Z')
/** The first moment after the day. */
const end = new Date('2026-12-06T00:00:00.000Z')
const before = (date: Date, ms: number) => new Date(date.getTime() - ms)
const verified = (...events: readonly BusinessEvent[]) => [submittedWith(), ...known, ...events]
const told = (event: DomainEvent): unknown => (event.type === 'ReviewCompleted' || event.type === 'ReviewRenewed' ? event.type : event)
const each = { aggregate: 'business', process: ownerDeadlines, told }

test('on its last day a difference is still open, and is looked at when the day is over', () =>
  inEveryWay({ ...each, history: verified(found()), at: before(end, 1), leadsTo: [], again: 1 }))

test('when the day is over the difference is overdue, and the review is made again', () =>
  inEveryWay({ ...each, history: verified(found()), at: end, leadsTo: [overdue, 'ReviewCompleted'] }))

for (const [what, since] of [
  ['is resolved', [resolved]],
  ['was found again with a later day', [resolved, found('2026-12-20')]],
  ['is overdue already', [overdue as BusinessEvent]],
] as const)
  test(`a difference that ${what} is left alone`, () =>
    inEveryWay({ ...each, history: verified(found(), ...since), delivered: verified().length, at: end, leadsTo: [] }))

test('in the sandbox the overdue business waits five seconds, and no other does', async () => {
  const hurried = (name: string) => [submittedWith({ name }), ...known, found()]
  const rest = { ...each, recordedAt: verified(found()).map(() => recordedAt) }
  const after = new Date(recordedAt.getTime() + 5_000)
  // Nothing is overdue before the day that it is due on.
  const overdueToday = { ...overdue, data: { ...overdue.data, due_on: '2026-11-21' } }
  await inEveryWay({ ...rest, history: hurried('Overdue Business'), at: before(after, 1), leadsTo: [], again: 1 })
  await inEveryWay({ ...rest, history: hurried('Overdue Business'), at: after, leadsTo: [overdueToday, 'ReviewCompleted'] })
  await inEveryWay({ ...rest, history: hurried('Punctual Business'), at: after, leadsTo: [], again: end.getTime() - after.getTime() })
})

test('a live business of that name has its fourteen days', () =>
  inEveryWay({
    ...each,
    history: [submittedWith({ name: 'Overdue Business', mode: 'live' }), ...known, found()],
    at: before(end, 1),
    leadsTo: [],
    again: 1,
  }))

test.run()
