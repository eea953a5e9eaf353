// One attempt to deliver an event to a webhook: sends the message with the webhook's present settings.
import { openMemo } from '../../stores/memo.ts'
import { type MessageDependencies, openWebhookMessages } from './message.ts'
import type { Message, SendWebhook } from './request.ts'
import type { WebhookSettings } from './settings.ts'
import type { QueueDependencies } from './webhook-queue.ts'

export type SendingDependencies = MessageDependencies & { readonly now: () => Date; readonly sendWebhook: SendWebhook }

/** The most messages kept in memory. All webhooks of an account get the same message. */
const messagesKept = 500

export const openSending = (
  { log, now, sendWebhook, lookUp }: SendingDependencies,
  settings: WebhookSettings,
): QueueDependencies['attempt'] => {
  const messages = openMemo<Message | null>(messagesKept)
  const messageOf = openWebhookMessages({ log, lookUp })

  return async (delivery, signal) => {
    const webhook = await settings.of(delivery.webhook_id)
    if (webhook.status === 'none' || webhook.status === 'deleted') return { failed: 'the webhook was deleted' }
    if (webhook.status === 'disabled') return { failed: 'the webhook is disabled' }
    const message = await messages.get(delivery.event_id, () => messageOf(delivery))
    if (message === null) return { failed: 'there is nothing to tell of this event any more' }
    return sendWebhook(webhook, message, { at: now(), signal })
  }
}
