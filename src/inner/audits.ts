// Businesses in audit: the ones that wait, what each audit must check, and its outcome.
import { business } from '../commands/business.ts'
import type { Mode } from '../events/modes.ts'
import { type BusinessDocument, businesses } from '../projections/businesses.ts'
import { latestWhere, type Reads } from './framework/reading.ts'
import type { Sender } from './framework/sending.ts'

/** An account's businesses in audit, in both modes or one of them, the longest waiting first. */
export const businessesInAudit = (
  inner: Pick<Reads, 'read'>,
  where: { readonly account_id: string; readonly mode?: Mode },
  most: number,
): Promise<readonly BusinessDocument[]> =>
  inner.read(businesses).find({
    where: { ...where, status: 'in_audit' },
    sort: [['created_at', 'asc']],
    perPage: most,
  })

/** What the latest audit of a business must check. */
export const auditReason = async (inner: Pick<Reads, 'history'>, businessId: string): Promise<string | null> => {
  const asked = await latestWhere(inner, `business-${businessId}`, ({ type }) => type === 'AuditRequested')
  return asked?.type === 'AuditRequested' ? asked.data.reason : null
}

/** Ends the audits that orders of the business wait for. @returns their number */
export const completeAudit = async (
  { send }: Sender,
  { id, orders }: Pick<BusinessDocument, 'id' | 'orders'>,
  note: string | null,
): Promise<number> => {
  const audited = orders.filter(({ stage }) => stage === 'audited')
  for (const { id: orderId } of audited) await send({ aggregate: business, id, command: { type: 'CompleteAudit', orderId, note } })
  return audited.length
}
