// The list of an account's businesses: what it can be filtered by, its order, and how many wait.
import { business } from '../../commands/business.ts'
import { streamOf } from '../../commands/decider.ts'
import { waitingStatuses } from '../../events/business-status.ts'
import type { NextReview } from '../../events/review-calendar.ts'
import type { RiskTier } from '../../events/risk.ts'
import type { Verdict } from '../../evidence/verdict.ts'
import { type BusinessDocument, businesses } from '../../projections/businesses.ts'
import { withinDays } from '../../projections/history.ts'
import { soughtText } from '../../projections/search-text.ts'
import { defined } from '../framework/defined.ts'
import type { ProbityContext } from '../framework/environment.ts'
import { newestFirst, ownPageOf, type Page } from '../framework/list-pages.ts'
import type { Reads } from '../framework/reading.ts'
import { usersOf } from '../users.ts'

/** Whose review is overdue, due soon, or either of them. */
export const dues = ['overdue', 'soon', 'either'] as const

export type BusinessFilter = {
  /** Words of the name. */
  readonly q?: string | undefined
  /** Words or digits of names, TIN, addresses, people and external ids. */
  readonly search?: string | undefined
  readonly mode?: BusinessDocument['mode'] | undefined
  readonly status?: BusinessDocument['status'] | undefined
  /** Waits for a decision or an audit. */
  readonly isWaiting?: boolean | undefined
  readonly external_id?: string | undefined
  readonly unique_external_id?: string | undefined
  readonly tag?: string | undefined
  readonly business_batch_id?: string | undefined
  /** null: nobody, or a user who may not sign in any more. */
  readonly assignee_id?: string | null | undefined
  readonly risk?: Verdict['outcome'] | undefined
  readonly risk_tier?: RiskTier | undefined
  /** A finding in words, such as `Watchlist hit`. */
  readonly finding?: string | undefined
  /** Days (ISO 8601), both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** At `now`, or in the test mode by what was told: a business there may follow a test clock. */
  readonly due?: { readonly at: (typeof dues)[number]; readonly now: Date } | undefined
  /** Only businesses with a source from before this day. */
  readonly sourceBefore?: string | undefined
}

const sorts = {
  newest: newestFirst,
  oldest: [['created_at', 'asc']],
  waiting: [['waiting_since', 'asc']],
  risk: [
    ['risk_rank', 'asc'],
    ['created_at', 'asc'],
  ],
  name: [['name', 'asc']],
  due: [['review_due_at', 'asc']],
} as const

export type BusinessSort = keyof typeof sorts

type Listing = BusinessFilter & { readonly sort?: BusinessSort; readonly page: number; readonly perPage: number }

/** A TIN may be written with hyphens; it is kept in digits. */
const searched = (text: string): string =>
  soughtText(text).replaceAll(/\b(\d{2}-\d{7}|\d{3}-\d{2}-\d{4})\b/g, (tin) => tin.replaceAll('-', ''))

/** The account's businesses that match, newest first where no sort is named. */
export const businessesWhere = async (
  inner: Reads,
  c: ProbityContext,
  { sort = 'newest', page, perPage, ...filter }: Listing,
): Promise<Page<BusinessDocument>> => {
  const isTest = (filter.mode ?? c.get('principal').mode) === 'test'
  const waiting = filter.assignee_id === null ? { assignee_id: { in: [null, ...(await idsOfLeft(inner, c))] } } : {}
  const query = { where: { ...whereOf(filter, isTest), ...waiting }, sort: sorts[sort], page, perPage }
  return ownPageOf(inner, c, businesses, query, {
    placed: filter.due && sort === 'due' ? placedByDate(inner, filter.due, isTest) : undefined,
  })
}

const idsOfLeft = async (inner: Reads, c: ProbityContext): Promise<readonly string[]> =>
  (await usersOf(inner, c.get('principal').accountId)).filter(({ status }) => status !== 'active').map(({ id }) => id)

/** A decision ends the date that a business was due by, and a later date follows. It keeps the place of the last date that was due. */
const placedByDate =
  ({ history }: Pick<Reads, 'history'>, { at, now }: NonNullable<BusinessFilter['due']>, isTest: boolean) =>
  async <Doc extends BusinessDocument>(document: Doc): Promise<Doc> => {
    const hasCome = (date: Pick<NextReview, 'due_at' | 'soon_at'>) => (at === 'overdue' ? date.due_at : date.soon_at) <= now.toISOString()
    const wasTold = ({ told }: NextReview) => told === 'overdue' || (told === 'due' && at !== 'overdue')
    const { next_review: next, relationship_ended, id } = document
    if (next && !relationship_ended && (isTest ? wasTold(next) : hasCome(next))) return document
    const stream = streamOf(business, id)
    const date = isTest
      ? (await history(stream, { ...latest, types: at === 'overdue' ? ['ReviewOverdue'] : ['ReviewDue', 'ReviewOverdue'] }))[0]?.data
          .review_date
      : (await history(stream, { types: ['ReviewScheduled'] })).map(({ data }) => data.review_date).findLast(hasCome)
    return date ? { ...document, review_due_at: date.due_at } : document
  }

const whereOf = ({ q, search, tag, status, isWaiting, finding, from, to, sourceBefore, due, ...given }: BusinessFilter, isTest: boolean) =>
  defined({
    ...given,
    status: status ?? (isWaiting ? { in: waitingStatuses } : undefined),
    'tags[]': tag,
    'findings[]': finding,
    name_search: q === undefined ? undefined : { contains: soughtText(q) },
    search: search === undefined ? undefined : { contains: searched(search) },
    created_at: withinDays(from, to),
    ...(due && !isTest ? dueIn(due) : {}),
    review_told: due && isTest ? { in: toldOf[due.at] } : undefined,
    oldest_source: sourceBefore ? { lt: sourceBefore } : undefined,
  })

const latest = { direction: 'backwards', limit: 1 } as const

const toldOf: { readonly [At in (typeof dues)[number]]: readonly NextReview['told'][] } = {
  overdue: ['overdue'],
  soon: ['due'],
  either: ['due', 'overdue'],
}

const dueIn = ({ at, now }: NonNullable<BusinessFilter['due']>) => {
  const moment = now.toISOString()
  if (at === 'overdue') return { review_due_at: { lte: moment } }
  return { review_soon_at: { lte: moment }, ...(at === 'soon' ? { review_due_at: { gt: moment } } : {}) }
}

/** The account's businesses that wait for a decision, test and live apart. */
export const waitingCounts = async (
  { read }: Pick<Reads, 'read'>,
  c: ProbityContext,
): Promise<{ readonly live: number; readonly test: number }> => {
  const { accountId: account_id } = c.get('principal')
  const count = (mode: BusinessDocument['mode']) => read(businesses).count({ account_id, status: { in: waitingStatuses }, mode })
  const [live, test] = await Promise.all([count('live'), count('test')])
  return { live, test }
}

/** How many businesses of both modes wait for this user. */
export const waitingFor = ({ read }: Pick<Reads, 'read'>, c: ProbityContext, assignee_id: string): Promise<number> =>
  read(businesses).count({ account_id: c.get('principal').accountId, status: { in: waitingStatuses }, assignee_id })
