// The legal entity identifier on the page of a business.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { LeiRecord } from '../../interface/records/lei.ts'
import { badge, card, date, facts, join, type Markup, nothing, words } from '../framework/markup.ts'
import type { BusinessRecord } from './record.ts'
import { sourceList } from './sources.ts'

type Found = z.output<typeof LeiRecord>

const kinds: Readonly<Record<string, string>> = { ISSUED: 'success', LAPSED: 'warning' }

export const leiCard = ({ lei, lei_record: found }: BusinessRecord): Markup => {
  if (!lei) return nothing
  return card('Legal entity identifier', found ? record(found) : facts([['LEI', html`<code>${lei}</code> ${badge('plain', 'Submitted')}`]]))
}

const record = (found: Found): Markup =>
  html`${facts([
    [
      'LEI',
      html`<code>${found.lei}</code> ${badge(kinds[found.registration_status] ?? 'failure', words(found.registration_status.toLowerCase()))}`,
    ],
    [
      'Name',
      html`${found.name}${found.is_own ? nothing : html` ${badge('failure', 'A different name from the business’s')}`}<br><span class="quiet">${found.explanation}</span>`,
    ],
    ['No longer in the data', found.vanished_from ? html`Version ${found.vanished_from} does not hold it` : null],
    ['Renews', found.renews_on ? date(found.renews_on) : null],
    [
      'Registered as',
      found.registration ? html`${found.registration.number} (${found.registration.state ?? found.registration.authority ?? ''})` : null,
    ],
    ['Jurisdiction', found.jurisdiction],
    ['Direct parent', parent(found.direct_parent)],
    ['Ultimate parent', parent(found.ultimate_parent)],
    ['Branch of', parent(found.head_office)],
    [
      'Addresses',
      join(
        found.addresses.map(
          ({ full_address, labels }) => html`<div>${full_address} ${labels.map((label) => badge('plain', words(label)))}</div>`,
        ),
      ),
    ],
    ['Last changed', found.changed_fields.length > 0 ? found.changed_fields.join(', ') : null],
  ])}${sourceList(found.sources)}`

const parent = (of: Found['direct_parent']): Markup | null =>
  of &&
  html`${of.name ?? 'Not in the data'}<br><span class="quiet"><code>${of.lei}</code>${of.country ? ` ${of.country}` : ''}${of.percentage === null ? '' : `, ${of.percentage} %`}</span>`
