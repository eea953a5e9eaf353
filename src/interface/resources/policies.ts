// The result of a policy in responses: what matched, why, and which actions followed.
import type { z } from 'zod'
import type { PolicyResultDocument } from '../../projections/policies.ts'
import type { PolicyResult } from '../records/review.ts'

export const policyResultResource = (result: PolicyResultDocument): z.output<typeof PolicyResult> => ({
  object: 'policy_result',
  id: result.id,
  result: result.result,
  created_at: result.created_at,
  matched: result.matched,
  executed: result.actions.length > 0 && result.actions.every(({ executed }) => executed),
  name: result.name,
  details: {
    version: result.version,
    policy_id: result.policy_id,
    policy_version_id: result.version_id,
    rule: ruleThatDecided(result),
    rules: result.rules,
  },
  owner_id: result.account_id,
  owner_type: 'account',
  business_id: result.business_id,
  type_of: 'policy',
  policy_action_results: result.actions.map(({ id, action: { type, ...options }, executed, explanation }) => ({
    object: 'policy_action_result',
    id,
    details: { explanation, rule: result.matched },
    executed,
    policy_action: { id, action_type: type, options, policy_version_id: result.version_id },
  })),
})

/** Rules may share a name. The place, from 1, says which rule it was. No rule after a match is tried. */
const ruleThatDecided = ({ matched, rules }: PolicyResultDocument) => (matched === null ? null : { name: matched, place: rules.length })
