// The addresses in a sitemap (sitemaps.org, protocol 0.9): of pages, and of further sitemaps. It parses a stranger's XML, so it runs apart (../apart).
import { load } from 'cheerio/slim'

const most = 1_000

export const sitemapAddresses = (xml: string): { readonly sitemaps: readonly string[]; readonly pages: readonly string[] } => {
  const $ = load(xml, { xml: true })
  const within = (name: string) =>
    $(`${name} > loc`)
      .toArray()
      .slice(0, most)
      .map((each) => $(each).text().trim())
      .filter((each) => each.length <= 2_000 && URL.canParse(each))
  return { sitemaps: within('sitemap'), pages: within('url') }
}
