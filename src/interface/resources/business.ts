// A business in responses: the whole record, and the shorter list item.
import type { z } from 'zod'
import { masked, shownTin } from '../../commands/shown-tin.ts'
import type { BusinessStatus, CaseStatus } from '../../events/business-status.ts'
import type { EvidenceFile } from '../../events/evidence-file.ts'
import { type MonitorType, monitorTypes } from '../../events/monitor.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { UserDocument } from '../../projections/users.ts'
import type { BusinessSubscriptionAvailability, SubmittedAttribute, WholeBusiness, WholeBusinessItem } from '../records/business.ts'
import type { Document } from '../records/documents.ts'
import type { Lien } from '../records/liens.ts'
import type { Monitor } from '../records/monitors.ts'
import type { PolicyResult, Review } from '../records/review.ts'
import type { Signal } from '../records/signals.ts'
import { addressesOf, namesOf, phonesOf } from './contacts.ts'
import { emailsOf } from './emails.ts'
import { leiRecordOf } from './lei.ts'
import { orderResource, type RequesterNames } from './orders.ts'
import { peopleOf } from './people.ts'
import {
  adverseMediaOf,
  allLiens,
  bankruptciesOf,
  certificationsOf,
  foundLiensOf,
  litigationsOf,
  politicallyExposedOf,
} from './product-records.ts'
import { profileResource } from './profiles.ts'
import { carriersOf, industryOf, loansOf, taxExemptOf } from './public-records.ts'
import { formationOf, possibleRegistration, registrationResource } from './registrations.ts'
import { tinResource } from './tin.ts'
import { userResource } from './users.ts'
import { watchlistResource } from './watchlist.ts'
import { websiteItem, websiteResource } from './website.ts'

/** What the record shows from other collections. */
export type Related = {
  readonly documents: readonly z.output<typeof Document>[]
  readonly liens: readonly z.output<typeof Lien>[]
  readonly monitor: z.output<typeof Monitor> | null
  /** The latest of the signals with the same external id. */
  readonly signal: z.output<typeof Signal> | null
  readonly assignee: UserDocument | null
  readonly policyResults: readonly z.output<typeof PolicyResult>[]
  /** The monitor types that the account may use. */
  readonly subscribable: readonly MonitorType[]
}

/** For a business at a moment in the past, which uses only its own events. */
export const nothingRelated: Related = {
  documents: [],
  liens: [],
  monitor: null,
  signal: null,
  assignee: null,
  policyResults: [],
  subscribable: monitorTypes,
}

export const businessResource = (
  business: BusinessDocument,
  names: RequesterNames,
  { documents, liens, monitor, signal, assignee, policyResults, subscribable }: Related,
): z.output<typeof WholeBusiness> => {
  const { file, submitted } = business
  // Spread into so large an object, they would have it grow member by member.
  const { object, id, external_id, unique_external_id, name, status, tags } = overviewOf(business)
  return {
    object,
    id,
    external_id,
    unique_external_id,
    name,
    status,
    tags,
    requester: { ...submitted.requester, name: names.get(submitted.requester.id) ?? '', requested_at: business.created_at },
    assignee_id: business.assignee_id,
    supported_document_types: documentTypes(file),
    review: reviewResource(business, assignee),
    tin: tinResource(business),
    business_batch_id: business.business_batch_id,
    formation: formationOf(file),
    lei: submitted.lei ?? Object.values(file.lei_records)[0]?.lei ?? null,
    lei_record: leiRecordOf(business.id, file),
    website: websiteResource(business),
    watchlist: watchlistResource({ file, people: submitted.people }, names),
    bankruptcies: bankruptciesOf({ file, businessId: business.id, personId: null }),
    certifications: certificationsOf({ file, businessId: business.id, personId: null }),
    documents: [...documents],
    liens: allLiens(liens, foundLiensOf({ file, businessId: business.id, personId: null })),
    names: namesOf(business),
    addresses: addressesOf(business),
    people: peopleOf(business),
    phone_numbers: phonesOf(business),
    email_addresses: emailsOf(business),
    profiles: Object.values(file.profiles).map(profileResource),
    registrations: Object.values(file.registrations).map((registration) => registrationResource(business.id, registration)),
    possible_registrations: Object.values(file.possible_matches).map(possibleRegistration),
    orders: business.orders.map((order) => orderResource(order, names)),
    industry_classification: industryOf(file),
    monitor,
    tax_exempt_organization: taxExemptOf(file),
    fmcsa_registrations: carriersOf(file),
    loans: loansOf(file),
    litigations: litigationsOf({ file, businessId: business.id, personId: null }),
    policy_results: [...policyResults],
    politically_exposed_person_screening: politicallyExposedOf(file),
    adverse_media_screening: adverseMediaOf(file),
    signal,
    submitted: submittedResource(business),
    subscription: subscriptionOf(monitor),
    subscription_availability: availabilityOf(subscribable),
    ...timesOf(business),
  }
}

export const subscriptionOf = (monitor: Related['monitor']) => monitor && { object: 'subscription' as const, id: monitor.id }

export const availabilityOf = (subscribable: Related['subscribable']) =>
  // `fromEntries` does not know that each type is among the keys.
  Object.fromEntries(
    monitorTypes.map((type) => [type, subscribable.includes(type) ? 'subscribable' : 'account_unsubscribable']),
  ) as z.output<typeof BusinessSubscriptionAvailability>

export const businessItem = (
  business: BusinessDocument,
  names: RequesterNames,
  assignee: UserDocument | null,
): z.output<typeof WholeBusinessItem> => ({
  ...overviewOf(business),
  review: reviewResource(business, assignee),
  assignee: assignee && userResource(assignee),
  website: websiteItem(business),
  orders: business.orders.map((order) => orderResource(order, names)),
  ...timesOf(business),
})

/** Clients know no status for a case that was erased before anybody decided. It takes no decision, and is in no list of cases in review. */
export const shownStatus = (status: CaseStatus): BusinessStatus => (status === 'erased' ? 'in_review' : status)

/** The fields of both the record and the list item. */
const overviewOf = ({ id, external_id, unique_external_id, name, status, tags }: BusinessDocument) => ({
  object: 'business',
  id,
  external_id,
  unique_external_id,
  name,
  status: shownStatus(status),
  tags: [...tags],
})

const timesOf = ({ created_at, updated_at }: Pick<BusinessDocument, 'created_at' | 'updated_at'>) => ({ created_at, updated_at })

export const reviewResource = ({ review }: BusinessDocument, assignee: UserDocument | null): z.output<typeof Review> | null =>
  review && {
    object: 'review',
    id: review.id,
    ...timesOf(review),
    completed_at: review.completed_at,
    tasks: review.tasks as z.output<typeof Review>['tasks'],
    assignee: assignee && userResource(assignee),
  }

/** Documents can be ordered for known registrations. */
const documentTypes = ({ registrations }: EvidenceFile): z.output<typeof WholeBusiness>['supported_document_types'] =>
  Object.keys(registrations).length > 0 ? ['Articles of Incorporation', 'Certificate of Good Standing'] : []

const submittedResource = ({ submitted, added, orders, assignee_id }: BusinessDocument): z.output<typeof SubmittedAttribute> => ({
  object: 'submitted',
  name: submitted.name,
  entity_type: submitted.formation?.entity_type ?? null,
  addresses: submitted.addresses,
  orders: orders.map(({ product }) => ({ product })),
  people: submitted.people.map(({ ssn, ...person }) => ({ ...person, ssn: ssn === null ? null : masked(ssn) })),
  phone_numbers: submitted.phone_numbers.map(({ number }) => ({ phone_number: number })),
  email_addresses: [
    ...new Map(
      [...submitted.people, ...added.email_addresses].flatMap(({ email }) =>
        email ? [[email.toLowerCase(), { email_address: email }]] : [],
      ),
    ).values(),
  ],
  tags: submitted.tags,
  external_id: submitted.external_id,
  unique_external_id: submitted.unique_external_id,
  ...(submitted.tin === null ? {} : { tin: { tin: shownTin(submitted) } }),
  ...(submitted.website ? { website: submitted.website } : {}),
  assignee_id,
  ...(submitted.formation ? { formation: submitted.formation } : {}),
  ...(submitted.lei ? { lei: submitted.lei } : {}),
  names: [{ name: submitted.name, type: null }, ...added.names]
    .filter(({ name }) => name !== '')
    .map(({ name, type = null }) => ({ name, name_type: type })),
  profiles: added.sources.map(({ url, type }) => ({ url, ...(type === null ? {} : { type }) })),
})
