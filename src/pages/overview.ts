// The home page: businesses by status, the businesses that need a decision, and the latest ones.
import { html } from 'hono/html'
import type { BusinessDocument } from '../inner/businesses.ts'
import { decisionDays } from '../inner/decision-days.ts'
import { firstStepsOf } from '../inner/first-steps.ts'
import { overviewOf } from '../inner/overview.ts'
import { registrationsByState } from '../inner/registered-states.ts'
import { type Judged, verdictOf } from '../interface/verdict.ts'
import { businessLink, shownName } from './business/frame.ts'
import { decisionCharts } from './charts/decision-charts.ts'
import { statesChart } from './charts/states-chart.ts'
import { firstStepsCard } from './first-steps.ts'
import { may } from './framework/access.ts'
import { badge, card, count, type Markup, nothing, table, time, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { casePath, statuses } from './queue.ts'

/** A short explanation of each status that needs one. */
const meanings: Readonly<Record<(typeof statuses)[number], string>> = {
  in_review: 'need a decision',
  in_audit: 'being checked manually',
  pending: 'verification in progress',
  open: 'just created',
  approved: 'decided',
  rejected: 'decided',
}

/** How many days the charts show. */
const shownDays = 30

const mount = ({ get, show, inner }: Pages) => {
  get('/', 'read', async (c) => {
    const signedIn = c.get('signedIn')
    const [{ counts, today, waiting, latest }, days, states, steps] = await Promise.all([
      overviewOf(inner, c, statuses),
      decisionDays(inner, c, shownDays),
      registrationsByState(inner, c),
      firstStepsOf(inner, c),
    ])
    const tile = (status: (typeof statuses)[number], index: number): Markup =>
      html`<a class="tile" href="/businesses?status=${status}">${badge(status)}<strong>${count(counts[index] ?? 0)}</strong><span class="quiet">${meanings[status]}</span></a>`
    const isEmpty = latest.length === 0
    const shown = { steps, now: inner.now(), token: signedIn.session.token, isEmpty, mayManage: may(signedIn, 'manage') }
    const first = may(signedIn, 'write') ? firstStepsCard(shown) : nothing
    const content = html`${isEmpty ? first : nothing}<div class="tiles">${statuses.map(tile)}</div>
<div class="columns"><div>${card('Needs a decision', waitingTable(waiting), { aside: html`<a href="/businesses?${queue}">All waiting</a>` })}</div>
<div>${card('Latest', latestList(latest), { aside: html`<span class="quiet">${count(today)} today</span>` })}</div></div>${decisionCharts(days)}${statesChart(states)}${isEmpty ? nothing : first}`
    const actions = may(signedIn, 'write') ? html`<a class="button primary" href="/businesses/new">New business</a>` : nothing
    return show(c, '/', { title: 'Overview', content, actions })
  })
}

/** The list of all that wait, in the order of the table. A case that is opened here leads on through it. */
const queue = new URLSearchParams({ status: 'waiting', sort: 'oldest' }).toString()

const waitingTable = (businesses: readonly BusinessDocument[]): Markup =>
  table(
    [
      {
        title: 'Business',
        kind: 'main',
        cell: (each) => html`<a href="${casePath(each.id, { query: queue, at: businesses.indexOf(each) })}">${shownName(each.name)}</a>`,
      },
      { title: 'Status', cell: ({ status }) => badge(status) },
      { title: 'Findings', cell: findings },
      { title: 'Since', cell: ({ waiting_since, created_at }) => time(waiting_since ?? created_at) },
    ],
    businesses,
    { caption: 'Businesses that need a decision, oldest first', empty: 'You’re all caught up.' },
  )

/** Findings named in a list. */
const namedFindings = 2

type Case = Pick<BusinessDocument, 'status'> & { readonly review: { readonly tasks: readonly Judged[] } | null }

/** Which findings the review of a business has, the worst first. */
export const findings = ({ status, review }: Case): Markup => {
  if (status === 'erased') return html`<span class="quiet">Nothing to decide</span>`
  if (review === null) return html`<span class="quiet">Not reviewed yet</span>`
  const { outcome, counts, ...verdict } = verdictOf(review.tasks)
  if (outcome === 'passed') return badge('success', 'All clear')
  if (outcome === 'unknown') return badge('plain', counts.unknown === 0 ? 'Nothing checked' : `${counts.unknown} unanswered`)
  const open = verdict.findings.filter(({ level }) => level !== 'unknown')
  const rest = open.length - namedFindings
  const named = open.slice(0, namedFindings).map(({ level, title }) => badge(level === 'look' ? 'warning' : 'failure', title))
  return html`<span class="badges">${named}${rest > 0 ? html`<span class="quiet">and ${rest} more</span>` : nothing}</span>`
}

const latestList = (businesses: readonly BusinessDocument[]): Markup =>
  businesses.length === 0
    ? html`<p class="empty">No businesses yet.</p>`
    : html`${businesses.map((business) => html`<div class="item"><div class="event-head">${businessLink(business.id, business.name)}${badge(business.status)}</div><span class="quiet">${time(business.created_at)}${business.mode === 'test' ? ` · ${words('test')}` : ''}</span></div>`)}`

export const overviewPage: Page = { entry: { path: '/', title: 'Overview', section: 'Work' }, mount }
