// The state of a business as its events make it: what was submitted, the orders placed for it, the evidence on file, the review.
import type { BusinessEvent, businessEvents, lifecycleEvents } from '../events/business.ts'
import { type Added, addedAfter, addedWith, nothingAdded, submittedWith } from '../events/business-actions.ts'
import {
  type BusinessStatus,
  isSettled,
  type OrderStage,
  orderStatusAt,
  statusAfterOrder,
  statusAtWork,
} from '../events/business-status.ts'
import type { EventOf } from '../events/define.ts'
import { type EvidenceFile, emptyFile, fileAfter, fileAfterUpdate, isEvidence } from '../events/evidence-file.ts'
import { type NextReview, nextReviewAfter } from '../events/review-calendar.ts'
import type { RiskTier } from '../events/risk.ts'
import { type AskedByName, askedByName } from './asked-by-name.ts'

type Data<Type extends keyof typeof businessEvents> = Extract<BusinessEvent, { type: Type }>['data']

export type OrderState = Omit<Data<'OrderPlaced'>, 'requester'> & {
  /** The status shown: a name of the lifecycle, or the text that PUT set. */
  readonly status: string
  /** The stage of the work, whatever status is shown. */
  readonly stage: OrderStage
  readonly assignee_id: string | null
  readonly running: boolean
}

export type Created = Data<'BusinessCreated'>

/** What was submitted, except for what is in `added`. */
export type Submitted = Omit<Data<'BusinessCreated'>, 'names' | 'email_addresses'>

export type BusinessState =
  | { readonly status: 'none' }
  | {
      readonly status: BusinessStatus
      readonly submitted: Submitted
      /** The names that were submitted before, each once. Absent where there never was another. */
      readonly former_names?: readonly string[]
      /** The name that the business had when it was last asked for what goes by its name. Absent where nothing was. */
      readonly asked_as?: { readonly [Each in AskedByName]?: string }
      /** The user who is to look at it. */
      readonly assignee_id: string | null
      readonly added: Added
      readonly orders: readonly OrderState[]
      readonly file: EvidenceFile
      readonly review: Data<'ReviewCompleted'> | null
      /** What a person set instead of the tier of the table. */
      readonly risk_override: { readonly tier: RiskTier } | null
      /** When it is looked at again; null before an approval and after a rejection. */
      readonly next_review: NextReview | null
      /** The relationship is over: it is not looked at again until it is resumed. */
      readonly ended: boolean
      /** Its personal data was erased, and nothing was ordered since. */
      readonly erased: boolean
    }
/** A business that exists. */
export type Business = Exclude<BusinessState, { status: 'none' }>

/** The e-mail addresses that were sent with it: those of its people, and its own. */
export const submittedEmails = ({ submitted, added }: Pick<Business, 'submitted' | 'added'>): readonly string[] =>
  [...submitted.people, ...added.email_addresses].flatMap(({ email }) => (email ? [email] : []))

export const nonexistent: BusinessState = { status: 'none' }

export const evolveBusiness = (state: BusinessState, event: BusinessEvent): BusinessState => {
  if (event.type === 'BusinessCreated') {
    const { names, email_addresses, ...submitted } = event.data
    const added = addedWith(nothingAdded, { names, email_addresses })
    return {
      status: 'open',
      submitted,
      assignee_id: null,
      added,
      orders: [],
      file: emptyFile,
      review: null,
      risk_override: null,
      next_review: null,
      ended: false,
      erased: false,
    }
  }
  if (state.status === 'none' || event.type === 'ExampleRemoved') return nonexistent
  const after = askedAfter(state, askedByName(event, state.orders))
  return isEvidence(event) ? { ...after, file: fileAfter(state.file, event, '') } : afterLifecycle(after, event)
}

/** The business after these events, none of which removes it. */
export const businessAfter = (state: Business, events: readonly BusinessEvent[]): Business =>
  events.reduce<BusinessState>(evolveBusiness, state) as Business

const askedAfter = (state: Business, asked: readonly AskedByName[]): Business => {
  const { name } = state.submitted
  const news = asked.filter((what) => state.asked_as?.[what] !== name)
  return news.length === 0 ? state : { ...state, asked_as: { ...state.asked_as, ...Object.fromEntries(news.map((what) => [what, name])) } }
}

type LifecycleEvent = Exclude<EventOf<typeof lifecycleEvents>, { type: 'BusinessCreated' | 'ExampleRemoved' }>

const formerNames = ({ submitted, former_names = [] }: Business, name: string | undefined): Pick<Business, 'former_names'> =>
  name === undefined || name === submitted.name ? {} : { former_names: [...new Set([...former_names, submitted.name])] }

const afterLifecycle = (state: Business, event: LifecycleEvent): Business => {
  switch (event.type) {
    case 'BusinessUpdated': {
      const { names, email_addresses, ...changes } = event.data
      return {
        ...state,
        submitted: { ...state.submitted, ...changes } as Submitted,
        ...formerNames(state, changes.name),
        added: addedWith(state.added, { names, email_addresses }),
        file: fileAfterUpdate(state.file, event.data),
      }
    }
    case 'BusinessApproved':
      return { ...state, status: 'approved', ended: false, next_review: nextReviewAfter(state.next_review, event) }
    case 'BusinessRejected':
      return { ...state, status: 'rejected', next_review: nextReviewAfter(state.next_review, event) }
    case 'BusinessReturnedToReview':
      return { ...state, status: 'in_review' }
    case 'BusinessAssigned':
      return { ...state, assignee_id: event.data.assignee_id }
    case 'PersonalDataErased':
      return {
        ...state,
        erased: state.erased || event.data.kind === 'business',
        next_review: nextReviewAfter(state.next_review, event),
      }
    case 'RelationshipEnded':
      return { ...state, ended: true }
    case 'RelationshipResumed':
      return { ...state, ended: false }
    case 'ReviewScheduled':
    case 'ReviewDue':
    case 'ReviewOverdue':
      return { ...state, next_review: nextReviewAfter(state.next_review, event) }
    case 'OrderPlaced':
      return {
        ...state,
        orders: [...state.orders, { ...event.data, status: 'created', stage: 'created', assignee_id: null, running: true }],
        status: statusAfterOrder(state.status),
        erased: false,
      }
    case 'OrderStarted':
      return worked(state, event.data.order_id, 'pending')
    case 'AuditRequested':
      return worked(state, event.data.order_id, 'audited')
    case 'AuditCompleted':
      return worked(state, event.data.order_id, 'pending')
    case 'OrderCompleted':
      return worked(state, event.data.order_id, 'completed')
    case 'OrderAssigned':
      return changeOrder(state, event.data.order_id, () => ({ assignee_id: event.data.assignee_id }))
    case 'OrderStatusSet':
      return changeOrder(state, event.data.order_id, () => ({ status: event.data.status }))
    case 'ReviewRenewed':
      return { ...state, review: event.data }
    case 'ReviewCompleted':
      return {
        ...state,
        review: event.data,
        status: isSettled(state.status) ? state.status : 'in_review',
      }
    case 'RiskTierSet': {
      const { tier } = event.data.risk
      return { ...state, risk_override: tier && { tier } }
    }
    case 'CopySettled': {
      const { decision, next_review, relationship_ended } = event.data
      return { ...state, status: decision?.status ?? state.status, next_review, ended: relationship_ended }
    }
    case 'BusinessCopied':
    case 'ActionTaken':
    case 'PoliciesEvaluated':
    case 'ShadowPoliciesEvaluated':
      return state
    case 'AttributesAdded': {
      const { names, email_addresses } = event.data
      return {
        ...state,
        submitted: submittedWith(state.submitted, event.data),
        added: addedAfter(state.added, { names, email_addresses }),
      }
    }
    case 'SourcesAdded':
      return { ...state, added: addedAfter(state.added, { sources: event.data.sources }) }
    default:
      // Events of another aggregate in the same stream.
      event satisfies never
      return state
  }
}

/** The order with this id; undefined where none was placed. */
export const orderIn = (state: Business, orderId: string): OrderState | undefined =>
  state.orders.find(({ order_id }) => order_id === orderId)

export const runningOrders = (state: Business): readonly OrderState[] => state.orders.filter(({ running }) => running)

/** An order has reached another stage. */
const worked = (state: Business, orderId: string, stage: OrderStage): Business => {
  const running = stage !== 'completed'
  const after = changeOrder(state, orderId, (order) => ({ status: orderStatusAt(stage, order), stage, running }))
  return { ...after, status: statusAtWork(after.status, after.orders) }
}

const changeOrder = (state: Business, orderId: string, change: (order: OrderState) => Partial<OrderState>): Business => ({
  ...state,
  orders: state.orders.map((order) => (order.order_id === orderId ? { ...order, ...change(order) } : order)),
})
