// The collection `proposals`: acts that wait, or waited, for a second person.
import { aggregateIdOf } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import { type Act, isOfProposal, type Party, type ProposalEvent, type ProposalStatus } from '../events/oversight.ts'
import { projection } from './projection.ts'

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
  readonly command: Extract<ProposalEvent, { type: 'ActProposed' }>['data']['command']
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

type Ended = Pick<ProposalDocument, 'status' | 'decided_by'> & Partial<Pick<ProposalDocument, 'reason' | 'superseded_by'>>

const ended = (proposal: ProposalDocument, { recorded_at }: { readonly recorded_at: string }, how: Ended): ProposalDocument => ({
  ...proposal,
  ...how,
  decided_at: recorded_at,
})

export const proposals = projection<ProposalDocument>()({
  collection: 'proposals',
  version: 1,
  indexes: [
    ['account_id', 'world', 'created_at'],
    ['account_id', 'world', 'status', 'created_at'],
    ['target_id', 'created_at'],
  ],
  key: (event) => (isOfProposal(event) ? (event as ProposalEvent).data.proposal_id : []),
  starts: {
    ActProposed: ({ data: { proposal_id: id, by, over: _, ...data }, stream, metadata: { account_id, mode, recorded_at } }) => ({
      id,
      account_id,
      world: mode ?? 'both',
      target_id: aggregateIdOf(stream),
      ...data,
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
