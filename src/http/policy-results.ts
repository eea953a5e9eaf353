// What the account's policies made of a business, as far as it is shown: the versions that are enabled now.
import type { PoliciesDocument, PolicyResultDocument } from '../projections/policies.ts'
import type { Service } from './service.ts'

/** Newest first. */
export const policyResultsOf = async (
  { documents }: Pick<Service, 'documents'>,
  accountId: string,
  businessId: string,
): Promise<readonly PolicyResultDocument[]> => {
  const book = (await documents.get('policies', accountId)) as PoliciesDocument | undefined
  const enabled = (book?.policies ?? []).flatMap((policy) => policy.enabled ?? [])
  if (enabled.length === 0) return []
  const where = { business_id: businessId, version_id: { in: enabled } }
  return (await documents.find('policy_results', { where, sort: [['created_at', 'desc']] })) as unknown as readonly PolicyResultDocument[]
}
