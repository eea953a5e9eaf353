// What of a monitor's re-check is delivered: the event types that the monitor was set up for then, beside what no monitor is set up for.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DomainEvent, StoredEvent } from '../../../src/events/catalogue.ts'
import { deliveriesTo } from '../../../src/processes/webhooks/wanted.ts'
import { source } from '../../commands/businesses.ts'
import { appendTo, context, openStores, type Stores } from '../../stores/log.ts'

let stores: Stores
test.before(async () => {
  stores = await openStores()
})
test.after(() => stores.close())

const monitor_id = randomUUID()
type EventTypes = Extract<DomainEvent, { readonly type: 'MonitorEnabled' }>['data']['event_types']
const enabled = (business_id: string, ...event_types: EventTypes): DomainEvent => ({
  type: 'MonitorEnabled',
  data: { monitor_id, business_id, mode: 'live', event_types },
})
const disabled: DomainEvent = { type: 'MonitorDisabled', data: { monitor_id } }
/** The second look at a tax number finds it: `tin.retried`, which no monitor is set up for, and `tin.retrieved`. */
const found: DomainEvent = { type: 'TinChecked', data: { order_id: null, sources: [source], outcome: 'found', name: null, attempt: 2 } }

const cases: readonly (readonly [
  what: string,
  process: string | null,
  before: (id: string) => readonly DomainEvent[],
  after: (id: string) => readonly DomainEvent[],
  told: readonly string[],
])[] = [
  ['an order, without a monitor', null, () => [], () => [], ['tin.retried', 'tin.retrieved']],
  [
    'an order, with a monitor for something else',
    'verification',
    (id) => [enabled(id, 'lien.found')],
    () => [],
    ['tin.retried', 'tin.retrieved'],
  ],
  ['a re-check, with a monitor for it', 'monitoring', (id) => [enabled(id, 'tin.retrieved')], () => [], ['tin.retried', 'tin.retrieved']],
  ['a re-check, with a monitor for something else', 'monitoring', (id) => [enabled(id, 'lien.found')], () => [], ['tin.retried']],
  ['a re-check, after the monitor has ended', 'monitoring', (id) => [enabled(id, 'tin.retrieved'), disabled], () => [], ['tin.retried']],
  ['a re-check, before it was set up for it', 'monitoring', () => [], (id) => [enabled(id, 'tin.retrieved')], ['tin.retried']],
]
for (const [what, process, before, after, told] of cases)
  test(`of what was found by ${what}, webhooks are told ${told.join(' and ')}`, async () => {
    const id = randomUUID()
    const [monitor, business] = [`monitor-${id}`, `business-${id}`]
    if (before(id).length > 0) await stores.append(monitor, ...before(id))
    const actor = process === null ? context().actor : { type: 'process' as const, id: process }
    await appendTo(stores.log, () => context({ actor }))(business, found)
    if (after(id).length > 0) await stores.append(monitor, ...after(id))
    const [event] = (await stores.log.read(business)) as readonly StoredEvent[]
    const webhook = { id: randomUUID(), mode: 'live' as const, created_at: '2026-01-01T00:00:00.000Z', enabled_events: ['*'] }
    const read = () => assert.unreachable('no lien was found')
    const dependencies = { log: stores.log, read, passed: async () => true, now: () => new Date('2026-11-22T00:00:00.000Z') }
    const deliveries = await deliveriesTo(event as StoredEvent, [webhook], dependencies as never)
    assert.equal(
      deliveries.map(({ event_type }) => event_type),
      told,
    )
  })

test.run()
