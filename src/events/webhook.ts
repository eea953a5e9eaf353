// What can happen to a webhook: an address of the client's that the service calls when something happens.
import { z } from 'zod'
import { type EventOf, personal } from './define.ts'
import { modes } from './modes.ts'

const settings = {
  url: z.string(),
  /** `*`: every type, those to come included. */
  enabled_events: z.array(z.string()),
  /** Client credentials (OAuth 2.0) with which deliveries identify themselves beside their signature; null: none. */
  oidc: z
    .object({ token_url: z.string(), client_id: z.string(), client_secret: personal(z.string()), scope: z.string().nullable() })
    .nullable(),
}

export const webhookEvents = {
  WebhookCreated: z.object({
    webhook_id: z.uuid(),
    /** The mode of the key that made it: a `test` webhook may name an address of the machine itself. */
    mode: z.enum(modes),
    ...settings,
    secret: personal(z.string()),
  }),
  /** Only the fields that changed. */
  WebhookChanged: z.object({
    url: settings.url.optional(),
    enabled_events: settings.enabled_events.optional(),
    oidc: settings.oidc.optional(),
  }),
  /** The former secret signs beside the new one until then. */
  WebhookSecretReplaced: z.object({ secret: personal(z.string()), former_until: z.string() }),
  WebhookDisabled: z.object({ reason: z.enum(['asked', 'failing']) }),
  WebhookEnabled: z.object({}),
  WebhookDeleted: z.object({}),
}
export type WebhookEvent = EventOf<typeof webhookEvents>
