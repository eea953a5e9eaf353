// The collection `proposals`: acts that wait, or waited, for a second person.
import { aggregateIdOf } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import { type Act, isOfProposal, type Party, type ProposalEvent, type ProposalStatus } from '../events/oversight.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

type Command = Extract<ProposalEvent, { type: 'ActProposed' }>['data']['command']

export type ProposalDocument = {
  readonly id: string
  readonly account_id: string
  /** Its mode; `both`: it is about the account, its users or policies. */
  readonly world: Mode | 'both'
  /** What decides on it, and the id of the record. */
  readonly aggregate: string
  readonly target_id: string
  readonly acts: readonly Act[]
  readonly why: string | null
  /** What is proposed, as far as it is said in words. */
  readonly command: Command
  readonly status: ProposalStatus
  readonly proposed_by: Party
  readonly created_at: string
  /** Who confirmed, refused or withdrew it. */
  readonly decided_by: Party | null
  readonly decided_at: string | null
  /** Of the refusal. */
  readonly reason: string | null
  readonly superseded_by: string | null
}

/** What analysts filter, group and join by. */
type ProposalColumns = {
  /** The business that it is about; null where it is about something else. */
  readonly business_id: string | null
  readonly proposed_by_type: string
  readonly proposed_by_id: string
  readonly decided_by_type: string | null
  readonly decided_by_id: string | null
  /** From the proposal to its end. */
  readonly seconds_to_decision: number | null
}

const aboutBusinesses: readonly string[] = ['business', 'erasure_order_business']

const proposalColumns = ({
  aggregate,
  target_id,
  proposed_by: { actor: proposer },
  decided_by,
  created_at,
  decided_at,
}: ProposalDocument): ProposalColumns => ({
  business_id: aboutBusinesses.includes(aggregate) ? target_id : null,
  proposed_by_type: proposer.type,
  proposed_by_id: proposer.id,
  decided_by_type: decided_by?.actor.type ?? null,
  decided_by_id: decided_by?.actor.id ?? null,
  seconds_to_decision: decided_at === null ? null : (Date.parse(decided_at) - Date.parse(created_at)) / 1000,
})

const isObject = (value: unknown): value is Command => typeof value === 'object' && value !== null

/** Without what is not said in words: the new values of a business, and the hash of an invitation's link. Erased data is a text. */
const saidOf = (command: Command): Command => {
  if (!isObject(command)) return command
  const { changes, invitation, ...said } = command
  return {
    ...said,
    ...(isObject(changes) && { changes: Object.fromEntries(Object.keys(changes).map((name) => [name, null])) }),
    ...(isObject(invitation) && { invitation: { name: invitation.name ?? null, roles: invitation.roles ?? null } }),
  }
}

type Ended = Pick<ProposalDocument, 'status' | 'decided_by'> & Partial<Pick<ProposalDocument, 'reason' | 'superseded_by'>>

const ended = (proposal: ProposalDocument, { recorded_at }: { readonly recorded_at: string }, how: Ended): ProposalDocument => ({
  ...proposal,
  ...how,
  decided_at: recorded_at,
})

export const proposals = projection<ProposalDocument, ProposalDocument & ProposalColumns>()({
  collection: 'proposals',
  version: 2,
  indexes: [
    ['account_id', 'world', 'created_at'],
    ['account_id', 'world', 'status', 'created_at'],
    ['target_id', 'created_at'],
  ],
  schema: columns<ProposalDocument & ProposalColumns>({
    id: 'text',
    account_id: 'text',
    world: 'text',
    aggregate: 'text',
    target_id: 'text',
    business_id: 'text',
    acts: 'json',
    status: 'text',
    why: 'text',
    reason: 'text',
    superseded_by: 'text',
    command: 'json',
    proposed_by: 'json',
    proposed_by_type: 'text',
    proposed_by_id: 'text',
    decided_by: 'json',
    decided_by_type: 'text',
    decided_by_id: 'text',
    seconds_to_decision: 'number',
    created_at: 'text',
    decided_at: 'text',
  }),
  completed: (proposal) => ({ ...proposal, ...proposalColumns(proposal) }),
  key: (event) => (isOfProposal(event) ? (event as ProposalEvent).data.proposal_id : []),
  starts: {
    ActProposed: ({ data: { proposal_id: id, by, over: _, command, ...data }, stream, metadata: { account_id, mode, recorded_at } }) => ({
      id,
      account_id,
      world: mode ?? 'both',
      target_id: aggregateIdOf(stream),
      ...data,
      command: saidOf(command),
      status: 'open',
      proposed_by: by,
      created_at: recorded_at,
      decided_by: null,
      decided_at: null,
      reason: null,
      superseded_by: null,
    }),
  },
  on: {
    ProposalConfirmed: (proposal, { data, metadata }) => ended(proposal, metadata, { status: 'confirmed', decided_by: data.confirmed_by }),
    ProposalRefused: (proposal, { data, metadata }) =>
      ended(proposal, metadata, { status: 'refused', decided_by: data.refused_by, reason: data.reason }),
    ProposalWithdrawn: (proposal, { data, metadata }) => ended(proposal, metadata, { status: 'withdrawn', decided_by: data.by }),
    ProposalSuperseded: (proposal, { data, metadata }) =>
      ended(proposal, metadata, { status: 'superseded', decided_by: null, superseded_by: data.superseded_by }),
  },
})
