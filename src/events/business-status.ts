// How the status of a business follows from the work on its orders: one rule for the decider and for the read model.

export const businessStatuses = ['open', 'pending', 'in_audit', 'in_review', 'approved', 'rejected'] as const
export type BusinessStatus = (typeof businessStatuses)[number]

/** A person must act: decide, or complete an audit. */
export const waitingStatuses = ['in_review', 'in_audit'] as const

/** As read models keep it. `erased`: nobody had decided when its personal data was erased, so it waits for nobody until something new is ordered. */
export type CaseStatus = BusinessStatus | 'erased'

/** Whether nothing but a new order or decision moves it: a decision stands, or the case was erased. */
export const isSettled = (status: CaseStatus): boolean => status === 'approved' || status === 'rejected' || status === 'erased'

/** The status once everything personal of the business was erased: a decision stands. */
export const statusAfterErasure = (status: CaseStatus): CaseStatus => (isSettled(status) ? status : 'erased')

/** The stage of the work on an order. The status that it shows may have been set to anything. */
export type OrderStage = 'created' | 'pending' | 'audited' | 'completed'

/** The status after an order was placed: a decided business is open again (records.md, Business lifecycle). */
export const statusAfterOrder = (status: CaseStatus): BusinessStatus => (status === 'open' || status === 'in_audit' ? status : 'pending')

/** The status after an order reached another stage: one audit is enough for the business to be in audit, whatever its other orders do. */
export const statusAtWork = <Status extends CaseStatus>(
  status: Status,
  orders: readonly { readonly stage: OrderStage }[],
): Status | BusinessStatus => {
  if (status === 'erased') return status
  if (orders.some(({ stage }) => stage === 'audited')) return 'in_audit'
  return orders.some(({ stage }) => stage === 'pending') || status === 'in_audit' ? 'pending' : status
}

/** The status of an order whose work has reached a stage. It shows the stage until somebody sets another status. */
export const orderStatusAt = (reached: OrderStage, { status, stage }: { readonly status: string; readonly stage: OrderStage }): string =>
  status === stage ? reached : status
