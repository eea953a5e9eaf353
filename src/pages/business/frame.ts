// What the pages of one business share: its header and the tabs.
import { html } from 'hono/html'
import { type BusinessDocument, ownBusiness as ownBusinessOf } from '../../inner/businesses.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { badge, type Markup, nothing } from '../framework/markup.ts'
import type { Pages } from '../framework/pages.ts'

export const businessesPath = '/businesses'

const views = [
  { name: 'now', href: '', title: 'Business' },
  { name: 'ownership', href: '/ownership', title: 'Ownership', needs: '/v1/businesses/:business_id/ownership' },
  { name: 'history', href: '/history', title: 'History' },
  { name: 'timeline', href: '/timeline', title: 'Timeline' },
  { name: 'connections', href: '/connections', title: 'Connections', needs: '/v1/businesses/:business_id/connections' },
] as const

export type CaseView = (typeof views)[number]['name']

/** Says that the evidence of the business cannot be read any more, whatever its status. */
export const erasedBadge = ({ erased_at }: Pick<BusinessDocument, 'erased_at'>): Markup =>
  erased_at ? html`<span class="badge plain" title="${erased_at}">Personal data erased</span>` : nothing

/** The status. One that says only that the business is erased is left out: another badge says so. */
export const caseBadge = (status: BusinessDocument['status']): Markup => (status === 'erased' ? nothing : badge(status))

export const shownName = (name: string | null | undefined): string => name || 'Unnamed'

/** A link to the page of a business. */
export const businessLink = (id: string, name: string | null | undefined): Markup =>
  html`<a href="${businessesPath}/${id}">${shownName(name)}</a>`

/** The title of each page, and what is shown under it. `view`: the name of the page; '' for the first one. */
export const businessHead = (business: BusinessDocument, view = '') => ({
  title: shownName(business.name),
  view,
  subtitle: statusLine(business),
})

const statusLine = (business: Pick<BusinessDocument, 'status' | 'mode' | 'erased_at'>): Markup =>
  html`<p data-live="status">${caseBadge(business.status)}${business.mode === 'test' ? badge('plain', 'Test') : nothing}${erasedBadge(business)}</p>`

/** The tabs between the pages of one business. `to`: the address of a view. */
export const tabs = (api: Pages['api'], current: CaseView, to: (view: string) => string): Markup => {
  const offered = views.filter((view) => !('needs' in view) || api.offers(view.needs))
  const tab = ({ name, href, title }: (typeof views)[number]) =>
    html`<a href="${to(href)}"${name === current ? html` aria-current="page"` : ''}>${title}</a>`
  return html`<nav class="tabs" aria-label="Views of the business">${offered.map(tab)}</nav>`
}

export const ownBusiness = ({ inner }: Pick<Pages, 'inner'>, c: ProbityContext): Promise<BusinessDocument> =>
  ownBusinessOf(inner, c, c.req.param('id') ?? '')
