// Every row of the table of outcomes (records.md, section 5) that the evidence of today can bring about.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Evidence } from '../../../src/commands/findings.ts'
import type { BusinessEvent } from '../../../src/events/business.ts'
import { registrySearch } from '../../../src/events/evidence-file.ts'
import { carrying } from '../../../src/events/parts.ts'
import { samples } from '../../events/samples.ts'
import { filled } from '../../filled.ts'
import { source } from '../businesses.ts'
import {
  address,
  assessment,
  category,
  compared,
  elsewhere,
  formation,
  hit,
  industry,
  person,
  registration,
  type Scene,
  screening,
  tasksOf,
} from '../evidence.ts'

const unList = { ...screening().lists[0]!, abbr: 'UN', version: '7', country: 'UN' }

const registeredAs = (name: string) => ({ registrations: [registration({ name })] })
const vanished = registration({
  status: 'unknown',
  status_details: 'No longer in Oregon, version 2; last seen in version 1',
  vanished: { last_version: '1', missing_from: '2' },
})
const possibleMatch = (score: number) => ({
  id: address.id,
  name: 'ACME WIDGET LLC',
  name_type: 'legal' as const,
  match: { score, explanation: 'compared' },
  status: 'active' as const,
  jurisdiction: 'DOMESTIC' as const,
  entity_type: 'LLC' as const,
  file_number: '2',
  registration_date: null,
  state: 'OR',
  source_url: null,
  reason: 'nothing else agrees',
  full_address: null,
  sources: [source],
})
const registryOf = (state: string, more: object = {}) => ({
  id: randomUUID(),
  type: state,
  metadata: { data_set: `Registry of ${state}`, version: '1', row: 'all', state, ...more },
})
const searchedBy = (...sources: ReturnType<typeof registryOf>[]): Evidence => ({
  registrations: [],
  searches: [{ id: address.id, product: registrySearch, outcome: 'searched', reason: null, record_ids: [], sources }],
})
/** Nothing was found in the registries of these states. */
const searchedIn = (...states: string[]): Evidence => searchedBy(...states.map((state) => registryOf(state)))
const lately = { coverage: 'lately filed' }
const tin = (outcome: 'found' | 'person' | 'mismatch' | 'not_found' | 'unknown' | 'unavailable') => ({
  tin: { outcome, name: null, attempt: 1, sources: [source] },
})
const withTin = { products: ['business_verification_verify', 'tin'] as const, submitted: { tin: '123456789', tin_type: 'ein' as const } }
const both = (one: 'active' | 'inactive' | 'unknown', other: 'active' | 'inactive' | 'unknown') => ({
  registrations: [registration({ status: one }), registration({ status: other, jurisdiction: 'FOREIGN' })],
})

const vouched = (verified: boolean): BusinessEvent => ({ type: 'TinVouched', data: { action_id: randomUUID(), verified, by: 'user' } })
const rated = (risk_rating: 'low' | 'moderate' | 'high', address_id = address.id): BusinessEvent => ({
  type: 'AddressRiskSet',
  data: { action_id: randomUUID(), address_id, risk_rating, by: 'user' },
})
const dismissed: BusinessEvent = { type: 'WatchlistHitDismissed', data: { action_id: randomUUID(), hit_id: hit.id, reason: null } }
const secondHit = {
  ...hit,
  id: address.id,
  screened: 'person' as const,
  screened_id: person.id,
  screened_name: person.name,
  matched_name: 'DOE, Anne',
}
/** The day, and the days that its sources are of. */
const formed = (formation_date: string, ...asOf: readonly string[]) => {
  const sources = asOf.map((as_of) => ({ ...source, id: randomUUID(), metadata: { ...source.metadata, as_of } }))
  return { formation: formation({ formation_date, ...(sources.length > 0 ? { sources } : {}) }) }
}
const ofRisk = (score: number) => ({
  industry: { ...industry(), categories: [category, { ...category, name: 'Gun Making', high_risk: true, score }] },
})
const phone = { id: person.id, number: '+1 503 555 0100' }

const rows: readonly (Scene & {
  readonly task: readonly [category: string, key: string, label: string, status: string, subLabel: string]
  /** What it says in full, where that tells more than the label. */
  readonly says?: string
})[] = [
  {
    task: ['name', 'name', 'Business Name', 'success', 'Verified'],
    evidence: registeredAs('ACME WIDGETS, L.L.C.'),
    says: 'The name "ACME WIDGETS, L.L.C." is registered in OR: the same name.',
  },
  {
    task: ['name', 'name', 'Business Name', 'success', 'Verified'],
    evidence: { registrations: [...registeredAs('MOSS BAKERY INC').registrations, ...registeredAs('ACME WIDGETS LLC').registrations] },
  },
  {
    task: ['name', 'name', 'Business Name', 'warning', 'Similar Match'],
    evidence: registeredAs('ACME WIDGTS LLC'),
    says: 'Only a similar name, "ACME WIDGTS LLC", is registered in OR: "widgets" against "widgts".',
  },
  {
    task: ['name', 'name', 'Business Name', 'failure', 'Unverified'],
    evidence: registeredAs('MOSS BAKERY INC'),
    says: 'No registration has the name "Acme Widgets LLC" or a similar one.',
  },
  { task: ['name', 'name', 'Business Name', 'success', 'Verified'], products: ['identity'], evidence: registeredAs('ACME WIDGETS LLC') },
  { task: ['name', 'name', 'Business Name', 'failure', 'Alternate Name'], ...withTin, evidence: tin('mismatch') },
  { task: ['name', 'name', 'Business Name', 'failure', 'Unverified'], evidence: { registrations: [] } },
  { task: ['address', 'address_verification', 'Office Address', 'success', 'Verified'], evidence: { assessments: [compared('verified')] } },
  {
    task: ['address', 'address_verification', 'Office Address', 'warning', 'Approximate Match'],
    evidence: { assessments: [compared('approximate')] },
  },
  {
    task: ['address', 'address_verification', 'Office Address', 'warning', 'Similar Match'],
    evidence: { assessments: [compared('similar')] },
  },
  {
    task: ['address', 'address_verification', 'Office Address', 'warning', 'Incomplete Match'],
    evidence: { assessments: [compared('incomplete')] },
  },
  {
    task: ['address', 'address_verification', 'Office Address', 'failure', 'Unverified'],
    evidence: { assessments: [compared('unverified')] },
  },
  {
    task: ['address', 'address_deliverability', 'Office Address', 'success', 'Deliverable'],
    evidence: { assessments: [assessment({ deliverable: true })] },
  },
  {
    task: ['address', 'address_deliverability', 'Office Address', 'failure', 'Undeliverable'],
    evidence: { assessments: [assessment({ deliverable: false })] },
  },
  {
    task: ['address', 'address_property_type', 'Office Address', 'success', 'Commercial'],
    evidence: { assessments: [assessment({ property_type: 'commercial' })] },
  },
  {
    task: ['address', 'address_property_type', 'Office Address', 'warning', 'Residential'],
    evidence: { assessments: [assessment({ property_type: 'residential' })] },
  },
  { task: ['address', 'address_cmra', 'Office Address', 'success', 'No CMRA'], evidence: { assessments: [assessment({ cmra: false })] } },
  { task: ['address', 'address_cmra', 'Office Address', 'warning', 'CMRA'], evidence: { assessments: [assessment({ cmra: true })] } },
  {
    task: ['address', 'address_registered_agent', 'Office Address', 'success', 'No Registered Agent'],
    evidence: { assessments: [assessment()] },
  },
  {
    task: ['address', 'address_registered_agent', 'Office Address', 'warning', 'Registered Agent'],
    evidence: { assessments: [assessment({ registered_agent_name: 'Agents Inc' })] },
  },
  { task: ['tin', 'tin', 'TIN Match', 'success', 'Found'], ...withTin, evidence: tin('found') },
  { task: ['tin', 'tin', 'TIN Match', 'warning', 'Warning'], ...withTin, evidence: tin('person') },
  { task: ['tin', 'tin', 'TIN Match', 'failure', 'Mismatch'], ...withTin, evidence: tin('mismatch') },
  {
    task: ['tin', 'tin', 'TIN Match', 'success', 'Found'],
    ...withTin,
    evidence: { tin: { ...tin('found').tin, sources: [{ ...source, type: 'registration' }] } },
    says: 'The state registry has this name with this number.',
  },
  { task: ['tin', 'tin', 'TIN Match', 'failure', 'Not Found'], ...withTin, evidence: tin('not_found') },
  { task: ['tin', 'tin', 'TIN Match', 'neutral', 'Unknown'], ...withTin, evidence: tin('unknown') },
  { task: ['tin', 'tin', 'TIN Match', 'success', 'Found'], ...withTin, evidence: tin('mismatch'), acted: [vouched(true)] },
  { task: ['tin', 'tin', 'TIN Match', 'failure', 'Not Found'], ...withTin, evidence: tin('found'), acted: [vouched(false)] },
  {
    task: ['address', 'address_risk', 'Address Risk', 'failure', 'High'],
    submitted: { addresses: [address, elsewhere] },
    evidence: {},
    acted: [rated('low'), rated('high', elsewhere.id)],
    says: 'Set manually to high: 2 Side St, Portland, OR 97201 (user).',
  },
  { task: ['address', 'address_risk', 'Address Risk', 'warning', 'Moderate'], evidence: {}, acted: [rated('moderate')] },
  { task: ['address', 'address_risk', 'Address Risk', 'success', 'Low'], evidence: {}, acted: [rated('high'), rated('low')] },
  {
    task: ['address', 'address_risk', 'Address Risk', 'failure', 'High'],
    evidence: { addresses: [{ ...elsewhere, labels: [], sources: [source] }] },
    acted: [rated('high', elsewhere.id)],
  },
  { task: ['tin', 'tin_error', 'TIN Error', 'warning', 'Unavailable'], ...withTin, evidence: tin('unavailable') },
  { task: ['sos', 'sos_domestic', 'SOS Filings', 'success', 'Active'], evidence: both('active', 'unknown') },
  { task: ['sos', 'sos_domestic', 'SOS Filings', 'warning', 'Unknown'], evidence: both('unknown', 'active') },
  { task: ['sos', 'sos_domestic', 'SOS Filings', 'failure', 'Inactive'], evidence: both('inactive', 'active') },
  {
    task: ['sos', 'sos_domestic', 'SOS Filings', 'failure', 'Inactive'],
    evidence: { registrations: [registration({ jurisdiction: 'FOREIGN' }), registration({ status: 'inactive', sub_status: 'dissolved' })] },
    says: 'Inactive: the registration 1 in its home state OR (dissolved).',
  },
  { task: ['sos', 'sos_active', 'SOS Filings', 'success', 'Active'], evidence: both('active', 'active') },
  {
    task: ['sos', 'sos_active', 'SOS Filings', 'success', 'Partially Active'],
    evidence: both('active', 'inactive'),
    says: '1 of 2 registrations active: OR 1.',
  },
  { task: ['sos', 'sos_inactive', 'SOS Filings', 'warning', 'Partially Inactive'], evidence: both('active', 'inactive') },
  { task: ['sos', 'sos_inactive', 'SOS Filings', 'failure', 'Inactive'], evidence: both('inactive', 'inactive') },
  { task: ['sos', 'sos_unknown', 'SOS Filings', 'warning', 'Unknown'], evidence: both('unknown', 'unknown') },
  { task: ['sos', 'sos_unknown', 'SOS Filings', 'warning', 'Partially Unknown'], evidence: both('active', 'unknown') },
  {
    task: ['formation', 'time_in_business', 'Time in Business', 'neutral', 'Unknown'],
    evidence: {
      registrations: [registration({ jurisdiction: 'FOREIGN', formed_in: 'DE', registration_date: '2001-02-03' })],
      formation: formation({ entity_type: 'LLC' }),
    },
    says: 'Registration 1 in Oregon is of a foreign entity, filed there on 2001-02-03; it says that the entity was formed in Delaware, whose record is not available.',
  },
  {
    task: ['formation', 'formation_state', 'Formation State', 'neutral', 'Unknown'],
    evidence: { registrations: [registration({ jurisdiction: 'FOREIGN' })], formation: formation({ entity_type: 'LLC' }) },
    says: 'Registration 1 in Oregon is of a foreign entity; the record of its home state is needed, and this source does not name that state.',
  },
  {
    task: ['formation', 'entity_type', 'Entity Type', 'neutral', 'Unknown'],
    evidence: {
      registrations: [registration({ name_type: 'dba', jurisdiction: 'UNKNOWN', entity_type: null })],
    },
    says: '"ACME WIDGETS LLC" is an assumed business name in Oregon (1). An assumed business name is a name of its owners, not an entity.',
  },
  {
    task: ['formation', 'formation_state', 'Formation State', 'neutral', 'Unknown'],
    evidence: { registrations: [registration(), registration({ state: 'WA' })], formation: formation({ entity_type: 'LLC' }) },
    says: 'The registrations in Oregon and Washington each say that it was formed there; one of them at most is the home-state record.',
  },
  {
    task: ['name', 'name', 'Business Name', 'warning', 'Similar Match'],
    evidence: { possible_matches: [possibleMatch(0.8)] },
    says: 'A possible match, not counted, is "ACME WIDGET LLC" (OR 2): compared; nothing else agrees.',
  },
  {
    task: ['name', 'name', 'Business Name', 'failure', 'Unverified'],
    evidence: { possible_matches: [possibleMatch(0.79)] },
    says: 'No registration has the name "Acme Widgets LLC" or a similar one. A possible match, not counted, is "ACME WIDGET LLC" (OR 2): compared; nothing else agrees.',
  },
  {
    task: ['sos', 'sos_not_found', 'SOS Filings', 'failure', 'Not Found'],
    evidence: { possible_matches: [possibleMatch(1)] },
    says: 'No registration was found. A possible match, not counted, is "ACME WIDGET LLC" (OR 2): compared; nothing else agrees.',
  },
  {
    task: ['sos', 'sos_unknown', 'SOS Filings', 'warning', 'Unknown'],
    evidence: { registrations: [vanished] },
    says: '1 of 1 registrations unknown: OR 1. OR 1: No longer in Oregon, version 2; last seen in version 1.',
  },
  {
    task: ['name', 'name', 'Business Name', 'failure', 'Unverified'],
    evidence: { registrations: [vanished] },
    says: 'No registration has the name "Acme Widgets LLC" or a similar one. OR 1: No longer in Oregon, version 2; last seen in version 1.',
  },
  {
    task: ['sos', 'sos_active', 'SOS Filings', 'success', 'Active'],
    evidence: {
      registrations: [
        registration({ changed: { fields: ['name', 'officers'], last_version: '1', since_version: '2', name_before: 'ACME WIDGET INC' } }),
      ],
    },
    says: '1 of 1 registrations active: OR 1. OR 1 changed since version 1, as version 2 says: name, officers. It was "ACME WIDGET INC" and is "ACME WIDGETS LLC".',
  },
  { task: ['sos', 'sos_not_found', 'SOS Filings', 'failure', 'Not Found'], evidence: { registrations: [] } },
  {
    task: ['sos', 'sos_not_found', 'SOS Filings', 'neutral', 'Unknown'],
    evidence: searchedIn('FL'),
    says: 'Oregon was not searched: no data of its registry is loaded. No registration was found in: Registry of FL (1).',
  },
  {
    task: ['name', 'name', 'Business Name', 'neutral', 'Unknown'],
    evidence: searchedIn('FL'),
    says: 'Oregon was not searched: no data of its registry is loaded. No registration has the name "Acme Widgets LLC" or a similar one.',
  },
  {
    task: ['people', 'person_verification', 'People', 'neutral', 'Unknown'],
    evidence: { ...searchedIn('FL'), people: [] },
    says: 'Oregon was not searched: no data of its registry is loaded. 0 of 1 submitted people found on a filing.',
  },
  {
    task: ['address', 'address_verification', 'Office Address', 'neutral', 'Unknown'],
    evidence: { ...searchedIn('FL'), assessments: [compared('unverified')] },
    says: 'Oregon was not searched: no data of its registry is loaded.',
  },
  {
    task: ['sos', 'sos_not_found', 'SOS Filings', 'failure', 'Not Found'],
    evidence: searchedIn('OR', 'FL'),
    says: 'No registration was found in: Registry of OR (1), Registry of FL (1).',
  },
  {
    task: ['sos', 'sos_not_found', 'SOS Filings', 'failure', 'Not Found'],
    submitted: { addresses: [address, { ...elsewhere, state: 'AZ' }] },
    evidence: searchedIn('OR'),
    says: 'Arizona was not searched: no data of its registry is loaded. No registration was found in: Registry of OR (1).',
  },
  {
    task: ['sos', 'sos_not_found', 'SOS Filings', 'neutral', 'Unknown'],
    evidence: searchedBy(registryOf('OR', lately)),
    says: 'Of Oregon only what was filed lately is loaded. No registration was found in: Registry of OR (1, which has only what was filed lately).',
  },
  {
    task: ['name', 'name', 'Business Name', 'neutral', 'Unknown'],
    evidence: searchedBy(registryOf('OR', lately)),
    says: 'Of Oregon only what was filed lately is loaded. No registration has the name "Acme Widgets LLC" or a similar one.',
  },
  {
    task: ['sos', 'sos_not_found', 'SOS Filings', 'failure', 'Not Found'],
    evidence: searchedBy(registryOf('OR', lately), registryOf('OR')),
    says: 'No registration was found in: Registry of OR (1, which has only what was filed lately), Registry of OR (1).',
  },
  {
    task: ['sos', 'sos_not_found', 'SOS Filings', 'neutral', 'Unknown'],
    submitted: { addresses: [{ ...address, state: null }] },
    evidence: searchedIn('OR', 'FL'),
    says: 'No submitted address is in a state, and only registries of states are loaded. No registration was found in: Registry of OR (1), Registry of FL (1).',
  },
  {
    task: ['name', 'name', 'Business Name', 'neutral', 'Unknown'],
    submitted: { addresses: [{ ...address, state: null }] },
    evidence: searchedIn('OR'),
  },
  {
    task: ['sos', 'sos_not_found', 'SOS Filings', 'failure', 'Not Found'],
    submitted: { addresses: [{ ...address, state: null }, address] },
    evidence: searchedIn('OR'),
  },
  {
    task: ['sos', 'sos_unknown', 'SOS Filings', 'warning', 'Unknown'],
    evidence: {
      registrations: [registration({ status: 'unknown', status_details: 'Registered on 2019-03-04, status not in this source' })],
    },
    says: '1 of 1 registrations unknown: OR 1 (Registered on 2019-03-04, status not in this source).',
  },
  {
    task: ['sos', 'sos_domestic', 'SOS Filings', 'warning', 'Unknown'],
    evidence: {
      registrations: [registration({ status: 'unknown', status_details: 'Registered on 2019-03-04, status not in this source' })],
    },
    says: 'Of unknown status: the registration 1 in its home state OR (Registered on 2019-03-04, status not in this source).',
  },
  {
    task: ['people', 'person_verification', 'People', 'success', 'Verified'],
    evidence: { people: [{ id: person.id, name: 'DOE, ANN', titles: ['Manager'], sources: [source] }] },
    says: '1 of 1 submitted people found on a filing: 1 as manager.',
  },
  {
    task: ['people', 'person_verification', 'People', 'success', 'Verified'],
    submitted: { people: [person, { ...person, id: address.id, name: 'Bob Roe' }] },
    evidence: {
      people: [
        { id: person.id, name: 'DOE, ANN', titles: ['MANAGER', 'REGISTERED AGENT'], sources: [source] },
        { id: address.id, name: 'ROE, BOB', titles: ['REGISTERED AGENT'], sources: [source] },
      ],
    },
    says: '2 of 2 submitted people found on a filing: 1 as manager and registered agent, 1 as registered agent. 1 of them holds no office there: an agent or organizer need not belong to the business.',
  },
  {
    task: ['people', 'person_verification', 'People', 'success', 'Verified'],
    evidence: { people: [{ id: address.id, name: 'DOE, ANN', titles: ['Manager'], sources: [source] }] },
  },
  { task: ['people', 'person_verification', 'People', 'failure', 'Unverified'], evidence: { people: [] } },
  {
    task: ['people', 'person_verification', 'People', 'failure', 'Unverified'],
    submitted: { people: [person, { ...person, id: address.id, name: 'Bob Roe' }] },
    evidence: { people: [{ id: person.id, name: 'DOE, ANN', titles: [], sources: [source] }] },
    says: '1 of 2 submitted people found on a filing: 1 in no named role.',
  },
  {
    task: ['watchlist', 'watchlist', 'Watchlists', 'success', 'No Hits'],
    evidence: { hits: [], screening: screening() },
    says: 'Screened without a hit against: SDN (1).',
  },
  {
    task: ['watchlist', 'watchlist', 'Watchlists', 'success', 'No Hits'],
    evidence: { hits: [hit], screening: screening(hit.id) },
    acted: [dismissed],
    says: 'Screened without a standing hit against: SDN (1). Dismissed: 1.',
  },
  {
    task: ['watchlist', 'watchlist', 'Watchlists', 'warning', 'Not Fully Screened'],
    evidence: { hits: [], screening: { ...screening(), unread: [{ screened: 'business' as const, scripts: ['Chinese'] }] } },
    says: 'No hit against: SDN (1). But the name of the business in Chinese script could not be read well enough to screen it.',
  },
  {
    task: ['watchlist', 'watchlist', 'Watchlists', 'warning', 'Not Fully Screened'],
    evidence: { hits: [], screening: { ...screening(), unread: [{ screened: 'business' as const, scripts: ['Thai', 'another script'] }] } },
    says: 'No hit against: SDN (1). But the name of the business in Thai script and another script could not be read well enough to screen it.',
  },
  {
    task: ['watchlist', 'watchlist', 'Watchlists', 'warning', 'Hits'],
    evidence: { hits: [hit], screening: screening(hit.id) },
    says: '1 hit: "Acme" against "ACME" on SDN.',
  },
  {
    task: ['watchlist', 'watchlist', 'Watchlists', 'warning', 'Hits'],
    evidence: { hits: [hit, secondHit], screening: screening(hit.id, secondHit.id) },
    says: '2 hits: "Acme" against "ACME" on SDN; a person against "DOE, Anne" on SDN.',
  },
  {
    task: ['watchlist', 'watchlist', 'Watchlists', 'neutral', 'Not Screened'],
    evidence: { hits: [], screening: { ...screening(), lists: [] } },
  },
  {
    task: ['global_watchlists', 'global_watchlists', 'Global Watchlists', 'success', 'No Hits'],
    evidence: { hits: [hit], screening: { ...screening(hit.id), lists: [...screening().lists, unList] } },
    says: 'Screened without a hit against: UN (7).',
  },
  {
    task: ['global_watchlists', 'global_watchlists', 'Global Watchlists', 'warning', 'Hits'],
    evidence: {
      hits: [hit, { ...secondHit, list: 'UN' }],
      screening: { ...screening(hit.id, secondHit.id), lists: [...screening().lists, unList] },
    },
    says: '1 hit: a person against "DOE, Anne" on UN.',
  },
  { task: ['formation', 'time_in_business', 'Time in Business', 'success', 'Established'], evidence: formed('2023-11-21') },
  { task: ['formation', 'time_in_business', 'Time in Business', 'warning', 'Recent'], evidence: formed('2023-11-22') },
  { task: ['formation', 'time_in_business', 'Time in Business', 'warning', 'Recent'], evidence: formed('2025-11-21') },
  {
    task: ['formation', 'time_in_business', 'Time in Business', 'failure', 'Very Recent'],
    evidence: formed('2025-11-22'),
    says: 'Formed on 2025-11-22.',
  },
  {
    task: ['formation', 'time_in_business', 'Time in Business', 'failure', 'Very Recent'],
    evidence: formed('2026-11-22'),
    says: 'Formed on 2026-11-22. That day is in the future: the entity may not exist yet.',
  },
  {
    task: ['formation', 'time_in_business', 'Time in Business', 'failure', 'Very Recent'],
    evidence: formed('2026-11-21'),
    says: 'Formed on 2026-11-21.',
  },
  {
    task: ['formation', 'time_in_business', 'Time in Business', 'failure', 'Very Recent'],
    evidence: formed('2026-11-01', '2026-10-30'),
    says: 'Formed on 2026-11-01. The source is as of 2026-10-30, before that day: it tells what was to be. As of 2026-10-30.',
  },
  {
    task: ['formation', 'time_in_business', 'Time in Business', 'failure', 'Very Recent'],
    evidence: formed('2026-11-01', '2026-11-01'),
    says: 'Formed on 2026-11-01. As of 2026-11-01.',
  },
  {
    task: ['formation', 'time_in_business', 'Time in Business', 'failure', 'Very Recent'],
    evidence: formed('2026-11-01', '2026-11-10', '2026-10-30'),
    says: 'Formed on 2026-11-01. As of 2026-10-30 to 2026-11-10.',
  },
  {
    task: ['formation', 'formation_state', 'Formation State', 'neutral', 'OR'],
    evidence: { formation: formation({ formation_state: 'OR' }) },
    says: 'Formed in OR.',
  },
  { task: ['formation', 'entity_type', 'Entity Type', 'neutral', 'LLC'], evidence: { formation: formation({ entity_type: 'LLC' }) } },
  {
    task: ['industry', 'industry', 'True Industry', 'success', 'Widget Making'],
    evidence: ofRisk(0.49),
    says: 'NAICS 332000: Widget Making.',
  },
  {
    task: ['industry', 'industry', 'True Industry', 'warning', 'High Risk'],
    evidence: ofRisk(0.5),
    says: 'High risk: Gun Making.',
  },
  {
    task: ['industry', 'industry', 'True Industry', 'warning', 'High Risk'],
    evidence: { industry: { ...industry(), categories: [{ ...category, high_risk: true, score: 0.1 }] } },
  },
  {
    task: ['industry', 'industry', 'True Industry', 'failure', 'Prohibited'],
    evidence: { industry: industry({ prohibited_labels: ['Arms', 'Ammunition'] }) },
    says: 'Prohibited: Arms, Ammunition (Widget Making).',
  },
  {
    task: ['industry', 'industry', 'True Industry', 'neutral', 'Widget Making'],
    evidence: { industry: { ...industry(), categories: [{ ...category, drawn_from: 'the name' as const }] } },
    says: 'NAICS 332000: Widget Making. A suggestion, drawn from words of the name; no source says so.',
  },
  {
    task: ['phone', 'phone', 'Phone Number', 'success', 'Verified'],
    submitted: { phone_numbers: [{ id: address.id, number: '+1 503 555 0199' }, phone] },
    evidence: { phone_numbers: [{ id: person.id, number: '(503) 555-0100', contact_type: null, sources: [source] }] },
    says: '1 of 2 submitted phone numbers found in the evidence.',
  },
  {
    task: ['phone', 'phone', 'Phone Number', 'success', 'Verified'],
    submitted: { phone_numbers: [{ id: address.id, number: '+1 503 555 0199' }, phone] },
    evidence: {
      phone_numbers: ['503-555-0100', '(503) 555-0100', '503-555-0199'].map((number) => ({
        ...{ id: randomUUID(), number, contact_type: null, sources: [source] },
      })),
    },
    says: '2 of 2 submitted phone numbers found in the evidence.',
  },
  {
    task: ['phone', 'phone', 'Phone Number', 'warning', 'Unverified'],
    submitted: { phone_numbers: [phone] },
    evidence: { phone_numbers: [{ id: person.id, number: '(503) 555-0101', contact_type: null, sources: [source] }] },
    says: '0 of 1 submitted phone number found in the evidence.',
  },
]

for (const { task: expected, says, ...scene } of rows) {
  const [category, key, , status, subLabel] = expected
  test(`${category}/${key} says ${status}: ${subLabel}`, () => {
    const task = tasksOf(scene).find((each) => each.category === category && each.key === key)
    assert.equal(task && [task.category, task.key, task.label, task.status, task.sub_label], expected)
    if (says === undefined) assert.ok(task && task.message.length > 0)
    else assert.is(task?.message, says)
  })
}

test('a task lists the sources that it rests on', () => {
  const tasks = tasksOf({
    evidence: { ...registeredAs('ACME WIDGETS LLC'), assessments: [compared('verified')], hits: [hit], screening: screening(hit.id) },
  })
  for (const key of ['name', 'address_verification', 'sos_domestic', 'sos_active', 'watchlist'])
    assert.equal(tasks.find((each) => each.key === key)?.sources, [source], key)
})

test('people who were all found rest on their filings, and missing ones on what was searched', () => {
  const filing = { ...source, id: person.id }
  const registered = registration({ sources: [{ ...source, id: address.id }] })
  const found = { id: person.id, name: 'DOE, ANN', titles: [], sources: [filing] }
  const sourcesOf = (evidence: Evidence) =>
    tasksOf({ evidence: { registrations: [registered], ...evidence } })
      .find(({ key }) => key === 'person_verification')
      ?.sources.map(({ id }) => id)
  assert.equal([sourcesOf({ people: [found] }), sourcesOf({ people: [] })], [[filing.id], [address.id]])
})

test('a row that carries only the place of an address is no source for its agent, nor for its comparison', () => {
  const zip = carrying({ ...source, id: person.id }, 'location')
  const registry = carrying({ ...source, id: address.id }, 'registered_agent', 'location_count')
  const verified = { comparison: { kind: 'verified' as const, full_address: null, distance_miles: null, explanation: 'compared' } }
  const judged = (...sources: (typeof source)[]) => {
    const tasks = tasksOf({ evidence: { assessments: [assessment({ ...verified, sources })] } })
    return ['address_registered_agent', 'address_verification'].map((key) => tasks.find((each) => each.key === key)?.sources)
  }
  assert.equal(judged(zip), [undefined, []])
  assert.equal(judged(zip, registry, carrying(source, 'comparison')), [[registry], [carrying(source, 'comparison')]])
})

test('of several addresses verification takes the best and a risk the worst', () => {
  const tasks = tasksOf({
    submitted: { addresses: [address, elsewhere] },
    evidence: {
      assessments: [
        { ...compared('unverified'), cmra: true },
        { ...compared('verified'), address_id: elsewhere.id, cmra: false },
      ],
    },
  })
  const found = (key: string) => tasks.find((each) => each.key === key)
  assert.is(found('address_verification')?.sub_label, 'Verified')
  assert.is(found('address_cmra')?.sub_label, 'CMRA')
  assert.is(found('address_cmra')?.message, 'CMRA: 1 Main St, Portland, OR 97201.')
})

test('what nobody looked at, or nobody can tell, is no task', () => {
  const keys = (scene: Scene) =>
    tasksOf(scene)
      .map(({ key }) => key)
      .filter((key) => !key.startsWith('website'))
  assert.equal(keys({ evidence: { registrations: [], assessments: [assessment()] } }), [
    'name',
    'address_registered_agent',
    'sos_not_found',
    'person_verification',
  ])
  assert.equal(keys({ submitted: { people: [] }, evidence: both('active', 'active') }), ['name', 'sos_domestic', 'sos_active', 'sos_match'])
})

test('that nothing was found rests on the registries searched, or on none being loaded', () => {
  const registry = { ...source, metadata: { data_set: 'or_sos', version: '2026-11-01', row: 'all', title: 'Oregon registry' } }
  const search = {
    id: randomUUID(),
    product: registrySearch,
    outcome: 'searched' as const,
    reason: null,
    record_ids: [],
    sources: [registry],
  }
  const judged = (searches: Evidence['searches']) => {
    const tasks = tasksOf({ evidence: { registrations: [], searches } })
    return Object.fromEntries(tasks.map((task) => [task.key, task]))
  }
  const searched = judged([search])
  assert.equal(searched.sos_not_found?.sources, [registry])
  assert.equal(searched.name?.sources, [registry])
  assert.is(searched.sos_not_found?.message, 'No registration was found in: Oregon registry (2026-11-01).')
  const unloaded = judged([{ ...search, outcome: 'unavailable', reason: 'no state registry is loaded', sources: [] }])
  assert.match(unloaded.sos_not_found?.message ?? '', 'no state registry is loaded')
})

test('a business checked for its TIN alone has a review of the TIN alone', () => {
  const tasks = tasksOf({ ...withTin, products: ['tin'], evidence: tin('found') })
  assert.equal(
    tasks.map(({ key }) => key),
    ['tin', 'tin_issued', 'tin_type'],
  )
})

test('business_verification_qualify judges names, registrations, formation and watchlists only', () => {
  const evidence = {
    ...registeredAs('ACME WIDGETS LLC'),
    formation: formation({ formation_date: '2020-01-01', entity_type: 'LLC', formation_state: 'OR' }),
    hits: [],
    screening: screening(),
    assessments: [compared('verified')],
    industry: industry(),
  }
  const categories = new Set(tasksOf({ products: ['business_verification_qualify'], evidence }).map((each) => each.category))
  assert.equal([...categories].sort(), ['formation', 'name', 'sos', 'watchlist'])
})

test('no task names a person or quotes a number: the review stands in the log as it is', () => {
  const ann = { ...person, email: 'ann@else.example', phone: '+15035550100', dob: '1970-01-02', ssn: '987654321' }
  const phone = { id: address.id, number: '+15035550177' }
  const secrets = [ann.name, ann.email, ann.phone, ann.dob, ann.ssn, phone.number, withTin.submitted.tin]
  const site = samples.WebsiteAnalysed[0]?.data as NonNullable<Evidence['website']>
  const products = ['business_verification_verify', 'tin', 'website'] as const
  const submitted = { ...withTin.submitted, people: [ann], phone_numbers: [phone], website: { url: site.url } }
  const annHit = { ...hit, screened: 'person' as const, screened_id: ann.id, screened_name: ann.name }
  const unlike = { ...tin('person'), registrations: [], people: [], hits: [annHit], screening: screening(hit.id), website: site }
  const alike = {
    people: [{ ...ann, titles: [], sources: [source] }],
    phone_numbers: [{ ...phone, contact_type: null, sources: [source] }],
  }
  for (const evidence of [unlike, { ...unlike, ...alike }])
    for (const { key, message } of filled(tasksOf({ products, submitted, evidence })))
      for (const secret of secrets) assert.not(message.includes(secret), `${key}: ${message}`)
})

test('a task names each source once, however many registrations rest on it', () => {
  const [task] = tasksOf({ evidence: both('active', 'active') }).filter(({ key }) => key === 'sos_active')
  assert.equal(task?.sources, [source])
})

test.run()
