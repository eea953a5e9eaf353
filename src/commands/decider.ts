// What an aggregate is: a pure decider with the name of its streams. No I/O, no clock, no randomness; those come in with the command.
import type { DomainEvent } from '../events/catalogue.ts'
import { isErasureOrder } from '../events/erasure.ts'
import { isOfProposal } from '../events/oversight.ts'
import type { RefusalReason } from './refused.ts'

export type Decider<State, Command, Event extends DomainEvent> = {
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
  /** The events that follow from the command; none when it changes nothing. @throws Refused */
  readonly decide: (command: Command, state: State) => readonly Event[]
  /** The unique values that a command takes or gives back. Called only for a command that leads to events. Absent: no command takes any. */
  readonly claims?: (command: Command, state: State) => readonly Claim[]
}

/**
 * A value that one aggregate may have alone.
 * @example
 * const customer: Claim = { action: 'take', kind: 'unique_external_id', value: 'customer-42' }
 */
export type Claim = {
  readonly action: 'take' | 'give back'
  /** What the value is; also the parameter that a refusal names. */
  readonly kind: string
  readonly value: string
  /** The scope in which the value is unique; the account when absent. */
  readonly scope?: 'service'
  /** Why the command is refused when another aggregate has the value; `already_taken` when absent. */
  readonly reason?: RefusalReason
}

/**
 * A decider with the prefix of its streams: `business` is in `business-{id}`. `of`: the aggregate whose streams it shares. Each of the two
 * ignores the events of the other.
 */
export type Aggregate<State, Command, Event extends DomainEvent> = Decider<State, Command, Event> & {
  readonly name: string
  readonly of?: string
  /** It folds proposals and orders to erase too, which are in the streams of many aggregates and which the others pass over. */
  readonly seesAll?: true
  /** The handler adds to its commands who acts, with the principals behind the actor. */
  readonly isSigned?: true
}

/** How the aggregate folds the events of its stream. */
export const foldOf =
  <State, Event extends DomainEvent>({ evolve, seesAll }: Pick<Aggregate<State, never, Event>, 'evolve' | 'seesAll'>) =>
  (state: State, event: Event): State =>
    seesAll || !(isOfProposal(event) || isErasureOrder(event)) ? evolve(state, event) : state

export const streamOf = ({ name, of = name }: { readonly name: string; readonly of?: string }, id: string): string => `${of}-${id}`

/** Makes the compiler find a forgotten event or command. */
export const assertNever = (value: never): never => {
  throw new TypeError(`no case for ${JSON.stringify(value)}`)
}
