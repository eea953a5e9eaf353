// Registration requests of the account: who asked for which registrations, and how far they are.
import { html } from 'hono/html'
import type { RegistrationRequestDocument } from '../projections/partner.ts'
import { listQuery, perPage } from './lists.ts'
import { badge, card, date, pager, table } from './markup.ts'
import type { Page, Pages } from './pages.ts'

const path = '/registrations'

const mount = ({ get, show, service }: Pages) => {
  const { documents } = service

  get(path, 'read', async (c) => {
    const where = { account_id: c.get('principal').accountId }
    const { query, page } = listQuery(c)
    const [found, total] = await Promise.all([
      documents.find('registration_requests', { where, sort: [['created_at', 'desc']], page, perPage }),
      documents.count('registration_requests', where),
    ])
    const requests = found as unknown as readonly RegistrationRequestDocument[]
    const companies = await documents.getMany('partner_companies', [...new Set(requests.map(({ company_id }) => company_id))])
    const rows = requests.map((request) => ({ request, company: companies.get(request.company_id)?.document }))
    const list = html`${table(
      [
        {
          title: 'Company',
          kind: 'main',
          cell: ({ request, company }) => html`<a href="${path}/${request.id}">${String(company?.legal_name ?? request.id)}</a>`,
        },
        { title: 'State', cell: ({ request }) => request.state },
        { title: 'Status', cell: ({ request }) => badge(request.status) },
        { title: 'Submitted', cell: ({ request }) => date(request.submitted_at) },
      ],
      rows,
      { caption: 'Registration requests', empty: 'There are no registration requests yet. Partners create them through the API.' },
    )}${pager({ path, query, page, perPage, total })}`
    return show(c, path, { title: 'Registrations', content: card('Registration requests', list) })
  })
}

export const registrationPages: Page = { entry: { path, title: 'Registrations', section: 'Work' }, mount }
