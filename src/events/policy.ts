// What can happen to the policies of an account: rules over the evidence, in versions of which at most one per policy is enabled. All policies
// of an account make one stream. What a policy made of a business is an event of the business.
import { z } from 'zod'
import type { Actor, EventOf } from './define.ts'
import { products } from './products.ts'

export const policyLimits = {
  name: 200,
  description: 2_000,
  rules: 100,
  result: 100,
  actions: 20,
  reasons: 4,
  reasonCode: 64,
  tag: 100,
} as const

export const PolicyAction = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('set_status'),
    status: z.enum(['approved', 'rejected', 'in_review']),
    /** Codes of the account's list, the most important first. Absent: the decision states none. */
    reasons: z.array(z.string().trim().min(1).max(policyLimits.reasonCode)).min(1).max(policyLimits.reasons).optional(),
  }),
  z.object({ type: z.literal('add_tag'), tag: z.string().trim().min(1).max(policyLimits.tag) }),
  z.object({ type: z.literal('enable_monitor'), event_types: z.array(z.string()).min(1).default(['*']) }),
  z.object({ type: z.literal('order_product'), product: z.enum(products), subproducts: z.array(z.string()).default([]) }),
])
export type PolicyAction = z.output<typeof PolicyAction>

const PolicyRule = z.object({
  name: z.string().trim().min(1).max(policyLimits.name),
  /** JsonLogic over the facts of the business (commands/policy-facts.ts). */
  when: z.json(),
  /** The word for it: `approve`, `reject`, `review`, ... */
  result: z.string().trim().min(1).max(policyLimits.result),
  actions: z.array(PolicyAction).max(policyLimits.actions).default([]),
})

/** The rules are tried in their order; the first that holds decides. */
export const PolicyDefinition = z.object({
  name: z.string().trim().min(1).max(policyLimits.name),
  description: z.string().trim().max(policyLimits.description).default(''),
  rules: z.array(PolicyRule).min(1).max(policyLimits.rules),
})
export type PolicyDefinition = z.output<typeof PolicyDefinition>

const ids = { policy_id: z.uuid(), version_id: z.uuid() }

export const policyEvents = {
  PolicyVersionAdded: z.object({ ...ids, version: z.number().int(), definition: PolicyDefinition }),
  /** Ends the version of the policy that was enabled before. */
  PolicyVersionEnabled: z.object(ids),
  PolicyDisabled: z.object({ policy_id: z.uuid() }),
  /** From now on the version is evaluated beside the enabled one and does nothing. Ends the shadow that the policy had before. */
  PolicyShadowStarted: z.object(ids),
  PolicyShadowEnded: z.object({ policy_id: z.uuid() }),
}
export type PolicyEvent = EventOf<typeof policyEvents>

/** One part of a condition, with the facts that it rests on. It holds no personal data: facts name no person. */
export const PolicyReason = z.object({ condition: z.string(), holds: z.boolean(), facts: z.record(z.string(), z.json()) })

export const PolicyOutcome = z.object({
  ...ids,
  result_id: z.uuid(),
  version: z.number().int(),
  name: z.string(),
  /** Of the rule that held; `no_match` when none did. */
  result: z.string(),
  /** The rule that held. */
  matched: z.string().nullable(),
  rules: z.array(z.object({ name: z.string(), holds: z.boolean(), reasons: z.array(PolicyReason) })),
  actions: z.array(
    z.object({
      id: z.uuid(),
      action: PolicyAction,
      executed: z.boolean(),
      /** Why it was not, or what came of it. */
      explanation: z.string(),
    }),
  ),
})
export type PolicyOutcome = z.output<typeof PolicyOutcome>

/** What a shadow version would have done over the same facts as the enabled one. None of its actions was executed. */
export const ShadowOutcome = PolicyOutcome.extend({
  /** Beside which version, and what that one made of it. */
  active: z.object({ version_id: z.uuid(), version: z.number().int(), result: z.string(), matched: z.string().nullable() }),
  /** Whether the result or an action is another one than that of the enabled version. */
  differs: z.boolean(),
  /** Why its rules could not be evaluated. Null: they could. */
  failure: z.string().nullable(),
})
export type ShadowOutcome = z.output<typeof ShadowOutcome>

export const policyResultEvents = {
  /** Follows a completed review, once the actions of the rules that held have been tried. */
  PoliciesEvaluated: z.object({ outcomes: z.array(PolicyOutcome) }),
  /** Comes with `PoliciesEvaluated` when a policy has a shadow. */
  ShadowPoliciesEvaluated: z.object({ outcomes: z.array(ShadowOutcome) }),
}

const actorPrefix = 'policy/'

/** A version of a policy as the actor of what it does. */
export const policyActor = (versionId: string, name: string): Actor => ({ type: 'process', id: `${actorPrefix}${versionId}`, name })

/** The version of a policy that acted; undefined for any other actor. */
export const actingVersion = ({ type, id }: { readonly type: string; readonly id: string }): string | undefined =>
  type === 'process' && id.startsWith(actorPrefix) ? id.slice(actorPrefix.length) : undefined
