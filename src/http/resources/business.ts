// A business as it leaves the service: the whole record, and the shorter item of lists.
import type { z } from 'zod'
import type { EvidenceFile } from '../../events/evidence-file.ts'
import { type MonitorType, monitorTypes } from '../../events/monitor.ts'
import { erased } from '../../events/personal-data.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { Business, BusinessItem, SubmittedAttribute } from '../records/business.ts'
import type { Document } from '../records/documents.ts'
import type { Address, Name, Person, Registration, Tin } from '../records/evidence.ts'
import type { Lien } from '../records/liens.ts'
import type { Monitor } from '../records/monitors.ts'
import type { PolicyResult, Review } from '../records/review.ts'
import { addressResource } from './address.ts'
import { orderResource, type RequesterNames } from './orders.ts'
import {
  adverseMediaOf,
  bankruptciesOf,
  certificationsOf,
  criminalRecordsOf,
  foundLiensOf,
  litigationsOf,
  politicallyExposedOf,
  withAssessments,
} from './product-records.ts'
import { profileResource } from './profiles.ts'
import { watchlistResource } from './watchlist.ts'
import { websiteItem, websiteResource } from './website.ts'

/** What stands in the record of a business and is kept by itself. */
export type Related = {
  readonly documents: readonly z.output<typeof Document>[]
  readonly liens: readonly z.output<typeof Lien>[]
  readonly monitor: z.output<typeof Monitor> | null
  readonly policyResults: readonly z.output<typeof PolicyResult>[]
  /** What the account may have its businesses monitored for. */
  readonly subscribable: readonly MonitorType[]
}

/** For a business as it was, of which only its own events are looked at. */
export const nothingRelated: Related = { documents: [], liens: [], monitor: null, policyResults: [], subscribable: monitorTypes }

export const businessResource = (
  business: BusinessDocument,
  names: RequesterNames,
  { documents, liens, monitor, policyResults, subscribable }: Related,
): z.output<typeof Business> => {
  const { file, submitted } = business
  return {
    object: 'business',
    id: business.id,
    external_id: business.external_id,
    unique_external_id: business.unique_external_id,
    name: business.name,
    status: business.status,
    tags: [...business.tags],
    requester: { ...submitted.requester, name: names.get(submitted.requester.id) ?? '', requested_at: business.created_at },
    assignee_id: business.assignee_id,
    supported_document_types: documentTypes(file),
    review: reviewResource(business),
    tin: tinResource(business),
    business_batch_id: business.business_batch_id,
    formation: formationOf(file),
    website: websiteResource(business),
    watchlist: watchlistResource(file),
    bankruptcies: bankruptciesOf({ file, businessId: business.id, personId: null }),
    certifications: certificationsOf({ file, businessId: business.id, personId: null }),
    documents: [...documents],
    liens: [...liens, ...foundLiensOf({ file, businessId: business.id, personId: null })],
    names: namesOf(business),
    addresses: addressesOf(business),
    people: peopleOf(business),
    phone_numbers: phonesOf(business),
    email_addresses: withAssessments(emailsOf(business) ?? [], { file, businessId: business.id }),
    profiles: Object.values(file.profiles).map(profileResource),
    registrations: Object.values(file.registrations).map((registration) => registrationResource(business.id, registration)),
    orders: business.orders.map((order) => orderResource(order, names)),
    industry_classification: industryOf(file),
    monitor,
    tax_exempt_organization: taxExemptOf(file),
    fmcsa_registrations: Object.values(file.carriers).map(({ id, dot_number, legal_name, dba_name, source, addresses }) => ({
      object: 'fmcsa_registration',
      id,
      dot_number,
      legal_name,
      dba_name,
      source,
      addresses: [...addresses],
    })),
    loans: loansOf(file),
    litigations: litigationsOf({ file, businessId: business.id, personId: null }),
    policy_results: [...policyResults],
    politically_exposed_person_screening: politicallyExposedOf(file),
    adverse_media_screening: adverseMediaOf(file),
    signal: null,
    submitted: submittedResource(business),
    subscription: null,
    subscription_availability: Object.fromEntries(
      monitorTypes.map((type) => [type, subscribable.includes(type) ? ('subscribable' as const) : ('account_unsubscribable' as const)]),
    ),
    created_at: business.created_at,
    updated_at: business.updated_at,
  }
}

export const businessItem = (business: BusinessDocument, names: RequesterNames): z.output<typeof BusinessItem> => ({
  object: 'business',
  id: business.id,
  external_id: business.external_id,
  unique_external_id: business.unique_external_id,
  name: business.name,
  status: business.status,
  tags: [...business.tags],
  review: reviewResource(business),
  assignee: null,
  website: websiteItem(business),
  orders: business.orders.map((order) => orderResource(order, names)),
  created_at: business.created_at,
  updated_at: business.updated_at,
})

export const reviewResource = ({ review }: BusinessDocument): z.output<typeof Review> | null =>
  review && {
    object: 'review',
    id: review.id,
    created_at: review.created_at,
    updated_at: review.updated_at,
    completed_at: review.completed_at,
    tasks: review.tasks as z.output<typeof Review>['tasks'],
    assignee: null,
  }

/** Documents can be asked for where a registration is known. */
const documentTypes = ({ registrations }: EvidenceFile): z.output<typeof Business>['supported_document_types'] =>
  Object.keys(registrations).length > 0 ? ['Articles of Incorporation', 'Certificate of Good Standing'] : []

/** An SSN is shown but for its last four digits. */
const masked = (digits: string): string => (digits === erased ? erased : `*****${digits.slice(-4)}`)

const shownTin = ({ tin, tin_type }: BusinessDocument['submitted']): string => (tin_type === 'ssn' ? masked(tin ?? '') : (tin ?? ''))

const tinResource = ({ id, submitted, file: { tin: check, tin_vouched: vouched } }: BusinessDocument): z.output<typeof Tin> | null => {
  if (submitted.tin === null) return null
  if (vouched)
    return {
      name: check?.name ?? null,
      mismatch: false,
      unknown: false,
      verified: vouched.verified,
      error: null,
      updated_at: vouched.at,
      issued: vouched.verified ? true : null,
      verified_by: vouched.verified ? vouched.by : null,
      business_id: id,
      tin: shownTin(submitted),
    }
  const outcome = check?.outcome
  return {
    name: check?.name ?? null,
    mismatch: outcome === 'mismatch',
    unknown: outcome === undefined || outcome === 'unknown' || outcome === 'unavailable',
    verified: outcome === undefined || outcome === 'unknown' || outcome === 'unavailable' ? null : outcome === 'found',
    error: outcome === 'unavailable' ? 'The tax authority could not be asked; it is asked again later.' : null,
    ...(check ? { updated_at: check.updated_at } : {}),
    issued: outcome === 'found' || outcome === 'mismatch' || outcome === 'person' ? true : null,
    verified_by: outcome === 'found' ? (check?.sources[0]?.type ?? null) : null,
    business_id: id,
    tin: shownTin(submitted),
  }
}

const formationOf = ({ formation }: EvidenceFile): z.output<typeof Business>['formation'] =>
  formation && {
    ...(formation.entity_type ? { entity_type: formation.entity_type } : {}),
    ...(formation.formation_date ? { formation_date: formation.formation_date } : {}),
    ...(formation.formation_state ? { formation_state: formation.formation_state } : {}),
    created_at: formation.created_at,
    updated_at: formation.updated_at,
    sources: [...formation.sources],
  }

const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The submitted name first, with the sources that carry it just so; then the other names found. */
const namesOf = ({ id, name, added, file }: BusinessDocument): z.output<typeof Name>[] => {
  const found = Object.values(file.names)
  const given = [...(name === '' ? [] : [{ id, name }]), ...added.names]
  const submitted = given.map((each) => {
    const same = found.find((other) => letters(other.name) === letters(each.name))
    return {
      object: 'name',
      id: each.id === id ? (same?.id ?? id) : each.id,
      name: each.name,
      submitted: true,
      type: same?.type ?? null,
      business_id: id,
      sources: [...(same?.sources ?? [])],
    }
  })
  const others = found
    .filter((each) => !given.some((other) => letters(other.name) === letters(each.name)))
    .map((each) => ({
      object: 'name',
      id: each.id,
      name: each.name,
      submitted: false,
      type: each.type,
      business_id: id,
      sources: [...each.sources],
    }))
  return [...submitted, ...others]
}

const addressesOf = ({ id, submitted, file, created_at, updated_at }: BusinessDocument): z.output<typeof Address>[] => [
  ...submitted.addresses.map((address) =>
    addressResource(address, { businessId: id, submitted: true, at: { created_at, updated_at }, assessment: file.assessments[address.id] }),
  ),
  ...Object.values(file.addresses).map((address) =>
    addressResource(address, {
      businessId: id,
      submitted: false,
      at: address,
      sources: address.sources,
      assessment: file.assessments[address.id],
    }),
  ),
]

const peopleOf = ({ id, submitted, file }: BusinessDocument): z.output<typeof Person>[] => {
  const person = (each: { id: string; name: string }, isSubmitted: boolean, titles: readonly string[]): z.output<typeof Person> => ({
    object: 'person',
    id: each.id,
    name: each.name,
    submitted: isSubmitted,
    business_id: id,
    titles: [...new Set(titles)].map((title) => ({ object: 'person_title', title })),
    people_bankruptcies: bankruptciesOf({ file, businessId: id, personId: each.id }),
    litigations: litigationsOf({ file, businessId: id, personId: each.id }),
    liens: foundLiensOf({ file, businessId: id, personId: each.id }),
    criminal_records: criminalRecordsOf({ file, businessId: id, personId: each.id }),
    sources: [...(file.people[each.id]?.sources ?? [])],
  })
  const given = new Set(submitted.people.map((each) => each.id))
  return [
    ...submitted.people.map((each) => person(each, true, [...(each.title ? [each.title] : []), ...(file.people[each.id]?.titles ?? [])])),
    ...Object.values(file.people)
      .filter((each) => !given.has(each.id))
      .map((each) => person(each, false, each.titles)),
  ]
}

const emailsOf = ({ id: business_id, added, file }: BusinessDocument): z.output<typeof Business>['email_addresses'] => [
  ...added.email_addresses.map(({ id, email }) => ({
    object: 'email_address' as const,
    id,
    email,
    submitted: true,
    sources: [],
    business_id,
  })),
  ...Object.values(file.email_addresses).map(({ id, email, sources }) => ({
    object: 'email_address' as const,
    id,
    email,
    submitted: false,
    sources: [...sources],
    business_id,
  })),
]

const phonesOf = ({ submitted, file }: BusinessDocument): z.output<typeof Business>['phone_numbers'] => [
  ...submitted.phone_numbers.map(({ number }) => ({
    object: 'phone_number' as const,
    number,
    contact_type: null,
    recommended: null,
  })),
  ...Object.values(file.phone_numbers).map(({ number, contact_type }) => ({
    object: 'phone_number' as const,
    number,
    contact_type,
    recommended: null,
  })),
]

export const registrationResource = (
  businessId: string,
  registration: EvidenceFile['registrations'][string],
): z.output<typeof Registration> => ({
  object: 'registration',
  id: registration.id,
  business_id: businessId,
  name: registration.name,
  status: registration.status,
  sub_status: registration.sub_status,
  status_details: registration.status_details,
  jurisdiction: registration.jurisdiction,
  entity_type: registration.entity_type,
  file_number: registration.file_number,
  addresses: registration.addresses.map(({ full_address }) => full_address),
  officers: registration.officers.map(({ name, titles }) => ({ name, roles: titles })),
  ...(registration.registered_agent
    ? { registered_agent: { name: registration.registered_agent.name, address: registration.registered_agent.address } }
    : {}),
  ...(registration.registration_date ? { registration_date: registration.registration_date } : {}),
  state: registration.state as z.output<typeof Registration>['state'],
  ...(registration.source_url ? { source: registration.source_url } : {}),
})

const industryOf = ({ industry, website }: EvidenceFile): z.output<typeof Business>['industry_classification'] =>
  industry && {
    object: 'industry_classification',
    id: industry.classification_id,
    status: 'completed',
    categories: industry.categories.map((category) => ({ ...category })),
    created_at: industry.created_at,
    completed_at: industry.updated_at,
    website: website && { status: website.status, parked: website.parked },
  }

const taxExemptOf = ({ tax_exempt: record }: EvidenceFile): z.output<typeof Business>['tax_exempt_organization'] =>
  record && {
    object: 'tax_exempt_organization',
    id: record.id,
    ein: record.ein,
    name: record.name,
    section: record.section,
    ruling_date: record.ruling_date,
    tax_period: record.tax_period,
    revoked_at: timestamp(record.revoked_at),
  }

const loansOf = ({ loans }: EvidenceFile): z.output<typeof Business>['loans'] =>
  Object.values(loans).map((loan) => ({
    object: 'loan',
    id: loan.id,
    issued_date: loan.issued_date,
    amount: loan.amount,
    lender: loan.lender,
    details: {
      naics_code: loan.naics_code ? { code: Number(loan.naics_code) } : null,
      non_profit: loan.non_profit,
      business_type: loan.business_type,
      jobs_reported: loan.jobs_reported,
    },
  }))

const submittedResource = ({ submitted, added, orders }: BusinessDocument): z.output<typeof SubmittedAttribute> => ({
  object: 'submitted',
  name: submitted.name,
  entity_type: null,
  addresses: submitted.addresses,
  orders: orders.map(({ product }) => ({ product })),
  people: submitted.people.map(({ ssn, ...person }) => ({ ...person, ssn: ssn === null ? null : masked(ssn) })),
  phone_numbers: submitted.phone_numbers.map(({ number }) => ({ phone_number: number })),
  email_addresses: [...submitted.people, ...added.email_addresses].flatMap(({ email }) => (email ? [{ email_address: email }] : [])),
  tags: submitted.tags,
  external_id: submitted.external_id,
  unique_external_id: submitted.unique_external_id,
  ...(submitted.tin === null ? {} : { tin: { tin: shownTin(submitted) } }),
  ...(submitted.website ? { website: submitted.website } : {}),
  assignee_id: null,
  names: [submitted.name, ...added.names.map(({ name }) => name)].filter(Boolean).map((name) => ({ name, name_type: null })),
  profiles: added.sources.map(({ url, type }) => ({ url, ...(type === null ? {} : { type }) })),
})

/** A published date as a timestamp; null when there is none, or none that can be read. */
const timestamp = (date: string | null): string | null => {
  const at = new Date(date ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
