// Monitors that end in bulk: each once, however the request is delivered, counted as they were changed, and one mail at the end.

import { v5 as uuidv5 } from 'uuid'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import type { BulkDisableEvent, MonitorEvent, MonitorEventType } from '../../src/events/monitor.ts'
import { erased } from '../../src/events/personal-data.ts'
import { bulkDisabling, type Report } from '../../src/processes/bulk-disable.ts'
import type { Mail } from '../../src/processes/mail.ts'
import type { Delivery } from '../../src/processes/process.ts'
import type { Read } from '../../src/projections/read.ts'
import { type Dependencies, type Ids, openEveryWay } from './every-way.ts'

const { inEveryWay, failing, close } = await openEveryWay()
test.after(close)

const monitor_id = '0198c0de-0000-7000-8000-0000000000f1'
const to = 'desk@example.com'

/** The ids of the businesses that are monitored, in the order of the read model. */
const businessesOf = ({ id }: Ids, count: number) => Array.from({ length: count }, (_, index) => uuidv5(String(index), id)).toSorted()
const enabled = (business_id: string, ...event_types: readonly MonitorEventType[]): MonitorEvent => ({
  type: 'MonitorEnabled',
  data: { monitor_id, business_id, mode: 'live', event_types: [...event_types] },
})
const requested = ({ id }: Ids, notification_email: string | null = to): BulkDisableEvent => ({
  type: 'BulkDisableRequested',
  data: { bulk_disable_id: id, monitor_types: ['tin'], notification_email, monitors: 3 },
})
const advanced = (done: number, changed: number, after = ''): BulkDisableEvent => ({
  type: 'BulkDisableAdvanced',
  data: { done, changed, after },
})
const completed = (done: number, changed: number): BulkDisableEvent => ({ type: 'BulkDisableCompleted', data: { done, changed } })

const process =
  (
    count: number,
    {
      send = async () => undefined,
      passed = true,
      stretch = 200,
      report = () => undefined,
    }: { send?: (mail: Mail) => Promise<void>; passed?: boolean; stretch?: number; report?: Report } = {},
  ) =>
  (dependencies: Dependencies, ids: Ids) =>
    bulkDisabling({
      ...dependencies,
      read: (() => ({
        find: async ({ where, perPage }: { where: { business_id: { gt: string } }; perPage: number }) =>
          businessesOf(ids, count)
            .filter((business_id) => business_id > where.business_id.gt)
            .slice(0, perPage)
            .map((business_id) => ({ business_id })),
      })) as unknown as Read,
      passed: async () => passed,
      mailer: { send, close: () => undefined },
      report,
      stretch,
    })

const aggregate = 'bulk_disable'
const ended = { aggregate, history: (ids: Ids) => [requested(ids), completed(3, 2)] }
const watches: readonly (readonly MonitorEventType[])[] = [['tin.retrieved'], ['tin.retrieved', 'lien.found'], ['lien.found']]
const three = (ids: Ids) =>
  Object.fromEntries(businessesOf(ids, 3).map((id, index) => [`monitor-${id}`, [enabled(id, ...(watches[index] ?? []))] as DomainEvent[]]))

test('a monitor of nothing else ends, one of more goes on without the type, and one that did not watch for it is not counted', () =>
  inEveryWay({
    aggregate,
    history: (ids) => [requested(ids)],
    beside: three,
    process: process(3),
    leadsTo: (ids) => [advanced(3, 2, businessesOf(ids, 3).at(-1)), completed(3, 2)],
    leadsBeside: (ids) => {
      const [first, second] = businessesOf(ids, 3)
      return {
        [`monitor-${first}`]: [{ type: 'MonitorDisabled', data: { monitor_id } }],
        [`monitor-${second}`]: [{ type: 'MonitorChanged', data: { monitor_id, event_types: ['lien.found'] } }],
      }
    },
  }))

test('more monitors than one stretch holds are gone through in two', () =>
  inEveryWay({
    aggregate,
    history: (ids) => [requested(ids)],
    process: process(3, { stretch: 2 }),
    leadsTo: (ids) => [advanced(2, 0, businessesOf(ids, 3)[1]), advanced(3, 0, businessesOf(ids, 3)[2]), completed(3, 0)],
  }))

test('the log tells how far it is after each stretch, and how it ended', async () => {
  const told: string[] = []
  const report: Report = (message, { bulk_disable: _, ...details }) => void told.push(`${message}: ${JSON.stringify(details)}`)
  await inEveryWay({
    aggregate,
    history: (ids) => [requested(ids)],
    process: process(3, { stretch: 2, report }),
    leadsTo: (ids) => [advanced(2, 0, businessesOf(ids, 3)[1]), advanced(3, 0, businessesOf(ids, 3)[2]), completed(3, 0)],
  })
  await inEveryWay({ ...ended, process: process(0, { report }), leadsTo: [] })
  assert.equal([...new Set(told)].toSorted(), [
    'monitors are being disabled: {"done":2,"of":3}',
    'monitors are being disabled: {"done":3,"of":3}',
    'monitors have been disabled: {"done":3,"changed":2}',
  ])
})

test('a worker that stops begins no further stretch, and the next one goes on at once', async () => {
  const now = new Date('2026-11-21T09:30:00.000Z')
  const asked: string[] = []
  const load = async (_: unknown, id: string) => {
    asked.push(id)
    return { status: 'completed' }
  }
  const { on } = process(3)({ load, now: () => now } as unknown as Dependencies, { id: 'one', accountId: 'a' })
  const request = { stream: 'bulk_disable-one', position: 7n, data: { monitor_types: ['tin'] }, metadata: { account_id: 'a' } } as never
  const deliver = (signal: AbortSignal) => on.BulkDisableRequested?.(request, { signal } as Delivery)
  assert.equal(await deliver(AbortSignal.abort()), { at: now })
  assert.equal(asked, [])
  assert.is(await deliver(new AbortController().signal), undefined)
  assert.equal(asked, ['one'])
})

test('an account without monitors is done at once', () =>
  inEveryWay({ aggregate, history: (ids) => [requested(ids)], process: process(0), leadsTo: [completed(0, 0)] }))

test('it waits until the read models show every monitor that was on before', () =>
  inEveryWay({ aggregate, history: (ids) => [requested(ids)], process: process(3, { passed: false }), leadsTo: [], again: 1_000 }))

test('a request that is done does nothing when it comes again', () =>
  inEveryWay({
    aggregate,
    history: (ids) => [requested(ids), completed(0, 0)],
    delivered: 0,
    beside: three,
    process: process(3),
    leadsTo: [],
  }))

test('the mail at the end says how much was changed, and each copy has the same id', async () => {
  const sent: Mail[] = []
  await inEveryWay({ ...ended, process: process(0, { send: async (mail) => void sent.push(mail) }), leadsTo: [] })
  assert.ok(sent.length > 1)
  for (const { id, to: receiver, text } of sent) {
    assert.is(receiver, to)
    assert.match(text, 'disabled for: tin\n\nMonitored businesses: 3\nBusinesses whose monitor was changed: 2\n')
    assert.match(text, id.replace('bulk-disable-', 'Reference: '))
  }
})

for (const [what, email] of [
  ['an account that wanted no mail', null],
  ['an account whose address was erased', erased],
] as const)
  test(`${what} is sent none`, () =>
    inEveryWay({
      ...ended,
      history: (ids) => [requested(ids, email), completed(3, 2)],
      process: process(0, { send: () => Promise.reject(new Error('a mail was sent')) }),
      leadsTo: [],
    }))

test('a mail server that says no, or never answers, is told to the runner', async () => {
  const refuses = process(0, { send: () => Promise.reject(new Error('550 no such person')) })
  assert.is(await failing({ ...ended, process: refuses }), '550 no such person')
  assert.is(await failing({ ...ended, process: process(0, { send: () => new Promise(() => {}) }) }, 50), 'no end after 50 ms')
})

test.run()
