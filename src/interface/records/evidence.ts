// Response records (evidence): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { entityTypes } from '../../events/entity-types.ts'
import { ActionActor } from './actions.ts'
import { AnyObject, addressParts, DateOnly, Source, State, Timestamp } from './common.ts'
import { Lien } from './liens.ts'
import { CriminalHistoryRecord, Litigation } from './screenings.ts'

export const AddressDeliverabilityAnalysis = z
  .object({
    message: z.string().nullish(),
    sub_type: z.enum(['Deliverable', 'Undeliverable', 'Unknown']).nullish(),
    sub_key: z.enum(['deliverable', 'undeliverable', 'unknown']).nullish(),
  })
  .meta({ id: 'AddressDeliverabilityAnalysis' })

export const AddressIndicator = z
  .object({
    type: z.enum([
      'valid_us_address',
      'deliverability',
      'geographical_location',
      'registered_agent',
      'private_mailbox',
      'location_frequency',
      'property_type',
      'virtual_address',
    ]),
    name: z.enum([
      'Valid US address',
      'Commercial registered agent',
      'Geographical location',
      'Private mailbox',
      'Virtual address',
      'Location frequency',
      'Deliverability',
      'Property type',
    ]),
    rating: z.enum(['positive', 'negative', 'neutral']),
    value: z.string(),
    description: z.string(),
  })
  .meta({ id: 'AddressIndicator' })

export const AddressRating = z
  .object({
    indicators: z.array(AddressIndicator).nullish(),
    risk_rating: z.enum(['low', 'moderate', 'high', 'not_available']),
  })
  .meta({ id: 'AddressRating' })

export const Address = z
  .object({
    object: z.string(),
    id: z.uuid(),
    ...addressParts,
    state: State.nullish(),
    full_address: z.string(),
    submitted: z.boolean(),
    latitude: z.number().nullish(),
    longitude: z.number().nullish(),
    property_type: z.enum(['commercial', 'residential']).nullish(),
    deliverable: z.boolean().nullish(),
    deliverability_analysis: AddressDeliverabilityAnalysis.nullish(),
    street_view_available: z.boolean().nullish(),
    labels: z.array(z.string()).nullish(),
    created_at: Timestamp,
    updated_at: Timestamp,
    registered_agent_name: z.string().nullish(),
    cmra: z.boolean().nullish(),
    business_id: z.uuid(),
    location_count: z.int().nullish(),
    is_registered_agent: z.boolean().nullish(),
    sources: z.array(Source),
    rating: AddressRating,
  })
  .meta({ id: 'Address' })

export const CertificationExternalSourcesItem = z
  .object({
    organization: z.string().nullish(),
    link: z.string().nullish(),
  })
  .meta({ id: 'CertificationExternalSourcesItem' })

export const Certification = z
  .object({
    object: z.literal('certification'),
    id: z.uuid().nullish(),
    business_id: z.uuid().nullish(),
    created_at: Timestamp.nullish(),
    updated_at: Timestamp.nullish(),
    entrance_date: Timestamp.nullish(),
    exit_date: Timestamp.nullish(),
    certification_id: z.string().nullish(),
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
    indicators: z.array(EmailIndicator).nullish(),
  })
  .meta({ id: 'EmailRating' })

export const EmailAddress = z
  .object({
    object: z.literal('email_address'),
    id: z.uuid(),
    email: z.string(),
    submitted: z.boolean(),
    sources: z.array(Source).nullish(),
    domain: z.string().nullish(),
    valid: z.boolean().nullish(),
    deliverability: z.string().nullish(),
    disposable: z.boolean().nullish(),
    address_type: z.enum(['disposable', 'free', 'private']).nullish(),
    business_id: z.uuid().nullish(),
    domain_age: Timestamp.nullish(),
    first_seen: Timestamp.nullish(),
    rating: EmailRating.nullish(),
  })
  .meta({ id: 'EmailAddress' })

export const FmcsaRegistration = z
  .object({
    object: z.literal('fmcsa_registration'),
    id: z.uuid(),
    dot_number: z.string(),
    legal_name: z.string(),
    dba_name: z.string().nullish(),
    source: z.url(),
    addresses: z.array(z.string()),
  })
  .meta({ id: 'FmcsaRegistration' })

export const Formation = z
  .object({
    entity_type: z.enum(entityTypes).nullish(),
    formation_date: DateOnly.nullish(),
    formation_state: z.string().nullish(),
    created_at: Timestamp,
    updated_at: Timestamp,
    sources: z.array(Source).nullish(),
  })
  .meta({ id: 'Formation' })

export const IndustryClassificationCategoriesItem = z
  .object({
    classification_system: z.enum(['NAICS', 'MCC', 'Prohibited']).nullish(),
    name: z.string().nullish(),
    sector: z.string().nullish(),
    category: z.string().nullish(),
    score: z.number().nullish(),
    high_risk: z.boolean().nullish(),
    naics_codes: z.array(z.string()).nullish(),
    sic_codes: z.array(z.string()).nullish(),
    mcc_codes: z.array(z.string()).nullish(),
    prohibited_labels: z.array(z.string()).nullish(),
    /** The text whose words suggest it; absent where a source says it. */
    drawn_from: z.enum(['the name', 'the website', 'the name and the website']).optional(),
  })
  .meta({ id: 'IndustryClassificationCategoriesItem' })

export const IndustryClassificationWebsite = z
  .object({
    status: z.enum(['online', 'offline', 'unknown']).nullish(),
    parked: z.boolean().nullish(),
  })
  .meta({ id: 'IndustryClassificationWebsite' })

export const IndustryClassification = z
  .object({
    object: z.literal('industry_classification'),
    id: z.uuid(),
    status: z.enum(['pending', 'completed', 'failed']),
    categories: z.array(IndustryClassificationCategoriesItem),
    created_at: Timestamp,
    completed_at: Timestamp.nullish(),
    website: IndustryClassificationWebsite.nullish(),
  })
  .meta({ id: 'IndustryClassification' })

export const LoanDetailsNaicsCode = z
  .object({
    code: z.int().nullish(),
    title: z.string().nullish(),
    description: z.string().nullish(),
  })
  .meta({ id: 'LoanDetailsNaicsCode' })

export const LoanDetails = z
  .object({
    gender: z.string().nullish(),
    veteran: z.string().nullish(),
    naics_code: LoanDetailsNaicsCode.nullish(),
    non_profit: z.string().nullish(),
    business_type: z.string().nullish(),
    jobs_reported: z.string().nullish(),
    race_ethnicity: z.string().nullish(),
    /** As published, where no amount is: `$2-5 million`. */
    amount_range: z.string().nullish(),
  })
  .meta({ id: 'LoanDetails' })

export const Loan = z
  .object({
    object: z.literal('loan'),
    id: z.uuid(),
    issued_date: DateOnly.nullish(),
    amount: z.number().nullish(),
    lender: z.string().nullish(),
    details: LoanDetails.nullish(),
  })
  .meta({ id: 'Loan' })

export const Name = z
  .object({
    object: z.string(),
    id: z.uuid(),
    name: z.string(),
    submitted: z.boolean(),
    type: z.enum(['legal', 'dba']).nullish(),
    business_id: z.uuid(),
    sources: z.array(Source),
  })
  .meta({ id: 'Name' })

export const PersonTitlesItem = z
  .object({
    object: z.literal('person_title').nullish(),
    title: z.string().nullish(),
  })
  .meta({ id: 'PersonTitlesItem' })

export const Person = z
  .object({
    object: z.literal('person').nullish(),
    id: z.uuid().nullish(),
    name: z.string().nullish(),
    submitted: z.boolean().nullish(),
    business_id: z.uuid().nullish(),
    titles: z.array(PersonTitlesItem).nullish(),
    people_bankruptcies: z.array(AnyObject).nullish(),
    litigations: z.array(Litigation).nullish(),
    liens: z.array(Lien).nullish(),
    criminal_records: z.array(CriminalHistoryRecord).nullish(),
    sources: z.array(Source).nullish(),
  })
  .meta({ id: 'Person' })

export const PhoneNumber = z
  .object({
    object: z.literal('phone_number').nullish(),
    number: z.string().nullish(),
    contact_type: z.string().nullish(),
    recommended: z.boolean().nullish(),
  })
  .meta({ id: 'PhoneNumber' })

export const Registration = z
  .object({
    object: z.string(),
    id: z.uuid(),
    business_id: z.uuid(),
    name: z.string(),
    status: z.string(),
    sub_status: z.string().nullish(),
    status_details: z.string().nullish(),
    jurisdiction: z.string(),
    /** Null where the registry's wording matches none. The wording is in the sources. */
    entity_type: z.enum(entityTypes).nullable(),
    /** The registry's wording of the kind of entity. */
    filed_as: z.string().nullish(),
    file_number: z.string(),
    addresses: z.array(z.string()).nullish(),
    officers: z.array(AnyObject).nullish(),
    registered_agent: AnyObject.nullish(),
    /** The local filing date. For a foreign registration it is not the formation date. */
    registration_date: DateOnly.nullish(),
    /** The home state of a foreign entity: two letters, or else as published. */
    formed_in: z.string().nullish(),
    state: State,
    source: z.url().nullish(),
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
    filed_as: z.string().nullish(),
    file_number: z.string(),
    registration_date: DateOnly.nullish(),
    state: State,
    address: z.string().nullish(),
    /** How the names compare, and why the registration is not accepted as the business's own. */
    explanation: z.string(),
    source: z.url().nullish(),
  })
  .meta({ id: 'PossibleRegistration' })

export const TaxExemptOrganization = z
  .object({
    object: z.string().nullish(),
    id: z.uuid().nullish(),
    ein: z.string().nullish(),
    name: z.string().nullish(),
    section: z.string().nullish(),
    ruling_date: DateOnly.nullish(),
    tax_period: DateOnly.nullish(),
    revoked_at: Timestamp.nullish(),
  })
  .meta({ id: 'TaxExemptOrganization' })

export const Tin = z
  .object({
    name: z.string().nullish(),
    mismatch: z.boolean().nullish(),
    unknown: z.boolean().nullish(),
    verified: z.boolean().nullish(),
    error: z.string().nullish(),
    updated_at: Timestamp.nullish(),
    issued: z.boolean().nullish(),
    verified_by: z.string().nullish(),
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
    full_address: z.string().nullish(),
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
    listed_at: Timestamp.nullish(),
    agency_information_url: z.string(),
    agency_list_url: z.string(),
    score: z.number().nullable(),
    addresses: z.array(WatchlistResultAddressesItem).nullish(),
    url: z.url().nullish(),
    list_country: z.string().nullish(),
    list_url: z.url().nullish(),
    list_region: z.string().nullish(),
    categories: z.array(z.string()).nullish(),
    entry_id: z.string().nullish().meta({
      description:
        'The id of the entry on its list: the publisher’s number, or one that comes from the entry’s content. Never a line number.',
    }),
    list_version: z.string().nullish().meta({ description: 'The version of the list that was screened last.' }),
    screened: z.enum(['business', 'person']).nullish(),
    screened_id: z.uuid().nullish().meta({ description: 'The business or person that was screened.' }),
    screened_name: z.string().nullish().meta({ description: 'The name that was screened.' }),
    matched_alias: z.string().nullish().meta({ description: 'The alias that matched; null when the entry’s own name did.' }),
    explanation: z.string().nullish().meta({ description: 'Why the names match as well as the score says.' }),
    entity_type: z.string().nullish(),
    title: z.string().nullish(),
    dates_of_birth: z.array(z.string()).nullish().meta({ description: 'As published.' }),
    nationalities: z.array(z.string()).nullish(),
    identifiers: z.array(z.string()).nullish().meta({ description: 'Identification numbers, as published.' }),
    remarks: z.string().nullish(),
    dismissal: WatchlistDismissal.nullish().meta({ description: 'The dismissal that stands.' }),
    earlier_dismissals: z.array(EarlierWatchlistDismissal).nullish().meta({ description: 'Dismissals that ended, and why.' }),
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
    version: z.string().nullish().meta({ description: 'The version that was screened last.' }),
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
