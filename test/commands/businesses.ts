// A business and its orders as events, for tests that need one in some state of its life.
import { randomUUID } from 'node:crypto'
import type { NewOrder } from '../../src/commands/business-orders.ts'
import type { Submitted } from '../../src/commands/business-state.ts'
import type { BusinessEvent, Product } from '../../src/events/business.ts'
import type { WatchlistHit } from '../../src/events/business-evidence.ts'
import type { ReviewTask, Source } from '../../src/events/parts.ts'

export const businessId = '0198c0de-0000-7000-8000-000000000001'
export const requesterId = '0198c0de-0000-7000-8000-0000000000aa'
export const reviewId = '0198c0de-0000-7000-8000-0000000000bb'

export const at = '2026-11-21T09:30:00.000Z'
export const review = { id: reviewId, at }

export const source: Source = {
  id: '0198c0de-0000-7000-8000-0000000000cc',
  type: 'test',
  metadata: { data_set: 'a', version: '1', row: '7' },
}

export const submitted: Submitted = {
  business_id: businessId,
  mode: 'test',
  name: 'Acme Widgets LLC',
  addresses: [],
  people: [],
  tin: null,
  tin_type: null,
  website: null,
  phone_numbers: [],
  external_id: null,
  unique_external_id: null,
  tags: [],
  business_batch_id: null,
  connection_id: null,
  requester: { id: requesterId, type: 'account' },
}

export const order = (product: Product, change: Partial<NewOrder> = {}): NewOrder => ({
  order_id: randomUUID(),
  product,
  subproducts: [],
  options: {},
  requester: { id: requesterId, type: 'api_key' },
  ...change,
})

export const created = (change: Partial<Submitted> = {}): BusinessEvent => ({ type: 'BusinessCreated', data: { ...submitted, ...change } })
export const placed = (data: NewOrder): BusinessEvent => ({ type: 'OrderPlaced', data })
export const started = ({ order_id }: NewOrder): BusinessEvent => ({ type: 'OrderStarted', data: { order_id } })
export const completed = ({ order_id }: NewOrder): BusinessEvent => ({ type: 'OrderCompleted', data: { order_id } })
export const auditRequested = ({ order_id }: NewOrder): BusinessEvent => ({ type: 'AuditRequested', data: { order_id, reason: 'a look' } })
export const auditCompleted = ({ order_id }: NewOrder): BusinessEvent => ({ type: 'AuditCompleted', data: { order_id, note: null } })
export const reviewed: BusinessEvent = { type: 'ReviewCompleted', data: { review_id: reviewId, tasks: [] } }
/** An order from its placing to its end. */
export const done = (each: NewOrder): readonly BusinessEvent[] => [placed(each), started(each), completed(each)]

/** A hit of the business's own name on a watchlist. */
export const watchlistHit: WatchlistHit = {
  id: '0198c0de-0000-7000-8000-0000000000d2',
  screened: 'business',
  screened_id: businessId,
  screened_name: 'Acme',
  list: 'SDN',
  entity_name: 'ACME',
  matched_name: 'ACME',
  match: { score: 1, explanation: 'the same name' },
  entity_aliases: [],
  entity_type: 'entity',
  addresses: [],
  programs: [],
  listed_at: null,
  remarks: null,
  agency_information_url: 'https://example.com',
  agency_list_url: 'https://example.com',
  url: null,
  list_country: 'US',
  list_region: 'North America',
}

/** A task of a review: no registration has the name. */
export const nameTask: ReviewTask = {
  category: 'name',
  key: 'name',
  name: 'Business name',
  status: 'failure',
  label: 'Business name',
  sub_label: 'Not found',
  message: 'Not found',
  sources: [],
}
