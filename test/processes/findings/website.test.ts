// What a visited website shows as it goes on file: ids that stay, submitted data that is recognised on it, and the page that each thing stands on.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../../src/commands/business.ts'
import type { Business, Submitted } from '../../../src/commands/business-state.ts'
import type { BusinessEvent } from '../../../src/events/business.ts'
import { websiteIdOf } from '../../../src/events/business-website.ts'
import type { WebsiteFinding } from '../../../src/evidence/website/finding.ts'
import { fromWebsite, knownForDiscovery, soughtOnSite } from '../../../src/processes/findings/website.ts'
import { businessId, created, source } from '../../commands/businesses.ts'
import { address, elsewhere, person } from '../../commands/evidence.ts'

const site = {
  id: '0198c0de-0000-7000-8000-0000000000cd',
  type: 'website',
  metadata: { data_set: 'acme.example', version: '2026-11-21', row: 'all' },
}
const home = 'https://acme.example/'
const about = 'https://acme.example/about'

const finding = (change: Partial<WebsiteFinding> = {}): WebsiteFinding => ({
  url: home,
  status: 'online',
  http_status_code: 200,
  title: 'Acme Widgets | Home',
  description: 'Widgets',
  error: null,
  category: 'business',
  platform: 'WordPress',
  parked: false,
  posts_summary: null,
  reviews_summary: null,
  domain: null,
  pages: [{ url: home, category: 'home' }],
  names: [],
  phone_numbers: [],
  email_addresses: [],
  people: [],
  addresses: [],
  indicators: [],
  quality_rating: 'high',
  profiles: [],
  text: '',
  sources: [site],
  ...change,
})

const phone = { id: '0198c0de-0000-7000-8000-0000000000d7', number: '+15035550100' }
const ann = { ...person, email: 'Ann@Acme.example' }
const contacts: BusinessEvent = {
  type: 'AttributesAdded',
  data: {
    action_id: businessId,
    names: [],
    addresses: [],
    people: [],
    phone_numbers: [],
    email_addresses: [{ id: address.id, email: 'office@acme.example' }],
  } as never,
}
const alsoNamed: BusinessEvent = {
  type: 'BusinessUpdated',
  data: { names: [{ id: source.id, name: 'Acme Tools', type: 'dba' }] },
}
const tradesAs: BusinessEvent = {
  type: 'NameFound',
  data: { order_id: null, sources: [source], name: { id: source.id, name: 'Widget World', type: 'dba' } } as never,
}
const acme = (change: Partial<Submitted> = {}, ...events: readonly BusinessEvent[]) =>
  [
    created({ addresses: [address, elsewhere], people: [ann], phone_numbers: [phone], website: { url: home }, ...change }),
    ...events,
  ].reduce(business.evolve, business.initial) as Business

const shown = (change: Partial<WebsiteFinding>, of = acme()) => fromWebsite(of, finding(change), ['casino'])

test('a website is looked at for what is known of the business', () => {
  const profiles: BusinessEvent = {
    type: 'SourcesAdded',
    data: {
      action_id: businessId,
      sources: ['https://www.facebook.com/acme', 'https://news.example/acme'].map((url) => ({ id: businessId, url, type: 'website' })),
    } as never,
  }
  const people = [ann, { ...ann, id: businessId, name: 'Bob Roe' }]
  assert.equal(soughtOnSite(acme({ people }, tradesAs, alsoNamed, contacts, profiles)), {
    url: home,
    names: ['Acme Widgets LLC', 'Acme Tools', 'Widget World'],
    addresses: [address, elsewhere],
    people: [{ name: 'Ann Doe' }, { name: 'Bob Roe' }],
    phone_numbers: ['+15035550100'],
    email_addresses: ['Ann@Acme.example', 'office@acme.example'],
    profile_urls: ['https://www.facebook.com/acme'],
  })
  const bare = soughtOnSite(acme({ name: '', website: null }))
  assert.equal([bare.url, bare.names], ['', []])
})

test('a website is looked for by the names and the e-mail addresses', () => {
  assert.equal(knownForDiscovery(acme({}, tradesAs, contacts)), {
    names: ['Acme Widgets LLC', 'Widget World'],
    email_addresses: ['Ann@Acme.example', 'office@acme.example'],
  })
  assert.equal(knownForDiscovery(acme({ name: '', people: [person] })), { names: [], email_addresses: [] })
})

test('a website is not looked for by what only a former name found', () => {
  const renamed: BusinessEvent = { type: 'BusinessUpdated', data: { name: 'Widgets & Co' } }
  const other: BusinessEvent = { type: 'BusinessUpdated', data: { name: 'Widget World' } }
  assert.equal(knownForDiscovery(acme({ name: 'Widget World' }, tradesAs, renamed)).names, ['Widgets & Co'])
  assert.equal(knownForDiscovery(acme({ name: 'Widget World' }, tradesAs, renamed, other)).names, ['Widget World'], 'and back again')
})

test('what the site is like is taken as it was found', () => {
  const given = finding({
    domain: {
      domain: 'acme.example',
      domain_id: 'D1',
      creation_date: null,
      expiration_date: null,
      registrar: { organization: null, name: 'Registrar', url: null },
      registrant: null,
      redirected: false,
      url_shortener: false,
      resolved_url: home,
    },
    indicators: [
      {
        type: 'https',
        name: 'HTTPS',
        rating: 'positive',
        value: 'Valid',
        description: 'd',
        explanation: 'e',
        examples: [{ url: home, excerpt: 'x' }],
      },
    ],
  })
  const {
    names: _,
    phone_numbers: __,
    email_addresses: ___,
    people: ____,
    addresses: _____,
    profiles: ______,
    text: _______,
    ...told
  } = given
  const nothing = { names: [], phone_numbers: [], email_addresses: [], people: [], addresses: [], address_matches: [], person_matches: [] }
  const { website, ...others } = shown(given)
  const name_match = website?.name_match
  assert.equal(website, {
    ...told,
    ...nothing,
    website_id: websiteIdOf(businessId),
    submitted: true,
    risky_keywords: ['casino'],
    name_match,
  } as never)
  assert.is(name_match?.name, 'Acme Widgets')
  assert.equal(others, { profiles: [], phone_numbers: [], email_addresses: [] })
  assert.is(fromWebsite(acme({ website: null }), finding(), []).website?.submitted, false)
  const bare = finding({ domain: { domain: 'acme.example', registrar: null } as never })
  assert.is(fromWebsite(acme(), bare, []).website?.domain?.registrar, null)
})

test('the name is recognised that the business is known by elsewhere', () => {
  const match = (of: Business) => shown({ title: 'Widget World', text: '' }, of).website?.name_match?.name
  assert.equal([match(acme()), match(acme({}, tradesAs))], [undefined, 'Widget World'])
})

test('the site may carry any of the submitted names, and tell any of the submitted e-mail addresses', () => {
  const seen = { title: 'Acme Tools', email_addresses: [{ email: 'Office@acme.example', found_on: home }] }
  const { website } = shown(seen, acme({ name: 'Holding Nine LLC' }, alsoNamed, contacts))
  assert.is(website?.name_match?.name, 'Acme Tools')
  assert.is(website?.email_addresses[0]?.submitted, true)
})

test('each name, number and address has the page as its source, and is one contact wherever it stands', () => {
  const {
    website,
    phone_numbers = [],
    email_addresses = [],
  } = shown({
    names: [{ name: 'Acme Widgets', found_on: home }],
    phone_numbers: [
      { number: '+15035550100', contact_type: 'fax', found_on: home },
      { number: '+15035550199', contact_type: null, found_on: about },
      { number: '+15035550199', contact_type: null, found_on: home },
    ],
    email_addresses: [
      { email: 'ann@acme.example', found_on: about },
      { email: 'Info@acme.example', found_on: about },
      { email: 'info@acme.example', found_on: home },
    ],
  })
  const page = (of: { readonly sources: readonly { readonly type: string; readonly metadata: object }[] }) =>
    of.sources.map(({ type, metadata }) => [type, metadata])
  assert.equal(page(website!.names[0]!), [['website', { ...site.metadata, row: home, url: home }]])
  assert.equal(
    website?.phone_numbers.map(({ number, submitted, contact_type }) => [number, submitted, contact_type]),
    [
      ['+15035550100', true, 'fax'],
      ['+15035550199', false, null],
      ['+15035550199', false, null],
    ],
  )
  assert.equal(
    website?.email_addresses.map(({ submitted }) => submitted),
    [true, false, false],
  )
  assert.is(website?.email_addresses[1]?.id, website?.email_addresses[2]?.id)
  assert.equal(
    phone_numbers.map((each) => [each.number, each.sources.length, 'submitted' in each]),
    [
      ['+15035550100', 1, false],
      ['+15035550199', 1, false],
    ],
  )
  assert.equal(
    email_addresses.map((each) => [each.sources.length, 'submitted' in each]),
    [
      [1, false],
      [1, false],
    ],
  )
  const sourceless = shown({ names: [{ name: 'Acme', found_on: home }], sources: [] }).website?.names[0]?.sources[0]
  assert.equal([sourceless?.type, sourceless?.metadata], ['website', { row: home, url: home }])
})

test('people and addresses that were submitted keep their ids, and the best match of each is told', () => {
  const onPage = { found_on: about }
  const others = { ...address, full_address: '9 Far Rd, Salem, OR 97301', address_line1: '9 Far Rd', city: 'Salem', postal_code: '97301' }
  const { website } = shown({
    people: [
      { name: 'Ann Doe', titles: ['Owner'], ...onPage },
      { name: 'Zoe Roe', titles: [], ...onPage },
      { name: 'ZOE ROE', titles: ['Clerk'], ...onPage },
    ],
    addresses: [
      { address: { ...address, latitude: 45.5, longitude: -122.6 }, ...onPage },
      { address: others, ...onPage },
    ] as never,
  })
  assert.equal(
    website?.people.map(({ id, name }) => [id === person.id, name]),
    [
      [true, 'Ann Doe'],
      [false, 'Zoe Roe'],
    ],
  )
  assert.equal(
    website?.addresses.map(({ id, submitted, latitude }) => [id === address.id, submitted, latitude]),
    [
      [true, true, 45.5],
      [false, false, undefined],
    ],
  )
  assert.equal(
    website?.address_matches.map(({ id, score }) => [id, score]),
    [[address.id, 1]],
  )
  assert.ok(website?.address_matches[0]?.explanation.startsWith(`${address.full_address}, `))
  assert.equal(
    website?.person_matches.map(({ id, score }) => [id, score]),
    [[person.id, 1]],
  )
  const stranger = shown({ people: [{ name: 'Zoe Roe', titles: [], ...onPage }] }).website
  assert.equal([stranger?.person_matches, stranger?.address_matches], [[], []])
  const alike = shown({
    people: [
      { name: 'Anne Doe', titles: [], ...onPage },
      { name: 'Ann Doe', titles: [], ...onPage },
    ],
  }).website
  assert.is(alike?.person_matches[0]?.score, 1, 'the best of several')
})

test('a profile has one id for each platform and address', () => {
  const profile = {
    type: 'facebook',
    external_id: null,
    url: 'https://www.facebook.com/acme',
    status: 'online',
    submitted: false,
    error: null,
    metadata: { name: 'Acme' },
    rating: 4,
    rating_count: 2,
    sources: [site],
  } as const
  const { profiles = [] } = shown({
    profiles: [profile, { ...profile, type: 'yelp' }, { ...profile, url: 'https://www.facebook.com/acme2' }],
  })
  const { id: _, ...told } = profiles[0]!
  assert.equal(told, profile as never)
  assert.is(new Set(profiles.map(({ id }) => id)).size, 3)
})

test.run()
