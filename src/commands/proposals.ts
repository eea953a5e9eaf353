// Two pairs of eyes over an aggregate: one party proposes an act, another confirms or refuses it. It decides in the stream of the record, so that the
// confirmation and the events of the act are one append: the act is done once, or not at all.
import { hash } from 'node:crypto'
import { canonicalJson } from '../events/canonical-json.ts'
import type { DomainEvent } from '../events/catalogue.ts'
import { type Act, isOfProposal, type Party, type ProposalEvent, type ProposalStatus } from '../events/oversight.ts'
import { ownValue } from '../events/own-value.ts'
import { type Aggregate, assertNever, foldOf } from './decider.ts'
import { type Overseen, overseenAggregates } from './overseen.ts'
import { refused } from './refused.ts'

type Data<Type extends ProposalEvent['type']> = Extract<ProposalEvent, { type: Type }>['data']

export type Proposal = Data<'ActProposed'> & { readonly status: ProposalStatus }

export type ProposalState = { readonly own: unknown; readonly proposals: { readonly [id: string]: Proposal } }

/** `by` comes from the handler, which knows the principals behind the actor: nobody else can say who they are. */
type Signed = { readonly by?: Party }

export type ProposalCommand = Signed &
  (
    | {
        readonly type: 'ProposeAct'
        readonly aggregate: string
        readonly proposalId: string
        readonly acts: readonly Act[]
        readonly command: { readonly [field: string]: unknown; readonly type: string }
      }
    /** `at`: now (ISO 8601). */
    | { readonly type: 'ConfirmProposal'; readonly proposalId: string; readonly at: string }
    | { readonly type: 'RefuseProposal'; readonly proposalId: string; readonly reason: string }
    | { readonly type: 'WithdrawProposal'; readonly proposalId: string }
  )

export type ProposalAggregate = Aggregate<ProposalState, ProposalCommand, DomainEvent> & { readonly isSigned: true }

/**
 * The proposals in the streams of an overseen aggregate.
 * @example
 * proposalsOf('policies').name // => 'proposals_policies'
 */
export const proposalsOf = (name: string): ProposalAggregate => {
  const overseen = ownValue(overseenAggregates, name)
  if (!overseen) throw new TypeError(`nobody may propose anything to ${name}`)
  const { aggregate } = overseen
  return {
    name: `proposals_${name}`,
    of: aggregate.of ?? aggregate.name,
    seesAll: true,
    isSigned: true,
    initial: { own: aggregate.initial, proposals: {} },
    evolve: (state, event) =>
      isOfProposal(event)
        ? { ...state, proposals: proposalsAfter(state.proposals, event as ProposalEvent, name) }
        : { ...state, own: foldOf(aggregate)(state.own, event) },
    decide: (command, state) => {
      if (!command.by) throw new TypeError('a proposal is signed by the handler')
      switch (command.type) {
        case 'ProposeAct':
          return proposed(overseen, state, { ...command, by: command.by })
        case 'ConfirmProposal': {
          const proposal = openProposal(state, command.proposalId)
          requireAnother(proposal, command.by)
          const { proposal_id, by: proposed_by } = proposal
          const events = aggregate.decide(stillFit(overseen, state.own, proposal, command.at), state.own)
          if (events.length === 0) throw outdated('it is so already')
          const data = { proposal_id, acts: proposal.acts, proposed_by, confirmed_by: command.by }
          return [{ type: 'ProposalConfirmed', data }, ...events]
        }
        case 'RefuseProposal': {
          const proposal = openProposal(state, command.proposalId)
          requireAnother(proposal, command.by)
          return [{ type: 'ProposalRefused', data: { proposal_id: command.proposalId, refused_by: command.by, reason: command.reason } }]
        }
        case 'WithdrawProposal': {
          const { by } = openProposal(state, command.proposalId)
          if (!isShared(by, command.by)) throw refused('not_the_proposer')
          return [{ type: 'ProposalWithdrawn', data: { proposal_id: command.proposalId, by: command.by } }]
        }
        default:
          return assertNever(command)
      }
    },
    claims: (command, { own, proposals }) => {
      if (command.type !== 'ConfirmProposal') return []
      const proposal = ownValue(proposals, command.proposalId)
      return proposal ? (aggregate.claims?.(proposal.command as never, own) ?? []) : []
    },
  }
}

/** The id of the proposal that stands after one was proposed: an earlier one where that says the same. */
export const standingAfter = ({ proposals }: ProposalState, { aggregate, proposalId, command }: Proposing): string => {
  const overseen = ownValue(overseenAggregates, aggregate)
  const isStanding = (each: Proposal) => each.status === 'open' && overseen && aboutOf(overseen, each) === overseen.about(command)
  return (ownValue(proposals, proposalId) ?? Object.values(proposals).findLast(isStanding))?.proposal_id ?? proposalId
}

/** What an act rests on that is not as it was when the act was proposed, by name. */
export const changedSince = (name: string, { own }: ProposalState, proposal: Proposal): readonly string[] => {
  const overseen = ownValue(overseenAggregates, name)
  return overseen ? changedGround(overseen, own, proposal) : []
}

const proposalsAfter = (before: ProposalState['proposals'], event: ProposalEvent, name: string): ProposalState['proposals'] => {
  const closed = (status: Proposal['status']) => {
    const proposal = ownValue(before, event.data.proposal_id)
    return proposal ? { ...before, [event.data.proposal_id]: { ...proposal, status } } : before
  }
  switch (event.type) {
    case 'ActProposed':
      return event.data.aggregate === name ? { ...before, [event.data.proposal_id]: { ...event.data, status: 'open' } } : before
    case 'ProposalConfirmed':
      return closed('confirmed')
    case 'ProposalRefused':
      return closed('refused')
    case 'ProposalWithdrawn':
      return closed('withdrawn')
    case 'ProposalSuperseded':
      return closed('superseded')
    default:
      return assertNever(event)
  }
}

export type Proposing = Extract<ProposalCommand, { type: 'ProposeAct' }> & { readonly by: Party }

/** The same party proposes the same again: nothing happens. Over another state, or in other words, the new proposal takes the place of the former. */
const proposed = (
  overseen: Overseen,
  { own, proposals }: ProposalState,
  { aggregate, proposalId, acts, command, by }: Proposing,
): readonly DomainEvent[] => {
  if (ownValue(proposals, proposalId)) return []
  const kept = JSON.parse(JSON.stringify(command)) as Proposal['command']
  const rivals = Object.values(proposals).filter((each) => each.status === 'open' && aboutOf(overseen, each) === overseen.about(command))
  const standing = rivals.find((each) => changedGround(overseen, own, each).length === 0)
  if (standing && !isShared(standing.by, by)) throw refused('proposal_open', undefined, { proposal_id: standing.proposal_id })
  if (standing && isSameRequest(standing.command, kept)) return []
  const why = overseen.why(command)
  const over = digests(overseen.ground(own, command))
  return [
    ...rivals.map(({ proposal_id }) => ({ type: 'ProposalSuperseded' as const, data: { proposal_id, superseded_by: proposalId } })),
    { type: 'ActProposed', data: { proposal_id: proposalId, aggregate, acts: [...acts], why, command: kept, over, by } },
  ]
}

/** Whether two requests ask for the same. Ids and the time of the review that follows are new in every request, and do not count. */
const isSameRequest = (first: Proposal['command'], second: Proposal['command']): boolean => {
  const isNew = (name: string) => name === 'action_id' || name === 'order_id'
  // What is read back may have its members in another order.
  const essential = ({ review: _, ...command }: Proposal['command']) =>
    canonicalJson(JSON.parse(JSON.stringify(command, (name, value) => (isNew(name) ? undefined : value))))
  return essential(first) === essential(second)
}

/** null: erasing the subject took the command with it. */
const aboutOf = ({ about }: Overseen, { command }: Proposal): string | null => (isCommand(command) ? about(command) : null)

const isCommand = (value: unknown): value is { readonly [field: string]: unknown; readonly type: string } =>
  typeof value === 'object' && value !== null && 'type' in value

const openProposal = ({ proposals }: ProposalState, id: string): Proposal => {
  const proposal = ownValue(proposals, id)
  if (!proposal) throw refused('proposal_not_found')
  if (proposal.status !== 'open') throw refused('proposal_closed', undefined, { status: proposal.status })
  return proposal
}

const isShared = (first: Party, second: Party): boolean => first.principals.some((each) => second.principals.includes(each))

const requireAnother = ({ by }: Proposal, second: Party) => {
  if (isShared(by, second)) throw refused('same_person')
}

const outdated = (changed: string) => refused('proposal_outdated', undefined, { changed })

/** The proposed command, where what it rests on is as it was. @throws Refused */
const stillFit = (overseen: Overseen, own: unknown, proposal: Proposal, at: string) => {
  const { command } = proposal
  if (!isCommand(command)) throw outdated('its data were erased')
  const changed = changedGround(overseen, own, proposal)
  if (changed.length > 0) throw outdated(changed.join(', '))
  // The review that follows is of the time of the act.
  return { ...command, ...(isReview(command.review) ? { review: { ...command.review, at } } : {}) }
}

const isReview = (value: unknown): value is object => typeof value === 'object' && value !== null

const changedGround = ({ ground }: Overseen, own: unknown, { command, over }: Proposal): readonly string[] => {
  if (!isCommand(command) || typeof over !== 'object') return ['its data']
  const now = digests(ground(own, command))
  return Object.keys({ ...now, ...over }).filter((name) => now[name] !== over[name])
}

const digests = (ground: { readonly [name: string]: unknown }): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(ground).map(([name, value]) => [
      name,
      hash('sha256', canonicalJson(JSON.parse(JSON.stringify(value ?? null))), 'base64url'),
    ]),
  )
