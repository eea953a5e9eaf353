// The sources of a fact: data sets with their version and row, or web pages.
import { html } from 'hono/html'
import { wholeRow } from '../../interface/source-ages.ts'
import { citedRowPath } from '../cited-row.ts'
import { type Markup, nothing, outside, time, words } from '../framework/markup.ts'

export type SourceLike = { readonly id?: unknown; readonly type?: unknown; readonly metadata?: unknown }

/** A time is shown as everywhere; a version that is a day stays as published. */
const shownValue = (value: unknown): Markup | string => {
  const text = String(value)
  if (/^https?:/.test(text)) return outside(text)
  return /^\d{4}-\d\d-\d\dT/.test(text) ? time(text) : text
}

export const sourceList = (sources: readonly SourceLike[] | null | undefined): Markup => {
  if (!sources || sources.length === 0) return nothing
  const line = ({ type, metadata }: SourceLike) => {
    const known = Object.entries((metadata ?? {}) as Record<string, unknown>).filter(
      ([name, value]) => value !== null && value !== '' && !(name === 'row' && value === wholeRow),
    )
    const told = known.map(([name, value], index) => html`${index > 0 ? ', ' : ''}${words(name).toLowerCase()}: ${shownValue(value)}`)
    const row = citedRowPath((metadata ?? {}) as Record<string, unknown>)
    return html`<li><strong>${words(String(type))}</strong> ${told}${row ? html` <a href="${row}">As published</a>` : nothing}</li>`
  }
  return html`<details class="more"><summary>${sources.length} ${sources.length === 1 ? 'source' : 'sources'}</summary><ul class="sources">${sources.slice(0, 40).map(line)}</ul></details>`
}
