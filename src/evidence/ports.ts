// The ports of evidence: the questions and answers for each kind of fact about a business.
// Every fact comes with its sources. A source names data set, version and row, so that the fact can be traced without asking again.
import type { EntityType } from '../events/entity-types.ts'
import type { AddressParts, Source as KeptSource } from '../events/parts.ts'

/** The maximum size of a stored document, in bytes. */
export const largestDocument = 9 * 1024 * 1024

/** Where a fact comes from. `id` is derived from type and metadata (uuid v5), so that the same row is the same source. */
export type Source = KeptSource & {
  readonly metadata: {
    readonly data_set: string
    readonly version: string
    /** The row's own identifier in the published file (registry number, EIN, entity number), or its line. */
    readonly row: string
    /** Of the reference data, by which the cited row can be shown. */
    readonly kind?: string
    readonly url?: string
  }
}

/** What a source cites of the reference data. */
export type Citation = { readonly kind: string; readonly version: string; readonly row: string }

/** A row as it stands in a published file. */
export type PublishedRow = {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly cells: readonly (readonly [column: string, cell: string])[]
}

export type CitedRow = Citation & {
  readonly title: string
  readonly agency: string
  /** The date that the publisher gives. */
  readonly as_of: string | null
  readonly imported_at: string
  /** Of the content of the published files. */
  readonly sha256: string
  /** The number of records in the version. */
  readonly records: number
  /** Empty for a whole data set, and for versions that were imported before published rows were kept. */
  readonly rows: readonly PublishedRow[]
  /** As imported; null for a whole data set. */
  readonly record: object | null
}

/** An address as events store it. Evidence has the state in two upper-case letters, and a ZIP code of five digits, or nine with a hyphen. */
export type PostalAddress = Readonly<AddressParts>
export type LabelledAddress = PostalAddress & { readonly labels: readonly string[] }

/** The known facts about a business for which evidence is needed. */
export type Subject = {
  readonly business_id: string
  /** The submitted name first, then other names found so far. */
  readonly names: readonly string[]
  /** Those of `names` that were submitted beside the first. */
  readonly further_names?: readonly string[]
  readonly addresses: readonly PostalAddress[]
  readonly people: readonly { readonly id: string; readonly name: string; readonly dob?: string | null; readonly ssn?: string | null }[]
  /** The owners, and theirs, who are not among the people. */
  readonly owners?: readonly SubjectParty[]
  /** Those with an office on a registration who are neither among the people nor among the owners. */
  readonly officers?: readonly SubjectParty[]
  /** Nine digits. */
  readonly tin: string | null
  readonly website: string | null
  /** As submitted. */
  readonly phone_numbers?: readonly string[]
  /** Two letters each: the states of registration, in addition to those of its addresses. */
  readonly registered_in?: readonly string[]
  /** The registrations on file: the same number is the same registration, whatever its name is now. */
  readonly registrations?: readonly { readonly state: string; readonly file_number: string }[]
  /** The legal entity identifier, as submitted. */
  readonly lei?: string | null
  /** The identifier on file: the same number is the same entity, whatever its name is now. */
  readonly found_lei?: string | null
  /** The screening lists that the account has chosen, by `abbr`. Null or absent: all that are loaded. */
  readonly watchlists?: readonly string[] | null
}

/** A person or company in the chain of owners, or with an office of the business. */
export type SubjectParty = {
  readonly id: string
  /** Of names in published data, `person` is a guess: most that do not show a company are people's. It is compared as a company's name, too. */
  readonly kind: 'person' | 'business'
  readonly name: string
  readonly born: string | null
  /** Identifiers of a company: its LEI and its number in a register. */
  readonly numbers: readonly string[]
}

/** 0 to 1, with an explanation for the reviewer. */
export type Match = { readonly score: number; readonly explanation: string }

export type RegistrationFinding = {
  readonly name: string
  /** How `name` compares with the submitted name. */
  readonly match: Match
  /** Why it is only possible that the registration is the business's. Absent: it is its own. */
  readonly possible?: string
  /** What kind of name it is in the registry. */
  readonly name_type: 'legal' | 'dba'
  readonly status: 'active' | 'inactive' | 'unknown'
  readonly sub_status: string | null
  readonly status_details: string | null
  /** The registry's state, in two letters. */
  readonly state: string
  readonly jurisdiction: 'DOMESTIC' | 'FOREIGN' | 'UNKNOWN'
  /** The registry's wording. */
  readonly entity_type: string
  readonly file_number: string
  /** The local filing date: of a foreign registration not when it was formed. */
  readonly registration_date: string | null
  /** The state or country in which a foreign entity says it was formed: two letters of a state, else as published. */
  readonly formed_in?: string | null
  readonly addresses: readonly LabelledAddress[]
  readonly officers: readonly { readonly name: string; readonly titles: readonly string[] }[]
  readonly registered_agent: { readonly name: string; readonly address: PostalAddress | null } | null
  readonly source_url: string | null
  /** The registry's own filings, if the data set has them. `type` is a timeline event type without its prefix. */
  readonly history: readonly { readonly type: string; readonly occurred_at: string; readonly description: string }[]
  readonly sources: readonly Source[]
}

/** The record of a legal entity identifier that is the business's. */
export type LegalEntityFinding = {
  readonly lei: string
  readonly name: string
  /** How its best name compares with the submitted name, and which that is. */
  readonly match: Match
  readonly matched_name: string
  /** The identifier was submitted, but its record has another name: it is shown, and proves nothing. */
  readonly possible?: string
  readonly other_names: readonly { readonly name: string; readonly type: string }[]
  readonly addresses: readonly LabelledAddress[]
  readonly authority: string | null
  /** The two letters of the state whose registry `authority` is. */
  readonly state: string | null
  readonly number: string | null
  readonly jurisdiction: string | null
  readonly category: string | null
  readonly entity_type: EntityType | null
  readonly status: 'active' | 'inactive' | 'unknown'
  readonly registration_status: string
  readonly created_on: string | null
  readonly registered_on: string | null
  readonly renews_on: string | null
  readonly successor_lei: string | null
  readonly direct_parent: LegalParent | null
  readonly ultimate_parent: LegalParent | null
  /** Of the branch of a foreign company. */
  readonly head_office: LegalParent | null
  readonly sources: readonly Source[]
}

/** Who consolidates the accounts of an entity. Nothing is known of its share where the relationship does not say it. */
export type LegalParent = {
  readonly lei: string
  /** Null: its own record is not in the data. */
  readonly name: string | null
  readonly country: string | null
  readonly percentage: number | null
  readonly since: string | null
  readonly sources: readonly Source[]
}

/** Somebody whom a register of control names for a company. */
export type ControllerFinding = {
  /** Of the record, the same in each version. */
  readonly key: string
  readonly type: 'person' | 'business'
  /** Null: the register withholds it. */
  readonly name: string | null
  /** Year and month. */
  readonly born: string | null
  readonly country: string | null
  readonly registration_number: string | null
  /** In the register's words. */
  readonly natures: readonly string[]
  readonly since: string | null
  readonly sources: readonly Source[]
}

/** The standing of one address. Null: no loaded data set says. */
export type AddressFinding = {
  /** The index of the address in the subject's addresses. */
  readonly index: number
  readonly latitude: number | null
  readonly longitude: number | null
  /** The place is the middle of the ZIP code's area, which is too rough for distances. */
  readonly rough?: true
  readonly valid: boolean
  readonly deliverable: boolean | null
  readonly property_type: 'commercial' | 'residential' | null
  readonly cmra: boolean | null
  readonly virtual: boolean | null
  readonly registered_agent_name: string | null
  /** The number of businesses in the reference data at this address. */
  readonly location_count: number | null
  readonly sources: readonly Source[]
}

export type WatchlistFinding = {
  readonly lists: readonly {
    readonly agency: string
    readonly agency_abbr: string
    readonly organization: string
    readonly title: string
    readonly abbr: string
    readonly version: string
    /** The data set that it was read from, and the date that its publisher gives. */
    readonly kind?: string
    readonly as_of?: string | null
    /** The day of the import. */
    readonly imported_on?: string
    /** Of the publisher, in two letters. */
    readonly country?: string
    /** Absent in the sandbox, whose lists are made up: the number of entries, and the hashes of the published files and of the entries. */
    readonly entries?: number
    readonly sha256?: string
    readonly content_sha256?: string
  }[]
  /** Every data set whose names were in the index, chosen by the account or not: how rare a word is depends on all. Absent in the sandbox. */
  readonly index?: readonly { readonly data_set: string; readonly version: string; readonly sha256: string }[]
  /** The code and thresholds that decided. Absent in the sandbox. */
  readonly rule?: { readonly matching: string; readonly thresholds: { readonly [pair: string]: number } }
  readonly hits: readonly WatchlistHit[]
  /** Lists that the account has chosen and of which nothing is loaded. */
  readonly not_loaded?: readonly string[]
  /** Screened names in scripts that are not read well enough to say that no list has them. */
  readonly unread?: readonly { readonly screened: 'business' | 'person'; readonly scripts: readonly string[] }[]
}

export type WatchlistHit = {
  /** Whose name was hit: without an id the business itself, else the person or owner with that id. */
  readonly screened: { readonly kind: 'business'; readonly id?: string } | { readonly kind: 'person'; readonly id: string }
  readonly screened_name: string
  /** `abbr` of the list in `lists`. */
  readonly list: string
  /** Unique within the list: the publisher's number, or from the content of the entry. Never a line number. */
  readonly entry_id: string
  readonly entity_name: string
  /** The listed name or alias that matched. */
  readonly matched_name: string
  readonly quality: 'name' | 'alias' | 'weak alias'
  readonly match: Match
  /** How the names alone compare, where what else is known of both changed the score. */
  readonly by_name?: Match
  readonly entity_aliases: readonly string[]
  /** `unknown`: the list does not say. */
  readonly entity_type: 'individual' | 'entity' | 'vessel' | 'aircraft' | 'unknown'
  readonly addresses: readonly string[]
  readonly programs: readonly string[]
  readonly title: string | null
  /** As published: `1962`, `17 Feb 1967`. */
  readonly dates_of_birth: readonly string[]
  readonly nationalities: readonly string[]
  readonly identifiers: readonly string[]
  readonly listed_at: string | null
  readonly ends_at: string | null
  readonly remarks: string | null
  readonly agency_information_url: string
  readonly agency_list_url: string
  readonly url: string | null
  readonly list_country: string
  readonly list_region: string
  readonly sources: readonly Source[]
}

/** `unknown`: no configured source can answer for this number. `unavailable`: ask again at `retry_at`. */
export type TinFinding =
  | { readonly outcome: 'found' | 'person' | 'mismatch'; readonly name: string | null; readonly sources: readonly Source[] }
  | { readonly outcome: 'not_found' | 'unknown'; readonly sources: readonly Source[] }
  | { readonly outcome: 'unavailable'; readonly retry_after_ms: number; readonly sources: readonly Source[] }

export type TaxExemptFinding = {
  readonly ein: string
  readonly name: string
  /** Which of its names is the submitted one. Absent: `name`. */
  readonly matched_name?: string
  /** For example `501(c)(3)`. */
  readonly section: string | null
  readonly ruling_date: string | null
  readonly tax_period: string | null
  readonly revoked_at: string | null
  readonly address: PostalAddress | null
  readonly ntee_code: string | null
  readonly match: Match
  readonly sources: readonly Source[]
}

export type MotorCarrierFinding = {
  readonly dot_number: string
  readonly legal_name: string
  readonly dba_name: string | null
  readonly addresses: readonly PostalAddress[]
  readonly phone: string | null
  readonly email: string | null
  readonly revocations: readonly {
    readonly type: string
    readonly docket_number: string
    readonly served_on: string | null
    readonly effective_on: string | null
  }[]
  readonly source_url: string
  readonly match: Match
  readonly sources: readonly Source[]
}

/** A telephone number that evidence holds. */
export type PhoneFinding = { readonly number: string; readonly sources: readonly Source[] }

export type LoanFinding = {
  readonly issued_date: string | null
  /** US dollars; null when only a range is published. */
  readonly amount: number | null
  readonly amount_range: string | null
  readonly lender: string | null
  readonly naics_code: string | null
  readonly business_type: string | null
  readonly jobs_reported: string | null
  readonly non_profit: string | null
  /** The title of the industry's code. */
  readonly naics_title?: string | null
  /** Of the owners, as published. */
  readonly gender?: string | null
  readonly veteran?: string | null
  readonly race_ethnicity?: string | null
  readonly name: string
  readonly address?: PostalAddress | null
  readonly match: Match
  readonly sources: readonly Source[]
}

/** A city's licence. */
export type LicenceFinding = {
  readonly legal_name: string
  readonly dba_name: string | null
  readonly status: 'issued' | 'cancelled' | 'revoked' | 'unknown'
  readonly expires_on: string | null
  readonly address: PostalAddress | null
  readonly match: Match
  readonly sources: readonly Source[]
}

export type IndustryFinding = {
  readonly classification_system: 'NAICS' | 'MCC' | 'Prohibited'
  readonly name: string
  readonly sector: string | null
  readonly category: string
  readonly score: number
  readonly high_risk: boolean
  readonly naics_codes: readonly string[]
  readonly sic_codes: readonly string[]
  readonly mcc_codes: readonly string[]
  readonly prohibited_labels: readonly string[]
  /** The text whose words suggest it. Absent: a source says it. */
  readonly drawn_from?: 'the name' | 'the website' | 'the name and the website'
  readonly sources: readonly Source[]
}

/**
 * A provider of evidence: the imported reference data, or the sandbox. Every method answers from the loaded data
 * and rejects only when the source itself fails (the process then retries). `signal` aborts work that takes too long.
 */
export interface EvidenceSource {
  /** How long this subject's evidence takes to arrive, in milliseconds; 0 for reference data. */
  delay(subject: Subject): number
  registrations(subject: Subject, signal?: AbortSignal): Promise<readonly RegistrationFinding[]>
  /** The registries that are searched, each as a whole: the sources of a finding of no registrations. */
  registries(subject: Subject): Promise<readonly Source[]>
  addresses(subject: Subject, signal?: AbortSignal): Promise<readonly AddressFinding[]>
  watchlists(subject: Subject, signal?: AbortSignal): Promise<WatchlistFinding>
  /** `attempt` counts from 1; an unavailable TIN service is asked again. */
  tin(subject: Subject, attempt: number, signal?: AbortSignal): Promise<TinFinding>
  taxExempt(subject: Subject, signal?: AbortSignal): Promise<TaxExemptFinding | null>
  /** Every row that may be its own, also where several organisations share name and address. Absent: that of `taxExempt`. */
  exemptOrganisations?(subject: Subject, signal?: AbortSignal): Promise<readonly TaxExemptFinding[]>
  motorCarriers(subject: Subject, signal?: AbortSignal): Promise<readonly MotorCarrierFinding[]>
  /** Telephone numbers beside those of carriers and websites. Absent: no such source. */
  phones?(subject: Subject, signal?: AbortSignal): Promise<readonly PhoneFinding[]>
  loans(subject: Subject, signal?: AbortSignal): Promise<readonly LoanFinding[]>
  /** The searched lists of loans, each as a source. Empty: nothing is known about loans. */
  loanLists(signal?: AbortSignal): Promise<readonly Source[]>
  /** Absent: no such source. */
  licences?(subject: Subject, signal?: AbortSignal): Promise<readonly LicenceFinding[]>
  /** Absent: no such source. Null: the business has no record that is known to be its own. */
  legalEntity?(subject: Subject, signal?: AbortSignal): Promise<LegalEntityFinding | null>
  /** The searched data of identifiers and of relationships, each as a source. Empty: nothing is known of identifiers. */
  legalEntityData?(signal?: AbortSignal): Promise<readonly Source[]>
  /** By the company's number in the register. Absent: no such source. */
  controllers?(companyNumber: string, signal?: AbortSignal): Promise<readonly ControllerFinding[]>
  industry(subject: Subject, signal?: AbortSignal): Promise<readonly IndustryFinding[]>
  /** The kinds of data sets that it searches now. Absent: nothing that it knows can be missing. */
  loadedKinds?(signal?: AbortSignal): Promise<readonly string[]>
  /** Whether a person of the service must look at the business before its review. */
  needsAudit(subject: Subject): boolean
  /** Whether the TIN matching service answers. */
  tinAvailable(): Promise<boolean>
}
