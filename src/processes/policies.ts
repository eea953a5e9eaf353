// After each completed review the account's enabled policies are evaluated for the business. The actions of the rules that match are carried out,
// and the business records what matched and why. A version in shadow is evaluated over the same facts, recorded as well, and does nothing.
import { isDeepStrictEqual } from 'node:util'
import { account } from '../commands/account.ts'
import { business } from '../commands/business.ts'
import type { Business } from '../commands/business-state.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { expanded, monitor } from '../commands/monitor.ts'
import { Proposed } from '../commands/needs-another.ts'
import { enabledVersions, type PoliciesState, type PolicyVersion, policies, shadowOf } from '../commands/policies.ts'
import { evaluatePolicy } from '../commands/policy-evaluation.ts'
import { Refused } from '../commands/refused.ts'
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import { openHits } from '../events/evidence-file.ts'
import { keysOf } from '../events/keys-of.ts'
import { actingVersion, type PolicyAction, type PolicyOutcome, policyActor, policyEvents, type ShadowOutcome } from '../events/policy.ts'
import { statedReasons, unlistedReasons } from '../interface/rejection-reasons.ts'
import { type EventLog, eventId as idOf, type WriteContext } from '../stores/event-log.ts'
import { openMemo } from '../stores/memo.ts'
import { failureText } from '../stores/told-failure.ts'
import { businessBefore } from './business-before.ts'
import type { Process, Reaction } from './process.ts'

/** Carries out an action of a policy. @returns why it was not carried out; null: it was */
type Execution = (state: Business, accountId: string, context: WriteContext) => Promise<string | null>

export const policyEvaluation = ({ handle, load, log }: PolicyDependencies & { readonly log: Pick<EventLog, 'read'> }): Process => {
  /** The policies of accounts as they were at the last review, forgotten when one of them changes. */
  const latest = openMemo<PoliciesState>()

  const evaluate: Reaction<'ReviewCompleted'> = async ({ id: eventId, stream, revision, metadata }, delivery) => {
    const businessId = aggregateIdOf(stream)
    const accountId = metadata.account_id
    const all = await latest.renew(accountId, () => load(policies, accountId))
    const enabled = enabledVersions(all)
    if (enabled.length === 0) return undefined
    const isOwn = ({ metadata: { causation_id, actor } }: StoredEvent) => causation_id === eventId && actingVersion(actor) !== undefined
    const since = await log.read(stream, { from: revision + 1 })
    const judged = since.some(isOwn) ? businessBefore(await log.read(stream), isOwn) : await load(business, businessId)
    if (judged.status === 'none') return undefined
    const outcomes: PolicyOutcome[] = []
    const shadows: ShadowOutcome[] = []
    for (const version of enabled) {
      const { matched, result, rules } = evaluatePolicy(version.definition, judged, metadata.recorded_at)
      const rule = matched === null ? undefined : version.definition.rules[matched]
      const actions: PolicyOutcome['actions'] = []
      for (const [index, action] of (rule?.actions ?? []).entries()) {
        const step = `${version.version_id}/${index}`
        const actor = policyActor(version.version_id, version.definition.name)
        const now = await load(business, businessId)
        if (now.status === 'none') return undefined
        const context = { ...delivery.context(step), actor }
        const isDone = since.some(({ id }) => id === idOf(context.commandId, 0))
        const failure = isDone ? null : await execute(execution({ handle, load }, action, `${step}/${eventId}`), now, accountId, context)
        const explanation = failure ?? 'carried out'
        actions.push({ id: derivedId(step, eventId), action, executed: failure === null, explanation })
      }
      const outcome: PolicyOutcome = {
        ...named(version, businessId),
        result,
        matched: rule?.name ?? null,
        rules: rules.map((each) => ({ ...each, reasons: [...each.reasons] })),
        actions,
      }
      outcomes.push(outcome)
      const shadow = shadowOf(all, version)
      if (shadow) shadows.push(shadowOutcome(shadow, outcome, { judged, at: metadata.recorded_at, eventId }))
    }
    await handle(business, businessId, { type: 'NotePolicies', outcomes, shadows }, delivery.context('noted'))
    return undefined
  }

  return {
    name: 'policies',
    on: { ReviewCompleted: evaluate, ...Object.fromEntries(policyChanges.map((type) => [type, async () => undefined])) },
    // Most accounts have no policy, and none of their reviews has anything to be evaluated.
    seen: ({ type, metadata }) => {
      const accountId = String(metadata.account_id)
      if (type !== 'ReviewCompleted') {
        latest.forget(accountId)
        return false
      }
      const known = latest.known(accountId)
      return known === undefined || enabledVersions(known).length > 0
    },
    alongside: async () => {
      // Another worker may have had the share meanwhile.
      latest.clear()
      return async () => undefined
    },
  }
}

/** The events after which the policies of an account are read again. */
const policyChanges = keysOf(policyEvents)

type Evaluated = { readonly judged: Business; readonly at: string; readonly eventId: string }

/** Over the same facts as the enabled version. Rules that fail are an outcome too, so that they never hold up the enabled version. */
const shadowOutcome = (shadow: PolicyVersion, active: PolicyOutcome, { judged, at, eventId }: Evaluated): ShadowOutcome => {
  const { policy_id, version_id, version, definition } = shadow
  const common = {
    policy_id,
    version_id,
    version,
    name: definition.name,
    result_id: derivedId(`shadow/${version_id}`, eventId),
    active: { version_id: active.version_id, version: active.version, result: active.result, matched: active.matched },
  }
  try {
    const { matched, result, rules } = evaluatePolicy(definition, judged, at)
    const rule = matched === null ? undefined : definition.rules[matched]
    const actions = (rule?.actions ?? []).map((action, index) => ({
      id: derivedId(`shadow/${version_id}/${index}`, eventId),
      action,
      executed: false,
      explanation: 'not carried out: the version runs in shadow',
    }))
    const isSame = result === active.result && isDeepStrictEqual(actions.map(actionOf), active.actions.map(actionOf))
    return {
      ...common,
      result,
      matched: rule?.name ?? null,
      rules: rules.map((each) => ({ ...each, reasons: [...each.reasons] })),
      actions,
      differs: !isSame,
      failure: null,
    }
  } catch (error) {
    const failure = failureText(error)
    return { ...common, result: 'failed', matched: null, rules: [], actions: [], differs: false, failure }
  }
}

const actionOf = ({ action }: PolicyOutcome['actions'][number]): PolicyAction => action

/** A version has one result per business: the latest. */
const named = ({ policy_id, version_id, version, definition }: PolicyVersion, businessId: string) => ({
  policy_id,
  version_id,
  version,
  name: definition.name,
  result_id: derivedId(version_id, businessId),
})

type PolicyDependencies = { readonly handle: Handle; readonly load: Load }

const execution = ({ handle, load }: PolicyDependencies, action: PolicyAction, seed: string): Execution => {
  switch (action.type) {
    case 'set_status':
      return async (state, accountId, context) => {
        // A decision that somebody made is not changed.
        if (state.status === action.status) return null
        if (state.status !== 'in_review') return `the business is ${state.status} already`
        if (action.status === 'approved' && openHits(state.file).length > 0)
          return 'a watchlist hit is not dismissed: a person has to decide'
        const command = { type: 'Decide' as const, status: action.status, note: null }
        const { reasons, status } = action
        const { noticeSettings } = await load(account, accountId)
        const [unlisted] = unlistedReasons({ status, reasons }, noticeSettings)
        if (unlisted) return unlisted.message
        const stated =
          reasons &&
          statedReasons(
            [...new Set(reasons)].map((code) => ({ code })),
            status,
            noticeSettings,
          )
        await handle(business, state.submitted.business_id, { ...command, ...(stated && { reasons: stated }) }, context)
        return null
      }
    case 'add_tag':
      return async (state, _, context) => {
        await handle(business, state.submitted.business_id, { type: 'AddTag', tag: action.tag }, context)
        return null
      }
    case 'enable_monitor':
      return async ({ submitted: { business_id, mode } }, accountId, context) => {
        const { features, monitorTypes } = await load(account, accountId)
        if (!features.has('monitoring')) return 'the feature monitoring is not enabled for the account'
        const allowed = new Set<string>(expanded(['*'], monitorTypes))
        const isWatched = (type: string) => allowed.has(type)
        const event_types = expanded(action.event_types, monitorTypes).filter(isWatched)
        if (event_types.length === 0) return `none of ${action.event_types.join(', ')} can be monitored`
        // A version that was added before such names were refused may hold one, and the account may have lost a type since.
        const left = action.event_types.filter((name) => !expanded([name], monitorTypes).some(isWatched))
        const command = {
          type: 'AlsoMonitor' as const,
          monitor: { monitor_id: derivedId('monitor', business_id), business_id, mode, event_types },
        }
        await handle(monitor, business_id, command, context)
        return left.length === 0 ? null : `${left.join(', ')} cannot be monitored; the others are`
      }
    case 'order_product':
      return async (state, accountId, context) => {
        // The review of that product evaluates the policies again, so one order is enough.
        if (state.orders.some(({ product }) => product === action.product)) return null
        const order = {
          order_id: derivedId(`order/${seed}`, state.submitted.business_id),
          product: action.product,
          subproducts: action.subproducts,
          options: {},
          requester: { id: accountId, type: 'account' as const },
        }
        await handle(business, state.submitted.business_id, { type: 'PlaceOrder', order }, context)
        return null
      }
  }
}

const execute = async (action: Execution, state: Business, accountId: string, context: WriteContext): Promise<string | null> => {
  try {
    return await action(state, accountId, context)
  } catch (error) {
    if (error instanceof Proposed) return 'proposed: the account requires a second person, who has to confirm it'
    if (error instanceof Refused) return error.message.replaceAll('_', ' ')
    throw error
  }
}
