// The account's liens, with their deadlines and a button to terminate each.
import { html } from 'hono/html'
import { daysToLapse, type LienDocument, lienPage } from '../inner/liens.ts'
import { may } from './framework/access.ts'
import { formFields } from './framework/forms.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { badge, card, date, nothing, orDash, pager, table, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { lapseText, terminationButton } from './lien.ts'
import { nameOf } from './lien-words.ts'

const path = '/liens'
const statuses = ['created', 'pending', 'filed', 'open', 'closing', 'closed'] as const

const mount = ({ get, show, inner }: Pages) => {
  get(path, 'read', async (c) => {
    const { query, page } = listQuery(c)
    const status = statuses.find((each) => each === query.get('status'))
    const { found, totalCount: total } = await lienPage(inner, c, { status, page, perPage })
    const mayWrite = may(c.get('signedIn'), 'write')
    const hidden = formFields(c.get('signedIn').session.token)
    const partyOf = (parties: LienDocument['debtors']) => parties.map(nameOf).join(', ')
    const listed = await Promise.all(found.map(async (lien) => ({ ...lien, daysLeft: await daysToLapse(inner, lien) })))
    const list = table(
      [
        {
          title: 'Debtor',
          kind: 'main',
          cell: ({ id, debtors }) => html`<a href="${path}/${id}">${partyOf(debtors) || 'Unnamed'}</a>`,
        },
        { title: 'State', cell: ({ state }) => state },
        {
          title: 'Status',
          cell: ({ status, returned }) =>
            html`<div class="long">${badge(status)}${returned && status !== 'closed' ? html` ${badge('failure', 'Returned')}<br><span class="quiet">${returned}</span>` : nothing}</div>`,
        },
        { title: 'Secured party', cell: ({ secured_parties }) => orDash(partyOf(secured_parties)) },
        { title: 'File number', cell: ({ file_number }) => orDash(file_number) },
        { title: 'Filed', cell: ({ filing_date }) => date(filing_date) },
        { title: 'Lapses', cell: (lien) => lapseText(lien, lien.daysLeft) },
        { title: '', kind: 'end', cell: (lien) => (mayWrite ? terminationButton(lien, hidden) : nothing) },
      ],
      listed,
      {
        caption: 'Liens, newest first',
        empty: status ? 'No liens with this status.' : 'No liens yet. Open a business to file one.',
      },
    )
    const filter = html`<form class="row filters" method="get" action="${path}" data-auto><label>Status<select name="status"><option value="">Any</option>${statuses.map((each) => html`<option value="${each}"${each === status ? html` selected` : ''}>${words(each)}</option>`)}</select></label><button>Show</button></form>`
    return show(c, path, {
      title: 'Liens',
      content: html`${filter}${card('Liens', html`${list}${pager({ path, query, page, perPage, total })}`)}`,
    })
  })
}

export const lienPages: Page = { entry: { path, title: 'Liens', section: 'Work' }, needs: '/v1/businesses/:business_id/liens', mount }
