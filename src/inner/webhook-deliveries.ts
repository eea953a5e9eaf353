// The deliveries of an account's webhooks, for the pages: the newest of all, filtered, and one.
import { notFound } from '../interface/errors.ts'
import { type WebhookDocument, webhooks } from '../projections/webhooks.ts'
import { openWebhookDeliveries, positionOf, type WebhookDelivery } from '../stores/webhook-deliveries.ts'
import { noteListed } from './framework/access-log.ts'
import type { ProbityContext } from './framework/environment.ts'
import { type Documents, own, type Reads } from './framework/reading.ts'

export type { WebhookDelivery }

/** The most deliveries of a webhook that are looked at, newest first. */
const most = 1_000
const mostWebhooks = 100
/** Deliveries of a webhook that are read at once: few at first, because a page of several webhooks takes few of each. */
const readFirst = 10
const readAtOnce = 100

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
  const { of } = openWebhookDeliveries(documents.records)
  let after: string | undefined
  for (let [seen, limit] = [0, readFirst]; seen < most; seen += limit, limit = Math.min(readAtOnce, most - seen)) {
    const some = await of(webhook.id, limit, after)
    for (const { delivery } of some) yield { delivery, webhook }
    if (some.length < limit) return
    after = some.at(-1)?.delivery.key
  }
}

/** @throws ApiError 404 */
export const deliveryOf = async (
  inner: Reads & Documents,
  c: ProbityContext,
  { webhookId, id }: { readonly webhookId: string; readonly id: string },
): Promise<ShownDelivery> => {
  const webhook = await own(inner, c, webhooks).get(webhookId)
  if (webhook) for await (const each of deliveriesTo(inner, webhook)) if (each.delivery.id === id) return each
  throw notFound('delivery')
}
