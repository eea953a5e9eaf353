// The reasons for decisions in words, for pages and documents.
import { type DecidedStatus, type DecisionReason, decisionReasons } from '../events/decisions.ts'
import { ownValue } from '../events/own-value.ts'
import { type Judged, nothingAgainst } from './verdict.ts'

export type { DecidedStatus, DecisionReason }

export const reasonWords: { readonly [Reason in DecisionReason]: string } = {
  checks_passed: 'All checks passed',
  findings_explained: 'The findings are explained',
  documents_seen: 'Documents seen',
  known_customer: 'Known customer',
  risk_accepted: 'Risk accepted under our policy',
  hit_is_another_party: 'The listed party is a different one',
  sanctions_hit: 'Sanctions hit',
  identity_not_confirmed: 'Identity not confirmed',
  not_registered: 'Not registered or inactive',
  tin_does_not_match: 'TIN does not match',
  prohibited_industry: 'Prohibited industry',
  adverse_records: 'Adverse records or media',
  documents_missing: 'Documents missing',
  new_information: 'New information',
  decided_by_mistake: 'Decided by mistake',
  other: 'Other reason',
}

/** The reason with this name, where it is one for this decision. */
export const reasonFor = (status: DecidedStatus, name: string): DecisionReason | undefined =>
  decisionReasons[status].find((reason) => reason === name)

/** Whether a reason can be true of a review: where something speaks against the business, not all checks have passed. */
export const canBeTrueOf = (tasks: readonly Judged[] | null, reason: string): boolean => reason !== 'checks_passed' || nothingAgainst(tasks)

/** The reasons for a decision on businesses with these reviews. */
export const reasonsUpon = (status: DecidedStatus, reviews: readonly (readonly Judged[] | null)[]): readonly DecisionReason[] =>
  decisionReasons[status].filter((reason) => reviews.every((tasks) => canBeTrueOf(tasks, reason)))

/** What each decision does, in the words that stand beside its button. */
export const decisionMeanings: { readonly [Status in DecidedStatus]: string } = {
  approved:
    'The status becomes Approved, and your webhooks receive business.approved. The history keeps your name and reason. You can return it to review.',
  rejected:
    'The status becomes Rejected, and your webhooks receive business.rejected. The history keeps your name and reason. You can return it to review.',
  in_review: 'The earlier decision stays in the history. The business waits in the queue until it is decided again.',
}

/** The reason in words; '' where none was chosen. */
export const reasonText = (reason: string | null | undefined): string => (reason ? (ownValue(reasonWords, reason) ?? '') : '')
