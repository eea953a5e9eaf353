// An account's policies, for the pages and the operator's routes: list, add versions, enable, disable, and test one on a business without
// carrying out its actions.
import type { z } from 'zod'
import { account } from '../commands/account.ts'
import { business } from '../commands/business.ts'
import { type PoliciesState, policies } from '../commands/policies.ts'
import { evaluatePolicy, type Problem } from '../commands/policy-evaluation.ts'
import { ruleAt } from '../commands/policy-places.ts'
import { policyProblems } from '../commands/policy-problems.ts'
import { refused } from '../commands/refused.ts'
import { derivedId } from '../events/derived-id.ts'
import type { NoticeSettings } from '../events/notice.ts'
import type { PolicyDefinition } from '../events/policy.ts'
import { unprocessable } from '../interface/errors.ts'
import { unlistedReasons } from '../interface/rejection-reasons.ts'
import type { PolicyTrial } from '../interface/requests/policies.ts'
import { businesses } from '../projections/businesses.ts'
import { type PoliciesDocument, policyBooks } from '../projections/policies.ts'
import type { Reads } from './framework/reading.ts'
import type { Sender, Sending } from './framework/sending.ts'

export { mostActs } from '../projections/policies.ts'

export type Policy = PoliciesDocument['policies'][number]

/** From the read model. */
export const policiesOf = async ({ read }: Pick<Reads, 'read'>, accountId: string): Promise<readonly Policy[]> =>
  (await read(policyBooks).get(accountId))?.policies ?? []

/** From the log, so always current. */
export const policyState = ({ load }: Pick<Sending, 'load'>, accountId: string): Promise<PoliciesState> => load(policies, accountId)

/** The definition of a version. @throws Refused */
export const policyVersionOf = async (
  inner: Pick<Sending, 'load'>,
  accountId: string,
  { policyId, version }: { readonly policyId: string; readonly version: number },
): Promise<PolicyDefinition> => {
  const found = (await policyState(inner, accountId))[policyId]?.versions.find((each) => each.version === version)
  if (!found) throw refused('policy_not_found')
  return found.definition
}

/**
 * Adds a policy or, under a name that is known, its next version.
 * @returns the policy's id
 * @throws ApiError 422 for an invalid condition or action, two rules of one name, and a reason that the account's list lacks
 */
export const addPolicyVersion = async (
  { load }: Pick<Sending, 'load'>,
  { accountId, newId, send }: Sender,
  definition: PolicyDefinition,
): Promise<string> => {
  const { noticeSettings } = await load(account, accountId)
  refuseProblems([...policyProblems(definition), ...sameNames(definition), ...reasonProblems(definition, noticeSettings)])
  const policyId = idOf(accountId, definition.name)
  const command = { type: 'AddPolicyVersion' as const, policyId, versionId: newId('policy_version'), definition }
  await send({ aggregate: policies, id: accountId, command })
  return policyId
}

type Version = { readonly policyId: string; readonly version: number | null }

/** Enables a version; the newest when `version` is null. @throws Refused */
export const enablePolicy = async ({ accountId, send }: Sender, { policyId, version }: Version): Promise<void> => {
  await send({ aggregate: policies, id: accountId, command: { type: 'EnablePolicy', policyId, version } })
}

/** @throws Refused */
export const disablePolicy = async ({ accountId, send }: Sender, policyId: string): Promise<void> => {
  await send({ aggregate: policies, id: accountId, command: { type: 'DisablePolicy', policyId } })
}

/** Tests the definition on the current business. @throws ApiError 422 for an invalid condition or action; Refused */
export const tryPolicy = async (
  { read, load, now }: Pick<Sending, 'load' | 'now'> & Pick<Reads, 'read'>,
  accountId: string,
  { definition, business_id }: z.output<typeof PolicyTrial>,
) => {
  checkDefinition(definition)
  const document = await read(businesses).get(business_id)
  const state = await load(business, business_id)
  if (document?.account_id !== accountId || state.status === 'none') throw refused('business_not_found')
  const { matched, ...evaluation } = evaluatePolicy(definition, state, now().toISOString())
  const rule = matched === null ? undefined : definition.rules[matched]
  return { matched: rule?.name ?? null, ...evaluation, actions: rule?.actions ?? [] }
}

/** The id of the policy with this name. Another file with the same name is its next version. */
const idOf = (accountId: string, name: string): string => derivedId(`policy/${name}`, accountId)

/** Results name the rule that decided, and what a rule made of the portfolio is counted by its name. */
const sameNames = ({ rules }: PolicyDefinition): readonly Problem[] =>
  rules.flatMap(({ name }, index) => {
    const first = rules.findIndex((each) => each.name === name)
    if (first === index) return []
    return [{ path: `rules.${index}.name`, message: `it has the name of rule ${first + 1}, “${name}”: give each rule a name of its own` }]
  })

/** Actions with reasons that are not on the account's list. */
const reasonProblems = ({ rules }: PolicyDefinition, settings: NoticeSettings): readonly Problem[] =>
  rules.flatMap(({ actions }, rule) =>
    actions.flatMap((action, place) =>
      action.type === 'set_status'
        ? unlistedReasons(action, settings).map(({ index, message }) => ({
            path: `rules.${rule}.actions.${place}.reasons.${index}`,
            message,
          }))
        : [],
    ),
  )

/** @throws ApiError 422 with each problem and its place */
export const checkDefinition = (definition: PolicyDefinition): void => refuseProblems(policyProblems(definition, 'definition.'))

const refuseProblems = (problems: readonly Problem[]): void => {
  if (problems.length > 0)
    throw unprocessable(problems.map(({ path, message }) => ({ message: `${ruleAt(path)}${message}`, parameter: path })))
}
