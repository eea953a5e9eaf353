// The test clock: what it may be set to, and which streams follow it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { atTime, onClocks, openClockTimes, streamsOnClockOf, withClocks } from '../../src/commands/clock-times.ts'
import { furthestAdvance, testClock } from '../../src/commands/test-clock.ts'
import type { TestClockEvent } from '../../src/events/test-clock.ts'
import { samples } from '../events/samples.ts'
import { given } from './given.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const businessId = '0198c0de-0000-7000-8000-000000000002'
const advanceId = '0198c0de-0000-7000-8000-000000000003'
const at = '2026-11-23T10:00:00.000Z'
const to = '2027-01-01T00:00:00.000Z'
const before = new Date(Date.parse(at) - 1).toISOString()

const clock = { test_clock_id: id, mode: 'test' as const, name: 'A lien lapses', at, business_ids: [businessId] }
const created: TestClockEvent = { type: 'TestClockCreated', data: clock }
const advancing: TestClockEvent = { type: 'TestClockAdvanceRequested', data: { advance_id: advanceId, from: at, to } }
const stepped = (time: string): TestClockEvent => ({ type: 'TestClockStepped', data: { advance_id: advanceId, at: time } })
const advanced: TestClockEvent = { type: 'TestClockAdvanced', data: { advance_id: advanceId, at: to } }
const deleted: TestClockEvent = { type: 'TestClockDeleted', data: { test_clock_id: id } }
const advance = (time: string, id = advanceId) => ({ type: 'AdvanceTestClock' as const, advanceId: id, to: time })

test('a clock is made once, and takes each of its businesses for good', () => {
  given(testClock, []).when({ type: 'CreateTestClock', clock }).then([created])
  given(testClock, [created]).when({ type: 'CreateTestClock', clock }).then([])
  given(testClock, [])
    .when({ type: 'CreateTestClock', clock })
    .claims({ action: 'take', kind: 'business_ids', value: businessId, reason: 'business_has_test_clock' })
  given(testClock, [created]).when({ type: 'DeleteTestClock' }).claims()
})

test('a clock that does not exist is not found', () => {
  for (const command of [advance(to), { type: 'DeleteTestClock' as const }, { type: 'FinishAdvance' as const, advanceId }])
    given(testClock, []).when(command).isRefused('test_clock_not_found')
  given(testClock, [advancing]).when({ type: 'DeleteTestClock' }).isRefused('test_clock_not_found')
})

test('a clock goes forward, at most two years at a time', () => {
  given(testClock, [created]).when(advance(to)).then([advancing])
  given(testClock, [created]).when(advance(at)).then([])
  given(testClock, [created]).when(advance(before)).isRefused('test_clock_backwards', 'to')
  assert.is(furthestAdvance, 24)
  given(testClock, [created]).when(advance('2028-11-23T10:00:00.000Z')).thenTypes('TestClockAdvanceRequested')
  given(testClock, [created]).when(advance('2028-11-23T10:00:00.001Z')).isRefused('test_clock_too_far', 'to')
  given(testClock, [created, deleted]).when(advance(to)).isRefused('test_clock_not_found')
})

test('a clock that advances takes the same advance again, and no other before it is done', () => {
  given(testClock, [created, advancing]).when(advance(to)).then([])
  given(testClock, [created, advancing]).when(advance('2027-01-02T00:00:00.000Z')).isRefused('test_clock_advancing')
  given(testClock, [created, advancing, advanced]).when(advance('2027-01-02T00:00:00.000Z')).thenTypes('TestClockAdvanceRequested')
  given(testClock, [created, advancing, advanced]).when(advance(to)).then([])
})

test('a step and the end belong to the advance under way, and a step goes forward', () => {
  const step = (time: string, id = advanceId) => ({ type: 'StepTestClock' as const, advanceId: id, at: time })
  const soon = '2026-12-01T00:00:00.000Z'
  given(testClock, [created, advancing])
    .when(step(soon))
    .then([stepped(soon)])
  for (const time of [at, before]) given(testClock, [created, advancing]).when(step(time)).then([])
  given(testClock, [created, advancing, stepped(soon)])
    .when(step(soon))
    .then([])
  const finish = { type: 'FinishAdvance' as const, advanceId }
  given(testClock, [created, advancing, stepped(soon)])
    .when(finish)
    .then([advanced])
  for (const history of [[created], [created, advancing, advanced], [created, advancing, deleted]]) {
    given(testClock, history).when(step('2027-06-01T00:00:00.000Z')).then([])
    given(testClock, history).when(finish).then([])
  }
  given(testClock, [created, advancing]).when(step(soon, id)).then([])
  given(testClock, [created, advancing])
    .when({ ...finish, advanceId: id })
    .then([])
})

test('a clock is deleted once, also while it advances', () => {
  given(testClock, [created]).when({ type: 'DeleteTestClock' }).then([deleted])
  given(testClock, [created, advancing]).when({ type: 'DeleteTestClock' }).then([deleted])
  given(testClock, [created, deleted]).when({ type: 'DeleteTestClock' }).then([])
})

const lienId = '0198c0de-0000-7000-8000-000000000004'
const accountId = '0198c0de-0000-7000-8000-0000000000ac'

/** Times of an account that has a clock over one business, unless the change says otherwise. */
const times = ({
  history = [created],
  hasClocks = async () => true,
  owned = true,
}: {
  history?: readonly TestClockEvent[]
  hasClocks?: () => Promise<boolean>
  owned?: boolean
} = {}) => {
  const load = async ({ name }: { name: string }, of: string) => {
    if (name === 'reservation') return { owner: owned ? `test_clock-${id}` : null }
    if (name === 'test_clock') return history.reduce(testClock.evolve, testClock.initial)
    return of === lienId
      ? { status: 'created', request: { ...samples.LienRequested[0]?.data, business_id: businessId } }
      : { status: 'none' }
  }
  return openClockTimes({ load: load as never, hasClocks })
}
const inTest = { accountId, mode: 'test' as const }

test('a business, its monitor and its liens follow its clock, and nothing else does', async () => {
  const { timeOf } = times()
  const timesOf = (...streams: readonly string[]) =>
    Promise.all(streams.map(async (stream) => (await timeOf(stream, inTest))?.toISOString()))
  assert.equal(await timesOf(...streamsOnClockOf(businessId, [lienId])), [at, at, at])
  assert.equal(streamsOnClockOf(businessId, [lienId]), [`business-${businessId}`, `monitor-${businessId}`, `lien-${lienId}`])
  assert.equal(await timesOf(`lien-${id}`, `webhook-${id}`, `account-${accountId}`), [undefined, undefined, undefined])
  assert.is(await timeOf(`business-${businessId}`, { accountId, mode: 'live' }), undefined)
  assert.is(await timeOf(`business-${businessId}`, { accountId }), undefined)
})

test('the time is that of the last step, and stays when the clock is deleted', async () => {
  const timeAfter = async (...history: readonly TestClockEvent[]) =>
    (await times({ history }).timeOf(`business-${businessId}`, inTest))?.toISOString()
  assert.is(await timeAfter(created, advancing), at)
  assert.is(await timeAfter(created, advancing, stepped('2026-12-01T00:00:00.000Z')), '2026-12-01T00:00:00.000Z')
  assert.is(await timeAfter(created, advancing, advanced, deleted), to)
  assert.is(await timeAfter(), undefined)
  assert.is(await times({ owned: false }).timeOf(`business-${businessId}`, inTest), undefined)
})

test('an account without clocks is not asked about again at once, and one that has a clock never', async () => {
  let asked = 0
  const answering = (answer: boolean) =>
    times({
      hasClocks: async () => {
        asked++
        return answer
      },
    })
  const without = answering(false)
  for (const _ of [1, 2]) assert.is(await without.timeOf(`business-${businessId}`, inTest), undefined)
  assert.is(asked, 1)
  without.learn(accountId)
  assert.is((await without.timeOf(`business-${businessId}`, inTest))?.toISOString(), at)
  const having = answering(true)
  for (const _ of [1, 2]) await having.timeOf(`business-${businessId}`, inTest)
  assert.is(asked, 2)
})

test('a command from outside is recorded at the time of the clock, and what a process does has the time already', async () => {
  const handled: unknown[] = []
  const handle = (async (_: unknown, __: unknown, ___: unknown, { at }: { at?: Date }) => void handled.push(at?.toISOString())) as never
  const aggregates = onClocks({ handle, load: (() => undefined) as never, known: () => undefined }, times())
  const command = (name: string, of: string, mode: 'test' | 'live' = 'test', parent?: string) =>
    aggregates.handle({ name, ...(parent && { of: parent }) } as never, of, {} as never, { accountId, mode } as never)
  await command('business', businessId)
  await command('erasure_order_business', businessId, 'test', 'business')
  await command('business', businessId, 'live')
  await command('account', accountId)
  await atTime(new Date(to), () => command('business', businessId))
  assert.equal(handled, [at, at, undefined, undefined, undefined])
})

test('an instance that handles the first command to a clock knows of it at once', async () => {
  const clocks = times({ hasClocks: async () => false })
  const handle = (async () => undefined) as never
  const { handle: handleInTime } = onClocks({ handle, load: (() => undefined) as never, known: () => undefined }, clocks)
  assert.is(await clocks.timeOf(`business-${businessId}`, inTest), undefined)
  await handleInTime({ name: 'test_clock' } as never, id, {} as never, { accountId } as never)
  assert.is((await clocks.timeOf(`business-${businessId}`, inTest))?.toISOString(), at)
})

test('work is done at the time of its clock, else at that of the machine', () => {
  const now = withClocks(() => new Date(at))
  assert.equal(
    [now().toISOString(), atTime(new Date(to), () => now().toISOString()), atTime(undefined, () => now().toISOString())],
    [at, to, at],
  )
})

test.run()
