// The reservation aggregate: a value that may belong to one owner only. The stream is named after account, kind and value.
import { hash } from 'node:crypto'
import type { Mode } from '../events/modes.ts'
import type { ReservationEvent } from '../events/reservation.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { type RefusalReason, refused } from './refused.ts'

export type Reservation = {
  readonly owner: string | null
  /** How often it has been taken. A release that was decided before the last taking has no effect. */
  readonly takings: number
  /** Whether the owner had it already at the last taking, by another command of the same aggregate. */
  readonly takenAgain: boolean
}

export type ReservationCommand =
  /** `reason`: why it is refused to another owner; `already_taken` when absent. `insteadOf`: the owner that it is taken from. */
  | { readonly type: 'Take'; readonly kind: string; readonly owner: string; readonly reason?: RefusalReason; readonly insteadOf?: string }
  /** With `takings`: only when it has not been taken again since. */
  | { readonly type: 'Release'; readonly owner: string; readonly takings?: number }

/**
 * Decides who may have a value.
 * @example
 * const taken = reservation.decide({ type: 'Take', kind: 'name', owner: 'business-1' }, reservation.initial)
 * taken // => [{ type: 'ReservationTaken', data: { kind: 'name', owner: 'business-1' } }]
 * const state = taken.reduce(reservation.evolve, reservation.initial)
 * reservation.decide({ type: 'Take', kind: 'name', owner: 'business-2' }, state) // throws Refused
 */
export const reservation: Aggregate<Reservation, ReservationCommand, ReservationEvent> = {
  name: 'reservation',

  initial: { owner: null, takings: 0, takenAgain: false },

  evolve: ({ owner, takings }, event) => {
    switch (event.type) {
      case 'ReservationTaken':
        return { owner: event.data.owner, takings: takings + 1, takenAgain: owner !== null }
      case 'ReservationReleased':
        return { owner: null, takings, takenAgain: false }
      default:
        return assertNever(event)
    }
  },

  decide: (command, { owner, takings }) => {
    switch (command.type) {
      case 'Take':
        if (owner !== null && owner !== command.owner && owner !== command.insteadOf)
          throw refused(command.reason ?? 'already_taken', command.kind)
        // A repeated taking by its owner counts too: an earlier decision to release must have no effect.
        return [{ type: 'ReservationTaken', data: { kind: command.kind, owner: command.owner } }]
      case 'Release':
        return owner === command.owner && takings === (command.takings ?? takings) ? [{ type: 'ReservationReleased', data: { owner } }] : []
      default:
        return assertNever(command)
    }
  },
}

/**
 * Where the values of an account are unique: the values of test and live know nothing of each other.
 * @example
 * scopeOf('a', 'live') // => 'a'
 * scopeOf('a', 'test') // => 'a/test'
 */
export const scopeOf = (accountId: string, mode: Mode | undefined): string => (mode === 'test' ? `${accountId}/test` : accountId)

/** The reservation's id for a value of an account: a hash, so that the value itself is in no stream's name. */
export const reservationId = (accountId: string, kind: string, value: string): string => hash('sha256', `${accountId}\n${kind}\n${value}`)
