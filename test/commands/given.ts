// Deciders tested as sentences: given these events, when this command, then these events, or this refusal.
import * as assert from 'uvu/assert'
import type { Claim, Decider } from '../../src/commands/decider.ts'
import { type RefusalReason, Refused } from '../../src/commands/refused.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'

type Outcome<Event extends DomainEvent> = {
  /** Exactly these events, in this order. */
  readonly then: (expected: readonly Event[]) => void
  /** Events of exactly these types, in this order. */
  readonly thenTypes: (...expected: readonly Event['type'][]) => void
  readonly isRefused: (reason: RefusalReason, parameter?: string) => void
  /** For exactly these problems at once, in this order. */
  readonly isRefusedFor: (...problems: readonly (readonly [reason: RefusalReason, parameter: string])[]) => void
  /** Takes and gives back exactly these unique values. */
  readonly claims: (...expected: readonly Claim[]) => void
  /** The events themselves, for what is to be looked at closer. */
  readonly events: () => readonly Event[]
}

/** @example given(reservation, [taken]).when({ type: 'Release', owner }).then([{ type: 'ReservationReleased', data: { owner } }]) */
export const given = <State, Command, Event extends DomainEvent>(
  { initial, evolve, decide, claims }: Decider<State, Command, Event>,
  history: readonly Event[],
): { readonly when: (command: Command) => Outcome<Event> } => ({
  when: (command) => {
    const events = () => decide(command, history.reduce(evolve, initial))
    return {
      events,
      claims: (...expected) => assert.equal(claims?.(command, history.reduce(evolve, initial)) ?? [], expected),
      // biome-ignore lint/suspicious/noThenProperty: the tests read given, when, then; nobody awaits this.
      then: (expected) => assert.equal(events(), expected),
      thenTypes: (...expected) =>
        assert.equal(
          events().map(({ type }) => type),
          expected,
        ),
      isRefused: (reason, parameter) => {
        const refusal = caught(events)
        assert.instance(refusal, Refused)
        assert.equal([(refusal as Refused).reason, (refusal as Refused).parameter], [reason, parameter])
      },
      isRefusedFor: (...problems) => {
        const refusal = caught(events)
        assert.instance(refusal, Refused)
        assert.equal(
          [refusal as Refused, ...(refusal as Refused).others].map(({ reason, parameter }) => [reason, parameter]),
          problems,
        )
      },
    }
  },
})

const caught = (decide: () => unknown): unknown => {
  try {
    return decide()
  } catch (error) {
    return error
  }
}
