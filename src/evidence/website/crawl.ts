// Reads a site breadth-first: the page given, then what it links to on the same site, up to twenty pages and until the time is up.
import type { GuardedAgents } from './addresses.ts'
import { registrableDomain } from './domain.ts'
import { type Fetched, type FetchedPage, fetchPage } from './fetch-page.ts'
import { categoryOf, type PageContent, readPage } from './page.ts'
import { everythingAllowed, nothingAllowed, type RobotRules, readRobots, robotsLimit } from './robots.ts'
import { sitemapLimit, sitemapPages } from './sitemap.ts'

export type CrawlOptions = {
  readonly agents: GuardedAgents
  readonly userAgent: string
  /** The product token that robots.txt knows the crawler by, in lower case. */
  readonly robot: string
  readonly maxPages?: number
  /** For all pages together. */
  readonly totalMs?: number
  readonly anyPort?: boolean
  readonly signal?: AbortSignal
}

export type BrokenLink = { readonly url: string; readonly from: string; readonly why: string }

export type Crawl = {
  /** The address given, as it answered, or failed to. */
  readonly first: Fetched
  /** The first page is the first. */
  readonly pages: readonly PageContent[]
  readonly broken: readonly BrokenLink[]
  /** Links that robots.txt asks to leave alone. */
  readonly forbidden: number
  /** Why it ended before it had seen all; null: it had, or has enough. */
  readonly ended: string | null
}

/** At a time, so that a small server is not pressed. */
const atOnce = 3
const mostTried = 40
/** In bytes; of a larger page the beginning is read. */
const pageLimit = 1_500_000
/** Addresses that differ in their query alone: calendars and filters have no end. */
const mostVariants = 3

const noPage =
  /\.(pdf|jpe?g|png|gif|webp|svg|ico|css|js|mjs|json|xml|zip|gz|rar|7z|exe|dmg|docx?|xlsx?|pptx?|mp[34]|mov|avi|webm|woff2?|ttf|eot|ics|vcf|apk)$/i

/** @throws the signal's reason, when the caller aborts */
export const crawlSite = async (address: string, options: CrawlOptions): Promise<Crawl> => {
  const { totalMs = 40_000, maxPages = 20, signal } = options
  const until = performance.now() + totalMs
  const left = () => until - performance.now()
  const fetchOptions = {
    agents: options.agents,
    userAgent: options.userAgent,
    anyPort: options.anyPort ?? false,
    ...(signal ? { signal } : {}),
  }
  const get = (url: string) =>
    fetchPage(url, { ...fetchOptions, certificate: 'reported', maxBytes: pageLimit, totalMs: Math.max(1, Math.min(15_000, left())) })

  // The page that was given is looked at because it was given; what robots.txt says goes for all that follows from it.
  const first = await get(address)
  if (!isReadable(first)) return { first, pages: [], broken: [], forbidden: 0, ended: null }
  const home = readPage(first.url, first.text, { isHome: true })
  const robots = await robotsOf(first.url, fetchOptions, options.robot, left())

  const pages: PageContent[] = [home]
  const broken: BrokenLink[] = []
  const known = new Set([identity(address), identity(first.url)])
  const variants = new Map<string, number>()
  let forbidden = 0
  let tried = 0

  const followed = (page: PageContent): readonly { readonly url: string; readonly from: string }[] => {
    const news = page.links.flatMap(({ url }) => {
      const target = new URL(url)
      if (known.has(identity(url)) || !isSameSite(target, first.url) || noPage.test(target.pathname)) return []
      known.add(identity(url))
      const path = `${target.host}${target.pathname}`
      variants.set(path, (variants.get(path) ?? 0) + 1)
      if ((variants.get(path) ?? 0) > mostVariants) return []
      if (!robots.allows(target)) {
        forbidden++
        return []
      }
      return [{ url, from: page.url }]
    })
    // Within a level, the pages that tell most about a business go first.
    return news.toSorted((a, b) => rank(a.url) - rank(b.url))
  }

  /** Visits the pages of one level. @returns those that could be read */
  const visit = async (level: ReturnType<typeof followed>): Promise<readonly PageContent[]> => {
    const read: PageContent[] = []
    for (let at = 0; at < level.length && goesOn(); ) {
      const batch = level.slice(at, at + Math.min(atOnce, maxPages - pages.length))
      at += batch.length
      tried += batch.length
      const fetched = await Promise.all(batch.map(({ url }) => get(url)))
      for (const [index, each] of fetched.entries()) {
        const { url, from } = batch[index] as (typeof batch)[number]
        const why = brokenBy(each)
        if (why) broken.push({ url, from, why })
        if (!isReadable(each) || each.status >= 400 || !isSameSite(new URL(each.url), first.url)) continue
        if (each.redirects.length > 0 && pages.some((page) => identity(page.url) === identity(each.url))) continue
        known.add(identity(each.url))
        const page = readPage(each.url, each.text, { isHome: false })
        pages.push(page)
        read.push(page)
      }
    }
    return read
  }
  const goesOn = () => pages.length < maxPages && tried < mostTried && left() > 0

  let level = followed(home)
  while (level.length > 0 && goesOn()) level = (await visit(level)).flatMap(followed)
  // What no link leads to may stand in the site's own list of its pages.
  if (goesOn()) {
    const listed = await sitemapPages(robots.sitemaps, first.url, (url) => sitemapAt(url, first.url, fetchOptions, left()))
    level = followed({ ...home, links: listed.map((url) => ({ url, text: '' })) })
    await visit(level)
  }
  const ended = left() <= 0 && level.length > 0 ? 'the time for one website was up' : null
  return { first, pages, broken, forbidden, ended }
}

const isReadable = (fetched: Fetched): fetched is FetchedPage => fetched.outcome === 'answered' && fetched.text !== ''

/** What speaks against a link: a page that is not there. A server that turns crawlers away says nothing about its links. */
const brokenBy = (fetched: Fetched): string | null => {
  if (fetched.outcome === 'failed') return fetched.message
  return [404, 410].includes(fetched.status) || fetched.status >= 500 ? `it answers ${fetched.status}` : null
}

const robotsOf = async (url: string, options: Omit<CrawlOptions, 'robot'>, robot: string, leftMs: number): Promise<RobotRules> => {
  const fetched = await fetchPage(new URL('/robots.txt', url).href, {
    ...options,
    certificate: 'reported',
    contentTypes: ['text/plain', 'text/html', 'application/octet-stream'],
    maxBytes: robotsLimit,
    totalMs: Math.max(1, Math.min(5_000, leftMs)),
  })
  if (fetched.outcome === 'failed' || fetched.status >= 500) return nothingAllowed
  // A page in place of the file is a server's way of saying that there is none.
  return fetched.status >= 400 || /^\s*</.test(fetched.text) ? everythingAllowed : readRobots(fetched.text, robot)
}

const sitemapAt = async (url: string, site: string, options: Omit<CrawlOptions, 'robot'>, leftMs: number): Promise<string | null> => {
  if (!isSameSite(new URL(url), site) || leftMs <= 0) return null
  const fetched = await fetchPage(url, {
    ...options,
    certificate: 'reported',
    contentTypes: ['text/', 'application/xml', 'application/rss', 'application/octet-stream'],
    maxBytes: sitemapLimit,
    totalMs: Math.min(5_000, leftMs),
  })
  return fetched.outcome === 'answered' && fetched.status < 400 && /<(urlset|sitemapindex)/.test(fetched.text) ? fetched.text : null
}

/** The same for addresses that name the same page. */
const identity = (address: string): string => {
  const url = new URL(address)
  for (const name of [...url.searchParams.keys()])
    if (/^(utm_|fbclid|gclid|mc_|ref$|sessionid|phpsessid|sid$)/i.test(name)) url.searchParams.delete(name)
  url.searchParams.sort()
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/(index\.\w+)?$/, '')}${url.search}`.toLowerCase()
}

const isSameSite = (url: URL, site: string): boolean => {
  const other = new URL(site)
  const domain = registrableDomain(other.hostname)
  return domain === null ? url.host === other.host : registrableDomain(url.hostname) === domain
}

const telling = [
  'contact',
  'about',
  'team',
  'privacy',
  'terms',
  'services',
  'products',
  'pricing',
  'refunds',
  'shipping',
  'faq',
  'careers',
  'reviews',
  'blog',
]
const rank = (url: string): number => {
  const at = telling.indexOf(categoryOf(url, '', false))
  return at < 0 ? telling.length : at
}
