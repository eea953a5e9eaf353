// The end of the relationship with a business, and the legal holds on it. They decide in the stream of the business.
import type { DomainEvent } from '../events/catalogue.ts'
import { ownValue } from '../events/own-value.ts'
import { noRelationship, type Relationship, type RetentionEvent, relationshipAfter } from '../events/retention.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { type ErasureOrderState, erasureOrderIn } from './erasure-order.ts'
import { refused } from './refused.ts'

export type RetentionState = {
  readonly exists: boolean
  readonly relationship: Relationship
  /** As it was stated last; null where it goes on, or a rejection ended it since. */
  readonly endedOn: string | null
  readonly orders: ErasureOrderState
}

export type RetentionCommand =
  /** `today` and `endedOn`: days (ISO 8601). */
  | { readonly type: 'EndRelationship'; readonly endedOn: string; readonly today: string; readonly reason: string | null }
  | { readonly type: 'ResumeRelationship'; readonly reason: string | null }
  | { readonly type: 'PlaceLegalHold'; readonly holdId: string; readonly reason: string }
  | { readonly type: 'LiftLegalHold'; readonly holdId: string; readonly reason: string }

const orders = erasureOrderIn('business')

export const retention: Aggregate<RetentionState, RetentionCommand, DomainEvent> = {
  name: 'retention',
  of: 'business',
  seesAll: true,
  initial: { exists: false, relationship: noRelationship, endedOn: null, orders: orders.initial },
  evolve: (state, event) => {
    const relationship = relationshipAfter(state.relationship, event)
    const isAsBefore = relationship === state.relationship || event.type === 'PersonalDataErased'
    const statedBefore = isAsBefore ? state.endedOn : null
    return {
      exists: event.type === 'BusinessCreated' || (state.exists && event.type !== 'ExampleRemoved'),
      relationship,
      endedOn: event.type === 'RelationshipEnded' ? event.data.ended_on : statedBefore,
      orders: orders.evolve(state.orders, event),
    }
  },
  decide: (command, state): readonly DomainEvent[] => {
    if (!state.exists) throw refused('business_not_found')
    switch (command.type) {
      case 'EndRelationship': {
        const { endedOn: ended_on, today, reason } = command
        if (ended_on > today) throw refused('end_in_future', 'ended_on')
        return state.endedOn === ended_on ? [] : [{ type: 'RelationshipEnded', data: { ended_on, reason } }]
      }
      case 'ResumeRelationship':
        if (state.relationship.end === 'rejection') throw refused('relationship_rejected')
        return state.relationship.end === null ? [] : [{ type: 'RelationshipResumed', data: { reason: command.reason } }]
      case 'PlaceLegalHold':
        return held(state.orders, command)
      case 'LiftLegalHold': {
        const { holdId: hold_id, reason } = command
        const stands = ownValue(state.orders.holds, hold_id)
        if (stands === undefined) throw refused('legal_hold_not_found')
        return stands ? [{ type: 'LegalHoldLifted', data: { hold_id, reason } }] : []
      }
      default:
        return assertNever(command)
    }
  },
}

/** A hold ends the orders for which no key was destroyed yet. One that has begun cannot be stopped. */
const held = (
  { holds, open, begun, isErased }: ErasureOrderState,
  { holdId: hold_id, reason }: Extract<RetentionCommand, { type: 'PlaceLegalHold' }>,
): readonly (RetentionEvent | DomainEvent)[] => {
  if (ownValue(holds, hold_id) !== undefined) return []
  if (isErased) throw refused('erased_already')
  if (begun.length > 0) throw refused('erasure_begun')
  return [
    { type: 'LegalHoldPlaced', data: { hold_id, reason } },
    ...open.map(({ order_id }) => ({ type: 'ErasureStopped' as const, data: { order_id, hold_id } })),
  ]
}
