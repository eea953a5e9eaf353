// The operator's requests about policies: a definition, the version to enable, and a test on a business.
import { z } from 'zod'
import { PolicyDefinition } from '../../events/policy.ts'
import { Id } from '../ids.ts'

export { PolicyDefinition }

export const EnablePolicy = z.object({ enabled: z.boolean(), version: z.int().positive().nullish() })
export const PolicyTrial = z.object({ definition: PolicyDefinition, business_id: Id })
