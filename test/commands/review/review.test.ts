// A review as a whole, and the rows of the table of outcomes (records.md, section 5) about TINs, watchlists, formation, industry and phone numbers.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Evidence } from '../../../src/commands/findings.ts'
import type { BusinessEvent } from '../../../src/events/business.ts'
import { samples } from '../../events/samples.ts'
import { filled } from '../../filled.ts'
import { source } from '../businesses.ts'
import {
  address,
  assessment,
  category,
  compared,
  formation,
  hit,
  industry,
  person,
  registration,
  type Scene,
  screening,
  tasksOf,
} from '../evidence.ts'
import { both, type Row, registeredAs, testRows, tin, withTin } from './rows.ts'

const unList = { ...screening().lists[0]!, abbr: 'UN', version: '7', country: 'UN' }
const vouched = (verified: boolean): BusinessEvent => ({ type: 'TinVouched', data: { action_id: randomUUID(), verified, by: 'user' } })
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

const rows: readonly Row[] = [
  { task: ['tin', 'tin', 'TIN Match', 'success', 'Found'], ...withTin, evidence: tin('found') },
  { task: ['tin', 'tin', 'TIN Match', 'warning', 'Warning'], ...withTin, evidence: tin('person') },
  { task: ['tin', 'tin', 'TIN Match', 'failure', 'Mismatch'], ...withTin, evidence: tin('mismatch') },
  {
    task: ['tin', 'tin', 'TIN Match', 'success', 'Found'],
    ...withTin,
    evidence: { tin: { ...tin('found').tin, sources: [{ ...source, type: 'registration' }] } },
    says: 'The state registry has this name with this number.',
  },
  {
    task: ['tin', 'tin', 'TIN Match', 'success', 'Found'],
    ...withTin,
    submitted: { ...withTin.submitted, people: [person] },
    evidence: { tin: { ...tin('found').tin, name: person.name } },
    says: 'The tax authority has the name of a submitted person with this number.',
  },
  { task: ['tin', 'tin', 'TIN Match', 'failure', 'Not Found'], ...withTin, evidence: tin('not_found') },
  { task: ['tin', 'tin', 'TIN Match', 'neutral', 'Unknown'], ...withTin, evidence: tin('unknown') },
  { task: ['tin', 'tin', 'TIN Match', 'success', 'Found'], ...withTin, evidence: tin('mismatch'), acted: [vouched(true)] },
  { task: ['tin', 'tin', 'TIN Match', 'failure', 'Not Found'], ...withTin, evidence: tin('found'), acted: [vouched(false)] },
  { task: ['tin', 'tin_error', 'TIN Error', 'warning', 'Unavailable'], ...withTin, evidence: tin('unavailable') },
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
  // A year of 365 days is a whole year.
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
testRows(test, rows)

test('a task lists the sources that it rests on', () => {
  const tasks = tasksOf({
    evidence: { ...registeredAs('ACME WIDGETS LLC'), assessments: [compared('verified')], hits: [hit], screening: screening(hit.id) },
  })
  for (const key of ['name', 'address_verification', 'sos_domestic', 'sos_active', 'watchlist'])
    assert.equal(tasks.find((each) => each.key === key)?.sources, [source], key)
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

test.run()
