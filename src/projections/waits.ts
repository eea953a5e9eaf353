// The collection `waits`: how long each business has waited for a decision, and what was decided. One small document per business, because the overview
// counts days over thousands of them.
import {
  type CaseStatus,
  isSettled,
  type OrderStage,
  statusAfterErasure,
  statusAfterOrder,
  statusAtWork,
} from '../events/business-status.ts'
import type { Mode } from '../events/modes.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

/** From the review to the decision, or to the end without one: an erasure, or the settling of a copy. `until` null: it still waits. */
export type Wait = { readonly since: string; readonly until: string | null; readonly decided: 'approved' | 'rejected' | null }

export type WaitsDocument = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly status: CaseStatus
  readonly stages: { readonly [orderId: string]: OrderStage }
  readonly waits: readonly Wait[]
  /** When the last wait ended; `stillWaiting` while one goes on, null before the first. */
  readonly waited_until: string | null
}

/** After every time. */
export const stillWaiting = '9999'

type At = { readonly metadata: { readonly recorded_at: string } }

const begun = (business: WaitsDocument, { metadata: { recorded_at: since } }: At): WaitsDocument => {
  if (isSettled(business.status) || business.waited_until === stillWaiting) return business
  return { ...business, waits: [...business.waits, { since, until: null, decided: null }], waited_until: stillWaiting }
}

const decided = (business: WaitsDocument, { metadata: { recorded_at: at } }: At, status: 'approved' | 'rejected'): WaitsDocument => {
  const last = business.waits.at(-1)
  const ended = last && last.until === null ? business.waits.slice(0, -1) : business.waits
  const since = last && last.until === null ? last.since : at
  return { ...business, status, waits: [...ended, { since, until: at, decided: status }], waited_until: at }
}

/** A wait that goes on ends without a decision. */
const settled = (business: WaitsDocument, { metadata: { recorded_at: at } }: At, status: CaseStatus): WaitsDocument => {
  if (business.waited_until !== stillWaiting) return { ...business, status }
  return { ...business, status, waits: business.waits.map((wait) => ({ ...wait, until: wait.until ?? at })), waited_until: at }
}

const worked = (business: WaitsDocument, orderId: string, stage: OrderStage): WaitsDocument => {
  const stages = { ...business.stages, [orderId]: stage }
  return {
    ...business,
    stages,
    status: statusAtWork(
      business.status,
      Object.values(stages).map((each) => ({ stage: each })),
    ),
  }
}

export const waits = projection<WaitsDocument>()({
  collection: 'waits',
  version: 3,
  indexes: [['account_id', 'mode', 'waited_until']],
  schema: columns<WaitsDocument>({
    id: 'text',
    account_id: 'text',
    mode: 'text',
    status: 'text',
    stages: 'json',
    waits: 'json',
    waited_until: 'text',
  }),
  starts: {
    BusinessCreated: ({ data, metadata }) => ({
      id: data.business_id,
      account_id: metadata.account_id,
      mode: data.mode,
      status: 'open',
      stages: {},
      waits: [],
      waited_until: null,
    }),
  },
  on: {
    ExampleRemoved: () => null,
    OrderPlaced: (business, { data }) => ({
      ...business,
      status: statusAfterOrder(business.status),
      stages: { ...business.stages, [data.order_id]: 'created' },
    }),
    OrderStarted: (business, { data }) => worked(business, data.order_id, 'pending'),
    AuditRequested: (business, { data }) => worked(business, data.order_id, 'audited'),
    AuditCompleted: (business, { data }) => worked(business, data.order_id, 'pending'),
    OrderCompleted: (business, { data }) => worked(business, data.order_id, 'completed'),
    ReviewCompleted: (business, event) => begun(business, event),
    BusinessApproved: (business, event) => decided(business, event, 'approved'),
    BusinessRejected: (business, event) => decided(business, event, 'rejected'),
    PersonalDataErased: (business, event) =>
      event.data.kind === 'business' ? settled(business, event, statusAfterErasure(business.status)) : business,
    // Nobody decided on the copy: it stands as decided in the business that it was copied from.
    CopySettled: (business, event) => (event.data.decision ? settled(business, event, event.data.decision.status) : business),
    BusinessReturnedToReview: (business, event) => begun({ ...business, status: 'in_review' }, event),
  },
})
