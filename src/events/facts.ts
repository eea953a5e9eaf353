// The kinds of facts that evidence finds about a business: a row each. The events that carry them, the file and its fold, and the type of evidence
// follow from the rows. The order of the rows is the order in which new findings become events.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  AddressAssessment,
  Formation,
  FoundAddress,
  FoundEmail,
  FoundName,
  FoundPhone,
  Industry,
  LeiRecord,
  Loan,
  MotorCarrier,
  NameComparison,
  PossibleMatch,
  PublicRecord,
  Registration,
  Screening,
  TaxExemptRecord,
  TinCheck,
  WatchlistHit,
} from './business-evidence.ts'
import { EmailAssessment, EvidenceDocument, ProductRecord, ProductSearch } from './business-findings.ts'
import { ListedChange } from './business-judgements.ts'
import { ProfileEvidence, WebsiteEvidence } from './business-website.ts'
import { type FactEvent, type FactKinds, fact, factSchemas, type Plain, singleFact, telling } from './fact.ts'
import { FoundOwner } from './ownership.ts'
import { NamedPerson } from './parts.ts'
import { changesOfEntry } from './watchlist-dismissals.ts'

/** The former values of the plain fields that differ. Those of lists and nested objects are in the earlier event. */
const previousAttributes = telling(
  { previous_attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])) },
  (before, after) => ({
    previous_attributes: Object.fromEntries(
      Object.entries(before).filter(
        (entry): entry is [string, string | number | boolean | null] => isPlain(entry[1]) && entry[1] !== after[entry[0]],
      ),
    ),
  }),
)

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** The same, and of the parents their identifiers. */
const previousParents = telling(previousAttributes.shape, (before, after) => {
  const { previous_attributes } = previousAttributes.tell(before, after)
  const parents = ['direct_parent', 'ultimate_parent', 'head_office'].flatMap((field) =>
    isDeepStrictEqual(before[field], after[field]) ? [] : [[field, leiOf(before[field])] as const],
  )
  return { previous_attributes: { ...previous_attributes, ...Object.fromEntries(parents) } }
})

const leiOf = (parent: unknown): string | null =>
  typeof parent === 'object' && parent !== null && 'lei' in parent ? String(parent.lei) : null

/** The names of the fields of the content that differ. The values may be personal; the former ones are sealed in the event before. */
const changedContent = telling({ changed: z.array(z.string()) }, ({ content: before }, { content: after }) => {
  const [was, is] = [before, after].map((each) => (typeof each === 'object' && each !== null ? (each as Plain) : {}))
  return { changed: Object.keys({ ...was, ...is }).filter((field) => !isDeepStrictEqual(was?.[field], is?.[field])) }
})

/** What the list says otherwise of a hit that is on file. Empty where only the match with the party is another. */
const changedEntry = telling({ changes: z.array(ListedChange) }, (before, after) => ({
  // The facts of this kind are hits.
  changes: [...changesOfEntry(before as WatchlistHit, after as WatchlistHit)],
}))

export const facts = {
  names: fact(FoundName, { as: 'name', found: 'NameFound', gone: 'NameGone', timeline: true }),
  addresses: fact(FoundAddress, { as: 'address', found: 'AddressFound', gone: 'AddressGone', timeline: true }),
  /** By the id of the submitted or found address. */
  assessments: fact(AddressAssessment, { as: 'assessment', id: 'address_id', found: 'AddressAssessed' }),
  registrations: fact(Registration, {
    as: 'registration',
    found: 'RegistrationFound',
    changed: 'RegistrationChanged',
    telling: previousAttributes,
    timeline: true,
  }),
  possible_matches: fact(PossibleMatch, { as: 'possible_match', found: 'PossibleMatchFound', gone: 'PossibleMatchGone' }),
  public_records: fact(PublicRecord, { as: 'public_record', found: 'PublicRecordFound', gone: 'PublicRecordGone' }),
  lei_records: fact(LeiRecord, {
    as: 'lei_record',
    found: 'LeiRecordFound',
    changed: 'LeiRecordChanged',
    gone: 'LeiRecordGone',
    telling: previousParents,
    timeline: true,
  }),
  found_owners: fact(FoundOwner, { as: 'found_owner', found: 'OwnerFound', gone: 'OwnerGone', timeline: true }),
  /** By the id of the submitted name. */
  name_comparisons: fact(NameComparison, { as: 'comparison', id: 'name_id', found: 'NameCompared' }),
  people: fact(NamedPerson, { as: 'person', found: 'PersonFound', gone: 'PersonGone', timeline: true }),
  phone_numbers: fact(FoundPhone, { as: 'phone_number', found: 'PhoneNumberFound', gone: 'PhoneNumberGone', pooled: true }),
  email_addresses: fact(FoundEmail, { as: 'email_address', found: 'EmailAddressFound', gone: 'EmailAddressGone', pooled: true }),
  formation: singleFact(Formation, { found: 'FormationEstablished' }),
  hits: fact(WatchlistHit, {
    as: 'hit',
    found: 'WatchlistHitFound',
    changed: 'WatchlistHitChanged',
    gone: 'WatchlistHitGone',
    telling: changedEntry,
  }),
  screening: singleFact(Screening, { found: 'WatchlistScreened' }),
  tin: singleFact(TinCheck, { found: 'TinChecked', gone: 'TinCheckGone' }),
  tax_exempt: singleFact(TaxExemptRecord, { as: 'record', found: 'TaxExemptRecordFound', gone: 'TaxExemptRecordGone' }),
  carriers: fact(MotorCarrier, { as: 'carrier', found: 'MotorCarrierFound', gone: 'MotorCarrierGone' }),
  loans: fact(Loan, { as: 'loan', found: 'LoanFound', gone: 'LoanGone' }),
  industry: singleFact(Industry, { found: 'IndustryClassified' }),
  website: singleFact(WebsiteEvidence, { found: 'WebsiteAnalysed', gone: 'WebsiteGone' }),
  profiles: fact(ProfileEvidence, { as: 'profile', found: 'ProfileFound', gone: 'ProfileGone' }),
  documents: fact(EvidenceDocument, { as: 'document', found: 'DocumentReceived' }),
  searches: fact(ProductSearch, { as: 'search', found: 'ProductSearched', pooled: true }),
  product_records: fact(ProductRecord, {
    as: 'record',
    found: 'ProductRecordFound',
    changed: 'ProductRecordChanged',
    telling: changedContent,
    pooled: true,
  }),
  /** By the id of the e-mail address. */
  email_assessments: fact(EmailAssessment, { as: 'assessment', found: 'EmailAddressAssessed' }),
} satisfies FactKinds

export const factEvents = factSchemas(facts)
export type BusinessFactEvent = FactEvent<typeof facts>
