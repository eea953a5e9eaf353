// The order to erase personal data, decided in the stream of the record before any key is destroyed. A legal hold refuses it, also after it was given,
// until the first key is destroyed.
import type { DomainEvent } from '../events/catalogue.ts'
import type { EventOf } from '../events/define.ts'
import type { erasureOrderEvents } from '../events/erasure.ts'
import { bringsPersonal } from '../events/personal-additions.ts'
import { noRelationship, type Relationship, relationshipAfter } from '../events/retention.ts'
import type { Aggregate } from './decider.ts'
import { refused } from './refused.ts'

type Ordered = Extract<EventOf<typeof erasureOrderEvents>, { type: 'ErasureOrdered' }>

export type ErasureOrder = Ordered['data']

export type ErasureOrderState = {
  /** Orders that nothing was erased for yet. */
  readonly open: readonly ErasureOrder[]
  /** Those of them whose keys are being destroyed. */
  readonly begun: readonly string[]
  readonly done: readonly string[]
  /** Those that a legal hold ended. */
  readonly stopped: readonly string[]
  /** The legal holds on the record: whether each still stands. */
  readonly holds: { readonly [holdId: string]: boolean }
  readonly relationship: Relationship
  /** Whether everything personal in it was erased, and nothing personal came since. */
  readonly isErased: boolean
}

export type ErasureOrderCommand =
  /** `turn`: of the relationship whose end makes it due; absent: a person asks for it, due or not. */
  | { readonly type: 'OrderErasure'; readonly order: ErasureOrder; readonly turn?: number }
  /** Sent before the first key is destroyed. */
  | { readonly type: 'BeginErasure'; readonly orderId: string }

/** `of`: the aggregate of the stream, such as `signal`. */
export const erasureOrderIn = (of: string): Aggregate<ErasureOrderState, ErasureOrderCommand, DomainEvent> => ({
  name: `erasure_order_${of}`,
  of,
  seesAll: true,
  initial: { open: [], begun: [], done: [], stopped: [], holds: {}, relationship: noRelationship, isErased: false },
  evolve: (before, event) => {
    const isStillErased = before.isErased && !bringsPersonal(event)
    const state = { ...before, relationship: relationshipAfter(before.relationship, event), isErased: isStillErased }
    const without = (id: string) => state.open.filter(({ order_id }) => order_id !== id)
    switch (event.type) {
      case 'ErasureOrdered':
        return { ...state, open: [...state.open, event.data] }
      case 'ErasureBegun':
        return { ...state, begun: [...state.begun, event.data.order_id] }
      case 'ErasureStopped':
        return { ...state, open: without(event.data.order_id), stopped: [...state.stopped, event.data.order_id] }
      case 'LegalHoldPlaced':
        return { ...state, holds: { ...state.holds, [event.data.hold_id]: true } }
      case 'LegalHoldLifted':
        return { ...state, holds: { ...state.holds, [event.data.hold_id]: false } }
      case 'PersonalDataErased': {
        const { order_id: id, kind } = event.data
        const isErased = state.isErased || kind !== 'person'
        if (!id) return { ...state, isErased }
        return { ...state, isErased, open: without(id), begun: state.begun.filter((each) => each !== id), done: [...state.done, id] }
      }
      default:
        return state
    }
  },
  decide: (command, state) => {
    const isHeld = Object.values(state.holds).includes(true)
    if (command.type === 'BeginErasure') {
      const { orderId: order_id } = command
      if (state.done.includes(order_id) || state.begun.includes(order_id)) return []
      if (isHeld || state.stopped.includes(order_id)) throw refused('legal_hold')
      return [{ type: 'ErasureBegun', data: { order_id } }]
    }
    const { order, turn } = command
    if ([...state.done, ...state.stopped, ...state.open.map(({ order_id }) => order_id)].includes(order.order_id)) return []
    if (isHeld) throw refused('legal_hold')
    if (turn !== undefined && (state.relationship.end === null || state.relationship.turn !== turn)) throw refused('not_due')
    return [{ type: 'ErasureOrdered', data: order }]
  },
})
