// An order in responses.
import type { z } from 'zod'
import type { BusinessOrder } from '../../projections/businesses.ts'
import type { Order } from '../records/orders.ts'

/** Requests use snake case. Responses name document subproducts in words (records.md, Order names). */
const documentNames: { readonly [subproduct: string]: string } = {
  articles_of_incorporation: 'Articles of Incorporation',
  certificate_of_good_standing: 'Certificate of Good Standing',
  articles_of_incorporation_with_fallback: 'Articles of Incorporation with Certificate of Good Standing fallback',
}

/** The names of accounts and users by id. No event has them, because a user's name is personal data. */
export type RequesterNames = ReadonlyMap<string, string>

export const orderResource = (order: BusinessOrder, names: RequesterNames): z.output<typeof Order> => ({
  object: 'order',
  id: order.id,
  status: order.status,
  business_id: order.business_id,
  assignee_id: order.assignee_id,
  subproducts: order.subproducts.map((each) => documentNames[each] ?? each) as z.output<typeof Order>['subproducts'],
  completed_at: order.completed_at,
  monitoring: false,
  product: order.product,
  requester: { name: names.get(order.requester.id) ?? null, type: order.requester.type },
  created_at: order.created_at,
  updated_at: order.updated_at,
})
