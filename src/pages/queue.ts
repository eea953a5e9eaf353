// The queue as an address: its filters and sort are the query of the list, so that a view is a link. From a case the same query leads to the next one.
import { html } from 'hono/html'
import { keysOf } from '../events/keys-of.ts'
import { type BusinessFilter, type BusinessSort, businessesWhere } from '../inner/business/list.ts'
import type { BusinessDocument } from '../inner/businesses.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import type { Reads } from '../inner/framework/reading.ts'
import type { Clock } from '../inner/framework/sending.ts'
import { businessesPath, type CaseView, tabs } from './business/frame.ts'
import { perPage } from './framework/lists.ts'
import { count, type Markup, nothing } from './framework/markup.ts'
import type { Pages } from './framework/pages.ts'

export const statuses = ['in_review', 'in_audit', 'pending', 'open', 'approved', 'rejected'] as const

/** The statuses to filter by. */
export const caseStatuses = [...statuses, 'erased'] as const

export const risks = {
  sanctions: 'Watchlist hit',
  blocks: 'Blocked',
  look: 'Needs a look',
  unknown: 'Unanswered checks',
  passed: 'Clear',
  none: 'Not reviewed yet',
} as const

export const sortNames: { readonly [Sort in BusinessSort]: string } = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  waiting: 'Waiting longest',
  risk: 'Worst first',
  name: 'Name',
  due: 'Next review first',
}

export const tiers = { high: 'High', medium: 'Medium', low: 'Low' } as const

/** Reviews by their date. */
export const dues = { overdue: 'Overdue', soon: 'Due soon', either: 'Overdue or due soon' } as const

/** How old a source must be, in days, for the filter. */
export const sourceAgeChoices = [30, 90, 365] as const

/** The filters under the fold of the form, which is open where one is in use. */
export const foldedFilters = ['finding', 'tier', 'tag', 'external_id', 'from', 'to', 'source_age', 'due'] as const

/** The parameters that filter; `sort` and `page` are the others. */
export const filterNames = ['q', 'status', 'risk', 'assignee', 'batch', ...foldedFilters] as const

export type FilterName = (typeof filterNames)[number]

type QueueSelection = { readonly filter: BusinessFilter; readonly sort: BusinessSort }

const dayMs = 86_400_000
const isDay = /^\d{4}-\d{2}-\d{2}$/

/** What a query asks for; parameters that make no sense are passed over. */
export const askedBy = (query: URLSearchParams, { now }: Clock, userId: string): QueueSelection => {
  const text = (name: FilterName | 'sort') => (query.get(name) ?? '').trim()
  const some = (name: FilterName) => text(name) || undefined
  const day = (name: FilterName) => (isDay.test(text(name)) ? text(name) : undefined)
  const assignees: Readonly<Record<string, string | null>> = { me: userId, nobody: null }
  const assignee = some('assignee')
  const due = keysOf(dues).find((each) => each === text('due'))
  const days = sourceAgeChoices.find((each) => String(each) === text('source_age'))
  const filter = {
    search: some('q'),
    status: caseStatuses.find((each) => each === text('status')),
    isWaiting: text('status') === 'waiting' || undefined,
    risk: keysOf(risks).find((each) => each === text('risk')),
    risk_tier: keysOf(tiers).find((each) => each === text('tier')),
    finding: some('finding'),
    assignee_id: assignee === undefined ? undefined : assignee in assignees ? assignees[assignee] : assignee,
    tag: some('tag'),
    business_batch_id: some('batch'),
    external_id: some('external_id'),
    from: day('from'),
    to: day('to'),
    due: due && { at: due, now: now() },
    sourceBefore: days === undefined ? undefined : new Date(now().getTime() - days * dayMs).toISOString().slice(0, 10),
  }
  const sort = keysOf(sortNames).find((each) => each === text('sort')) ?? 'newest'
  return { filter, sort }
}

/** Where a case stands in the queue that it was opened from. */
export type Place = { readonly query: string; readonly at: number }

/**
 * The address of a business, of one of its views or of what a form sends there. It keeps the place, so that the way through the queue goes on.
 * @example
 * casePath('b1', { query: 'status=waiting', at: 4 }, '/history') // => '/businesses/b1/history?queue=status%3Dwaiting&case=4'
 * casePath('b1', undefined) // => '/businesses/b1'
 */
export const casePath = (id: string, place: Place | undefined, view = '', more: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams({ ...more, ...(place && { queue: place.query, case: String(place.at) }) }).toString()
  return `${businessesPath}/${id}${view}${query && `?${query}`}`
}

/** The place that the address names; undefined: the case was not opened from a queue. */
export const placeOf = (c: ProbityContext): Place | undefined => {
  const [queue, at] = [c.req.query('queue'), c.req.query('case')]
  if (queue === undefined || at === undefined || !/^\d{1,6}$/.test(at)) return undefined
  return { query: queue.slice(0, 2000), at: Number(at) }
}

type Inner = Clock & Reads

/** The place as hidden fields of a form whose fields become its address. */
export const placeFields = (place: Place | undefined): Markup =>
  place ? html`<input type="hidden" name="queue" value="${place.query}"><input type="hidden" name="case" value="${place.at}">` : nothing

/** The case at a place, and how many the queue has. */
const caseAt = async (
  inner: Inner,
  c: ProbityContext,
  { query, at }: Place,
): Promise<{ readonly found: BusinessDocument | undefined; readonly total: number }> => {
  const { filter, sort } = askedBy(new URLSearchParams(query), inner, c.get('signedIn').user.id)
  const { found, totalCount } = await businessesWhere(inner, c, { ...filter, sort, page: at + 1, perPage: 1 })
  return { found: found[0], total: totalCount }
}

/** Cases that are looked at for one that can be decided. */
const mostSkipped = 25

/** The path of the case to go on with after one was decided; undefined: none is left. A decided case may have left the queue. */
export const nextCase = async (inner: Inner, c: ProbityContext, place: Place, decidedId: string): Promise<string | undefined> => {
  for (let at = place.at; at < place.at + mostSkipped; at++) {
    const { found } = await caseAt(inner, c, { ...place, at })
    if (!found) return undefined
    if (found.id !== decidedId && found.status === 'in_review') return casePath(found.id, { ...place, at })
  }
  return undefined
}

/** The way to the neighbours of a case, and back to its page of the list. Where the case has left its place, another stands there: it comes next. */
const queueBar = async (inner: Inner, c: ProbityContext, place: Place, id: string): Promise<Markup> => {
  const { at } = place
  const [before, { found: here, total }, { found: after }] = await Promise.all([
    at > 0 ? caseAt(inner, c, { ...place, at: at - 1 }) : undefined,
    caseAt(inner, c, place),
    caseAt(inner, c, { ...place, at: at + 1 }),
  ])
  const isHere = here?.id === id
  const to = (found: BusinessDocument | undefined, step: number, label: string, key: string) =>
    found
      ? html`<a class="button" data-key="${key}" href="${casePath(found.id, { ...place, at: at + step })}">${label} <kbd>${key}</kbd></a>`
      : html`<span class="button off">${label}</span>`
  const list = new URLSearchParams(place.query)
  if (at >= perPage) list.set('page', String(Math.floor(at / perPage) + 1))
  const number = isHere ? `Case ${count(at + 1)} of ${count(total)}` : `${count(total)} in the queue`
  return html`<nav class="queue-bar" aria-label="Queue"><a class="button" data-key="u" href="${businessesPath}?${list.toString()}">Queue <kbd>u</kbd></a>
<span class="quiet">${number}</span>${to(before?.found, -1, 'Previous', 'k')}${isHere ? to(after, 1, 'Next', 'j') : to(here, 0, 'Next', 'j')}</nav>`
}

/** Above every page of a business: the way through the queue that it was opened from, and the tabs. */
export const caseHead = async (
  { api, inner }: Pick<Pages, 'api' | 'inner'>,
  c: ProbityContext,
  id: string,
  current: CaseView,
): Promise<Markup> => {
  const place = placeOf(c)
  return html`${place ? await queueBar(inner, c, place, id) : nothing}${tabs(api, current, (view) => casePath(id, place, view))}`
}

/** The keys of the list and of a case. A popover: the browser shows it over the page with the focus in it, and closes it with Escape. */
export const keyboardHelp: Markup = html`<button class="link" type="button" popovertarget="keys" data-key="?">Keyboard <kbd>?</kbd></button>
<section class="card" id="keys" popover tabindex="-1" autofocus aria-label="Keyboard"><dl class="facts">
<div><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>Next, previous case</dd></div><div><dt><kbd>Enter</kbd></dt><dd>Open the case</dd></div>
<div><dt><kbd>x</kbd></dt><dd>Select the case</dd></div><div><dt><kbd>/</kbd></dt><dd>Search</dd></div>
<div><dt><kbd>a</kbd> <kbd>r</kbd></dt><dd>Approve, reject</dd></div><div><dt><kbd>d</kbd></dt><dd>Dismiss the first open hit</dd></div>
<div><dt><kbd>m</kbd></dt><dd>Assign the case to me</dd></div><div><dt><kbd>Ctrl</kbd> <kbd>Enter</kbd></dt><dd>Send the form</dd></div>
<div><dt><kbd>u</kbd></dt><dd>Back to the queue</dd></div></dl>
<label class="check"><input type="checkbox" data-keys checked> Single keys are on, in this browser</label></section>`
