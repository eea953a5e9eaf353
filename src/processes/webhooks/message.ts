// The payload of a webhook for an event: folded from the log up to where it happened, so that every attempt, and every reader of the feed, gets the same.
import { aggregateIdOf, type StoredEvent } from '../../events/catalogue.ts'
import type { History, LookUp } from '../../interface/webhook-objects.ts'
import { webhookObject } from '../../interface/webhook-topics.ts'
import type { EventLog } from '../../stores/event-log.ts'
import type { WebhookDelivery } from '../../stores/webhook-deliveries.ts'
import { openBusinessesThen } from './businesses-then.ts'
import type { Message } from './request.ts'
import { deliveriesTo, type WantedDependencies } from './wanted.ts'

export type MessageDependencies = { readonly log: EventLog; readonly lookUp: LookUp }

type About = Pick<WebhookDelivery, 'stream' | 'revision' | 'event_type' | 'event_id' | 'account_id'>

/** Makes messages; null: there is nothing to tell of this event any more. */
export type WebhookMessages = (about: About) => Promise<Message | null>

/** Messages about events of a business that follow each other share its fold. */
export const openWebhookMessages = ({ log, lookUp }: MessageDependencies): WebhookMessages => {
  const businessThen = openBusinessesThen(log)

  return async ({ stream, revision, event_type, event_id, account_id }) => {
    const [event] = await log.read(stream, { from: revision, limit: 1 })
    if (!event) return null
    const history: History = {
      events: async () => [...(revision > 0 ? await log.read(stream, { limit: revision }) : []), event],
      business: () => businessThen(event),
    }
    const object = (await webhookObject({ type: event_type, event, history }, lookUp)) as Told | null
    if (object === null) return null
    const body = { object: 'event', id: event_id, account_id, type: event_type, data: { object }, created_at: event.metadata.recorded_at }
    const { traceparent } = event.metadata
    return {
      id: event_id,
      ...(traceparent && { traceparent }),
      correlationId: object.id ?? object.business_id ?? aggregateIdOf(stream),
      body: JSON.stringify(body),
    }
  }
}

type Told = { readonly id?: string; readonly business_id?: string }

/** The payloads for a webhook that has all topics, in the order of delivery. */
export const openWebhooksAbout = (
  dependencies: MessageDependencies & WantedDependencies,
): ((event: StoredEvent) => Promise<readonly Message[]>) => {
  const messageOf = openWebhookMessages(dependencies)
  return async (event) => {
    const everything = { id: event.id, mode: event.metadata.mode ?? 'live', enabled_events: ['*'] } as const
    const messages = await Promise.all((await deliveriesTo(event, [everything], dependencies)).map(messageOf))
    return messages.flatMap((each) => each ?? [])
  }
}
