// What the reference data say as it goes on file: screenings, exempt organisations, carriers, numbers, loans, industries, and whom searches are about.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../../src/commands/business.ts'
import type { Business, Submitted } from '../../../src/commands/business-state.ts'
import { differences, type Evidence } from '../../../src/commands/findings.ts'
import type { BusinessEvent } from '../../../src/events/business.ts'
import type { IndustryFinding, LoanFinding, MotorCarrierFinding, WatchlistFinding, WatchlistHit } from '../../../src/evidence/ports.ts'
import * as findings from '../../../src/processes/findings/findings.ts'
import { addressParts, personIdIn, subjectOf } from '../../../src/processes/findings/parts.ts'
import { businessId, created, submitted, watchlistHit } from '../../commands/businesses.ts'
import { address, category, elsewhere, person, registration } from '../../commands/evidence.ts'
import { loanFinding } from '../../evidence/findings.ts'

const row = (name: string) => ({
  id: `0198c0de-0000-7000-8000-0000000000${name}`,
  type: 'test',
  metadata: { data_set: 'a', version: '1', row: name },
})
const source = row('c1')

const acme = (change: Partial<Submitted> = {}, known: Evidence = {}, ...events: readonly BusinessEvent[]): Business => {
  const begun = [created({ people: [person], ...change }), ...events].reduce(business.evolve, business.initial) as Business
  return differences(begun.file, known, null).reduce(business.evolve, begun) as Business
}

const list = { agency: 'Treasury', agency_abbr: 'T', organization: 'O', title: 'List', abbr: 'SDN', version: '1' }
const found = (change: Partial<WatchlistHit> = {}): WatchlistHit => {
  const { id: _, screened: __, screened_id: ___, ...rest } = watchlistHit
  return {
    ...rest,
    screened: { kind: 'business' },
    entry_id: '17',
    entity_type: 'entity',
    quality: 'name',
    entity_aliases: ['ACME GROUP'],
    addresses: ['1 Bad St'],
    programs: ['SDGT'],
    title: null,
    dates_of_birth: ['1960'],
    nationalities: ['Nowhere'],
    identifiers: ['Passport 1'],
    ends_at: null,
    sources: [source],
    ...change,
  }
}
const screened = (change: Partial<WatchlistFinding>, of = acme()) =>
  findings.fromWatchlists(of, subjectOf(of), {
    lists: [
      { ...list, kind: 'ofac_sdn', as_of: '2026-01-01' },
      { ...list, abbr: 'UN' },
    ],
    hits: [],
    ...change,
  })

test('a hit is of the business or the person whose name was screened, with all that the list says', () => {
  const { hits = [], screening } = screened({
    hits: [
      found({ by_name: { score: 0.9, explanation: 'by its name' } }),
      found({ screened: { kind: 'person', id: person.id }, entry_id: '18' }),
    ],
  })
  const { screened: _, ...told } = found({ by_name: { score: 0.9, explanation: 'by its name' } })
  assert.equal({ ...hits[0], id: '' }, { ...told, id: '', screened: 'business', screened_id: businessId })
  assert.equal([hits[1]?.screened, hits[1]?.screened_id, hits[1] && 'by_name' in hits[1]], ['person', person.id, false])
  assert.equal(
    screening?.hit_ids,
    hits.map(({ id }) => id),
  )
})

test('the source of a list without a date says when it was imported, and the screening which chosen lists are missing', () => {
  const lists = [
    { ...list, kind: 'ofac_sdn', as_of: null, imported_on: '2026-02-03' },
    { ...list, abbr: 'UN', kind: 'un_sc', as_of: '2026-01-01', imported_on: '2026-02-03' },
  ]
  const { screening } = screened({ lists, not_loaded: ['EU'] })
  const dates = screening?.sources.map(({ metadata: { as_of, imported_on } }) => [as_of, imported_on])
  assert.equal(dates, [
    [null, '2026-02-03'],
    ['2026-01-01', undefined],
  ])
  assert.equal([screening?.not_loaded, screening?.lists.some((each) => 'imported_on' in each)], [['EU'], false])
})

test('several names of a party that find one entry of a list are one hit, and other entries, lists and parties are others', () => {
  const again = [
    found(),
    found({ matched_name: 'ACME GROUP' }),
    found({ entry_id: '18' }),
    found({ list: 'UN' }),
    found({ screened: { kind: 'person', id: person.id } }),
  ]
  const { hits = [] } = screened({ hits: again })
  assert.equal(
    hits.map(({ matched_name, entry_id, list: of, screened: whom }) => [matched_name, entry_id, of, whom]),
    [
      ['ACME', '17', 'SDN', 'business'],
      ['ACME', '18', 'SDN', 'business'],
      ['ACME', '17', 'UN', 'business'],
      ['ACME', '17', 'SDN', 'person'],
    ],
  )
})

test('a screening tells its lists, whom it screened, by which index and rule, and which names it could not read', () => {
  const index = [{ data_set: 'ofac_sdn', version: '1', sha256: 'ab' }]
  const rule = { matching: 'cd', thresholds: { 'business against entity, name': 0.85 } }
  const unread = [{ screened: 'business' as const, scripts: ['Chinese'] }]
  const owner = {
    type: 'business' as const,
    date_of_birth: null,
    country: null,
    lei: null,
    registration_number: null,
    id: elsewhere.id,
    name: 'Holding Ltd',
  }
  const of = acme({ ownership: { parties: [owner], interests: [] } })
  const { screening } = screened({ index, rule, unread, hits: [found()] }, of)
  assert.equal(screening?.lists, [
    { ...list, data_set: 'ofac_sdn' },
    { ...list, abbr: 'UN' },
  ])
  assert.equal(screening?.screened, [
    { kind: 'business', id: businessId, name: submitted.name },
    { kind: 'person', id: person.id, name: 'Ann Doe' },
    { kind: 'business', id: elsewhere.id, name: 'Holding Ltd' },
  ])
  assert.equal([screening?.index, screening?.rule, screening?.unread], [index, rule, unread])
  assert.equal(
    screening?.sources.map(({ type, metadata }) => [type, metadata]),
    [
      ['watchlist', { data_set: 'SDN', version: '1', row: 'all', title: 'List', kind: 'ofac_sdn', as_of: '2026-01-01' }],
      ['watchlist', { data_set: 'UN', version: '1', row: 'all', title: 'List' }],
      ['test', source.metadata],
    ],
  )
  const company = acme({ people: [{ ...person, name: 'Imaginary Holdings GmbH' }] })
  assert.equal(screened({}, company).screening?.screened?.[1], { kind: 'business', id: person.id, name: 'Imaginary Holdings GmbH' })
  const plain = screened({}).screening
  assert.equal(Object.keys(plain ?? {}), ['screening_id', 'lists', 'screened', 'hit_ids', 'sources'])
})

const exempt = {
  ein: '123456789',
  name: 'ACME FOUNDATION',
  section: '501(c)(3)',
  ruling_date: null,
  tax_period: null,
  revoked_at: null,
  ntee_code: 'A01',
  sources: [source],
}

test('an exempt organisation goes on file as its list has it, and none leaves the file', () => {
  assert.equal(findings.fromTaxExempt(acme(), null), { tax_exempt: null })
  const { tax_exempt } = findings.fromTaxExempt(acme(), { ...exempt, address: null, match: { score: 1, explanation: '' } })
  assert.equal({ ...tax_exempt, id: '' }, { ...exempt, id: '' })
})

const carrier = (change: Partial<MotorCarrierFinding> = {}): MotorCarrierFinding => ({
  dot_number: '1',
  legal_name: 'ACME TRUCKING',
  dba_name: null,
  addresses: [address],
  phone: '+15035550100',
  email: 'Info@Acme.example',
  revocations: [{ type: 'INVOLUNTARY', docket_number: 'MC1', served_on: null, effective_on: null }],
  source_url: 'https://example.com/carrier',
  match: { score: 1, explanation: '' },
  sources: [source],
  ...change,
})

test('a carrier goes on file with its addresses, and its contacts become contacts, each once', () => {
  const [{ id: _, ...told } = { id: '' }] = findings.fromMotorCarriers(acme(), [carrier()]).carriers ?? []
  const { phone: __, email: ___, match: ____, source_url, ...rest } = carrier()
  assert.equal(told, { ...rest, source: source_url, addresses: [address.full_address] })
  const all = [carrier(), carrier({ dot_number: '2', email: 'info@acme.example' }), carrier({ phone: null, email: null })]
  const { phone_numbers = [], email_addresses = [] } = findings.contactsFrom(acme(), all)
  assert.equal(
    phone_numbers.map(({ id: _, ...each }) => each),
    [{ number: '+15035550100', contact_type: 'business', sources: [source] }],
  )
  assert.equal(
    email_addresses.map(({ id: _, ...each }) => each),
    [{ email: 'Info@Acme.example', sources: [source] }],
  )
  const again = findings.fromPhones(acme(), [
    { number: '+15035550100', sources: [source] },
    { number: '+15035550100', sources: [] },
  ])
  assert.equal(again.phone_numbers, phone_numbers)
})

const loan = (change: Partial<LoanFinding> = {}) => loanFinding({ sources: [source], ...change })

test('loans are told by the row of their list, and where no list is loaded they are unknown', () => {
  const { loans = [], searches = [] } = findings.fromLoans(acme(), [loan(), loan({ amount: 1 }), loan({ sources: [row('c2')] })], [source])
  const { name: _, match: __, ...told } = loan()
  assert.equal(
    loans.map(({ id: _, ...each }) => each),
    [told, { ...told, sources: [row('c2')] }],
  )
  assert.equal([searches[0]?.outcome, searches[0]?.reason, searches[0]?.record_ids], ['searched', null, loans.map(({ id }) => id)])
  const unsourced = [loan({ sources: [] }), loan({ sources: [], issued_date: '2021-01-01' }), loan({ sources: [], issued_date: null })]
  const none = findings.fromLoans(acme(), unsourced, [])
  assert.is(none.loans?.length, 3, 'without a row the day tells them apart')
  assert.equal([none.searches?.[0]?.outcome, none.searches?.[0]?.reason], ['unavailable', 'no list of loans is loaded'])
})

test('industries go on file with the sources of all, and none leaves the file', () => {
  assert.equal(findings.fromIndustry(acme(), []), {})
  const onFile = { classification_id: source.id, categories: [], sources: [] }
  const known = { ...acme(), file: { ...acme().file, industry: onFile } } as unknown as Business
  assert.equal(findings.fromIndustry(known, []), {}, 'what was known stands')
  const renamed = findings.fromIndustry({ ...known, former_names: ['Acme Bank'] }, [])
  assert.equal(renamed.industry?.categories, [], 'unless it was drawn from a former name')
  const finding: IndustryFinding = {
    ...category,
    naics_codes: ['332000'],
    sic_codes: ['3499'],
    mcc_codes: ['5085'],
    prohibited_labels: ['x'],
    sources: [source],
  }
  const { industry } = findings.fromIndustry(acme(), [finding, { ...finding, name: 'Other', sources: [row('c2'), source] }])
  const { sources: _, ...told } = finding
  assert.equal(
    [industry?.categories, industry?.sources],
    [
      [told, { ...told, name: 'Other' }],
      [source, row('c2')],
    ],
  )
})

const owned = { type: 'person' as const, country: null, lei: null, registration_number: null, date_of_birth: '1970-05-01' }

test('searches are about the submitted data, with what was found since', () => {
  const found: Evidence = {
    names: [{ id: source.id, name: 'Widget World', type: 'dba', sources: [source] }],
    addresses: [{ ...elsewhere, labels: [], sources: [source] }],
    registrations: [registration({ state: 'WA', file_number: '7' })],
  }
  const change: Partial<Submitted> = {
    addresses: [address],
    tin: '123456789',
    lei: 'L1',
    website: { url: 'https://acme.example' },
    phone_numbers: [{ id: source.id, number: '+15035550100' }],
    ownership: {
      parties: [
        { ...owned, id: person.id, name: 'Ann Doe' },
        { ...owned, id: elsewhere.id, name: 'Holding Ltd', type: 'business', date_of_birth: null, lei: 'L2', registration_number: '7' },
      ],
      interests: [],
    },
  }
  const { addresses, people, ...subject } = subjectOf(acme(change, found), ['SDN'])
  assert.equal(subject, {
    business_id: businessId,
    names: [submitted.name, 'Widget World'],
    further_names: [],
    owners: [{ id: elsewhere.id, kind: 'business', name: 'Holding Ltd', born: null, numbers: ['L2', '7'] }],
    tin: '123456789',
    lei: 'L1',
    website: 'https://acme.example',
    watchlists: ['SDN'],
    phone_numbers: ['+15035550100'],
    registered_in: ['WA'],
    registrations: [{ state: 'WA', file_number: '7' }],
  })
  assert.equal(
    addresses.map(({ full_address }) => full_address),
    [address.full_address, elsewhere.full_address],
  )
  assert.equal(people, [{ id: person.id, name: 'Ann Doe', dob: null, ssn: null }])
  const bare = subjectOf(acme())
  assert.equal([bare.website, bare.watchlists, 'lei' in bare, 'owners' in bare, 'found_lei' in bare], [null, null, false, false, false])
})

test('a person whom data name is the submitted person or owner of that name, else one of their own', () => {
  const bob = { ...owned, id: elsewhere.id, name: 'Bob Roe' }
  const of = acme({ ownership: { parties: [bob, { ...bob, id: address.id, name: 'Zoe Roe', type: 'business' }], interests: [] } })
  assert.equal([personIdIn(of, 'DOE, ANN'), personIdIn(of, 'ROE, BOB')], [person.id, elsewhere.id])
  assert.is.not(personIdIn(of, 'Zoe Roe'), address.id, 'a company is no person')
  assert.is(personIdIn(of, 'Cay Fox'), personIdIn(of, 'FOX, CAY'))
  assert.is.not(personIdIn(of, 'Cay Fox'), personIdIn(of, 'Cay Wolf'))
})

test('a place on the map has both of its numbers, or none', () => {
  const placeOf = (latitude: number | null, longitude: number | null) => {
    const parts = addressParts({ ...address, latitude, longitude } as never)
    return [parts.latitude, parts.longitude]
  }
  assert.equal(
    [placeOf(45.5, -122.6), placeOf(0, 0), placeOf(45.5, null), placeOf(null, -122.6)],
    [
      [45.5, -122.6],
      [0, 0],
      [undefined, undefined],
      [undefined, undefined],
    ],
  )
})

test.run()
