// The risk tier of a business, for its routes and page.
import type { z } from 'zod'
import { business } from '../commands/business.ts'
import { riskOf } from '../commands/risk.ts'
import { riskByTable, riskTable } from '../commands/risk-table.ts'
import { reviewDateResource } from '../interface/review-calendar.ts'
import type { Risk, SetRisk } from '../interface/risk.ts'
import { awaitedReview } from '../projections/businesses.ts'
import type { Moment } from '../projections/history.ts'
import { ownBusiness } from './businesses.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Reads } from './framework/reading.ts'
import { newId, type Sending, send } from './framework/sending.ts'

/** The tier now, or as it was at a moment. @throws ApiError 404 */
export const riskOfBusiness = async (
  inner: Reads,
  c: ProbityContext,
  businessId: string,
  moment?: Moment,
): Promise<z.output<typeof Risk>> => {
  const document = await ownBusiness(inner, c, businessId, moment)
  const { id: business_id, file, submitted, review, risk_override } = document
  const awaited = awaitedReview(document)
  const computed = review && riskByTable({ file, submitted, tasks: review.tasks })
  return {
    object: 'risk',
    business_id,
    tier: riskOf(document),
    computed: computed?.tier ?? null,
    points: computed?.points ?? null,
    inputs: (computed?.inputs ?? []).map((each) => ({ ...each })),
    table: { version: riskTable.version, thresholds: riskTable.thresholds.map((each) => ({ ...each })) },
    override: risk_override,
    review_due_at: awaited?.due_at ?? null,
    review_date: awaited && reviewDateResource(business_id, awaited),
  }
}

/** A person sets another tier than the table gives. @throws ApiError 404, Refused, Proposed */
export const setRisk = async (
  inner: Sending & Reads,
  c: ProbityContext,
  businessId: string,
  { tier, reason }: z.output<typeof SetRisk>,
): Promise<z.output<typeof Risk>> => {
  const { id } = await ownBusiness(inner, c, businessId)
  await send(inner, c, { aggregate: business, id, command: { type: 'SetRiskTier', id: newId(c, 'risk'), tier, reason } })
  return riskOfBusiness(inner, c, id)
}
