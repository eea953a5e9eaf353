// The operator's requests about policies: a definition, the version to enable, and a test on a business.
import { z } from 'zod'
import { ruleAt } from '../../commands/policy-places.ts'
import { PolicyDefinition } from '../../events/policy.ts'
import { Id } from '../ids.ts'
import type { NamePath } from '../messages.ts'

export { PolicyDefinition }

/** The message about a member of a rule says which rule. */
export const ruleMembers: NamePath = (path) => ({ parameter: path.join('.'), prefix: ruleAt(path.join('.')) })

export const EnablePolicy = z.object({ enabled: z.boolean(), version: z.int().positive().nullish() })
export const PolicyTrial = z.object({ definition: PolicyDefinition, business_id: Id })
