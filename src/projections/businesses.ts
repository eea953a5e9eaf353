// The collection `businesses`: one document per business with all that is known of it: the source of GET /v1/businesses.
import type { businessEvents, Product } from '../events/business.ts'
import { type Added, addedAfter, addedWith, nothingAdded, submittedWith } from '../events/business-actions.ts'
import {
  type CaseStatus,
  isSettled,
  type OrderStage,
  orderStatusAt,
  statusAfterErasure,
  statusAfterOrder,
  statusAtWork,
} from '../events/business-status.ts'
import type { DecidedStatus, DecisionReason, decisionEvents, Override } from '../events/decisions.ts'
import type { Actor, EventOf } from '../events/define.ts'
import { type EvidenceEvent, type EvidenceFile, emptyFile, evidenceTypes, fileAfter, fileAfterUpdate } from '../events/evidence-file.ts'
import type { Mode } from '../events/modes.ts'
import type { ReviewTask } from '../events/parts.ts'
import { type NextReview, nextReviewAfter, type ReviewCalendarEvent } from '../events/review-calendar.ts'
import type { RiskTier, riskEvents } from '../events/risk.ts'
import abbreviations from './abbreviations/businesses.json' with { type: 'json' }
import { type BusinessColumns, businessColumns, businessColumnTypes } from './business-columns.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

type Created = Extract<EventOf<typeof businessEvents>, { type: 'BusinessCreated' }>['data']
type Submitted = Omit<Created, 'names' | 'email_addresses'>

export type BusinessOrder = {
  readonly id: string
  readonly business_id: string
  readonly product: Product
  readonly subproducts: readonly string[]
  readonly options: { readonly [name: string]: unknown }
  readonly status: string
  readonly stage: OrderStage
  readonly assignee_id: string | null
  readonly requester: { readonly id: string; readonly type: 'account' | 'user' | 'api_key' }
  readonly created_at: string
  readonly updated_at: string
  readonly completed_at: string | null
}

export type BusinessDocument = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly name: string
  readonly status: CaseStatus
  readonly external_id: string | null
  readonly unique_external_id: string | null
  readonly business_batch_id: string | null
  readonly tags: readonly string[]
  readonly assignee_id: string | null
  /** As the client submitted it, updates included. */
  readonly submitted: Submitted
  /** The names, e-mail addresses and sources that came with it or later. */
  readonly added: Added
  readonly orders: readonly BusinessOrder[]
  readonly file: EvidenceFile
  readonly review: {
    readonly id: string
    readonly tasks: readonly ReviewTask[]
    readonly created_at: string
    readonly updated_at: string
    readonly completed_at: string | null
  } | null
  readonly created_at: string
  readonly updated_at: string
  /** When the review was first filled. */
  readonly reviewed_at: string | null
  /** When it last came to wait for a decision. It stays when the decision is made. */
  readonly waiting_since: string | null
  /** When a person or policy decided. */
  readonly decided_at: string | null
  /** The latest decision, also one that returned the business to review. */
  readonly decision: Decision | null
  /** What a person set instead of the tier of the table. */
  readonly risk_override: RiskOverride | null
  /** When it is looked at again; null before an approval and after a rejection. */
  readonly next_review: NextReview | null
  /** The relationship is over: no review is due until it is resumed. */
  readonly relationship_ended: boolean
  /** When all personal data of it was erased; absent where it was not. */
  readonly erased_at?: string
}

export type RiskOverride = Omit<Extract<EventOf<typeof riskEvents>, { type: 'RiskTierSet' }>['data']['risk'], 'id' | 'tier'> & {
  readonly tier: RiskTier
  readonly set_at: string
}

export type Decision = {
  readonly status: DecidedStatus
  readonly reason: DecisionReason | null
  readonly note: string | null
  /** The watchlist hits that an approval passed over. */
  readonly override: Override | null
  readonly actor: Actor
  /** Who proposed what the actor confirmed; null where one was enough. */
  readonly proposed_by: Actor | null
  readonly at: string
}

type At = { readonly metadata: { readonly recorded_at: string } }

const touched = (business: BusinessDocument, { metadata }: At, change: Partial<BusinessDocument>): BusinessDocument => ({
  ...business,
  ...change,
  updated_at: metadata.recorded_at,
})

type Decided = EventOf<typeof decisionEvents>['data'] & { readonly override?: Override | undefined }

const decided = (
  business: BusinessDocument,
  {
    data,
    metadata: { actor, proposed_by, recorded_at: at },
  }: {
    readonly data: Decided
    readonly metadata: { readonly actor: Actor; readonly proposed_by?: Actor | undefined; readonly recorded_at: string }
  },
  status: DecidedStatus,
): BusinessDocument => {
  const { note, reason = null, override = null } = data
  return {
    ...business,
    status,
    decided_at: at,
    decision: { status, reason, note, override, actor, proposed_by: proposed_by ?? null, at },
    updated_at: at,
  }
}

/** Nobody decided on the copy: it stands as decided in the business that it was copied from. */
const decidedBefore = ({ status, at }: { readonly status: DecidedStatus; readonly at: string }, actor: Actor): Decision => ({
  status,
  reason: null,
  note: null,
  override: null,
  actor,
  proposed_by: null,
  at,
})

/** What the calendar does to a business is no change of the business. */
const calendared = (business: BusinessDocument, event: ReviewCalendarEvent | Parameters<typeof nextReviewAfter>[1]): BusinessDocument => ({
  ...business,
  next_review: nextReviewAfter(business.next_review, event),
})

/** Whether it has come to wait for a decision since the last one. */
const isWaiting = ({ waiting_since, decided_at }: BusinessDocument): boolean =>
  waiting_since !== null && (decided_at === null || waiting_since > decided_at)

const worked = (business: BusinessDocument, event: At, orderId: string, stage: OrderStage): BusinessDocument => {
  const after = ordered(business, event, orderId, atStage(stage, event.metadata.recorded_at))
  return { ...after, status: statusAtWork(after.status, after.orders) }
}

const ordered = (business: BusinessDocument, event: At, orderId: string, change: (order: BusinessOrder) => Partial<BusinessOrder>) =>
  touched(business, event, {
    orders: business.orders.map((order) =>
      order.id === orderId ? { ...order, ...change(order), updated_at: event.metadata.recorded_at } : order,
    ),
  })

const found = (business: BusinessDocument, event: EvidenceEvent & At): BusinessDocument =>
  touched(business, event, { file: fileAfter(business.file, event, event.metadata.recorded_at) })

/** All evidence goes into the file. */
const evidenceFolds = Object.fromEntries(evidenceTypes.map((type) => [type, found])) as Readonly<
  Record<EvidenceEvent['type'], typeof found>
>

/** What identifies people. The dates of birth of submitted people are shown to clients; of numbers they see the last four digits. */
const sealed = [
  { at: 'submitted.people.*.dob', mask: 'date', rendered: true },
  { at: 'submitted.people.*.ssn', mask: 'digits' },
  { at: 'submitted.tin', mask: 'digits', only: { field: 'tin_type', is: 'ssn' } },
  { at: 'submitted.ownership.parties.*.date_of_birth', mask: 'date' },
  { at: 'file.product_records.*.content.dob', mask: 'date' },
] as const

export const businesses = projection<BusinessDocument, BusinessDocument & BusinessColumns>()({
  collection: 'businesses',
  version: 24,
  // Release 0.2.0 has version 4.
  readableSince: 24,
  abbreviations,
  rendered: true,
  repeating: ['file', 'review'],
  sealed,
  indexes: [
    ['account_id', 'mode', 'created_at'],
    ['account_id', 'mode', 'status', 'created_at'],
    ['account_id', 'mode', 'name'],
    ['account_id', 'mode', 'review_due_at'],
    'external_id',
    'unique_external_id',
    ['business_batch_id', 'account_id', 'mode', 'created_at'],
    'tags[]',
    'findings[]',
  ],
  filters: [
    'name_search',
    'search',
    'risk',
    'risk_rank',
    'risk_tier',
    'oldest_source',
    'assignee_id',
    'reviewed_at',
    'waiting_since',
    'review_due_at',
    'review_soon_at',
    'review_told',
  ],
  search: ['name_search', 'search'],
  counted: ['account_id', 'mode', 'status'],
  schema: columns<BusinessDocument & BusinessColumns>({
    id: 'text',
    account_id: 'text',
    mode: 'text',
    name: 'text',
    status: 'text',
    external_id: 'text',
    unique_external_id: 'text',
    business_batch_id: 'text',
    assignee_id: 'text',
    tags: 'json',
    ...businessColumnTypes,
    created_at: 'text',
    updated_at: 'text',
    reviewed_at: 'text',
    waiting_since: 'text',
    decided_at: 'text',
    submitted: 'json',
    orders: 'json',
    file: 'json',
    review: 'json',
    decision: 'json',
    risk_override: 'json',
    next_review: 'json',
    relationship_ended: 'boolean',
  }),
  completed: (business) => ({ ...business, ...businessColumns(business) }),
  starts: {
    BusinessCreated: ({ data: { names, email_addresses, ...data }, metadata }) => ({
      id: data.business_id,
      account_id: metadata.account_id,
      mode: data.mode,
      name: data.name,
      status: 'open',
      external_id: data.external_id,
      unique_external_id: data.unique_external_id,
      business_batch_id: data.business_batch_id,
      tags: data.tags,
      assignee_id: null,
      submitted: data,
      added: addedWith(nothingAdded, { names, email_addresses }),
      orders: [],
      file: emptyFile,
      review: null,
      created_at: metadata.recorded_at,
      updated_at: metadata.recorded_at,
      reviewed_at: null,
      waiting_since: null,
      decided_at: null,
      decision: null,
      risk_override: null,
      next_review: null,
      relationship_ended: false,
    }),
  },
  on: {
    BusinessUpdated: (business, event) => {
      const { names, email_addresses, ...changes } = event.data
      const submitted = { ...business.submitted, ...changes } as Submitted
      const { name, external_id, unique_external_id, tags } = submitted
      return touched(business, event, {
        submitted,
        name,
        external_id,
        unique_external_id,
        tags,
        added: addedWith(business.added, { names, email_addresses }),
        file: fileAfterUpdate(business.file, event.data),
      })
    },
    BusinessApproved: (business, event) => ({ ...decided(business, event, 'approved'), next_review: null, relationship_ended: false }),
    BusinessRejected: (business, event) => ({ ...decided(business, event, 'rejected'), next_review: null }),
    BusinessReturnedToReview: (business, event) => ({
      ...decided(business, event, 'in_review'),
      decided_at: null,
      waiting_since: event.metadata.recorded_at,
    }),
    RiskTierSet: (business, event) => {
      const { id: _, tier, ...set } = event.data.risk
      return touched(business, event, { risk_override: tier && { tier, ...set, set_at: event.metadata.recorded_at } })
    },
    ReviewScheduled: calendared,
    ReviewDue: calendared,
    ReviewOverdue: calendared,
    PersonalDataErased: (business, event) =>
      event.data.kind === 'business'
        ? { ...calendared(business, event), status: statusAfterErasure(business.status), erased_at: event.metadata.recorded_at }
        : business,
    CopySettled: (business, event) => {
      const { decision, next_review, relationship_ended } = event.data
      return touched(business, event, {
        ...(decision && { status: decision.status, decided_at: decision.at, decision: decidedBefore(decision, event.metadata.actor) }),
        next_review,
        relationship_ended,
      })
    },
    RelationshipEnded: (business) => ({ ...business, relationship_ended: true }),
    RelationshipResumed: (business) => ({ ...business, relationship_ended: false }),
    ExampleRemoved: () => null,
    BusinessAssigned: (business, event) => touched(business, event, { assignee_id: event.data.assignee_id }),
    OrderPlaced: (business, event) =>
      touched(business, event, {
        status: statusAfterOrder(business.status),
        orders: [...business.orders, newOrder(business.id, event.data, event.metadata.recorded_at)],
      }),
    OrderStarted: (business, event) => worked(business, event, event.data.order_id, 'pending'),
    AuditRequested: (business, event) => worked(business, event, event.data.order_id, 'audited'),
    AuditCompleted: (business, event) => worked(business, event, event.data.order_id, 'pending'),
    OrderCompleted: (business, event) => worked(business, event, event.data.order_id, 'completed'),
    OrderAssigned: (business, event) => ordered(business, event, event.data.order_id, () => ({ assignee_id: event.data.assignee_id })),
    OrderStatusSet: (business, event) => ordered(business, event, event.data.order_id, () => ({ status: event.data.status })),
    ReviewCompleted: (business, event) => {
      const at = event.metadata.recorded_at
      return touched(business, event, {
        ...(isSettled(business.status) ? {} : { status: 'in_review', waiting_since: isWaiting(business) ? business.waiting_since : at }),
        review: {
          id: event.data.review_id,
          tasks: event.data.tasks,
          created_at: business.review?.created_at ?? at,
          updated_at: at,
          completed_at: at,
        },
        reviewed_at: business.reviewed_at ?? at,
      })
    },
    ReviewRenewed: (business, event) =>
      business.review
        ? touched(business, event, { review: { ...business.review, tasks: event.data.tasks, updated_at: event.metadata.recorded_at } })
        : business,
    AttributesAdded: (business, event) => {
      const { names, email_addresses } = event.data
      const added = addedAfter(business.added, { names, email_addresses })
      return touched(business, event, { submitted: submittedWith(business.submitted, event.data), added })
    },
    SourcesAdded: (business, event) => touched(business, event, { added: addedAfter(business.added, { sources: event.data.sources }) }),
    ...evidenceFolds,
  },
})

/** The review that the business waits for; null: none, or its relationship is over. */
export const awaitedReview = ({ next_review, relationship_ended }: Pick<BusinessDocument, 'next_review' | 'relationship_ended'>) =>
  relationship_ended ? null : next_review

/** The fields that change when an order reaches another stage. */
export const atStage =
  (stage: OrderStage, at: string) =>
  (order: BusinessOrder): Partial<BusinessOrder> => ({
    status: orderStatusAt(stage, order),
    stage,
    ...(stage === 'completed' ? { completed_at: at } : {}),
  })

/** An order that was just placed. */
export const newOrder = (
  businessId: string,
  { order_id, product, subproducts, options, requester }: Extract<EventOf<typeof businessEvents>, { type: 'OrderPlaced' }>['data'],
  at: string,
): BusinessOrder => ({
  id: order_id,
  business_id: businessId,
  product,
  subproducts,
  options,
  status: 'created',
  stage: 'created',
  assignee_id: null,
  requester,
  created_at: at,
  updated_at: at,
  completed_at: null,
})
