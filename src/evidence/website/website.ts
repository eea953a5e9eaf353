// Looks at a real website: crawls it, looks up its domain, follows its links to other platforms, and returns a finding.
import { derivedId } from '../../events/derived-id.ts'
import type { Source } from '../ports.ts'
import { type GuardedAgents, publicOnlyAgents } from './addresses.ts'
import { contactsOn } from './contacts.ts'
import { crawlSite } from './crawl.ts'
import { type DomainSource, rdap, registrableDomain } from './domain.ts'
import type { Fetched } from './fetch-page.ts'
import { type DomainFinding, nothingFound, type Reachability, type WebsiteFinding, type WebsiteSource } from './finding.ts'
import { indicatorsOf, qualityOf, type Site } from './indicators.ts'
import { isOfType, type PageContent } from './page.ts'
import { isParked, isShortener, kindOf, platformOf } from './platforms.ts'
import { type ProfileLink, profileAt } from './profile-links.ts'
import { lookAtProfiles } from './profiles.ts'
import { uniqueBy } from './unique.ts'
import { userAgent } from './user-agent.ts'

export type WebsiteSettings = {
  /** The RDAP service's address, without a slash at the end. */
  readonly rdapUrl: string
  /** For tests and trials: allows sites on the machine itself. */
  readonly allowLoopback: boolean
  readonly now?: () => Date
  readonly agents?: GuardedAgents
  readonly crawlMs?: number
  readonly profilesMs?: number
}

/** The product token for robots.txt. */
const robot = 'probity'

/** The maximum duration is the crawl's time plus the profiles' time. */
export const openWebsites = ({
  rdapUrl,
  allowLoopback,
  now = () => new Date(),
  agents = publicOnlyAgents({ allowLoopback }),
  crawlMs = 40_000,
  profilesMs = 12_000,
}: WebsiteSettings): WebsiteSource => {
  const askRegistry = rdap({ baseUrl: rdapUrl, agents, userAgent })

  const look: WebsiteSource = async ({ url, names, profile_urls }, signal) => {
    const at = now()
    const sourceOf = (page: string): Source => webSource(page, at)
    const crawlOptions = { agents, userAgent, robot, totalMs: crawlMs, anyPort: allowLoopback, ...(signal ? { signal } : {}) }
    const profile = profileAt(url)
    // If the submitted website is a profile, it is one page of a platform, not a site to crawl.
    const [crawl, domain] = await Promise.all([
      crawlSite(url, profile ? { ...crawlOptions, maxPages: 1 } : crawlOptions),
      domainOf(url, askRegistry, signal),
    ])
    const given = [...(profile ? [profile] : []), ...profile_urls.flatMap((each) => profileAt(each) ?? [])]
    const links = [...given.map((each) => ({ ...each, submitted: true })), ...(profile ? [] : linkedProfiles(crawl.pages))]
    const profiles = await lookAtProfiles(links, {
      agents,
      userAgent,
      totalMs: profilesMs,
      source: sourceOf,
      ...(signal ? { signal } : {}),
    })
    const found = domain && withRedirects(domain, url, crawl.first)
    const base = {
      ...unread(url, crawl.first, found),
      profiles,
      sources: [sourceOf(url), ...(found?.creation_date ? [registrySource(found.domain, at)] : [])],
    }
    const [home] = crawl.pages
    return home && crawl.first.outcome === 'answered'
      ? read(base, { crawl, first: crawl.first, home, links, names, domain: found, now: at })
      : base
  }

  return async (wanted, signal) => {
    try {
      return wellFormed(await look(wanted, signal))
    } catch (error) {
      signal?.throwIfAborted()
      // A page that makes our code fail is a finding about the page, not a reason to retry for hours.
      const { message } = error as Error
      return { ...unread(wanted.url, unreadable(wanted.url, message), null), sources: [webSource(wanted.url, now())] }
    }
  }
}

type Reading = Pick<Site, 'crawl' | 'first' | 'names' | 'domain' | 'now'> & {
  readonly home: PageContent
  readonly links: readonly ProfileLink[]
}

const read = (base: WebsiteFinding, { crawl, first, home, links, names, domain, now }: Reading): WebsiteFinding => {
  const pages = crawl.pages.map((page) => ({ ...page, contacts: contactsOn(page) }))
  const parked = isParked(home, first.url)
  const platform = platformOf(home, first.headers)
  const indicators = parked || base.status !== 'online' ? [] : indicatorsOf({ first, crawl, pages, domain, profiles: links, names, now })
  const each = <Item>(of: (page: (typeof pages)[number]) => readonly Item[], key: (item: Item) => string) =>
    uniqueBy(
      pages.flatMap((page) => of(page).map((item) => ({ ...item, found_on: page.url }))),
      key,
    ).slice(0, 50)
  return {
    ...base,
    title: home.title?.slice(0, 500) ?? null,
    description: home.description?.slice(0, 2_000) ?? null,
    category: parked ? 'parked' : kindOf(pages, platform),
    platform,
    parked,
    posts_summary: postsSummary(pages),
    reviews_summary: reviewsSummary(pages),
    pages: pages.map(({ url, category }) => ({ url, category })),
    names: each(
      ({ contacts }) => contacts.names.map((name) => ({ name })),
      ({ name }) => name,
    ),
    phone_numbers: each(
      ({ contacts }) => contacts.phones,
      ({ number }) => number,
    ),
    email_addresses: each(
      ({ contacts }) => contacts.emails.map((email) => ({ email })),
      ({ email }) => email,
    ),
    people: each(
      ({ contacts }) => contacts.people,
      ({ name }) => name,
    ),
    addresses: each(
      ({ contacts }) => contacts.addresses.map((address) => ({ address })),
      ({ address }) => address.full_address,
    ),
    indicators,
    quality_rating: qualityOf(indicators),
    text: pages
      .map(({ title, description, text }) => [title, title, description, text.slice(0, 20_000)].filter(Boolean).join('\n'))
      .join('\n')
      .slice(0, 200_000),
  }
}

/** The facts about a site before, or without, reading it. */
const unread = (url: string, first: Fetched, domain: DomainFinding | null): WebsiteFinding => ({
  url,
  status: statusOf(first),
  http_status_code: first.outcome === 'answered' ? first.status : null,
  title: null,
  description: null,
  error: problemOf(first),
  category: null,
  platform: null,
  parked: null,
  posts_summary: null,
  reviews_summary: null,
  domain,
  pages: [],
  ...nothingFound,
  sources: [],
})

/** Makes text safe to hash and store: removes NUL, and halves of characters, which cutting a text leaves and pages may contain. */
const wellFormed = <Value>(value: Value): Value => {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '') as Value
  if (Array.isArray(value)) return value.map(wellFormed) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wellFormed(each)])) as Value
}

const unreadable = (url: string, message: string): Fetched => ({
  outcome: 'failed',
  url,
  reason: 'wrong_address',
  message: `${url} could not be read: ${message}`,
  redirects: [],
})

/** A server that turns automated visitors away exists, but its content is unknown. */
const statusOf = (first: Fetched): Reachability => {
  if (first.outcome === 'failed') return first.reason === 'address_refused' || first.reason === 'wrong_address' ? 'unknown' : 'offline'
  if (first.status === 404 || first.status === 410 || first.status >= 500) return 'offline'
  return first.status >= 400 ? 'unknown' : 'online'
}

const problemOf = (first: Fetched): string | null => {
  if (first.outcome === 'failed') return first.message
  const { host } = new URL(first.url)
  if (first.status >= 400) return `${host} answers ${first.status}`
  if (first.certificateProblem) return `the certificate of ${host} is not valid: ${first.certificateProblem}`
  return first.cut === null ? null : `the page of ${host} could not be read whole: ${first.cut}`
}

const domainOf = async (url: string, askRegistry: DomainSource, signal?: AbortSignal): Promise<DomainFinding | null> => {
  if (!URL.canParse(url)) return null
  const { hostname } = new URL(url)
  const domain = registrableDomain(hostname)
  if (domain === null) return null
  const registered = await askRegistry(domain, signal)
  return {
    domain,
    domain_id: registered?.domain_id ?? null,
    creation_date: registered?.creation_date ?? null,
    expiration_date: registered?.expiration_date ?? null,
    registrar: registered?.registrar ?? null,
    registrant: registered?.registrant ?? null,
    redirected: false,
    url_shortener: isShortener(hostname),
    resolved_url: null,
  }
}

const withRedirects = (domain: DomainFinding, url: string, first: Fetched): DomainFinding => ({
  ...domain,
  redirected: registrableDomain(new URL(URL.canParse(first.url) ? first.url : url).hostname) !== domain.domain,
  resolved_url: first.outcome === 'answered' ? first.url : null,
})

const linkedProfiles = (pages: readonly PageContent[]): readonly (ProfileLink & { readonly submitted: boolean })[] => {
  const told = pages.flatMap((page) => [
    ...page.links.map(({ url }) => url),
    ...page.structured.flatMap(({ sameAs }) => (Array.isArray(sameAs) ? sameAs : [sameAs])).filter((each) => typeof each === 'string'),
  ])
  const profiles = told.flatMap((url) => profileAt(url) ?? [])
  return uniqueBy(profiles, ({ url }) => url).map((each) => ({ ...each, submitted: false }))
}

const postsSummary = (pages: readonly PageContent[]): string | null => {
  const dates = pages.filter(({ category }) => category === 'blog').flatMap((page) => page.dates)
  const latest = [...new Set(dates)].sort().at(-1)
  return latest ? `${new Set(dates).size} dated posts, the latest of ${latest}.` : null
}

const reviewsSummary = (pages: readonly PageContent[]): string | null => {
  const rating = pages.flatMap((page) => page.structured).find((item) => isOfType(item, /^AggregateRating$/))
  const value = Number(rating?.ratingValue)
  const count = Number(rating?.reviewCount ?? rating?.ratingCount)
  return value > 0 && count > 0 ? `${value} of ${Number(rating?.bestRating) || 5} in ${count} reviews.` : null
}

const namespace = '7d0f6b9a-52b4-5d53-9c62-1d8a1f5d0c3e'

const webSource = (url: string, at: Date): Source =>
  source('website', { data_set: 'website', version: at.toISOString(), row: url, url, as_of: dayOf(at) })

const registrySource = (domain: string, at: Date): Source =>
  source('rdap', { data_set: 'rdap', version: at.toISOString(), row: domain, as_of: dayOf(at) })

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const source = (type: string, metadata: Source['metadata']): Source => ({
  id: derivedId(JSON.stringify([type, metadata]), namespace),
  type,
  metadata,
})
