// The checks of a monitored business: when they are made, what counts as one, and what becomes of each answer of the source that is asked.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openAggregates } from '../../src/commands/handler.ts'
import { nextSlot } from '../../src/commands/monitor-times.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import type { DomainEvent, StoredEvent } from '../../src/events/catalogue.ts'
import type { MonitorEvent, MonitorEventType } from '../../src/events/monitor.ts'
import type { EvidenceSource } from '../../src/evidence/ports.ts'
import { catchUpAt, monitoring } from '../../src/processes/monitoring.ts'
import type { Delivery } from '../../src/processes/process.ts'
import { created, done, order, reviewed, source } from '../commands/businesses.ts'
import { accountId, context, openStores } from '../stores/log.ts'
import { type Dependencies, type Ids, openEveryWay } from './every-way.ts'

const { inEveryWay, failing, close } = await openEveryWay()
test.after(close)

const hour = 3_600_000
const enabledAt = new Date('2026-11-21T09:30:00.000Z')
const after = (date: Date, ms: number) => new Date(date.getTime() + ms)
const monitor_id = '0198c0de-0000-7000-8000-0000000000f1'
const earlier_id = '0198c0de-0000-7000-8000-0000000000f2'

const enabled = (id: string, monitor = monitor_id): MonitorEvent => ({
  type: 'MonitorEnabled',
  data: { monitor_id: monitor, business_id: id, mode: 'test', event_types: ['tin.retrieved'] },
})
const changed = (...event_types: MonitorEventType[]): MonitorEvent => ({ type: 'MonitorChanged', data: { monitor_id, event_types } })
const disabled = (monitor: string): MonitorEvent => ({ type: 'MonitorDisabled', data: { monitor_id: monitor } })
const requested: MonitorEvent = { type: 'MonitorCheckRequested', data: { monitor_id, data_set: 'irs_eo', version: '2' } }
const checked = (cause: 'schedule' | 'reference_data', differences: number): MonitorEvent => ({
  type: 'MonitoredBusinessChecked',
  data: { monitor_id, cause, differences, found: differences > 0 ? { tin: differences } : {} },
})

const tinChecked = (outcome: 'found' | 'mismatch', attempt = 1): BusinessEvent => ({
  type: 'TinChecked',
  data: { order_id: null, sources: [source], outcome, name: null, attempt },
})
const answer = (outcome: 'found' | 'mismatch') => ({ outcome, name: null, sources: [source] })

/** Asked for the TIN, and for nothing else. */
const sourceOf = (tin: () => Promise<unknown>): EvidenceSource => ({ tin }) as unknown as EvidenceSource
const unasked = () => Promise.reject(new Error('the source must not be asked'))

const process =
  (tin: () => Promise<unknown> = unasked) =>
  (dependencies: Dependencies) =>
    monitoring({ ...dependencies, sourceFor: () => sourceOf(tin), monitorIntervalMs: hour })

const verified = (id: string, ...more: readonly BusinessEvent[]): readonly BusinessEvent[] => [
  created({ business_id: id, tin: '123456789', tin_type: 'ein' }),
  ...done(order('tin')),
  tinChecked('found'),
  ...more,
]
const monitoringAccount = (id: string): DomainEvent => ({
  type: 'AccountCreated',
  data: { account_id: id, name: 'A', slug: 'a', features: ['monitoring'] },
})
const accountIn = (id: string, ...events: readonly DomainEvent[]) => ({ [`account-${id}`]: [monitoringAccount(id), ...events] })
const businessIn = ({ id, accountId }: Ids, ...events: readonly BusinessEvent[]) => ({
  [`business-${id}`]: verified(id, ...events),
  ...accountIn(accountId),
})

const delivery: Delivery = { count: 1, context: () => context(), signal: new AbortController().signal }
const slot = ({ id }: Ids) => nextSlot(id, enabledAt, hour)
const aggregate = 'monitor'
const told = (event: DomainEvent): unknown =>
  event.type === 'TinChecked' ? { TinChecked: event.data.outcome } : event.type === 'ReviewCompleted' ? event.type : event

/** A check that is made a second after its time. */
const due = {
  aggregate,
  history: ({ id }: Ids) => [enabled(id)],
  beside: (ids: Ids) => businessIn(ids, reviewed),
  at: (ids: Ids) => after(slot(ids), 1_000),
  told,
}
/** Until the next check. */
const again = hour - 1_000

test('a check that is not due yet is made when it is', () =>
  inEveryWay({ ...due, at: (ids) => after(slot(ids), -1), process: process(), leadsTo: [], again: 1 }))

const takings: readonly (readonly [what: string, event: DomainEvent])[] = [
  ['monitoring', { type: 'FeatureSwitched', data: { feature: 'monitoring', on: false } }],
  ['the type', { type: 'MonitorTypesAllowed', data: { monitor_types: ['lien'] } }],
]
for (const [taken, event] of takings)
  test(`after ${taken} was taken from the account nothing is asked, and the next check comes in its time`, () =>
    inEveryWay({
      ...due,
      beside: (ids) => ({ ...businessIn(ids, reviewed), ...accountIn(ids.accountId, event) }),
      process: process(),
      leadsTo: [],
      again,
    }))

test('a check that is overdue by more than a part of the interval is made up for later, and one that is not is made at once', async () => {
  const late = (ms: number) => (ids: Ids) => after(slot(ids), hour / 24 + ms)
  const madeUp = (ids: Ids) => catchUpAt(ids.id, late(1)(ids), hour).getTime() - late(1)(ids).getTime()
  await inEveryWay({ ...due, at: late(1), process: process(), leadsTo: [], again: madeUp })
  const found = process(async () => answer('found'))
  await inEveryWay({ ...due, at: late(0), process: found, leadsTo: [checked('schedule', 0)], again: hour - hour / 24 })
})

test('a check that finds what is on file is noted as such', () =>
  inEveryWay({ ...due, process: process(async () => answer('found')), leadsTo: [checked('schedule', 0)], again }))

test('what a check finds is recorded and reviewed, and the check says how much it was, also after a crash between the two', () =>
  inEveryWay({
    ...due,
    process: process(async () => answer('mismatch')),
    leadsTo: [checked('schedule', 1)],
    leadsBeside: ({ id }) => ({ [`business-${id}`]: [{ TinChecked: 'mismatch' }, 'ReviewCompleted'] }),
    again,
  }))

test('the monitor of a business that was erased ends instead of gathering anew what was erased', () => {
  const data = { kind: 'business' as const, subjects: [monitor_id], reason: 'asked', requested_by: 'officer' }
  const erased: BusinessEvent = { type: 'PersonalDataErased', data }
  return inEveryWay({
    ...due,
    beside: (ids) => businessIn(ids, reviewed, erased),
    process: process(),
    leadsTo: [disabled(monitor_id)],
    again,
  })
})

test('before the first review there is nothing to compare with: the check is noted, and nobody is asked', () =>
  inEveryWay({ ...due, beside: (ids) => businessIn(ids), process: process(), leadsTo: [checked('schedule', 0)], again }))

test('a change of the monitor is no check: the one that is due is made', () =>
  inEveryWay({
    ...due,
    delivered: 0,
    history: ({ id }) => [enabled(id), changed('tin.retrieved', 'lien.found'), changed('tin.retrieved')],
    recordedAt: (ids) => [enabledAt, after(slot(ids), 200), after(slot(ids), 400)],
    process: process(async () => answer('found')),
    leadsTo: [checked('schedule', 0)],
    again,
  }))

test('a check that was made counts: the next one is due an interval later', () =>
  inEveryWay({
    ...due,
    delivered: 0,
    history: ({ id }) => [enabled(id), checked('schedule', 0)],
    recordedAt: (ids) => [enabledAt, after(slot(ids), 200)],
    process: process(),
    leadsTo: [],
    again,
  }))

test('types that the monitor does not watch are not asked about', () =>
  inEveryWay({
    ...due,
    delivered: 0,
    history: ({ id }) => [enabled(id), changed('bankruptcy.created')],
    process: process(),
    leadsTo: [checked('schedule', 0)],
    again,
  }))

for (const [what, rest] of [
  ['ended', () => [disabled(monitor_id)]],
  ['was followed by another', (id: string) => [disabled(monitor_id), enabled(id, earlier_id)]],
] as const)
  test(`a monitor that ${what} makes no check and waits for none`, () =>
    inEveryWay({ ...due, delivered: 0, history: ({ id }) => [enabled(id), ...rest(id)], process: process(), leadsTo: [] }))

test('new reference data leads to a check at once, and the schedule stays as it was', () =>
  inEveryWay({
    ...due,
    at: enabledAt,
    history: ({ id }) => [enabled(id), requested],
    process: process(async () => answer('mismatch')),
    leadsTo: [checked('reference_data', 1)],
    leadsBeside: ({ id }) => ({ [`business-${id}`]: [{ TinChecked: 'mismatch' }, 'ReviewCompleted'] }),
  }))

test('a check that was asked for before the monitor ended is not made', () =>
  inEveryWay({
    ...due,
    delivered: 1,
    history: ({ id }) => [enabled(id), requested, disabled(monitor_id)],
    process: process(),
    leadsTo: [],
  }))

test('a check that takes until after the next slot passes no slot over', async () => {
  const { log, append, close: closeStores } = await openStores()
  try {
    const id = '0198c0de-0000-7000-8000-000000001007'
    await append(`account-${accountId}`, monitoringAccount(accountId))
    await append(`business-${id}`, ...verified(id, reviewed))
    await append(`monitor-${id}`, enabled(id))
    const [event] = (await log.read(`monitor-${id}`)) as readonly StoredEvent<'MonitorEnabled'>[]
    if (!event) throw new Error('no monitor')
    let now = after(nextSlot(id, new Date(event.metadata.recorded_at), hour), 1_000)
    const next = nextSlot(id, now, hour)
    const slow = process(async () => {
      now = after(next, 1)
      return answer('found')
    })
    const { on } = slow({ ...openAggregates(log), log, now: () => now, passed: async () => true })
    assert.equal(await on.MonitorEnabled?.(event, delivery), { at: next })
    assert.is((await log.read(`monitor-${id}`)).at(-1)?.type, 'MonitoredBusinessChecked')
  } finally {
    await closeStores()
  }
})

test('a business that is corrected during its check is checked anew, and what was found of it before is dropped', async () => {
  const { log, append, close: closeStores } = await openStores()
  try {
    const id = '0198c0de-0000-7000-8000-000000001008'
    await append(`account-${accountId}`, monitoringAccount(accountId))
    await append(`business-${id}`, ...verified(id, reviewed))
    await append(`monitor-${id}`, enabled(id))
    const [event] = (await log.read(`monitor-${id}`)) as readonly StoredEvent<'MonitorEnabled'>[]
    if (!event) throw new Error('no monitor')
    const now = after(nextSlot(id, new Date(event.metadata.recorded_at), hour), 1_000)
    let correct = () => append(`business-${id}`, { type: 'BusinessUpdated', data: { tin: '987654321', tin_type: 'ein' } })
    const corrected = process(async () => {
      await correct()
      return answer('mismatch')
    })
    const { on } = corrected({ ...openAggregates(log), log, now: () => now, passed: async () => true })
    assert.equal(await on.MonitorEnabled?.(event, delivery), { at: now })
    assert.is((await log.read(`business-${id}`)).at(-1)?.type, 'BusinessUpdated')
    assert.is((await log.read(`monitor-${id}`)).at(-1)?.type, 'MonitorEnabled')
    correct = async () => undefined as never
    await on.MonitorEnabled?.(event, delivery)
    assert.equal((await log.read(`monitor-${id}`)).at(-1)?.data, checked('schedule', 1).data)
  } finally {
    await closeStores()
  }
})

for (const [how, tin, message] of [
  ['says no', () => Promise.reject(new Error('403 from the tax authority')), /^403 from the tax authority$/],
  ['answers garbage', async () => ({ outcome: 'perhaps', sources: [] }), /outcome/],
  ['answers nothing', async () => null, /null/],
] as const)
  test(`a source that ${how} is told to the runner, and no check is noted`, async () => {
    assert.match(await failing({ ...due, process: process(tin) }), message)
  })

test('a source that never answers is left after the time for one delivery, and no check is noted', async () => {
  assert.is(await failing({ ...due, process: process(() => new Promise(() => {})) }, 50), 'no end after 50 ms')
})

test('an account has four checks under way at a time; the fifth waits, and that of another account does not', async () => {
  const { log, append, close: closeStores } = await openStores()
  try {
    const answers = Promise.withResolvers<unknown>()
    const asked: string[] = []
    const { on } = process(() => {
      asked.push('tin')
      return answers.promise
    })({ ...openAggregates(log), log, now: () => enabledAt, passed: async () => true })
    const otherId = '0198c0de-0000-7000-8000-0000000000ad'
    for (const each of [accountId, otherId]) await append(`account-${each}`, monitoringAccount(each))
    const check = async (number: number, account_id: string) => {
      const id = `0198c0de-0000-7000-8000-00000000100${number}`
      await append(`business-${id}`, ...verified(id, reviewed))
      await append(`monitor-${id}`, enabled(id), requested)
      const event = (await log.read(`monitor-${id}`)).at(-1) as StoredEvent<'MonitorCheckRequested'>
      return () => on.MonitorCheckRequested?.({ ...event, metadata: { ...event.metadata, account_id } }, delivery)
    }
    const own = await Promise.all([1, 2, 3, 4, 5].map((number) => check(number, accountId)))
    const other = await check(6, otherId)
    const running = own.slice(0, 4).map((begin) => begin())
    const put = await own[4]?.()
    assert.ok(put && put.at.getTime() - enabledAt.getTime() >= 500 && put.at.getTime() - enabledAt.getTime() < 2_000)
    running.push(other())
    answers.resolve(answer('found'))
    assert.equal(await Promise.all(running), Array(5).fill(undefined))
    assert.is(asked.length, 5)
    assert.is(await own[4]?.(), undefined, 'and now there is a place')
    assert.is(asked.length, 6)
  } finally {
    await closeStores()
  }
})

test.run()
