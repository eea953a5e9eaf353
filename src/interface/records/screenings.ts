// Response records (screenings): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { AnyObject, DateOnly, Timestamp } from './common.ts'

export const AdverseMediaScreeningExclusionSettings = z
  .object({
    criteria_match_threshold: z.number().nullish(),
    max_people_screened: z.int().nullish(),
    max_names_screened: z.int().nullish(),
    people: z.array(AnyObject).nullish(),
  })
  .meta({ id: 'AdverseMediaScreeningExclusionSettings' })

export const AdverseMediaScreeningResultsItemItemsItemFlagsRisksItem = z
  .object({
    name: z.string().nullish(),
    confidence_level: z.enum(['low', 'moderate', 'high']).nullish(),
  })
  .meta({ id: 'AdverseMediaScreeningResultsItemItemsItemFlagsRisksItem' })

export const AdverseMediaScreeningResultsItemItemsItemFlagsSentimentsItem = z
  .object({
    name: z.enum(['positive', 'negative', 'neutral']),
    confidence_level: z.enum(['low', 'moderate', 'high']).nullish(),
  })
  .meta({ id: 'AdverseMediaScreeningResultsItemItemsItemFlagsSentimentsItem' })

export const AdverseMediaScreeningResultsItemItemsItemFlags = z
  .object({
    risks: z.array(AdverseMediaScreeningResultsItemItemsItemFlagsRisksItem),
    sentiments: z.array(AdverseMediaScreeningResultsItemItemsItemFlagsSentimentsItem),
  })
  .meta({ id: 'AdverseMediaScreeningResultsItemItemsItemFlags' })

export const AdverseMediaScreeningResultsItemItemsItem = z
  .object({
    object: z.literal('adverse_media_item'),
    source_name: z.string().nullable(),
    title: z.string(),
    url: z.url(),
    flags: AdverseMediaScreeningResultsItemItemsItemFlags,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'AdverseMediaScreeningResultsItemItemsItem' })

export const AdverseMediaScreeningResultsItem = z
  .object({
    object: z.literal('adverse_media_screening_result'),
    id: z.uuid(),
    risk_scores: AnyObject.nullish(),
    created_at: Timestamp,
    updated_at: Timestamp,
    match_score: z.number().nullable(),
    items: z.array(AdverseMediaScreeningResultsItemItemsItem),
  })
  .meta({ id: 'AdverseMediaScreeningResultsItem' })

export const AdverseMediaScreening = z
  .object({
    object: z.string(),
    id: z.uuid(),
    created_at: Timestamp,
    updated_at: Timestamp,
    results: z.array(AdverseMediaScreeningResultsItem),
    exclusion_settings: AdverseMediaScreeningExclusionSettings.nullish(),
  })
  .meta({ id: 'AdverseMediaScreening' })

export const BankruptcyCaseUpdatesItem = z
  .object({
    guid: z.string().nullable(),
    pub_date: z.string().nullable(),
    description: z.string().nullable(),
  })
  .meta({ id: 'BankruptcyCaseUpdatesItem' })

export const BankruptcyDebtorsItem = z
  .object({
    name: z.string(),
  })
  .meta({ id: 'BankruptcyDebtorsItem' })

export const Bankruptcy = z
  .object({
    object: z.literal('bankruptcy'),
    id: z.uuid(),
    business_id: z.uuid(),
    case_number: z.string(),
    case_updates: z.array(BankruptcyCaseUpdatesItem),
    chapter: z.number(),
    court: z.string(),
    filing_date: DateOnly.nullable(),
    debtors: z.array(BankruptcyDebtorsItem),
  })
  .meta({ id: 'Bankruptcy' })

export const CriminalHistoryChargeDispositionsItem = z
  .object({
    disposition: z.string().nullish(),
    disposition_date: DateOnly.nullish(),
    disposition_type: z.string().nullish(),
  })
  .meta({ id: 'CriminalHistoryChargeDispositionsItem' })

export const CriminalHistoryChargeSentencesItem = z
  .object({
    details: z.string().nullish(),
  })
  .meta({ id: 'CriminalHistoryChargeSentencesItem' })

export const CriminalHistoryCharge = z
  .object({
    object: z.literal('criminal_history/charge'),
    category: z.string().nullish(),
    charge_type: z.string().nullish(),
    city: z.string().nullish(),
    county: z.string().nullish(),
    description: z.string(),
    dispositions: z.array(CriminalHistoryChargeDispositionsItem).nullish(),
    legal_code: z.string().nullish(),
    offense_date: DateOnly.nullish(),
    sentences: z.array(CriminalHistoryChargeSentencesItem).nullish(),
    state: z.string().nullish(),
    subcategory: z.string().nullish(),
    subsubcategory: z.string().nullish(),
  })
  .meta({ id: 'CriminalHistoryCharge' })

export const CriminalHistoryCase = z
  .object({
    object: z.literal('criminal_history/case'),
    arrest_date: DateOnly.nullish(),
    case_number: z.string(),
    case_type: z.string().nullish(),
    court_county: z.string().nullish(),
    court_name: z.string().nullable(),
    file_date: DateOnly.nullable(),
    status: z.string().nullish(),
    title: z.string().nullish(),
    arresting_agency: z.string().nullish(),
    charges: z.array(CriminalHistoryCharge),
  })
  .meta({ id: 'CriminalHistoryCase' })

export const CriminalHistoryRecordPerson = z
  .object({
    dob: DateOnly.nullish(),
  })
  .meta({ id: 'CriminalHistoryRecordPerson' })

export const CriminalHistoryRecord = z
  .object({
    object: z.literal('criminal_history/record'),
    id: z.uuid(),
    category: z.string(),
    state: z.string().nullable(),
    person: CriminalHistoryRecordPerson.nullish(),
    cases: z.array(CriminalHistoryCase),
  })
  .meta({ id: 'CriminalHistoryRecord' })

export const Judgment = z
  .object({
    id: z.uuid(),
    litigation_id: z.uuid(),
    docket_entry_date: DateOnly,
    text: z.string(),
    amount_cents: z.int().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Judgment' })

export const LitigationPartiesItem = z
  .object({
    id: z.uuid(),
    name: z.string(),
    role: z.enum(['Plaintiff', 'Defendant', 'Cross-Plaintiff', 'Cross-Defendant']),
    litigation_id: z.uuid(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'LitigationPartiesItem' })

export const Litigation = z
  .object({
    object: z.string(),
    id: z.uuid(),
    case_name: z.string(),
    case_number: z.string(),
    case_status: z.enum(['OPEN', 'CLOSED', 'UNKNOWN']),
    case_type: z.string(),
    filing_date: DateOnly,
    judgments: z.array(Judgment),
    jurisdiction: z.string().nullable(),
    jurisdiction_state: z.string().nullable(),
    party_type: z.string(),
    parties: z.array(LitigationPartiesItem),
  })
  .meta({ id: 'Litigation' })

export const PoliticallyExposedPersonScreeningResultsItem = z
  .object({
    object: z.literal('politically_exposed_person_screening_result'),
    id: z.uuid(),
    aliases: z.array(z.string()),
    birth_name: z.string().nullish(),
    birth_place: z.string().nullish(),
    citizenship_country: z.string().nullable(),
    dob: z.string().nullable(),
    employers: z.array(z.string()).nullish(),
    hit_type: z.enum(['direct', 'direct_alias', 'association']),
    memberships: z.array(AnyObject).nullish(),
    name: z.string(),
    professional_history: z.array(z.string()).nullish(),
    score: z.number().nullable(),
    source_urls: z.array(z.string()),
    stakeholders: z.array(AnyObject).nullish(),
  })
  .meta({ id: 'PoliticallyExposedPersonScreeningResultsItem' })

export const PoliticallyExposedPersonScreeningSettings = z
  .object({
    people: z.string().nullish(),
    match_score: z.enum(['LOW', 'MEDIUM', 'HIGH']).nullish(),
  })
  .meta({ id: 'PoliticallyExposedPersonScreeningSettings' })

export const PoliticallyExposedPersonScreening = z
  .object({
    object: z.string(),
    id: z.uuid(),
    created_at: Timestamp,
    updated_at: Timestamp,
    results: z.array(PoliticallyExposedPersonScreeningResultsItem),
    settings: PoliticallyExposedPersonScreeningSettings.nullish(),
  })
  .meta({ id: 'PoliticallyExposedPersonScreening' })
