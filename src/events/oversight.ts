// Two pairs of eyes: the rule of an account, and what happens to a proposal. A proposal is in the stream of the record that it is about, so that
// the confirmation and the act itself are one append.
import { z } from 'zod'
import { type EventOf, personal } from './define.ts'
import { riskTiers } from './risk.ts'

/** What an account can require a second person for. */
export const acts = ['approval', 'override', 'dismissal', 'policy', 'erasure', 'settings'] as const
export type Act = (typeof acts)[number]

/** The acts that are switched on or off, without a bound. */
export const switchableActs = ['override', 'dismissal', 'policy', 'erasure', 'settings'] as const

export const TwoPersonRule = z.object({
  /** Approvals of businesses of this risk or more; null: none. */
  approval: z.enum(riskTiers).nullable(),
  override: z.boolean(),
  dismissal: z.boolean(),
  policy: z.boolean(),
  erasure: z.boolean(),
  settings: z.boolean(),
})
export type TwoPersonRule = z.output<typeof TwoPersonRule>

export const noSecondPerson: TwoPersonRule = {
  approval: null,
  override: false,
  dismissal: false,
  policy: false,
  erasure: false,
  settings: false,
}

export const proposalStatuses = ['open', 'confirmed', 'refused', 'withdrawn', 'superseded'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

/** Who acted, and the people behind it: the maker of an API key, the starter of a run (docs/decisions/0022-two-pairs-of-eyes.md). */
export const Party = z.object({
  actor: z.object({ type: z.string(), id: z.string(), name: z.string().optional() }),
  principals: z.array(z.string()).min(1),
})
export type Party = z.output<typeof Party>

const proposal = { proposal_id: z.uuid() }

export const proposalEvents = {
  ActProposed: z.object({
    ...proposal,
    /** The aggregate that decides on the act. */
    aggregate: z.string(),
    acts: z.array(z.enum(acts)).min(1),
    /** In the words of the proposer. */
    why: personal(z.string().nullable()),
    command: personal(z.record(z.string(), z.json())),
    /** Digests of what the act was proposed over, by their names. */
    over: personal(z.record(z.string(), z.string())),
    by: Party,
  }),
  /** The events of the act follow in the same append. Their metadata name the proposer too. */
  ProposalConfirmed: z.object({ ...proposal, acts: z.array(z.enum(acts)), proposed_by: Party, confirmed_by: Party }),
  ProposalRefused: z.object({ ...proposal, refused_by: Party, reason: personal(z.string()) }),
  ProposalWithdrawn: z.object({ ...proposal, by: Party }),
  /** The same act was proposed again. */
  ProposalSuperseded: z.object({ ...proposal, superseded_by: z.uuid() }),
}
export type ProposalEvent = EventOf<typeof proposalEvents>

/** Events of proposals are in the streams of many aggregates, whose own folds pass over them. */
export const isOfProposal = ({ type }: { readonly type: string }): boolean => Object.hasOwn(proposalEvents, type)
