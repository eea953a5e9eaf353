// The first screen of a review: the decision or, before it, the verdict in one line, and the numbers; then the findings as cards, the worst first,
// and the passed checks folded.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { Review } from '../../interface/records/review.ts'
import { scoreText } from '../../interface/score-text.ts'
import {
  blockingIn,
  type Finding as FindingOf,
  type Level,
  type Verdict as VerdictOf,
  verdictNumbers,
  verdictOf,
} from '../../interface/verdict.ts'
import { badge, counted, join, type Markup, nothing, outside, time, words } from '../framework/markup.ts'
import type { BusinessRecord } from './record.ts'
import { sourceList } from './sources.ts'
import type { WatchlistHit } from './watchlist.ts'

type Task = z.output<typeof Review>['tasks'][number]
type Finding = FindingOf<Task>
type Verdict = VerdictOf<Task>

type Around = {
  /** Orders are not done yet, so that the verdict may change. */
  readonly isRunning?: boolean
  /** The case was erased before anybody decided. */
  readonly isErased?: boolean
  /** A decision can be made further down. */
  readonly canDecide?: boolean
  /** The decision that stands; null: it is still to be decided. */
  readonly decided?: Decided | null
}

export type Decided = { readonly status: 'approved' | 'rejected'; readonly at: string; readonly by: string }

export const verdictSection = (
  business: BusinessRecord,
  { isRunning = false, isErased = false, canDecide = false, decided = null }: Around = {},
): Markup => {
  const verdict = verdictOf(business.review?.tasks ?? null, { isErased })
  const at = (level: Level) => verdict.findings.filter((each) => each.level === level)
  const hits = openHits(business)
  return html`${band(verdict, { hits: hits.length, isRunning, canDecide, decided, at: business.review?.updated_at })}
${at('sanctions').length > 0 && hits.length > 0 ? sanctions(hits) : nothing}
${join(blockingIn(verdict, hits.length).map((each) => findingCard(each, 'blocks')))}${join(at('look').map((each) => findingCard(each, 'look')))}
${folded(at('unknown'), 'could not be answered')}${folded(verdict.information, 'for information')}${folded(verdict.passed, 'passed')}`
}

const bandKinds: { readonly [Outcome in Verdict['outcome']]: string } = {
  none: 'busy',
  sanctions: 'bad',
  blocks: 'bad',
  look: 'warn',
  unknown: 'plain',
  passed: 'good',
}

type InBand = Required<Omit<Around, 'isErased'>> & { readonly hits: number; readonly at: string | undefined }

const decisions = { approved: 'Approved', rejected: 'Rejected' } as const

/** The verdict without its advice: what was decided needs none. */
const toldOf = ({ outcome, line, findings: [worst], counts: { passed } }: Verdict): string => {
  if (outcome === 'passed') return passed === 1 ? 'The check passed' : `All ${counted(passed, 'check')} passed`
  if (outcome === 'look') return `What needs a look: ${worst?.title}`
  return outcome === 'blocks' || outcome === 'sanctions' ? `What speaks against the business: ${worst?.title}` : line
}

const band = (verdict: Verdict, { hits, isRunning, canDecide, decided, at }: InBand): Markup => {
  const { outcome, line } = verdict
  const numbers = verdictNumbers(verdict, hits)
  return html`<section class="verdict ${bandKinds[outcome]}" aria-labelledby="verdict-line"><h2 id="verdict-line">${decided ? `${decisions[decided.status]} by ${decided.by}` : line}</h2>
${decided ? html`<p>${time(decided.at)}. ${toldOf(verdict)}.</p>` : nothing}
${numbers.length > 0 ? html`<ul class="numbers">${numbers.map(({ kind, text }) => html`<li><span class="badge ${kind}">${text}</span></li>`)}</ul>` : nothing}
<p class="quiet">${isRunning && outcome !== 'none' ? 'Verification in progress: this may change. ' : ''}${at ? html`Based on the findings and fixed rules, ${time(at)}.` : 'The review appears once all orders have completed.'}</p>${canDecide ? html`<p class="to-decision"><a class="button" href="#decision">${decided ? 'To the decision' : 'Decide'}</a></p>` : nothing}</section>`
}

type Hit = { readonly hit: WatchlistHit; readonly abbr: string; readonly title: string }

const openHits = ({ watchlist }: BusinessRecord): readonly Hit[] =>
  (watchlist?.lists ?? []).flatMap(({ abbr, title, results }) =>
    results.filter(({ status }) => status !== 'dismissed').map((hit) => ({ hit, abbr, title })),
  )

/** Hits shown on the first screen; the rest are further down. */
const shownHits = 4

const sanctions = (hits: readonly Hit[]): Markup => {
  const rest = hits.length - shownHits
  return html`<section class="sanctions" aria-labelledby="sanctions-title"><h2 id="sanctions-title">Watchlist ${hits.length === 1 ? 'hit' : 'hits'}: ${hits.length} not dismissed</h2>
<ul>${hits.slice(0, shownHits).map(hitLine)}</ul>${rest > 0 ? html`<p><a href="#watchlists">${rest} more</a></p>` : nothing}</section>`
}

const hitLine = ({ hit, abbr, title }: Hit): Markup =>
  html`<li><strong>${hit.entity_name}</strong> ${badge('failure', abbr)}${hit.score === null ? nothing : html` <span class="quiet">score ${scoreText(hit.score)}</span>`}
<br>${hit.screened_name ? html`Screened: ${hit.screened_name}${hit.screened === 'person' ? ' (person)' : ''}. ` : nothing}${title}${hit.categories?.length ? html`, ${hit.categories.join(', ')}` : nothing}.
<br><a href="#hit-${hit.id}">Compare and dismiss<span class="unseen"> ${hit.entity_name}</span></a>${hit.url ? html` · ${outside(hit.url, 'The publisher’s entry')}` : nothing}</li>`

const levelWords = { blocks: 'Blocks', look: 'Needs a look' } as const

const findingCard = ({ title, task }: Finding, level: 'blocks' | 'look'): Markup =>
  html`<section class="finding ${level}"><div class="event-head"><h3>${title}</h3><span>${badge(level === 'blocks' ? 'failure' : 'warning', levelWords[level])}</span></div>
<p>${task.message}</p><div class="told"><span class="quiet">${categoryName(task.category)}: ${task.label}, ${task.sub_label}</span>${sourceList(task.sources)}</div></section>`

const folded = (findings: readonly Finding[], what: string): Markup => {
  if (findings.length === 0) return nothing
  const groups = Map.groupBy(findings, ({ task }) => categoryName(task.category))
  const shown = [...groups].map(
    ([name, all]) =>
      html`<div class="group"><h3>${name} <span class="quiet">${all.length}</span></h3><ul class="tasks">${all.map(({ task }) => taskLine(task))}</ul></div>`,
  )
  return html`<details class="card folded"><summary>${counted(findings.length, 'check')} ${what}<span class="quiet"> in ${counted(groups.size, 'category', 'categories')}</span></summary>${shown}</details>`
}

const marks: Readonly<Record<string, string>> = { success: '✓', failure: '✕', warning: '!', neutral: '–' }

const taskLine = ({ status, label, sub_label, message, sources }: Task): Markup =>
  html`<li><span class="mark ${status}" aria-hidden="true">${marks[status] ?? '–'}</span>
<div><div class="task-head"><strong>${label}</strong><span class="quiet"><span class="unseen">${status}: </span>${sub_label}</span></div>
<div class="task-told"><p>${message}</p>${sourceList(sources)}</div></div></li>`

const categories: Readonly<Record<string, string>> = {
  sos: 'Registration',
  tin: 'TIN',
  tin_type: 'TIN',
  kyc: 'Identity of people',
  global_watchlists: 'Global watchlists',
  web: 'Web presence',
}

const categoryName = (category: string): string => categories[category] ?? words(category)
