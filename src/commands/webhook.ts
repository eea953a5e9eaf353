// The webhook aggregate: the client's address, the topics it wants, and the secrets that sign deliveries.
import { isDeepStrictEqual } from 'node:util'
import type { WebhookEvent, webhookEvents } from '../events/webhook.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { refused } from './refused.ts'

type Data<Type extends keyof typeof webhookEvents> = Extract<WebhookEvent, { type: Type }>['data']

export type Webhook = Omit<Data<'WebhookCreated'>, 'webhook_id'> & {
  readonly id: string
  readonly status: 'enabled' | 'disabled' | 'deleted'
  /** The secret before this one, and the time until which it signs too (ISO 8601). */
  readonly former: { readonly secret: string; readonly until: string } | null
}
export type WebhookState = { readonly status: 'none' } | Webhook

export type WebhookChanges = Data<'WebhookChanged'> & {
  readonly secret?: string | undefined
  readonly disabled?: boolean | undefined
}

export type WebhookCommand =
  | { readonly type: 'CreateWebhook'; readonly webhook: Data<'WebhookCreated'> }
  /** `formerUntil`: the time until which the replaced secret signs beside the new one. */
  | { readonly type: 'ChangeWebhook'; readonly changes: WebhookChanges; readonly formerUntil: string }
  | { readonly type: 'DisableWebhook'; readonly reason: Data<'WebhookDisabled'>['reason'] }
  | { readonly type: 'DeleteWebhook' }

export const webhook: Aggregate<WebhookState, WebhookCommand, WebhookEvent> = {
  name: 'webhook',

  initial: { status: 'none' },

  evolve: (state, event) => {
    if (event.type === 'WebhookCreated') {
      const { webhook_id: id, ...settings } = event.data
      return { id, ...settings, status: 'enabled', former: null }
    }
    if (state.status === 'none') return state
    switch (event.type) {
      case 'WebhookChanged':
        return { ...state, ...(event.data as Partial<Webhook>) }
      case 'WebhookSecretReplaced':
        return { ...state, secret: event.data.secret, former: { secret: state.secret, until: event.data.former_until } }
      case 'WebhookDisabled':
        return { ...state, status: 'disabled' }
      case 'WebhookEnabled':
        return { ...state, status: 'enabled' }
      case 'WebhookDeleted':
        return { ...state, status: 'deleted' }
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    if (command.type === 'CreateWebhook') return state.status === 'none' ? [{ type: 'WebhookCreated', data: command.webhook }] : []
    if (state.status === 'none' || state.status === 'deleted') throw refused('webhook_not_found')
    switch (command.type) {
      case 'ChangeWebhook': {
        const { secret, disabled, ...settings } = command.changes
        const changed = Object.entries(settings).filter(
          ([field, value]) => value !== undefined && !isDeepStrictEqual(value, state[field as keyof Webhook]),
        )
        const turned = disabled !== undefined && disabled !== (state.status === 'disabled')
        const events: WebhookEvent[] = []
        if (changed.length > 0) events.push({ type: 'WebhookChanged', data: Object.fromEntries(changed) })
        if (secret !== undefined && secret !== state.secret)
          events.push({ type: 'WebhookSecretReplaced', data: { secret, former_until: command.formerUntil } })
        if (turned) events.push(disabled ? { type: 'WebhookDisabled', data: { reason: 'asked' } } : { type: 'WebhookEnabled', data: {} })
        return events
      }
      case 'DisableWebhook':
        return state.status === 'disabled' ? [] : [{ type: 'WebhookDisabled', data: { reason: command.reason } }]
      case 'DeleteWebhook':
        return [{ type: 'WebhookDeleted', data: {} }]
      default:
        return assertNever(command)
    }
  },
}
