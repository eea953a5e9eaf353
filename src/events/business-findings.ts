// What searches beyond the registries found about a business, and the documents that came in as evidence.
import { z } from 'zod'
import { personal } from './define.ts'
import { Sources } from './parts.ts'

const found = { order_id: z.uuid().nullable(), sources: Sources }

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

export const findingEvents = {
  DocumentReceived: z.object({ ...found, document: EvidenceDocument }),
}
