// Replays of a webhook: requested here, carried out by the process that delivers.
import { conflict, notFound, unprocessable } from '../interface/errors.ts'
import type { WebhookDocument } from '../projections/webhooks.ts'
import { openWebhookDeliveries, positionOf, type StoredDelivery } from '../stores/webhook-deliveries.ts'
import { openWebhookReplays, replayableDays, replayableMs, type WebhookReplay } from '../stores/webhook-replays.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Documents, Reads } from './framework/reading.ts'
import { type Clock, newId } from './framework/sending.ts'
import { ownWebhook } from './own-webhook.ts'

/** For the words of the pages. */
export { replayableDays }

type Dependencies = Reads & Documents & Clock
type Since = { readonly since?: string | null | undefined; readonly since_event?: string | null | undefined }

/** @throws ApiError 409 for a disabled webhook: nothing is sent to it */
export const requireEnabled = ({ disabled_at }: Pick<WebhookDocument, 'disabled_at'>): void => {
  if (disabled_at !== null) throw conflict('the webhook is disabled; enable it first')
}

/** @throws ApiError 404, 409 for a disabled webhook, 422 for a beginning that cannot be */
export const beginReplay = async (inner: Dependencies, c: ProbityContext, { id, from }: { readonly id: string; readonly from: Since }) => {
  const webhook = await ownWebhook(inner, c, id)
  requireEnabled(webhook)
  const now = inner.now()
  return openWebhookReplays(inner.documents.records).add({
    id: newId(c, 'webhook replay'),
    webhook_id: id,
    account_id: webhook.account_id,
    ...(await beginning(inner, id, from)),
    status: 'collecting',
    position: null,
    position_at: null,
    total: 0,
    delivered: 0,
    failed: 0,
    created_at: now.toISOString(),
    ended_at: null,
  })
}

/** The earliest time at which a replay may begin. */
export const earliestReplay = (now: Date): Date => new Date(now.getTime() - replayableMs)

const beginning = async (
  { documents, now }: Dependencies,
  webhookId: string,
  { since, since_event: eventId }: Since,
): Promise<Pick<WebhookReplay, 'since' | 'after'>> => {
  if (since && eventId) throw unprocessable('only one of since and since_event may be given', 'since')
  if (!since && !eventId) throw unprocessable('one of since and since_event is required', 'since')
  const earliest = earliestReplay(now()).toISOString()
  if (since) {
    const time = new Date(since).toISOString()
    if (time < earliest) throw unprocessable(`since must be at most ${replayableDays} days ago`, 'since')
    if (time > now().toISOString()) throw unprocessable('since must not be in the future', 'since')
    return { since: time, after: null }
  }
  const { pagesOf } = openWebhookDeliveries(documents.records)
  let found: StoredDelivery | undefined
  for await (const page of pagesOf(webhookId)) {
    found = page.find(({ delivery }) => delivery.event_id === eventId)
    if (found) break
  }
  if (!found) throw unprocessable('since_event must be the id of an event among the deliveries of this webhook', 'since_event')
  return { since: earliest, after: String(positionOf(found.delivery) - 1n) }
}

/** The newest first. @throws ApiError 404 */
export const replaysOf = async (inner: Dependencies, c: ProbityContext, id: string): Promise<readonly WebhookReplay[]> => {
  await ownWebhook(inner, c, id)
  return openWebhookReplays(inner.documents.records).of(id)
}

/** @throws ApiError 404 */
export const replayOf = async (
  inner: Dependencies,
  c: ProbityContext,
  { id, replayId }: { readonly id: string; readonly replayId: string },
) => {
  await ownWebhook(inner, c, id)
  const found = await openWebhookReplays(inner.documents.records).get(id, replayId)
  if (!found) throw notFound('replay')
  return found.replay
}
