// Response records (evidence): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { indicatorNames, indicatorTypes } from '../../commands/address-rating.ts'
import { addressRisks } from '../../events/business-actions.ts'
import { IndustryCategory } from '../../events/business-evidence.ts'
import { entityTypes } from '../../events/entity-types.ts'
import { ActionActor } from './actions.ts'
import { AnyObject, addressParts, DateOnly, Source, State, Timestamp } from './common.ts'
import { Lien } from './liens.ts'
import { CriminalHistoryRecord, Litigation } from './screenings.ts'

export const AddressDeliverabilityAnalysis = z
  .object({
    message: z.string(),
    sub_type: z.enum(['Deliverable', 'Undeliverable', 'Unknown']),
    sub_key: z.enum(['deliverable', 'undeliverable', 'unknown']),
  })
  .meta({ id: 'AddressDeliverabilityAnalysis' })

export const AddressIndicator = z
  .object({
    type: z.enum(indicatorTypes),
    name: z.enum(indicatorNames),
    rating: z.enum(['positive', 'negative', 'neutral']),
    value: z.string(),
    description: z.string(),
  })
  .meta({ id: 'AddressIndicator' })

export const AddressRating = z
  .object({
    indicators: z.array(AddressIndicator),
    risk_rating: z.enum([...addressRisks, 'not_available']),
  })
  .meta({ id: 'AddressRating' })

export const Address = z
  .object({
    object: z.string(),
    id: z.uuid(),
    ...addressParts,
    state: State.nullable(),
    full_address: z.string(),
    submitted: z.boolean(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    property_type: z.enum(['commercial', 'residential']).nullable(),
    deliverable: z.boolean().optional(),
    deliverability_analysis: AddressDeliverabilityAnalysis.nullable(),
    street_view_available: z.boolean().nullable(),
    labels: z.array(z.string()),
    created_at: Timestamp,
    updated_at: Timestamp,
    registered_agent_name: z.string().nullable(),
    cmra: z.boolean().optional(),
    business_id: z.uuid(),
    location_count: z.int().nullable(),
    is_registered_agent: z.boolean().nullable(),
    sources: z.array(Source),
    rating: AddressRating,
  })
  .meta({ id: 'Address' })

export const CertificationExternalSourcesItem = z
  .object({
    organization: z.string().nullable(),
    link: z.string().nullable(),
  })
  .meta({ id: 'CertificationExternalSourcesItem' })

export const Certification = z
  .object({
    object: z.literal('certification'),
    id: z.uuid(),
    business_id: z.uuid(),
    created_at: Timestamp,
    updated_at: Timestamp,
    entrance_date: Timestamp.nullable(),
    exit_date: Timestamp.nullable(),
    certification_id: z.string().nullable(),
    name: z.string(),
    key: z.string(),
    certification_type: z.enum(['federal', 'self_certified']),
    external_sources: z.array(CertificationExternalSourcesItem),
  })
  .meta({ id: 'Certification' })

export const EmailIndicator = z
  .object({
    type: z.enum([
      'email_validity',
      'email_deliverability',
      'email_domain_reputation',
      'email_domain_configuration',
      'email_account_activity',
      'email_data_breach_exposure',
      'email_address_type',
    ]),
    name: z.string(),
    rating: z.enum(['positive', 'negative', 'neutral']),
    value: z.string(),
    description: z.string(),
  })
  .meta({ id: 'EmailIndicator' })

export const EmailRating = z
  .object({
    risk_rating: z.enum(['low', 'moderate', 'high']),
    indicators: z.array(EmailIndicator),
  })
  .meta({ id: 'EmailRating' })

export const EmailAddress = z
  .object({
    object: z.literal('email_address'),
    id: z.uuid(),
    email: z.string(),
    submitted: z.boolean(),
    sources: z.array(Source),
    domain: z.string().nullish(),
    valid: z.boolean().optional(),
    deliverability: z.string().optional(),
    disposable: z.boolean().optional(),
    address_type: z.enum(['disposable', 'free', 'private']).optional(),
    business_id: z.uuid(),
    domain_age: Timestamp.optional(),
    first_seen: Timestamp.nullish(),
    rating: EmailRating.optional(),
  })
  .meta({ id: 'EmailAddress' })

export const FmcsaRegistration = z
  .object({
    object: z.literal('fmcsa_registration'),
    id: z.uuid(),
    dot_number: z.string(),
    legal_name: z.string(),
    dba_name: z.string().nullable(),
    source: z.url(),
    addresses: z.array(z.string()),
  })
  .meta({ id: 'FmcsaRegistration' })

export const Formation = z
  .object({
    entity_type: z.enum(entityTypes).optional(),
    formation_date: DateOnly.optional(),
    formation_state: z.string().optional(),
    created_at: Timestamp,
    updated_at: Timestamp,
    sources: z.array(Source),
  })
  .meta({ id: 'Formation' })

/** As the log has it. */
export const IndustryClassificationCategoriesItem = IndustryCategory.meta({ id: 'IndustryClassificationCategoriesItem' })

export const IndustryClassificationWebsite = z
  .object({
    status: z.enum(['online', 'offline', 'unknown']),
    parked: z.boolean().nullable(),
  })
  .meta({ id: 'IndustryClassificationWebsite' })

export const IndustryClassification = z
  .object({
    object: z.literal('industry_classification'),
    id: z.uuid(),
    status: z.enum(['pending', 'completed', 'failed']),
    categories: z.array(IndustryClassificationCategoriesItem),
    created_at: Timestamp,
    completed_at: Timestamp,
    website: IndustryClassificationWebsite.nullable(),
  })
  .meta({ id: 'IndustryClassification' })

export const LoanDetailsNaicsCode = z
  .object({
    code: z.int().nullable(),
    title: z.string().optional(),
    description: z.string().nullish(),
  })
  .meta({ id: 'LoanDetailsNaicsCode' })

export const LoanDetails = z
  .object({
    gender: z.string().nullable(),
    veteran: z.string().nullable(),
    naics_code: LoanDetailsNaicsCode.nullable(),
    non_profit: z.string().nullable(),
    business_type: z.string().nullable(),
    jobs_reported: z.string().nullable(),
    race_ethnicity: z.string().nullable(),
    /** As published, where no amount is: `$2-5 million`. */
    amount_range: z.string().nullable(),
  })
  .meta({ id: 'LoanDetails' })

export const Loan = z
  .object({
    object: z.literal('loan'),
    id: z.uuid(),
    issued_date: DateOnly.nullable(),
    amount: z.number().nullable(),
    lender: z.string().nullable(),
    details: LoanDetails,
  })
  .meta({ id: 'Loan' })

export const Name = z
  .object({
    object: z.string(),
    id: z.uuid(),
    name: z.string(),
    submitted: z.boolean(),
    type: z.enum(['legal', 'dba']).nullable(),
    business_id: z.uuid(),
    sources: z.array(Source),
  })
  .meta({ id: 'Name' })

export const PersonTitlesItem = z
  .object({
    object: z.literal('person_title'),
    title: z.string(),
  })
  .meta({ id: 'PersonTitlesItem' })

export const Person = z
  .object({
    object: z.literal('person'),
    id: z.uuid(),
    name: z.string(),
    submitted: z.boolean(),
    business_id: z.uuid(),
    titles: z.array(PersonTitlesItem),
    people_bankruptcies: z.array(AnyObject),
    litigations: z.array(Litigation),
    liens: z.array(Lien),
    criminal_records: z.array(CriminalHistoryRecord),
    sources: z.array(Source),
  })
  .meta({ id: 'Person' })

export const PhoneNumber = z
  .object({
    object: z.literal('phone_number'),
    number: z.string(),
    contact_type: z.string().nullable(),
    recommended: z.boolean().nullable(),
  })
  .meta({ id: 'PhoneNumber' })

export const Registration = z
  .object({
    object: z.string(),
    id: z.uuid(),
    business_id: z.uuid(),
    name: z.string(),
    status: z.string(),
    sub_status: z.string().nullable(),
    status_details: z.string().nullable(),
    jurisdiction: z.string(),
    /** Null where the registry's wording matches none. The wording is in the sources. */
    entity_type: z.enum(entityTypes).nullable(),
    /** The registry's wording of the kind of entity. */
    filed_as: z.string().optional(),
    file_number: z.string(),
    addresses: z.array(z.string()),
    officers: z.array(AnyObject),
    registered_agent: AnyObject.optional(),
    /** The local filing date. For a foreign registration it is not the formation date. */
    registration_date: DateOnly.optional(),
    /** The home state of a foreign entity: two letters, or else as published. */
    formed_in: z.string().optional(),
    state: State,
    source: z.url().optional(),
  })
  .meta({ id: 'Registration' })

/** A registration that may belong to another firm. It is shown, and nothing is decided by it. */
export const PossibleRegistration = z
  .object({
    object: z.literal('possible_registration'),
    id: z.uuid(),
    name: z.string(),
    status: z.string(),
    jurisdiction: z.string(),
    entity_type: z.enum(entityTypes).nullable(),
    /** The registry's wording of the kind of entity. */
    filed_as: z.string().optional(),
    file_number: z.string(),
    registration_date: DateOnly.optional(),
    state: State,
    address: z.string().nullable(),
    /** How the names compare, and why the registration is not accepted as the business's own. */
    explanation: z.string(),
    source: z.url().optional(),
  })
  .meta({ id: 'PossibleRegistration' })

export const TaxExemptOrganization = z
  .object({
    object: z.string(),
    id: z.uuid(),
    ein: z.string(),
    name: z.string(),
    section: z.string().nullable(),
    ruling_date: DateOnly.nullable(),
    tax_period: DateOnly.nullable(),
    revoked_at: Timestamp.nullable(),
  })
  .meta({ id: 'TaxExemptOrganization' })

export const Tin = z
  .object({
    name: z.string().nullable(),
    mismatch: z.boolean(),
    unknown: z.boolean(),
    verified: z.boolean().nullable(),
    error: z.string().nullable(),
    updated_at: Timestamp.optional(),
    issued: z.boolean().nullable(),
    verified_by: z.string().nullable(),
    business_id: z.uuid(),
    tin: z.string(),
  })
  .meta({ id: 'Tin' })

export const TinMatchAvailability = z
  .object({
    available: z.boolean(),
  })
  .meta({ id: 'TinMatchAvailability' })

export const WatchlistAgency = z
  .object({
    abbr: z.string(),
    name: z.string(),
    org: z.string(),
  })
  .meta({ id: 'WatchlistAgency' })

export const WatchlistResultAddressesItem = z
  .object({
    full_address: z.string(),
  })
  .meta({ id: 'WatchlistResultAddressesItem' })

export const WatchlistChange = z
  .object({
    field: z.string(),
    removed: z.array(z.string()),
    added: z.array(z.string()),
  })
  .meta({ id: 'WatchlistChange', description: 'A field that is not what it was. Values of personal data are left out.' })

export const WatchlistDismissal = z
  .object({
    reason: z.string().nullable().meta({ description: 'Null only for dismissals from before a reason was required.' }),
    scope: z.enum(['hit', 'party']).meta({
      description:
        '`hit`: this hit, until its listed entry changes. `party`: all hits that the screened party had then, until an entry or the data of the party change.',
    }),
    dismissed_at: Timestamp,
    dismissed_by: ActionActor.nullable().meta({ description: 'Null for older dismissals.' }),
  })
  .meta({ id: 'WatchlistDismissal' })

export const EarlierWatchlistDismissal = WatchlistDismissal.extend({
  ended_at: Timestamp,
  cause: z.enum(['entry_changed', 'party_changed']),
  changes: z.array(WatchlistChange),
}).meta({ id: 'EarlierWatchlistDismissal' })

export const WatchlistResult = z
  .object({
    object: z.literal('watchlist_result'),
    id: z.uuid(),
    status: z.string(),
    entity_name: z.string(),
    entity_aliases: z.array(z.string()),
    listed_at: Timestamp.nullable(),
    agency_information_url: z.string(),
    agency_list_url: z.string(),
    score: z.number().nullable(),
    addresses: z.array(WatchlistResultAddressesItem),
    url: z.url().nullable(),
    list_country: z.string(),
    list_url: z.url(),
    list_region: z.string(),
    categories: z.array(z.string()),
    entry_id: z.string().nullable().meta({
      description:
        'The id of the entry on its list: the publisher’s number, or one that comes from the entry’s content. Never a line number.',
    }),
    list_version: z.string().nullable().meta({ description: 'The version of the list that was screened last.' }),
    screened: z.enum(['business', 'person']),
    screened_id: z.uuid().meta({ description: 'The business or person that was screened.' }),
    screened_name: z.string().meta({ description: 'The name that was screened.' }),
    matched_alias: z.string().nullable().meta({ description: 'The alias that matched; null when the entry’s own name did.' }),
    explanation: z.string().meta({ description: 'Why the names match as well as the score says.' }),
    entity_type: z.string(),
    title: z.string().nullable(),
    dates_of_birth: z.array(z.string()).meta({ description: 'As published.' }),
    nationalities: z.array(z.string()),
    identifiers: z.array(z.string()).meta({ description: 'Identification numbers, as published.' }),
    remarks: z.string().nullable(),
    dismissal: WatchlistDismissal.nullable().meta({ description: 'The dismissal that stands.' }),
    earlier_dismissals: z.array(EarlierWatchlistDismissal).meta({ description: 'Dismissals that ended, and why.' }),
  })
  .meta({ id: 'WatchlistResult' })

export const WatchlistSource = z
  .object({
    object: z.string(),
    agency: z.string(),
    agency_abbr: z.string(),
    organization: z.string(),
    title: z.string(),
    abbr: z.string(),
    version: z.string().meta({ description: 'The version that was screened last.' }),
    results: z.array(WatchlistResult),
  })
  .meta({ id: 'WatchlistSource' })

export const Watchlist = z
  .object({
    object: z.string(),
    id: z.uuid(),
    hit_count: z.int(),
    agencies: z.array(WatchlistAgency),
    lists: z.array(WatchlistSource),
    people: z.array(AnyObject),
  })
  .meta({ id: 'Watchlist' })
