// Tells webhooks of what happened: each event is written into the outbox once for every webhook that wants it, and delivered from there.

import { v5 as uuidv5 } from 'uuid'
import type { Handle, Load } from '../commands/handler.ts'
import { type MonitorState, monitor } from '../commands/monitor.ts'
import { webhook as aggregate, type Webhook, type WebhookState } from '../commands/webhook.ts'
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import { type MonitorEvent, monitorEventTypes } from '../events/monitor.ts'
import type { LookUp } from '../interface/webhook-objects.ts'
import { topicsOf, type WebhookEventType, webhookCauses, webhookObject } from '../interface/webhook-topics.ts'
import type { Share } from '../projections/checkpoints.ts'
import { isAmong, liens } from '../projections/liens.ts'
import type { Read } from '../projections/read.ts'
import { type WebhookDocument, webhooks as webhookDocuments } from '../projections/webhooks.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import {
  deliveryKey,
  deliveryKind,
  openWebhookDeliveries,
  type StoredDelivery,
  storedDelivery,
  type WebhookDelivery,
} from '../stores/webhook-deliveries.ts'
import type { Process } from './process.ts'
import { openDeliveryQueues } from './webhook-queue.ts'
import type { Attempt, Message, SendWebhook } from './webhook-request.ts'

export type WebhookDependencies = {
  readonly handle: Handle
  readonly load: Load
  readonly log: EventLog
  readonly documents: DocumentStore
  readonly read: Read
  /** Whether the read models have passed the position. */
  readonly passed: (position: bigint, accountId: string) => Promise<boolean>
  readonly now: () => Date
  readonly sendWebhook: SendWebhook
  readonly lookUp: LookUp
  readonly onDeliveryError: (error: unknown) => void
}

/** Failures all through so many days disable a webhook. */
const disabledAfterMs = 10 * 24 * 3_600_000
const healthKind = 'webhook_health'
/** So many pending deliveries are taken on at the start; those behind them as soon as they are due. */
const takenOn = 200_000

const messagesKept = 500

export const webhooks = (tools: WebhookDependencies): Process => {
  const { handle, load, log, documents, read, passed, now, sendWebhook, lookUp, onDeliveryError } = tools
  const deliveries = openWebhookDeliveries(documents.records)
  const wanting = new Map<string, Promise<readonly WebhookDocument[]>>()
  const settings = new Map<string, Promise<WebhookState>>()
  const messages = new Map<string, Promise<Message | null>>()
  const failingSince = new Map<string, string | null>()
  const shares = new Set<Share>()

  /** The account's enabled webhooks; looked up anew when one changes. */
  const webhooksOf = (accountId: string): Promise<readonly WebhookDocument[]> => {
    const known = wanting.get(accountId)
    if (known) return known
    const found = read(webhookDocuments)
      .find({ where: { account_id: accountId }, perPage: 1_000 })
      .then((all) => all.filter(({ disabled_at }) => disabled_at === null))
    return remember(wanting, accountId, found)
  }

  const settingsOf = (webhookId: string): Promise<WebhookState> =>
    settings.get(webhookId) ?? remember(settings, webhookId, load(aggregate, webhookId))

  const messageFor = (delivery: WebhookDelivery): Promise<Message | null> => {
    const known = messages.get(delivery.event_id)
    if (known) return known
    if (messages.size >= messagesKept) messages.delete(messages.keys().next().value as string)
    return remember(messages, delivery.event_id, composed(delivery))
  }

  /** The event as it is sent: folded from the log up to where it happened, so that every attempt says the same. */
  const composed = async ({ stream, revision, event_type, event_id, account_id }: WebhookDelivery): Promise<Message | null> => {
    const history = (await log.read(stream)).filter((each) => each.revision <= revision)
    const event = history.at(-1)
    const object = (await webhookObject(event_type, history, lookUp)) as { readonly id?: string; readonly business_id?: string } | null
    if (!event || object === null) return null
    const body = { object: 'event', id: event_id, account_id, type: event_type, data: { object }, created_at: event.metadata.recorded_at }
    return { id: event_id, correlationId: object.id ?? object.business_id ?? aggregateIdOf(stream), body: JSON.stringify(body) }
  }

  const attempt = async (delivery: WebhookDelivery, signal: AbortSignal): Promise<Attempt | { readonly failed: string }> => {
    const webhook = await settingsOf(delivery.webhook_id)
    if (webhook.status === 'none' || webhook.status === 'deleted') return { failed: 'the webhook was deleted' }
    if (webhook.status === 'disabled') return { failed: 'the webhook is disabled' }
    const message = await messageFor(delivery)
    if (message === null) return { failed: 'there is nothing to tell of this event any more' }
    return sendWebhook(webhook as Webhook, message, { at: now(), signal })
  }

  const healthOf = async (webhookId: string): Promise<string | null> => {
    if (!failingSince.has(webhookId)) {
      const record = await documents.records.get(healthKind, webhookId)
      failingSince.set(webhookId, typeof record?.value.failing_since === 'string' ? record.value.failing_since : null)
    }
    return failingSince.get(webhookId) ?? null
  }

  const setHealth = async (webhookId: string, since: string | null) => {
    failingSince.set(webhookId, since)
    const expectedRevision = (await documents.records.get(healthKind, webhookId))?.revision ?? -1
    await documents.records.put(healthKind, webhookId, { failing_since: since }, { expectedRevision })
  }

  const onOutcome = async ({ webhook_id: id, account_id: accountId }: WebhookDelivery, { delivered }: Attempt) => {
    const since = await healthOf(id)
    if (delivered) return since === null ? undefined : setHealth(id, null)
    if (since === null) return setHealth(id, now().toISOString())
    if (now().getTime() - Date.parse(since) < disabledAfterMs) return
    const commandId = uuidv5(`disable since ${since}`, id)
    await handle(
      aggregate,
      id,
      { type: 'DisableWebhook', reason: 'failing' },
      { accountId, actor: { type: 'process', id: 'webhooks' }, commandId, at: now() },
    )
    settings.delete(id)
  }

  const queues = openDeliveryQueues({ deliveries, now, attempt, onOutcome, onError: onDeliveryError })

  const take = (held: StoredDelivery) => {
    if ([...shares].some(({ owns }) => owns(held.delivery.account_id))) queues.add(held)
  }

  /** The monitor whose re-check found this, as it was set up then; undefined for what no re-check found. */
  const monitorThen = async ({ stream, position, metadata }: StoredEvent): Promise<MonitorState | undefined> => {
    if (metadata.actor.type !== 'process' || metadata.actor.id !== 'monitoring') return undefined
    const history = (await log.read(`${monitor.name}-${aggregateIdOf(stream)}`)).filter((each) => each.position < position)
    return (history as readonly MonitorEvent[]).reduce(monitor.evolve, monitor.initial)
  }

  /** Whether the event is about a lien that the account filed itself: of that it is told as its own, and the found one is shown nowhere. */
  const isOwnLien = async (event: StoredEvent): Promise<boolean> => {
    if (event.type !== 'ProductRecordFound' && event.type !== 'ProductRecordChanged') return false
    const { kind, content } = event.data.record
    if (kind !== 'lien') return false
    await passed(event.position, event.metadata.account_id)
    const filed = await read(liens).find({ where: { business_id: aggregateIdOf(event.stream) } })
    return isAmong(filed, content)
  }

  const tell = async (event: StoredEvent): Promise<undefined> => {
    const accountId = event.metadata.account_id
    const all = await webhooksOf(accountId)
    if (all.length === 0) return
    const topics = (await isOwnLien(event)) ? [] : topicsOf(event)
    const told = topics.length > 0 ? subscribed(topics, await monitorThen(event)) : []
    const wanted = told.flatMap((type) =>
      all
        .filter(({ enabled_events, created_at }) => wants(enabled_events, type) && created_at <= event.metadata.recorded_at)
        .map(({ id }) => deliveryOf(event, id, type, now())),
    )
    const added = await Promise.all(wanted.map(deliveries.add))
    for (const held of added) if (held) take(held)
  }

  const changed = async (event: StoredEvent): Promise<undefined> => {
    const { account_id: accountId } = event.metadata
    const id = aggregateIdOf(event.stream)
    settings.delete(id)
    wanting.delete(accountId)
    const fresh = passed(event.position, accountId).then(() => {
      wanting.delete(accountId)
      return webhooksOf(accountId)
    })
    remember(wanting, accountId, fresh)
    if (event.type === 'WebhookEnabled') await setHealth(id, null)
    await fresh
  }

  const on = Object.fromEntries([
    ...webhookCauses.map((type) => [type, tell]),
    ...['WebhookCreated', 'WebhookChanged', 'WebhookSecretReplaced', 'WebhookDisabled', 'WebhookEnabled', 'WebhookDeleted'].map((type) => [
      type,
      changed,
    ]),
  ]) as Process['on']

  return {
    name: 'webhooks',
    prompt: true,
    on,
    alongside: async (share, poller) => {
      shares.add(share)
      // Another worker may have had the share meanwhile.
      for (const known of [wanting, settings, failingSince]) known.clear()
      const takeOwn = (all: readonly StoredDelivery[]) => {
        for (const held of all) if (share.owns(held.delivery.account_id)) queues.add(held)
      }
      takeOwn(await deliveries.due(endOfTime, takenOn))
      // What somebody asked for again through another instance, or behind those taken on at the start.
      const unwatch = poller.watch(deliveryKind, (due) => takeOwn(due.map(storedDelivery)))
      return async () => {
        unwatch()
        shares.delete(share)
        await queues.drop(share.owns)
      }
    },
  }
}

const endOfTime = new Date(8_640_000_000_000_000)

/** What a re-check finds is told of as far as the business is monitored for it; what orders find, always. */
const subscribed = (topics: readonly WebhookEventType[], monitored: MonitorState | undefined): readonly WebhookEventType[] =>
  monitored === undefined
    ? topics
    : topics.filter(
        (type) =>
          !isMonitorEventType(type) || (monitored.status === 'enabled' && (monitored.eventTypes as readonly string[]).includes(type)),
      )

const isMonitorEventType = (type: WebhookEventType): boolean => (monitorEventTypes as readonly string[]).includes(type)

const wants = (enabled: readonly string[], type: WebhookEventType): boolean => enabled.includes('*') || enabled.includes(type)

const deliveryOf = (event: StoredEvent, webhookId: string, type: WebhookEventType, now: Date): WebhookDelivery => {
  const eventId = webhookEventId(event.id, type)
  const at = now.toISOString()
  return {
    key: deliveryKey(webhookId, event.position, type),
    id: uuidv5(webhookId, eventId),
    webhook_id: webhookId,
    account_id: event.metadata.account_id,
    event_id: eventId,
    event_type: type,
    stream: event.stream,
    revision: event.revision,
    created_at: at,
    attempt: 0,
    status: 'pending',
    response_status: null,
    duration_ms: null,
    attempted_at: null,
    next_attempt_at: at,
    error: null,
    asked: false,
  }
}

/** The id of what is sent about an event under a type: one event of the log may cause several. */
const webhookEventId = (eventId: string, type: WebhookEventType): string => uuidv5(type, eventId)

/** Keeps the promise, but not its failure. */
const remember = <Value>(map: Map<string, Promise<Value>>, key: string, promise: Promise<Value>): Promise<Value> => {
  map.set(key, promise)
  promise.catch(() => {
    if (map.get(key) === promise) map.delete(key)
  })
  return promise
}
