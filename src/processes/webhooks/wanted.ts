// Which webhooks want an event, and what is delivered to them: by topic, mode and monitor.
import { type MonitorState, monitor } from '../../commands/monitor.ts'
import { aggregateIdOf, type StoredEvent } from '../../events/catalogue.ts'
import { derivedId } from '../../events/derived-id.ts'
import { type MonitorEvent, type MonitorEventType, monitorEventTypes } from '../../events/monitor.ts'
import { betterTopic, topicsOf, topicsOfType, type WebhookEventType } from '../../interface/webhook-topics.ts'
import { isAmong, liens } from '../../projections/liens.ts'
import type { Read } from '../../projections/read.ts'
import type { WebhookDocument } from '../../projections/webhooks.ts'
import type { EventLog } from '../../stores/event-log.ts'
import { deliveryId, deliveryKey, type WebhookDelivery } from '../../stores/webhook-deliveries.ts'

export type WantedDependencies = {
  readonly log: EventLog
  readonly read: Read
  /** Whether the read models have passed the position. */
  readonly passed: (position: bigint, accountId: string) => Promise<boolean>
  readonly now: () => Date
}

type Wanting = Pick<WebhookDocument, 'id' | 'mode' | 'enabled_events'>

/** Whether one of these webhooks may want an event of this type. */
export const mayBeWanted = (type: string, webhooks: readonly Pick<Wanting, 'enabled_events'>[]): boolean =>
  webhooks.some(({ enabled_events }) => topicsOfType(type).some((topic) => wants(enabled_events, topic)))

/** One delivery for each topic of the event and each of these webhooks of the account that wants it. */
export const deliveriesTo = async (
  event: StoredEvent,
  webhooks: readonly Wanting[],
  dependencies: WantedDependencies,
): Promise<readonly WebhookDelivery[]> => {
  const { mode: modeThen = 'live' } = event.metadata
  const among = webhooks.filter(({ mode }) => mode === modeThen)
  if (among.length === 0 || (await isOwnLien(event, dependencies))) return []
  const topics = topicsOf(event)
  if (topics.length === 0) return []
  return subscribed(topics, await monitorThen(event, dependencies.log)).flatMap((topic) =>
    among
      .filter(({ enabled_events }) => wants(enabled_events, topic) && !wantsBetter(enabled_events, betterTopic(event.type, topic)))
      .map(({ id }) => deliveryOf(event, id, topic, dependencies.now())),
  )
}

/** Whether the event is about a lien that the account filed itself. Its filing has topics of its own, and it is not shown as found. */
const isOwnLien = async (event: StoredEvent, { read, passed }: WantedDependencies): Promise<boolean> => {
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
    : topics.filter((type) => !isMonitorEventType(type) || (monitored.status === 'enabled' && monitored.eventTypes.includes(type)))

const isMonitorEventType = (type: WebhookEventType): type is MonitorEventType & WebhookEventType =>
  monitorEventTypes.some((each) => each === type)

const wants = (enabled: readonly string[], type: string): boolean => enabled.includes('*') || enabled.includes(type)

const wantsBetter = (enabled: readonly string[], better: string | undefined): boolean => better !== undefined && wants(enabled, better)

const deliveryOf = (event: StoredEvent, webhookId: string, type: WebhookEventType, now: Date): WebhookDelivery => {
  const eventId = webhookEventId(event.id, type)
  const at = now.toISOString()
  return {
    key: deliveryKey(webhookId, event.position, type),
    id: deliveryId(webhookId, event.position, eventId),
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

/** The id of a call about an event under a type: one event of the log may cause several. */
const webhookEventId = (eventId: string, type: WebhookEventType): string => derivedId(type, eventId)
