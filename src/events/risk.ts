// What a person decides on the risk of a business. The tier that follows from the table is computed from the review, and is in no event.
import { z } from 'zod'
import { onTimeline, personal } from './define.ts'

/** The least first. */
export const riskTiers = ['low', 'medium', 'high'] as const
export type RiskTier = (typeof riskTiers)[number]

export const riskEvents = {
  /** Another tier than the table gives; null: that of the table again. */
  RiskTierSet: onTimeline(
    'risk.set',
    'risk',
    z.object({
      risk: z.object({
        id: z.uuid(),
        tier: z.enum(riskTiers).nullable(),
        reason: personal(z.string()),
        /** What the table gave then, and by which version. */
        computed: z.enum(riskTiers),
        table_version: z.number().int(),
      }),
    }),
  ),
}
