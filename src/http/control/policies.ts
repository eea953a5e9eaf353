// Policies for the operator: listed, added in versions, enabled, disabled, and tried on a business without anything being done.
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { business } from '../../commands/business.ts'
import { enabledVersions, type PoliciesState, policies } from '../../commands/policies.ts'
import { conditionProblems, evaluatePolicy } from '../../commands/policy-evaluation.ts'
import { refused } from '../../commands/refused.ts'
import { PolicyDefinition } from '../../events/policy.ts'
import type { ProbityApp, ProbityContext } from '../../inner/environment.ts'
import { accountOf } from '../../inner/reading.ts'
import type { Service } from '../../inner/service.ts'
import { unprocessable } from '../../interface/errors.ts'
import { Id } from '../../interface/ids.ts'
import { sentence } from '../../interface/messages.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import { body } from '../validation.ts'
import { sendAsOperator } from './desk.ts'

const Enable = z.object({ enabled: z.boolean(), version: z.int().positive().nullish() })
const Trial = z.object({ definition: PolicyDefinition, business_id: Id })

/** `routes` is behind the operator's token. */
export const policyDesk = (routes: ProbityApp, service: Service): void => {
  const { documents, load, now } = service
  const accountIn = (c: ProbityContext) => accountOf(service, c.req.param('id') ?? '')
  const send = (c: ProbityContext, id: string, command: Parameters<typeof policies.decide>[0]) =>
    sendAsOperator(service, c, { accountId: id, aggregate: policies, id, command })

  /** By its id or its name. */
  const policyOf = (state: PoliciesState, named: string): string => {
    const id = Object.keys(state).find((each) => each === named || state[each]?.versions.at(-1)?.definition.name === named)
    if (id === undefined) throw refused('policy_not_found')
    return id
  }

  routes.get('/accounts/:id/policies', async (c) => {
    const { id } = await accountIn(c)
    return c.json({ data: Object.entries(await load(policies, id)).map(shown) })
  })

  routes.post('/accounts/:id/policies', body(PolicyDefinition), async (c) => {
    const { id } = await accountIn(c)
    const definition = c.req.valid('json')
    checkConditions(definition, '')
    const policyId = idOf(id, definition.name)
    await send(c, id, { type: 'AddPolicyVersion', policyId, versionId: uuidv7(), definition })
    return c.json(shown([policyId, (await load(policies, id))[policyId]]), 201)
  })

  routes.post('/accounts/:id/policies/test', body(Trial), async (c) => {
    const { id } = await accountIn(c)
    const { definition, business_id } = c.req.valid('json')
    checkConditions(definition, 'definition.')
    const document = (await documents.get('businesses', business_id)) as BusinessDocument | undefined
    const state = await load(business, business_id)
    if (document?.account_id !== id || state.status === 'none') throw refused('business_not_found')
    const { matched, ...evaluation } = evaluatePolicy(definition, state, now().toISOString())
    const rule = matched === null ? undefined : definition.rules[matched]
    return c.json({ matched: rule?.name ?? null, ...evaluation, actions: rule?.actions ?? [] })
  })

  routes.get('/accounts/:id/policies/:policy', async (c) => {
    const { id } = await accountIn(c)
    const state = await load(policies, id)
    const policyId = policyOf(state, c.req.param('policy'))
    return c.json({ ...shown([policyId, state[policyId]]), versions: state[policyId]?.versions ?? [] })
  })

  routes.put('/accounts/:id/policies/:policy', body(Enable), async (c) => {
    const { id } = await accountIn(c)
    const policyId = policyOf(await load(policies, id), c.req.param('policy'))
    const { enabled, version } = c.req.valid('json')
    const command = enabled
      ? { type: 'EnablePolicy' as const, policyId, version: version ?? null }
      : { type: 'DisablePolicy' as const, policyId }
    await send(c, id, command)
    return c.json(shown([policyId, (await load(policies, id))[policyId]]))
  })
}

/** The policy that a name stands for: another file of the same name is its next version. */
export const idOf = (accountId: string, name: string): string => uuidv5(`policy/${name}`, accountId)

const shown = ([policy_id, policy]: readonly [string, PoliciesState[string] | undefined]) => {
  const enabled = policy && enabledVersions({ [policy_id]: policy })[0]
  const last = policy?.versions.at(-1)
  return { policy_id, name: last?.definition.name ?? '', versions: last?.version ?? 0, enabled: enabled?.version ?? null }
}

/** @throws ApiError 422 that says what is wrong where */
export const checkConditions = ({ rules }: PolicyDefinition, before: string): void => {
  const problems = rules.flatMap(({ when }, index) => conditionProblems(when, `${before}rules.${index}.when`))
  if (problems.length > 0)
    throw unprocessable(problems.map(({ path, message }) => ({ message: `${path}: ${sentence('condition', message)}`, parameter: path })))
}
