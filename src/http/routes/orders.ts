// Orders of a business (specification 4.2).

import { z } from 'zod'
import { business } from '../../commands/business.ts'
import { refused } from '../../commands/refused.ts'
import { products } from '../../events/business.ts'
import { assignment, ownBusiness, requesterOf } from '../../inner/businesses.ts'
import type { ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { newestFirst, ownPageOf } from '../../inner/framework/list-pages.ts'
import { ownDocument, type Reads } from '../../inner/framework/reading.ts'
import { newId, type Sending, send } from '../../inner/framework/sending.ts'
import { requesterNames } from '../../inner/people.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { Order } from '../../interface/records/orders.ts'
import { orderFrom, orderRequester, PlaceOrder, UpdateOrder } from '../../interface/requests/business.ts'
import { orderResource } from '../../interface/resources/orders.ts'
import { type OrderDocument, orders } from '../../projections/orders.ts'
import { describe } from '../openapi/openapi.ts'
import { body, commaSeparated, query } from '../validation.ts'

const tag = 'Orders'

const ownOrder = (inner: Reads, c: ProbityContext, id: string): Promise<OrderDocument> =>
  ownDocument(inner, c, { projection: orders, id, resource: 'order' })

const resources = async (inner: Reads, orders: readonly OrderDocument[]) => {
  const names = await requesterNames(inner, orders)
  return orders.map((order) => orderResource(order, names))
}

const answer = async (inner: Reads, c: ProbityContext, id: string) => (await resources(inner, [await ownOrder(inner, c, id)]))[0]

export const orderRoutes =
  (inner: Sending & Reads): Routes =>
  (app) => {
    app.get(
      '/businesses/:business_id/orders',
      describe({ summary: 'List the orders of a business', tag, responses: { 200: listOf(Order) }, errors: [404] }),
      query(
        z.object({
          ...paging,
          packages: commaSeparated(z.enum(products)).optional().meta({ description: 'Products with commas between.' }),
        }),
      ),
      async (c) => {
        const { id } = await ownBusiness(inner, c, c.req.param('business_id'))
        const { page, per_page: perPage, packages } = c.req.valid('query')
        const where = {
          business_id: id,
          ...(packages?.length ? { product: { in: packages } } : {}),
        }
        const { found, totalCount, hasMore } = await ownPageOf(inner, c, orders, { where, sort: newestFirst, page, perPage })
        const items = await resources(inner, found)
        return c.json(listEnvelope({ data: items, totalCount, hasMore, page, perPage, url: `/v1/businesses/${id}/orders` }))
      },
    )

    app.post(
      '/businesses/:business_id/orders',
      describe({
        summary: 'Order a product',
        description:
          'Most products need an `identity` or `business_verification_verify` order on the business (422), and none is ordered again while it runs. `tin` needs a number, `kyc` people and `website` a website (422 naming `tin`, `people` or `website`).',
        tag,
        responses: { 201: Order },
        errors: [404],
      }),
      body(PlaceOrder, { badRequest: { product: 'missing' } }),
      async (c) => {
        const { id } = await ownBusiness(inner, c, c.req.param('business_id'))
        const orderId = newId(c, 'order')
        const order = orderFrom(c.req.valid('json'), orderId, orderRequester(requesterOf(c)))
        await send(inner, c, { aggregate: business, id, command: { type: 'PlaceOrder', order } })
        return c.json(await answer(inner, c, orderId), 201)
      },
    )

    app.get(
      '/businesses/:business_id/orders/:id',
      describe({ summary: 'An order of a business', tag, responses: { 200: Order }, errors: [404] }),
      async (c) => {
        const { id } = await ownBusiness(inner, c, c.req.param('business_id'))
        const order = await ownOrder(inner, c, c.req.param('id'))
        if (order.business_id !== id) throw refused('order_not_found')
        return c.json((await resources(inner, [order]))[0])
      },
    )

    app.get('/orders/:id', describe({ summary: 'An order', tag, responses: { 200: Order }, errors: [404] }), async (c) =>
      c.json(await answer(inner, c, c.req.param('id'))),
    )

    app.put(
      '/orders/:id',
      describe({ summary: 'Assign an order, or set its status', tag, responses: { 200: Order }, errors: [404] }),
      body(UpdateOrder),
      async (c) => {
        const order = await ownOrder(inner, c, c.req.param('id'))
        const { assignee_id, status } = c.req.valid('json')
        const assigned = await assignment(inner, c, assignee_id)
        const command = { type: 'UpdateOrder' as const, orderId: order.id, ...assigned, status: status ?? null }
        await send(inner, c, { aggregate: business, id: order.business_id, command })
        return c.json(await answer(inner, c, order.id))
      },
    )
  }
