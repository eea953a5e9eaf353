// The results of the account's policies for a business. Only the versions that are enabled now are shown.
import { type PolicyResultDocument, policyResults } from '../projections/policies.ts'
import { policiesOf } from './policies.ts'
import type { Reads } from './reading.ts'

/** Newest first. */
export const policyResultsOf = async (
  inner: Pick<Reads, 'read'>,
  accountId: string,
  businessId: string,
): Promise<readonly PolicyResultDocument[]> => {
  const enabled = (await policiesOf(inner, accountId)).flatMap((policy) => policy.enabled ?? [])
  if (enabled.length === 0) return []
  const where = { business_id: businessId, version_id: { in: enabled } }
  return inner.read(policyResults).find({ where, sort: [['created_at', 'desc']] })
}
