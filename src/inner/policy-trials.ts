// Tries a policy on the whole portfolio: every business with a review, none left out. It works in the background, keeps its progress in a record, and
// changes nothing.
import { setImmediate } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { business } from '../commands/business.ts'
import type { Business } from '../commands/business-state.ts'
import { evaluatePolicy } from '../commands/policy-evaluation.ts'
import type { Mode } from '../events/modes.ts'
import type { PolicyDefinition } from '../events/policy.ts'
import { notFound } from '../interface/errors.ts'
import type { NewPolicyTrial, PolicyTrialResult, TrialOutcome } from '../interface/policy-trials.ts'
import { businesses } from '../projections/businesses.ts'
import type { JsonObject } from '../stores/event-store.ts'
import { checkDefinition } from './policies.ts'
import type { Documents, Reads } from './reading.ts'
import type { Sending } from './sending.ts'

const kind = 'policy_trial'
const keptMs = 30 * 24 * 3600_000
/** A trial that has told no progress for so long was cut off. */
const silentMs = 120_000
const stretch = 100
const mostChanges = 1_000

type Trying = Pick<Sending, 'load' | 'now'> & Pick<Reads, 'read'> & Documents
type Whose = { readonly accountId: string; readonly mode: Mode }

export type PolicyTrial = PolicyTrialResult & { readonly definition: PolicyDefinition }

/** Begins a trial. @returns the trial, with nothing done yet. @throws ApiError 422 for an invalid condition or action */
export const startPolicyTrial = async (
  inner: Trying,
  whose: Whose,
  { definition, watchlist_threshold }: NewPolicyTrial,
): Promise<PolicyTrial> => {
  checkDefinition(definition, 'definition.')
  const now = inner.now().toISOString()
  const total = await inner.read(businesses).count(reviewed(whose))
  const trial: PolicyTrial = {
    object: 'policy_trial',
    id: uuidv7(),
    name: definition.name,
    status: 'running',
    done: 0,
    total,
    decided: 0,
    otherwise: 0,
    would: { approved: 0, rejected: 0, undecided: 0 },
    rules: [...definition.rules.map(({ name }) => name), null].map((name) => ({ name, matched: 0, otherwise: 0 })),
    changes: [],
    approves_all: false,
    watchlist_threshold: watchlist_threshold ?? null,
    created_at: now,
    updated_at: now,
    definition,
  }
  const first = await keep(inner, { trial, whose, revision: -1 })
  // Nobody waits for it. A fault leaves the record as it is, and its silence tells.
  void evaluated(inner, { trial, whose, revision: first }).catch(() => undefined)
  return trial
}

/** `mode`: absent for those who see both. @throws ApiError 404 */
export const policyTrialOf = async (
  { documents, now }: Trying,
  { accountId, mode }: Pick<Whose, 'accountId'> & Partial<Whose>,
  id: string,
): Promise<PolicyTrial> => {
  const record = await documents.records.get(kind, `${accountId}/${id}`)
  if (!record || (mode !== undefined && record.value.mode !== mode)) throw notFound('policy_trial')
  const trial = record.value.trial as unknown as PolicyTrial
  const isSilent = trial.status === 'running' && now().getTime() - Date.parse(trial.updated_at) > silentMs
  return isSilent ? { ...trial, status: 'interrupted' } : trial
}

type Kept = { readonly trial: PolicyTrial; readonly whose: Whose; readonly revision: number }

const keep = async ({ documents, now }: Trying, { trial, whose, revision }: Kept): Promise<number> => {
  const value = { mode: whose.mode, trial } as unknown as JsonObject
  const expiresAt = new Date(now().getTime() + keptMs)
  const next = await documents.records.put(kind, `${whose.accountId}/${trial.id}`, value, { expectedRevision: revision, expiresAt })
  if (next === undefined) throw new Error('somebody else wrote the trial')
  return next
}

const reviewed = ({ accountId, mode }: Whose) => ({ account_id: accountId, mode, reviewed_at: { gt: '' } })

const evaluated = async (inner: Trying, { trial: begun, whose, revision: first }: Kept): Promise<void> => {
  let [trial, revision] = [begun, first]
  const seen = new Set<string>()
  for (let page = 1; ; page++) {
    const found = await inner.read(businesses).find({ where: reviewed(whose), sort: [['created_at', 'asc']], page, perPage: stretch })
    for (const { id } of found.filter((each) => !seen.has(each.id))) {
      seen.add(id)
      const state = await inner.load(business, id)
      if (state.status !== 'none') trial = withBusiness(trial, state, inner.now().toISOString())
      // Requests go first.
      await setImmediate()
    }
    const isLast = found.length < stretch
    trial = { ...trial, status: isLast ? 'completed' : 'running', updated_at: inner.now().toISOString() }
    if (isLast) trial = { ...trial, total: trial.done, approves_all: trial.done > 0 && trial.would.approved === trial.done }
    revision = await keep(inner, { trial, whose, revision })
    if (isLast) return
  }
}

const withBusiness = (trial: PolicyTrial, state: Business, at: string): PolicyTrial => {
  const { matched } = evaluatePolicy(trial.definition, underThreshold(state, trial.watchlist_threshold), at)
  const rule = matched === null ? undefined : trial.definition.rules[matched]
  const would = outcomeOf(rule?.actions.find(({ type }) => type === 'set_status'))
  const decided: TrialOutcome = state.status === 'approved' || state.status === 'rejected' ? state.status : 'undecided'
  const isOtherwise = decided !== 'undecided' && decided !== would
  const name = rule?.name ?? null
  const change = { business_id: state.submitted.business_id, decided, would, rule: name }
  const place = matched ?? trial.rules.length - 1
  return {
    ...trial,
    done: trial.done + 1,
    decided: trial.decided + (decided === 'undecided' ? 0 : 1),
    otherwise: trial.otherwise + (isOtherwise ? 1 : 0),
    would: { ...trial.would, [would]: trial.would[would] + 1 },
    rules: trial.rules.map((each, index) =>
      index === place ? { ...each, matched: each.matched + 1, otherwise: each.otherwise + (isOtherwise ? 1 : 0) } : each,
    ),
    changes: isOtherwise && trial.changes.length < mostChanges ? [...trial.changes, change] : trial.changes,
  }
}

const outcomeOf = (action: PolicyDefinition['rules'][number]['actions'][number] | undefined): TrialOutcome =>
  action?.type === 'set_status' && action.status !== 'in_review' ? action.status : 'undecided'

/** The business without the watchlist hits that score less. */
const underThreshold = (state: Business, threshold: number | null): Business => {
  if (threshold === null) return state
  const hits = Object.fromEntries(Object.entries(state.file.hits).filter(([, { match }]) => match.score >= threshold))
  return { ...state, file: { ...state.file, hits } }
}
