// Orders of a business: which may be placed beside which, and what happens to one until it is completed. Parts of the decider in business.ts.
import type { BusinessEvent, Product } from '../events/business.ts'
import { type Business, type OrderState, orderIn, type Submitted } from './business-state.ts'
import { identityProducts, productRules } from './products.ts'
import { type RefusalReason, type Refused, refused, refuseIfAny } from './refused.ts'

export type NewOrder = Extract<BusinessEvent, { type: 'OrderPlaced' }>['data']

/** What a client changes of an order. */
export type UpdateOrder = {
  readonly type: 'UpdateOrder'
  readonly orderId: string
  /** Absent: the assignee stays. */
  readonly assigneeId?: string | null
  readonly status: string | null
}

/** @throws Refused */
export const placed = (state: Business, order: NewOrder): readonly BusinessEvent[] => {
  if (orderIn(state, order.order_id)) return []
  refuseIfAny(orderProblems(order, { submitted: state.submitted, others: state.orders }))
  return [orderPlaced(order)]
}

export const auditRequested = ({ order_id, running, stage }: OrderState, reason: string): readonly BusinessEvent[] =>
  running && stage !== 'audited' ? [{ type: 'AuditRequested', data: { order_id, reason } }] : []

export const auditCompleted = ({ order_id, stage }: OrderState, note: string | null): readonly BusinessEvent[] =>
  stage === 'audited' ? [{ type: 'AuditCompleted', data: { order_id, note } }] : []

/** Why the orders of a new business cannot be placed. */
export const problemsOfOrders = (orders: readonly NewOrder[], submitted: OrderBeside['submitted']): readonly Refused[] =>
  orders.flatMap((order, index) => {
    const others = orders.flatMap(({ product }, each) => (each === index ? [] : [{ product, running: each < index }]))
    return orderProblems(order, { submitted, others, at: `orders.${index}.` })
  })

export const orderUpdated = (state: Business, command: UpdateOrder): readonly BusinessEvent[] => {
  const { order_id, status, assignee_id } = orderOf(state, command.orderId)
  return [
    ...(command.assigneeId !== undefined && command.assigneeId !== assignee_id
      ? [{ type: 'OrderAssigned' as const, data: { order_id, assignee_id: command.assigneeId } }]
      : []),
    ...(command.status !== null && command.status !== status
      ? [{ type: 'OrderStatusSet' as const, data: { order_id, status: command.status } }]
      : []),
  ]
}

/** An order is started once: by a command, or with its completion where none started it before. */
export const startOf = ({ order_id, stage }: OrderState): readonly BusinessEvent[] =>
  stage === 'created' ? [{ type: 'OrderStarted', data: { order_id } }] : []

export const orderPlaced = (order: NewOrder): BusinessEvent => ({ type: 'OrderPlaced', data: order })

/** Those of the orders that can be placed beside each other and the others of the business. */
export const placeable = (state: Business, orders: readonly NewOrder[]): readonly BusinessEvent[] =>
  orders.filter((order) => orderProblems(order, { submitted: state.submitted, others: state.orders }).length === 0).map(orderPlaced)

type OrderBeside = {
  readonly submitted: Pick<Submitted, 'name' | 'tin' | 'people' | 'website'>
  readonly others: readonly { readonly product: Product; readonly running: boolean }[]
  /** Its place in the request. */
  readonly at?: string
}

/** Why an order cannot be placed beside the others of the business. */
const orderProblems = ({ product, subproducts, options }: NewOrder, { submitted, others, at = '' }: OrderBeside): readonly Refused[] => {
  const rule = productRules[product]
  const isRunning = others.some((other) => other.product === product && other.running)
  const lacksIdentity = rule.needsIdentity && !others.some((other) => identityProducts.includes(other.product))
  const problems: readonly (readonly [isOne: boolean, reason: RefusalReason, field: string])[] = [
    [isRunning, 'order_running', 'product'],
    [lacksIdentity, 'identity_order_required', 'product'],
    [!subproducts.every((each) => rule.subproducts.includes(each)), 'subproduct_does_not_fit', 'subproducts'],
    ...Object.keys(options).map((each) => [!rule.options.includes(each), 'option_does_not_fit', `options.${each}`] as const),
  ]
  // What the business lacks is told without the order's place in the request: once, however many orders need it.
  const lacks =
    isRunning || rule.needs === undefined || isGiven(submitted[rule.needs]) ? [] : [refused(`${rule.needs}_missing`, rule.needs)]
  return [...problems.flatMap(([isOne, reason, field]) => (isOne ? [refused(reason, `${at}${field}`)] : [])), ...lacks]
}

const isGiven = (value: Submitted['name' | 'tin' | 'people' | 'website']): boolean =>
  value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** @throws Refused */
export const orderOf = (state: Business, orderId: string): OrderState => {
  const order = orderIn(state, orderId)
  if (!order) throw refused('order_not_found')
  return order
}
