// The collection `orders`: one document per order, for finding an order without knowing its business.

import { aggregateIdOf } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import abbreviations from './abbreviations/orders.json' with { type: 'json' }
import { atStage, type BusinessOrder, newOrder } from './businesses.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

export type OrderDocument = BusinessOrder & { readonly account_id: string; readonly mode: Mode }

type At = { readonly metadata: { readonly recorded_at: string } }

const changed = (order: OrderDocument, { metadata }: At, change: Partial<OrderDocument>): OrderDocument => ({
  ...order,
  ...change,
  updated_at: metadata.recorded_at,
})

export const orders = projection<OrderDocument>()({
  collection: 'orders',
  version: 5,
  abbreviations,
  indexes: [['business_id', 'created_at']],
  filters: ['account_id', 'product', 'status', 'mode'],
  schema: columns<OrderDocument>({
    id: 'text',
    account_id: 'text',
    mode: 'text',
    business_id: 'text',
    product: 'text',
    subproducts: 'json',
    status: 'text',
    stage: 'text',
    assignee_id: 'text',
    created_at: 'text',
    updated_at: 'text',
    completed_at: 'text',
  }),
  key: ({ type, data }) => {
    if (type === 'ExampleRemoved') return data.order_ids
    return 'order_id' in data && typeof data.order_id === 'string' ? data.order_id : []
  },
  starts: {
    OrderPlaced: ({ data, stream, metadata }) => ({
      ...newOrder(aggregateIdOf(stream), data, metadata.recorded_at),
      account_id: metadata.account_id,
    }),
  },
  on: {
    ExampleRemoved: () => null,
    OrderStarted: (order, event) => changed(order, event, atStage('pending', event.metadata.recorded_at)(order)),
    AuditRequested: (order, event) => changed(order, event, atStage('audited', event.metadata.recorded_at)(order)),
    AuditCompleted: (order, event) => changed(order, event, atStage('pending', event.metadata.recorded_at)(order)),
    OrderCompleted: (order, event) => changed(order, event, atStage('completed', event.metadata.recorded_at)(order)),
    OrderAssigned: (order, event) => changed(order, event, { assignee_id: event.data.assignee_id }),
    OrderStatusSet: (order, event) => changed(order, event, { status: event.data.status }),
  },
})
