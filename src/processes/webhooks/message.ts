// The payload of a webhook for an event: folded from the log up to where it happened, so that every attempt, and every reader of the feed, gets the same.
import { aggregateIdOf, type StoredEvent } from '../../events/catalogue.ts'
import type { LookUp } from '../../interface/webhook-objects.ts'
import { webhookObject } from '../../interface/webhook-topics.ts'
import type { EventLog } from '../../stores/event-log.ts'
import type { WebhookDelivery } from '../../stores/webhook-deliveries.ts'
import type { Message } from './request.ts'
import { deliveriesTo, type WantedDependencies } from './wanted.ts'

export type MessageDependencies = { readonly log: EventLog; readonly lookUp: LookUp }

type About = Pick<WebhookDelivery, 'stream' | 'revision' | 'event_type' | 'event_id' | 'account_id'>

/** null: there is nothing to tell of this event any more. */
export const webhookMessage = async (
  { stream, revision, event_type, event_id, account_id }: About,
  { log, lookUp }: MessageDependencies,
): Promise<Message | null> => {
  const history = (await log.read(stream)).filter((each) => each.revision <= revision)
  const event = history.at(-1)
  const object = (await webhookObject(event_type, history, lookUp)) as { readonly id?: string; readonly business_id?: string } | null
  if (!event || object === null) return null
  const body = { object: 'event', id: event_id, account_id, type: event_type, data: { object }, created_at: event.metadata.recorded_at }
  const { traceparent } = event.metadata
  return {
    id: event_id,
    ...(traceparent && { traceparent }),
    correlationId: object.id ?? object.business_id ?? aggregateIdOf(stream),
    body: JSON.stringify(body),
  }
}

/** The payloads for a webhook that has all topics, in the order of delivery. */
export const webhooksAbout = async (
  event: StoredEvent,
  dependencies: MessageDependencies & WantedDependencies,
): Promise<readonly Message[]> => {
  const everything = { id: event.id, mode: event.metadata.mode ?? 'live', enabled_events: ['*'] } as const
  const messages = await Promise.all(
    (await deliveriesTo(event, [everything], dependencies)).map((each) => webhookMessage(each, dependencies)),
  )
  return messages.flatMap((each) => each ?? [])
}
