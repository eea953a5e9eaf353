// What can happen to a batch of businesses: an uploaded CSV whose rows become businesses one after the other. The rows themselves are kept
// encrypted in the document store's records, because a log that every reader goes through is no place for fifty megabytes of them.
import { z } from 'zod'
import type { EventOf } from './define.ts'

/** What is wrong with one row, as an error of the interface says it. */
const RowError = z.object({ message: z.string(), parameter: z.string().optional() })

const WrongRows = z.array(z.object({ row: z.number().int(), errors: z.array(RowError) }))

export const businessBatchEvents = {
  /** From now on rows are kept for it. */
  BatchUploadBegun: z.object({}),
  /** The upload was wrong or never came to its end: what was kept of it goes. */
  BatchUploadAbandoned: z.object({}),
  BusinessBatchUploaded: z.object({
    batch_id: z.uuid(),
    mode: z.enum(['test', 'live']),
    name: z.string(),
    filename: z.string(),
    /** The titles of the first row, as uploaded. */
    columns: z.array(z.string()),
    delimiter: z.enum([',', ';', '\t']),
    row_count: z.number().int(),
    /** Rows are kept in chunks of so many. */
    chunk_rows: z.number().int(),
    /** Of the uploaded CSV. */
    sha256: z.string(),
    requester: z.object({ id: z.uuid(), type: z.enum(['account', 'user']) }),
  }),
  /** Rows `from` (from 0) up to, not including, `to` are done: each is a business, but for those that are wrong. */
  BatchRowsDone: z.object({
    from: z.number().int(),
    to: z.number().int(),
    wrong_count: z.number().int(),
    /** Only in what was version 1; since then it stands in BatchRowsRejected. */
    wrong: WrongRows.optional(),
  }),
  BusinessBatchCompleted: z.object({ business_count: z.number().int(), wrong_count: z.number().int() }),
}
export type BusinessBatchEvent = EventOf<typeof businessBatchEvents>

/** What is wrong with the rows of one chunk stands in a stream of its own, so that the batch's stays short however much is wrong. */
export const batchChunkEvents = {
  BatchRowsRejected: z.object({
    batch_id: z.uuid(),
    /** The chunk's first row, from 0. */
    from: z.number().int(),
    wrong: WrongRows,
  }),
}
export type BatchChunkEvent = EventOf<typeof batchChunkEvents>
