// Versions of policies that run in shadow: started beside the enabled version, ended or promoted to it, and how their outcomes compare.
import { foundWhenCaughtUp } from '../auth/catching-up.ts'
import { policies } from '../commands/policies.ts'
import type { Mode } from '../events/modes.ts'
import { notFound } from '../interface/errors.ts'
import type { PolicyShadow } from '../interface/policy-shadows.ts'
import { type ShadowResultDocument, shadowResults } from '../projections/policies.ts'
import type { WhereOf } from '../projections/read.ts'
import type { CaughtUp } from '../projections/read-your-writes.ts'
import { newestFirst, type Page, pageOf } from './framework/list-pages.ts'
import type { Reads } from './framework/reading.ts'
import type { Sender } from './framework/sending.ts'
import { type Policy, policiesOf } from './policies.ts'

type Version = { readonly policyId: string; readonly version: number }
type Whose = { readonly accountId: string; readonly mode: Mode }

/** @throws Refused */
export const startShadow = async ({ accountId, send }: Sender, { policyId, version }: Version): Promise<void> => {
  await send({ aggregate: policies, id: accountId, command: { type: 'StartPolicyShadow', policyId, version } })
}

/** @throws Refused */
export const endShadow = async ({ accountId, send }: Sender, policyId: string): Promise<void> => {
  await send({ aggregate: policies, id: accountId, command: { type: 'EndPolicyShadow', policyId } })
}

/** Enables the version that runs in shadow. `version`: the one that the caller saw there. @throws Refused */
export const promoteShadow = async ({ accountId, send }: Sender, { policyId, version }: Version): Promise<void> => {
  await send({ aggregate: policies, id: accountId, command: { type: 'PromotePolicyShadow', policyId, version } })
}

/** The policy of the account. `caughtUp`: it may be in the log and not yet in the read models. @throws ApiError 404 */
export const policyOf = async (
  inner: Pick<Reads, 'read'>,
  accountId: string,
  policyId: string,
  caughtUp: CaughtUp = async () => true,
): Promise<Policy> => {
  const find = async () => (await policiesOf(inner, accountId)).find(({ policy_id }) => policy_id === policyId)
  const policy = await foundWhenCaughtUp(find, caughtUp)
  if (!policy) throw notFound('policy')
  return policy
}

type Shadow = Pick<PolicyShadow, 'version' | 'started_at'> & { readonly version_id: string; readonly rules: readonly string[] }

/** The version in shadow. @throws ApiError 404 when there is none */
const shadowIn = ({ shadow, versions }: Policy): Shadow => {
  const found = versions.find(({ version_id }) => version_id === shadow?.version_id)
  if (!shadow || !found) throw notFound('policy_shadow')
  const rules = [...new Set(found.definition.rules.map(({ name }) => name))]
  return { version: found.version, version_id: found.version_id, started_at: shadow.started_at, rules }
}

/** Of this run: what the same version did in an earlier shadow does not count. */
const outcomesSince = ({ accountId, mode }: Whose, { version_id, started_at }: Shadow) => ({
  account_id: accountId,
  mode,
  version_id,
  created_at: { gte: started_at },
})

/** How the outcomes in shadow compare with those of the enabled version, in the mode. @throws ApiError 404 */
export const shadowOf = async ({ read }: Pick<Reads, 'read'>, whose: Whose, policy: Policy): Promise<PolicyShadow> => {
  const shadow = shadowIn(policy)
  const since = outcomesSince(whose, shadow)
  const count = (more: WhereOf<typeof shadowResults>) => read(shadowResults).count({ ...since, ...more })
  const rules = [...shadow.rules, null].map(async (name) => {
    const held = { matched: name, failure: null }
    const [outcomes, differing] = await Promise.all([count(held), count({ ...held, differs: true })])
    return { name, outcomes, differing }
  })
  const [outcomes, evaluated, differing, byRule] = await Promise.all([
    count({}),
    count({ failure: null }),
    count({ differs: true }),
    Promise.all(rules),
  ])
  return {
    object: 'policy_shadow',
    policy_id: policy.policy_id,
    name: policy.name,
    version: shadow.version,
    active_version: policy.versions.find(({ version_id }) => version_id === policy.enabled)?.version ?? null,
    started_at: shadow.started_at,
    outcomes,
    differing,
    failed: outcomes - evaluated,
    rules: byRule,
  }
}

type OutcomeQuery = { readonly differs?: boolean | undefined; readonly page: number; readonly perPage: number }

/** Outcomes of the version in shadow, newest first. @throws ApiError 404 */
export const shadowOutcomes = async (
  inner: Pick<Reads, 'read'>,
  whose: Whose,
  { policy, differs, page, perPage, after }: OutcomeQuery & { readonly policy: Policy; readonly after?: string | undefined },
): Promise<Page<ShadowResultDocument>> => {
  const where = { ...outcomesSince(whose, shadowIn(policy)), ...(differs === undefined ? {} : { differs }) }
  return pageOf(inner, shadowResults, { where, sort: newestFirst, page, perPage }, after)
}
