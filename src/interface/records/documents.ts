// Response records (documents): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { AnyObject, Timestamp } from './common.ts'

export const DocumentSource = z
  .object({
    type: z.string(),
    id: z.uuid(),
    metadata: AnyObject,
  })
  .meta({ id: 'DocumentSource' })

export const Document = z
  .object({
    object: z.literal('document'),
    id: z.uuid(),
    document_type: z.string(),
    filename: z.string(),
    content_type: z.string(),
    size: z.int(),
    download_url: z.url(),
    created_at: Timestamp,
    source: DocumentSource.nullable(),
    filing_date: Timestamp.nullable(),
    metadata: AnyObject.nullable(),
  })
  .meta({ id: 'Document' })

export const GetDocumentDownloadUrlResponse = z
  .object({
    data: z.url(),
  })
  .meta({ id: 'GetDocumentDownloadUrlResponse' })
