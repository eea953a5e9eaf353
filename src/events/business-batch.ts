// What can happen to a batch of businesses: an uploaded CSV whose rows become businesses one after the other. The rows themselves are kept
// encrypted in the document store's records, because every reader goes through the log, and rows may be fifty megabytes.
import { z } from 'zod'
import type { EventOf } from './define.ts'
import { modes } from './modes.ts'

/** A problem of one row, as an error of the interface. */
const RowError = z.object({ message: z.string(), parameter: z.string().optional() })

const WrongRows = z.array(z.object({ row: z.number().int(), errors: z.array(RowError) }))

export const businessBatchEvents = {
  /** From now on rows are kept for it. */
  BatchUploadBegun: z.object({}),
  /** The upload was wrong or never completed: its rows are removed. */
  BatchUploadAbandoned: z.object({}),
  BusinessBatchUploaded: z.object({
    batch_id: z.uuid(),
    mode: z.enum(modes),
    name: z.string(),
    filename: z.string(),
    /** The titles of the first row, as uploaded. */
    columns: z.array(z.string()),
    delimiter: z.enum([',', ';', '\t']),
    /** The file began with a byte order mark, by which spreadsheets know UTF-8. Absent in older events. */
    byte_order_mark: z.literal(true).optional(),
    row_count: z.number().int(),
    /** The number of rows of a chunk. */
    chunk_rows: z.number().int(),
    /** Of the uploaded CSV. */
    sha256: z.string(),
    requester: z.object({ id: z.uuid(), type: z.enum(['account', 'user']) }),
  }),
  /** Rows `from` (from 0) up to, not including, `to` are done: each is a business, except the wrong ones. */
  BatchRowsDone: z.object({
    from: z.number().int(),
    to: z.number().int(),
    wrong_count: z.number().int(),
    /** Only in events of version 1. BatchRowsRejected holds it since. */
    wrong: WrongRows.optional(),
  }),
  BusinessBatchCompleted: z.object({ business_count: z.number().int(), wrong_count: z.number().int() }),
}
export type BusinessBatchEvent = EventOf<typeof businessBatchEvents>

/** The errors of one chunk. They have a stream of their own, so that the batch's stream stays short however many there are. */
export const batchChunkEvents = {
  BatchRowsRejected: z.object({
    batch_id: z.uuid(),
    /** The chunk's first row, from 0. */
    from: z.number().int(),
    wrong: WrongRows,
  }),
}
export type BatchChunkEvent = EventOf<typeof batchChunkEvents>
