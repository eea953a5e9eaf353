// One attempt to deliver an event to a webhook: folds the message from the log up to the event, and sends it with the webhook's present settings.
import { aggregateIdOf } from '../events/catalogue.ts'
import type { LookUp } from '../interface/webhook-objects.ts'
import { webhookObject } from '../interface/webhook-topics.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { WebhookDelivery } from '../stores/webhook-deliveries.ts'
import { openMemo } from './memo.ts'
import type { QueueDependencies } from './webhook-queue.ts'
import type { Message, SendWebhook } from './webhook-request.ts'
import type { WebhookSettings } from './webhook-settings.ts'

export type AttemptDependencies = {
  readonly log: EventLog
  readonly now: () => Date
  readonly sendWebhook: SendWebhook
  readonly lookUp: LookUp
}

/** The most messages kept in memory. All webhooks of an account get the same message. */
const messagesKept = 500

export const openAttempts = (
  { log, now, sendWebhook, lookUp }: AttemptDependencies,
  settings: WebhookSettings,
): QueueDependencies['attempt'] => {
  const messages = openMemo<Message | null>(messagesKept)

  /** The event as it is sent: folded from the log up to where it happened, so that every attempt says the same. */
  const compose = async ({ stream, revision, event_type, event_id, account_id }: WebhookDelivery): Promise<Message | null> => {
    const history = (await log.read(stream)).filter((each) => each.revision <= revision)
    const event = history.at(-1)
    const object = (await webhookObject(event_type, history, lookUp)) as { readonly id?: string; readonly business_id?: string } | null
    if (!event || object === null) return null
    const body = { object: 'event', id: event_id, account_id, type: event_type, data: { object }, created_at: event.metadata.recorded_at }
    return { id: event_id, correlationId: object.id ?? object.business_id ?? aggregateIdOf(stream), body: JSON.stringify(body) }
  }

  return async (delivery, signal) => {
    const webhook = await settings.of(delivery.webhook_id)
    if (webhook.status === 'none' || webhook.status === 'deleted') return { failed: 'the webhook was deleted' }
    if (webhook.status === 'disabled') return { failed: 'the webhook is disabled' }
    const message = await messages.get(delivery.event_id, () => compose(delivery))
    if (message === null) return { failed: 'there is nothing to tell of this event any more' }
    return sendWebhook(webhook, message, { at: now(), signal })
  }
}
