// The advance of a test clock on a real log: it stops at each moment at which something is due, waits for what is under way, and goes on after a crash.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openAggregates } from '../../src/commands/handler.ts'
import type { DomainEvent, StoredEvent } from '../../src/events/catalogue.ts'
import type { Process } from '../../src/processes/process.ts'
import { openDeliveries } from '../../src/processes/running/deliveries.ts'
import { retryInboxKind, type Work } from '../../src/processes/running/retry-inbox.ts'
import { testClocks } from '../../src/processes/test-clocks.ts'
import type { FindOptions, Records } from '../../src/stores/document-store.ts'
import { processCheckpointKind } from '../../src/stores/process-checkpoints.ts'
import { created } from '../commands/businesses.ts'
import { memoryRecords } from '../http/memory-records.ts'
import { accountId, openStores, type Stores } from '../stores/log.ts'

let stores: Stores
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(() => stores.close())

const from = '2026-11-21T10:00:00.000Z'
const to = '2027-11-21T10:00:00.000Z'
/** The machine's time. */
const now = new Date('2026-11-21T12:00:00.000Z')

const watched = (name: string, change: Partial<Process> = {}): Process => ({
  name,
  on: { BusinessCreated: async () => undefined },
  ...change,
})

/** A page of the liens, all of them made at the same time. */
const liensFound = (ids: readonly string[], { after, perPage }: FindOptions) => {
  const from = after ? ids.indexOf(after.key) + 1 : 0
  return ids.slice(from, from + (perPage ?? ids.length)).map((id) => ({ id, created_at: now.toISOString() }))
}

type Scene = {
  readonly processes?: readonly Process[]
  /** How far each process is from the last event of the business at one look after the other; the last one stays. Absent: it has handled it. */
  readonly behind?: readonly bigint[]
  readonly passed?: boolean
  readonly lienIds?: readonly string[]
}

const scene = async ({ processes = [watched('verification')], behind = [0n], passed = true, lienIds = [] }: Scene = {}) => {
  const clockId = randomUUID()
  const businessId = randomUUID()
  const last = await stores.append(`business-${businessId}`, created({ business_id: businessId }))
  const advanceId = randomUUID()
  const clock = { test_clock_id: clockId, mode: 'test' as const, name: 'c', at: from, business_ids: [businessId] }
  await stores.append(
    `test_clock-${clockId}`,
    { type: 'TestClockCreated', data: clock },
    { type: 'TestClockAdvanceRequested', data: { advance_id: advanceId, from, to } },
  )
  const event = (await stores.log.read(`test_clock-${clockId}`)).at(-1) as StoredEvent

  const held = memoryRecords()
  const kindOf = retryInboxKind('verification', 'p')
  const released: string[] = []
  /** The process does what is released to it at once, as far as it is asked to. */
  let follows: (released: string) => Promise<void> = async () => undefined
  const checkpoints = behind.map((distance) => last - distance)
  const positionsNow = () => {
    const position = String(checkpoints.length > 1 ? checkpoints.shift() : checkpoints[0])
    return Object.fromEntries(processes.filter(({ inRealTime }) => !inRealTime).map(({ name }) => [name, position]))
  }
  let look: (n: number) => Promise<void> = async () => undefined
  let looks = 0
  const records: Records = {
    ...held,
    get: async (kind, key) => {
      if (kind !== processCheckpointKind) return held.get(kind, key)
      await look(++looks)
      return { key, revision: 0, value: { positions: positionsNow(), log_end: '10000' } }
    },
    put: async (kind, key, value, options) => {
      const revision = await held.put(kind, key, value, options)
      if (options.dueAt?.getTime() !== now.getTime() || revision === undefined) return revision
      released.push(`${kind} ${key}`)
      await held.remove(kind, key)
      await follows(`${kind} ${key}`)
      return revision
    },
  }
  const { handle, load } = openAggregates(stores.log)
  const clocks = testClocks({
    handle,
    load,
    log: stores.log,
    documents: { records },
    read: (() => ({ find: async (asked: FindOptions) => liensFound(lienIds, asked) })) as never,
    passed: async () => passed,
    processes,
    partitionFor: () => 'p',
    now: () => now,
  })
  const { deliver } = openDeliveries({ process: clocks, now: () => now, timeoutMs: 60_000 })
  const waiting = (work: Partial<Work> & { readonly dueAt?: Date | null }, process = 'verification') => {
    const { dueAt = null, stream = `business-${businessId}`, revision = released.length, ...rest } = work
    const value = {
      type: 'BusinessCreated',
      accountId,
      state: 'deferred',
      deliveries: 1,
      failures: 0,
      error: null,
      stream,
      revision,
      ...rest,
    }
    return held.put(retryInboxKind(process, 'p'), `${stream}/${rest.clockAt ?? dueAt?.toISOString()}`, value, {
      expectedRevision: -1,
      ...(dueAt && { dueAt }),
    })
  }
  const told = async () =>
    (await stores.log.read(`test_clock-${clockId}`)).slice(2).map(({ type, data }) => [type, 'at' in data ? data.at : undefined])
  return {
    businessId,
    waiting,
    told,
    released,
    looks: () => looks,
    follow: (then: typeof follows) => {
      follows = then
    },
    /** Called at each look at how far the processes are, counted from 1. */
    atLook: (then: typeof look) => {
      look = then
    },
    removeAll: async () => {
      for (const { key } of await held.list(kindOf)) await held.remove(kindOf, key)
    },
    deliver: (count = 2) => deliver(event, count),
    append: (...more: readonly DomainEvent[]) =>
      stores.append(`test_clock-${clockId}`, { type: 'TestClockAdvanced', data: { advance_id: advanceId, at: to } }, ...more),
  }
}

test('an advance begins once every worker knows that the account has a clock', async () => {
  const { deliver, told } = await scene()
  const later = await deliver(1)
  assert.equal([later?.at.toISOString(), await told()], ['2026-11-21T09:30:02.000Z', []])
})

test('an advance over nothing goes to its end, once', async () => {
  const { deliver, told } = await scene()
  assert.is(await deliver(), undefined)
  assert.is(await deliver(), undefined)
  assert.equal(await told(), [['TestClockAdvanced', to]])
})

test('the clock stops at each moment at which something is due, in their order, and not behind its end', async () => {
  const { deliver, told, waiting, released, businessId } = await scene()
  const [early, late] = ['2026-12-01T00:00:00.000Z', '2027-06-01T00:00:00.000Z']
  await waiting({ clockAt: late })
  await waiting({ clockAt: early })
  await waiting({ clockAt: to })
  await waiting({ clockAt: '2027-11-21T10:00:00.001Z' })
  assert.is(await deliver(), undefined)
  assert.equal(await told(), [
    ['TestClockStepped', early],
    ['TestClockStepped', late],
    ['TestClockStepped', to],
    ['TestClockAdvanced', to],
  ])
  assert.equal(
    released,
    [early, late, to].map((at) => `work_verification.p business-${businessId}/${at}`),
  )
})

test('what follows from a step is done before the next, and what was due before the clock stood there takes no step', async () => {
  const { deliver, told, waiting, released, follow } = await scene()
  const first = '2026-12-01T00:00:00.000Z'
  await waiting({ clockAt: first })
  await waiting({ clockAt: '2026-11-21T09:00:00.000Z' })
  let led = 0
  follow(async () => {
    if (++led === 2) await waiting({ clockAt: '2026-12-02T00:00:00.000Z' })
  })
  await deliver()
  assert.equal(await told(), [
    ['TestClockStepped', first],
    ['TestClockStepped', '2026-12-02T00:00:00.000Z'],
    ['TestClockAdvanced', to],
  ])
  assert.is(released.length, 3)
})

test('work of liens, and work that was due by the machine before the business had the clock, is released too', async () => {
  const lienId = randomUUID()
  const { deliver, waiting, released, told } = await scene({
    lienIds: [lienId],
    processes: [watched('verification'), watched('lien_lapse')],
  })
  const dueAt = new Date('2027-01-01T00:00:00.000Z')
  await waiting({ stream: `lien-${lienId}`, dueAt }, 'lien_lapse')
  await deliver()
  assert.equal(released, [`work_lien_lapse.p lien-${lienId}/${dueAt.toISOString()}`])
  assert.is((await told()).length, 2)
})

for (const many of [1_000, 1_001])
  test(`work of the last of ${many} liens of a business is released too`, async () => {
    const lienIds = Array.from({ length: many }, () => randomUUID())
    const { deliver, waiting, released } = await scene({ lienIds })
    const stream = `lien-${lienIds.at(-1)}`
    await waiting({ stream, clockAt: to })
    await deliver()
    assert.equal(released, [`work_verification.p ${stream}/${to}`])
  })

test('a dead letter holds nothing up, and processes in real time are not looked at', async () => {
  const { deliver, waiting, released, told } = await scene({
    processes: [watched('verification'), watched('webhooks', { inRealTime: true })],
  })
  await waiting({ state: 'dead_letter', clockAt: '2026-12-01T00:00:00.000Z' })
  await waiting({ clockAt: '2026-12-02T00:00:00.000Z' }, 'webhooks')
  await deliver()
  assert.equal([released, await told()], [[], [['TestClockAdvanced', to]]])
})

test('the clock waits until every process has handled the events of its streams', async () => {
  const { deliver, told, looks } = await scene({ behind: [1n, 0n] })
  assert.is(await deliver(), undefined)
  assert.equal([await told(), looks()], [[['TestClockAdvanced', to]], 2])
  const idle = await scene({ processes: [watched('mail', { on: { LienFiled: async () => undefined } })], behind: [1n] })
  await idle.deliver()
  assert.equal(await idle.told(), [['TestClockAdvanced', to]], 'nothing happened that it takes')
})

for (const [what, work] of [
  ['failed and is tried again', { state: 'failed', dueAt: new Date('2027-01-01T00:00:00.000Z') }],
  ['waits behind a failed one', { state: 'queued', clockAt: from }],
  ['is due within a minute by the machine', { dueAt: new Date(now.getTime() + 60_000) }],
] as const)
  test(`the clock waits for work that ${what}`, async () => {
    const { deliver, told, waiting, released, atLook, removeAll } = await scene()
    await waiting(work)
    atLook(async (n) => {
      if (n === 3) await removeAll()
    })
    await deliver()
    assert.equal([released, await told()], [[], [['TestClockAdvanced', to]]])
  })

test('the clock does not wait for work that is due in more than a minute by the machine', async () => {
  const { deliver, waiting, released } = await scene()
  await waiting({ dueAt: new Date(now.getTime() + 60_001) })
  await deliver()
  assert.is(released.length, 1)
})

test('an advance that is over leaves the work of the next one alone', async () => {
  const { deliver, told, waiting, released, append } = await scene()
  const next = { advance_id: randomUUID(), from: to, to: '2028-11-21T10:00:00.000Z' }
  await append({ type: 'TestClockAdvanceRequested', data: next })
  await waiting({ clockAt: '2028-01-01T00:00:00.000Z' })
  assert.is(await deliver(), undefined)
  assert.equal([released, (await told()).map(([type]) => type)], [[], ['TestClockAdvanced', 'TestClockAdvanceRequested']])
})

test('read models that are behind, and an advance that is over, end a turn', async () => {
  const behind = await scene({ passed: false })
  const later = await behind.deliver()
  assert.equal([later?.at.getTime(), await behind.told()], [now.getTime() + 100, []])
  const over = await scene()
  await over.append()
  assert.is(await over.deliver(), undefined)
  assert.equal(await over.told(), [['TestClockAdvanced', to]])
})

test.run()
