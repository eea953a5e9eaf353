// The collection `webhooks`: what clients see of their webhooks. The secrets are in the log alone, sealed.
import type { Mode } from '../events/modes.ts'
import type { WebhookEvent } from '../events/webhook.ts'
import { projection } from './projection.ts'

type Created = Extract<WebhookEvent, { type: 'WebhookCreated' }>['data']

export type WebhookDocument = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly url: string
  readonly enabled_events: readonly string[]
  readonly oidc: { readonly token_url: string; readonly client_id: string } | null
  readonly created_at: string
  readonly updated_at: string
  readonly disabled_at: string | null
}

type At = { readonly metadata: { readonly recorded_at: string } }

const touched = (webhook: WebhookDocument, { metadata }: At, change: Partial<WebhookDocument> = {}): WebhookDocument => ({
  ...webhook,
  ...change,
  updated_at: metadata.recorded_at,
})

const shown = (oidc: Created['oidc']): WebhookDocument['oidc'] => oidc && { token_url: oidc.token_url, client_id: oidc.client_id }

export const webhooks = projection<WebhookDocument>()({
  collection: 'webhooks',
  version: 2,
  indexes: [['account_id', 'mode', 'created_at']],
  starts: {
    WebhookCreated: ({ data, metadata }) => ({
      id: data.webhook_id,
      account_id: metadata.account_id,
      mode: data.mode,
      url: data.url,
      enabled_events: data.enabled_events,
      oidc: shown(data.oidc),
      created_at: metadata.recorded_at,
      updated_at: metadata.recorded_at,
      disabled_at: null,
    }),
  },
  on: {
    WebhookChanged: (webhook, event) => {
      const { url, enabled_events, oidc } = event.data
      return touched(webhook, event, {
        ...(url === undefined ? {} : { url }),
        ...(enabled_events === undefined ? {} : { enabled_events }),
        ...(oidc === undefined ? {} : { oidc: shown(oidc) }),
      })
    },
    WebhookSecretReplaced: (webhook, event) => touched(webhook, event),
    WebhookDisabled: (webhook, event) => touched(webhook, event, { disabled_at: event.metadata.recorded_at }),
    WebhookEnabled: (webhook, event) => touched(webhook, event, { disabled_at: null }),
    WebhookDeleted: () => null,
  },
})
