// What the account's policies made of a business, as far as it is shown: the versions that are enabled now.
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
