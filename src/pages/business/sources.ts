// The sources of a fact: data sets with their version and row, or web pages.
import { html } from 'hono/html'
import { wholeRow } from '../../interface/source-ages.ts'
import { citedRowPath } from '../cited-row.ts'
import { counted, type Markup, nothing, outside, time, words } from '../framework/markup.ts'

/** A source as records show it; lists of other kinds of records say no more of their sources than that they have some. */
type SourceLike = { readonly type?: unknown; readonly metadata?: Readonly<Record<string, unknown>> | null }

/** A time is shown as everywhere; a version that is a day stays as published. */
const shownValue = (value: unknown): Markup | string => {
  const text = String(value)
  if (/^https?:/.test(text)) return outside(text)
  return /^\d{4}-\d\d-\d\dT/.test(text) ? time(text) : text
}

export const sourceList = (sources: readonly unknown[] | null | undefined): Markup => {
  if (!sources || sources.length === 0) return nothing
  const line = (source: unknown) => {
    const { type, metadata } = source as SourceLike
    const known = Object.entries(metadata ?? {}).filter(
      ([name, value]) => value !== null && value !== '' && !(name === 'row' && value === wholeRow),
    )
    const told = known.map(([name, value], index) => html`${index > 0 ? ', ' : ''}${words(name).toLowerCase()}: ${shownValue(value)}`)
    const row = citedRowPath(metadata ?? {})
    return html`<li><strong>${words(String(type))}</strong> ${told}${row ? html` <a href="${row}">As published</a>` : nothing}</li>`
  }
  return html`<details class="more"><summary>${counted(sources.length, 'source')}</summary><ul class="sources">${sources.slice(0, 40).map(line)}</ul></details>`
}
