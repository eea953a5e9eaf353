import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import type { Business } from '../../src/commands/business-state.ts'
import { differences, type Evidence, together } from '../../src/commands/findings.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import { catalogue, type EventType } from '../../src/events/catalogue.ts'
import { type EvidenceFile, emptyFile, fileAfter, isEvidence } from '../../src/events/evidence-file.ts'
import { samples } from '../events/samples.ts'
import { completed, created, order, placed, review, reviewed, source } from './businesses.ts'
import { given } from './given.ts'

const orderId = '0198c0de-0000-7000-8000-000000000002'
const id = '0198c0de-0000-7000-8000-0000000000f1'
const other = '0198c0de-0000-7000-8000-0000000000f2'

/** Through the schema and through JSON, as the log gives events back. */
const asRead = ({ type, data }: BusinessEvent): BusinessEvent =>
  ({ type, data: JSON.parse(JSON.stringify(catalogue[type].parse(data))) }) as BusinessEvent

const fileOf = (evidence: Evidence, before: EvidenceFile = emptyFile): EvidenceFile =>
  differences(before, evidence, orderId)
    .map(asRead)
    .reduce((file, event) => (isEvidence(event) ? fileAfter(file, event, '2026-11-21T09:30:00.000Z') : file), before)

const typesOf = (file: EvidenceFile, evidence: Evidence) => differences(file, evidence, orderId).map(({ type }) => type)

const name = { id, name: 'ACME LLC', type: 'legal' as const, sources: [source] }
const registration = {
  id,
  name: 'ACME LLC',
  name_type: 'legal' as const,
  match: { score: 1, explanation: 'the same name' },
  status: 'active' as 'active' | 'inactive',
  sub_status: null,
  status_details: null,
  jurisdiction: 'DOMESTIC' as const,
  entity_type: 'LLC' as const,
  file_number: '1',
  registration_date: null,
  state: 'OR',
  addresses: [],
  officers: [{ id: other, name: 'Ann Doe', titles: ['Manager'] }],
  registered_agent: null,
  source_url: null,
  history: [],
  sources: [source],
}
const person = { id: other, name: 'Ann Doe', titles: ['Manager'], sources: [source] }
const tin = { outcome: 'found' as const, name: null, attempt: 1, sources: [source] }

const everything: Evidence = {
  names: [name],
  registrations: [registration],
  people: [person],
  tin,
  formation: { entity_type: 'LLC', formation_date: null, formation_state: null, sources: [] },
}

/** For each facet the event that tells what was found, the field that holds it there, and the event that tells that it is gone. */
const facets: readonly (readonly [facet: keyof Evidence, found: EventType, as: string | null, gone: EventType | null])[] = [
  ['names', 'NameFound', 'name', 'NameGone'],
  ['addresses', 'AddressFound', 'address', 'AddressGone'],
  ['assessments', 'AddressAssessed', 'assessment', null],
  ['name_comparisons', 'NameCompared', 'comparison', null],
  ['registrations', 'RegistrationFound', 'registration', null],
  ['people', 'PersonFound', 'person', 'PersonGone'],
  ['phone_numbers', 'PhoneNumberFound', 'phone_number', null],
  ['email_addresses', 'EmailAddressFound', 'email_address', null],
  ['formation', 'FormationEstablished', null, null],
  ['hits', 'WatchlistHitFound', 'hit', 'WatchlistHitGone'],
  ['screening', 'WatchlistScreened', null, null],
  ['tin', 'TinChecked', null, 'TinCheckGone'],
  ['tax_exempt', 'TaxExemptRecordFound', 'record', 'TaxExemptRecordGone'],
  ['carriers', 'MotorCarrierFound', 'carrier', 'MotorCarrierGone'],
  ['loans', 'LoanFound', 'loan', 'LoanGone'],
  ['industry', 'IndustryClassified', null, null],
  ['website', 'WebsiteAnalysed', null, 'WebsiteGone'],
  ['profiles', 'ProfileFound', 'profile', 'ProfileGone'],
  ['documents', 'DocumentReceived', 'document', null],
  ['searches', 'ProductSearched', 'search', null],
  ['product_records', 'ProductRecordFound', 'record', null],
  ['email_assessments', 'EmailAddressAssessed', 'assessment', null],
]
const single: readonly string[] = ['formation', 'screening', 'tin', 'tax_exempt', 'industry', 'website']

for (const [facet, found, as, gone] of facets)
  test(`${facet} that are found, found again, and not there any more are told as they are kept`, () => {
    const { order_id, sources, ...data } = (samples[found].at(-1)?.data ?? {}) as { readonly [field: string]: unknown }
    const fact = { ...((as ? data[as] : data) as object), sources }
    const evidence = { [facet]: single.includes(facet) ? fact : [fact] } as Evidence
    assert.equal(differences(emptyFile, evidence, order_id as string), [{ type: found, data: { order_id, sources, ...data } }])
    const file = fileOf(evidence)
    assert.equal(typesOf(file, evidence), [])
    assert.equal(typesOf(file, { [facet]: single.includes(facet) ? null : [] } as Evidence), gone ? [gone] : [])
  })

test('what is found for the first time is told, with the order it was found for', () => {
  const [event] = differences(emptyFile, { names: [name] }, orderId)
  assert.equal(event, {
    type: 'NameFound',
    data: { order_id: orderId, sources: [source], name: { id, name: 'ACME LLC', type: 'legal' } },
  })
})

test('the same findings again are no difference', () => {
  assert.equal(typesOf(emptyFile, everything), ['NameFound', 'RegistrationFound', 'PersonFound', 'FormationEstablished', 'TinChecked'])
  assert.equal(typesOf(fileOf(everything), everything), [])
})

test('a newer release of the same data set is no difference', () => {
  const newer = { ...source, id: other, metadata: { ...source.metadata, version: '2' } }
  assert.equal(typesOf(fileOf({ names: [name], tin }), { names: [{ ...name, sources: [newer] }], tin: { ...tin, sources: [newer] } }), [])
})

test('what was not looked at stays; what was looked at and is not there any more is gone', () => {
  const file = fileOf(everything)
  assert.equal(typesOf(file, {}), [])
  assert.equal(typesOf(file, { names: [], people: [] }), ['NameGone', 'PersonGone'])
  assert.equal(fileOf({ names: [], people: [] }, file).names, {})
})

test('a registration that is not there any more stays on file', () => assert.equal(typesOf(fileOf(everything), { registrations: [] }), []))

test('a changed registration is told with the plain fields as they were', () => {
  const [event, ...more] = differences(fileOf(everything), { registrations: [{ ...registration, status: 'inactive' }] }, null)
  assert.equal(more, [])
  assert.is(event?.type, 'RegistrationChanged')
  assert.equal(event?.type === 'RegistrationChanged' && event.data.previous_attributes, { status: 'active' })
  assert.is(event?.type === 'RegistrationChanged' && event.data.order_id, null)
})

test('a single fact that differs is told anew', () => {
  assert.equal(typesOf(fileOf(everything), { tin: { ...tin, outcome: 'mismatch', name: 'OTHER' } }), ['TinChecked'])
})

test('a name that comes and goes and comes again is told each time', () => {
  const gone = fileOf({ names: [] }, fileOf({ names: [name] }))
  assert.equal(typesOf(gone, { names: [name] }), ['NameFound'])
})

test('a fact keeps the time of its first finding', () => {
  const event = (at: string, file: EvidenceFile, evidence: Evidence) =>
    differences(file, evidence, null).reduce((after, each) => (isEvidence(each) ? fileAfter(after, each, at) : after), file)
  const file = event('2026-01-02T00:00:00.000Z', event('2026-01-01T00:00:00.000Z', emptyFile, { tin }), { tin: { ...tin, attempt: 2 } })
  assert.is(file.tin?.created_at, '2026-01-01T00:00:00.000Z')
  assert.is(file.tin?.updated_at, '2026-01-02T00:00:00.000Z')
})

test('a record of a search that differs is a change that names the fields, and not what they were', () => {
  const lien = (status: string) => ({
    id,
    kind: 'lien',
    product: 'liens',
    person_id: null,
    subject_id: id,
    content: { file_number: '7', status },
    sources: [source],
  })
  const file = fileOf({ product_records: [lien('open')] })
  assert.equal(typesOf(file, { product_records: [lien('open')] }), [])
  const [changed] = differences(file, { product_records: [lien('closed')] }, null)
  assert.ok(changed?.type === 'ProductRecordChanged')
  assert.equal([changed.data.changed, changed.data.record.content], [['status'], { file_number: '7', status: 'closed' }])
})

test('what several looks tell is told once, and no look hides what another found', () => {
  const phone = { id, number: '503-555-0100', contact_type: 'business', sources: [source] }
  const all = together([{ phone_numbers: [phone] }, { names: [name], phone_numbers: [phone, { ...phone, id: other }] }, {}])
  assert.equal(
    all.phone_numbers?.map((each) => each.id),
    [id, other],
  )
  assert.equal([all.names?.length, all.email_addresses], [1, undefined])
})

test('a fact that a newer version says as it is on file gets the newer source, and nobody is told', () => {
  const inVersion = (version: string, kind?: string) => ({
    ...source,
    metadata: { ...source.metadata, version, ...(kind ? { kind } : {}) },
  })
  const evidence = (version: string, kind?: string): Evidence => ({
    registrations: [{ ...registration, sources: [inVersion(version, kind)] }],
  })
  const verify = order('business_verification_verify')
  const on = (first: Evidence) => [
    created(),
    placed(verify),
    ...differences(emptyFile, first, verify.order_id),
    completed(verify),
    reviewed,
  ]
  const record = (evidence: Evidence) => ({ type: 'RecordEvidence', evidence, review }) as const

  const began = on(evidence('1', 'or_sos'))
  given(business, began)
    .when(record(evidence('1', 'or_sos')))
    .then([])
  const after = [...began, ...business.decide(record(evidence('2', 'or_sos')), stateOf(began))]
  assert.equal(
    after.slice(began.length).map(({ type }) => type),
    ['EvidenceConfirmed', 'ReviewRenewed'],
  )
  const { file, review: renewed } = stateOf(after)
  const task = renewed?.tasks.find(({ key }) => key === 'sos_active')
  assert.equal([task?.sources[0]?.metadata.version, file.registrations[id]?.sources[0]?.metadata.version], ['2', '2'])
  // What was asked of a website or a vendor is newer each time.
  given(business, on(evidence('1')))
    .when(record(evidence('2')))
    .then([])
})

const stateOf = (events: readonly BusinessEvent[]) => events.reduce(business.evolve, business.initial) as Business

test.run()
