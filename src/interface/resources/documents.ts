// A document kept as evidence in responses.
import type { z } from 'zod'
import type { EvidenceDocumentDocument } from '../../projections/evidence-documents.ts'
import type { Document } from '../records/documents.ts'

export type ShownDocument = Omit<EvidenceDocumentDocument, 'account_id' | 'mode' | 'business_id' | 'updated_at'>

/** `link`: serves its bytes without a sign-in for a while. */
export const linkedDocument = (document: ShownDocument, link: string): z.output<typeof Document> => {
  const [source] = document.sources
  return {
    object: 'document',
    id: document.id,
    document_type: document.document_type,
    filename: document.filename,
    content_type: document.content_type,
    size: document.size,
    download_url: link,
    created_at: document.created_at,
    source: source ? { type: source.type, id: source.id, metadata: source.metadata } : null,
    filing_date: document.filing_date === null ? null : `${document.filing_date}T00:00:00.000Z`,
    metadata: { sha256: document.sha256 },
  }
}
