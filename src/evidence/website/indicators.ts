// The seventeen quality indicators of a website as a table: the rating, the value, the reason, and where on the site it shows.
import { yearsBetween } from '../../events/years.ts'
import { compareNames } from '../matching/names.ts'
import { sameNameOnSite } from '../matching/thresholds.ts'
import type { Contacts } from './contacts.ts'
import type { Crawl } from './crawl.ts'
import { registrableDomain } from './domain.ts'
import type { FetchedPage } from './fetch-page.ts'
import { type DomainFinding, type Example, type Indicator, type IndicatorType, indicatorTypes, type QualityRating } from './finding.ts'
import { indicatorDescriptions, indicatorNames } from './indicator-names.ts'
import { fillerPhrases, mistakesIn } from './language.ts'
import type { PageContent } from './page.ts'
import type { ProfileLink } from './profile-links.ts'

export type Site = {
  readonly first: FetchedPage
  readonly crawl: Crawl
  readonly pages: readonly (PageContent & { readonly contacts: Contacts })[]
  readonly domain: DomainFinding | null
  readonly profiles: readonly ProfileLink[]
  /** Of the business that submitted the site. */
  readonly names: readonly string[]
  readonly now: Date
}

type Rated = Pick<Indicator, 'rating' | 'value' | 'explanation'> & { readonly examples?: readonly Example[] }
type Rating = Indicator['rating']

const rated = (rating: Rating, value: string, explanation: string, examples: readonly Example[] = []): Rated => ({
  rating,
  value,
  explanation,
  examples,
})

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
/** The value of the first threshold that the number reaches. */
const step = (number: number, positiveFrom: number, neutralFrom: number): Rating =>
  number >= positiveFrom ? 'positive' : number >= neutralFrom ? 'neutral' : 'negative'

const home = ({ first }: Site) => first.url
const excerptAround = (text: string, at: number): string =>
  text
    .slice(Math.max(0, at - 40), at + 80)
    .replace(/\s+/g, ' ')
    .trim()

const abused = new Set(
  'zip mov top xyz click link loan work gq cf tk ml ga buzz rest country stream download racing win bid review party date faith cricket science accountant men'.split(
    ' ',
  ),
)
const established = new Set('com org net edu gov us co io biz info'.split(' '))

const raters: { readonly [Type in IndicatorType]: (site: Site) => Rated } = {
  domain_age: ({ domain, now }) => {
    if (!domain?.creation_date) return rated('neutral', 'Unknown', 'The registry does not tell when the domain was registered.')
    const age = yearsBetween(domain.creation_date, now.toISOString())
    const told = age < 1 ? count(Math.max(0, Math.floor(age * 12)), 'month') : count(Math.floor(age), 'year')
    return rated(step(age, 2, 0.5), told, `${domain.domain} was registered on ${domain.creation_date.slice(0, 10)}.`)
  },

  top_level_domain: (site) => {
    const ending = new URL(home(site)).hostname.split('.').at(-1) ?? ''
    if (!/[a-z]/i.test(ending) || registrableDomain(new URL(home(site)).hostname) === null)
      return rated('negative', 'None', 'The site is served from an address without a domain.')
    if (abused.has(ending)) return rated('negative', `.${ending}`, `.${ending} is an ending that is often abused.`)
    return established.has(ending)
      ? rated('positive', `.${ending}`, `.${ending} is an ending that businesses commonly use.`)
      : rated('neutral', `.${ending}`, `.${ending} says little about the business.`)
  },

  content_diversity: ({ pages }) => {
    const kinds = [...new Set(pages.map(({ category }) => category))].filter((category) => category !== 'other')
    const examples = kinds
      .map((kind) => pages.find(({ category }) => category === kind))
      .flatMap((page) => (page ? [{ url: page.url, excerpt: `${page.category}: ${page.title ?? ''}` }] : []))
    return rated(
      step(kinds.length, 4, 2),
      count(kinds.length, 'kind').concat(' of pages'),
      `The site has pages of these kinds: ${kinds.join(', ')}.`,
      examples,
    )
  },

  contact_info: ({ pages }) => {
    const where = (has: (contacts: Contacts) => string | undefined, what: string) => {
      const page = pages.find(({ contacts }) => has(contacts) !== undefined)
      return page ? [{ what, url: page.url, excerpt: `${what}: ${has(page.contacts)}` }] : []
    }
    const found = [
      ...where(({ addresses }) => addresses[0]?.full_address, 'address'),
      ...where(({ phones }) => phones[0]?.number, 'phone number'),
      ...where(({ emails }) => emails[0], 'e-mail address'),
    ]
    const told = found.map(({ what }) => what).join(', ')
    const explanation = found.length === 0 ? 'The site tells no address, phone number or e-mail address.' : `The site tells: ${told}.`
    return rated(
      step(found.length, 2, 1),
      told === '' ? 'None' : told,
      explanation,
      found.map(({ url, excerpt }) => ({ url, excerpt })),
    )
  },

  compliance_info: ({ pages }) => {
    const link = (pattern: RegExp) =>
      pages.flatMap((page) => page.links).find(({ url, text }) => pattern.test(text) || pattern.test(new URL(url).pathname))
    const found = (
      [
        ['privacy policy', /privacy/i],
        ['terms', /terms|conditions/i],
      ] as const
    ).flatMap(([what, pattern]) => {
      const there = link(pattern)
      return there ? [{ what, url: there.url, excerpt: there.text || what }] : []
    })
    const told = found.map(({ what }) => what).join(', ')
    return rated(
      step(found.length, 2, 1),
      told === '' ? 'None' : told,
      told === '' ? 'The site links to no privacy policy and no terms.' : `The site links to: ${told}.`,
      found.map(({ url, excerpt }) => ({ url, excerpt })),
    )
  },

  page_count: ({ pages, crawl }) =>
    rated(
      step(pages.length, 5, 2),
      count(pages.length, 'page'),
      `${count(pages.length, 'page')} could be read${crawl.forbidden > 0 ? `; ${count(crawl.forbidden, 'link')} ${crawl.forbidden === 1 ? 'was' : 'were'} left alone as robots.txt asks` : ''}${crawl.ended ? `; ${crawl.ended}` : ''}.`,
      pages.map(({ url, title }) => ({ url, excerpt: title ?? '' })),
    ),

  broken_links: ({ crawl: { broken } }) =>
    rated(
      broken.length === 0 ? 'positive' : broken.length <= 2 ? 'neutral' : 'negative',
      broken.length === 0 ? 'None' : String(broken.length),
      broken.length === 0
        ? 'Every link that was followed leads to a page.'
        : broken.length === 1
          ? '1 link leads nowhere.'
          : `${broken.length} links lead nowhere.`,
      broken.map(({ url, from, why }) => ({ url: from, excerpt: `${url}: ${why}` })),
    ),

  domain_consistency: ({ pages, domain, first }) => {
    const own = registrableDomain(new URL(first.url).hostname)
    const emails = pages.flatMap(({ url, contacts }) => contacts.emails.map((email) => ({ url, excerpt: email })))
    const foreign = emails.filter(({ excerpt }) => registrableDomain(excerpt.split('@')[1] ?? '') !== own)
    if (domain?.redirected) return rated('negative', 'Redirected', `The address given leads to another domain, ${own}.`)
    if (emails.length === 0) return rated('neutral', 'No e-mail addresses', 'The site tells no e-mail address to hold against its domain.')
    return foreign.length === 0
      ? rated('positive', 'Consistent', `All e-mail addresses are of ${own}.`, emails)
      : rated(
          foreign.length < emails.length ? 'neutral' : 'negative',
          'Inconsistent',
          'E-mail addresses are of another domain than the site.',
          foreign,
        )
  },

  update_frequency: (site) => {
    const dates = datesOf(site)
    const recent = dates.filter(({ date }) => yearsBetween(date, site.now.toISOString()) < 1)
    if (dates.length === 0) return rated('neutral', 'Unknown', 'The site shows no dated content.')
    const months = new Set(recent.map(({ date }) => date.slice(0, 7))).size
    const value = months >= 4 ? 'Regular' : months >= 1 ? 'Occasional' : 'Rare'
    return rated(
      step(months, 4, 1),
      value,
      `Dated content appeared in ${count(months, 'month')} of the last twelve.`,
      dates.map(({ url, date }) => ({ url, excerpt: date })),
    )
  },

  filler_text: ({ pages }) => {
    const found = pages.flatMap(({ url, text }) => fillerPhrases(text).map(({ at }) => ({ url, excerpt: excerptAround(text, at) })))
    return found.length === 0
      ? rated('positive', 'None', 'The site carries no placeholder text that is commonly left over.')
      : rated('negative', 'Found', 'The site carries placeholder text.', found)
  },

  image_quality: ({ pages }) => {
    const images = pages.flatMap((page) => page.images)
    if (images.length === 0) return rated('neutral', 'No images', 'The pages carry no images.')
    const described = images.filter((image) => image.described).length / images.length
    const explanation = `${count(images.length, 'image')} on ${count(pages.length, 'page')}; ${Math.round(described * 100)}% are described, ${images.filter(({ sized }) => sized).length} tell their size.`
    return rated(
      described >= 0.5 ? 'positive' : described >= 0.2 ? 'neutral' : 'negative',
      described >= 0.5 ? 'Good' : described >= 0.2 ? 'Fair' : 'Poor',
      explanation,
    )
  },

  last_updated: (site) => {
    const latest = datesOf(site).toSorted((a, b) => b.date.localeCompare(a.date))[0]
    if (!latest) return rated('neutral', 'Unknown', 'Nothing on the site tells when it was last worked on.')
    const age = yearsBetween(latest.date, site.now.toISOString())
    return rated(
      age < 1 ? 'positive' : age < 3 ? 'neutral' : 'negative',
      latest.date,
      `The latest sign of work on the site is of ${latest.date}.`,
      [{ url: latest.url, excerpt: latest.from }],
    )
  },

  third_party_profile_links: ({ profiles, first }) =>
    rated(
      step(profiles.length, 2, 1),
      count(profiles.length, 'profile'),
      profiles.length === 0
        ? 'The site links to no profile on another platform.'
        : `The site links to profiles on: ${[...new Set(profiles.map(({ type }) => type))].join(', ')}.`,
      profiles.map(({ url }) => ({ url: first.url, excerpt: url })),
    ),

  us_business_presence: ({ pages }) => {
    const found = pages.flatMap(({ url, contacts }) => [
      ...contacts.addresses.map(({ full_address }) => ({ url, excerpt: full_address })),
      ...contacts.phones.filter(({ number }) => number.startsWith('+1')).map(({ number }) => ({ url, excerpt: number })),
    ])
    return found.length > 0
      ? rated('positive', 'Present', 'The site tells a US address or a phone number of North America.', found)
      : rated('negative', 'Not found', 'The site tells neither a US address nor a phone number of North America.')
  },

  spelling_and_grammar: ({ pages }) => {
    const found = pages.flatMap(({ url, text }) => mistakesIn(text).map(({ at }) => ({ url, excerpt: excerptAround(text, at) })))
    return rated(
      found.length === 0 ? 'positive' : found.length <= 3 ? 'neutral' : 'negative',
      found.length === 0 ? 'No mistakes' : count(found.length, 'mistake'),
      found.length === 0 ? 'None of the most common mistakes was found.' : 'Common mistakes of spelling or doubled words were found.',
      found,
    )
  },

  https: (site) => {
    if (new URL(home(site)).protocol !== 'https:')
      return rated('negative', 'Not used', 'The site is served without encryption.', [{ url: home(site), excerpt: 'http' }])
    const problem = site.first.certificateProblem
    return problem
      ? rated('negative', 'Invalid certificate', `The certificate of the site is not valid: ${problem}.`, [
          { url: home(site), excerpt: problem },
        ])
      : rated('positive', 'Valid certificate', 'The site is served with a valid certificate.')
  },

  domain_ownership: ({ domain, names }) => {
    if (!domain?.registrant) return rated('neutral', 'Not published', 'The registry does not publish who holds the domain.')
    const match = names
      .map((name) => compareNames(name, domain.registrant as string, { ignoreLegalForm: true }))
      .toSorted((a, b) => b.score - a.score)[0]
    return match && match.score >= sameNameOnSite
      ? rated(
          'positive',
          'Owned by the business',
          `The registry names ${domain.registrant} as holder of ${domain.domain}: ${match.explanation}.`,
        )
      : rated('negative', 'Owned by another', `The registry names ${domain.registrant} as holder of ${domain.domain}.`)
  },
}

const mostExamples = 5

export const indicatorsOf = (site: Site): readonly Indicator[] =>
  indicatorTypes.map((type) => {
    const { examples = [], ...rest } = raters[type](site)
    const shown = examples.slice(0, mostExamples).map(({ url, excerpt }) => ({ url, excerpt: excerpt.slice(0, 200) }))
    return { type, name: indicatorNames[type], description: indicatorDescriptions[type], ...rest, examples: shown }
  })

/** High if almost all known indicators count for the site; low if at least as many count against it. */
export const qualityOf = (indicators: readonly Indicator[]): QualityRating => {
  const of = (rating: Rating) => indicators.filter((each) => each.rating === rating).length
  const [good, bad] = [of('positive'), of('negative')]
  if (good + bad === 0) return 'not_available'
  if (bad >= good || bad >= 7) return 'low'
  return good >= 8 && bad <= 3 ? 'high' : 'moderate'
}

/** Creation dates of the content, and the copyright year as its first day. */
const datesOf = ({ pages, first, now }: Site): readonly { readonly url: string; readonly date: string; readonly from: string }[] => {
  const today = now.toISOString().slice(0, 10)
  const modified = Date.parse(first.headers['last-modified'] ?? '')
  const told = [
    ...pages.flatMap(({ url, dates }) => dates.map((date) => ({ url, date, from: `dated ${date}` }))),
    ...pages.slice(0, 1).flatMap(({ url, text }) => {
      const years = [...text.slice(-4_000).matchAll(/(?:©|copyright)[^\n]{0,40}?\b(20\d\d)\b(?:\s*[-–]\s*(20\d\d))?/gi)].map(
        (match) => match[2] ?? match[1] ?? '',
      )
      const latest = years.sort().at(-1)
      return latest ? [{ url, date: `${latest}-01-01`, from: `© ${latest}` }] : []
    }),
    // A server that generates its pages for every visitor answers "now", which says nothing.
    ...(now.getTime() - modified > 24 * 3600 * 1000
      ? [{ url: first.url, date: new Date(modified).toISOString().slice(0, 10), from: 'Last-Modified' }]
      : []),
  ]
  return told.filter(({ date }) => date <= today && !Number.isNaN(Date.parse(date)))
}
