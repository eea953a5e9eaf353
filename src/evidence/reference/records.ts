// The content of the reference data, with one type per family of data sets. An importer makes a record from one or more published
// rows; `Found` is a record in a search result, with its source.

import type { LoanFinding, Match, PostalAddress, Source } from '../ports.ts'

export type Labelled = PostalAddress & { readonly labels: readonly string[] }

/** A company, or an assumed name, in a state's registry. State and file number identify it. */
export type Entity = {
  readonly state: string
  readonly file_number: string
  readonly name: string
  readonly name_type: 'legal' | 'dba'
  /** As published, in upper case: `DOMESTIC LIMITED LIABILITY COMPANY`. */
  readonly entity_type: string
  readonly jurisdiction: 'DOMESTIC' | 'FOREIGN' | 'UNKNOWN'
  /** Where a foreign entity was formed, as published. */
  readonly formed_in: string | null
  readonly status: 'active' | 'inactive' | 'unknown'
  readonly sub_status: string | null
  /** The registry's own words. */
  readonly status_details: string | null
  readonly registration_date: string | null
  readonly tin: string | null
  readonly addresses: readonly Labelled[]
  readonly officers: readonly { readonly name: string; readonly titles: readonly string[]; readonly address: PostalAddress | null }[]
  readonly registered_agent: { readonly name: string; readonly address: PostalAddress | null } | null
  readonly history: readonly { readonly type: string; readonly occurred_at: string; readonly description: string }[]
  /** The registry's page for the entity. */
  readonly source_url: string | null
}

/** `unknown`: the list does not say. The lists of Commerce and State do not distinguish people and companies. */
export type PartyType = 'individual' | 'entity' | 'vessel' | 'aircraft' | 'unknown'

/** A person, company, vessel or aircraft on a sanctions or export-control list. */
export type ListedParty = {
  /** `abbr` of one of `sanctionsLists`. */
  readonly list: string
  /** The publisher's own number, or a hash of the content where it gives none (entry-ids.ts). Unique within the list. */
  readonly entry_id: string
  readonly name: string
  readonly type: PartyType
  /** OFAC gives weak aliases in the remarks: they are too common to screen on alone. */
  readonly aliases: readonly { readonly name: string; readonly weak: boolean }[]
  readonly addresses: readonly string[]
  readonly programs: readonly string[]
  readonly title: string | null
  readonly remarks: string | null
  readonly listed_at: string | null
  readonly ends_at: string | null
  /** As published: `1962`, `17 Feb 1967`, `1973-03-25`. */
  readonly dates_of_birth: readonly string[]
  readonly nationalities: readonly string[]
  /** Countries of its addresses and of its registration, as published: `Cuba`, `CU`. */
  readonly countries: readonly string[]
  /** Identification numbers, call signs and vessel particulars, as published. */
  readonly identifiers: readonly string[]
  readonly federal_register_notice: string | null
  readonly information_url: string | null
}

export type SanctionsList = {
  readonly abbr: string
  /** What people of the field call it, where `abbr` is no such name: `UN SC`, `SECO`. */
  readonly known_as?: string
  readonly title: string
  readonly agency: string
  readonly agency_abbr: string
  readonly organization: string
  readonly information_url: string
  readonly list_url: string
  readonly country: string
  readonly region: string
}

/** A list in the loaded data, and the data set that screening reads it from. */
export type LoadedList = SanctionsList & {
  readonly kind: string
  readonly version: string
  readonly as_of: string | null
  /** ISO 8601. */
  readonly imported_at: string
  /** Of the published files that the version was imported from. */
  readonly sha256: string
  readonly parties: number
  /** Over the entries of this list as they were read: what a screening compares with. */
  readonly content_sha256: string
}

export type ExemptOrganisation = {
  /** Nine digits. */
  readonly ein: string
  readonly name: string
  /** A second line of the name, such as a chapter's. */
  readonly sort_name: string | null
  readonly in_care_of: string | null
  readonly address: PostalAddress | null
  /** `501(c)(3)`, `4947(a)(1)`, ...: null for a code that the IRS does not publish. */
  readonly section: string | null
  readonly ruling_date: string | null
  readonly tax_period: string | null
  /** As published: `01` unconditional, `02` conditional, `12` trust described in 4947(a)(2), `25` terminating its status. */
  readonly status: string | null
  readonly deductible: boolean | null
  readonly ntee_code: string | null
  readonly assets: number | null
  readonly income: number | null
  readonly revenue: number | null
}

export type Carrier = {
  readonly dot_number: string
  readonly legal_name: string
  readonly dba_name: string | null
  readonly addresses: readonly Labelled[]
  readonly phone: string | null
  readonly email: string | null
  readonly added_on: string | null
  readonly updated_on: string | null
  readonly power_units: number | null
  readonly drivers: number | null
  readonly for_hire: boolean | null
  readonly hazardous_materials: boolean | null
}

export type Revocation = {
  /** Null when the agency knows only the docket. */
  readonly dot_number: string | null
  readonly docket_number: string
  readonly authority: string | null
  readonly type: string
  readonly served_on: string | null
  readonly effective_on: string | null
}

export type Loan = Required<Omit<LoanFinding, 'match' | 'sources' | 'naics_title'>>

/** A class in a classification of industries. */
export type IndustryCode = {
  readonly system: 'NAICS' | 'SIC'
  /** Year of the edition: `2022`, `2012`, `1987`. */
  readonly edition: string
  /** As published, without padding: `31-33`, `3331`, `A`. */
  readonly code: string
  readonly level: number
  readonly title: string
  readonly description: string | null
  readonly parent: string | null
  /** The code of the sector (NAICS) or division (SIC) it belongs to. */
  readonly sector: string | null
}

export type ZipCentroid = { readonly zip: string; readonly latitude: number; readonly longitude: number }

/** A city's licence for one activity at one address. A business holds one per activity, site and term. */
export type Licence = {
  readonly id: string
  readonly legal_name: string
  readonly dba_name: string | null
  readonly address: PostalAddress | null
  readonly description: string
  readonly activity: string | null
  readonly status: 'issued' | 'cancelled' | 'revoked' | 'unknown'
  readonly starts_on: string | null
  readonly expires_on: string | null
  readonly issued_on: string | null
}

export type LienParty = {
  readonly name: string
  readonly type: 'organization' | 'individual'
  readonly address: PostalAddress | null
}

/** A lien in a state's filing office: the initial filing with its amendments, continuations and termination folded in. */
export type LienFiling = {
  readonly state: string
  /** Of the initial filing. */
  readonly file_number: string
  /** `statutory`: created by a law, but not for taxes, such as a lien of a hospital or a farm supplier. */
  readonly type: 'ucc' | 'federal_tax' | 'state_tax' | 'judgment' | 'attachment' | 'statutory'
  /** The registry's own word: `lien_irs`, `OFS`. */
  readonly published_type: string | null
  /** Null when the file holds only later filings about it. */
  readonly filing_date: string | null
  /** Null when only a termination ends it. */
  readonly lapse_date: string | null
  /** As published: an `active` lien whose lapse date has passed has lapsed all the same. */
  readonly status: 'active' | 'lapsed' | 'terminated'
  readonly debtors: readonly LienParty[]
  readonly secured_parties: readonly LienParty[]
  readonly collateral: string | null
}

/** `country`: two letters. The state is set only in the United States. */
export type LegalEntityAddress = Labelled & { readonly country: string | null }

/** A company, fund or person with a legal entity identifier. */
export type LegalEntity = {
  /** The upper case of ISO 17442. */
  readonly lei: string
  readonly name: string
  /** As published: `TRADING_OR_OPERATING_NAME`, `PREVIOUS_LEGAL_NAME`, `AUTO_ASCII_TRANSLITERATED_LEGAL_NAME`, ... */
  readonly other_names: readonly { readonly name: string; readonly type: string }[]
  readonly addresses: readonly LegalEntityAddress[]
  /** The code of the register it is registered in, and its number there. */
  readonly authority: string | null
  readonly number: string | null
  /** `US-DE`, `FR`. */
  readonly jurisdiction: string | null
  readonly category: string | null
  /** The code of ISO 20275; `8888` and `9999` mean that `other_legal_form` says it. */
  readonly legal_form: string | null
  readonly other_legal_form: string | null
  readonly status: 'active' | 'inactive' | 'unknown'
  readonly created_on: string | null
  readonly ended_on: string | null
  readonly successor_lei: string | null
  /** As published: `ISSUED`, `LAPSED`, `RETIRED`, `ANNULLED`, `DUPLICATE`, ... */
  readonly registration_status: string
  readonly registered_on: string | null
  readonly updated_on: string | null
  readonly renews_on: string | null
}

/** What an entity (`start`) is to another (`end`), as published: `IS_DIRECTLY_CONSOLIDATED_BY`. */
export type LegalRelationship = {
  readonly start: string
  readonly end: string
  readonly type: string
  readonly status: string
  readonly since: string | null
  readonly until: string | null
  readonly percentage: number | null
  readonly registration_status: string | null
  readonly updated_on: string | null
}

/** A controller of a company in a register of control, or what the company states instead. */
export type Controller = {
  readonly company_number: string
  /** `withheld`: the register protects the person and gives no name. */
  readonly type: 'person' | 'business' | 'withheld' | 'statement'
  readonly name: string | null
  /** Year and month. */
  readonly born: string | null
  readonly nationality: string | null
  /** As published. */
  readonly country: string | null
  readonly registration_number: string | null
  /** As published: `ownership-of-shares-25-to-50-percent`. */
  readonly natures: readonly string[]
  readonly statement: string | null
  readonly notified_on: string | null
  readonly ceased_on: string | null
}

export type Family =
  | 'entities'
  | 'parties'
  | 'exempt'
  | 'carriers'
  | 'revocations'
  | 'loans'
  | 'codes'
  | 'zips'
  | 'licences'
  | 'liens'
  | 'leis'
  | 'relationships'
  | 'controllers'

export type RecordOf = {
  readonly entities: Entity
  readonly parties: ListedParty
  readonly exempt: ExemptOrganisation
  readonly carriers: Carrier
  readonly revocations: Revocation
  readonly loans: Loan
  readonly codes: IndustryCode
  readonly zips: ZipCentroid
  readonly licences: Licence
  readonly liens: LienFiling
  readonly leis: LegalEntity
  readonly relationships: LegalRelationship
  readonly controllers: Controller
}

/** `id` identifies the record within its version: `or_sos:153169496`. */
export type Found<T> = { readonly id: string; readonly kind: string; readonly record: T; readonly source: Source }

/** A record found by name, with the name that matched best and its score. */
export type NameFound<T> = Found<T> & {
  readonly matched_name: string
  readonly match: Match
  readonly name_match: 'exact' | 'equivalent' | 'similar' | 'different'
}
