// Policies for the operator: list, add versions, enable, disable, run one in shadow, and test one on a business without carrying out its actions.
import { z } from 'zod'
import { enabledVersions, type PoliciesState } from '../../commands/policies.ts'
import { refused } from '../../commands/refused.ts'
import type { ProbityApp, ProbityContext } from '../../inner/framework/environment.ts'
import { accountOf, type Documents, type Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import type { ListTrials } from '../../inner/list-trials.ts'
import { addPolicyVersion, disablePolicy, enablePolicy, policyState, tryPolicy } from '../../inner/policies.ts'
import { endShadow, policyOf, promoteShadow, shadowOf, shadowOutcomes, startShadow } from '../../inner/policy-shadows.ts'
import { policyTrialOf, startPolicyTrial } from '../../inner/policy-trials.ts'
import { PolicyVersionNumber, shadowOutcomeResource } from '../../interface/policy-shadows.ts'
import { NewPolicyTrial } from '../../interface/policy-trials.ts'
import { EnablePolicy, PolicyDefinition, PolicyTrial, ruleMembers } from '../../interface/requests/policies.ts'
import { body, query } from '../validation.ts'
import { operatorSender } from './desk.ts'

const ruleErrors = { namePath: ruleMembers }
const modeOfOperator = z.enum(['live', 'test']).default('live')
const OperatorTrial = NewPolicyTrial.extend({ mode: modeOfOperator })
type PolicyEntry = readonly [policyId: string, policy: PoliciesState[string]]
/** Of the outcomes that differ; the API has all. */
const mostOutcomes = 100

type Inner = Sending & Reads & Documents & ListTrials

/** `routes` is behind the operator's token. */
export const policyDesk = (routes: ProbityApp, inner: Inner): void => {
  policies(routes, inner)
  policyTrials(routes, inner)
  shadows(routes, inner)
}

const accountIn = (inner: Inner, c: ProbityContext) => accountOf(inner, c.req.param('id') ?? '')

/** By its id or its name. */
const policyNamed = async (inner: Inner, accountId: string, named: string): Promise<PolicyEntry> => {
  const state = Object.entries(await policyState(inner, accountId))
  const found = state.find(([id, { versions }]) => id === named || versions.at(-1)?.definition.name === named)
  if (found === undefined) throw refused('policy_not_found')
  return found
}

const shownPolicy = async (inner: Inner, accountId: string, policyId: string) => shown(await policyNamed(inner, accountId, policyId))

const policies = (routes: ProbityApp, inner: Inner): void => {
  routes.get('/accounts/:id/policies', async (c) => {
    const { id } = await accountIn(inner, c)
    return c.json({ data: Object.entries(await policyState(inner, id)).map(shown) })
  })

  routes.post('/accounts/:id/policies', body(PolicyDefinition, ruleErrors), async (c) => {
    const { id } = await accountIn(inner, c)
    const policyId = await addPolicyVersion(inner, operatorSender(inner, c, id), c.req.valid('json'))
    return c.json(await shownPolicy(inner, id, policyId), 201)
  })

  routes.get('/accounts/:id/policies/:policy', async (c) => {
    const { id } = await accountIn(inner, c)
    const found = await policyNamed(inner, id, c.req.param('policy'))
    return c.json({ ...shown(found), versions: found[1].versions })
  })

  routes.put('/accounts/:id/policies/:policy', body(EnablePolicy), async (c) => {
    const { id } = await accountIn(inner, c)
    const [policyId] = await policyNamed(inner, id, c.req.param('policy'))
    const { enabled, version = null } = c.req.valid('json')
    const sender = operatorSender(inner, c, id)
    await (enabled ? enablePolicy(sender, { policyId, version }) : disablePolicy(sender, policyId))
    return c.json(await shownPolicy(inner, id, policyId))
  })
}

/** Tests of a policy that carry out nothing. */
const policyTrials = (routes: ProbityApp, inner: Inner): void => {
  routes.post('/accounts/:id/policies/test', body(PolicyTrial, ruleErrors), async (c) => {
    const { id } = await accountIn(inner, c)
    return c.json(await tryPolicy(inner, id, c.req.valid('json')))
  })

  routes.post('/accounts/:id/policy_trials', body(OperatorTrial, ruleErrors), async (c) => {
    const { id } = await accountIn(inner, c)
    const { mode, ...trial } = c.req.valid('json')
    return c.json(await startPolicyTrial(inner, { accountId: id, mode }, trial), 201)
  })

  routes.get('/accounts/:id/policy_trials/:trial', async (c) => {
    const { id } = await accountIn(inner, c)
    return c.json(await policyTrialOf(inner, { accountId: id }, c.req.param('trial')))
  })
}

const shadows = (routes: ProbityApp, inner: Inner): void => {
  const shadowIn = async (c: ProbityContext) => {
    const { id: accountId } = await accountIn(inner, c)
    const [policyId] = await policyNamed(inner, accountId, c.req.param('policy') ?? '')
    return {
      accountId,
      policyId,
      sender: operatorSender(inner, c, accountId),
      shown: async () => c.json(await shownPolicy(inner, accountId, policyId)),
    }
  }
  const shadow = '/accounts/:id/policies/:policy/shadow'

  routes.get(shadow, query(z.object({ mode: modeOfOperator })), async (c) => {
    const { accountId, policyId } = await shadowIn(c)
    const whose = { accountId, mode: c.req.valid('query').mode }
    const policy = await policyOf(inner, accountId, policyId)
    const { found } = await shadowOutcomes(inner, whose, { policy, differs: true, page: 1, perPage: mostOutcomes })
    return c.json({ ...(await shadowOf(inner, whose, policy)), outcomes_differing: found.map(shadowOutcomeResource) })
  })

  routes.put(shadow, body(PolicyVersionNumber), async (c) => {
    const { policyId, sender, shown } = await shadowIn(c)
    await startShadow(sender, { policyId, ...c.req.valid('json') })
    return shown()
  })

  routes.delete(shadow, async (c) => {
    const { policyId, sender, shown } = await shadowIn(c)
    await endShadow(sender, policyId)
    return shown()
  })

  routes.post(`${shadow}/promotion`, body(PolicyVersionNumber), async (c) => {
    const { policyId, sender, shown } = await shadowIn(c)
    await promoteShadow(sender, { policyId, ...c.req.valid('json') })
    return shown()
  })
}

const shown = ([policy_id, policy]: PolicyEntry) => {
  const [enabled] = enabledVersions({ [policy_id]: policy })
  const shadow = policy.versions.find(({ version_id }) => version_id === policy.shadow)
  const last = policy.versions.at(-1)
  return {
    policy_id,
    name: last?.definition.name ?? '',
    versions: last?.version ?? 0,
    enabled: enabled?.version ?? null,
    shadow: shadow?.version ?? null,
  }
}
