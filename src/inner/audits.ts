// Businesses in audit: those that wait, what each was asked for, and what an audit came to.
import { business } from '../commands/business.ts'
import { type BusinessDocument, businesses } from '../projections/businesses.ts'
import type { Reads } from './reading.ts'
import type { Sender } from './sending.ts'

/** The account's businesses in audit, those first that have waited longest. */
export const businessesInAudit = (
  inner: Pick<Reads, 'read'>,
  { accountId, most }: { readonly accountId: string; readonly most: number },
): Promise<readonly BusinessDocument[]> =>
  inner.read(businesses).find({
    where: { account_id: accountId, status: 'in_audit' },
    sort: [['created_at', 'asc']],
    perPage: most,
  })

/** What the latest audit of a business was asked for. */
export const auditReason = async ({ history }: Pick<Reads, 'history'>, businessId: string): Promise<string | null> => {
  const asked = (await history(`business-${businessId}`)).findLast(({ type }) => type === 'AuditRequested')
  return asked?.type === 'AuditRequested' ? asked.data.reason : null
}

/** Ends the audit of every order of the business that waits for one. @returns how many there were */
export const completeAudit = async (
  { send }: Sender,
  { id, orders }: Pick<BusinessDocument, 'id' | 'orders'>,
  note: string | null,
): Promise<number> => {
  const audited = orders.filter(({ stage }) => stage === 'audited')
  for (const { id: orderId } of audited) await send({ aggregate: business, id, command: { type: 'CompleteAudit', orderId, note } })
  return audited.length
}
