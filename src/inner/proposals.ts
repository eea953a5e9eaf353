// Acts that wait for a second person, for their routes and pages: list, confirm, refuse, withdraw.
import { foundWhenCaughtUp } from '../auth/catching-up.ts'
import { hasRight, type Right } from '../auth/rights.ts'
import type { AccountCommand } from '../commands/account.ts'
import { changedFields } from '../commands/business.ts'
import type { Business } from '../commands/business-state.ts'
import { settingChange } from '../commands/overseen.ts'
import { changedSince, type ProposalCommand, type ProposalState, proposalsOf } from '../commands/proposals.ts'
import type { WatchlistHit } from '../events/business-evidence.ts'
import { notFound } from '../interface/errors.ts'
import { maskedEntry } from '../interface/masked-events.ts'
import { type Proposal, proposalResource } from '../interface/proposals.ts'
import { verdictOf } from '../interface/verdict.ts'
import type { FieldChange } from '../projections/history.ts'
import { type ProposalDocument, proposals } from '../projections/proposals.ts'
import { noteRead } from './framework/access-log.ts'
import type { ProbityContext } from './framework/environment.ts'
import { newestFirst, ownPageOf, type Page } from './framework/list-pages.ts'
import type { Reads } from './framework/reading.ts'
import { requireRight, requireScope } from './framework/rights.ts'
import { type Sending, send } from './framework/sending.ts'
import { namesInAccount } from './history.ts'
import { policiesOf } from './policies.ts'
import { rightsFor, scopeFor } from './proposal-rights.ts'

export type { Proposal }

type Listed = {
  readonly status?: ProposalDocument['status'] | undefined
  readonly businessId?: string
  readonly page: number
  readonly perPage: number
}

/** What an open proposal would do: the submitted fields or the setting that would change, and the watchlist hit that would be dismissed. */
export type ProposedEffect = {
  readonly changes: readonly FieldChange[]
  readonly hit: Pick<WatchlistHit, 'id' | 'entity_name' | 'list'> | null
  /** The verdict on the business that would be approved; null: none would be. */
  readonly verdict: string | null
}

/** By the id of the proposal: the right that the user lacks to decide, and what it would do, for people who may see the business. */
type ProposalPage = Page<Proposal> & {
  readonly lacking: ReadonlyMap<string, Right>
  readonly effects: ReadonlyMap<string, ProposedEffect>
}

/** The newest first. Those about the account itself belong to both modes. */
export const proposalPage = async (
  inner: Sending & Reads,
  c: ProbityContext,
  { status, businessId, page, perPage }: Listed,
): Promise<ProposalPage> => {
  const { mode } = c.get('principal')
  const where = {
    world: { in: [mode, 'both'] as const },
    ...(status && { status }),
    ...(businessId && { target_id: businessId }),
  }
  const { found, ...counts } = await ownPageOf(inner, c, proposals, { where, sort: newestFirst, page, perPage })
  const lacking = found.flatMap((proposal) => lackingTo(c, proposal).map((right) => [proposal.id, right] as const))
  const states = await openStates(inner, found)
  const effects = [...states].map(([id, { own, proposals }]) => [id, effectOf(own, proposals[id])] as const)
  return { found: await shown(inner, found, states), ...counts, lacking: new Map(lacking), effects: new Map(effects) }
}

/** Those of these businesses that a proposal waits for. */
export const withOpenProposals = async (
  { read }: Pick<Reads, 'read'>,
  c: ProbityContext,
  businessIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (businessIds.length === 0) return new Set()
  const where = { account_id: c.get('principal').accountId, target_id: { in: businessIds }, status: 'open' as const }
  const found = await read(proposals).find({ where, perPage: 1_000 })
  return new Set(found.map(({ target_id }) => target_id))
}

/** @throws ApiError 404 */
export const ownProposal = async (inner: Sending & Reads, c: ProbityContext, id: string): Promise<Proposal> => {
  const found = [await ownDocument(inner, c, id)]
  const [proposal] = await shown(inner, found, await openStates(inner, found))
  if (!proposal) throw notFound('proposal')
  return proposal
}

/** @throws ApiError, Refused */
export const confirmProposal = (inner: Sending & Reads, c: ProbityContext, proposalId: string): Promise<Proposal> =>
  decide(inner, c, { type: 'ConfirmProposal', proposalId, at: inner.now().toISOString() })

/** @throws ApiError, Refused */
export const refuseProposal = (inner: Sending & Reads, c: ProbityContext, proposalId: string, reason: string): Promise<Proposal> =>
  decide(inner, c, { type: 'RefuseProposal', proposalId, reason })

/** @throws ApiError, Refused */
export const withdrawProposal = (inner: Sending & Reads, c: ProbityContext, proposalId: string): Promise<Proposal> =>
  decide(inner, c, { type: 'WithdrawProposal', proposalId })

const decide = async (inner: Sending & Reads, c: ProbityContext, command: ProposalCommand): Promise<Proposal> => {
  const proposal = await ownDocument(inner, c, command.proposalId)
  const { aggregate, target_id } = proposal
  for (const right of lackingTo(c, proposal)) requireRight(c, right)
  requireScope(c, scopeFor(proposal))
  await send(inner, c, { aggregate: proposalsOf(aggregate), id: target_id, command })
  return ownProposal(inner, c, command.proposalId)
}

const ownDocument = async ({ read }: Pick<Reads, 'read'>, c: ProbityContext, id: string): Promise<ProposalDocument> => {
  const { accountId, mode, seesBothModes } = c.get('principal')
  const find = () => read(proposals).get(id)
  const caughtUp = c.get('caughtUp')
  const found = caughtUp ? await foundWhenCaughtUp(find, caughtUp) : await find()
  const isOwn = found?.account_id === accountId && (seesBothModes || found.world === 'both' || found.world === mode)
  if (!isOwn) throw notFound('proposal')
  noteRead(c, [id])
  return found
}

/** The rights that the user lacks to confirm, refuse or withdraw it. */
const lackingTo = (c: ProbityContext, proposal: ProposalDocument): readonly Right[] =>
  rightsFor(proposal).filter((right) => !hasRight(c.get('principal'), right))

type States = ReadonlyMap<string, ProposalState>

/** The records that the open ones are about, by the ids of the proposals. */
const openStates = async ({ load }: Pick<Sending, 'load'>, found: readonly ProposalDocument[]): Promise<States> => {
  const open = found.filter(({ status }) => status === 'open')
  return new Map(
    await Promise.all(open.map(async ({ id, aggregate, target_id }) => [id, await load(proposalsOf(aggregate), target_id)] as const)),
  )
}

const shown = async ({ read }: Pick<Reads, 'read'>, found: readonly ProposalDocument[], states: States): Promise<Proposal[]> => {
  const names = await namesOf(read, found)
  return found.map((each) => proposalResource(each, { names, changed: changedIn(each, states.get(each.id)) }))
}

const changedIn = ({ id, aggregate }: ProposalDocument, state: ProposalState | undefined): readonly string[] => {
  const proposal = state?.proposals[id]
  return state && proposal ? changedSince(aggregate, state, proposal) : []
}

type Asked = { readonly type?: unknown; readonly changes?: object; readonly action?: { readonly object_id?: string } }

/** Erased data is a text. */
const effectOf = (own: unknown, proposal: ProposalState['proposals'][string] | undefined): ProposedEffect => {
  const { command, acts = [] } = proposal ?? {}
  const asked = (typeof command === 'object' && command !== null ? command : {}) as Asked
  // Each command is taken by one aggregate alone; of the others it finds nothing.
  const business = own as Business
  const setting = settingChange(asked as AccountCommand, own as Parameters<typeof settingChange>[1])
  const submitted = asked.type === 'UpdateBusiness' ? changedFields(business, { ...asked.changes }) : []
  const hit = asked.type === 'TakeAction' ? business.file.hits[asked.action?.object_id ?? ''] : undefined
  const isApproval = acts.includes('approval') || acts.includes('override')
  return {
    changes: maskedEntry({ data: {}, changes: setting ? [setting] : submitted }).changes,
    hit: hit ?? null,
    verdict: isApproval ? verdictOf(business.review?.tasks ?? null).line : null,
  }
}

const namesOf = async (read: Reads['read'], found: readonly ProposalDocument[]): Promise<ReadonlyMap<string, string>> => {
  const accountId = found[0]?.account_id
  if (accountId === undefined) return new Map()
  const [named, policies] = await Promise.all([namesInAccount({ read }, accountId), policiesOf({ read }, accountId)])
  return new Map([...named, ...policies.map(({ policy_id, name }) => [policy_id, name] as const)])
}
