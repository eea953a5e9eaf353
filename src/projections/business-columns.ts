// The plain fields that analysts group and count businesses by, taken from nested fields of the document.
import { riskByTable } from '../commands/risk-table.ts'
import type { businessEvents, Product } from '../events/business.ts'
import type { Added } from '../events/business-actions.ts'
import type { CaseStatus } from '../events/business-status.ts'
import type { EventOf } from '../events/define.ts'
import { type EvidenceFile, openHits } from '../events/evidence-file.ts'
import type { ReviewTask } from '../events/parts.ts'
import type { NextReview } from '../events/review-calendar.ts'
import type { RiskTier } from '../events/risk.ts'
import { outcomes, type Verdict, verdictOf } from '../evidence/verdict.ts'
import type { Columns } from './columns.ts'
import { searchText } from './search-text.ts'

export type BusinessColumns = {
  /** Of the first address, as submitted. */
  readonly state: string | null
  readonly city: string | null
  readonly website: string | null
  /** Of the classification that fits best. */
  readonly industry: string | null
  readonly naics_code: string | null
  readonly high_risk: boolean | null
  readonly entity_type: string | null
  readonly formation_state: string | null
  readonly formation_date: string | null
  readonly tin_outcome: string | null
  readonly products: readonly string[]
  readonly tasks_success: number
  readonly tasks_warning: number
  readonly tasks_failure: number
  readonly tasks_neutral: number
  /** `key: sub-label` of every task of the review that failed or warns. */
  readonly concerns: readonly string[]
  /** The verdict: `none` without a review, then `sanctions`, `blocks`, `look`, `unknown` (unanswered), `passed`. */
  readonly risk: Verdict['outcome']
  /** 0 for the worst risk; those without a review come last. */
  readonly risk_rank: number
  /** As a person has set it, else as the table gives it; null without a review. */
  readonly risk_tier: RiskTier | null
  /** By the table alone, from the sum of the points. */
  readonly risk_tier_computed: RiskTier | null
  readonly risk_points: number | null
  /** What speaks against the business or needs a look, the worst first: `Watchlist hit`. */
  readonly findings: readonly string[]
  /** The date of the oldest data behind the review; null where no source has one. */
  readonly oldest_source: string | null
  /** The name without accents: `q` of the interface finds it. */
  readonly name_search: string
  /** What a reviewer searches by, without accents: names, TIN, addresses, people, external ids. */
  readonly search: string
  readonly registrations: number
  /** Watchlist hits that are not dismissed. */
  readonly watchlist_hits: number
  /** `2026-11`. */
  readonly created_month: string
  readonly decided_month: string | null
  /** From the creation to the first completed review. */
  readonly seconds_to_review: number | null
  /** From when it last came to wait for a decision; null until that is made. */
  readonly seconds_to_decision: number | null
  /** When it is looked at again, and from when on that is soon; null: no date stands. */
  readonly review_due_at: string | null
  readonly review_soon_at: string | null
  /** What the account was told of that date. */
  readonly review_told: NextReview['told'] | null
}

/** The sources of the columns. */
type Described = {
  readonly status: CaseStatus
  readonly submitted: Pick<
    Extract<EventOf<typeof businessEvents>, { type: 'BusinessCreated' }>['data'],
    'name' | 'addresses' | 'website' | 'people' | 'tin' | 'tin_type' | 'external_id' | 'unique_external_id' | 'ownership'
  >
  readonly added: Pick<Added, 'names'>
  readonly file: EvidenceFile
  readonly orders: readonly { readonly product: Product }[]
  readonly review: { readonly tasks: readonly ReviewTask[] } | null
  readonly risk_override: { readonly tier: RiskTier } | null
  readonly created_at: string
  readonly reviewed_at: string | null
  readonly waiting_since: string | null
  readonly decided_at: string | null
  readonly next_review: Pick<NextReview, 'due_at' | 'soon_at' | 'told'> | null
  readonly relationship_ended: boolean
}

/** null where the second is not yet. */
const secondsBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null || from > to ? null : (Date.parse(to) - Date.parse(from)) / 1000

export const businessColumns = (business: Described): BusinessColumns => {
  const { submitted, file, review, created_at, reviewed_at, waiting_since, decided_at } = business
  const awaited = business.relationship_ended ? null : business.next_review
  const [address] = submitted.addresses
  const [industry] = [...(file.industry?.categories ?? [])].sort((one, other) => other.score - one.score)
  const tasks = review?.tasks ?? []
  const verdict = verdictOf(review?.tasks ?? null, { isErased: business.status === 'erased' })
  const computed = review && riskByTable({ file, submitted, tasks })
  const withStatus = (wanted: string) => tasks.filter(({ status }) => status === wanted)
  const [failures, warnings] = [withStatus('failure'), withStatus('warning')]
  return {
    state: address?.state ?? null,
    city: address?.city ?? null,
    website: submitted.website?.url ?? null,
    industry: industry?.name ?? null,
    naics_code: industry?.naics_codes[0] ?? null,
    high_risk: industry?.high_risk ?? null,
    entity_type: file.formation?.entity_type ?? null,
    formation_state: file.formation?.formation_state ?? null,
    formation_date: file.formation?.formation_date ?? null,
    tin_outcome: file.tin?.outcome ?? null,
    products: [...new Set(business.orders.map(({ product }) => product))],
    tasks_success: withStatus('success').length,
    tasks_warning: warnings.length,
    tasks_failure: failures.length,
    tasks_neutral: withStatus('neutral').length,
    concerns: [...failures, ...warnings].map(({ key, sub_label }) => `${key}: ${sub_label}`),
    risk: verdict.outcome,
    risk_rank: verdict.outcome === 'none' ? outcomes.length : outcomes.indexOf(verdict.outcome),
    risk_tier: business.risk_override?.tier ?? computed?.tier ?? null,
    risk_tier_computed: computed?.tier ?? null,
    risk_points: computed?.points ?? null,
    findings: verdict.findings.filter(({ level }) => level !== 'unknown').map(({ title }) => title),
    oldest_source: oldestOf(tasks),
    name_search: searchText(submitted.name),
    search: searchTextOf(business),
    registrations: Object.keys(file.registrations).length,
    watchlist_hits: openHits(file).length,
    created_month: created_at.slice(0, 7),
    decided_month: decided_at?.slice(0, 7) ?? null,
    seconds_to_review: secondsBetween(created_at, reviewed_at),
    seconds_to_decision: secondsBetween(waiting_since, decided_at),
    review_due_at: awaited?.due_at ?? null,
    review_soon_at: awaited?.soon_at ?? null,
    review_told: awaited?.told ?? null,
  }
}

const oldestOf = (tasks: readonly ReviewTask[]): string | null => {
  let oldest: string | null = null
  for (const { sources } of tasks)
    for (const { metadata } of sources) {
      const { as_of } = metadata
      if (typeof as_of === 'string' && (oldest === null || as_of < oldest)) oldest = as_of
    }
  return oldest
}

const searchTextOf = ({ submitted, added }: Described): string => {
  const parts = [
    submitted.name,
    ...added.names.map(({ name }) => name),
    submitted.tin_type === 'ssn' ? null : submitted.tin,
    ...submitted.addresses.map(({ full_address }) => full_address),
    ...submitted.people.map(({ name }) => name),
    submitted.external_id,
    submitted.unique_external_id,
  ]
  return searchText(parts.filter((part) => part).join('\n'))
}

export const businessColumnTypes = {
  state: 'text',
  city: 'text',
  website: 'text',
  industry: 'text',
  naics_code: 'text',
  high_risk: 'boolean',
  entity_type: 'text',
  formation_state: 'text',
  formation_date: 'text',
  tin_outcome: 'text',
  products: 'json',
  tasks_success: 'integer',
  tasks_warning: 'integer',
  tasks_failure: 'integer',
  tasks_neutral: 'integer',
  concerns: 'json',
  risk: 'text',
  risk_rank: 'integer',
  risk_tier: 'text',
  risk_tier_computed: 'text',
  risk_points: 'integer',
  findings: 'json',
  oldest_source: 'text',
  name_search: 'text',
  search: 'text',
  registrations: 'integer',
  watchlist_hits: 'integer',
  created_month: 'text',
  decided_month: 'text',
  seconds_to_review: 'number',
  seconds_to_decision: 'number',
  review_due_at: 'text',
  review_soon_at: 'text',
  review_told: 'text',
} as const satisfies Required<Columns<BusinessColumns>>
