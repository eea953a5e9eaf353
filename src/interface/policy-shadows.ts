// Versions of policies in shadow: what clients ask for, and what they see of one and of its outcomes.
import { z } from 'zod'
import type { ShadowResultDocument } from '../projections/policies.ts'
import { AnyObject, Timestamp } from './records/common.ts'

export const PolicyVersionNumber = z
  .object({ version: z.int().positive().meta({ description: 'The number of a version of the policy.' }) })
  .meta({ id: 'PolicyVersionRequest', examples: [{ version: 2 }] })

export const Policy = z
  .object({
    object: z.literal('policy'),
    id: z.uuid(),
    name: z.string(),
    active_version: z.int().nullable().meta({ description: 'Its actions are carried out. Null: none is active.' }),
    shadow_version: z.int().nullable().meta({ description: 'It is evaluated beside the active version and does nothing. Null: none is.' }),
    versions: z.array(z.object({ version: z.int(), created_at: Timestamp })),
  })
  .meta({ id: 'Policy' })

export const PolicyShadow = z
  .object({
    object: z.literal('policy_shadow'),
    policy_id: z.uuid(),
    name: z.string(),
    version: z.int().meta({ description: 'The version in shadow.' }),
    active_version: z.int().nullable().meta({ description: 'The version that it runs beside.' }),
    started_at: Timestamp,
    outcomes: z.int().meta({ description: 'Evaluations since the start, in the mode of the key.' }),
    differing: z.int().meta({ description: 'Those whose result or actions differ from those of the active version.' }),
    failed: z.int().meta({ description: 'Those whose rules could not be evaluated.' }),
    rules: z
      .array(z.object({ name: z.string().nullable(), outcomes: z.int(), differing: z.int() }))
      .meta({ description: 'By the rule that decided. `name` null: no rule matched.' }),
  })
  .meta({ id: 'PolicyShadow' })
export type PolicyShadow = z.output<typeof PolicyShadow>

export const PolicyShadowOutcome = z
  .object({
    object: z.literal('policy_shadow_outcome'),
    id: z.uuid(),
    business_id: z.uuid(),
    policy_id: z.uuid(),
    version: z.int(),
    result: z.string(),
    rule: z.string().nullable().meta({ description: 'The rule that decided. Null: no rule matched.' }),
    executed: z.literal(false).meta({ description: 'A version in shadow does nothing.' }),
    actions: z.array(AnyObject).meta({ description: 'What it would have done.' }),
    active: z
      .object({ version: z.int(), result: z.string(), rule: z.string().nullable() })
      .meta({ description: 'What the active version decided on the same facts.' }),
    differs: z.boolean(),
    failure: z.string().nullable().meta({ description: 'Why its rules could not be evaluated.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'PolicyShadowOutcome' })

export const shadowOutcomeResource = (outcome: ShadowResultDocument): z.output<typeof PolicyShadowOutcome> => ({
  object: 'policy_shadow_outcome',
  id: outcome.id,
  business_id: outcome.business_id,
  policy_id: outcome.policy_id,
  version: outcome.version,
  result: outcome.result,
  rule: outcome.matched,
  executed: false,
  actions: outcome.actions.map(({ action }) => action),
  active: { version: outcome.active.version, result: outcome.active.result, rule: outcome.active.matched },
  differs: outcome.differs,
  failure: outcome.failure,
  created_at: outcome.created_at,
})
