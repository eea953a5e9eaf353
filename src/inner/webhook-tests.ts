// A test of a webhook: one signed event that says that it is a test, sent at once. It is no delivery: it is not in the log of deliveries, and is not tried again.
import { webhook as aggregate, type Webhook } from '../commands/webhook.ts'
import { notFound } from '../interface/errors.ts'
import { webhookResource } from '../interface/resources/webhook.ts'
import { asOlder } from '../interface/versions.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Reads } from './framework/reading.ts'
import { newId, type Sending } from './framework/sending.ts'
import { ownWebhook } from './own-webhook.ts'

/** Makes one attempt. It never throws: whatever goes wrong is its outcome. */
export type SendsWebhooks = {
  readonly sendWebhook: (
    webhook: Webhook,
    message: { readonly id: string; readonly correlationId: string; readonly body: string },
    options: { readonly at: Date; readonly signal: AbortSignal },
  ) => Promise<{
    readonly delivered: boolean
    readonly responseStatus: number | null
    readonly durationMs: number
    readonly error: string | null
  }>
}

/** The type of the event. No webhook can be set up for it, and none gets it by `*`. */
const testEventType = 'webhook.test'

/** Sends a test to the caller's own webhook, also to a disabled one. @throws ApiError 404 */
export const testWebhook = async (inner: Sending & Reads & SendsWebhooks, c: ProbityContext, id: string) => {
  const document = await ownWebhook(inner, c, id)
  const settings = await inner.load(aggregate, id)
  if (settings.status === 'none') throw notFound('webhook')
  const at = inner.now()
  const event = {
    object: 'event' as const,
    id: newId(c, 'webhook test'),
    account_id: document.account_id,
    type: testEventType,
    test: true,
    data: { object: asOlder(c.get('versionChanges') ?? [], webhookResource(document)) },
    created_at: at.toISOString(),
  }
  const message = { id: event.id, correlationId: id, body: JSON.stringify(event) }
  const { delivered, responseStatus, durationMs, error } = await inner.sendWebhook(settings, message, { at, signal: c.req.raw.signal })
  return {
    object: 'webhook_test' as const,
    event_id: event.id,
    event_type: testEventType,
    delivered,
    response_status: responseStatus,
    duration_ms: durationMs,
    attempted_at: at.toISOString(),
    error,
  }
}
