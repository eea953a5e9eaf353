// The collection `retention`: the end of the relationship with each business that has one, the legal holds on it, and its erasure.
import type { StoredEvent } from '../events/catalogue.ts'
import type { Actor } from '../events/define.ts'
import type { Mode } from '../events/modes.ts'
import { kindOf, noRelationship, type Relationship, type RetentionKind, relationshipAfter } from '../events/retention.ts'
import { liens } from './liens.ts'
import { projection } from './projection.ts'
import type { Read } from './read.ts'

export type LegalHold = {
  readonly id: string
  readonly reason: string
  readonly placed_by: Actor
  readonly placed_at: string
  readonly lifted_by: Actor | null
  readonly lifted_at: string | null
  readonly lifted_reason: string | null
}

export type RetentionDocument = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly kind: RetentionKind
  readonly relationship: Relationship
  /** The day since which it is over (ISO 8601); null: it goes on. */
  readonly ended_on: string | null
  readonly reason: string | null
  readonly holds: readonly LegalHold[]
  readonly is_held: boolean
  readonly erasure: 'none' | 'ordered' | 'begun' | 'erased'
  readonly erased_at: string | null
  readonly created_at: string
}

type Turning = 'BusinessApproved' | 'BusinessRejected' | 'BusinessReturnedToReview' | 'RelationshipEnded' | 'RelationshipResumed'

/** A business of which nothing was ended or held yet. */
export const nothingEnded = (of: Pick<RetentionDocument, 'id' | 'account_id' | 'created_at'>): Omit<RetentionDocument, 'mode'> => ({
  ...of,
  kind: 'applicant',
  relationship: noRelationship,
  ended_on: null,
  reason: null,
  holds: [],
  is_held: false,
  erasure: 'none',
  erased_at: null,
})

const turned = <Doc extends Omit<RetentionDocument, 'mode'>>(doc: Doc, event: StoredEvent<Turning>): Doc => {
  const relationship = relationshipAfter(doc.relationship, event.type)
  const day = event.type === 'RelationshipEnded' ? event.data.ended_on : event.metadata.recorded_at.slice(0, 10)
  const reason = event.type === 'RelationshipEnded' ? event.data.reason : null
  const isOver = relationship.end !== null
  // A return to review changes nothing where the end was stated.
  if (relationship === doc.relationship) return doc
  return { ...doc, relationship, kind: kindOf(relationship), ended_on: isOver ? day : null, reason: isOver ? reason : null }
}

const placed = <Doc extends Omit<RetentionDocument, 'mode'>>(doc: Doc, { data, metadata }: StoredEvent<'LegalHoldPlaced'>): Doc => {
  const hold: LegalHold = {
    id: data.hold_id,
    reason: data.reason,
    placed_by: metadata.actor,
    placed_at: metadata.recorded_at,
    lifted_by: null,
    lifted_at: null,
    lifted_reason: null,
  }
  return { ...doc, holds: [...doc.holds, hold], is_held: true }
}

const ordered = <Doc extends Omit<RetentionDocument, 'mode'>>(doc: Doc, { data }: StoredEvent<'ErasureOrdered'>): Doc =>
  data.person_id === null && doc.erasure === 'none' ? { ...doc, erasure: 'ordered' } : doc

const erased = <Doc extends Omit<RetentionDocument, 'mode'>>(doc: Doc, { data, metadata }: StoredEvent<'PersonalDataErased'>): Doc =>
  data.kind === 'business' ? { ...doc, erasure: 'erased', erased_at: metadata.recorded_at } : doc

const started = (event: StoredEvent, id: string) =>
  nothingEnded({ id, account_id: event.metadata.account_id, created_at: event.metadata.recorded_at })

export const retentions = projection<RetentionDocument>()({
  collection: 'retention',
  version: 3,
  indexes: [['account_id', 'mode', 'kind', 'ended_on']],
  filters: ['is_held', 'erasure'],
  starts: {
    BusinessApproved: (event, id) => turned(started(event, id), event),
    BusinessRejected: (event, id) => turned(started(event, id), event),
    RelationshipEnded: (event, id) => turned(started(event, id), event),
    LegalHoldPlaced: (event, id) => placed(started(event, id), event),
    // What an operator erases need not have ended.
    ErasureOrdered: (event, id) => ordered(started(event, id), event),
    PersonalDataErased: (event, id) => (event.data.kind === 'business' ? erased(started(event, id), event) : null),
  },
  on: {
    BusinessApproved: turned,
    BusinessRejected: turned,
    BusinessReturnedToReview: turned,
    RelationshipEnded: turned,
    RelationshipResumed: turned,
    LegalHoldPlaced: placed,
    LegalHoldLifted: (doc, { data, metadata }) => {
      const lifted = { lifted_by: metadata.actor, lifted_at: metadata.recorded_at, lifted_reason: data.reason }
      const holds = doc.holds.map((hold) => (hold.id === data.hold_id ? { ...hold, ...lifted } : hold))
      return { ...doc, holds, is_held: holds.some(({ lifted_at }) => lifted_at === null) }
    },
    ErasureOrdered: ordered,
    ErasureBegun: (doc) => (doc.erasure === 'ordered' ? { ...doc, erasure: 'begun' } : doc),
    // A hold stops all orders at once, and none of them has begun: what had was the order about a person, and is done.
    ErasureStopped: (doc) => (doc.erasure === 'erased' ? doc : { ...doc, erasure: 'none' }),
    PersonalDataErased: erased,
    ExampleRemoved: () => null,
  },
})

/** What of this kind is due, where the latest end that is due is that day. Held records are among it. */
export const dueOf = (kind: RetentionKind, latest: string) => ({ kind, ended_on: { lte: latest }, erasure: 'none' as const })

/** Whether the business has a lien that is not closed: it is filed and terminated under the name of its debtor. */
export const hasOpenLien = async (read: Read, business_id: string): Promise<boolean> =>
  (await read(liens).count({ business_id, status: { in: ['created', 'pending', 'filed', 'open', 'closing'] } })) > 0
