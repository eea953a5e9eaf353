// The deliveries of an account's webhooks: the newest of one, or of all with filters, and one delivery.
import { notFound } from '../interface/errors.ts'
import { type WebhookDocument, webhooks } from '../projections/webhooks.ts'
import { openWebhookDeliveries, positionOf, type StoredDelivery, type WebhookDelivery } from '../stores/webhook-deliveries.ts'
import { noteListed } from './framework/access-log.ts'
import type { ProbityContext } from './framework/environment.ts'
import { cursorOf, type Page, unknownCursor } from './framework/list-pages.ts'
import { type Documents, own, type Reads } from './framework/reading.ts'
import { ownWebhook } from './own-webhook.ts'

export type { WebhookDelivery }

/** The most deliveries of a webhook that are looked at, newest first. */
const mostDeliveries = 1_000
const mostWebhooks = 100

export type DeliveryFilter = {
  readonly webhookId?: string | undefined
  readonly status?: string | undefined
  /** The topic, or its beginning. */
  readonly eventType?: string | undefined
  /** Given up, or to be tried again after an attempt that failed. */
  readonly failures?: boolean | undefined
}

export type ShownDelivery = { readonly delivery: WebhookDelivery; readonly webhook: WebhookDocument }

export type DeliveryPage = {
  readonly deliveries: readonly ShownDelivery[]
  /** How many there are up to the end of the page, and whether there are more. Nobody counts them. */
  readonly total: number
  readonly more: boolean
  /** All of the account. */
  readonly webhooks: readonly WebhookDocument[]
}

/** One page, the newest first, of the caller's own webhooks. As much is read as it takes to fill it. */
export const deliveriesOf = async (
  inner: Reads & Documents,
  c: ProbityContext,
  filter: DeliveryFilter,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<DeliveryPage> => {
  const all = await own(inner, c, webhooks).find({ where: {}, sort: [['created_at', 'desc']], page: 1, perPage: mostWebhooks })
  noteListed(c, all)
  const { webhookId } = filter
  const chosen = webhookId === undefined ? all : [await own(inner, c, webhooks).get(webhookId)].flatMap((found) => found ?? [])
  const deliveries: ShownDelivery[] = []
  let total = 0
  for await (const each of newestOf(inner, chosen)) {
    if (!isWanted(each.delivery, filter)) continue
    if (total === page * perPage) return { deliveries, total, more: true, webhooks: all }
    if (total >= (page - 1) * perPage) deliveries.push(each)
    total++
  }
  return { deliveries, total, more: false, webhooks: all }
}

const isWanted = ({ status, event_type, attempt }: WebhookDelivery, filter: DeliveryFilter): boolean =>
  (filter.status === undefined || status === filter.status) &&
  (filter.eventType === undefined || event_type.startsWith(filter.eventType)) &&
  (!filter.failures || status === 'failed' || (status === 'pending' && attempt > 0))

/** The deliveries of all these webhooks, those of later events first. */
async function* newestOf(inner: Documents, chosen: readonly WebhookDocument[]): AsyncGenerator<ShownDelivery> {
  const opened = chosen.map(async (webhook) => {
    const line = deliveriesTo(inner, webhook)
    const { done, value: first } = await line.next()
    return done ? [] : [{ line, first }]
  })
  const heads = (await Promise.all(opened)).flat()
  while (heads.length > 0) {
    const newest = heads.reduce((one, other) => (positionOf(other.first.delivery) > positionOf(one.first.delivery) ? other : one))
    yield newest.first
    const { done, value: next } = await newest.line.next()
    if (done) heads.splice(heads.indexOf(newest), 1)
    else newest.first = next
  }
}

async function* deliveriesTo({ documents }: Documents, webhook: WebhookDocument): AsyncGenerator<ShownDelivery> {
  for await (const { delivery } of openWebhookDeliveries(documents.records).newest(webhook.id, mostDeliveries)) yield { delivery, webhook }
}

/** One page of the newest deliveries of a webhook: by its number, or behind the delivery that `starting_after` of the request names. @throws ApiError 400 */
export const deliveryPage = async (
  inner: Documents,
  c: ProbityContext,
  { webhookId, page, perPage }: { readonly webhookId: string; readonly page: number; readonly perPage: number },
): Promise<Page<WebhookDelivery>> => {
  const { of, count, withId, placeOf } = openWebhookDeliveries(inner.documents.records)
  const cursor = cursorOf(c)
  const after = cursor === undefined ? undefined : ((await withId(webhookId, cursor, mostDeliveries))?.delivery.key ?? '')
  const start = after === undefined ? (page - 1) * perPage : await placeOf(after, mostDeliveries)
  if (after !== undefined && start === 0) throw unknownCursor()
  const limit = Math.min(perPage, Math.max(0, mostDeliveries - start))
  const [found, totalCount] = await Promise.all([
    of(webhookId, limit, after === undefined ? { skip: start } : { after }),
    count(webhookId, mostDeliveries),
  ])
  return { found: found.map(({ delivery }) => delivery), totalCount, hasMore: start + perPage < totalCount }
}

/** @throws ApiError 404 */
export const deliveryOf = async (
  inner: Reads & Documents,
  c: ProbityContext,
  { webhookId, id }: { readonly webhookId: string; readonly id: string },
): Promise<ShownDelivery> => {
  const webhook = await ownWebhook(inner, c, webhookId)
  const { delivery } = await storedDelivery(inner, { webhookId, id })
  return { delivery, webhook }
}

/** @throws ApiError 404 */
export const storedDelivery = async (
  { documents }: Documents,
  { webhookId, id }: { readonly webhookId: string; readonly id: string },
): Promise<StoredDelivery> => {
  const found = await openWebhookDeliveries(documents.records).withId(webhookId, id, mostDeliveries)
  if (!found) throw notFound('delivery')
  return found
}
