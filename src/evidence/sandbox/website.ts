// The sandbox's websites: made up from the submitted values, so that everything verifies, and the same every time. No address is fetched.
// `https://offline.example` and `https://parked.example` are offline and parked (records.md section 6).
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { derivedId } from '../../events/derived-id.ts'
import type { PostalAddress, Source } from '../ports.ts'
import {
  type Indicator,
  type IndicatorType,
  type Json,
  nothingFound,
  type ProfileFinding,
  type ProfileType,
  profileTypes,
  type WebsiteFinding,
  type WebsiteSource,
} from '../website/finding.ts'
import { indicatorDescriptions, indicatorNames } from '../website/indicator-names.ts'
import { profileAt } from '../website/profile-links.ts'
import { place } from './places.ts'
import { knownPhones } from './scenarios.ts'

const sourceNamespace = '3c1f7c3e-5a51-5d0b-8b9e-0d2f4c7a6e21'
const looked = '2024-06-01T00:00:00.000Z'
const registered = '2012-03-14T00:00:00.000Z'
const expires = '2034-03-14T00:00:00.000Z'

export const sandboxWebsites: WebsiteSource = async (wanted) => {
  const host = hostOf(wanted.url)
  const offline = host === 'offline.example'
  const parked = host === 'parked.example'
  const base: WebsiteFinding = {
    url: wanted.url,
    status: offline ? 'offline' : 'online',
    http_status_code: offline ? null : 200,
    title: null,
    description: null,
    error: offline ? `${host} cannot be reached (sandbox)` : null,
    category: null,
    platform: null,
    parked: offline ? null : parked,
    posts_summary: null,
    reviews_summary: null,
    domain: {
      domain: host,
      domain_id: `SANDBOX-${host.toUpperCase()}`,
      creation_date: registered,
      expiration_date: expires,
      registrar: { organization: 'Sandbox Registrar, Inc.', name: 'Sandbox Registrar', url: 'https://registrar.example/' },
      registrant: null,
      redirected: false,
      url_shortener: false,
      resolved_url: offline ? null : wanted.url,
    },
    pages: offline ? [] : [{ url: wanted.url, category: 'home' }],
    ...nothingFound,
    sources: [sourceOf(wanted.url)],
  }
  if (offline) return base
  if (parked) return { ...base, title: `${host} is for sale`, description: 'This domain is parked.' }
  return verified(wanted, base, host)
}

/** As profiles write a number; one that is none stays as written. */
const e164 = (phone: string): string => parsePhoneNumberFromString(phone, 'US')?.number ?? phone

const verified = (wanted: Parameters<WebsiteSource>[0], base: WebsiteFinding, host: string): WebsiteFinding => {
  const name = wanted.names[0] || nameFrom(host)
  const at = (path: string) => new URL(path, wanted.url).href
  const known = knownPhones(wanted.phone_numbers)
  const phones = known.length > 0 ? known : ['+12125550123']
  const emails = wanted.email_addresses.length > 0 ? wanted.email_addresses : [`info@${host}`]
  const pages = ['home /', 'about /about', 'products /products', 'contact /contact', 'privacy /privacy', 'terms /terms', 'blog /blog'].map(
    (each) => {
      const [category = '', path = ''] = each.split(' ')
      return { url: path === '/' ? wanted.url : at(path), category }
    },
  )
  const submitted = profileAt(wanted.url)
  const given = wanted.profile_urls.flatMap((url) => profileAt(url) ?? [])
  const types = submitted ? [submitted.type] : profileTypes
  return {
    ...base,
    title: name,
    description: `${name}: management consulting for small businesses.`,
    category: 'business',
    platform: 'WordPress',
    posts_summary: '12 dated posts, the latest of 2024-05-20.',
    reviews_summary: '4.6 of 5 in 87 reviews.',
    pages: submitted ? base.pages : pages,
    names: [{ name, found_on: wanted.url }],
    phone_numbers: phones.map((number) => ({ number, contact_type: 'business', found_on: at('/contact') })),
    email_addresses: emails.map((email) => ({ email, found_on: at('/contact') })),
    people: wanted.people.map((person) => ({ name: person.name, titles: [], found_on: at('/about') })),
    addresses: wanted.addresses.map((address) => ({ address, found_on: at('/contact') })),
    indicators: (Object.keys(values) as IndicatorType[]).map((type) => indicator(type, pages[0]?.url ?? wanted.url)),
    quality_rating: 'high',
    profiles: types.map((type) =>
      profile(type, {
        name,
        host,
        url: submitted?.url ?? given.find((each) => each.type === type)?.url,
        address: wanted.addresses[0],
        phone: e164(phones[0] ?? ''),
      }),
    ),
    text: `${name}: management consulting for small businesses.`,
  }
}

const values: { readonly [Type in IndicatorType]: string } = {
  domain_age: '12 years',
  top_level_domain: 'Generic',
  content_diversity: '7 kinds of pages',
  contact_info: 'Address, phone and e-mail',
  compliance_info: 'Privacy policy and terms',
  page_count: '7 pages',
  broken_links: 'None',
  domain_consistency: 'Consistent',
  update_frequency: 'Regular',
  filler_text: 'None',
  image_quality: 'Good',
  last_updated: '2024-05-20',
  third_party_profile_links: '9 profiles',
  us_business_presence: 'Present',
  spelling_and_grammar: 'No mistakes',
  https: 'Valid certificate',
  domain_ownership: 'Not published',
}

const indicator = (type: IndicatorType, url: string): Indicator => ({
  type,
  name: indicatorNames[type],
  rating: type === 'domain_ownership' ? 'neutral' : 'positive',
  value: values[type],
  description: indicatorDescriptions[type],
  explanation: 'Made up by the sandbox.',
  examples: [{ url, excerpt: `Made up by the sandbox: ${values[type]}` }],
})

type Presence = {
  readonly name: string
  readonly host: string
  readonly url: string | undefined
  readonly address: PostalAddress | undefined
  readonly phone: string
}

const profile = (type: ProfileType, presence: Presence): ProfileFinding => {
  const handle = presence.host.split('.')[0] ?? 'business'
  const url = presence.url ?? urls[type](handle)
  const rated = ['facebook', 'google', 'yelp', 'bbb', 'trustpilot'].includes(type)
  return {
    type,
    external_id: type === 'google' ? `sandbox-${handle}` : null,
    url,
    status: 'online',
    submitted: presence.url !== undefined,
    error: null,
    metadata: metadata[type](presence, handle),
    rating: rated ? 4.6 : null,
    rating_count: rated ? 87 : null,
    sources: [sourceOf(url)],
  }
}

const urls: { readonly [Type in ProfileType]: (handle: string) => string } = {
  facebook: (handle) => `https://www.facebook.com/${handle}`,
  google: (handle) => `https://maps.google.com/?cid=1000000000${handle.length}`,
  instagram: (handle) => `https://www.instagram.com/${handle}/`,
  linkedin: (handle) => `https://www.linkedin.com/company/${handle}`,
  yelp: (handle) => `https://www.yelp.com/biz/${handle}`,
  bbb: (handle) => `https://www.bbb.org/us/ny/new-york/profile/business/${handle}`,
  trustpilot: (handle) => `https://www.trustpilot.com/review/${handle}.example`,
  x: (handle) => `https://x.com/${handle}`,
  tiktok: (handle) => `https://www.tiktok.com/@${handle}`,
}

const posted = '2024-05-20T12:00:00.000Z'

const located = (address: PostalAddress | undefined): { readonly latitude?: number; readonly longitude?: number } => {
  const at = address && place(address)
  return at?.latitude == null ? {} : at
}

const metadata: { readonly [Type in ProfileType]: (presence: Presence, handle: string) => { readonly [field: string]: Json } } = {
  google: ({ name, host, address, phone }) => ({
    name,
    ...(address ? { full_address: address.full_address } : {}),
    phone_number: phone,
    website_urls: [`https://${host}/`],
    ...located(address),
    categories: ['Business center'],
    reviews: [{ rating: 5, posted_at: posted }],
  }),
  facebook: ({ name, address }) => ({
    name,
    ...(address?.city ? { city: address.city } : {}),
    ...(address?.state ? { state: address.state } : {}),
    recent_posts: [{ text: 'Made up by the sandbox.', posted_at: posted }],
    recent_reviews: [{ text: 'Made up by the sandbox.', posted_at: posted }],
  }),
  yelp: ({ name }) => ({ name, price_range: '$$', is_closed: false, is_claimed: true, reviews: [{ rating: 5, posted_at: posted }] }),
  bbb: ({ name, host, address, phone }, handle) => ({
    external_id: `sandbox-${handle}`,
    name,
    website: `https://${host}/`,
    profile_url: urls.bbb(handle),
    bbb_rating: 'A+',
    is_accredited: true,
    review_count: 87,
    average_review_rating: 4.6,
    complaints_total: 0,
    complaints_closed_past_3_years: 0,
    complaints_closed_past_12_months: 0,
    recent_reviews: [{ display_name: 'Sandbox', preview_text: 'Made up by the sandbox.' }],
    ...(address
      ? {
          address: Object.fromEntries(
            [
              ['address_line1', address.address_line1],
              ['address_line2', address.address_line2],
              ['city', address.city],
              ['state', address.state],
              ['zip', address.postal_code],
            ].filter(([, value]) => value !== null),
          ) as { readonly [field: string]: Json },
          formatted_address: address.full_address,
        }
      : {}),
    contact_info: { phone, emails: [`info@${host}`] },
    business_started_at: '2012-03-14',
    bbb_file_opened_at: '2013-01-02',
    categories: ['Business Services'],
    primary_category: 'Business Services',
  }),
  trustpilot: ({ name, host, phone }) => ({
    name,
    domain: host,
    trust_score: 4.6,
    stars: 4.5,
    rating_count: 87,
    rating_count_last_12_months: 21,
    negative_reviews_count: 3,
    is_claimed: true,
    is_closed: false,
    categories: [{ id: 'business_services', name: 'Business Services', primary: true }],
    website: `https://${host}/`,
    contact_info: { email: `info@${host}`, phone, country: 'US' },
    recent_reviews: [{ rating: 5, title: 'Made up', text: 'Made up by the sandbox.', posted_at: posted }],
    first_review_at: posted,
  }),
  x: ({ name, host }, handle) => ({
    external_id: `sandbox-${handle}`,
    handle,
    name,
    website: `https://${host}/`,
    description: 'Made up by the sandbox.',
    verified: false,
    protected: false,
    followers: 120,
    following: 80,
    statuses_count: 42,
    media_count: 7,
    created_at: registered,
    recent_tweets: [
      { tweet_id: '1', created_at: posted, text: 'Made up by the sandbox.', views: 10, favorites: 1, retweets: 0, replies: 0 },
    ],
  }),
  tiktok: ({ name, host }, handle) => ({
    external_id: `sandbox-${handle}`,
    handle,
    name,
    website: `https://${host}/`,
    description: 'Made up by the sandbox.',
    verified: false,
    protected: false,
    created_at: registered,
    followers: 120,
    likes: 340,
    videos: 12,
  }),
  linkedin: ({ name }) => ({ name }),
  instagram: ({ name }, handle) => ({ name, handle }),
}

const sourceOf = (url: string): Source => {
  const metadata = { data_set: 'sandbox', version: '1', row: url, url }
  return {
    id: derivedId(JSON.stringify(['sandbox', metadata]), sourceNamespace),
    type: 'sandbox',
    metadata: { ...metadata, fetched_at: looked },
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url)

/** `acme-tools.example` → `Acme Tools` */
const nameFrom = (host: string): string =>
  (host.split('.')[0] ?? host)
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
