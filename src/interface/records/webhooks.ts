// Records of the interface as they leave the service (webhooks): records.md, sections 1 and 2.
import { z } from 'zod'
import { Timestamp } from './common.ts'

export const Webhook = z
  .object({
    object: z.literal('webhook'),
    id: z.uuid(),
    url: z.string(),
    enabled_events: z.array(z.string()),
    /** Where deliveries get their bearer token, if configured. */
    oidc: z.object({ token_url: z.string(), client_id: z.string() }).optional(),
    created_at: Timestamp,
    updated_at: Timestamp,
    disabled_at: Timestamp.nullable(),
  })
  .meta({ id: 'Webhook' })

/** With the secret, which is shown only once. */
export const NewWebhook = Webhook.extend({ secret: z.string().optional() }).meta({ id: 'NewWebhook' })

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
