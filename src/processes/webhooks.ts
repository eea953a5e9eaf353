// Tells webhooks what happened: each event is written into the outbox once for every webhook that wants it, and delivered from there.

import type { Handle } from '../commands/handler.ts'
import { type MonitorState, monitor } from '../commands/monitor.ts'
import { webhook as aggregate } from '../commands/webhook.ts'
import { aggregateIdOf, type EventType, type StoredEvent } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import { type MonitorEvent, monitorEventTypes } from '../events/monitor.ts'
import { topicsOf, type WebhookEventType, webhookCauses } from '../interface/webhook-topics.ts'
import type { Share } from '../projections/checkpoints.ts'
import { isAmong, liens } from '../projections/liens.ts'
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
import type { Process, Reaction } from './process.ts'
import { type AttemptDependencies, openAttempts } from './webhook-attempt.ts'
import { openWebhookHealth, type WebhookHealth } from './webhook-health.ts'
import { openDeliveryQueues, type QueueDependencies } from './webhook-queue.ts'
import { openWebhookSettings, type SettingsDependencies, type WebhookSettings } from './webhook-settings.ts'

export type WebhookDependencies = AttemptDependencies &
  SettingsDependencies & {
    readonly handle: Handle
    readonly documents: DocumentStore
    readonly onDeliveryError: (error: unknown) => void
  }

/** The most pending deliveries taken on at the start. The others follow when they are due. */
const takenOn = 200_000

/** The events after which the webhooks of an account are read anew. */
const webhookChanges: readonly EventType[] = [
  'WebhookCreated',
  'WebhookChanged',
  'WebhookSecretReplaced',
  'WebhookDisabled',
  'WebhookEnabled',
  'WebhookDeleted',
]

export const webhooks = (dependencies: WebhookDependencies): Process => {
  const { documents, now, onDeliveryError } = dependencies
  const deliveries = openWebhookDeliveries(documents.records)
  const settings = openWebhookSettings(dependencies)
  const health = openWebhookHealth(documents.records, now)
  const shares = new Set<Share>()
  const queues = openDeliveryQueues({
    deliveries,
    now,
    attempt: openAttempts(dependencies, settings),
    onOutcome: disableWhenFailing(dependencies, settings, health),
    onError: onDeliveryError,
  })

  const takeOwn = (stored: readonly StoredDelivery[], among: Iterable<Share>) => {
    const owners = [...among]
    for (const each of stored) if (owners.some(({ owns }) => owns(each.delivery.account_id))) queues.add(each)
  }

  const deliver: Reaction<EventType> = async (event) => {
    const wanted = await deliveriesOf(event, dependencies, settings)
    const added = await Promise.all(wanted.map(deliveries.add))
    takeOwn(
      added.flatMap((each) => each ?? []),
      shares,
    )
    return undefined
  }

  const renew: Reaction<EventType> = async (event) => {
    const renewed = settings.changed(event)
    if (event.type === 'WebhookEnabled') await health.reset(aggregateIdOf(event.stream))
    await renewed
    return undefined
  }

  const on: Process['on'] = Object.fromEntries([
    ...webhookCauses.map((type) => [type, deliver]),
    ...webhookChanges.map((type) => [type, renew]),
  ])

  return {
    name: 'webhooks',
    prompt: true,
    on,
    alongside: async (share, poller) => {
      shares.add(share)
      // Another worker may have had the share meanwhile.
      settings.clear()
      health.clear()
      takeOwn(await deliveries.due(endOfTime, takenOn), [share])
      // What another instance was asked to deliver again, and what was not taken on at the start.
      const unwatch = poller.watch(deliveryKind, (due) => takeOwn(due.map(storedDelivery), [share]))
      return async () => {
        unwatch()
        shares.delete(share)
        await queues.drop(share.owns)
      }
    },
  }
}

const endOfTime = new Date(8_640_000_000_000_000)

/** After each attempt: disables a webhook that has been failing for too long. */
const disableWhenFailing =
  ({ handle, now }: WebhookDependencies, settings: WebhookSettings, health: WebhookHealth): QueueDependencies['onOutcome'] =>
  async ({ webhook_id: id, account_id: accountId }, { delivered }) => {
    const since = await health.record(id, delivered)
    if (since === undefined) return
    const commandId = derivedId(`disable since ${since}`, id)
    const context = { accountId, actor: { type: 'process', id: 'webhooks' }, commandId, at: now() } as const
    await handle(aggregate, id, { type: 'DisableWebhook', reason: 'failing' }, context)
    settings.forget(id)
  }

/** One delivery for each topic of the event and each webhook that wants it. */
const deliveriesOf = async (
  event: StoredEvent,
  dependencies: WebhookDependencies,
  settings: WebhookSettings,
): Promise<readonly WebhookDelivery[]> => {
  const { account_id: accountId, mode = 'live', recorded_at: recordedAt } = event.metadata
  const enabled = await settings.enabledIn(accountId, mode)
  if (enabled.length === 0 || (await isOwnLien(event, dependencies))) return []
  const topics = topicsOf(event)
  if (topics.length === 0) return []
  return subscribed(topics, await monitorThen(event, dependencies.log)).flatMap((topic) =>
    enabled
      .filter(({ enabled_events, created_at }) => wants(enabled_events, topic) && created_at <= recordedAt)
      .map(({ id }) => deliveryOf(event, id, topic, dependencies.now())),
  )
}

/** Whether the event is about a lien that the account filed itself. Its filing has topics of its own, and it is not shown as found. */
const isOwnLien = async (event: StoredEvent, { read, passed }: SettingsDependencies): Promise<boolean> => {
  if (event.type !== 'ProductRecordFound' && event.type !== 'ProductRecordChanged') return false
  const { kind, content } = event.data.record
  if (kind !== 'lien') return false
  await passed(event.position, event.metadata.account_id)
  const filed = await read(liens).find({ where: { business_id: aggregateIdOf(event.stream) } })
  return isAmong(filed, content)
}

/** The monitor whose re-check found this, as it was set up then; undefined for what no re-check found. */
const monitorThen = async ({ stream, position, metadata }: StoredEvent, log: EventLog): Promise<MonitorState | undefined> => {
  if (metadata.actor.type !== 'process' || metadata.actor.id !== 'monitoring') return undefined
  const history = (await log.read(`${monitor.name}-${aggregateIdOf(stream)}`)).filter((each) => each.position < position)
  return (history as readonly MonitorEvent[]).reduce(monitor.evolve, monitor.initial)
}

/** What orders find is always sent. What a re-check finds is sent when the business is monitored for it. */
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
    id: derivedId(webhookId, eventId),
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
const webhookEventId = (eventId: string, type: WebhookEventType): string => derivedId(type, eventId)
