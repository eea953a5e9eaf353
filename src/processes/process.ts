// What a process is: it reads events and sends commands. What it sends is named after the event it reacts to, so that a second delivery changes nothing.
import type { EventType, StoredEvent } from '../events/catalogue.ts'
import type { Share } from '../projections/projector.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { Rounds } from './rounds.ts'

/** Returned by a reaction that wants the same event again at that time; other events of the aggregate go on meanwhile. */
export type Later = { readonly at: Date }

export type Delivery = {
  /** Counts from 1: how often this event has been delivered, deferrals included. */
  readonly count: number
  /** The context of a command that follows from the event; `step` tells several commands of one reaction apart. */
  readonly context: (step: string) => WriteContext
  /** Aborted when the service stops or the time for one reaction is up. */
  readonly signal: AbortSignal
}

export type Reaction<Type extends EventType> = (event: StoredEvent<Type>, delivery: Delivery) => Promise<Later | undefined>

export type Process = {
  readonly name: string
  readonly on: { readonly [Type in EventType]?: Reaction<Type> }
  /** Its reactions are short and somebody waits for them: they need not let requests go first. */
  readonly prompt?: boolean
  /** Work that goes on beside the reactions, for the accounts of this share; what it returns ends it. */
  readonly alongside?: (share: Share, rounds: Rounds) => Promise<() => Promise<void>>
}

export const later = (from: Date | string, milliseconds: number): Later => ({ at: new Date(new Date(from).getTime() + milliseconds) })
