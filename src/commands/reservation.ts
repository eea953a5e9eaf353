// The reservation aggregate: a value that may belong to one owner only. The stream is named after account, kind and value.
import { hash } from 'node:crypto'
import type { ReservationEvent } from '../events/reservation.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { refused } from './refused.ts'

type State = { readonly owner: string | null }

export type ReservationCommand =
  | { readonly type: 'Take'; readonly kind: string; readonly owner: string }
  | { readonly type: 'Release'; readonly owner: string }

export const reservation: Aggregate<State, ReservationCommand, ReservationEvent> = {
  name: 'reservation',

  initial: { owner: null },

  evolve: (_, event) => {
    switch (event.type) {
      case 'ReservationTaken':
        return { owner: event.data.owner }
      case 'ReservationReleased':
        return { owner: null }
      default:
        return assertNever(event)
    }
  },

  decide: (command, { owner }) => {
    switch (command.type) {
      case 'Take':
        if (owner !== null && owner !== command.owner) throw refused('already_taken', command.kind)
        return owner === null ? [{ type: 'ReservationTaken', data: { kind: command.kind, owner: command.owner } }] : []
      case 'Release':
        return owner === command.owner ? [{ type: 'ReservationReleased', data: { owner } }] : []
      default:
        return assertNever(command)
    }
  },
}

/** The reservation's id for a value of an account: a hash, so that the value itself stands in no stream's name. */
export const reservationId = (accountId: string, kind: string, value: string): string => hash('sha256', `${accountId}\n${kind}\n${value}`)
