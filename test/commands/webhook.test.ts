import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type WebhookState, webhook } from '../../src/commands/webhook.ts'
import type { WebhookEvent } from '../../src/events/webhook.ts'
import { given } from './given.ts'

const settings = {
  webhook_id: '0198c0de-0000-7000-8000-000000000001',
  mode: 'test' as const,
  url: 'https://example.com/hook',
  enabled_events: ['*'],
  oidc: null,
  secret: 'one',
}
const created: WebhookEvent = { type: 'WebhookCreated', data: settings }
const disabled: WebhookEvent = { type: 'WebhookDisabled', data: { reason: 'failing' } }
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: {} }
const formerUntil = '2026-11-22T00:00:00.000Z'

test('a webhook is created once', () => {
  given(webhook, []).when({ type: 'CreateWebhook', webhook: settings }).then([created])
  given(webhook, [created]).when({ type: 'CreateWebhook', webhook: settings }).then([])
})

test('only what differs is changed', () => {
  const changes = { url: 'https://example.com/new', enabled_events: ['*'] }
  given(webhook, [created])
    .when({ type: 'ChangeWebhook', changes, formerUntil })
    .then([{ type: 'WebhookChanged', data: { url: changes.url } }])
  given(webhook, [created])
    .when({ type: 'ChangeWebhook', changes: { secret: 'one', disabled: false }, formerUntil })
    .then([])
})

test('a replaced secret leaves the one before it valid for a while', () => {
  const replaced: WebhookEvent = { type: 'WebhookSecretReplaced', data: { secret: 'two', former_until: formerUntil } }
  given(webhook, [created])
    .when({ type: 'ChangeWebhook', changes: { secret: 'two' }, formerUntil })
    .then([replaced])
  const state = [created, replaced].reduce<WebhookState>(webhook.evolve, webhook.initial)
  assert.ok(state.status !== 'none')
  assert.equal([state.secret, state.former], ['two', { secret: 'one', until: formerUntil }])
})

test('a webhook is disabled once, and enabled when asked', () => {
  given(webhook, [created]).when({ type: 'DisableWebhook', reason: 'failing' }).then([disabled])
  given(webhook, [created, disabled]).when({ type: 'DisableWebhook', reason: 'failing' }).then([])
  given(webhook, [created, disabled])
    .when({ type: 'ChangeWebhook', changes: { disabled: false }, formerUntil })
    .thenTypes('WebhookEnabled')
})

test('a deleted webhook is not there', () => {
  given(webhook, [created]).when({ type: 'DeleteWebhook' }).then([deleted])
  given(webhook, [created, deleted]).when({ type: 'DeleteWebhook' }).isRefused('webhook_not_found')
  given(webhook, [created, deleted]).when({ type: 'ChangeWebhook', changes: {}, formerUntil }).isRefused('webhook_not_found')
})

test.run()
