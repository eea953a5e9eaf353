// The sandbox's websites: made up from the submitted values, so that everything verifies, and the same every time. No address is fetched.
// `https://offline.example` and `https://parked.example` are offline and parked (records.md section 6).
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { derivedId } from '../../events/derived-id.ts'
import { keysOf } from '../../events/keys-of.ts'
import type { Source } from '../ports.ts'
import {
  type Indicator,
  type IndicatorType,
  nothingFound,
  profileTypes,
  type WebsiteFinding,
  type WebsiteSource,
} from '../website/finding.ts'
import { indicatorDescriptions, indicatorNames } from '../website/indicator-names.ts'
import { profileAt } from '../website/profile-links.ts'
import { profile } from './profiles.ts'
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
    indicators: keysOf(values).map((type) => indicator(type, pages[0]?.url ?? wanted.url)),
    quality_rating: 'high',
    profiles: types.map((type) => {
      const url = submitted?.url ?? given.find((each) => each.type === type)?.url
      const made = profile(type, { name, host, url, address: wanted.addresses[0], phone: e164(phones[0] ?? '') })
      return { ...made, sources: [sourceOf(made.url)] }
    }),
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
