// What a review makes of a website that was looked at: its state, what it tells of the business, and its profiles elsewhere.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Submitted } from '../../../src/commands/business-state.ts'
import type { Evidence } from '../../../src/commands/findings.ts'
import { samples } from '../../events/samples.ts'
import { filled } from '../../filled.ts'
import { source } from '../businesses.ts'
import { address, person, tasksOf } from '../evidence.ts'

type Site = NonNullable<Evidence['website']>
type Profile = NonNullable<Evidence['profiles']>[number]

const site = { ...samples.WebsiteAnalysed[0]?.data, sources: [source] } as unknown as Site
const url = site.url
const domain = site.domain as NonNullable<Site['domain']>
const owned = (rating: 'positive' | 'negative' | 'neutral'): Partial<Site> => ({
  indicators: [
    {
      type: 'domain_ownership',
      name: 'Domain ownership',
      rating,
      value: '',
      description: '',
      explanation: `it is ${rating}`,
      examples: [],
    },
  ],
})
const weak = { type: 'https', name: 'HTTPS', rating: 'negative' as const, value: 'None', description: '', explanation: '', examples: [] }
const profile = (status: Profile['status'], change: Partial<Profile> = {}): Profile => ({
  id: randomUUID(),
  type: 'facebook',
  external_id: null,
  url: 'https://facebook.com/acme',
  status,
  submitted: false,
  error: null,
  metadata: {},
  rating: null,
  rating_count: null,
  sources: [source],
  ...change,
})
const matched = [{ id: address.id, score: 1, explanation: 'the same address' }]
const ann = { ...person, email: 'ann@else.example' }
const phone = { id: address.id, number: '+1 503 555 0100' }

type Seen = {
  readonly site?: Partial<Site> | null
  readonly submitted?: Partial<Submitted>
  readonly profiles?: Profile[]
  readonly searches?: Evidence['searches']
}

const tasksFor = ({ site: change = {}, submitted = {}, profiles = [], searches }: Seen) =>
  tasksOf({
    products: ['website'],
    submitted: { people: [], website: { url }, ...submitted },
    evidence: {
      ...(change === null ? {} : { website: { ...site, name_match: null, address_matches: [], ...change } }),
      profiles,
      ...(searches && { searches }),
    },
  })

const rows: readonly (readonly [key: string, seen: Seen, status: string, subLabel: string, message: string])[] = [
  ['website', { site: null, submitted: { website: null } }, 'neutral', 'Not Provided', 'No website was submitted, so none was looked at.'],
  [
    'website_url_discovery',
    { site: { submitted: false }, submitted: { website: null } },
    'success',
    'Found',
    `${url} was found at the domain of an e-mail address, and names the business.`,
  ],
  ['website_status', {}, 'success', 'Online', `${url} is online.`],
  ['website_status', { site: { error: 'it is slow' } }, 'success', 'Online', `${url} is online, but it is slow.`],
  ['website_status', { site: { status: 'offline', error: 'status 404' } }, 'warning', 'Offline', `${url} is offline: status 404.`],
  ['website_status', { site: { parked: true } }, 'warning', 'Parked', `${url} is parked: a placeholder stands where a website would be.`],
  ['website_status', { site: { status: 'unknown' } }, 'warning', 'Unknown', `Whether ${url} is online could not be determined.`],
  [
    'website_verification',
    {},
    'failure',
    'Unverified',
    'The website shows neither the name of the business nor its address or phone number.',
  ],
  ['website_verification', { site: { status: 'offline' } }, 'failure', 'Unverified', `${url} could not be read, so it verifies nothing.`],
  [
    'website_verification',
    { site: { name_match: site.name_match } },
    'success',
    'Verified',
    'The website shows the name of the business (the same name).',
  ],
  ['website_verification', { site: { address_matches: matched } }, 'success', 'Verified', 'The website shows its address.'],
  ['website_verification', { submitted: { phone_numbers: [phone] } }, 'success', 'Verified', 'The website shows its phone number.'],
  ['website_parked', {}, 'success', 'Not Parked', `${url} has content of its own.`],
  ['website_parked', { site: { parked: true } }, 'warning', 'Parked', `${url} shows the placeholder of a parked domain.`],
  ['website_url_domain_ownership', { site: owned('positive') }, 'success', 'Verified', 'it is positive'],
  ['website_url_domain_ownership', { site: owned('negative') }, 'warning', 'Unverified', 'it is negative'],
  ['website_url_domain_ownership', { site: owned('neutral') }, 'neutral', 'Not Published', 'it is neutral'],
  ['domain_redirect', {}, 'success', 'Not Redirected', `${url} stays on its own domain.`],
  [
    'domain_redirect',
    { site: { domain: { ...domain, redirected: true } } },
    'warning',
    'Redirected',
    `${url} leads to another domain: ${domain.resolved_url}.`,
  ],
  [
    'domain_redirect',
    { site: { domain: { ...domain, url_shortener: true } } },
    'warning',
    'URL Shortener',
    `${url} is a shortened address and leads to ${domain.resolved_url}.`,
  ],
  ['web_business_name_verification', {}, 'warning', 'Unverified', 'The website does not carry the name "Acme Widgets LLC".'],
  [
    'web_business_name_verification',
    { site: { name_match: site.name_match } },
    'success',
    'Verified',
    'The website carries the name "Acme Widgets": the same name.',
  ],
  [
    'web_address_verification',
    { submitted: { addresses: [address] } },
    'warning',
    'Unverified',
    'The website shows other addresses than those submitted.',
  ],
  ['web_address_verification', { site: { addresses: [] } }, 'warning', 'Unverified', 'The website shows no address.'],
  [
    'web_address_verification',
    { site: { address_matches: matched } },
    'success',
    'Verified',
    'The website shows a submitted address: the same address.',
  ],
  [
    'web_phone_number_verification',
    { submitted: { phone_numbers: [phone] } },
    'success',
    'Verified',
    'The website shows a submitted phone number.',
  ],
  [
    'web_phone_number_verification',
    { submitted: { phone_numbers: [{ ...phone, number: '5035550101' }] } },
    'warning',
    'Unverified',
    'The website shows no submitted phone number.',
  ],
  [
    'web_email_address_verification',
    { submitted: { people: [{ ...ann, email: 'INFO@acme-widgets.example' }] } },
    'success',
    'Verified',
    'The website shows a submitted e-mail address.',
  ],
  [
    'web_email_address_verification',
    { submitted: { people: [{ ...ann, email: 'ann@acme-widgets.example' }] } },
    'success',
    'Verified',
    "A submitted e-mail address is of the website's domain acme-widgets.example.",
  ],
  [
    'web_email_address_verification',
    { submitted: { people: [ann] } },
    'warning',
    'Unverified',
    'The website shows no submitted e-mail address.',
  ],
  [
    'web_person_verification',
    { submitted: { people: [ann, { ...person, id: address.id }] }, site: { person_matches: matched } },
    'warning',
    'Unverified',
    'The website names 1 of 2 submitted people.',
  ],
  [
    'web_person_verification',
    { submitted: { people: [{ ...person, id: address.id }] }, site: { person_matches: matched } },
    'success',
    'Verified',
    'The website names everybody who was submitted.',
  ],
  ['web_presence_quality', { site: { quality_rating: 'high' } }, 'success', 'High', 'No indicator speaks against the website.'],
  ['web_presence_quality', {}, 'warning', 'Moderate', 'No indicator speaks against the website.'],
  ['web_presence_quality', { site: { quality_rating: 'low', indicators: [weak] } }, 'failure', 'Low', 'Against the website: HTTPS (None).'],
  [
    'risky_keywords',
    { site: { risky_keywords: [] } },
    'success',
    'None Found',
    'The website uses no words of high-risk or prohibited lines of business.',
  ],
  [
    'risky_keywords',
    { site: { risky_keywords: ['casino', 'arms'] } },
    'warning',
    'Found',
    'The website uses words of high-risk or prohibited lines of business: casino, arms.',
  ],
  ['profile_discovery', {}, 'neutral', 'None Found', 'No profile on a third-party platform was found.'],
  ['profile_discovery', { profiles: [profile('online')] }, 'success', 'Found', 'Profiles: facebook https://facebook.com/acme.'],
  ['profile_status', { profiles: [profile('online'), profile('unknown')] }, 'success', 'Online', '1 of 2 profiles is online.'],
  [
    'profile_status',
    { profiles: [profile('online'), profile('offline', { url: 'https://x.com/acme' })] },
    'warning',
    'Offline',
    'Offline: https://x.com/acme.',
  ],
  [
    'profile_status',
    { profiles: [profile('unknown')] },
    'neutral',
    'Unknown',
    'The platforms do not tell automated visitors whether the profiles are online.',
  ],
]
const labels: { readonly [key: string]: string } = {
  website_url_domain_ownership: 'Domain Ownership',
  domain_redirect: 'Domain Redirect',
  web_business_name_verification: 'Web - Business Name',
  web_address_verification: 'Web - Office Address',
  web_phone_number_verification: 'Web - Phone Number',
  web_email_address_verification: 'Web - Email Address',
  web_person_verification: 'Web - People',
  web_presence_quality: 'Web Presence Quality',
  risky_keywords: 'Risky Keywords',
  profile_discovery: 'Third Party Profiles',
  profile_status: 'Third Party Profile Status',
}

for (const [key, seen, status, subLabel, message] of rows)
  test(`${key} says ${status}: ${subLabel}: ${message}`, () => {
    const task = tasksFor(seen).find((each) => each.key === key)
    assert.equal(task && [task.label, task.status, task.sub_label, task.message], [labels[key] ?? 'Website', status, subLabel, message])
  })

test('a website verifies nothing of a business of which nothing else was given', () => {
  const isVerified = (submitted: Partial<Submitted>, site: Partial<Site> = {}) =>
    tasksFor({ submitted: { name: '', addresses: [], ...submitted }, site }).some(({ key }) => key === 'website_verification')
  assert.equal([isVerified({}), isVerified({}, { status: 'offline' })], [false, false])
  for (const given of [{ name: 'Acme' }, { addresses: [address] }, { phone_numbers: [phone] }]) assert.ok(isVerified(given))
})

test('a website that could not be read, or is parked, tells nothing of the business', () => {
  const submitted = { people: [ann], phone_numbers: [phone], addresses: [address] }
  for (const change of [{ status: 'offline' as const }, { parked: true }])
    assert.equal(
      tasksFor({ site: change, submitted }).filter(({ category, key }) => category === 'web' && !key.startsWith('profile')),
      [],
    )
})

test('of a website that was exchanged since, nothing is known', () =>
  assert.equal(
    tasksFor({ submitted: { website: { url: 'https://new.example' } } }).filter(({ category }) => category.startsWith('web')),
    [],
  ))

test('a website that failed for as long as the order waited is not told as a website that there is none of', () => {
  const failed = {
    id: randomUUID(),
    product: 'website',
    outcome: 'unavailable' as const,
    reason: 'it timed out',
    record_ids: [],
    sources: [],
  }
  const [task] = tasksFor({ site: null, searches: [failed] })
  assert.equal([task?.key, task?.sub_label, task?.message], ['website', 'Not Available', 'Nothing could be looked up: it timed out.'])
  const seenBefore = tasksFor({ searches: [failed] }).map(({ sub_label }) => sub_label)
  assert.ok(seenBefore.length > 0 && !seenBefore.includes('Not Available'), 'a website that is on file is judged')
})

test('a website that was submitted, or found, is not told as not provided, nor where none was ordered', () => {
  const isTold = (seen: Seen) => tasksFor(seen).some(({ sub_label }) => sub_label === 'Not Provided')
  assert.equal([{ site: null, submitted: { website: null } }, { site: null }, { submitted: { website: null } }, {}].map(isTold), [
    true,
    false,
    false,
    false,
  ])
  const unordered = tasksOf({ submitted: { website: null }, evidence: {} })
  assert.not(filled(unordered).some(({ sub_label }) => sub_label === 'Not Provided'))
})

test.run()
