// The port for searches beyond the registries: liens, courts, media, identity. A source answers with records in this service's terms, or says that
// it cannot answer; it never invents anything.
import { z } from 'zod'
import { keysOf } from '../../events/keys-of.ts'
import type { Source, Subject } from '../ports.ts'

const text = z.string().trim().min(1)
const date = z.iso.date()
const optionalText = text.nullish().transform((value) => value ?? null)
const optionalDate = date.nullish().transform((value) => value ?? null)
const optionalCents = z.coerce
  .number()
  .int()
  .nullish()
  .transform((value) => value ?? null)
const party = z.object({ name: text, address: optionalText, type: z.enum(['ORGANIZATION', 'INDIVIDUAL']).optional() })
const texts = z.array(text).default([])

/** The fields of each kind of record. */
export const recordKinds = {
  bankruptcy: z.object({
    case_number: text,
    chapter: z.coerce.number().int(),
    court: text,
    filing_date: optionalDate,
    debtors: z.array(z.object({ name: text })).default([]),
    case_updates: z.array(z.object({ guid: optionalText, pub_date: optionalText, description: optionalText })).default([]),
  }),
  litigation: z.object({
    case_name: text,
    case_number: text,
    case_status: z.enum(['OPEN', 'CLOSED', 'UNKNOWN']).catch('UNKNOWN'),
    case_type: text,
    filing_date: date,
    jurisdiction: optionalText,
    jurisdiction_state: optionalText,
    party_type: text.default('Defendant'),
    parties: z.array(z.object({ name: text, role: z.enum(['Plaintiff', 'Defendant', 'Cross-Plaintiff', 'Cross-Defendant']) })).default([]),
    judgments: z.array(z.object({ docket_entry_date: date, text, amount_cents: optionalCents })).default([]),
  }),
  lien: z.object({
    type: z.enum(['ucc', 'state', 'federal', 'attachment', 'judgment']),
    state: z.string().regex(/^[A-Z]{2}$/),
    file_number: text,
    status: z.enum(['open', 'closed']),
    closed_by: z.enum(['termination', 'lapse']).optional(),
    filing_date: optionalDate,
    lapse_date: optionalDate,
    collateral: optionalText,
    liability_cents: optionalCents,
    debtors: z.array(party).default([]),
    secured_parties: z.array(party).default([]),
  }),
  criminal_record: z.object({
    category: text,
    state: optionalText,
    case_number: text,
    court_name: optionalText,
    file_date: optionalDate,
    description: optionalText,
  }),
  adverse_media: z.object({
    title: text,
    url: z.url(),
    source_name: optionalText,
    sentiment: z
      .enum(['positive', 'negative', 'neutral'])
      .nullish()
      .transform((value) => value ?? null),
    match_score: z.coerce
      .number()
      .min(0)
      .max(1)
      .nullish()
      .transform((value) => value ?? null),
  }),
  politically_exposed_person: z.object({
    name: text,
    aliases: texts,
    dob: optionalText,
    citizenship_country: optionalText,
    hit_type: z.enum(['direct', 'direct_alias', 'association']).default('direct'),
    score: z.coerce
      .number()
      .min(0)
      .max(1)
      .nullish()
      .transform((value) => value ?? null),
    source_urls: texts,
  }),
  certification: z.object({
    name: text,
    key: text,
    certification_type: z.enum(['federal', 'self_certified']),
    certification_id: optionalText,
    entrance_date: optionalDate,
    exit_date: optionalDate,
    external_sources: z.array(z.object({ organization: optionalText, link: optionalText })).default([]),
  }),
  /** What a business directory adds to the registries. */
  enrichment: z.object({ phone_numbers: texts, email_addresses: z.array(z.email()).default([]) }),
  kyc_decision: z.object({ decision: z.enum(['approved', 'review', 'declined']), reason: optionalText }),
} as const
export type RecordKind = keyof typeof recordKinds
export type RecordContent<Kind extends RecordKind> = z.output<(typeof recordKinds)[Kind]>

/**
 * For each product: the kinds of records it finds, and whether the search is about the business or about each of its people. `certifications` is
 * not a product of its own: verifying a business includes them.
 */
export const searches = {
  liens: { kinds: ['lien'], about: 'business' },
  ucc_liens: { kinds: ['lien'], about: 'business' },
  tax_liens: { kinds: ['lien'], about: 'business' },
  bankruptcies: { kinds: ['bankruptcy'], about: 'business' },
  litigations: { kinds: ['litigation'], about: 'business' },
  adverse_media: { kinds: ['adverse_media'], about: 'business' },
  certifications: { kinds: ['certification'], about: 'business' },
  business_enrichment: { kinds: ['enrichment'], about: 'business' },
  enhanced_screenings: { kinds: ['politically_exposed_person', 'adverse_media'], about: 'people' },
  kyc: { kinds: ['kyc_decision'], about: 'people' },
  people_litigations: { kinds: ['litigation'], about: 'people' },
  people_bankruptcies: { kinds: ['bankruptcy'], about: 'people' },
  people_tax_liens: { kinds: ['lien'], about: 'people' },
  people_ucc_liens: { kinds: ['lien'], about: 'people' },
  people_criminal_history: { kinds: ['criminal_record'], about: 'people' },
} as const satisfies { readonly [product: string]: { readonly kinds: readonly RecordKind[]; readonly about: 'business' | 'people' } }
export type SearchProduct = keyof typeof searches
export const searchProducts = keysOf(searches)

export type FoundRecord = {
  readonly kind: RecordKind
  /** null: the business itself. */
  readonly person_id: string | null
  /** Identifies the record among those of its kind, for example a case number. */
  readonly key: string
  readonly content: { readonly [field: string]: z.core.util.JSONType }
  readonly sources: readonly Source[]
}

/** No source was asked, or none gave a usable answer; `reason` says which. `passing`: a retry may succeed. */
export type Unavailable = { readonly outcome: 'unavailable'; readonly reason: string; readonly passing: boolean }

/** A part of a search without an answer. `stands`: the results of an earlier search remain valid until there is an answer. */
export type Gap = Omit<Unavailable, 'outcome'> & { readonly stands: boolean }

export type SearchFinding =
  | { readonly outcome: 'searched'; readonly records: readonly FoundRecord[]; readonly sources: readonly Source[]; readonly gap?: Gap }
  | Unavailable

export type ProductSource = {
  /** Whether any source is asked for the product. */
  readonly answers: (product: SearchProduct) => boolean
  readonly search: (product: SearchProduct, subject: Subject, signal?: AbortSignal) => Promise<SearchFinding>
}

export const notConfigured = 'not available from any configured source'

/** The source of a service without vendors. */
export const noProductSource: ProductSource = {
  answers: () => false,
  search: async () => ({ outcome: 'unavailable', reason: notConfigured, passing: false }),
}
