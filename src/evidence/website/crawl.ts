// Reads a site breadth-first: the given page, then the pages it links to on the same site, up to twenty pages or until the time is up.
import type { GuardedAgents } from './addresses.ts'
import { registrableDomain } from './domain.ts'
import { type FailureReason, type Fetched, type FetchedPage, fetchPage } from './fetch-page.ts'
import { categoryOf, type PageContent } from './page.ts'
import { pagesApart } from './pages-apart.ts'
import { everythingAllowed, nothingAllowed, type RobotRules, readRobots, robotsLimit } from './robots.ts'
import { sitemapLimit, sitemapPages } from './sitemap.ts'

export type CrawlOptions = {
  readonly agents: GuardedAgents
  readonly userAgent: string
  /** The product token for robots.txt, in lower case. */
  readonly robot: string
  readonly maxPages?: number
  /** For all pages together. */
  readonly totalMs?: number
  readonly anyPort?: boolean
  readonly signal?: AbortSignal
}

export type BrokenLink = Link & { readonly why: string }

type Link = { readonly url: string; readonly from: string }

export type Crawl = {
  /** The answer or failure of the given address. */
  readonly first: Fetched
  /** The given page comes first. */
  readonly pages: readonly PageContent[]
  readonly broken: readonly BrokenLink[]
  /** Links that robots.txt disallows. */
  readonly forbidden: number
  /** Why the crawl ended early; null: it read everything, or enough. */
  readonly ended: string | null
}

/** Pages fetched at a time, so that a small server is not overloaded. */
const atOnce = 3
const mostTried = 40
/** In bytes; only the beginning of a larger page is read. */
const pageLimit = 1_500_000
/** A site with more hosts than this is read on the first ones alone: each has a robots.txt of its own (RFC 9309, 2.3). */
const mostHosts = 4
/** Limits addresses that differ only in their query: calendars and filters produce endlessly many. */
const mostVariants = 3

const noPage =
  /\.(pdf|jpe?g|png|gif|webp|svg|ico|css|js|mjs|json|xml|zip|gz|rar|7z|exe|dmg|docx?|xlsx?|pptx?|mp[34]|mov|avi|webm|woff2?|ttf|eot|ics|vcf|apk)$/i

/** @throws the signal's reason when the caller aborts */
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

  // The given page is read because it was submitted; robots.txt applies to all others.
  const first = await get(address)
  if (!isReadable(first)) return { first, pages: [], broken: [], forbidden: 0, ended: null }
  const homeRead = await pagesApart.page({ url: first.url, html: first.text, isHome: true })
  if (!('value' in homeRead)) return { first: notRead(first), pages: [], broken: [], forbidden: 0, ended: null }
  const home = homeRead.value
  const rulesAt = rulesByHost((url) => robotsOf(url, fetchOptions, options.robot, left()))
  const homeRules = await rulesAt(new URL(first.url))

  const pages: PageContent[] = [home]
  const broken: BrokenLink[] = []
  const frontier = openFrontier(first.url, rulesAt)
  frontier.know(address)
  frontier.know(first.url)
  let tried = 0
  const goesOn = () => pages.length < maxPages && tried < mostTried && left() > 0

  /** Visits the pages of one level. @returns the readable ones */
  const visit = async (level: readonly Link[]): Promise<readonly PageContent[]> => {
    const read: PageContent[] = []
    for (let at = 0; at < level.length && goesOn(); ) {
      const batch = level.slice(at, at + Math.min(atOnce, maxPages - pages.length))
      at += batch.length
      tried += batch.length
      const fetched = await Promise.all(batch.map(async (link) => [link, await get(link.url)] as const))
      for (const [{ url, from }, each] of fetched) {
        const why = brokenBy(each)
        if (why) broken.push({ url, from, why })
        // Reading a page takes seconds at most, and waiting for its turn longer.
        if (left() <= 0 || !isReadable(each) || each.status >= 400 || !isSameSite(new URL(each.url), first.url)) continue
        if (each.redirects.length > 0 && pages.some((page) => identity(page.url) === identity(each.url))) continue
        frontier.know(each.url)
        const page = await pagesApart.page({ url: each.url, html: each.text, isHome: false })
        if (!('value' in page)) continue
        pages.push(page.value)
        read.push(page.value)
      }
    }
    return read
  }

  let level = await frontier.beyond(home)
  while (level.length > 0 && goesOn()) {
    const read = await visit(level)
    level = []
    for (const page of read) level = [...level, ...(await frontier.beyond(page))]
  }
  // The site's own list may have pages that no link leads to.
  if (goesOn()) {
    const listed = await sitemapPages(homeRules?.sitemaps ?? [], first.url, (url) => sitemapAt(url, first.url, fetchOptions, left()))
    level = await frontier.beyond({ ...home, links: listed.map((url) => ({ url, text: '' })) })
    await visit(level)
  }
  const ended = left() <= 0 && level.length > 0 ? 'the time for one website was up' : null
  return { first, pages, broken, forbidden: frontier.forbidden(), ended }
}

/** The links of a site that are still to be followed, each once. `rulesAt`: null for a host that is not read. */
const openFrontier = (site: string, rulesAt: (url: URL) => Promise<RobotRules | null>) => {
  const known = new Set<string>()
  const variants = new Map<string, number>()
  let forbidden = 0

  const isVariantTooMany = ({ host, pathname }: URL): boolean => {
    const count = (variants.get(host + pathname) ?? 0) + 1
    variants.set(host + pathname, count)
    return count > mostVariants
  }

  return {
    know: (address: string) => void known.add(identity(address)),

    /** The links of a page that lead to others of the site. Those that say most about a business go first. */
    beyond: async (page: PageContent): Promise<readonly Link[]> => {
      const news: Link[] = []
      for (const { url } of page.links) {
        const target = new URL(url)
        if (known.has(identity(url)) || !isSameSite(target, site) || noPage.test(target.pathname)) continue
        known.add(identity(url))
        if (isVariantTooMany(target)) continue
        const rules = await rulesAt(target)
        if (rules?.allows(target)) news.push({ url, from: page.url })
        else if (rules) forbidden++
      }
      return news.toSorted((a, b) => rank(a.url) - rank(b.url))
    },

    /** How many links robots.txt disallows. */
    forbidden: () => forbidden,
  }
}

/** Of the first hosts that are asked for; null for further ones. */
const rulesByHost = (read: (url: string) => Promise<RobotRules>) => {
  const rules = new Map<string, Promise<RobotRules>>()
  return async ({ host, href }: URL): Promise<RobotRules | null> => {
    if (!rules.has(host) && rules.size < mostHosts) rules.set(host, read(href))
    return (await rules.get(host)) ?? null
  }
}

/** It answered, but what it answered is more than a reader may spend on one page. */
const notRead = (first: FetchedPage): FetchedPage => ({ ...first, cut: first.cut ?? 'it takes too much time or memory' })

const isReadable = (fetched: Fetched): fetched is FetchedPage => fetched.outcome === 'answered' && fetched.text !== ''

/** A missing page counts against a link. A server that turns crawlers away says nothing about its links. */
const brokenBy = (fetched: Fetched): string | null => {
  if (fetched.outcome === 'failed') return fetched.message
  return [404, 410].includes(fetched.status) || fetched.status >= 500 ? `it answers ${fetched.status}` : null
}

const noServer: readonly FailureReason[] = ['name_unknown', 'refused', 'address_refused']

const robotsOf = async (url: string, options: Omit<CrawlOptions, 'robot'>, robot: string, leftMs: number): Promise<RobotRules> => {
  const fetched = await fetchPage(new URL('/robots.txt', url).href, {
    ...options,
    certificate: 'reported',
    contentTypes: ['text/plain', 'text/html', 'application/octet-stream'],
    maxBytes: robotsLimit,
    totalMs: Math.max(1, Math.min(5_000, leftMs)),
  })
  // Where nothing answers nobody forbids anything, and the links there are broken.
  if (fetched.outcome === 'failed' && noServer.includes(fetched.reason)) return everythingAllowed
  if (fetched.outcome === 'failed' || fetched.status >= 500) return nothingAllowed
  // A server that answers with a page instead of the file has no such file.
  return fetched.status >= 400 || /^\s*</.test(fetched.text) ? everythingAllowed : readRobots(fetched.text, robot)
}

const sitemapAt = async (url: string, site: string, options: Omit<CrawlOptions, 'robot'>, leftMs: number) => {
  if (!isSameSite(new URL(url), site) || leftMs <= 0) return null
  const fetched = await fetchPage(url, {
    ...options,
    certificate: 'reported',
    contentTypes: ['text/', 'application/xml', 'application/rss', 'application/octet-stream'],
    maxBytes: sitemapLimit,
    totalMs: Math.min(5_000, leftMs),
  })
  const isSitemap = fetched.outcome === 'answered' && fetched.status < 400 && /<(urlset|sitemapindex)/.test(fetched.text)
  return isSitemap ? pagesApart.sitemap(fetched.text) : null
}

/** Equal for addresses of the same page. */
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
  const at = telling.indexOf(categoryOf(url, ''))
  return at < 0 ? telling.length : at
}
