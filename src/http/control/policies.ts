// Policies for the operator: list, add versions, enable, disable, and test one on a business without carrying out its actions.
import { z } from 'zod'
import { enabledVersions, type PoliciesState } from '../../commands/policies.ts'
import { refused } from '../../commands/refused.ts'
import type { ProbityApp, ProbityContext } from '../../inner/environment.ts'
import { addPolicyVersion, disablePolicy, enablePolicy, policyState, tryPolicy } from '../../inner/policies.ts'
import { policyTrialOf, startPolicyTrial } from '../../inner/policy-trials.ts'
import { accountOf, type Documents, type Reads } from '../../inner/reading.ts'
import type { Sending } from '../../inner/sending.ts'
import { NewPolicyTrial } from '../../interface/policy-trials.ts'
import { EnablePolicy, PolicyDefinition, PolicyTrial } from '../../interface/requests/policies.ts'
import { body } from '../validation.ts'
import { operatorSender } from './desk.ts'

const OperatorTrial = NewPolicyTrial.extend({ mode: z.enum(['live', 'test']).default('live') })

/** `routes` is behind the operator's token. */
export const policyDesk = (routes: ProbityApp, inner: Sending & Reads & Documents): void => {
  const accountIn = (c: ProbityContext) => accountOf(inner, c.req.param('id') ?? '')

  /** By its id or its name. */
  const policyOf = (state: PoliciesState, named: string): string => {
    const id = Object.keys(state).find((each) => each === named || state[each]?.versions.at(-1)?.definition.name === named)
    if (id === undefined) throw refused('policy_not_found')
    return id
  }

  const shownPolicy = async (accountId: string, policyId: string) => shown([policyId, (await policyState(inner, accountId))[policyId]])

  routes.get('/accounts/:id/policies', async (c) => {
    const { id } = await accountIn(c)
    return c.json({ data: Object.entries(await policyState(inner, id)).map(shown) })
  })

  routes.post('/accounts/:id/policies', body(PolicyDefinition), async (c) => {
    const { id } = await accountIn(c)
    const policyId = await addPolicyVersion(operatorSender(inner, c, id), c.req.valid('json'))
    return c.json(await shownPolicy(id, policyId), 201)
  })

  routes.post('/accounts/:id/policies/test', body(PolicyTrial), async (c) => {
    const { id } = await accountIn(c)
    return c.json(await tryPolicy(inner, id, c.req.valid('json')))
  })

  routes.post('/accounts/:id/policy_trials', body(OperatorTrial), async (c) => {
    const { id } = await accountIn(c)
    const { mode, ...trial } = c.req.valid('json')
    return c.json(await startPolicyTrial(inner, { accountId: id, mode }, trial), 201)
  })

  routes.get('/accounts/:id/policy_trials/:trial', async (c) => {
    const { id } = await accountIn(c)
    return c.json(await policyTrialOf(inner, { accountId: id }, c.req.param('trial')))
  })

  routes.get('/accounts/:id/policies/:policy', async (c) => {
    const { id } = await accountIn(c)
    const state = await policyState(inner, id)
    const policyId = policyOf(state, c.req.param('policy'))
    return c.json({ ...shown([policyId, state[policyId]]), versions: state[policyId]?.versions ?? [] })
  })

  routes.put('/accounts/:id/policies/:policy', body(EnablePolicy), async (c) => {
    const { id } = await accountIn(c)
    const policyId = policyOf(await policyState(inner, id), c.req.param('policy'))
    const { enabled, version = null } = c.req.valid('json')
    const sender = operatorSender(inner, c, id)
    await (enabled ? enablePolicy(sender, { policyId, version }) : disablePolicy(sender, policyId))
    return c.json(await shownPolicy(id, policyId))
  })
}

const shown = ([policy_id, policy]: readonly [string, PoliciesState[string] | undefined]) => {
  const enabled = policy && enabledVersions({ [policy_id]: policy })[0]
  const last = policy?.versions.at(-1)
  return { policy_id, name: last?.definition.name ?? '', versions: last?.version ?? 0, enabled: enabled?.version ?? null }
}
