// After each completed review the account's enabled policies are evaluated for the business. The actions of the rules that match are carried out,
// and the business records what matched and why.
import { v5 as uuidv5 } from 'uuid'
import { account } from '../commands/account.ts'
import { business } from '../commands/business.ts'
import type { Business, BusinessState } from '../commands/business-state.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { expanded, monitor } from '../commands/monitor.ts'
import { enabledVersions, type PolicyVersion, policies } from '../commands/policies.ts'
import { evaluatePolicy } from '../commands/policy-evaluation.ts'
import { Refused } from '../commands/refused.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { openHits } from '../events/evidence-file.ts'
import type { PolicyAction, PolicyOutcome } from '../events/policy.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { Process } from './process.ts'

/** Why an action was not carried out; null: it was. */
type Attempt = (state: Business, accountId: string, context: WriteContext) => Promise<string | null>

export const policyEvaluation = ({ handle, load }: PolicyDependencies): Process => ({
  name: 'policies',
  on: {
    ReviewCompleted: async ({ id: eventId, stream, metadata }, delivery) => {
      const businessId = aggregateIdOf(stream)
      const accountId = metadata.account_id
      const enabled = enabledVersions(await load(policies, accountId))
      if (enabled.length === 0) return undefined
      const judged: BusinessState = await load(business, businessId)
      if (judged.status === 'none') return undefined
      const outcomes: PolicyOutcome[] = []
      for (const version of enabled) {
        const { matched, result, rules } = evaluatePolicy(version.definition, judged, metadata.recorded_at)
        const rule = matched === null ? undefined : version.definition.rules[matched]
        const actions: PolicyOutcome['actions'] = []
        for (const [index, action] of (rule?.actions ?? []).entries()) {
          const step = `${version.version_id}/${index}`
          const actor = { type: 'process' as const, id: `policy/${version.version_id}`, name: version.definition.name }
          const now = await load(business, businessId)
          if (now.status === 'none') return undefined
          const failure = await attempted(attempt({ handle, load }, action, `${step}/${eventId}`), now, accountId, {
            ...delivery.context(step),
            actor,
          })
          const explanation = failure ?? 'carried out'
          actions.push({ id: uuidv5(step, eventId), action, executed: failure === null, explanation })
        }
        outcomes.push({
          ...named(version, businessId),
          result,
          matched: rule?.name ?? null,
          rules: rules.map((each) => ({ ...each, reasons: [...each.reasons] })),
          actions,
        })
      }
      await handle(business, businessId, { type: 'NotePolicies', outcomes }, delivery.context('noted'))
      return undefined
    },
  },
})

/** A version has one result per business: the latest. */
const named = ({ policy_id, version_id, version, definition }: PolicyVersion, businessId: string) => ({
  policy_id,
  version_id,
  version,
  name: definition.name,
  result_id: uuidv5(version_id, businessId),
})

type PolicyDependencies = { readonly handle: Handle; readonly load: Load }

const attempt = ({ handle, load }: PolicyDependencies, action: PolicyAction, seed: string): Attempt => {
  switch (action.type) {
    case 'set_status':
      return async (state, _, context) => {
        // A decision that somebody made is not changed.
        if (state.status === action.status) return null
        if (state.status !== 'in_review') return `the business is ${state.status} already`
        if (action.status === 'approved' && openHits(state.file).length > 0)
          return 'a watchlist hit is not dismissed: a person has to decide'
        await handle(business, state.submitted.business_id, { type: 'Decide', status: action.status, note: null }, context)
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
          type: 'EnableMonitor' as const,
          monitor: { monitor_id: uuidv5('monitor', business_id), business_id, mode, event_types },
        }
        await handle(monitor, business_id, command, context)
        return left.length === 0 ? null : `${left.join(', ')} cannot be monitored; the others are`
      }
    case 'order_product':
      return async (state, accountId, context) => {
        // The review of that product evaluates the policies again, so one order is enough.
        if (state.orders.some(({ product }) => product === action.product)) return null
        const order = {
          order_id: uuidv5(`order/${seed}`, state.submitted.business_id),
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

const attempted = async (action: Attempt, state: Business, accountId: string, context: WriteContext): Promise<string | null> => {
  try {
    return await action(state, accountId, context)
  } catch (error) {
    if (error instanceof Refused) return error.message.replaceAll('_', ' ')
    throw error
  }
}
