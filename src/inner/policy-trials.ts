// Tries a policy on the whole portfolio: every business with a review, none left out. It works in the background, keeps its progress in a record, and
// changes nothing.
import { setImmediate } from 'node:timers/promises'
import { business } from '../commands/business.ts'
import type { Business } from '../commands/business-state.ts'
import { evaluatePolicy } from '../commands/policy-evaluation.ts'
import type { Mode } from '../events/modes.ts'
import { orderedId } from '../events/ordered-id.ts'
import type { PolicyDefinition } from '../events/policy.ts'
import { entry, notFound, unprocessable } from '../interface/errors.ts'
import type { ErrorEntry } from '../interface/messages.ts'
import type { NewPolicyTrial, PolicyTrialResult, TrialOutcome } from '../interface/policy-trials.ts'
import { businesses } from '../projections/businesses.ts'
import { eachFound } from '../projections/read.ts'
import { fairShares } from '../stores/fair-shares.ts'
import { placeIn } from './framework/places.ts'
import type { Documents, Reads } from './framework/reading.ts'
import type { Sending } from './framework/sending.ts'
import type { ListTrials, ListVersion, ScreenAgain } from './list-trials.ts'
import { checkDefinition } from './policies.ts'
import { screeningThresholds } from './screening-thresholds.ts'

const kind = 'policy_trial'
const keptMs = 30 * 24 * 3600_000
/** A running trial says this often that it goes on, and was cut off when it has been silent for longer. */
const beatMs = 5_000
const silentMs = 30_000
const stretch = 100
const mostChanges = 1_000

export type Trying = Pick<Sending, 'load' | 'now'> & Pick<Reads, 'read'> & Documents & ListTrials
type Whose = { readonly accountId: string; readonly mode: Mode }

export type PolicyTrial = PolicyTrialResult & { readonly definition: PolicyDefinition }

/** Trials that go on in this process: each loads every business of its account, between the requests of all. */
const underWay = fairShares({ places: 8, perAccount: 2 })

/**
 * Begins a trial.
 * @returns the trial, with nothing done yet
 * @throws ApiError 422 for an invalid condition, action, list, version or threshold; 429 and 503 while too many go on
 */
export const startPolicyTrial = async (
  inner: Trying,
  whose: Whose,
  { definition, watchlist_threshold, list_versions = [] }: NewPolicyTrial,
): Promise<PolicyTrial> => {
  checkDefinition(definition)
  const threshold = watchlist_threshold ?? null
  const again = list_versions.length > 0 || (threshold !== null && threshold < screeningThresholds.business)
  checkScreening(inner, whose, { threshold, list_versions })
  const now = inner.now().toISOString()
  const total = await inner.read(businesses).count(reviewed(whose))
  const trial: PolicyTrial = {
    object: 'policy_trial',
    id: orderedId(),
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
    watchlist_threshold: threshold,
    list_versions,
    screened_again: again,
    lists: null,
    created_at: now,
    updated_at: now,
    definition,
  }
  const giveBack = placeIn(underWay, whose.accountId, 'trials of policies')
  const kept = keep(inner, { trial, whose, revision: -1 })
  void kept
    .then(
      (revision) => evaluated(inner, { trial, whose, revision }),
      // The caller is told.
      () => undefined,
    )
    .catch((error) => inner.onTrialError(error, trial.id))
    .finally(giveBack)
  await kept
  return trial
}

type Screening = { readonly threshold: number | null; readonly list_versions: readonly ListVersion[] }

/** @throws ApiError 422 that names each field at fault */
const checkScreening = ({ heldLists }: ListTrials, { mode }: Whose, { threshold, list_versions }: Screening): void => {
  const known = list_versions.length > 0 ? heldLists() : []
  const problem = ({ list, version }: ListVersion, at: number): ErrorEntry | null => {
    const field = `list_versions.${at}`
    const versions = known.filter((each) => each.list === list).map((each) => each.version)
    const lists = [...new Set(known.map((each) => each.list))]
    if (versions.length === 0) return entry(`${field}.list must be one of ${lists.join(', ') || '(none is held)'}`, `${field}.list`)
    if (!versions.includes(version))
      return entry(`${field}.version must be a version of ${list} that is held: ${versions.join(', ')}`, `${field}.version`)
    if (list_versions.findIndex((each) => each.list === list) < at) return entry(`${field}.list is named twice`, `${field}.list`)
    return null
  }
  const inTest = 'for test businesses, which are screened against made-up lists'
  const problems =
    mode === 'test'
      ? [
          list_versions.length > 0 ? entry(`list_versions cannot be chosen ${inTest}`, 'list_versions') : null,
          threshold !== null && threshold < screeningThresholds.business
            ? entry(`watchlist_threshold must be at least ${screeningThresholds.business} ${inTest}`, 'watchlist_threshold')
            : null,
        ]
      : list_versions.map(problem)
  const found = problems.filter((each) => each !== null)
  if (found.length > 0) throw unprocessable(found)
}

/** `mode`: absent for those who see both. @throws ApiError 404 */
export const policyTrialOf = async (
  { documents, now }: Trying,
  { accountId, mode }: Pick<Whose, 'accountId'> & Partial<Whose>,
  id: string,
): Promise<PolicyTrial> => {
  const record = await documents.records.get(kind, `${accountId}/${id}`)
  if (!record || (mode !== undefined && record.value.mode !== mode)) throw notFound('policy_trial')
  const trial = record.value.trial as PolicyTrial
  const isSilent = trial.status === 'running' && now().getTime() - Date.parse(trial.updated_at) > silentMs
  return isSilent ? { ...trial, status: 'interrupted' } : trial
}

type Kept = { readonly trial: PolicyTrial; readonly whose: Whose; readonly revision: number }

const keep = async ({ documents, now }: Trying, { trial, whose, revision }: Kept): Promise<number> => {
  const value = { mode: whose.mode, trial }
  const expiresAt = new Date(now().getTime() + keptMs)
  const next = await documents.records.put(kind, `${whose.accountId}/${trial.id}`, value, { expectedRevision: revision, expiresAt })
  if (next === undefined) throw new Error('somebody else wrote the trial')
  return next
}

const reviewed = ({ accountId, mode }: Whose) => ({ account_id: accountId, mode, reviewed_at: { gt: '' } })

/** Works through the portfolio. @throws what leaves the trial interrupted */
const evaluated = async (inner: Trying, kept: Kept): Promise<void> => {
  const record = recorder(inner, kept)
  const beat = setInterval(() => void record.save({}).catch(() => undefined), beatMs)
  beat.unref()
  let again: ScreenAgain | null = null
  try {
    const { watchlist_threshold: threshold, list_versions: versions, screened_again } = record.trial()
    if (screened_again) {
      again = await inner.screenAgain({ accountId: kept.whose.accountId, versions, threshold })
      await record.save({ lists: [...again.lists] })
    }
    const considered = again?.screened ?? (async (state: Business) => underThreshold(state, threshold))
    for await (const state of portfolio(inner, kept.whose)) {
      const at = inner.now().toISOString()
      record.change(withBusiness(record.trial(), await considered(state, at), at))
      if (record.trial().done % stretch === 0) await record.save({})
      // Requests go first.
      await setImmediate()
    }
    const { done, would } = record.trial()
    await record.save({ status: 'completed', total: done, approves_all: done > 0 && would.approved === done })
  } catch (error) {
    await record.save({ status: 'interrupted' }).catch(() => undefined)
    throw error
  } finally {
    clearInterval(beat)
    await again?.close()
  }
}

/** Every business with a review, each once. */
async function* portfolio(inner: Trying, whose: Whose): AsyncGenerator<Business> {
  for await (const { id } of eachFound(inner.read(businesses), { where: reviewed(whose), by: 'created_at', perPage: stretch })) {
    const state = await inner.load(business, id)
    if (state.status !== 'none') yield state
  }
}

/** Keeps the trial as it goes on; one write after the other. */
const recorder = (inner: Trying, { trial: begun, whose, revision: first }: Kept) => {
  let [trial, revision] = [begun, first]
  let written: Promise<void> = Promise.resolve()
  return {
    trial: () => trial,
    change: (next: PolicyTrial) => {
      trial = next
    },
    save: (more: Partial<PolicyTrial>): Promise<void> => {
      trial = { ...trial, ...more, updated_at: inner.now().toISOString() }
      const write = async () => {
        revision = await keep(inner, { trial, whose, revision })
      }
      written = written.then(write, write)
      return written
    },
  }
}

const withBusiness = (trial: PolicyTrial, state: Business, at: string): PolicyTrial => {
  const { matched } = evaluatePolicy(trial.definition, state, at)
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

/** The business without the watchlist hits that score less by name. */
const underThreshold = (state: Business, threshold: number | null): Business => {
  if (threshold === null) return state
  const hits = Object.fromEntries(Object.entries(state.file.hits).filter(([, { match, by_name }]) => (by_name ?? match).score >= threshold))
  return { ...state, file: { ...state.file, hits } }
}
