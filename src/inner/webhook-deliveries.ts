// The deliveries of an account's webhooks, for the pages: the newest of all, filtered, and one.
import { notFound } from '../interface/errors.ts'
import { type WebhookDocument, webhooks } from '../projections/webhooks.ts'
import { openWebhookDeliveries, type WebhookDelivery } from '../stores/webhook-deliveries.ts'
import { noteListed } from './framework/access-log.ts'
import type { ProbityContext } from './framework/environment.ts'
import { type Documents, own, type Reads } from './framework/reading.ts'

export type { WebhookDelivery }

/** The most deliveries of a webhook that are looked at, newest first. */
const most = 1_000
const mostWebhooks = 100

export type DeliveryFilter = {
  readonly webhookId?: string | undefined
  readonly status?: string | undefined
  /** The topic, or its beginning. */
  readonly eventType?: string | undefined
}

export type ShownDelivery = { readonly delivery: WebhookDelivery; readonly webhook: WebhookDocument }

/** The newest first, of the caller's own webhooks. */
export const deliveriesOf = async (
  inner: Reads & Documents,
  c: ProbityContext,
  { webhookId, status, eventType }: DeliveryFilter,
): Promise<{ readonly deliveries: readonly ShownDelivery[]; readonly webhooks: readonly WebhookDocument[] }> => {
  const all = await own(inner, c, webhooks).find({ where: {}, sort: [['created_at', 'desc']], page: 1, perPage: mostWebhooks })
  noteListed(c, all)
  const chosen = webhookId === undefined ? all : [await own(inner, c, webhooks).get(webhookId)].flatMap((found) => found ?? [])
  const { of } = openWebhookDeliveries(inner.documents.records)
  const found = await Promise.all(
    chosen.map(async (webhook) => (await of(webhook.id, most)).map(({ delivery }): ShownDelivery => ({ delivery, webhook }))),
  )
  const deliveries = found
    .flat()
    .filter(({ delivery }) => status === undefined || delivery.status === status)
    .filter(({ delivery }) => eventType === undefined || delivery.event_type.startsWith(eventType))
    .toSorted((one, other) => (one.delivery.created_at < other.delivery.created_at ? 1 : -1))
  return { deliveries, webhooks: all }
}

/** @throws ApiError 404 */
export const deliveryOf = async (
  inner: Reads & Documents,
  c: ProbityContext,
  { webhookId, id }: { readonly webhookId: string; readonly id: string },
): Promise<ShownDelivery> => {
  const { deliveries } = await deliveriesOf(inner, c, { webhookId })
  const found = deliveries.find(({ delivery }) => delivery.id === id)
  if (!found) throw notFound('delivery')
  return found
}
