// Response records (business): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { businessStatuses } from '../../events/business-status.ts'
import { AnyObject, Timestamp, User } from './common.ts'
import { Document } from './documents.ts'
import {
  Address,
  Certification,
  EmailAddress,
  FmcsaRegistration,
  Formation,
  IndustryClassification,
  Loan,
  Name,
  Person,
  PhoneNumber,
  PossibleRegistration,
  Registration,
  TaxExemptOrganization,
  Tin,
  Watchlist,
} from './evidence.ts'
import { LeiRecord } from './lei.ts'
import { Lien } from './liens.ts'
import { Monitor } from './monitors.ts'
import { Order } from './orders.ts'
import { Profile } from './profiles.ts'
import { PolicyResult, Review } from './review.ts'
import { AdverseMediaScreening, Bankruptcy, Litigation, PoliticallyExposedPersonScreening } from './screenings.ts'
import { Signal } from './signals.ts'
import { Website } from './website.ts'

const Availability = z.enum(['subscribable', 'account_unsubscribable'])

export const BusinessSubscriptionAvailability = z
  .object({
    bankruptcy: Availability,
    certification: Availability,
    registration: Availability,
    tin: Availability,
    watchlist_result: Availability,
    lien: Availability,
    lei: Availability,
  })
  .meta({ id: 'BusinessSubscriptionAvailability' })

export const Requester = z
  .object({
    id: z.uuid(),
    type: z.enum(['account', 'user']),
    name: z.string(),
    requested_at: Timestamp,
  })
  .meta({ id: 'Requester' })

export const SubmittedAttributeOrdersItem = z
  .object({
    product: z.string(),
  })
  .meta({ id: 'SubmittedAttributeOrdersItem' })

export const SubmittedAttribute = z
  .object({
    object: z.string(),
    name: z.string(),
    entity_type: z.string().nullable(),
    addresses: z.array(AnyObject),
    orders: z.array(SubmittedAttributeOrdersItem),
    people: z.array(AnyObject),
    phone_numbers: z.array(AnyObject),
    email_addresses: z.array(AnyObject),
    tags: z.array(z.string()),
    external_id: z.string().nullable(),
    unique_external_id: z.string().nullable(),
    tin: AnyObject.optional(),
    website: AnyObject.optional(),
    assignee_id: z.string().nullable(),
    formation: AnyObject.optional(),
    lei: z.string().optional(),
    names: z.array(AnyObject),
    profiles: z.array(AnyObject),
  })
  .meta({ id: 'SubmittedAttribute' })

export const Subscription = z
  .object({
    object: z.string(),
    id: z.uuid(),
  })
  .meta({ id: 'Subscription' })

/** The fields of both the record and the list item. */
const overview = {
  object: z.string(),
  id: z.uuid(),
  external_id: z.string().nullable(),
  unique_external_id: z.string().nullable(),
  name: z.string(),
  status: z.enum(businessStatuses),
  tags: z.array(z.string()),
}

const times = { created_at: Timestamp, updated_at: Timestamp }

/** The record as it is without `fields`. */
export const WholeBusiness = z.object({
  ...overview,
  requester: Requester,
  assignee_id: z.uuid().nullable(),
  supported_document_types: z.array(z.enum(['Articles of Incorporation', 'Certificate of Good Standing'])),
  review: Review.nullable(),
  tin: Tin.nullable(),
  business_batch_id: z.uuid().nullable(),
  formation: Formation.nullable(),
  lei: z.string().nullable().meta({ description: 'The legal entity identifier, submitted or found.' }),
  lei_record: LeiRecord.nullable(),
  website: Website.nullable(),
  watchlist: Watchlist.nullable(),
  bankruptcies: z.array(Bankruptcy),
  certifications: z.array(Certification),
  documents: z.array(Document),
  liens: z.array(Lien),
  names: z.array(Name),
  addresses: z.array(Address),
  people: z.array(Person),
  phone_numbers: z.array(PhoneNumber),
  email_addresses: z.array(EmailAddress),
  profiles: z.array(Profile),
  registrations: z.array(Registration),
  possible_registrations: z.array(PossibleRegistration),
  orders: z.array(Order),
  industry_classification: IndustryClassification.nullable(),
  monitor: Monitor.nullable(),
  tax_exempt_organization: TaxExemptOrganization.nullable(),
  fmcsa_registrations: z.array(FmcsaRegistration),
  loans: z.array(Loan),
  litigations: z.array(Litigation),
  policy_results: z.array(PolicyResult),
  politically_exposed_person_screening: PoliticallyExposedPersonScreening.nullable(),
  adverse_media_screening: AdverseMediaScreening.nullable(),
  signal: Signal.nullable(),
  submitted: SubmittedAttribute,
  subscription: Subscription.nullable(),
  subscription_availability: BusinessSubscriptionAvailability,
  ...times,
})

/** The members that every answer has, whatever `fields` selects. */
const always = { object: true, id: true, name: true, status: true, created_at: true, updated_at: true } as const

export const Business = z.object({ ...WholeBusiness.partial().shape, ...WholeBusiness.pick(always).shape }).meta({ id: 'Business' })

export const BusinessItemWebsite = z
  .object({
    object: z.string(),
    id: z.uuid(),
    url: z.string(),
    title: z.string().nullable(),
    description: z.string().nullable(),
  })
  .meta({ id: 'BusinessItemWebsite' })

/** A list item as it is without `fields` and `expand[]`. */
export const WholeBusinessItem = z.object({
  ...overview,
  review: Review.nullable(),
  assignee: User.nullable(),
  website: BusinessItemWebsite.nullable(),
  orders: z.array(Order),
  ...times,
})

/** Of the record alone: a list item has them where the client expands them. */
const expansions = WholeBusiness.omit({
  object: true,
  id: true,
  external_id: true,
  unique_external_id: true,
  name: true,
  status: true,
  tags: true,
  review: true,
  website: true,
  orders: true,
  created_at: true,
  updated_at: true,
})

export const expandable = expansions.keyof().options

export const BusinessItem = z
  .object({ ...WholeBusinessItem.partial().shape, ...WholeBusinessItem.pick(always).shape, ...expansions.partial().shape })
  .meta({ id: 'BusinessItem' })
