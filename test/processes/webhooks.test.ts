// The process that fills the outbox of webhooks and delivers from it: every event once to each webhook that wants it, whatever happens in between.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openAggregates } from '../../src/commands/handler.ts'
import type { DomainEvent, StoredEvent } from '../../src/events/catalogue.ts'
import { derivedId } from '../../src/events/derived-id.ts'
import { openDeliveries } from '../../src/processes/running/deliveries.ts'
import type { Poller } from '../../src/processes/running/poller.ts'
import type { AttemptOutcome } from '../../src/processes/webhooks/request.ts'
import { type WebhookDependencies, webhooks } from '../../src/processes/webhooks.ts'
import { wholeLog } from '../../src/projections/checkpoints.ts'
import { liens } from '../../src/projections/liens.ts'
import type { WebhookDocument } from '../../src/projections/webhooks.ts'
import type { Records } from '../../src/stores/document-store.ts'
import type { RecordedEvent } from '../../src/stores/event-store.ts'
import { deliveryKind, openWebhookDeliveries } from '../../src/stores/webhook-deliveries.ts'
import { replayKind } from '../../src/stores/webhook-replays.ts'
import { created } from '../commands/businesses.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { memoryRecords } from '../http/memory-records.ts'
import { accountId, openStores, type Stores } from '../stores/log.ts'
import { type Dependencies, type Ids, openEveryWay } from './every-way.ts'

const at = '2026-11-21T09:30:00.000Z'

const webhookOf = (id: string, change: Partial<WebhookDocument> = {}): WebhookDocument => ({
  id,
  account_id: accountId,
  mode: 'live',
  url: 'https://example.com/hook',
  enabled_events: ['*'],
  oidc: null,
  created_at: at,
  updated_at: at,
  disabled_at: null,
  ...change,
})

const finding = (found: () => readonly WebhookDocument[]): WebhookDependencies['read'] => (() => ({ find: async () => found() })) as never

/** What an object of a message needs beyond its own stream. */
const lookUp = { requesterNames: async () => new Map() } as never

const delivered: AttemptOutcome = { delivered: true, responseStatus: 204, durationMs: 1, error: null }
const refused: AttemptOutcome = { delivered: false, responseStatus: 500, durationMs: 1, error: 'status 500' }

const unsent = { lookUp, sendWebhook: () => Promise.reject(new Error('nothing is sent here')), onDeliveryError: () => undefined }

test('an event is put into the outbox once for each webhook that wants it, however it is delivered', async () => {
  const { inEveryWay, close } = await openEveryWay()
  const idOf = (name: string, { id }: Ids) => derivedId(name, id)
  const asked = ['all', 'this', 'other', 'test', 'newer', 'disabled']
  const all = (ids: Ids): readonly WebhookDocument[] => [
    webhookOf(idOf('all', ids)),
    webhookOf(idOf('this', ids), { enabled_events: ['monitor.created', 'business.created'] }),
    webhookOf(idOf('other', ids), { enabled_events: ['business.updated'] }),
    webhookOf(idOf('test', ids), { mode: 'test' }),
    webhookOf(idOf('newer', ids), { created_at: '2026-11-21T09:30:00.001Z', updated_at: '2026-11-21T09:30:00.001Z' }),
    webhookOf(idOf('disabled', ids), { disabled_at: at }),
  ]
  await inEveryWay({
    aggregate: 'business',
    history: [created({ mode: 'live' })],
    process: (dependencies: Dependencies, ids, documents) =>
      webhooks({ ...dependencies, documents, ...unsent, read: finding(() => all(ids)) }),
    leadsTo: [],
    keeps: {
      read: async (ids, { records }) => {
        const outbox = openWebhookDeliveries(records)
        const held = await Promise.all(asked.map(async (name) => [name, await outbox.of(idOf(name, ids), 10)] as const))
        return held.flatMap(([name, some]) => some.map(({ delivery }) => `${delivery.event_type} to ${name}: ${delivery.status}`))
      },
      as: ['business.created to all: pending', 'business.created to this: pending'],
    },
  })
  await close()
})

test('a lien that was found or has changed is told, unless the account filed it itself', async () => {
  const { inEveryWay, close } = await openEveryWay()
  const recorded = (type: 'ProductRecordFound' | 'ProductRecordChanged', file_number: string): DomainEvent => {
    const record = {
      id: randomUUID(),
      kind: 'lien' as const,
      product: 'liens' as const,
      person_id: null,
      subject_id: accountId,
      content: { state: 'OR', file_number },
    }
    const data = { order_id: null, sources: [], record }
    return type === 'ProductRecordFound' ? { type, data } : { type, data: { ...data, changed: ['secured_parties'] } }
  }
  for (const [type, number, told] of [
    ['ProductRecordFound', '7', []],
    ['ProductRecordFound', '8', ['lien.found']],
    ['ProductRecordChanged', '7', []],
    ['ProductRecordChanged', '8', ['lien.updated']],
  ] as const)
    await inEveryWay({
      aggregate: 'business',
      history: [created({ mode: 'live' }), recorded(type, number)],
      process: (dependencies: Dependencies, { id }, documents) => {
        const own = [{ state: 'OR', file_number: '7' }]
        const read = ((of: unknown) => ({ find: async () => (of === liens ? own : [webhookOf(id)]) })) as never
        return webhooks({ ...dependencies, documents, ...unsent, read })
      },
      leadsTo: [],
      keeps: {
        read: async ({ id }, { records }) => (await openWebhookDeliveries(records).of(id, 10)).map(({ delivery }) => delivery.event_type),
        as: told,
      },
    })
  await close()
})

let stores: Stores
/** What was delivered is kept for some days: by the time of these tests, not by the machine's. */
let records: Records
test.before.each(async () => {
  stores = await openStores()
  records = memoryRecords(() => Date.parse(at))
})
test.after.each(() => stores.close())

const poller: Poller = {
  watch: () => () => undefined,
  keep: () => async () => undefined,
  wake: () => undefined,
  close: async () => undefined,
}

/** A worker with a log of one webhook, whose receiver answers as `answer` says. */
const begin = (
  answer: () => AttemptOutcome,
  now: () => Date,
  found: () => readonly WebhookDocument[],
  passed: WebhookDependencies['passed'] = async () => true,
) => {
  const { handle, load } = openAggregates(stores.log)
  const sent: string[] = []
  const errors: unknown[] = []
  const { log } = stores
  const documents = { ...stores.documents, records }
  const process = webhooks({
    handle,
    load,
    log,
    documents,
    now,
    lookUp,
    passed,
    read: finding(found),
    sendWebhook: async (_, { id }) => {
      sent.push(id)
      return answer()
    },
    onDeliveryError: (error) => errors.push(error),
  })
  const { deliver } = openDeliveries({ process, now, timeoutMs: 60_000 })
  return {
    deliver: (event: StoredEvent) => deliver(event, 1),
    seen: (event: StoredEvent) => process.seen?.(event as unknown as RecordedEvent),
    takeAll: (work = poller) => process.alongside?.(wholeLog, work),
    sent,
    errors,
  }
}

const addWebhook = async (): Promise<WebhookDocument> => {
  const { id, mode, url, enabled_events } = webhookOf(randomUUID())
  const data = { webhook_id: id, mode, url, enabled_events: [...enabled_events], oidc: null, secret: 'whsec_1' }
  await stores.append(`webhook-${id}`, { type: 'WebhookCreated', data })
  return webhookOf(id)
}

const createBusiness = async (): Promise<StoredEvent> => {
  const id = randomUUID()
  await stores.append(`business-${id}`, created({ business_id: id, mode: 'live' }))
  return (await stores.log.read(`business-${id}`)).at(-1) as StoredEvent
}

test('what a worker left in the outbox is sent by the next one, and never again', async () => {
  const webhook = await addWebhook()
  const now = () => new Date(at)
  const event = await createBusiness()
  const killed = begin(
    () => delivered,
    now,
    () => [webhook],
  )
  await killed.deliver(event)
  assert.equal(killed.sent, [], 'it is not its share')
  const outbox = openWebhookDeliveries(records)
  const statuses = async () => (await outbox.of(webhook.id, 10)).map(({ delivery }) => delivery.status)
  assert.equal(await statuses(), ['pending'])

  const next = begin(
    () => delivered,
    now,
    () => [webhook],
  )
  const end = await next.takeAll()
  await until('it arrived', async () => (await statuses())[0] === 'delivered')
  await next.deliver(event)
  await next.deliver(await createBusiness())
  await until('the next event arrived', async () => (await statuses()).join() === 'delivered,delivered')
  assert.is(next.sent.length, 2)
  await end?.()

  const last = begin(
    () => delivered,
    now,
    () => [webhook],
  )
  const endLast = await last.takeAll()
  await last.deliver(event)
  await endLast?.()
  assert.equal([last.sent, next.errors], [[], []])
})

test('what the next worker finds in the outbox about an object goes in its order, also behind a failure that has its next attempt later', async () => {
  const webhook = await addWebhook()
  const first = await createBusiness()
  await stores.append(first.stream, { type: 'NoteAdded', data: { note: { id: randomUUID(), text: 'later' } } })
  const second = (await stores.log.read(first.stream)).at(-1) as StoredEvent
  let time = Date.parse(at)
  const worker = () =>
    begin(
      () => delivered,
      () => new Date(time),
      () => [webhook],
    )
  const killed = worker()
  for (const event of [first, second]) await killed.deliver(event)
  const outbox = openWebhookDeliveries(records)
  const [, failed] = await outbox.of(webhook.id, 2)
  assert.ok(failed && (await outbox.update(failed, { attempt: 1, next_attempt_at: '2026-11-21T09:30:02.000Z' })))

  time += 10_000
  const next = worker()
  const end = await next.takeAll()
  await until('both arrived', async () => (await outbox.of(webhook.id, 2)).every(({ delivery }) => delivery.status === 'delivered'))
  await end?.()
  assert.equal(next.sent, (await outbox.of(webhook.id, 2)).map(({ delivery }) => delivery.event_id).toReversed())
})

test('a start waits for no backlog, reads it page by page, and tries again where the records cannot be read', async () => {
  const webhook = await addWebhook()
  const event = await createBusiness()
  const given = [() => delivered, () => new Date(at), () => [webhook]] as const
  await begin(...given).deliver(event)
  const real = { ...records }
  const answers = Promise.withResolvers<void>()
  const limits: number[] = []
  let failures = 1
  Object.assign(records, {
    due: async (...asked: Parameters<Records['due']>) => {
      if (asked[0][0] !== deliveryKind) return real.due(...asked)
      await answers.promise
      limits.push(asked[2])
      if (failures-- > 0) throw new Error('away')
      return real.due(...asked)
    },
  })
  const worker = begin(...given)
  const end = await worker.takeAll()
  assert.equal(worker.sent, [])
  answers.resolve()
  await until('it arrived', async () => worker.sent.length === 1)
  await end?.()
  Object.assign(records, real)
  assert.is((worker.errors[0] as Error).message, 'away')
  assert.ok(limits.length >= 2 && limits.every((limit) => limit <= 1_000))
})

test('a worker watches what becomes due for as long as it has its share', async () => {
  const watched = new Set<string>()
  const watch: Poller['watch'] = (kind) => {
    watched.add(kind)
    return () => watched.delete(kind)
  }
  const worker = begin(
    () => delivered,
    () => new Date(at),
    () => [],
  )
  const end = await worker.takeAll({ ...poller, watch })
  assert.equal(watched, new Set([deliveryKind, replayKind]))
  await end?.()
  assert.equal(watched, new Set())
})

const changes: readonly (readonly [DomainEvent, Partial<WebhookDocument> | undefined])[] = [
  [{ type: 'WebhookDisabled', data: { reason: 'asked' } }, { disabled_at: at }],
  [{ type: 'WebhookEnabled', data: {} }, {}],
  [{ type: 'WebhookChanged', data: { enabled_events: ['business.updated'] } }, { enabled_events: ['business.updated'] }],
  [{ type: 'WebhookChanged', data: { enabled_events: ['*'] } }, {}],
  [{ type: 'WebhookDeleted', data: {} }, undefined],
]

test('each change of a webhook holds for the next event', async () => {
  const webhook = await addWebhook()
  let found: readonly WebhookDocument[] = [webhook]
  const worker = begin(
    () => delivered,
    () => new Date(at),
    () => found,
  )
  const outbox = openWebhookDeliveries(records)
  const queued = async () => {
    const before = (await outbox.of(webhook.id, 99)).length
    await worker.deliver(await createBusiness())
    return (await outbox.of(webhook.id, 99)).length - before
  }
  assert.is(await queued(), 1)
  for (const [event, change] of filled(changes)) {
    await stores.append(`webhook-${webhook.id}`, event)
    found = change ? [{ ...webhook, ...change }] : []
    await worker.deliver((await stores.log.read(`webhook-${webhook.id}`)).at(-1) as StoredEvent)
    assert.is(await queued(), change && Object.keys(change).length === 0 ? 1 : 0, JSON.stringify(event))
  }
})

const turned = async (webhook: WebhookDocument, event: DomainEvent): Promise<StoredEvent> => {
  await stores.append(`webhook-${webhook.id}`, event)
  return (await stores.log.read(`webhook-${webhook.id}`)).at(-1) as StoredEvent
}
const disabled: DomainEvent = { type: 'WebhookDisabled', data: { reason: 'asked' } }
const enabled: DomainEvent = { type: 'WebhookEnabled', data: {} }

test('what happened while a webhook was disabled is not sent, however late the process comes to it', async () => {
  const webhook = await addWebhook()
  const before = await createBusiness()
  await turned(webhook, disabled)
  const meanwhile = await createBusiness()
  await turned(webhook, enabled)
  const after = await createBusiness()
  const worker = begin(
    () => delivered,
    () => new Date(at),
    () => [{ ...webhook, updated_at: '2026-11-21T09:31:00.000Z' }],
  )
  for (const event of [before, meanwhile, after]) await worker.deliver(event)
  const kept = await openWebhookDeliveries(records).of(webhook.id, 99)
  assert.equal(
    kept.map(({ delivery }) => delivery.stream),
    [after.stream, before.stream],
  )
})

test('what happens behind a change is told by the settings from then on, although the change still waits for its turn', async () => {
  const webhook = await addWebhook()
  let found: readonly WebhookDocument[] = [{ ...webhook, disabled_at: at }]
  const last = await turned(webhook, disabled)
  let change = last
  const worker = begin(
    () => delivered,
    () => new Date(at),
    () => found,
    async (position) => {
      if (position >= change.position && change !== last) found = [webhook]
      return true
    },
  )
  worker.seen(last)
  await worker.deliver(await createBusiness())
  change = await turned(webhook, enabled)
  const event = await createBusiness()
  worker.seen(change)
  worker.seen(event)
  await worker.deliver(event)
  const kept = await openWebhookDeliveries(records).of(webhook.id, 99)
  assert.equal(
    kept.map(({ delivery }) => delivery.stream),
    [event.stream],
  )
})

test('an event that no webhook of its account wants needs no look-up, until one of them changes', async () => {
  const webhook = await addWebhook()
  const business = await createBusiness()
  const topics = {
    none: [],
    another: [{ ...webhook, enabled_events: ['lien.created'] }],
    its: [{ ...webhook, enabled_events: ['lien.created', 'business.created'] }],
    all: [webhook],
  } as const
  for (const [name, found] of Object.entries(topics)) {
    const worker = begin(
      () => delivered,
      () => new Date(at),
      () => found,
    )
    assert.ok(worker.seen(business), 'nothing is known yet')
    await worker.deliver(business)
    assert.is(worker.seen(business), name === 'its' || name === 'all', name)
    assert.ok(worker.seen(await turned(webhook, disabled)), 'a change is always told')
    assert.ok(worker.seen(business), 'nothing is known of the time behind the change')
  }
})

const dayMs = 86_400_000

test('a webhook that failed for ten days without a success is disabled, and has ten days again once it is enabled', async () => {
  const webhook = await addWebhook()
  let time = Date.parse(at)
  let answer = refused
  const worker = begin(
    () => answer,
    () => new Date(time),
    () => [webhook],
  )
  const outbox = openWebhookDeliveries(records)
  /** Begins and ends its share, which waits for what an outcome leads to. */
  const attempt = async () => {
    const end = await worker.takeAll()
    await worker.deliver(await createBusiness())
    await until('it was tried', async () => (await outbox.of(webhook.id, 1)).some(({ delivery }) => delivery.attempt > 0))
    await end?.()
  }
  const typesOf = async () => (await stores.log.read(`webhook-${webhook.id}`)).map(({ type }) => type)

  await attempt()
  time += 9 * dayMs
  answer = delivered
  await attempt()
  answer = refused
  await attempt()
  time += 10 * dayMs - 1
  await attempt()
  assert.equal(await typesOf(), ['WebhookCreated'])
  time += 1
  await attempt()
  assert.equal(await typesOf(), ['WebhookCreated', 'WebhookDisabled'])

  await stores.append(`webhook-${webhook.id}`, { type: 'WebhookEnabled', data: {} })
  await worker.deliver((await stores.log.read(`webhook-${webhook.id}`)).at(-1) as StoredEvent)
  await attempt()
  time += 10 * dayMs - 1
  await attempt()
  assert.equal(await typesOf(), ['WebhookCreated', 'WebhookDisabled', 'WebhookEnabled'], 'its ten days begin anew')
  assert.equal(worker.errors, [])
})

test('a webhook whose receiver is gone is disabled at once, and again once it is enabled', async () => {
  const webhook = await addWebhook()
  let tried = 0
  const worker = begin(
    () => {
      tried++
      return { ...refused, responseStatus: 410 }
    },
    () => new Date(at),
    () => [webhook],
  )
  const attempt = async () => {
    const [before, end] = [tried, await worker.takeAll()]
    await worker.deliver(await createBusiness())
    await until('it was tried', async () => tried > before)
    await end?.()
  }
  const typesOf = async () => (await stores.log.read(`webhook-${webhook.id}`)).map(({ type }) => type)
  await attempt()
  assert.equal(await typesOf(), ['WebhookCreated', 'WebhookDisabled'])
  await stores.append(`webhook-${webhook.id}`, { type: 'WebhookEnabled', data: {} })
  await worker.deliver((await stores.log.read(`webhook-${webhook.id}`)).at(-1) as StoredEvent)
  await attempt()
  assert.equal(await typesOf(), ['WebhookCreated', 'WebhookDisabled', 'WebhookEnabled', 'WebhookDisabled'])
  assert.equal(worker.errors, [])
})

test.run()
