// What one page says, read from its HTML: title, text, links, structured data, images, dates. Broken HTML gives what can be read of it.
import type { CheerioAPI } from 'cheerio'
import { load } from 'cheerio/slim'
import type { Json } from './finding.ts'

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
  /** `mailto:` and `tel:` targets. */
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  /** Contents of `<address>` elements. */
  readonly addressBlocks: readonly string[]
  /** Headings and what stands right below them: names of people on pages about the team. */
  readonly cards: readonly { readonly heading: string; readonly below: string }[]
  /** Addresses of scripts, style sheets and frames. */
  readonly resources: readonly string[]
  readonly images: readonly { readonly described: boolean; readonly sized: boolean }[]
  /** JSON-LD, every object with a type, flattened. */
  readonly structured: readonly StructuredItem[]
  /** Open Graph and Twitter card properties. */
  readonly properties: { readonly [name: string]: string }
  /** Days (`YYYY-MM-DD`) on which something was published or changed. */
  readonly dates: readonly string[]
}

const longestText = 200_000
const mostLinks = 500

/** @param html at most some megabytes */
export const readPage = (url: string, html: string, { isHome }: { readonly isHome: boolean }): PageContent => {
  const $ = load(boundedNesting(html))
  const base = resolved($('base').attr('href') ?? '', url) ?? url
  const title = tidy($('title').first().text()) || null
  const properties = propertiesOf($)
  const structured = structuredOf($)
  const links = linksOf($, base)
  const resources = $('script[src], link[href], iframe[src], frame[src]')
    .toArray()
    .slice(0, 200)
    .flatMap((element) => resolved($(element).attr('src') ?? $(element).attr('href') ?? '', base) ?? [])
  const images = $('img')
    .toArray()
    .slice(0, 200)
    .map((image) => ({
      described: ($(image).attr('alt') ?? '').trim() !== '',
      sized: $(image).attr('width') !== undefined || $(image).attr('srcset') !== undefined,
    }))
  const targets = (scheme: string) =>
    $(`a[href^="${scheme}:" i]`)
      .toArray()
      .slice(0, 50)
      .map((link) => decoded(($(link).attr('href') ?? '').slice(scheme.length + 1).split('?')[0] ?? '').trim())
  const hidden = $('[data-cfemail]')
    .toArray()
    .slice(0, 50)
    .map((element) => unscrambled($(element).attr('data-cfemail') ?? ''))
  const dates = datesOf($, properties, structured)
  const content = {
    url,
    title,
    description: tidy($('meta[name="description" i]').attr('content') ?? properties['og:description'] ?? '') || null,
    siteName: tidy(properties['og:site_name'] ?? '') || null,
    generator: tidy($('meta[name="generator" i]').attr('content') ?? '') || null,
    language: $('html').attr('lang')?.slice(0, 20) ?? null,
    links,
    emails: [...targets('mailto'), ...hidden].filter((each) => each !== ''),
    phones: targets('tel'),
    addressBlocks: $('address')
      .toArray()
      .slice(0, 20)
      .map((element) => blockText([element])),
    resources,
    images,
    structured,
    properties,
    dates,
  }
  $('script, style, noscript, template, svg, iframe, head').remove()
  const cards = $('h2, h3, h4, h5, strong, .name, .team-member-name')
    .toArray()
    .slice(0, 200)
    .map((element) => ({ heading: tidy($(element).text()).slice(0, 80), below: tidy($(element).next().text()).slice(0, 120) }))
  const text = blockText($.root().toArray())
  return { ...content, cards, text, category: categoryOf(url, title ?? '', isHome) }
}

/** Categories by what path or title say; the first that fits. */
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

export const categoryOf = (url: string, title: string, isHome: boolean): string => {
  if (isHome) return 'home'
  const path = URL.canParse(url) ? new URL(url).pathname : url
  const by = (text: string) => categories.find(([, pattern]) => pattern.test(text))?.[0]
  return by(path) ?? by(title.slice(0, 60)) ?? 'other'
}

const linksOf = ($: CheerioAPI, base: string): PageContent['links'] => {
  const seen = new Map<string, string>()
  for (const element of $('a[href], area[href]').toArray()) {
    if (seen.size >= mostLinks) break
    const url = resolved($(element).attr('href') ?? '', base)
    if (url && !seen.has(url)) seen.set(url, tidy($(element).text()).slice(0, 100))
  }
  return [...seen].map(([url, text]) => ({ url, text }))
}

const propertiesOf = ($: CheerioAPI): { readonly [name: string]: string } =>
  Object.fromEntries(
    $('meta[property], meta[name^="twitter:"], meta[name^="article:"]')
      .toArray()
      .slice(0, 100)
      .map((meta) => [
        ($(meta).attr('property') ?? $(meta).attr('name') ?? '').toLowerCase(),
        ($(meta).attr('content') ?? '').slice(0, 2_000),
      ]),
  )

/** Objects of JSON-LD blocks, `@graph` and nested ones included. Blocks that are no JSON are passed over. */
const structuredOf = ($: CheerioAPI): readonly StructuredItem[] => {
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
  for (const script of $('script[type="application/ld+json" i]').toArray().slice(0, 20)) {
    try {
      walk(JSON.parse($(script).text()) as Json, 0)
    } catch {
      // Not ours to mend.
    }
  }
  return found
}

/** Whether a structured item is of the type, which may be one of several. */
export const isOfType = (item: StructuredItem, pattern: RegExp): boolean => {
  const types = item['@type']
  return (Array.isArray(types) ? types : [types]).some((type) => typeof type === 'string' && pattern.test(type.replace(/^.*[/#]/, '')))
}

const datesOf = (
  $: CheerioAPI,
  properties: { readonly [name: string]: string },
  structured: readonly StructuredItem[],
): readonly string[] => {
  const told = [
    ...$('time[datetime]')
      .toArray()
      .slice(0, 100)
      .map((time) => $(time).attr('datetime') ?? ''),
    ...['article:published_time', 'article:modified_time', 'og:updated_time'].map((name) => properties[name] ?? ''),
    ...structured.flatMap(({ datePublished, dateModified }) => [datePublished, dateModified]).filter((date) => typeof date === 'string'),
  ]
  return [...new Set(told.flatMap((date) => /^(?:19|20)\d\d-[01]\d-[0-3]\d/.exec(date.trim())?.[0] ?? []))]
}

/** Elements that are commonly left open: another of their kind closes them. */
const impliedEnd = new Set('p li td th tr dt dd option optgroup tbody thead tfoot colgroup rt rp'.split(' '))
const noContent = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const deepest = { ordinary: 512, implied: 2_000 }

/**
 * The HTML up to where elements are nested deeper than any page needs; browsers draw that line at 512. A page of nothing but opening tags
 * would keep a parser busy for minutes.
 */
const boundedNesting = (html: string): string => {
  const open = new Map<string, number>()
  const depth = { ordinary: 0, implied: 0 }
  for (const tag of html.matchAll(/<(\/?)([a-z][a-z0-9:-]{0,40})/gi)) {
    const name = (tag[2] as string).toLowerCase()
    if (noContent.has(name)) continue
    const kind = impliedEnd.has(name) ? 'implied' : 'ordinary'
    const count = open.get(name) ?? 0
    if (tag[1] === '/') {
      if (count === 0) continue
      open.set(name, count - 1)
      depth[kind]--
    } else {
      open.set(name, count + 1)
      depth[kind]++
      if (depth[kind] > deepest[kind]) return html.slice(0, tag.index)
    }
  }
  return html
}

const blocks = new Set(
  'p div section article header footer main aside nav ul ol li h1 h2 h3 h4 h5 h6 table tr address blockquote form dl dt dd figure figcaption br hr'.split(
    ' ',
  ),
)

type Node = { readonly type: string; readonly data?: string; readonly name?: string; readonly children?: readonly Node[] }

/** The text below the nodes, with what blocks hold on lines of their own. */
const blockText = (nodes: readonly Node[]): string => {
  const pieces: string[] = []
  let length = 0
  const walk = (all: readonly Node[]): void => {
    for (const node of all) {
      if (length > longestText) return
      if (node.type === 'text') {
        pieces.push(node.data ?? '')
        length += node.data?.length ?? 0
      } else if (node.children) {
        const isBlock = blocks.has(node.name ?? '')
        if (isBlock) pieces.push('\n')
        walk(node.children)
        if (isBlock) pieces.push('\n')
      }
    }
  }
  walk(nodes)
  return pieces
    .join('')
    .slice(0, longestText)
    .split('\n')
    .map(tidy)
    .filter((line) => line !== '')
    .join('\n')
}

export const tidy = (text: string): string => text.replace(/[\s\u200b\ufeff]+/g, ' ').trim()

const resolved = (href: string, base: string): string | undefined => {
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

/** E-mail addresses hidden from harvesters as hexadecimal: the first byte is the key of the others. */
const unscrambled = (hex: string): string => {
  const [key = 0, ...bytes] = Buffer.from(/^[0-9a-f]{4,200}$/i.test(hex) ? hex : '', 'hex')
  return Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
}
