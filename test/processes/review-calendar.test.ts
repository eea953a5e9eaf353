// The calendar of reviews on a real log: every event twice, a crash between doing and noting, a restart over dates that have passed, other settings.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import { openAggregates } from '../../src/commands/handler.ts'
import type { DomainEvent, StoredEvent } from '../../src/events/catalogue.ts'
import { type ReviewCalendar, reviewCalendarByDefault } from '../../src/events/review-calendar.ts'
import type { Later } from '../../src/processes/process.ts'
import { type CalendarDependencies, reviewCalendar, reviewChanges } from '../../src/processes/review-calendar.ts'
import { openDeliveries } from '../../src/processes/running/deliveries.ts'
import { type BusinessDocument, businesses } from '../../src/projections/businesses.ts'
import type { RecordedEvent } from '../../src/stores/event-store.ts'
import { businessId, created, done, order, reviewed, source } from '../commands/businesses.ts'
import { accountId, context, openStores, type Stores } from '../stores/log.ts'
import { type Dependencies, type Ids, openEveryWay } from './every-way.ts'

let stores: Stores
test.before.each(async () => {
  stores = await openStores()
  now = new Date(approvedAt)
})
test.after.each(() => stores.close())

const approvedAt = '2026-11-21T09:30:00.000Z'
const dayMs = 86_400_000
const stream = `business-${businessId}`
const otherId = '0198c0de-0000-7000-8000-0000000000e2'
const approved = { type: 'BusinessApproved', data: { note: null } } as const
let now = new Date(approvedAt)

const events = (): Promise<readonly StoredEvent[]> => stores.log.read(stream)
const dates = async () => (await events()).flatMap(({ type, data }) => (type === 'ReviewScheduled' ? [data.review_date.due_at] : []))
const count = async (type: string) => (await events()).filter((each) => each.type === type).length

/** The business as the read models have it. */
const readingOf = (document: () => Promise<BusinessDocument | null>): CalendarDependencies['read'] =>
  (() => ({ find: async ({ where }: { where: { mode: string } }) => (where.mode === 'test' ? [await document()] : []) })) as never

const folded = async () => businesses.fold(null, await events(), businessId)

/** What the process is made of, with a handler that may fail once it has appended. */
const begin = ({ crashOn }: { readonly crashOn?: string } = {}) => {
  const { handle, load, known } = openAggregates(stores.log)
  let crashed = false
  const dependencies: CalendarDependencies = {
    load,
    known,
    handle: async (aggregate, id, command, how) => {
      const handled = await handle(aggregate, id, command, how)
      if ((command as { type: string }).type === crashOn && !crashed) {
        crashed = true
        throw new Error('killed')
      }
      return handled
    },
    read: readingOf(folded),
    passed: async () => true,
    now: () => now,
  }
  const timeoutMs = 60_000
  const calendar = openDeliveries({ process: reviewCalendar(dependencies), now: () => now, timeoutMs })
  const changes = openDeliveries({ process: reviewChanges(dependencies), now: () => now, timeoutMs })
  return { calendar: calendar.deliver, changes: changes.deliver }
}

/** Delivers every event of the business, also those that follow, so often. @returns when the newest date is looked at again */
const deliverAll = async (deliver: ReturnType<typeof begin>['calendar'], times = 1): Promise<string | undefined> => {
  let next: Later | undefined
  for (let index = 0; index < (await events()).length; index++) {
    const event = (await events())[index] as StoredEvent
    for (let time = 1; time <= times; time++) {
      const later = await deliver(event, time)
      if (event.type === 'ReviewScheduled') next = later
    }
  }
  return next?.at.toISOString()
}

const approve = () => stores.append(stream, created(), ...done(order('business_verification_verify')), reviewed, approved)

test('a review is left out only where the business is known to have no date by then', async () => {
  const aggregates = openAggregates(stores.log)
  const process = reviewCalendar({ ...aggregates, read: readingOf(folded), passed: async () => true, now: () => now })
  const seen = async (type: string) => {
    const event = (await events()).findLast((each) => each.type === type)
    return process.seen?.(event as unknown as RecordedEvent)
  }
  await stores.append(stream, created(), ...done(order('business_verification_verify')), reviewed)
  assert.ok(await seen('ReviewCompleted'), 'nothing is in memory')
  await aggregates.load(business, businessId)
  assert.not(await seen('ReviewCompleted'))

  await stores.append(stream, approved)
  assert.ok(await seen('BusinessApproved'))
  await aggregates.load(business, businessId)
  const review_date = { ...due, counted_from: approvedAt, cause: 'decision' as const, change: null }
  await stores.append(stream, { type: 'ReviewScheduled', data: { review_date } }, reviewed)
  assert.ok(await seen('ReviewCompleted'), 'what is in memory ends before the review')
  await aggregates.load(business, businessId)
  assert.ok(await seen('ReviewCompleted'), 'it has a date')
})

const due = { due_at: '2031-11-21T09:30:00.000Z', soon_at: '2031-10-22T09:30:00.000Z', tier: 'low' as const }

test('an approval sets the date, and events that come twice set it once', async () => {
  await approve()
  assert.is(await deliverAll(begin().calendar, 2), '2031-10-22T09:30:00.000Z')
  assert.equal(await dates(), ['2031-11-21T09:30:00.000Z'])
})

test('the scenario of a review that comes in seconds hurries a business of the sandbox, and no live one', async () => {
  for (const [mode, soonAt, dueAt] of [
    ['test', '2026-11-21T09:30:05.000Z', '2026-11-21T09:30:10.000Z'],
    ['live', '2031-10-22T09:30:00.000Z', '2031-11-21T09:30:00.000Z'],
  ] as const) {
    const id = mode === 'test' ? businessId : otherId
    const own = `business-${id}`
    const hurried = created({ business_id: id, name: 'Overdue Business', mode })
    await stores.append(own, hurried, ...done(order('business_verification_verify')), reviewed, approved)
    const deliver = begin().calendar
    await deliver((await stores.log.read(own)).at(-1) as StoredEvent, 1)
    const scheduled = (await stores.log.read(own)).at(-1) as StoredEvent
    assert.ok(scheduled.type === 'ReviewScheduled')
    assert.is(scheduled.data.review_date.due_at, dueAt, 'the date shown is the one that counts')
    assert.is((await deliver(scheduled, 1))?.at.toISOString(), soonAt, mode)
  }
})

test('a review is announced a month ahead, with its orders, then on its day, each once though every event comes twice', async () => {
  await approve()
  const { calendar } = begin()
  await deliverAll(calendar)
  now = new Date('2031-10-22T09:29:59.999Z')
  await deliverAll(calendar, 2)
  assert.is(await count('ReviewDue'), 0)
  now = new Date('2031-10-22T09:30:00.000Z')
  assert.is(await deliverAll(calendar, 2), '2031-11-21T09:30:00.000Z')
  assert.equal([await count('ReviewDue'), await count('ReviewOverdue'), await count('OrderPlaced')], [1, 0, 2])
  now = new Date('2031-11-21T09:30:00.000Z')
  await deliverAll(calendar, 2)
  assert.equal([await count('ReviewDue'), await count('ReviewOverdue'), await count('OrderPlaced')], [1, 1, 2])
})

for (const crashOn of ['ScheduleReview', 'NoteReviewDue', 'NoteReviewOverdue'])
  test(`killed after ${crashOn} was written and before it was noted, it does the same once`, async () => {
    await approve()
    const first = begin({ crashOn })
    if (crashOn !== 'ScheduleReview') await deliverAll(begin().calendar)
    now = new Date('2032-01-01T00:00:00.000Z')
    const failed = await deliverAll(first.calendar).then(
      () => false,
      () => true,
    )
    assert.ok(failed)
    await deliverAll(begin().calendar)
    assert.equal([(await dates()).length, await count('ReviewDue'), await count('ReviewOverdue'), await count('OrderPlaced')], [1, 1, 1, 2])
  })

test('a restart long after the date tells of it once as due and once as overdue', async () => {
  await approve()
  await deliverAll(begin().calendar)
  now = new Date('2040-01-01T00:00:00.000Z')
  assert.is(await deliverAll(begin().calendar), undefined)
  await deliverAll(begin().calendar)
  assert.equal([await count('ReviewDue'), await count('ReviewOverdue')], [1, 1])
})

test('a date that passes while the relationship is over is announced once it is resumed', async () => {
  await approve()
  await deliverAll(begin().calendar)
  await stores.append(stream, { type: 'RelationshipEnded', data: { ended_on: '2027-01-01', reason: null } })
  now = new Date('2032-01-01T00:00:00.000Z')
  await deliverAll(begin().calendar, 2)
  assert.equal([await count('ReviewDue'), await count('ReviewOverdue')], [0, 0])
  assert.is((await folded())?.review_due_at, null)
  await stores.append(stream, { type: 'RelationshipResumed', data: { reason: null } })
  await deliverAll(begin().calendar, 2)
  assert.equal([await count('ReviewDue'), await count('ReviewOverdue')], [1, 1])
})

test('an approval after the review sets the next date, and the earlier one tells nothing any more', async () => {
  await approve()
  await deliverAll(begin().calendar)
  now = new Date('2031-10-22T09:30:00.000Z')
  await stores.append(stream, { type: 'BusinessReturnedToReview', data: { note: 'again' } })
  const { handle } = openAggregates(stores.log)
  await handle(business, businessId, { type: 'Decide', status: 'approved', note: null }, context({ at: now }))
  await deliverAll(begin().calendar)
  assert.is((await dates()).at(-1), '2036-10-22T09:30:00.000Z')
  now = new Date('2031-11-21T09:30:00.000Z')
  await deliverAll(begin().calendar)
  assert.is(await count('ReviewOverdue'), 0)
})

const set = (change: Partial<ReviewCalendar>) =>
  stores.append(`account-${accountId}`, { type: 'ReviewCalendarSet', data: { ...reviewCalendarByDefault, ...change } })
const settingsEvent = async () => (await stores.log.read(`account-${accountId}`)).at(-1) as StoredEvent
const openAccount = () =>
  stores.append(`account-${accountId}`, { type: 'AccountCreated', data: { account_id: accountId, name: 'A', slug: 'a', features: [] } })

test('other settings move the date, come twice or not, and the earlier settings again move it back', async () => {
  await openAccount()
  await approve()
  await deliverAll(begin().calendar)
  await set({ low_months: 48, reorder: false })
  for (const time of [1, 2]) await begin().calendar(await settingsEvent(), time)
  assert.equal(await dates(), ['2031-11-21T09:30:00.000Z', '2030-11-21T09:30:00.000Z'])
  await set({})
  await begin().calendar(await settingsEvent(), 1)
  assert.equal((await dates()).length, 3)
  await set({ reorder: false })
  await begin().calendar(await settingsEvent(), 1)
  assert.equal((await dates()).length, 3, 'what does not move a date writes nothing')
  now = new Date('2032-01-01T00:00:00.000Z')
  await deliverAll(begin().calendar)
  assert.equal([await count('ReviewDue'), await count('ReviewOverdue'), await count('OrderPlaced')], [1, 1, 1])
})

test('a date that was computed by earlier settings is put right by its own event', async () => {
  await openAccount()
  await approve()
  const approval = (await events()).at(-1) as StoredEvent
  await begin().calendar(approval, 1)
  // The settings passed over the business, which had no date in the read models.
  await set({ low_months: 48 })
  await deliverAll(begin().calendar)
  assert.equal(await dates(), ['2031-11-21T09:30:00.000Z', '2030-11-21T09:30:00.000Z'])
})

const monitored = (type: 'name.created' | 'person.created') =>
  stores.append(`monitor-${businessId}`, {
    type: 'MonitorEnabled',
    data: { monitor_id: businessId, business_id: businessId, mode: 'test', event_types: [type] },
  })
const foundName = {
  type: 'NameFound' as const,
  data: { order_id: null, sources: [source], name: { id: source.id, name: 'Acme Two LLC', type: 'legal' as const } },
}

test('a change that the monitor tells of brings the review forward once, and one that it does not tell of does not', async () => {
  await approve()
  await deliverAll(begin().calendar)
  await stores.append(stream, foundName)
  const change = (await events()).at(-1) as StoredEvent
  await begin().changes(change, 1)
  assert.is((await dates()).length, 1, 'nothing is monitored')
  await monitored('person.created')
  await begin().changes(change, 1)
  assert.is((await dates()).length, 1, 'it is not monitored for')
  await stores.append(`monitor-${businessId}`, {
    type: 'MonitorChanged',
    data: { monitor_id: businessId, event_types: ['name.created'] },
  })
  // The decision and the change have the time of the test log.
  const later = { ...change, metadata: { ...change.metadata, recorded_at: '2027-02-01T08:00:00.000Z' } }
  for (const time of [1, 2]) await begin().changes(later, time)
  const scheduled = (await events()).at(-1) as StoredEvent<'ReviewScheduled'>
  assert.equal((await dates()).length, 2)
  assert.equal(
    [scheduled.data.review_date.due_at, scheduled.data.review_date.cause, scheduled.data.review_date.change?.type],
    ['2027-03-03T08:00:00.000Z', 'change', 'name.created'],
  )
})

test('a change right after an approval waits for the date of the approval', async () => {
  await approve()
  await monitored('name.created')
  await stores.append(stream, foundName)
  const later = await begin().changes((await events()).at(-1) as StoredEvent, 1)
  assert.is(later?.at.getTime(), now.getTime() + 1_000)
})

test('a business that was approved before there was a calendar gets its date, counted from then', async () => {
  await approve()
  now = new Date('2029-01-01T00:00:00.000Z')
  await deliverAll(begin().calendar)
  assert.equal(await dates(), ['2031-11-21T09:30:00.000Z'])
})

test('an approval, a date that has come, other settings and a change lead to the same, however they are delivered', async () => {
  const { inEveryWay, close } = await openEveryWay()
  const verified = done(order('business_verification_verify'))
  const history = ({ id }: Ids): readonly DomainEvent[] => [created({ business_id: id }), ...verified, reviewed, approved]
  const date = {
    due_at: '2031-11-21T09:30:00.000Z',
    soon_at: '2031-10-22T09:30:00.000Z',
    tier: 'low' as const,
    counted_from: approvedAt,
    cause: 'decision' as const,
    change: null,
  }
  const dated = { type: 'ReviewScheduled' as const, data: { review_date: date } }
  const told = ({ type, data }: DomainEvent) =>
    type === 'ReviewScheduled' ? [type, data.review_date.due_at, data.review_date.cause] : type
  const calendar = (dependencies: Dependencies, { id }: Ids) =>
    reviewCalendar({
      ...dependencies,
      known: () => undefined,
      read: readingOf(async () => businesses.fold(null, await dependencies.log.read(`business-${id}`), id)),
    })
  const each = { aggregate: 'business', process: calendar, told }
  const scheduledAs = (due: string, cause: string) => ['ReviewScheduled', due, cause]

  await inEveryWay({ ...each, history, leadsTo: [scheduledAs(date.due_at, 'decision')] })

  const held = (ids: Ids): readonly DomainEvent[] => [...history(ids), dated]
  await inEveryWay({
    ...each,
    history: held,
    at: new Date(date.soon_at),
    leadsTo: ['ReviewDue', 'OrderPlaced'],
    again: 30 * dayMs,
  })
  const both = ['ReviewDue', 'OrderPlaced', 'ReviewOverdue']
  await inEveryWay({ ...each, history: held, at: new Date(date.due_at), leadsTo: both })

  const next = {
    ...date,
    counted_from: '2026-12-21T09:30:00.000Z',
    due_at: '2031-12-21T09:30:00.000Z',
    soon_at: '2031-11-21T09:30:00.000Z',
  }
  const replaced = (ids: Ids) => [...held(ids), { ...dated, data: { review_date: next } }]
  // The event of a date that another took the place of is no clock any more.
  await inEveryWay({ ...each, history: replaced, delivered: verified.length + 3, leadsTo: [] })

  const settings = { type: 'ReviewCalendarSet' as const, data: { ...reviewCalendarByDefault, low_months: 48 } }
  await inEveryWay({
    ...each,
    aggregate: 'account',
    // The account's settings are read under its id, as the process reads them.
    history: [settings],
    beside: (ids) => ({ [`business-${ids.id}`]: held(ids), [`account-${ids.accountId}`]: [settings] }),
    leadsTo: [],
    leadsBeside: ({ id }) => ({ [`business-${id}`]: [scheduledAs('2030-11-21T09:30:00.000Z', 'settings')] }),
  })

  const found = {
    ...each,
    history: (ids: Ids) => [...held(ids), foundName],
    recordedAt: (ids: Ids) => [...held(ids).map(() => new Date(approvedAt)), new Date('2027-02-01T08:00:00.000Z')],
    beside: ({ id }: Ids): { readonly [stream: string]: readonly DomainEvent[] } => ({
      [`monitor-${id}`]: [
        { type: 'MonitorEnabled', data: { monitor_id: id, business_id: id, mode: 'test', event_types: ['name.created'] } },
      ],
    }),
    process: reviewChanges,
  }
  const monitoring = { type: 'process', id: 'monitoring' } as const
  await inEveryWay({ ...found, written: { actor: monitoring }, leadsTo: [scheduledAs('2027-03-03T08:00:00.000Z', 'change')] })
  // What an order of the account finds is no news that a monitor tells of.
  for (const actor of [
    { ...monitoring, id: 'verification' },
    { ...monitoring, type: 'user' },
  ] as const)
    await inEveryWay({ ...found, written: { actor }, leadsTo: [] })
  await close()
})

test.run()
