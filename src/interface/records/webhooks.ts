// Records of the interface as they leave the service (webhooks): records.md, sections 1 and 2.
import { z } from 'zod'
import { Timestamp } from './common.ts'

export const Webhook = z
  .object({
    object: z.literal('webhook'),
    id: z.uuid(),
    url: z.string(),
    event_types: z.array(z.string()).meta({ description: 'The types of events that are delivered; `*` is all.' }),
    /** Where deliveries get their bearer token, if configured. */
    oidc: z.object({ token_url: z.string(), client_id: z.string() }).optional(),
    created_at: Timestamp,
    updated_at: Timestamp,
    disabled_at: Timestamp.nullable(),
  })
  .meta({ id: 'Webhook' })

/** With the secret, which is shown only once. */
export const NewWebhook = Webhook.extend({ secret: z.string().optional() }).meta({ id: 'NewWebhook' })

/** The outcome of a test event. */
export const WebhookTest = z
  .object({
    object: z.literal('webhook_test'),
    event_id: z.uuid(),
    event_type: z.string(),
    delivered: z.boolean(),
    response_status: z.int().nullable(),
    duration_ms: z.int(),
    attempted_at: Timestamp,
    error: z.string().nullable(),
  })
  .meta({ id: 'WebhookTest' })

export const WebhookDelivery = z
  .object({
    object: z.literal('webhook_delivery'),
    id: z.uuid(),
    event_id: z.uuid(),
    event_type: z.string(),
    attempt: z.int().nonnegative(),
    status: z.enum(['pending', 'delivered', 'failed']),
    response_status: z.int().nullable(),
    duration_ms: z.int().nullable(),
    attempted_at: Timestamp.nullable(),
    next_attempt_at: Timestamp.nullable(),
    error: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'WebhookDelivery' })

/** A replay of what a webhook missed, with its progress. */
export const WebhookReplay = z
  .object({
    object: z.literal('webhook_replay'),
    id: z.uuid(),
    webhook_id: z.uuid().meta({ description: 'The webhook that it is for.' }),
    since: Timestamp,
    status: z.enum(['collecting', 'delivering', 'completed', 'cancelled']),
    position: Timestamp.nullable(),
    total: z.int().nonnegative(),
    delivered: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    created_at: Timestamp,
    ended_at: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookReplay' })
