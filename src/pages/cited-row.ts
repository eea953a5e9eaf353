// The row of a published file that a source cites, as it was published, although a newer version may have replaced the file.
import { html } from 'hono/html'
import { type CitedRow, rowCited } from '../inner/cited-rows.ts'
import { card, count, date, facts, join, type Markup, orDash } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'

const path = '/reference'

type Cited = { readonly [field: string]: unknown }

/** The page of a source's row; null: the source is not of the reference data, or is invented. */
export const citedRowPath = ({ kind, version, row }: Cited): string | null =>
  kind !== 'sandbox' && [kind, version, row].every((part) => typeof part === 'string' && part !== '')
    ? `${path}/${[kind, version, row].map((part) => encodeURIComponent(String(part))).join('/')}`
    : null

const mount = ({ get, show, inner }: Pages) => {
  get(`${path}/:kind/:version/:row`, 'read', (c) => {
    const { kind, version, row } = c.req.param() as { readonly kind: string; readonly version: string; readonly row: string }
    const cited = rowCited(inner, { kind, version, row })
    const content = html`${card('Location', placeOf(cited))}${join(cited.rows.map(published))}${cited.rows.length === 0 && cited.record ? asRead(cited.record) : ''}`
    return show(c, '/desk', { title: cited.record ? `Row ${row}` : cited.title, content })
  })
}

const placeOf = ({ title, agency, kind, version, row, as_of, imported_at, sha256, records }: CitedRow): Markup =>
  facts([
    ['Data set', `${title} (${kind})`],
    ['Published by', agency],
    ['Version', version],
    ['As of', as_of ?? 'The publisher gives no date'],
    ['Imported on', date(imported_at)],
    ['Records in this version', count(records)],
    ['Row', row],
    ['Content (SHA-256)', html`<code class="long">${sha256}</code>`],
  ])

const published = ({ file, line, text, cells }: CitedRow['rows'][number]): Markup =>
  card(
    `${file}, line ${count(line)}, as published`,
    html`<p class="long"><code>${text}</code></p>${facts(cells.filter(([, cell]) => cell !== '').map(([column, cell]) => [column, cell] as const))}`,
  )

const asRead = (record: object): Markup =>
  card(
    'As imported',
    html`<p class="quiet">This version was imported before published rows were kept.</p>${facts(
      Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? value : orDash(JSON.stringify(value))] as const),
    )}`,
  )

export const citedRowPage: Page = { entry: null, mount }
