// On a business's page: what was submitted beside what was found, and how old each source is.
import { html } from 'hono/html'
import type { BusinessDocument } from '../../inner/businesses.ts'
import { type Agreement, agreementText, type Compared, comparisonOf } from '../../interface/comparison.ts'
import type { SourceAge } from '../../interface/source-ages.ts'
import { badge, card, counted, type Markup, nothing, orDash, table } from '../framework/markup.ts'

const statuses: { readonly [Each in Agreement]: string } = { same: 'success', similar: 'warning', differs: 'failure', unknown: 'neutral' }

export const comparisonCard = (business: BusinessDocument): Markup => {
  const rows = comparisonOf(business)
  if (rows.length === 0) return nothing
  const differing = rows.filter(({ agreement }) => agreement === 'similar' || agreement === 'differs').length
  const list = table<Compared>(
    [
      { title: 'Field', kind: 'main', cell: ({ field }) => html`<strong>${field}</strong>` },
      { title: 'Submitted', cell: ({ submitted }) => html`<div class="long">${submitted}</div>` },
      {
        title: 'Found',
        cell: ({ found, agreement, explanation }) =>
          html`<div class="long ${agreement}">${found === '' ? orDash(null) : agreement === 'same' ? found : html`<mark>${found}</mark>`}${explanation ? html`<br><span class="quiet">${explanation}</span>` : nothing}</div>`,
      },
      { title: 'Result', kind: 'end', cell: ({ agreement }) => badge(statuses[agreement], agreementText(agreement, business)) },
    ],
    rows,
    { caption: 'Submitted and found, compared', empty: '' },
  )
  const aside = html`<span class="quiet">${differing > 0 ? counted(differing, 'difference') : business.review ? 'No differences' : 'In progress'}</span>`
  return card('Submitted and found', html`<div class="compared">${list}</div>`, { aside })
}

/** Sources shown before the fold. */
const shownSources = 4

export const sourceAgesCard = (ages: readonly SourceAge[], limitDays: number): Markup => {
  if (ages.length === 0) return nothing
  const line = ({ name, version, asOf, loadedOn, age, isOld, isSandbox }: SourceAge) => {
    const on = asOf ?? loadedOn
    const told =
      on === null
        ? html`<span class="quiet">${isSandbox ? 'made up' : 'no date'}</span>`
        : html`<time datetime="${on}" title="${on}">${asOf === null ? `undated, loaded ${age} ago` : `${age} old`}</time>${isOld ? html` ${badge('warning', 'Old')}` : nothing}`
    return html`<li><span>${name}${version && version !== asOf ? html` <span class="quiet">${version}</span>` : nothing}</span><span>${told}</span></li>`
  }
  const list = (some: readonly SourceAge[]) => html`<ul class="ages">${some.map(line)}</ul>`
  const rest = ages.slice(shownSources)
  const more = rest.length > 0 ? html`<details class="more"><summary>${rest.length} more</summary>${list(rest)}</details>` : nothing
  return card('Age of sources', html`${list(ages.slice(0, shownSources))}${more}`, {
    aside: html`<span class="quiet">limit ${limitDays} days</span>`,
  })
}
