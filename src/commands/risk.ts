// The risk tier of a business: as the table gives it, or as a person has set it.
import type { BusinessEvent } from '../events/business.ts'
import type { RiskTier } from '../events/risk.ts'
import type { Business } from './business-state.ts'
import { refused } from './refused.ts'
import { type Assessed, riskByTable, riskTable } from './risk-table.ts'

export type SetRiskTier = { readonly type: 'SetRiskTier'; readonly id: string; readonly tier: RiskTier | null; readonly reason: string }

type Reviewed = Omit<Assessed, 'tasks'> & { readonly review: Pick<Assessed, 'tasks'> | null }
type Rated = Reviewed & Pick<Business, 'risk_override'>

/** The tier that stands; null before the first review. */
export const riskOf = ({ risk_override, ...rated }: Rated): RiskTier | null => risk_override?.tier ?? tierByTable(rated)

/** What the tier would be with this override. */
export const riskWith = (state: Reviewed, tier: RiskTier | null): RiskTier | null => tier ?? tierByTable(state)

const tierByTable = ({ file, submitted, review }: Reviewed): RiskTier | null =>
  review && riskByTable({ file, submitted, tasks: review.tasks }).tier

export const riskTierSet = (state: Business, { id, tier, reason }: SetRiskTier): readonly BusinessEvent[] => {
  const computed = tierByTable(state)
  if (computed === null) throw refused('review_missing', 'tier')
  if (tier === null && state.risk_override === null) return []
  return [{ type: 'RiskTierSet', data: { risk: { id, tier, reason, computed, table_version: riskTable.version } } }]
}
