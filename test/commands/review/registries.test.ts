// What a review says of names, registrations and people: the rows of the table of outcomes (records.md, section 5), and the sources that they rest on.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Evidence } from '../../../src/commands/findings.ts'
import { registrySearch } from '../../../src/events/evidence-file.ts'
import { source } from '../businesses.ts'
import { address, elsewhere, person, registration, tasksOf } from '../evidence.ts'
import { both, type Row, registeredAs, registryOf, searchedBy, searchedIn, testRows, tin, withTin } from './rows.ts'

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
const lately = { coverage: 'lately filed' }

const rows: readonly Row[] = [
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
    task: ['name', 'name', 'Business Name', 'warning', 'Similar Match'],
    evidence: { possible_matches: [possibleMatch(0.8)] },
    says: 'A possible match, not counted, is "ACME WIDGET LLC" (OR 2): compared; nothing else agrees.',
  },
  {
    task: ['name', 'name', 'Business Name', 'warning', 'Similar Match'],
    evidence: { possible_matches: [possibleMatch(0.3), { ...possibleMatch(0.8), id: randomUUID(), file_number: '3' }] },
    says: 'A possible match, not counted, is "ACME WIDGET LLC" (OR 3): compared; nothing else agrees. A possible match, not counted, is "ACME WIDGET LLC" (OR 2): compared; nothing else agrees.',
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
    says: '1 of 1 registration of unknown status: OR 1. OR 1: No longer in Oregon, version 2; last seen in version 1.',
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
    says: '1 of 1 registration active: OR 1. OR 1 changed since version 1, as version 2 says: name, officers. It was "ACME WIDGET INC" and is "ACME WIDGETS LLC".',
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
    says: 'Oregon was not searched: no data of its registry is loaded. 0 of 1 submitted person found on a filing.',
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
    says: '1 of 1 registration of unknown status: OR 1 (Registered on 2019-03-04, status not in this source).',
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
    says: '1 of 1 submitted person found on a filing: 1 as manager.',
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
  {
    task: ['people', 'person_verification', 'People', 'success', 'Verified'],
    submitted: { people: [{ ...person, name: 'Jennifer Plidel' }] },
    evidence: { people: [{ id: person.id, name: 'JENNIFER LIDEL', titles: ['Manager'], sources: [source] }] },
    says: '1 of 1 submitted person found on a filing: 1 as manager. The name of 1 of them is spelt otherwise there: compare.',
  },
  { task: ['people', 'person_verification', 'People', 'failure', 'Unverified'], evidence: { people: [] } },
  {
    task: ['people', 'person_verification', 'People', 'failure', 'Unverified'],
    submitted: { people: [person, { ...person, id: address.id, name: 'Bob Roe' }] },
    evidence: { people: [{ id: person.id, name: 'DOE, ANN', titles: [], sources: [source] }] },
    says: '1 of 2 submitted people found on a filing: 1 in no named role.',
  },
]
testRows(test, rows)

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

test('a task names each source once, however many registrations rest on it', () => {
  const [task] = tasksOf({ evidence: both('active', 'active') }).filter(({ key }) => key === 'sos_active')
  assert.equal(task?.sources, [source])
})

test.run()
