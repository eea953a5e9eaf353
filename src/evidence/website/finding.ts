// The findings about a website, fetched or made up by the sandbox.
import type { PostalAddress, Source } from '../ports.ts'

export const indicatorTypes = [
  'domain_age',
  'top_level_domain',
  'content_diversity',
  'contact_info',
  'compliance_info',
  'page_count',
  'broken_links',
  'domain_consistency',
  'update_frequency',
  'filler_text',
  'image_quality',
  'last_updated',
  'third_party_profile_links',
  'us_business_presence',
  'spelling_and_grammar',
  'https',
  'domain_ownership',
] as const
export type IndicatorType = (typeof indicatorTypes)[number]

export type Example = { readonly url: string; readonly excerpt: string }

export type Indicator = {
  readonly type: IndicatorType
  readonly name: string
  readonly rating: 'positive' | 'negative' | 'neutral'
  readonly value: string
  /** The meaning of the indicator. */
  readonly description: string
  /** The reason for this site's rating. */
  readonly explanation: string
  readonly examples: readonly Example[]
}

export type QualityRating = 'low' | 'moderate' | 'high' | 'not_available'

/** Whether something answers. `unknown`: it answers but turns automated visitors away, or must not be read. */
export type Reachability = 'online' | 'offline' | 'unknown'

export const profileTypes = ['facebook', 'google', 'instagram', 'linkedin', 'yelp', 'bbb', 'trustpilot', 'x', 'tiktok'] as const
export type ProfileType = (typeof profileTypes)[number]

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export type ProfileFinding = {
  readonly type: ProfileType
  readonly external_id: string | null
  readonly url: string
  readonly status: Reachability
  readonly submitted: boolean
  readonly error: string | null
  /** As in specification 2.1, without fields that have no value. */
  readonly metadata: { readonly [name: string]: Json }
  readonly rating: number | null
  readonly rating_count: number | null
  readonly sources: readonly Source[]
}

export type DomainFinding = {
  /** The registrable part, such as `example.co.uk`. */
  readonly domain: string
  readonly domain_id: string | null
  /** ISO 8601 with milliseconds. */
  readonly creation_date: string | null
  readonly expiration_date: string | null
  readonly registrar: { readonly organization: string | null; readonly name: string; readonly url: string | null } | null
  /** The organisation that the registry names as holder; usually withheld. */
  readonly registrant: string | null
  /** Whether the submitted address redirects to another domain. */
  readonly redirected: boolean
  readonly url_shortener: boolean
  readonly resolved_url: string | null
}

/** A value from the site; `found_on` is the page. */
type OnPage<Content> = Content & { readonly found_on: string }

export type WebsiteFinding = {
  readonly url: string
  readonly status: Reachability
  readonly http_status_code: number | null
  readonly title: string | null
  readonly description: string | null
  /** What went wrong, in a sentence. It may be set although the site was read. */
  readonly error: string | null
  readonly category: string | null
  readonly platform: string | null
  /** null: the site could not be read. */
  readonly parked: boolean | null
  readonly posts_summary: string | null
  readonly reviews_summary: string | null
  readonly domain: DomainFinding | null
  readonly pages: readonly { readonly url: string; readonly category: string }[]
  readonly names: readonly OnPage<{ readonly name: string }>[]
  /** Numbers in E.164. */
  readonly phone_numbers: readonly OnPage<{ readonly number: string; readonly contact_type: string | null }>[]
  readonly email_addresses: readonly OnPage<{ readonly email: string }>[]
  readonly people: readonly OnPage<{ readonly name: string; readonly titles: readonly string[] }>[]
  readonly addresses: readonly OnPage<{ readonly address: PostalAddress }>[]
  readonly indicators: readonly Indicator[]
  readonly quality_rating: QualityRating
  readonly profiles: readonly ProfileFinding[]
  /** Titles, descriptions and running text, for matching and classification; not stored. */
  readonly text: string
  readonly sources: readonly Source[]
}

/** Looks at a submitted website. Always answers: the finding says what could not be read. */
export type WebsiteSource = (
  wanted: {
    readonly url: string
    /** The names of the business that submitted it. */
    readonly names: readonly string[]
    readonly addresses: readonly PostalAddress[]
    readonly people: readonly { readonly name: string }[]
    readonly phone_numbers: readonly string[]
    readonly email_addresses: readonly string[]
    /** The submitted profiles on third-party platforms. */
    readonly profile_urls: readonly string[]
  },
  /** Rejects only when this is aborted. */
  signal?: AbortSignal,
) => Promise<WebsiteFinding>

/** What a site's first page says about its owner; null if there is no real page. */
export type SiteProbe = (url: string, signal?: AbortSignal) => Promise<ProbedSite | null>
export type ProbedSite = {
  /** After redirects. */
  readonly url: string
  readonly title: string | null
  readonly text: string
  readonly names: readonly { readonly name: string }[]
  readonly addresses: readonly PostalAddress[]
}

/** What is found on a site that was not read. */
export const nothingFound = {
  names: [],
  phone_numbers: [],
  email_addresses: [],
  people: [],
  addresses: [],
  indicators: [],
  quality_rating: 'not_available',
  profiles: [],
  text: '',
} as const
