// Reads the pages and sitemaps of websites apart from the service: whoever runs a site chooses what they ask of a reader.
import { type Apart, readersApart } from '../apart/apart.ts'

export const pagesApart: Pick<Apart, 'page' | 'sitemap'> = readersApart({ ms: 8_000 })
