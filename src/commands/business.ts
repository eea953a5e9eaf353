// The business aggregate: the commands from the creation of a business to the decision on it, and the events that follow.
import { isDeepStrictEqual } from 'node:util'
import type { BusinessEvent, businessEvents } from '../events/business.ts'
import type { Stood } from '../events/business-copy.ts'
import type { DecidedStatus, StatedReason } from '../events/decisions.ts'
import { type TakeAction, takeAction } from './business-actions.ts'
import { copySettled } from './business-copy.ts'
import { type Decision, decision, type Seen } from './business-decision.ts'
import {
  auditCompleted,
  auditRequested,
  type NewOrder,
  orderOf,
  orderPlaced,
  orderUpdated,
  placeable,
  placed,
  problemsOfOrders,
  startOf,
  type UpdateOrder,
} from './business-orders.ts'
import { type Business, type BusinessState, businessAfter, evolveBusiness, nonexistent, runningOrders } from './business-state.ts'
import { contactsAfter } from './contacts.ts'
import { type Aggregate, assertNever, type Claim } from './decider.ts'
import { confirmations, differences, type Evidence } from './findings.ts'
import { outdatedChecks, searchesGivenUp } from './outdated-checks.ts'
import { discrepancyEvents } from './owner-discrepancies.ts'
import { refused, refuseIfAny } from './refused.ts'
import { reviewTasks } from './review/review.ts'
import { type ReviewCalendarCommand, reviewCalendarEventsOf } from './review-calendar.ts'
import { riskTierSet, type SetRiskTier } from './risk.ts'
import { reopenings } from './watchlist-dismissals.ts'

type Data<Type extends keyof typeof businessEvents> = Extract<BusinessEvent, { type: Type }>['data']

/** The id for a first review, the time of the judgement (ISO 8601), and how many days old a source may be (90 when absent). */
export type NewReview = { readonly id: string; readonly at: string; readonly ageLimitDays?: number }

/** `about`: what evidence was gathered for; absent where it rests on nothing that was given. */
export type BusinessCommand =
  | {
      readonly type: 'CreateBusiness'
      readonly business: Data<'BusinessCreated'>
      readonly orders: readonly NewOrder[]
      readonly assigneeId?: string
      /** Of which business it is a copy. */
      readonly copied?: Data<'BusinessCopied'>
    }
  | {
      readonly type: 'UpdateBusiness'
      readonly changes: Data<'BusinessUpdated'>
      readonly status: DecidedStatus | null
      /** Why it is decided so. */
      readonly statusReason?: string | null
      readonly reasons?: readonly StatedReason[]
      readonly seen?: Seen
      /** Absent: the assignee stays. */
      readonly assigneeId?: string | null
      /** For the review that follows when a dismissal ends with the change. */
      readonly review?: NewReview
    }
  | ({ readonly type: 'Decide' } & Decision)
  /** `seen`: with whom the case was, for its reader; where another has it by now, this is refused. */
  | { readonly type: 'AssignBusiness'; readonly assigneeId: string | null; readonly seen?: string | null }
  | { readonly type: 'PlaceOrder'; readonly order: NewOrder }
  | { readonly type: 'StartOrder'; readonly orderId: string }
  | { readonly type: 'RequestAudit'; readonly orderId: string; readonly reason: string }
  | { readonly type: 'CompleteAudit'; readonly orderId: string; readonly note: string | null }
  | {
      readonly type: 'CompleteOrder'
      readonly orderId: string
      readonly evidence: Evidence
      readonly about?: Given
      readonly review: NewReview
    }
  | { readonly type: 'RecordEvidence'; readonly evidence: Evidence; readonly about?: Given; readonly review: NewReview }
  | { readonly type: 'AddTag'; readonly tag: string }
  | { readonly type: 'ResolveDiscrepancy'; readonly discrepancyId: string; readonly reason: string; readonly review: NewReview }
  /** `dueOn`: the last day that it had. */
  | { readonly type: 'LetDiscrepancyLapse'; readonly discrepancyId: string; readonly dueOn: string; readonly review: NewReview }
  | SetRiskTier
  /** `copyId`: the id of the event that says what it is a copy of. */
  | { readonly type: 'SettleCopy'; readonly copyId: string; readonly stood: Stood }
  | ReviewCalendarCommand
  | { readonly type: 'RemoveExample' }
  | {
      readonly type: 'NotePolicies'
      readonly outcomes: Data<'PoliciesEvaluated'>['outcomes']
      readonly shadows: Data<'ShadowPoliciesEvaluated'>['outcomes']
    }
  | (TakeAction & { readonly review: NewReview; readonly seen?: Seen })
  | UpdateOrder

/** The tag of the examples that a dashboard loads into its test side, and can remove. */
export const exampleTag = 'example'

export const business: Aggregate<BusinessState, BusinessCommand, BusinessEvent> = {
  name: 'business',

  initial: nonexistent,
  evolve: evolveBusiness,

  decide: (command, state) => {
    if (command.type === 'CreateBusiness') {
      if (state.status !== 'none') throw refused('business_exists')
      refuseIfAny(problemsOfOrders(command.orders, command.business))
      const assigned = command.assigneeId === undefined ? [] : [assignment(command.assigneeId)]
      const copied: readonly BusinessEvent[] = command.copied ? [{ type: 'BusinessCopied', data: command.copied }] : []
      return [{ type: 'BusinessCreated', data: command.business }, ...copied, ...assigned, ...command.orders.map(orderPlaced)]
    }
    if (state.status === 'none') {
      if (command.type === 'RemoveExample') return []
      throw refused('business_not_found')
    }
    return decideFor(command, state)
  },

  claims: (command, state) => {
    if (command.type === 'CreateBusiness') return uniqueId('take', command.business.unique_external_id)
    if (state.status === 'none') return []
    const held = state.submitted.unique_external_id
    if (command.type === 'RemoveExample') return uniqueId('give back', held)
    if (command.type !== 'UpdateBusiness') return []
    const { unique_external_id: wanted = held } = command.changes
    return wanted === held ? [] : [...uniqueId('take', wanted), ...uniqueId('give back', held)]
  },
}

const uniqueId = (action: Claim['action'], value: string | null): readonly Claim[] =>
  value === null ? [] : [{ action, kind: 'unique_external_id', value }]

const decideFor = (command: Exclude<BusinessCommand, { type: 'CreateBusiness' }>, state: Business): readonly BusinessEvent[] => {
  switch (command.type) {
    case 'UpdateBusiness':
      return updated(state, command)
    case 'Decide':
      return decision(state, command)
    case 'AssignBusiness':
      return assignedTo(state, command.assigneeId, command.seen)
    case 'PlaceOrder':
      return placed(state, command.order)
    case 'StartOrder':
      return startOf(orderOf(state, command.orderId))
    case 'RequestAudit':
      return auditRequested(orderOf(state, command.orderId), command.reason)
    case 'CompleteAudit':
      return auditCompleted(orderOf(state, command.orderId), command.note)
    case 'CompleteOrder': {
      const order = orderOf(state, command.orderId)
      if (!order.running) return []
      refuseIfOutdated(state, command.about)
      const events: readonly BusinessEvent[] = [
        ...startOf(order),
        ...found(state, command.evidence, command.orderId),
        ...confirmations(state.file, command.evidence),
        { type: 'OrderCompleted', data: { order_id: command.orderId } },
      ]
      return [...events, ...reviewAfter(state, events, command.review)]
    }
    case 'RecordEvidence':
      return evidenceRecorded(state, command)
    case 'ResolveDiscrepancy': {
      const held = state.file.owner_discrepancies?.[command.discrepancyId]
      if (!held) throw refused('discrepancy_not_found')
      if (held.status === 'resolved') return []
      const { discrepancyId: discrepancy_id, reason } = command
      const resolved = { type: 'OwnerDiscrepancyResolved' as const, data: { discrepancy_id, cause: 'person' as const, reason } }
      return [resolved, ...reviewAfter(state, [resolved], command.review)]
    }
    case 'LetDiscrepancyLapse': {
      const held = state.file.owner_discrepancies?.[command.discrepancyId]
      if (held?.status !== 'open') return []
      const overdue = { type: 'OwnerDiscrepancyOverdue' as const, data: { discrepancy_id: held.id, due_on: command.dueOn } }
      return [overdue, ...reviewAfter(state, [overdue], command.review)]
    }
    case 'SetRiskTier':
      return riskTierSet(state, command)
    case 'SettleCopy':
      return copySettled(state, command)
    case 'ScheduleReview':
    case 'BringReviewForward':
    case 'NoteReviewDue':
    case 'NoteReviewOverdue':
      return reviewCalendarEventsOf(state, command, (orders) => placeable(state, orders))
    case 'RemoveExample': {
      if (state.submitted.mode !== 'test' || !state.submitted.tags.includes(exampleTag)) throw refused('not_an_example')
      if (runningOrders(state).length > 0) throw refused('example_running')
      const data = { order_ids: state.orders.map(({ order_id }) => order_id), hit_ids: Object.keys(state.file.hits) }
      return [{ type: 'ExampleRemoved', data }]
    }
    case 'AddTag': {
      const { tags } = state.submitted
      return tags.includes(command.tag) ? [] : [{ type: 'BusinessUpdated', data: { tags: [...tags, command.tag] } }]
    }
    case 'NotePolicies':
      return [
        ...(command.outcomes.length > 0 ? [{ type: 'PoliciesEvaluated' as const, data: { outcomes: command.outcomes } }] : []),
        ...(command.shadows.length > 0 ? [{ type: 'ShadowPoliciesEvaluated' as const, data: { outcomes: command.shadows } }] : []),
      ]
    case 'TakeAction':
      return actionTaken(state, command)
    case 'UpdateOrder':
      return orderUpdated(state, command)
    default:
      return assertNever(command)
  }
}

/** What is submitted beside what a review judges. */
const unjudged: ReadonlySet<string> = new Set(['tags', 'external_id', 'unique_external_id'])

type Given = Pick<Business, 'added' | 'submitted'>
type Fields = { readonly [field: string]: unknown }

/**
 * The submitted fields whose values differ from those asked for, with both values. A new tax number always comes with its kind, because the event
 * alone must say whether it shows an SSN.
 */
export const changedFields = (
  given: Given,
  asked: Fields,
): readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[] => {
  const held = fieldsOf(given)
  const differs = (field: string) => !isDeepStrictEqual(asked[field], held[field])
  return Object.entries(asked).flatMap(([field, after]) =>
    differs(field) || (field === 'tin_type' && differs('tin')) ? [{ field, before: held[field], after }] : [],
  )
}

const fieldsOf = ({ added, submitted }: Given): Fields => ({ formation: null, ownership: null, lei: null, ...added, ...submitted })

/** If the business was changed while its evidence was gathered, that evidence is about the old data. The caller gathers it again. */
const refuseIfOutdated = (state: Business, about: Given | undefined): void => {
  if (about && changedFields(state, fieldsOf(about)).some(({ field }) => !unjudged.has(field))) throw refused('evidence_outdated')
}

/** Only what differs changes, with the checks and dismissals that end with it, and a decision on all that where a status is sent along. */
const updated = (state: Business, command: Extract<BusinessCommand, { type: 'UpdateBusiness' }>): readonly BusinessEvent[] => {
  const changes = Object.fromEntries(changedFields(state, command.changes).map(({ field, after }) => [field, after]))
  const update: readonly BusinessEvent[] = Object.keys(changes).length > 0 ? [{ type: 'BusinessUpdated', data: changes }] : []
  const outdated = outdatedChecks(state, changes)
  const ended = reopenings(state, update)
  const isJudged = ended.length > 0 || Object.keys(changes).some((field) => !unjudged.has(field))
  const changed = [...update, ...outdated, ...ended]
  const reviewed = isJudged && state.review && command.review ? reviewAfter(state, changed, command.review) : []
  const assigned = command.assigneeId === undefined ? [] : assignedTo(state, command.assigneeId)
  const events = [...changed, ...reviewed, ...assigned]
  if (command.status === null) return events
  const after = businessAfter(state, events)
  return [...events, ...decision(after, { ...command, status: command.status, note: command.statusReason ?? null, canLackNote: true })]
}

/** A review that only newer sources confirm is renewed and decides nothing. */
const evidenceRecorded = (state: Business, command: Extract<BusinessCommand, { type: 'RecordEvidence' }>): readonly BusinessEvent[] => {
  refuseIfOutdated(state, command.about)
  const events = found(state, command.evidence, null)
  const confirmed = confirmations(state.file, command.evidence)
  if (!state.review) return [...events, ...confirmed]
  if (events.length > 0) return [...events, ...confirmed, ...reviewAfter(state, [...events, ...confirmed], command.review)]
  return confirmed.length > 0 ? [...confirmed, ...renewed(reviewAfter(state, confirmed, command.review))] : []
}

const actionTaken = (state: Business, command: Extract<BusinessCommand, { type: 'TakeAction' }>): readonly BusinessEvent[] => {
  const taken = takeAction(state, command, (status, note) =>
    decision(state, { status, note, ...(command.seen ? { seen: command.seen } : {}) }),
  )
  const events = [...taken, ...outdatedBy(state, taken), ...reopenings(state, taken)]
  const changesReview = state.review !== null && runningOrders(state).length === 0 && command.asked.type !== 'decision' && events.length > 1
  return changesReview ? [...events, ...reviewAfter(state, events, command.review)] : events
}

/** The checks of people that say nothing of those whom an action adds. */
const outdatedBy = (state: Business, taken: readonly BusinessEvent[]): readonly BusinessEvent[] =>
  taken.flatMap((event) =>
    event.type === 'AttributesAdded' ? outdatedChecks(state, { people: [...state.submitted.people, ...event.data.people] }) : [],
  )

/** What the evidence changes, with the checks, contacts and records that leave and the dismissals that end with it. */
const found = (state: Business, evidence: Evidence, orderId: string | null): readonly BusinessEvent[] => {
  const outdated = outdatedChecks(state)
  const differing = differences(businessAfter(state, outdated).file, evidence, orderId)
  const events = [...outdated, ...differing, ...contactsAfter(state, differing, evidence, orderId), ...searchesGivenUp(state, differing)]
  return [...events, ...reopenings(state, events)]
}

const assignment = (assignee_id: string | null): BusinessEvent => ({ type: 'BusinessAssigned', data: { assignee_id } })

const assignedTo = ({ assignee_id }: Business, assigneeId: string | null, seen = assignee_id): readonly BusinessEvent[] => {
  if (assigneeId === assignee_id) return []
  if (seen !== assignee_id) throw refused('assigned_meanwhile', 'assignee')
  return [assignment(assigneeId)]
}

/** The review, once no order runs any more. */
const reviewAfter = (state: Business, events: readonly BusinessEvent[], review: NewReview): readonly BusinessEvent[] => {
  const after = businessAfter(state, events)
  if (runningOrders(after).length > 0) return []
  const differing = discrepancyEvents(after, review.at)
  const judged = businessAfter(after, differing)
  return [
    ...differing,
    {
      type: 'ReviewCompleted',
      data: { review_id: judged.review?.review_id ?? review.id, tasks: reviewTasks(judged, review.at, review.ageLimitDays) },
    },
  ]
}

/** The same review, of which nobody is told. */
const renewed = (events: readonly BusinessEvent[]): readonly BusinessEvent[] =>
  events.map((event) => (event.type === 'ReviewCompleted' ? { ...event, type: 'ReviewRenewed' } : event))
