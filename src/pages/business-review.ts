// The review on a business's page: its tasks by category, each with its message and sources.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { Review } from '../interface/records/review.ts'
import { citedRowPath } from './cited-row.ts'
import { card, join, type Markup, nothing, outside, time, words } from './markup.ts'

type Task = z.output<typeof Review>['tasks'][number]

export type SourceLike = { readonly id?: unknown; readonly type?: unknown; readonly metadata?: unknown }

const marks: Readonly<Record<string, string>> = { success: '✓', failure: '✕', warning: '!', neutral: '–' }

const categories: Readonly<Record<string, string>> = {
  sos: 'Registration',
  tin: 'Tax number',
  tin_type: 'Tax number',
  kyc: 'Identity of people',
  global_watchlists: 'Global watchlists',
  web: 'Web presence',
}

export const reviewCard = (review: z.output<typeof Review> | null | undefined): Markup => {
  if (!review) return card('Review', html`<p class="empty">The review appears once all orders have completed.</p>`)
  const groups = Map.groupBy(review.tasks, ({ category }) => categories[category] ?? words(category))
  const worst = (tasks: readonly Task[]) => Math.min(...tasks.map(({ status }) => severity.indexOf(status)))
  const ordered = [...groups].toSorted(([, a], [, b]) => worst(a) - worst(b))
  const content = join(
    ordered.map(([name, tasks]) => html`<div class="group"><h3>${name}</h3><ul class="tasks">${tasks.map(task)}</ul></div>`),
  )
  return card('Review', content, { aside: html`<span class="quiet">${time(review.updated_at)}</span>` })
}

const severity = ['failure', 'warning', 'neutral', 'success']

const task = ({
  status,
  label,
  sub_label,
  message,
  sources,
}: Task): Markup => html`<li><span class="mark ${status}" aria-hidden="true">${marks[status] ?? '–'}</span>
<div><div class="task-head"><strong>${label}</strong><span class="quiet"><span class="unseen">${status}: </span>${sub_label}</span></div>
<div class="task-told"><p>${message}</p>${sourceList(sources as readonly SourceLike[])}</div></div></li>`

/** The sources of a fact: a data set with its version and row, or a web page. */
export const sourceList = (sources: readonly SourceLike[] | null | undefined): Markup => {
  if (!sources || sources.length === 0) return nothing
  const line = ({ type, metadata }: SourceLike) => {
    const known = Object.entries((metadata ?? {}) as Record<string, unknown>).filter(([, value]) => value !== null && value !== '')
    const told = known.map(
      ([name, value], index) =>
        html`${index > 0 ? ', ' : ''}${words(name).toLowerCase()}: ${/^https?:/.test(String(value)) ? outside(String(value)) : String(value)}`,
    )
    const row = citedRowPath((metadata ?? {}) as Record<string, unknown>)
    return html`<li><strong>${words(String(type))}</strong> ${told}${row ? html` <a href="${row}">As published</a>` : nothing}</li>`
  }
  return html`<details class="more"><summary>${sources.length} ${sources.length === 1 ? 'source' : 'sources'}</summary><ul class="sources">${sources.slice(0, 40).map(line)}</ul></details>`
}
