// The file on a business: all evidence events so far, folded. One fold for the decider, which compares new findings with it, and for the read model.
import type { AddressRisk } from './business-actions.ts'
import type { WatchlistHit } from './business-evidence.ts'
import { type JudgementEvent, judgementEvents } from './business-judgements.ts'
import { emptyFactFile, type Fact, type FactFile, factFold, without, withSources } from './fact-file.ts'
import { type BusinessFactEvent, factEvents, facts } from './facts.ts'
import { keysOf } from './keys-of.ts'
import type { Discrepancy } from './ownership.ts'
import type { Source } from './parts.ts'
import { type Dismissals, dismissedIn, noDismissals, reopenedIn } from './watchlist-dismissals.ts'

export type { Fact }

export type EvidenceEvent = BusinessFactEvent | JudgementEvent
type Data<Type extends EvidenceEvent['type']> = Extract<EvidenceEvent, { type: Type }>['data']

export type EvidenceFile = FactFile<typeof facts> &
  Dismissals & {
    /** A person's judgement of the number. It overrides the check. */
    readonly tin_vouched: { readonly verified: boolean; readonly by: string; readonly at: string } | null
    /** A person's rating of an address, by its id. It overrides the assessment. Absent where nobody rated it. */
    readonly address_risks?: {
      readonly [addressId: string]: { readonly risk_rating: AddressRisk; readonly by: string; readonly at: string }
    }
    /** By id. Absent where there never was one. */
    readonly owner_discrepancies?: { readonly [id: string]: HeldDiscrepancy }
  }

/** A difference between submitted and found owners, and how it was resolved. */
export type HeldDiscrepancy = Discrepancy & {
  readonly status: 'open' | 'overdue' | 'resolved'
  readonly found_at: string
  readonly resolution: { readonly cause: 'data' | 'person'; readonly reason: string | null; readonly at: string } | null
}

export const emptyFile: EvidenceFile = { ...emptyFactFile(facts), tin_vouched: null, ...noDismissals }

/** The product name of an empty search of the state registries. */
export const registrySearch = 'registrations'

/** The registries that were searched without a find, each as a whole source. */
export const registriesSearched = ({ searches }: EvidenceFile): readonly Source[] =>
  Object.values(searches).find(({ product }) => product === registrySearch)?.sources ?? []

type Fold<Type extends EvidenceEvent['type']> = (file: EvidenceFile, data: Data<Type>, at: string) => EvidenceFile

/** What a judgement means for the file, and what some facts mean for facts of another kind. */
const folds: { readonly [Type in JudgementEvent['type']]: Fold<Type> } & { readonly [Type in BusinessFactEvent['type']]?: Fold<Type> } = {
  RegistrationChanged: (file, { registration: { id, given_up } }) =>
    given_up ? { ...file, registrations: without(file.registrations, id) } : file,
  AddressGone: (file, { address }) => ({ ...file, assessments: without(file.assessments, address.id) }),
  EmailAddressGone: (file, { email_address: { id } }) => ({ ...file, email_assessments: without(file.email_assessments, id) }),
  WatchlistScreened: (file, { hit_ids }) => ({
    ...file,
    hits: Object.fromEntries(Object.entries(file.hits).filter(([id]) => hit_ids.includes(id))),
  }),
  AddressRiskSet: (file, { address_id, risk_rating, by }, at) => ({
    ...file,
    address_risks: { ...file.address_risks, [address_id]: { risk_rating, by, at } },
  }),
  EvidenceConfirmed: (file, { facts: confirmed }) =>
    confirmed.reduce<EvidenceFile>((after, { kind, id, sources }) => withSources(after, facts, { kind, id, sources }), file),
  OwnerDiscrepancyFound: (file, { discrepancy }, at) =>
    withDiscrepancy(file, { ...discrepancy, status: 'open', found_at: at, resolution: null }),
  OwnerDiscrepancyOverdue: (file, { discrepancy_id: id, due_on }) => changedDiscrepancy(file, id, { status: 'overdue', due_on }),
  OwnerDiscrepancyResolved: (file, { discrepancy_id: id, cause, reason }, at) =>
    changedDiscrepancy(file, id, { status: 'resolved', resolution: { cause, reason, at } }),
  TinVouched: (file, { verified, by }, at) => ({ ...file, tin_vouched: { verified, by, at } }),
  TinVouchingEnded: (file) => ({ ...file, tin_vouched: null }),
  WatchlistHitDismissed: dismissedIn,
  WatchlistHitReopened: reopenedIn,
}

const withDiscrepancy = (file: EvidenceFile, held: HeldDiscrepancy): EvidenceFile => ({
  ...file,
  owner_discrepancies: { ...file.owner_discrepancies, [held.id]: held },
})

const changedDiscrepancy = (file: EvidenceFile, id: string, change: Partial<HeldDiscrepancy>): EvidenceFile => {
  const held = file.owner_discrepancies?.[id]
  return held ? withDiscrepancy(file, { ...held, ...change }) : file
}

const withFact = factFold(facts)

/** The file after one more event; `at` is when the event was recorded. */
export const fileAfter = (file: EvidenceFile, event: EvidenceEvent, at: string): EvidenceFile => {
  // The fold of the event's own type takes the event's data.
  const fold = folds[event.type] as ((file: EvidenceFile, data: EvidenceEvent['data'], at: string) => EvidenceFile) | undefined
  const after = withFact(file, event, at)
  return fold ? fold(after, event.data, at) : after
}

/** The file after the submitted data changed: a check of the TIN says nothing about another TIN. */
export const fileAfterUpdate = (
  file: EvidenceFile,
  { tin, lei }: { readonly tin?: string | null | undefined; readonly lei?: string | null | undefined },
): EvidenceFile => ({
  ...file,
  ...(tin === undefined ? {} : { tin: null, tin_vouched: null }),
  ...(lei ? { lei_records: onlyOf(file.lei_records, lei) } : {}),
})

/** The record of another identifier than the submitted one says nothing. */
const onlyOf = (records: EvidenceFile['lei_records'], lei: string): EvidenceFile['lei_records'] =>
  Object.fromEntries(Object.entries(records).filter(([, record]) => record.lei === lei))

/** The hits that nobody dismissed. */
export const openHits = ({ hits, dismissals }: Pick<EvidenceFile, 'hits' | 'dismissals'>): readonly Fact<WatchlistHit>[] =>
  Object.values(hits).filter(({ id }) => !dismissals[id])

/** The types of the events that belong to the file. */
export const evidenceTypes = keysOf({ ...factEvents, ...judgementEvents })

/** Whether an event belongs to the file. */
export const isEvidence = <Event extends { readonly type: string }>(event: Event): event is Event & EvidenceEvent =>
  event.type in factEvents || event.type in judgementEvents
