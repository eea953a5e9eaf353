// What evidence finds about a business: names, addresses, registrations, watchlist hits and the like. The table of kinds is in facts.ts.
import { z } from 'zod'
import { personal, subjectOf } from './define.ts'
import { entityTypes } from './entity-types.ts'
import { AddressParts, IdentifiedAddress, NamedPerson } from './parts.ts'

const Match = z.object({ score: z.number(), explanation: z.string() })

export const Registration = z.object({
  id: z.uuid(),
  name: z.string(),
  name_type: z.enum(['legal', 'dba']),
  match: Match,
  status: z.enum(['active', 'inactive', 'unknown']),
  sub_status: z.string().nullable(),
  status_details: z.string().nullable(),
  jurisdiction: z.enum(['DOMESTIC', 'FOREIGN', 'UNKNOWN']),
  /** Null where the wording as filed, which is in the sources, fits none. */
  entity_type: z.enum(entityTypes).nullable(),
  file_number: z.string(),
  /** The local filing date: of a foreign registration not when it was formed. */
  registration_date: z.string().nullable(),
  /** Where a foreign entity says it was formed: a state's two letters, else as published. Absent in older events. */
  formed_in: z.string().nullable().optional(),
  state: z.string(),
  addresses: z.array(AddressParts.extend({ labels: z.array(z.string()) })),
  officers: z.array(NamedPerson),
  registered_agent: subjectOf('id', z.object({ id: z.uuid(), name: personal(z.string()), address: z.string().nullable() })).nullable(),
  source_url: z.string().nullable(),
  history: z.array(z.object({ type: z.string(), occurred_at: z.string(), description: z.string() })),
  /** What the file number said otherwise before, and the versions between which it changed. */
  changed: z
    .object({ fields: z.array(z.string()), last_version: z.string(), since_version: z.string(), name_before: z.string() })
    .optional(),
  /** The newer version of the registry no longer holds the registration. */
  vanished: z.object({ last_version: z.string(), missing_from: z.string() }).optional(),
  /** It bears another name than the one that the business was given since, and nothing else ties it to the business: it leaves the file. */
  given_up: z.literal(true).optional(),
})
export type Registration = z.output<typeof Registration>

/** A registration that may be another firm's: it is shown and decides nothing. Nobody on it is taken for the business's. */
export const PossibleMatch = Registration.pick({
  id: true,
  name: true,
  name_type: true,
  match: true,
  status: true,
  jurisdiction: true,
  entity_type: true,
  file_number: true,
  registration_date: true,
  state: true,
  source_url: true,
}).extend({ reason: z.string(), full_address: z.string().nullable() })
export type PossibleMatch = z.output<typeof PossibleMatch>

/** How a further name that was submitted compares with the registered names. */
export const NameComparison = z.object({
  /** Of the submitted name. */
  name_id: z.uuid(),
  kind: z.enum(['verified', 'similar', 'unverified']),
  /** The registered name that is most alike. */
  found_name: z.string().nullable(),
  explanation: z.string(),
})
export type NameComparison = z.output<typeof NameComparison>

/** The assessment of one address of the business; null where no loaded data set can tell. */
export const AddressAssessment = z.object({
  address_id: z.uuid(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  valid: z.boolean(),
  deliverable: z.boolean().nullable(),
  property_type: z.enum(['commercial', 'residential']).nullable(),
  cmra: z.boolean().nullable(),
  virtual: z.boolean().nullable(),
  registered_agent_name: z.string().nullable(),
  location_count: z.number().int().nullable(),
  /** For a submitted address: how it compares with the nearest address that evidence holds. */
  comparison: z
    .object({
      kind: z.enum(['verified', 'approximate', 'similar', 'incomplete', 'unverified']),
      full_address: z.string().nullable(),
      distance_miles: z.number().nullable(),
      explanation: z.string(),
    })
    .nullable(),
})
export type AddressAssessment = z.output<typeof AddressAssessment>

export const WatchlistHit = subjectOf(
  'screened_id',
  z.object({
    id: z.uuid(),
    screened: z.enum(['business', 'person']),
    /** The business, or the person whose name was hit. */
    screened_id: z.uuid(),
    screened_name: personal(z.string()),
    list: z.string(),
    entity_name: z.string(),
    matched_name: z.string(),
    /** The words that agree, or do not, are those of the screened name. */
    match: Match.extend({ explanation: personal(z.string()) }),
    entity_aliases: z.array(z.string()),
    entity_type: z.string(),
    addresses: z.array(z.string()),
    programs: z.array(z.string()),
    listed_at: z.string().nullable(),
    remarks: z.string().nullable(),
    agency_information_url: z.string(),
    agency_list_url: z.string(),
    url: z.string().nullable(),
    list_country: z.string(),
    list_region: z.string(),
    /** The rest is absent in older events. The entry's id is the publisher's number, or comes from the entry's content. */
    entry_id: z.string().optional(),
    /** How the names alone compare, where dates, numbers, addresses or countries changed the score. A repeated screening compares this. */
    by_name: Match.extend({ explanation: personal(z.string()) }).optional(),
    /** Which of the entry's names was matched. */
    quality: z.enum(['name', 'alias', 'weak alias']).optional(),
    title: z.string().nullable().optional(),
    ends_at: z.string().nullable().optional(),
    dates_of_birth: z.array(z.string()).optional(),
    nationalities: z.array(z.string()).optional(),
    identifiers: z.array(z.string()).optional(),
  }),
)
export type WatchlistHit = z.output<typeof WatchlistHit>

export const TaxExemptRecord = z.object({
  id: z.uuid(),
  ein: z.string(),
  name: z.string(),
  section: z.string().nullable(),
  ruling_date: z.string().nullable(),
  tax_period: z.string().nullable(),
  revoked_at: z.string().nullable(),
  ntee_code: z.string().nullable(),
})
export type TaxExemptRecord = z.output<typeof TaxExemptRecord>

export const MotorCarrier = z.object({
  id: z.uuid(),
  dot_number: z.string(),
  legal_name: z.string(),
  dba_name: z.string().nullable(),
  source: z.string(),
  addresses: z.array(z.string()),
  revocations: z.array(
    z.object({ type: z.string(), docket_number: z.string(), served_on: z.string().nullable(), effective_on: z.string().nullable() }),
  ),
})
export type MotorCarrier = z.output<typeof MotorCarrier>

/** By when a record ends, or how it has ended, and when. */
const RecordEnd = z.object({ how: z.enum(['expires', 'revoked', 'cancelled', 'inactive']), on: z.string().nullable() })
export type RecordEnd = z.output<typeof RecordEnd>

/** A published record beside the registrations that names the business, as evidence of its name and address. */
export const PublicRecord = z.object({
  id: z.uuid(),
  kind: z.enum(['exempt_organisation', 'motor_carrier', 'loan', 'licence', 'legal_entity']),
  name: z.string(),
  match: Match,
  full_address: z.string().nullable(),
  /** Absent in older events, and where the source tells no end. */
  ends: RecordEnd.optional(),
})
export type PublicRecord = z.output<typeof PublicRecord>

/** Who consolidates the accounts of the company, or the company of which it is a branch. */
const LeiParent = z.object({
  lei: z.string(),
  name: z.string().nullable(),
  country: z.string().nullable(),
  percentage: z.number().nullable(),
  since: z.string().nullable(),
})

/** The record of the business's legal entity identifier. */
export const LeiRecord = z.object({
  id: z.uuid(),
  lei: z.string(),
  name: z.string(),
  match: Match,
  /** Why the record of a submitted identifier may be another's; null: it is its own. */
  possible: z.string().nullable(),
  other_names: z.array(z.object({ name: z.string(), type: z.string() })),
  addresses: z.array(AddressParts.extend({ labels: z.array(z.string()) })),
  /** The code of the register it is registered in, its state where it is a state's, and its number there. */
  authority: z.string().nullable(),
  state: z.string().nullable(),
  number: z.string().nullable(),
  jurisdiction: z.string().nullable(),
  category: z.string().nullable(),
  entity_type: z.enum(entityTypes).nullable(),
  status: z.enum(['active', 'inactive', 'unknown']),
  /** As published: `ISSUED`, `LAPSED`, `RETIRED`. */
  registration_status: z.string(),
  created_on: z.string().nullable(),
  registered_on: z.string().nullable(),
  renews_on: z.string().nullable(),
  successor_lei: z.string().nullable(),
  direct_parent: LeiParent.nullable(),
  ultimate_parent: LeiParent.nullable(),
  head_office: LeiParent.nullable(),
  /** What it said otherwise before, and the versions between which it changed. */
  changed: z.object({ fields: z.array(z.string()), last_version: z.string(), since_version: z.string() }).optional(),
  /** The newer version of the data no longer holds the record. */
  vanished: z.object({ last_version: z.string(), missing_from: z.string() }).optional(),
})
export type LeiRecord = z.output<typeof LeiRecord>

export const Loan = z.object({
  id: z.uuid(),
  issued_date: z.string().nullable(),
  /** US dollars. Older events have the upper bound here where only a range is published. */
  amount: z.number().nullable(),
  amount_range: z.string().nullable(),
  lender: z.string().nullable(),
  naics_code: z.string().nullable(),
  business_type: z.string().nullable(),
  jobs_reported: z.string().nullable(),
  non_profit: z.string().nullable(),
  /** Absent in older events, as are the three after it. */
  naics_title: z.string().nullable().optional(),
  gender: z.string().nullable().optional(),
  veteran: z.string().nullable().optional(),
  race_ethnicity: z.string().nullable().optional(),
})
export type Loan = z.output<typeof Loan>

export const IndustryCategory = z.object({
  classification_system: z.enum(['NAICS', 'MCC', 'Prohibited']),
  name: z.string(),
  sector: z.string().nullable(),
  category: z.string(),
  score: z.number(),
  high_risk: z.boolean(),
  naics_codes: z.array(z.string()),
  sic_codes: z.array(z.string()),
  mcc_codes: z.array(z.string()),
  prohibited_labels: z.array(z.string()),
  /** The text whose words suggest it. Absent: a source says it, or an older event does not tell. */
  drawn_from: z.enum(['the name', 'the website', 'the name and the website']).optional(),
})
export type IndustryCategory = z.output<typeof IndustryCategory>

export const FoundName = z.object({ id: z.uuid(), name: z.string(), type: z.enum(['legal', 'dba']).nullable() })
export const FoundAddress = IdentifiedAddress.extend({ labels: z.array(z.string()) })
export const FoundPhone = z.object({ id: z.uuid(), number: personal(z.string()), contact_type: z.string().nullable() })
export type FoundPhone = z.output<typeof FoundPhone>

export const FoundEmail = z.object({ id: z.uuid(), email: personal(z.string()) })
export type FoundEmail = z.output<typeof FoundEmail>

export const Formation = z.object({
  entity_type: z.enum(entityTypes).nullable(),
  formation_date: z.string().nullable(),
  formation_state: z.string().nullable(),
})

/** A screening as a whole: which lists in which version, and the current hits. */
export const Screening = z.object({
  screening_id: z.uuid(),
  lists: z.array(
    z.object({
      agency: z.string(),
      agency_abbr: z.string(),
      organization: z.string(),
      title: z.string(),
      abbr: z.string(),
      version: z.string(),
      /** Of the publisher, in two letters. Absent in screenings from before it was kept: the United States. */
      country: z.string().optional(),
      /** The rest is absent in older events and in the sandbox: where the entries come from, their number, and the hashes of files and entries. */
      data_set: z.string().optional(),
      entries: z.number().int().optional(),
      sha256: z.string().optional(),
      content_sha256: z.string().optional(),
    }),
  ),
  /** Who was screened, in the order of the names. Absent in older events. */
  screened: z
    .array(subjectOf('id', z.object({ kind: z.enum(['business', 'person']), id: z.uuid(), name: personal(z.string()) })))
    .optional(),
  /** Every data set in the index, by the hash of its published files: how rare a word is depends on all. Absent as `rule` is. */
  index: z.array(z.object({ data_set: z.string(), version: z.string(), sha256: z.string() })).optional(),
  /** The code that compared names, as a hash, and the lowest score of a hit. Absent in older events and in the sandbox. */
  rule: z.object({ matching: z.string(), thresholds: z.record(z.string(), z.number()) }).optional(),
  hit_ids: z.array(z.uuid()),
  /** Lists that the account has chosen and of which nothing is loaded. Absent where there is none. */
  not_loaded: z.array(z.string()).optional(),
  /** Screened names in scripts that are not read well enough to say that no list has them. */
  unread: z.array(z.object({ screened: z.enum(['business', 'person']), scripts: z.array(z.string()) })).optional(),
})

export const TinCheck = z.object({
  outcome: z.enum(['found', 'person', 'mismatch', 'not_found', 'unknown', 'unavailable']),
  name: personal(z.string().nullable()),
  attempt: z.number().int(),
})

export const Industry = z.object({ classification_id: z.uuid(), categories: z.array(IndustryCategory) })
