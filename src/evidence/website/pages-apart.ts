// Reads the pages and sitemaps of websites apart from the service, because the owner of a site decides how much work its pages are.
import { type Apart, readersApart } from '../apart/apart.ts'

export const pagesApart: Pick<Apart, 'page' | 'sitemap'> = readersApart({ ms: 8_000 })
