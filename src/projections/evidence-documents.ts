// The collection `evidence_documents`: each document kept as evidence with the business that it belongs to, for finding it by its own id.

import type { EvidenceDocument } from '../events/business-findings.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import type { Source } from '../events/parts.ts'
import { projection } from './projection.ts'

export type EvidenceDocumentDocument = EvidenceDocument & {
  readonly account_id: string
  readonly mode: Mode
  readonly business_id: string
  readonly sources: readonly Source[]
  readonly created_at: string
}

export const evidenceDocuments = projection<EvidenceDocumentDocument>()({
  collection: 'evidence_documents',
  version: 2,
  indexes: [['business_id', 'created_at']],
  filters: ['account_id', 'mode'],
  key: ({ type, data }) => (type === 'DocumentReceived' ? data.document.id : []),
  starts: {
    DocumentReceived: ({ data: { document, sources }, stream, metadata }) => ({
      ...document,
      account_id: metadata.account_id,
      business_id: aggregateIdOf(stream),
      sources,
      created_at: metadata.recorded_at,
    }),
  },
})
