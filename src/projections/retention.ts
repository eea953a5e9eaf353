// The collection `retention`: the end of the relationship with each business that has one, the legal holds on it, and its erasure.
import type { EventType, StoredEvent } from '../events/catalogue.ts'
import type { DecisionType } from '../events/decisions.ts'
import type { Actor } from '../events/define.ts'
import type { Mode } from '../events/modes.ts'
import { bringsPersonal, isAboutKeeping, personalTypes } from '../events/personal-additions.ts'
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

type Held = {
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
  /** The last day on which something personal was added after the erasure (ISO 8601); null: nothing was. */
  readonly added_on: string | null
  readonly created_at: string
}

export type RetentionDocument = Held & {
  /** The day from which the period runs: of the end, or of what was added after an erasure and after the end; null: it does not run. */
  readonly counted_from: string | null
}

type Unmarked = Omit<Held, 'mode'>
type Turning = DecisionType | 'RelationshipEnded' | 'RelationshipResumed'

/** A business of which nothing was ended or held yet. */
export const nothingEnded = (of: Pick<Held, 'id' | 'account_id' | 'created_at'>): Omit<RetentionDocument, 'mode'> => ({
  ...of,
  kind: 'applicant',
  relationship: noRelationship,
  ended_on: null,
  reason: null,
  holds: [],
  is_held: false,
  erasure: 'none',
  erased_at: null,
  added_on: null,
  counted_from: null,
})

const turned = <Doc extends Unmarked>(doc: Doc, event: StoredEvent<Turning>): Doc => {
  const relationship = relationshipAfter(doc.relationship, event)
  const day = event.type === 'RelationshipEnded' ? event.data.ended_on : dayOf(event)
  const reason = event.type === 'RelationshipEnded' ? event.data.reason : null
  const isOver = relationship.end !== null
  // A return to review changes nothing where the end was stated.
  if (relationship === doc.relationship) return doc
  return { ...doc, relationship, kind: kindOf(relationship), ended_on: isOver ? day : null, reason: isOver ? reason : null }
}

const dayOf = ({ metadata: { recorded_at } }: StoredEvent): string => recorded_at.slice(0, 10)

const placed = <Doc extends Unmarked>(doc: Doc, { data, metadata }: StoredEvent<'LegalHoldPlaced'>): Doc => {
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

const ordered = <Doc extends Unmarked>(doc: Doc, { data }: StoredEvent<'ErasureOrdered'>): Doc =>
  data.person_id === null && doc.erasure === 'none' ? { ...doc, erasure: 'ordered' } : doc

const erased = <Doc extends Unmarked>(doc: Doc, event: StoredEvent<'PersonalDataErased'>): Doc => {
  if (event.data.kind !== 'business') return doc
  const relationship = relationshipAfter(doc.relationship, event)
  return { ...doc, relationship, erasure: 'erased', erased_at: event.metadata.recorded_at, added_on: null }
}

/** What is added after an erasure is there to be erased, and its period runs from that day. */
const added = (doc: Held, event: StoredEvent): Held => {
  if (doc.erased_at === null || !bringsPersonal(event)) return doc
  const added_on = dayOf(event)
  if (doc.erasure === 'erased') return { ...doc, erasure: 'none', added_on }
  return isAboutKeeping(event) || doc.added_on === added_on ? doc : { ...doc, added_on }
}

type Fold = (doc: Held, event: StoredEvent) => Held | null
type Folds = { readonly [Type in EventType]?: (doc: Held, event: StoredEvent<Type>) => Held | null }

/** With what every event that may bring personal data into the stream adds. */
const withAdditions = (folds: Folds): Folds => {
  const adding = (type: EventType): Fold => {
    // It gets events of its own type alone.
    const fold = (folds[type] ?? ((doc: Held) => doc)) as Fold
    return (doc, event) => {
      const after = fold(doc, event)
      return after && added(after, event)
    }
  }
  return { ...folds, ...Object.fromEntries(personalTypes.map((type) => [type, adding(type)])) }
}

const started = (event: StoredEvent, id: string) =>
  nothingEnded({ id, account_id: event.metadata.account_id, created_at: event.metadata.recorded_at })

export const retentions = projection<Held, RetentionDocument>()({
  collection: 'retention',
  version: 4,
  // Earlier documents do not say from which day the period runs.
  readableSince: 4,
  indexes: [['account_id', 'mode', 'kind', 'counted_from']],
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
  on: withAdditions({
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
  }),
  completed: (doc) => ({ ...doc, counted_from: countedFrom(doc) }),
})

const countedFrom = ({ ended_on, added_on }: Held): string | null =>
  ended_on !== null && added_on !== null && added_on > ended_on ? added_on : ended_on

/** What of this kind is due, where the latest day to count from that is due is that one. Held records are among it. */
export const dueOf = (kind: RetentionKind, latest: string) => ({ kind, counted_from: { lte: latest }, erasure: 'none' as const })

/** Whether the business has a lien that is not closed: it is filed and terminated under the name of its debtor. */
export const hasOpenLien = async (read: Read, business_id: string): Promise<boolean> =>
  (await read(liens).count({ business_id, status: { in: ['created', 'pending', 'filed', 'open', 'closing'] } })) > 0
