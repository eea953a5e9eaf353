// Response records (business): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
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

const Availability = z.enum(['subscribable', 'account_unsubscribable']).nullish()

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
    product: z.string().nullish(),
  })
  .meta({ id: 'SubmittedAttributeOrdersItem' })

export const SubmittedAttribute = z
  .object({
    object: z.string(),
    name: z.string(),
    entity_type: z.string().nullish(),
    addresses: z.array(AnyObject).nullish(),
    orders: z.array(SubmittedAttributeOrdersItem).nullish(),
    people: z.array(AnyObject).nullish(),
    phone_numbers: z.array(AnyObject).nullish(),
    email_addresses: z.array(AnyObject).nullish(),
    tags: z.array(z.string()).nullish(),
    external_id: z.string().nullish(),
    unique_external_id: z.string().nullish(),
    tin: AnyObject.nullish(),
    website: AnyObject.nullish(),
    assignee_id: z.string().nullish(),
    formation: AnyObject.nullish(),
    lei: z.string().nullish(),
    names: z.array(AnyObject).nullish(),
    profiles: z.array(AnyObject).nullish(),
  })
  .meta({ id: 'SubmittedAttribute' })

export const Subscription = z
  .object({
    object: z.string().nullish(),
    id: z.uuid().nullish(),
  })
  .meta({ id: 'Subscription' })

/** The fields of both the record and the list item. */
const overview = {
  object: z.string(),
  id: z.uuid(),
  external_id: z.string().nullish(),
  unique_external_id: z.string().nullish(),
  name: z.string(),
  status: z.enum(['open', 'pending', 'in_audit', 'in_review', 'approved', 'rejected']),
  tags: z.array(z.string()).nullish(),
}

const times = { created_at: Timestamp, updated_at: Timestamp }

export const Business = z
  .object({
    ...overview,
    requester: Requester.nullish(),
    assignee_id: z.uuid().nullish(),
    supported_document_types: z.array(z.enum(['Articles of Incorporation', 'Certificate of Good Standing'])).nullish(),
    review: Review.nullish(),
    tin: Tin.nullish(),
    business_batch_id: z.uuid().nullish(),
    formation: Formation.nullish(),
    lei: z.string().nullish().meta({ description: 'The legal entity identifier, submitted or found.' }),
    lei_record: LeiRecord.nullish(),
    website: Website.nullish(),
    watchlist: Watchlist.nullish(),
    bankruptcies: z.array(Bankruptcy).nullish(),
    certifications: z.array(Certification).nullish(),
    documents: z.array(Document).nullish(),
    liens: z.array(Lien).nullish(),
    names: z.array(Name).nullish(),
    addresses: z.array(Address).nullish(),
    people: z.array(Person).nullish(),
    phone_numbers: z.array(PhoneNumber).nullish(),
    email_addresses: z.array(EmailAddress).nullish(),
    profiles: z.array(Profile).nullish(),
    registrations: z.array(Registration).nullish(),
    possible_registrations: z.array(PossibleRegistration).nullish(),
    orders: z.array(Order).nullish(),
    industry_classification: IndustryClassification.nullish(),
    monitor: Monitor.nullish(),
    tax_exempt_organization: TaxExemptOrganization.nullish(),
    fmcsa_registrations: z.array(FmcsaRegistration).nullish(),
    loans: z.array(Loan).nullish(),
    litigations: z.array(Litigation).nullish(),
    policy_results: z.array(PolicyResult).nullish(),
    politically_exposed_person_screening: PoliticallyExposedPersonScreening.nullish(),
    adverse_media_screening: AdverseMediaScreening.nullish(),
    signal: Signal.nullish(),
    submitted: SubmittedAttribute.nullish(),
    subscription: Subscription.nullish(),
    subscription_availability: BusinessSubscriptionAvailability.nullish(),
    ...times,
  })
  .meta({ id: 'Business' })

export const BusinessItemWebsite = z
  .object({
    object: z.string().nullish(),
    id: z.uuid().nullish(),
    url: z.string().nullish(),
    title: z.string().nullish(),
    description: z.string().nullish(),
  })
  .meta({ id: 'BusinessItemWebsite' })

const item = {
  ...overview,
  review: Review.nullish(),
  assignee: User.nullish(),
  website: BusinessItemWebsite.nullish(),
  orders: z.array(Order).nullish(),
  ...times,
}

/** Of the record alone: a list item has them where the client expands them. */
const expansions = Business.omit({
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

export const BusinessItem = z.object({ ...item, ...expansions.partial().shape }).meta({ id: 'BusinessItem' })
