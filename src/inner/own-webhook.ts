// A webhook of the caller's account.
import { type WebhookDocument, webhooks } from '../projections/webhooks.ts'
import type { ProbityContext } from './framework/environment.ts'
import { ownDocument, type Reads } from './framework/reading.ts'

/** @throws ApiError 404 */
export const ownWebhook = (inner: Reads, c: ProbityContext, id: string): Promise<WebhookDocument> =>
  ownDocument(inner, c, { projection: webhooks, id, resource: 'webhook' })
