// A webhook and its deliveries in responses.
import type { z } from 'zod'
import type { WebhookDocument } from '../../projections/webhooks.ts'
import type { WebhookDelivery as Delivery } from '../../stores/webhook-deliveries.ts'
import type { WebhookReplay as Replay } from '../../stores/webhook-replays.ts'
import type { Webhook, WebhookDelivery, WebhookReplay } from '../records/webhooks.ts'
import { webhookEventTypes } from '../webhook-topics.ts'

export const webhookResource = (webhook: WebhookDocument): z.output<typeof Webhook> => ({
  object: 'webhook',
  id: webhook.id,
  url: webhook.url,
  event_types: webhook.enabled_events.includes('*') ? [...webhookEventTypes] : [...webhook.enabled_events],
  ...(webhook.oidc ? { oidc: webhook.oidc } : {}),
  created_at: webhook.created_at,
  updated_at: webhook.updated_at,
  disabled_at: webhook.disabled_at,
})

export const deliveryResource = (delivery: Delivery): z.output<typeof WebhookDelivery> => ({
  object: 'webhook_delivery',
  id: delivery.id,
  event_id: delivery.event_id,
  event_type: delivery.event_type,
  attempt: delivery.attempt,
  status: delivery.status,
  response_status: delivery.response_status,
  duration_ms: delivery.duration_ms,
  attempted_at: delivery.attempted_at,
  next_attempt_at: delivery.next_attempt_at,
  error: delivery.error,
  created_at: delivery.created_at,
})

export const replayResource = (replay: Replay): z.output<typeof WebhookReplay> => ({
  object: 'webhook_replay',
  id: replay.id,
  webhook_id: replay.webhook_id,
  since: replay.since,
  status: replay.status,
  position: replay.position_at,
  total: replay.total,
  delivered: replay.delivered,
  failed: replay.failed,
  created_at: replay.created_at,
  ended_at: replay.ended_at,
})
