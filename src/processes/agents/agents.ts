// The agents there are. They need no model, and give the same answer for the same evidence.
import { derivedId } from '../../events/derived-id.ts'
import type { AgentDeclaration } from './agent.ts'
import { businessVerification } from './business-verification.ts'
import { ownershipReview } from './ownership-review.ts'
import { registrationReadiness } from './registration-readiness.ts'
import { sanctionsReview } from './sanctions-review.ts'
import { websiteReview } from './website-review.ts'

export type Agent = AgentDeclaration & { readonly id: string }

/** The namespace of the agents' ids, the same in every installation. */
const agentSpace = '0d1b2c55-3a86-5d6e-8c0a-6a7f5c0b9d42'

export const agents: readonly Agent[] = [businessVerification, websiteReview, ownershipReview, sanctionsReview, registrationReadiness].map(
  (agent) => ({ id: derivedId(agent.type, agentSpace), ...agent }),
)
