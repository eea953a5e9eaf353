// The results of the account's policies for a business. Only the versions that are enabled now are shown.
import { type PolicyResultDocument, policyResults } from '../projections/policies.ts'
import type { ProbityContext } from './framework/environment.ts'
import { own, type Reads } from './framework/reading.ts'
import { policiesOf } from './policies.ts'

/** Newest first. */
export const policyResultsOf = async (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  businessId: string,
): Promise<readonly PolicyResultDocument[]> => {
  const enabled = (await policiesOf(inner, c.get('principal').accountId)).flatMap((policy) => policy.enabled ?? [])
  if (enabled.length === 0) return []
  const where = { business_id: businessId, version_id: { in: enabled } }
  return own(inner, c, policyResults).find({ where, sort: [['created_at', 'desc']] })
}
