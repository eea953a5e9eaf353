// What searches beyond the registries find about a business, and the documents that come in as evidence.

import { z } from 'zod'
import { personal, subjectOf } from './define.ts'
import { derivedId } from './derived-id.ts'

/** A file kept as evidence; its bytes lie by their hash beside the log. */
export const EvidenceDocument = z.object({
  id: z.uuid(),
  document_type: z.string(),
  filename: personal(z.string()),
  content_type: z.string(),
  /** In bytes. */
  size: z.number().int(),
  sha256: z.string(),
  filing_date: z.string().nullable(),
})
export type EvidenceDocument = z.output<typeof EvidenceDocument>

/** The same bytes are one document of the business, whatever their file names. */
export const documentIdOf = (businessId: string, sha256: string): string => derivedId(sha256, businessId)

/** The outcome of a product's search; `reason` says why no source answered, or which part none answered. */
export const ProductSearch = z.object({
  id: z.uuid(),
  product: z.string(),
  outcome: z.enum(['searched', 'unavailable']),
  reason: z.string().nullable(),
  /** The records that this search found. */
  record_ids: z.array(z.uuid()),
})
export type ProductSearch = z.output<typeof ProductSearch>

/** A record of a court, a filing office or a publisher, of the business or one of its people; the kinds are those of the searches. */
export const ProductRecord = subjectOf(
  'subject_id',
  z.object({
    id: z.uuid(),
    kind: z.string(),
    product: z.string(),
    person_id: z.uuid().nullable(),
    subject_id: z.uuid(),
    content: personal(z.record(z.string(), z.json())),
  }),
)
export type ProductRecord = z.output<typeof ProductRecord>

export const EmailAssessment = subjectOf(
  'subject_id',
  z.object({
    id: z.uuid(),
    subject_id: z.uuid(),
    email: personal(z.string()),
    valid: z.boolean(),
    domain: z.string().nullable(),
    /** null: the name service did not answer. */
    takes_mail: z.boolean().nullable(),
    address_type: z.enum(['disposable', 'free', 'private']),
  }),
)
export type EmailAssessment = z.output<typeof EmailAssessment>
