// The pages that a site lists for crawlers (sitemaps.org, protocol 0.9), from the files named in robots.txt, else from the usual place.
import { load } from 'cheerio/slim'

/** The maximum number of files per site: an index and the files it names. */
const mostFiles = 3
/** In bytes; only the beginning of a larger file is read. */
export const sitemapLimit = 1_000_000
const mostPages = 200

/** @param read returns the text of a file; null if there is none */
export const sitemapPages = async (
  named: readonly string[],
  site: string,
  read: (url: string) => Promise<string | null>,
): Promise<readonly string[]> => {
  const waiting = named.length > 0 ? [...named.slice(0, mostFiles)] : [new URL('/sitemap.xml', site).href]
  const pages: string[] = []
  for (let files = 0; files < mostFiles && waiting.length > 0 && pages.length < mostPages; files++) {
    const url = waiting.shift() as string
    const text = URL.canParse(url) ? await read(url) : null
    if (text === null) continue
    const $ = load(text, { xml: true })
    const addresses = (within: string) =>
      $(`${within} > loc`)
        .toArray()
        .map((each) => $(each).text().trim())
        .filter((each) => URL.canParse(each))
    waiting.push(...addresses('sitemap'))
    pages.push(...addresses('url'))
  }
  return pages.slice(0, mostPages)
}
