// What-if: evaluates a policy on every decided business, as it stood when its review was completed, and compares the result with the decision.
import { business } from '../commands/business.ts'
import type { BusinessState } from '../commands/business-state.ts'
import { evaluatePolicy } from '../commands/policy-evaluation.ts'
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import { decidedStatuses, isDecision } from '../events/decisions.ts'
import type { Mode } from '../events/modes.ts'
import type { PolicyDefinition } from '../events/policy.ts'
import type { EventLog } from '../stores/event-log.ts'

export type BacktestedBusiness = {
  readonly business_id: string
  readonly reviewed_at: string
  /** The latest decision; null if there is none yet. */
  readonly decided: Decision | null
  /** The policy's decision: the status its rule sets; null if it leaves the decision to people. */
  readonly would: Decision | null
  readonly rule: string | null
  readonly result: string
}

export type Backtest = {
  readonly businesses: number
  /** Counts businesses by the actual decision and the policy's decision. */
  readonly table: readonly {
    readonly decided: Decision | 'undecided'
    readonly policy: Decision | 'left to people'
    readonly businesses: number
  }[]
  /** Businesses that people decided differently from the policy. */
  readonly disagreements: readonly BacktestedBusiness[]
}

type Decision = 'approved' | 'rejected'

type Choice = {
  readonly mode: Mode
  readonly account?: string | undefined
  readonly onProgress?: (businesses: number) => void
}

/**
 * Reads the log once for the businesses of the mode, then each business's own stream, so that memory holds one business at a time. `account` limits
 * it to one.
 */
export const backtest = async (log: EventLog, policy: PolicyDefinition, { mode, account, onProgress }: Choice): Promise<Backtest> => {
  const counts = new Map<string, Backtest['table'][number]>()
  const disagreements: BacktestedBusiness[] = []
  let businesses = 0
  for await (const { stream, metadata, data } of log.store.readAll({ types: ['BusinessCreated'] })) {
    if (data.mode !== mode || (account !== undefined && metadata.account_id !== account)) continue
    const tested = backtestOne(await log.read(stream), policy)
    if (!tested) continue
    onProgress?.(++businesses)
    const decided = tested.decided ?? 'undecided'
    const would = tested.would ?? 'left to people'
    const row = counts.get(`${decided}/${would}`)
    counts.set(`${decided}/${would}`, { decided, policy: would, businesses: (row?.businesses ?? 0) + 1 })
    if (tested.decided && tested.would && tested.decided !== tested.would) disagreements.push(tested)
  }
  const table = [...counts.values()].sort((one, other) => other.businesses - one.businesses)
  return { businesses, table, disagreements }
}

/** The last review before the first decision is the basis of that decision; undefined for a business without a review. */
const backtestOne = (events: readonly StoredEvent[], policy: PolicyDefinition): BacktestedBusiness | undefined => {
  let state: BusinessState = business.initial
  let judged: { readonly state: BusinessState; readonly at: string } | undefined
  let decided: Decision | null = null
  let everDecided = false
  for (const event of events) {
    state = business.evolve(state, event as Parameters<typeof business.evolve>[1])
    if (isDecision(event)) {
      decided = decisionOf(decidedStatuses[event.type])
      everDecided = true
    }
    if (event.type === 'ReviewCompleted' && !everDecided) judged = { state, at: event.metadata.recorded_at }
  }
  const stream = events[0]?.stream
  if (!judged || judged.state.status === 'none' || stream === undefined) return undefined
  const { matched, result } = evaluatePolicy(policy, judged.state, judged.at)
  const rule = matched === null ? undefined : policy.rules[matched]
  const set = rule?.actions.find((action) => action.type === 'set_status')
  return {
    business_id: aggregateIdOf(stream),
    reviewed_at: judged.at,
    decided,
    would: set?.type === 'set_status' ? decisionOf(set.status) : null,
    rule: rule?.name ?? null,
    result,
  }
}

const decisionOf = (status: string): Decision | null => (status === 'approved' || status === 'rejected' ? status : null)
