// Notes in a stream that the personal data in it was erased, whatever the stream is of.
import type { DomainEvent } from '../events/catalogue.ts'
import type { EventOf } from '../events/define.ts'
import type { erasureEvents } from '../events/erasure.ts'
import type { Aggregate } from './decider.ts'

export type Erasure = EventOf<typeof erasureEvents>['data']

export type ErasureState = {
  /** How many events the stream has. */
  readonly events: number
  /** The orders that were carried out in it. */
  readonly done: readonly string[]
}

export type RecordErasure = {
  readonly type: 'RecordErasure'
  readonly erasure: Erasure
  /**
   * How many events the stream had before its subjects were looked up. If it has more by now, they may have brought another subject, and nothing is
   * recorded. Absent: no other subject can come.
   */
  readonly events?: number
}

/** `of`: the aggregate of the stream, such as `signal`. */
export const erasureIn = (of: string): Aggregate<ErasureState, RecordErasure, DomainEvent> => ({
  name: 'erasure',
  of,
  seesAll: true,
  initial: { events: 0, done: [] },
  evolve: ({ events, done }, event) => ({
    events: events + 1,
    done: event.type === 'PersonalDataErased' && event.data.order_id ? [...done, event.data.order_id] : done,
  }),
  decide: ({ erasure, events }, state) =>
    events === undefined || events === state.events ? [{ type: 'PersonalDataErased', data: erasure }] : [],
})
