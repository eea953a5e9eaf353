// What the pages of one business share: whose it is, and the tabs between them.
import { html } from 'hono/html'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { ProbityContext } from '../environment.ts'
import { ownDocument } from '../service.ts'
import type { Markup } from './markup.ts'
import type { Pages } from './pages.ts'

export const businessesPath = '/businesses'

/** The pages of one business. */
export const tabs = (id: string, current: 'now' | 'history' | 'timeline'): Markup => {
  const tab = (name: typeof current, href: string, title: string) =>
    html`<a href="${businessesPath}/${id}${href}"${name === current ? html` aria-current="page"` : ''}>${title}</a>`
  return html`<nav class="tabs" aria-label="Views of the business">${tab('now', '', 'Business')}${tab('history', '/history', 'History')}${tab('timeline', '/timeline', 'Timeline')}</nav>`
}

export const ownBusiness = (pages: Pages, c: ProbityContext): Promise<BusinessDocument> =>
  ownDocument<BusinessDocument>(pages.service, c, { collection: 'businesses', id: c.req.param('id') ?? '', resource: 'business' })
