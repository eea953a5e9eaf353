// The content of one page, read from its HTML: title, text, links, structured data, images, dates. Broken HTML is read as far as possible.
import type { Json } from './finding.ts'
import { attribute, blockText, type Element, nextElement, rawText, readHtml, textOf, tidy } from './html.ts'

export type StructuredItem = { readonly [name: string]: Json }

export type PageContent = {
  readonly url: string
  readonly category: string
  readonly title: string | null
  readonly description: string | null
  readonly siteName: string | null
  readonly generator: string | null
  readonly language: string | null
  /** Running text, one line per block. */
  readonly text: string
  /** Absolute, without fragments. */
  readonly links: readonly { readonly url: string; readonly text: string }[]
  /** The targets of `mailto:` and `tel:` links. */
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  /** The content of `<address>` elements. */
  readonly addressBlocks: readonly string[]
  /** Headings with the text right below them: the names of people on team pages. */
  readonly cards: readonly { readonly heading: string; readonly below: string }[]
  /** The addresses of scripts, style sheets and frames. */
  readonly resources: readonly string[]
  readonly images: readonly { readonly described: boolean; readonly sized: boolean }[]
  /** JSON-LD, every object with a type, flattened. */
  readonly structured: readonly StructuredItem[]
  /** Open Graph and Twitter card properties. */
  readonly properties: { readonly [name: string]: string }
  /** Days (`YYYY-MM-DD`) of publication or change. */
  readonly dates: readonly string[]
}

const mostLinks = 500

/** @param html a few megabytes at most */
export const readPage = (url: string, html: string, { isHome }: { readonly isHome: boolean }): PageContent => {
  const document = readHtml(html)
  const { all, first } = document
  const base = resolved(attribute(first('base'), 'href'), url) ?? url
  const title = textOf(first('title'), 1_000) || null
  const metas = all('meta').slice(0, 500)
  const meta = (name: string) => metas.find((each) => attribute(each, 'name').toLowerCase() === name)?.attribs.content
  const properties = propertiesOf(metas)
  const structured = structuredOf(all('script'))
  const links = [...all('a'), ...all('area')].filter(({ attribs }) => attribs.href !== undefined).slice(0, 5_000)
  const targets = (scheme: string) =>
    links
      .map((link) => attribute(link, 'href').trim())
      .filter((href) => href.toLowerCase().startsWith(`${scheme}:`))
      .slice(0, 50)
      .map((href) => decoded(href.slice(scheme.length + 1).split('?')[0] ?? '').trim())
  const hidden = document.elements.flatMap(({ attribs }) => attribs['data-cfemail'] ?? []).slice(0, 50)
  return {
    url,
    title,
    category: isHome ? 'home' : categoryOf(url, title ?? ''),
    description: tidy(meta('description') ?? properties['og:description'] ?? '') || null,
    siteName: tidy(properties['og:site_name'] ?? '') || null,
    generator: tidy(meta('generator') ?? '') || null,
    language: first('html')?.attribs.lang?.slice(0, 20) ?? null,
    text: blockText(document.nodes),
    links: linksOf(links, base),
    emails: [...targets('mailto'), ...hidden.map(unscrambled)].filter((each) => each !== ''),
    phones: targets('tel'),
    addressBlocks: all('address')
      .slice(0, 20)
      .map((element) => blockText([element])),
    cards: cardsOf(document.elements),
    resources: ['script', 'link', 'iframe', 'frame']
      .flatMap((name) => all(name).slice(0, 100))
      .flatMap(({ attribs }) => resolved(attribs.src ?? attribs.href ?? '', base) ?? []),
    images: all('img')
      .slice(0, 200)
      .map(({ attribs }) => ({
        described: (attribs.alt ?? '').trim() !== '',
        sized: attribs.width !== undefined || attribs.srcset !== undefined,
      })),
    structured,
    properties,
    dates: datesOf(all('time'), properties, structured),
  }
}

/** Categories by path or title; the first match counts. */
const categories: readonly (readonly [category: string, pattern: RegExp])[] = [
  ['privacy', /privacy|datenschutz|gdpr|ccpa/i],
  ['terms', /terms|conditions|tos\b|user-agreement|legal-notice|eula/i],
  ['refunds', /refund|returns?\b|return-policy|exchange/i],
  ['shipping', /shipping|delivery-information/i],
  ['contact', /contact|get-in-touch|reach-us|find-us|locations?\b|directions/i],
  ['team', /\bteam\b|our-people|leadership|staff|management-team|meet-/i],
  ['about', /about|our-story|who-we-are|company|history|mission/i],
  ['careers', /careers?\b|jobs?\b|join-us|hiring|vacanc/i],
  ['blog', /blog|news|articles?\b|posts?\b|press|insights|stories/i],
  ['faq', /\bfaqs?\b|frequently-asked|help|support|knowledge/i],
  ['pricing', /pricing|plans|rates/i],
  ['reviews', /reviews?\b|testimonials?|case-stud/i],
  ['products', /products?\b|shop|store|catalog|collections?|menu|items?\b/i],
  ['services', /services?\b|solutions?|what-we-do|capabilit|practice-areas/i],
  ['gallery', /gallery|portfolio|projects?\b|our-work/i],
  ['login', /log-?in|sign-?in|account|register/i],
]

/** Of a page that is not the home page. */
export const categoryOf = (url: string, title: string): string => {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  const by = (text: string) => categories.find(([, pattern]) => pattern.test(text))?.[0]
  return by(path) ?? by(title.slice(0, 60)) ?? 'other'
}

const linksOf = (links: readonly Element[], base: string): PageContent['links'] => {
  const seen = new Map<string, string>()
  for (const link of links) {
    if (seen.size >= mostLinks) break
    const url = resolved(attribute(link, 'href'), base)
    if (url && !seen.has(url)) seen.set(url, textOf(link, 100))
  }
  return [...seen].map(([url, text]) => ({ url, text }))
}

const propertiesOf = (metas: readonly Element[]): { readonly [name: string]: string } =>
  Object.fromEntries(
    metas
      .map(({ attribs }) => [(attribs.property ?? attribs.name ?? '').toLowerCase(), (attribs.content ?? '').slice(0, 2_000)] as const)
      .filter(([name]) => name.includes(':'))
      .slice(0, 100),
  )

/** Headings, and the text right next to them. */
const cardsOf = (elements: readonly Element[]): PageContent['cards'] =>
  elements
    .filter(({ name, attribs }) => /^(h[2-5]|strong)$/.test(name) || /(^|\s)(team-member-)?name(\s|$)/.test(attribs.class ?? ''))
    .slice(0, 200)
    .map((element) => ({ heading: textOf(element, 80), below: textOf(nextElement(element), 120) }))

/** The objects of JSON-LD blocks, including `@graph` and nested ones. Invalid JSON is skipped. */
const structuredOf = (scripts: readonly Element[]): readonly StructuredItem[] => {
  const found: StructuredItem[] = []
  const walk = (value: Json, depth: number): void => {
    if (depth > 8 || found.length >= 200 || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const each of value) walk(each as Json, depth + 1)
      return
    }
    const item = value as StructuredItem
    if (item['@type'] !== undefined) found.push(item)
    for (const each of Object.values(item)) walk(each as Json, depth + 1)
  }
  for (const script of scripts.filter((each) => /^application\/ld\+json/i.test(attribute(each, 'type'))).slice(0, 20)) {
    try {
      walk(JSON.parse(rawText(script, 500_000)) as Json, 0)
    } catch {
      // The site's own mistake: skip it.
    }
  }
  return found
}

/** Whether a structured item is of the type; an item may have several types. */
export const isOfType = (item: StructuredItem, pattern: RegExp): boolean => {
  const types = item['@type']
  return (Array.isArray(types) ? types : [types]).some((type) => typeof type === 'string' && pattern.test(type.replace(/^.*[/#]/, '')))
}

const datesOf = (
  times: readonly Element[],
  properties: { readonly [name: string]: string },
  structured: readonly StructuredItem[],
): readonly string[] => {
  const told = [
    ...times.slice(0, 100).map((time) => attribute(time, 'datetime')),
    ...['article:published_time', 'article:modified_time', 'og:updated_time'].map((name) => properties[name] ?? ''),
    ...structured.flatMap(({ datePublished, dateModified }) => [datePublished, dateModified]).filter((date) => typeof date === 'string'),
  ]
  return [...new Set(told.flatMap((date) => /^(?:19|20)\d\d-[01]\d-[0-3]\d/.exec(date.trim())?.[0] ?? []))]
}

/** The absolute address without its fragment; undefined if it is not a web address. */
const resolved = (href: string, base: string): string | undefined => {
  if (href === '') return undefined
  if (href.length > 2_000 || !URL.canParse(href.trim(), base)) return undefined
  const url = new URL(href.trim(), base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  url.hash = ''
  return url.href
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** E-mail addresses hidden from harvesters as hexadecimal: the first byte is the key for the others. */
const unscrambled = (hex: string): string => {
  const [key = 0, ...bytes] = Buffer.from(/^[0-9a-f]{4,200}$/i.test(hex) ? hex : '', 'hex')
  return Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
}
