// The account's registration requests and their status.
import { html } from 'hono/html'
import { companiesOfRecords } from '../inner/partner-companies.ts'
import { registrationRequestPage } from '../inner/registration-requests.ts'
import { may } from './framework/access.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { badge, card, date, nothing, pager, table } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'

const path = '/registrations'

const mount = ({ get, show, inner }: Pages) => {
  get(path, 'read', async (c) => {
    const { query, page } = listQuery(c)
    const { found, totalCount: total } = await registrationRequestPage(inner, c, { page, perPage })
    const companies = await companiesOfRecords(inner, found)
    const rows = found.map((request) => ({ request, company: companies.get(request.company_id) }))
    const list = html`${table(
      [
        {
          title: 'Company',
          kind: 'main',
          cell: ({ request, company }) => html`<a href="${path}/${request.id}">${company?.legal_name ?? request.id}</a>`,
        },
        { title: 'State', cell: ({ request }) => request.state },
        { title: 'Status', cell: ({ request }) => badge(request.status) },
        { title: 'Submitted', cell: ({ request }) => date(request.submitted_at) },
      ],
      rows,
      { caption: 'Registration requests', empty: 'No registration requests yet. Create one here or through the API.' },
    )}${pager({ path, query, page, perPage, total })}`
    const actions = may(c.get('signedIn'), 'write') ? html`<a class="button primary" href="${path}/new">New request</a>` : nothing
    return show(c, path, { title: 'Registrations', content: card('Registration requests', list), actions })
  })
}

export const registrationPages: Page = { entry: { path, title: 'Registrations', section: 'Work' }, mount }
