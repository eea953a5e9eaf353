// What the account's policies made of a business, as far as it is shown: the versions that are enabled now.
import type { PolicyResultDocument } from '../projections/policies.ts'
import { policiesOf } from './policies.ts'
import { findDocuments } from './reading.ts'
import type { Service } from './service.ts'

/** Newest first. */
export const policyResultsOf = async (
  service: Pick<Service, 'documents'>,
  accountId: string,
  businessId: string,
): Promise<readonly PolicyResultDocument[]> => {
  const enabled = (await policiesOf(service, accountId)).flatMap((policy) => policy.enabled ?? [])
  if (enabled.length === 0) return []
  const where = { business_id: businessId, version_id: { in: enabled } }
  return findDocuments<PolicyResultDocument>(service, 'policy_results', { where, sort: [['created_at', 'desc']] })
}
