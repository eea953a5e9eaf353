// The file on a business: all evidence events so far, folded. One fold for the decider, which compares new findings with it, and for the read model.
import type { AddressRisk } from './business-actions.ts'
import type { WatchlistHit } from './business-evidence.ts'
import { type JudgementEvent, judgementEvents } from './business-judgements.ts'
import { emptyFactFile, type Fact, type FactFile, factFold, without, withSources } from './fact-file.ts'
import { type BusinessFactEvent, factEvents, facts } from './facts.ts'
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
  AddressGone: (file, { address }) => ({ ...file, assessments: without(file.assessments, address.id) }),
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
  TinVouched: (file, { verified, by }, at) => ({ ...file, tin_vouched: { verified, by, at } }),
  WatchlistHitDismissed: dismissedIn,
  WatchlistHitReopened: reopenedIn,
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
export const fileAfterUpdate = (file: EvidenceFile, changes: { readonly tin?: string | null | undefined }): EvidenceFile =>
  changes.tin === undefined ? file : { ...file, tin: null, tin_vouched: null }

/** The hits that nobody dismissed. */
export const openHits = ({ hits, dismissals }: Pick<EvidenceFile, 'hits' | 'dismissals'>): readonly Fact<WatchlistHit>[] =>
  Object.values(hits).filter(({ id }) => !dismissals[id])

/** Whether an event belongs to the file. */
export const isEvidence = <Event extends { readonly type: string }>(event: Event): event is Event & EvidenceEvent =>
  event.type in factEvents || event.type in judgementEvents
