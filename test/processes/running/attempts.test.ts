// What becomes of an attempt at an event: done, wanted again, failed, given up, with and without a test clock.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import type { Later } from '../../../src/processes/process.ts'
import { openAttempts, queuedWork, shortWaitMs } from '../../../src/processes/running/attempts.ts'
import { openRetryInbox, type Work } from '../../../src/processes/running/retry-inbox.ts'
import { StoreUnavailable } from '../../../src/stores/event-store.ts'
import { memoryRecords } from '../../http/memory-records.ts'

const now = new Date('2026-11-21T09:00:00.000Z')
const after = (milliseconds: number, from = now) => new Date(from.getTime() + milliseconds)

/** Of the event only this is read. */
const event = { stream: 'business-1', revision: 4, type: 'BusinessCreated', metadata: { account_id: 'a' } } as StoredEvent

type Scene = { readonly clock?: Date; readonly pause?: number | null; readonly isStopping?: boolean }

/** @param react what each delivery leads to */
const openScene = async (react: () => Later | undefined, { clock, pause = 5_000, isStopping = false }: Scene = {}) => {
  const stopping = new AbortController()
  if (isStopping) stopping.abort(new Error('the service stops'))
  const retryInbox = await openRetryInbox(memoryRecords(), 'work_watcher.all')
  const delivered: { readonly count: number; readonly time: Date | undefined }[] = []
  const told: unknown[] = []
  const attempt = openAttempts({
    retryInbox,
    deliver: async (_, count, time) => {
      delivered.push({ count, time })
      return react()
    },
    timeOf: async () => clock,
    now: () => now,
    pause: (failures) => {
      told.push(`pause after ${failures}`)
      return pause
    },
    awayPauseMs: 70,
    stopping: stopping.signal,
    onWorkDone: () => void told.push('done'),
    onError: (error, _, gaveUp) => void told.push(`${error instanceof Error ? error.message : error}${gaveUp ? ', given up' : ''}`),
  })
  /** What the retry inbox holds of the event. */
  const held = () => retryInbox.at(event)
  /** The same without the revision of its record. */
  const kept = () => {
    const { record: _, ...work } = held() ?? { state: 'not there' }
    return work
  }
  return { attempt: () => attempt(event, held()), held, kept, hold: (work: Work) => retryInbox.write(work), delivered, told }
}

const throwing = (error: unknown) => (): never => {
  throw error
}

test('an event that is done at once leaves nothing, and is nobody else to be told', async () => {
  const { attempt, held, delivered, told } = await openScene(() => undefined)
  assert.is(await attempt(), true)
  assert.is(held(), undefined)
  assert.equal(delivered, [{ count: 1, time: undefined }])
  assert.equal(told, [])
})

test('an event that is wanted again is kept with its time and its count, and its failures are forgotten', async () => {
  const { attempt, kept, hold, delivered } = await openScene(() => ({ at: after(90_000) }))
  await hold({ ...queuedWork(event), deliveries: 6, failures: 2, error: 'Error: once', state: 'failed', dueAt: now })
  assert.is(await attempt(), false)
  assert.equal(delivered, [{ count: 7, time: undefined }])
  assert.equal(kept(), {
    ...{ stream: 'business-1', revision: 4, type: 'BusinessCreated', accountId: 'a' },
    ...{ state: 'deferred', deliveries: 7, failures: 0, error: 'Error: once', dueAt: after(90_000) },
  })
})

test('work that is done is taken out of the inbox, and told', async () => {
  const { attempt, held, hold, told } = await openScene(() => undefined)
  await hold({ ...queuedWork(event), state: 'deferred', dueAt: now })
  assert.is(await attempt(), true)
  assert.is(held(), undefined)
  assert.equal(told, ['done'])
})

test('a failure is counted behind those before, and kept with its pause and its words', async () => {
  const { attempt, kept, told } = await openScene(throwing(new TypeError('x is not a function')))
  assert.is(await attempt(), false)
  assert.is(await attempt(), false)
  assert.equal(kept(), {
    ...{ stream: 'business-1', revision: 4, type: 'BusinessCreated', accountId: 'a' },
    ...{ state: 'failed', deliveries: 2, failures: 2, error: 'TypeError: x is not a function', dueAt: after(5_000) },
  })
  assert.equal(told, ['pause after 1', 'x is not a function', 'pause after 2', 'x is not a function'])
})

test('an event without another pause is given up, and is due no more', async () => {
  const { attempt, held, told } = await openScene(throwing('no error at all'), { pause: null })
  assert.is(await attempt(), false)
  assert.equal([held()?.state, held()?.dueAt, held()?.error], ['dead_letter', null, 'no error at all'])
  assert.equal(told, ['pause after 1', 'no error at all, given up'])
})

test('of a long message the first 500 signs are kept', async () => {
  const { attempt, held } = await openScene(throwing(new Error('x'.repeat(600))))
  await attempt()
  assert.is(held()?.error, `Error: ${'x'.repeat(493)}`)
})

test('a store that is away is no failure of the event', async () => {
  const { attempt, held, hold, told } = await openScene(throwing(new StoreUnavailable('away')), { pause: null })
  await attempt()
  assert.equal([held()?.state, held()?.failures, held()?.dueAt], ['failed', 0, after(70)])
  await hold({ ...held()!, failures: 3 })
  await attempt()
  assert.equal([held()?.state, held()?.failures, held()?.dueAt], ['failed', 3, after(70)])
  assert.equal(told, ['away', 'away'])
})

test('what fails while the service stops is no failure of the event, and is left as it was', async () => {
  const { attempt, held, told } = await openScene(throwing(new Error('cut off')), { isStopping: true })
  assert.is(await attempt().catch(({ message }) => message), 'cut off')
  assert.is(held(), undefined)
  assert.equal(told, [])
})

test('an event that waits behind another is not due, and counts no delivery', () => {
  assert.equal(queuedWork(event), {
    ...{ stream: 'business-1', revision: 4, type: 'BusinessCreated', accountId: 'a' },
    ...{ error: null, record: undefined, deliveries: 0, failures: 0, state: 'queued', dueAt: null },
  })
})

const clock = new Date('2027-05-01T00:00:00.000Z')

test('on a test clock a wait of a minute passes by itself, and a longer one when the clock is advanced', async () => {
  assert.is(shortWaitMs, 60_000)
  for (const [wait, due] of [
    [60_000, after(60_000)],
    [60_001, null],
    [0, now],
    [-5_000, now],
  ] as const) {
    const { attempt, held, delivered } = await openScene(() => ({ at: after(wait, clock) }), { clock })
    await attempt()
    assert.equal(delivered, [{ count: 1, time: clock }])
    assert.equal([held()?.dueAt, held()?.clockAt], [due, after(wait, clock).toISOString()], `a wait of ${wait} ms`)
  }
})

test('a wait that passed by itself counts on the test clock, for ten minutes at most', async () => {
  for (const [wanted, time] of [
    [after(30_000, clock), after(30_000, clock)],
    [after(600_000, clock), after(600_000, clock)],
    [after(600_001, clock), clock],
    [after(-1, clock), clock],
    [undefined, clock],
  ] as const) {
    const { attempt, hold, delivered } = await openScene(() => undefined, { clock })
    await hold({ ...queuedWork(event), state: 'deferred', dueAt: now, ...(wanted && { clockAt: wanted.toISOString() }) })
    await attempt()
    assert.equal(delivered, [{ count: 1, time }])
  }
})

test('waits after one another add up from the time that the one before reached', async () => {
  const { attempt, held, hold } = await openScene(() => ({ at: after(75_000, clock) }), { clock })
  await hold({ ...queuedWork(event), state: 'deferred', dueAt: now, clockAt: after(30_000, clock).toISOString() })
  await attempt()
  assert.equal([held()?.dueAt, held()?.clockAt], [after(45_000), after(75_000, clock).toISOString()])
})

test.run()
