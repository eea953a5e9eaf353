// The risk tier of a business: the request that sets another one, and the record.
import { z } from 'zod'
import { riskTiers } from '../events/risk.ts'
import { memberLimits as limits } from './limits.ts'
import { Timestamp } from './records/common.ts'
import { ReviewDate } from './review-calendar.ts'

export const SetRisk = z
  .object({
    tier: z.enum(riskTiers).nullable().meta({ description: 'null: the tier of the table again.' }),
    reason: z.string().trim().min(1).max(limits.reason.most).meta({ description: 'Why, in words. Auditors read it.' }),
  })
  .meta({ id: 'SetRiskRequest', examples: [{ tier: 'high', reason: 'Its owners changed twice this year.' }] })

const RiskInput = z
  .object({
    key: z.string().meta({ description: 'The input, as the table names it.' }),
    told: z.string().meta({ description: 'The input in words.' }),
    applies: z.boolean().meta({ description: 'Whether it holds of the business.' }),
    points: z.int().meta({ description: '0 where it does not apply.' }),
  })
  .meta({ id: 'RiskInput' })

export const Risk = z
  .object({
    object: z.literal('risk'),
    business_id: z.uuid(),
    tier: z.enum(riskTiers).nullable().meta({ description: 'As set by a person, else as computed; null before the first review.' }),
    computed: z.enum(riskTiers).nullable().meta({ description: 'The tier by the table alone. null before the first review.' }),
    points: z.int().nullable().meta({ description: 'The sum of the inputs that apply. null before the first review.' }),
    inputs: z.array(RiskInput).meta({ description: 'Every input of the table.' }),
    table: z
      .object({
        version: z.int().meta({ description: 'It changes with every change of inputs, points or thresholds.' }),
        thresholds: z.array(
          z
            .object({
              tier: z.enum(riskTiers).meta({ description: 'The tier that begins there.' }),
              from: z.int().meta({ description: 'The least points of the tier.' }),
            })
            .meta({ id: 'RiskThreshold' }),
        ),
      })
      .meta({ id: 'RiskTable' }),
    override: z
      .object({
        tier: z.enum(riskTiers).meta({ description: 'The tier that the person set.' }),
        reason: z.string().nullable().meta({ description: 'Why. null: erased.' }),
        computed: z.enum(riskTiers).meta({ description: 'The tier by the table at that time.' }),
        table_version: z.int().meta({ description: 'The version of the table at that time.' }),
        set_at: Timestamp.meta({ description: 'When it was set.' }),
      })
      .nullable()
      .meta({ id: 'RiskOverride' }),
    review_due_at: Timestamp.nullable().meta({
      description: 'When the business is to be looked at again. null before an approval, after a rejection and after an erasure.',
    }),
    review_date: ReviewDate.nullable().meta({ description: 'That date, with what it follows from.' }),
  })
  .meta({ id: 'Risk' })
