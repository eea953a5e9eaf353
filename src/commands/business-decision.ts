// The decision on a business: what allows it, and what it rests on. A part of the decider in business.ts.
import type { BusinessEvent } from '../events/business.ts'
import type { CaseStatus } from '../events/business-status.ts'
import { type DecidedStatus, type DecisionReason, type DecisionType, decidedStatuses, type StatedReason } from '../events/decisions.ts'
import { openHits } from '../events/evidence-file.ts'
import { keysOf } from '../events/keys-of.ts'
import { nothingAgainst } from '../evidence/verdict.ts'
import { type Business, type BusinessState, runningOrders } from './business-state.ts'
import { refused, refuseIfAny } from './refused.ts'

/** The status that the decision was made upon: where another decision has come first, this one is refused and told of it. */
export type Seen = BusinessState['status'] | CaseStatus

export type Decision = {
  readonly status: DecidedStatus
  readonly note: string | null
  readonly reason?: DecisionReason
  readonly reasons?: readonly StatedReason[]
  readonly seen?: Seen
  /** Only a client's PATCH, which the interface lets set the status without a word. */
  readonly canLackNote?: boolean
}

/** The event that gives a business each of the statuses. */
const decisionTypes = Object.fromEntries(keysOf(decidedStatuses).map((type) => [decidedStatuses[type], type])) as {
  // The type of fromEntries forgets which key has which value.
  readonly [Type in DecisionType as (typeof decidedStatuses)[Type]]: Type
}

/** An approval over watchlist hits is recorded as an override, and its note says why. @throws Refused */
export const decision = (
  state: Business,
  { status, note, reason, reasons, seen = state.status, canLackNote = false }: Decision,
): readonly BusinessEvent[] => {
  if (runningOrders(state).length > 0) throw refused('orders_running', 'status')
  const isDecidedMeanwhile = state.status !== seen && state.status !== status && Object.hasOwn(decisionTypes, state.status)
  if (isDecidedMeanwhile && Object.hasOwn(decisionTypes, seen)) throw refused('decided_meanwhile', 'status', { status: state.status })
  if (state.status === status) return []
  if (state.erased) throw refused('business_erased', 'status')
  if (reason === 'checks_passed' && !nothingAgainst(state.review?.tasks ?? null)) throw refused('checks_not_passed', 'reason')
  if (reasons) requireKnownFindings(state, reasons)
  const why = { note, ...(reason ? { reason } : {}), ...(reasons ? { reasons: reasons.map((each) => ({ ...each })) } : {}) }
  if (status !== 'approved') return [{ type: decisionTypes[status], data: why }]
  const hit_ids = openHits(state.file).map(({ id }) => id)
  if (hit_ids.length > 0 && note === null && !canLackNote) throw refused('override_reason_missing', 'note')
  return [{ type: 'BusinessApproved', data: { ...why, ...(hit_ids.length > 0 ? { override: { hit_ids } } : {}) } }]
}

/** What reasons may point to: the tasks of the review, watchlist hits and discrepancies of owners. */
const requireKnownFindings = ({ review, file }: Business, reasons: readonly StatedReason[]) => {
  const known = new Set([
    ...(review?.tasks ?? []).map(({ key }) => key),
    ...Object.keys(file.hits),
    ...Object.keys(file.owner_discrepancies ?? {}),
  ])
  refuseIfAny(
    reasons.flatMap(({ findings }, index) =>
      findings.flatMap((each, at) => (known.has(each) ? [] : [refused('finding_unknown', `status_reasons.${index}.findings.${at}`)])),
    ),
  )
}
