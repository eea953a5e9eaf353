// What a rule of the review is: it judges one thing about a business.
import type { Product } from '../../events/business.ts'
import type { ReviewTask, Source } from '../../events/parts.ts'
import type { UnansweredOutcome } from '../../evidence/verdict.ts'
import type { Business } from '../business-state.ts'

export type Judgement = Pick<ReviewTask, 'status' | 'sub_label' | 'message'> & { readonly sources: readonly Source[] }

/** What several facts rest on. */
export const sourcesOf = (facts: readonly { readonly sources: readonly Source[] }[]): readonly Source[] =>
  facts.flatMap(({ sources }) => sources)

/** A neutral task is `unanswered` or `forInformation`. */
export const judged = (
  status: Exclude<Judgement['status'], 'neutral'>,
  sub_label: string,
  message: string,
  sources: readonly Source[] = [],
): Judgement => ({
  status,
  sub_label,
  message,
  sources,
})

/** Nobody could say whether the thing is so. The case shows it as an open check. */
export const unanswered = (sub_label: UnansweredOutcome, message: string, sources: readonly Source[] = []): Judgement => ({
  status: 'neutral',
  sub_label,
  message,
  sources,
})

/** An answer that speaks neither for the business nor against it. */
export const forInformation = (sub_label: string, message: string, sources: readonly Source[]): Judgement => ({
  status: 'neutral',
  sub_label,
  message,
  sources,
})

/** The words for each rating of a risk, the worst first. */
export const riskRatings = [
  { risk: 'high', status: 'failure', sub_label: 'High' },
  { risk: 'moderate', status: 'warning', sub_label: 'Moderate' },
  { risk: 'low', status: 'success', sub_label: 'Low' },
] as const

/**
 * @example
 * shareOf(1, 1, 'registration') // => '1 of 1 registration'
 * shareOf(0, 2, 'submitted person', 'submitted people') // => '0 of 2 submitted people'
 */
export const shareOf = (count: number, total: number, one: string, more = `${one}s`): string =>
  `${count} of ${total} ${total === 1 ? one : more}`

/** The things as a sentence names them: `a`, `a and b`, `a, b and c`. */
export const listed = (things: readonly string[]): string =>
  [things.slice(0, -1).join(', '), ...things.slice(-1)].filter((part) => part !== '').join(' and ')

export type ReviewRule = {
  readonly category: string
  readonly key: string
  readonly label: string
  /** The task appears when one of these has been ordered. Absent: it appears wherever there is something to judge. */
  readonly products?: readonly Product[]
  /** null: there is nothing to say, and the task is left out. `at`: when it is judged (ISO 8601). `ageLimitDays`: of its sources. */
  readonly judge: (business: Business, at: string, ageLimitDays: number) => Judgement | null
}

/** By the subject of a search (as the notes about searches name it): whether nothing of it is on file. */
const nothingOf = {
  registrations: ({ registrations }) => Object.keys(registrations).length === 0,
  watchlists: ({ screening }) => screening === null,
  website: ({ website }) => website === null,
} satisfies { readonly [what: string]: (file: Business['file']) => boolean }

/** The rule, unless the source failed for as long as the order waited: an empty file is no answer then. */
export const orNotAvailable =
  (what: keyof typeof nothingOf, judge: ReviewRule['judge']): ReviewRule['judge'] =>
  (business, at, ageLimitDays) => {
    const { file } = business
    if (!nothingOf[what](file)) return judge(business, at, ageLimitDays)
    const failed = Object.values(file.searches).find(({ product, outcome }) => product === what && outcome === 'unavailable')
    if (!failed) return judge(business, at, ageLimitDays)
    return unanswered('Not Available', `Nothing could be looked up: ${failed.reason}.`)
  }
