// Profiles on third-party platforms: whether each is reachable, and what its page says about the business in structured data and Open Graph.
// Platforms that show automated visitors only a sign-in leave the profile `unknown`.
import type { PostalAddress, Source } from '../ports.ts'
import type { GuardedAgents } from './addresses.ts'
import { contactsOn } from './contacts.ts'
import { type Fetched, fetchPage } from './fetch-page.ts'
import type { Json, ProfileFinding, ProfileType, Reachability } from './finding.ts'
import { isOfType, type PageContent, type StructuredItem } from './page.ts'
import { pagesApart } from './pages-apart.ts'
import { type ProfileLink, profileAt } from './profile-links.ts'
import { uniqueBy } from './unique.ts'

export type ProfileOptions = {
  readonly agents: GuardedAgents
  readonly userAgent: string
  readonly totalMs?: number
  readonly signal?: AbortSignal
  readonly source: (url: string) => Source
}

type Fields = { readonly [name: string]: Json | undefined }

/** The maximum number of profiles to look at: a site that links to hundreds is not a single business's site. */
const most = 18

/** Lists each profile once and fetches one page for each, all at the same time. */
export const lookAtProfiles = (
  links: readonly (ProfileLink & { readonly submitted: boolean })[],
  options: ProfileOptions,
): Promise<readonly ProfileFinding[]> => {
  const looked = uniqueBy(links, ({ url }) => url).slice(0, most)
  return Promise.all(looked.map((link) => lookAt(link, options)))
}

const lookAt = async (
  link: ProfileLink & { readonly submitted: boolean },
  { source, totalMs = 10_000, ...options }: ProfileOptions,
): Promise<ProfileFinding> => {
  const fetched = await fetchPage(link.url, { ...options, totalMs, certificate: 'required' })
  const { status, error } = reached(fetched, link)
  const isThere = fetched.outcome === 'answered' && status === 'online'
  const read = isThere ? await pagesApart.page({ url: fetched.url, html: fetched.text, isHome: true }) : null
  const page = read && 'value' in read ? read.value : null
  return profileFrom(link, { status, error, page, sources: [source(link.url)] })
}

/** The facts on a profile's page, without fetching it. */
export const profileFrom = (
  { type, url, handle, submitted }: ProfileLink & { readonly submitted: boolean },
  { status, error, page, sources }: { status: Reachability; error: string | null; page: PageContent | null; sources: readonly Source[] },
): ProfileFinding => {
  const facts = page && factsOf(page)
  const isUnrated = type === 'x' || type === 'tiktok'
  return {
    type,
    external_id: type === 'google' && /^\d+$/.test(handle) ? handle : null,
    url,
    status,
    submitted,
    error,
    metadata: withoutEmpty({ ...known[type](handle), ...(facts ? shapes[type](facts, handle) : {}) }),
    rating: isUnrated ? null : (facts?.rating ?? null),
    rating_count: isUnrated ? null : (facts?.ratingCount ?? null),
    sources,
  }
}

/** Sign-in pages, refusals and rate limits show that something is there, but not whether it is the profile. */
const reached = (fetched: Fetched, link: ProfileLink): { status: Reachability; error: string | null } => {
  if (fetched.outcome === 'failed') return { status: fetched.reason === 'address_refused' ? 'unknown' : 'offline', error: fetched.message }
  const { status, url } = fetched
  if (status === 404 || status === 410) return { status: 'offline', error: `there is no such page (${status})` }
  if (status >= 500 && status < 900) return { status: 'offline', error: `the platform answers ${status}` }
  if (status >= 400) return { status: 'unknown', error: `the platform turns automated visitors away (${status})` }
  const { pathname } = new URL(url)
  if (/log-?in|signin|authwall|checkpoint|challenge|consent/i.test(pathname) && !profileAt(url))
    return { status: 'unknown', error: 'the platform asks automated visitors to sign in' }
  return /page (isn't|not) available|profile (isn't|not) available|page not found|account doesn.t exist/i.test(
    fetched.text.slice(0, 200_000),
  ) && !fetched.text.includes(link.handle)
    ? { status: 'offline', error: 'the platform says that there is no such profile' }
    : { status: 'online', error: null }
}

type Facts = {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly website: string | undefined
  readonly phone: string | undefined
  readonly emails: readonly string[]
  readonly address: PostalAddress | undefined
  readonly latitude: number | undefined
  readonly longitude: number | undefined
  readonly rating: number | undefined
  readonly ratingCount: number | undefined
  readonly priceRange: string | undefined
  readonly image: string | undefined
  readonly categories: readonly string[]
  readonly founded: string | undefined
  readonly reviews: readonly {
    readonly rating?: number
    readonly posted_at?: string
    readonly text?: string
    readonly title?: string
    readonly author?: string
  }[]
  readonly posts: readonly { readonly text: string; readonly posted_at?: string }[]
}

const business = /Organization|Business|Store|Restaurant|Corporation|Company|Service$|Agency|Clinic|ProfilePage|Person/

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 2_000) : undefined
const number = (value: Json | undefined): number | undefined => {
  const read =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value.replaceAll(',', '')) : Number.NaN
  return Number.isFinite(read) ? read : undefined
}
const item = (value: Json | undefined): StructuredItem => {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'object' && first !== null ? (first as StructuredItem) : {}
}
const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : value === undefined ? [] : [value as Json])

const factsOf = (page: PageContent): Facts => {
  const main = page.structured.find((each) => isOfType(each, business) && each.name !== undefined) ?? {}
  const contacts = contactsOn(page)
  const aggregate = item(main.aggregateRating ?? page.structured.find((each) => isOfType(each, /^AggregateRating$/)))
  const geo = item(main.geo)
  const reviews = page.structured.filter((each) => isOfType(each, /^Review$/)).slice(0, 10)
  const posts = page.structured.filter((each) => isOfType(each, /Posting$|^Article$/)).slice(0, 10)
  return {
    name: text(main.name) ?? nameFromTitle(page.properties['og:title'] ?? page.title ?? ''),
    description: text(main.description) ?? page.description ?? undefined,
    website: [text(main.url), ...list(main.sameAs).map(text)].find((url) => url !== undefined && /^https?:/.test(url) && !profileAt(url)),
    phone: contacts.phones[0]?.number,
    emails: contacts.emails,
    address: contacts.addresses[0],
    latitude: number(geo.latitude) ?? number(page.properties['place:location:latitude']),
    longitude: number(geo.longitude) ?? number(page.properties['place:location:longitude']),
    rating: number(aggregate.ratingValue),
    ratingCount: number(aggregate.reviewCount) ?? number(aggregate.ratingCount),
    priceRange: text(main.priceRange),
    image: text(main.image) ?? page.properties['og:image'],
    categories: [...list(main.category), ...list(main.servesCuisine), ...list(main.knowsAbout)].flatMap((each) => text(each) ?? []),
    founded: text(main.foundingDate),
    reviews: reviews.map((each) => {
      const rating = number(item(each.reviewRating).ratingValue)
      const [posted, body, title, author] = [
        text(each.datePublished),
        text(each.reviewBody) ?? text(each.description),
        text(each.name),
        text(item(each.author).name) ?? text(each.author),
      ]
      return {
        ...(rating === undefined ? {} : { rating }),
        ...(posted ? { posted_at: posted } : {}),
        ...(body ? { text: body } : {}),
        ...(title ? { title } : {}),
        ...(author ? { author } : {}),
      }
    }),
    posts: posts.flatMap((each) => {
      const [body, posted] = [text(each.articleBody) ?? text(each.headline) ?? text(each.text), text(each.datePublished)]
      return body ? [{ text: body, ...(posted ? { posted_at: posted } : {}) }] : []
    }),
  }
}

/** `Acme Tools - Home | Facebook` → `Acme Tools` */
const nameFromTitle = (title: string): string | undefined =>
  title
    .split(/\s[|•·–—-]\s|\s\(@/)[0]
    ?.trim()
    .slice(0, 200) || undefined

/** The facts in the address alone. */
const known: { readonly [Type in ProfileType]: (handle: string) => Fields } = {
  facebook: () => ({}),
  google: () => ({}),
  instagram: (handle) => ({ handle }),
  linkedin: (handle) => ({ handle }),
  yelp: () => ({}),
  bbb: (handle) => ({ external_id: /-(\d+)$/.exec(handle)?.[1] }),
  trustpilot: (handle) => ({ domain: handle }),
  x: (handle) => ({ handle }),
  tiktok: (handle) => ({ handle }),
}

/** The metadata of each platform (specification 2.1), as far as its public pages have it. */
const shapes: { readonly [Type in ProfileType]: (facts: Facts, handle: string) => Fields } = {
  google: ({ name, address, phone, website, latitude, longitude, categories, reviews }) => ({
    name,
    full_address: address?.full_address,
    phone_number: phone,
    website_urls: website ? [website] : [],
    latitude,
    longitude,
    categories,
    reviews: reviews.map(({ rating, posted_at }) => withoutEmpty({ rating, posted_at })),
  }),
  facebook: ({ name, address, posts, reviews }) => ({
    name,
    city: address?.city ?? undefined,
    state: address?.state ?? undefined,
    recent_posts: posts,
    recent_reviews: reviews,
  }),
  yelp: ({ name, priceRange, reviews }) => ({ name, price_range: priceRange, reviews }),
  bbb: ({ name, website, phone, emails, address, rating, ratingCount, categories, founded, reviews }) => ({
    name,
    website,
    review_count: ratingCount,
    average_review_rating: rating,
    recent_reviews: reviews.map(({ author, text: said }) => withoutEmpty({ display_name: author, preview_text: said })),
    address:
      address &&
      withoutEmpty({
        address_line1: address.address_line1 ?? undefined,
        address_line2: address.address_line2 ?? undefined,
        city: address.city ?? undefined,
        state: address.state ?? undefined,
        zip: address.postal_code ?? undefined,
      }),
    formatted_address: address?.full_address,
    contact_info: withoutEmpty({ phone, emails }),
    business_started_at: founded,
    categories,
    primary_category: categories[0],
  }),
  trustpilot: ({ name, website, phone, emails, address, rating, ratingCount, reviews }) => ({
    name,
    trust_score: rating,
    rating_count: ratingCount,
    website,
    contact_info: withoutEmpty({
      email: emails[0],
      phone,
      address: address?.address_line1 ?? undefined,
      city: address?.city ?? undefined,
      zip_code: address?.postal_code ?? undefined,
    }),
    recent_reviews: reviews.map(({ author: _, ...review }) => review),
    first_review_at: reviews
      .map(({ posted_at }) => posted_at)
      .filter((at) => at !== undefined)
      .sort()[0],
  }),
  x: ({ name, website, description, image }) => ({ name, website, description, avatar: image }),
  tiktok: ({ name, website, description }) => ({ name, website, description }),
  linkedin: ({ name, description, website, address, founded }) => ({
    name,
    description,
    website,
    full_address: address?.full_address,
    founded_on: founded,
  }),
  instagram: ({ name, description, image }) => ({ name, description, avatar: image }),
}

/** Leaves out fields without a value, including empty lists and objects. */
const withoutEmpty = (fields: Fields): { readonly [name: string]: Json } =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, Json] =>
        entry[1] !== undefined && entry[1] !== null && (typeof entry[1] !== 'object' || Object.keys(entry[1]).length > 0),
    ),
  )
