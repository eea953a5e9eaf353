// What the handler does where an account requires a second person: it looks at what a command leads to, and turns the command into a proposal.
import type { DomainEvent } from '../events/catalogue.ts'
import type { Actor } from '../events/define.ts'
import { derivedId } from '../events/derived-id.ts'
import type { Act, Party, TwoPersonRule } from '../events/oversight.ts'
import { ownValue } from '../events/own-value.ts'
import type { EventLog, WriteContext } from '../stores/event-log.ts'
import { account } from './account.ts'
import { type Aggregate, foldOf } from './decider.ts'
import { overseenAggregates } from './overseen.ts'
import { actsIn, overseenEvents } from './oversight.ts'
import { principalsOf } from './principals.ts'
import { type ProposalAggregate, type ProposalState, type Proposing, proposalsOf, standingAfter } from './proposals.ts'
import { refused } from './refused.ts'

/** The command was not carried out: it is proposed, and waits for another person. */
export class Proposed extends Error {
  override readonly name = 'Proposed'
  readonly proposalId: string
  readonly acts: readonly Act[]
  /** The position that a reader must wait for. */
  readonly position: bigint | null
  constructor(proposalId: string, acts: readonly Act[], position: bigint | null) {
    super(`proposed as ${proposalId}: another person has to confirm it`)
    this.proposalId = proposalId
    this.acts = acts
    this.position = position
  }
}

/** For the handler alone: what the command leads to needs a second person. */
export class NeedsAnother extends Error {
  readonly aggregate: string
  readonly acts: readonly Act[]
  readonly command: object
  readonly state: unknown
  constructor({ aggregate, acts, command, state }: Omit<NeedsAnother, keyof Error>) {
    super(`${acts.join(', ')} need a second person`)
    this.aggregate = aggregate
    this.acts = acts
    this.command = command
    this.state = state
  }
}

type Oversight = {
  /** Passes where nobody else is needed. @throws NeedsAnother */
  readonly requireOne: <State, Event extends DomainEvent>(
    aggregate: Pick<Aggregate<State, never, Event>, 'name' | 'isSigned' | 'evolve' | 'seesAll'>,
    decided: { readonly command: unknown; readonly state: State; readonly events: readonly Event[] },
    context: WriteContext,
  ) => Promise<void>
  readonly partyOf: (context: WriteContext) => Promise<Party>
  /** @throws Refused when nobody could confirm it */
  readonly proposing: (needs: NeedsAnother, context: WriteContext) => Promise<{ proposals: ProposalAggregate; proposing: Proposing }>
}

/** Whether somebody could confirm what these principals propose. */
export type HasAnother = (accountId: string, principals: readonly string[]) => Promise<boolean>

type AccountState = (typeof account)['initial']

type Opened = {
  readonly log: Pick<EventLog, 'read'>
  /** The rule of an account. */
  readonly ruleOf: (accountId: string) => Promise<TwoPersonRule>
  readonly hasAnother: HasAnother
}

export const openOversight = ({ log, ruleOf, hasAnother }: Opened): Oversight => {
  const partyOf = async ({ accountId, actor }: WriteContext, others: readonly { type: string; id: string }[] = []): Promise<Party> => ({
    actor,
    principals: await principalsOf(log, accountId, [actor, ...others]),
  })

  return {
    partyOf,

    requireOne: async (aggregate, { command, state, events }, { accountId }) => {
      const { name, isSigned } = aggregate
      // A proposal that is confirmed has had its second person.
      if (isSigned || !events.some(({ type }) => overseenEvents.has(type))) return
      // For the account's own commands the rule is part of the state. If that is stale, the append is refused.
      const rule = name === account.name ? (state as AccountState).twoPersonRule : await ruleOf(accountId)
      // The events are those that the aggregate evolves by.
      const evolve = foldOf(aggregate) as (state: unknown, event: DomainEvent) => unknown
      const acts = actsIn(events, { rule, state, evolve })
      // What an aggregate decides on is an object.
      if (acts.length > 0) throw new NeedsAnother({ aggregate: name, acts, command: command as object, state })
    },

    proposing: async ({ aggregate, acts, command: asked, state }, context) => {
      // Commands are told apart by their type.
      const command = asked as { readonly [field: string]: unknown; readonly type: string }
      const overseen = ownValue(overseenAggregates, aggregate)
      const by = await partyOf(context, overseen?.actsFor(state, command, context.actor))
      if (!(await hasAnother(context.accountId, by.principals))) throw refused('second_person_missing')
      const proposalId = derivedId('proposal', context.commandId)
      return { proposals: proposalsOf(aggregate), proposing: { type: 'ProposeAct', aggregate, proposalId, acts, command, by } }
    },
  }
}

/** The proposal that stands after it was proposed: an earlier one where that says the same. */
export const proposedIn = (state: ProposalState, proposing: Proposing, position: bigint | null): Proposed =>
  new Proposed(standingAfter(state, proposing), proposing.acts, position)

/** Who proposed what these events carry out. */
export const proposerIn = ([first]: readonly DomainEvent[]): Actor | undefined =>
  // The actor of a proposal was that of the command which proposed it.
  first?.type === 'ProposalConfirmed' ? (first.data.proposed_by.actor as Actor) : undefined
