// Files in the operator's requests: their fields and their largest size.
import { z } from 'zod'
import { largestDocument } from '../../evidence/ports.ts'
import { unprocessable } from '../errors.ts'
import { DateOnly } from '../records/common.ts'

export { largestDocument }

/** A file in Base64. */
export const GivenFile = z.object({
  filename: z
    .string()
    .trim()
    .min(1, { abort: true })
    .max(255)
    .regex(/^[^/\\]+$/, 'must be a file name without folders'),
  content_type: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type such as application/pdf'),
  content: z.base64(),
})

export const Attachment = z.object({
  document_type: z.string().trim().min(1).max(100),
  ...GivenFile.shape,
  filing_date: DateOnly.nullish(),
})

/** The largest body with such a file: Base64 is a third larger. */
export const attachmentLimit = 13 * 1024 * 1024

/** @throws ApiError 422 for a file that is empty or too large */
export const keepable = (bytes: Buffer): Buffer => {
  if (bytes.length === 0) throw unprocessable('the document is empty', 'content')
  if (bytes.length > largestDocument) throw unprocessable('content must be at most 9 MB', 'content')
  return bytes
}
