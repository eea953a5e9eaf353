// The port for documents that an agency issues about a business. A source returns the files themselves, or says that it cannot; it never creates one.
import type { Source, Subject } from '../ports.ts'
import { notConfigured, type Unavailable } from './products.ts'

/** As clients name them in an order, and as responses do (records.md, Order names). */
export const documentTypes = {
  articles_of_incorporation: 'Articles of Incorporation',
  certificate_of_good_standing: 'Certificate of Good Standing',
} as const
export type DocumentType = keyof typeof documentTypes

export type FoundDocument = {
  readonly filename: string
  readonly content_type: string
  readonly bytes: Buffer
  readonly filing_date: string | null
  readonly sources: readonly Source[]
}

/** `found` without documents: the source was asked and has none. */
export type DocumentFinding =
  | { readonly outcome: 'found'; readonly documents: readonly FoundDocument[]; readonly sources: readonly Source[] }
  | Unavailable

export type DocumentSource = (type: DocumentType, subject: Subject, signal?: AbortSignal) => Promise<DocumentFinding>

/** The source of a service without vendors. */
export const noDocumentSource: DocumentSource = async () => ({ outcome: 'unavailable', reason: notConfigured, passing: false })

/** What each subproduct of an order accepts: the first available document counts. */
export const documentsAsked: { readonly [subproduct: string]: readonly DocumentType[] } = {
  articles_of_incorporation: ['articles_of_incorporation'],
  certificate_of_good_standing: ['certificate_of_good_standing'],
  articles_of_incorporation_with_fallback: ['articles_of_incorporation', 'certificate_of_good_standing'],
}
