// The pages that a site lists for crawlers (sitemaps.org, protocol 0.9), from the files named in robots.txt, else from the usual place.
import type { ReadApart } from '../apart/apart.ts'
import type { sitemapAddresses } from './sitemap-addresses.ts'

/** The maximum number of files per site: an index and the files it names. */
const mostFiles = 3
/** In bytes; only the beginning of a larger file is read. */
export const sitemapLimit = 1_000_000
const mostPages = 200

/** @param read the addresses in a file; null when there is none */
export const sitemapPages = async (
  named: readonly string[],
  site: string,
  read: (url: string) => Promise<ReadApart<ReturnType<typeof sitemapAddresses>> | null>,
): Promise<readonly string[]> => {
  const waiting = named.length > 0 ? [...named.slice(0, mostFiles)] : [new URL('/sitemap.xml', site).href]
  const pages: string[] = []
  for (let files = 0; files < mostFiles && waiting.length > 0 && pages.length < mostPages; files++) {
    const url = waiting.shift() as string
    const listed = URL.canParse(url) ? await read(url) : null
    if (listed === null || !('value' in listed)) continue
    waiting.push(...listed.value.sitemaps)
    pages.push(...listed.value.pages)
  }
  return pages.slice(0, mostPages)
}
