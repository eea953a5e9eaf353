// Trials of a policy on the whole portfolio: the request, and what clients see of one.
import { z } from 'zod'
import { PolicyDefinition } from '../events/policy.ts'
import { memberLimits as limits } from './limits.ts'
import { Timestamp } from './records/common.ts'

export const NewPolicyTrial = z
  .object({
    definition: PolicyDefinition,
    watchlist_threshold: z.number().min(limits.trialThreshold.least).max(limits.trialThreshold.most).nullish().meta({
      description:
        'The lowest score of a watchlist hit, by name. Hits on file with a lower score are ignored. Below 0.85 the businesses are screened again, with every threshold lower by the difference.',
    }),
    list_versions: z
      .array(z.object({ list: z.string(), version: z.string() }))
      .max(limits.trialLists.most)
      .optional()
      .meta({
        description:
          'Versions of screening lists that are held, to screen against instead of those in use: the businesses are screened again. Only for live businesses, because test businesses are screened against made-up lists.',
      }),
  })
  .meta({
    id: 'CreatePolicyTrialRequest',
    examples: [
      {
        definition: {
          name: 'Low risk',
          rules: [
            {
              name: 'On no watchlist',
              when: { '==': [{ var: 'watchlist.hits' }, 0] },
              result: 'approve',
              actions: [{ type: 'set_status', status: 'approved' }],
            },
          ],
        },
      },
    ],
  })
export type NewPolicyTrial = z.output<typeof NewPolicyTrial>

const Outcome = z.enum(['approved', 'rejected', 'undecided'])
export type TrialOutcome = z.output<typeof Outcome>

const Counts = z.object({ approved: z.int(), rejected: z.int(), undecided: z.int() })

export const PolicyTrialResult = z
  .object({
    object: z.literal('policy_trial'),
    id: z.uuid(),
    name: z.string(),
    status: z
      .enum(['running', 'completed', 'interrupted'])
      .meta({ description: '`interrupted`: it broke off before its end, as when the service stopped; start it again.' }),
    done: z.int().meta({ description: 'Businesses evaluated.' }),
    total: z.int().meta({ description: 'Businesses with a review, all of them.' }),
    decided: z.int().meta({ description: 'Those of them that have been approved or rejected.' }),
    otherwise: z.int().meta({ description: 'Decided businesses that would have ended differently.' }),
    would: Counts.meta({ description: 'What the policy would make of them.' }),
    rules: z
      .array(z.object({ name: z.string().nullable(), matched: z.int(), otherwise: z.int() }))
      .meta({ description: '`name` null: no rule held.' }),
    changes: z
      .array(z.object({ business_id: z.uuid(), decided: Outcome, would: Outcome, rule: z.string().nullable() }))
      .meta({ description: 'The first thousand that would have ended differently.' }),
    approves_all: z.boolean().meta({ description: 'Whether it would approve every business.' }),
    watchlist_threshold: z.number().nullable().meta({ description: 'Null: the usual thresholds.' }),
    list_versions: z.array(z.object({ list: z.string(), version: z.string() })).meta({ description: 'As asked for.' }),
    screened_again: z.boolean().meta({ description: 'Whether the businesses were screened again; otherwise the hits on file counted.' }),
    lists: z
      .array(z.object({ list: z.string(), title: z.string(), version: z.string() }))
      .nullable()
      .meta({ description: 'All lists that the businesses were screened against again. Null: not, or not yet.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'PolicyTrial' })
export type PolicyTrialResult = z.output<typeof PolicyTrialResult>
