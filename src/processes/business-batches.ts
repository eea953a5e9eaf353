// Turns the rows of an uploaded batch into businesses through the ordinary command. Every id follows from batch and row, and progress is
// recorded in the batch's own stream: after a kill it goes on from there, and no row becomes two businesses.
import { business } from '../commands/business.ts'
import { type Batch, batchChunk, batchChunkId, businessBatch } from '../commands/business-batch.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { Refused } from '../commands/refused.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import type { ErrorEntry } from '../interface/messages.ts'
import type { RowOf, RowRead } from '../interface/requests/batch.ts'
import type { BatchRows } from '../stores/batch-rows.ts'
import type { WriteContext } from '../stores/event-log.ts'
import { type Delivery, later, type Process } from './process.ts'

/** What the edge makes of a row's cells. */
export type ReadRow = (cells: readonly string[], of: RowOf) => RowRead

export type BatchDependencies = {
  readonly handle: Handle
  readonly load: Load
  readonly now: () => Date
  readonly batchRows: BatchRows
  readonly readRow: ReadRow
  /** The message of a refusal as clients read it. */
  readonly refusalError: (refusal: Refused) => ErrorEntry
  /** Awaited before each row, see turns.ts. */
  readonly turn: () => Promise<void>
  /** How often progress is recorded, in milliseconds; twice a second when absent. Each time is an event of the batch. */
  readonly reportEveryMs?: number
}

/** How long one reaction works before it gives others a turn. The rest follows at once. */
const turnMs = 20_000
/** An upload that is not complete by then never will be. */
const longestUploadMs = 3_600_000
/** Rows being created at a time: as many as share a commit without keeping requests waiting. */
const atATime = 16

export const businessBatches = (dependencies: BatchDependencies): Process => {
  const { handle, load, now, batchRows, reportEveryMs = 500 } = dependencies

  /** Works through chunks until it is time to record the progress. @returns the batch as it is then */
  const advance = async (batch: Batch, batchId: string, delivery: Delivery) => {
    const from = batch.done
    const reportAt = performance.now() + reportEveryMs
    let [to, wrong_count] = [from, 0]
    do {
      const chunk = await createChunk(batch, to, delivery, dependencies)
      to = chunk.to
      wrong_count += chunk.wrong
    } while (to < batch.row_count && performance.now() < reportAt)
    const command = { type: 'RecordRows' as const, rows: { from, to, wrong_count } }
    return (await handle(businessBatch, batchId, command, delivery.context(`rows-${from}-${to}`))).state
  }

  return {
    name: 'business_batches',
    on: {
      BusinessBatchUploaded: async ({ stream }, delivery) => {
        const id = aggregateIdOf(stream)
        const until = performance.now() + turnMs
        let batch = await load(businessBatch, id)
        while (batch.status === 'running') {
          if (performance.now() > until) return { at: now() }
          batch = await advance(batch, id, delivery)
        }
        return undefined
      },

      /** Removes the rows of an upload that a kill interrupted: nobody asks for them again. */
      BatchUploadBegun: async ({ stream, metadata }, delivery) => {
        const end = later(metadata.recorded_at, longestUploadMs)
        if (end.at > now()) return end
        await handle(businessBatch, aggregateIdOf(stream), { type: 'AbandonUpload' }, delivery.context('abandon'))
        return undefined
      },

      BatchUploadAbandoned: async ({ stream }) => {
        await batchRows.forget(aggregateIdOf(stream))
        return undefined
      },
    },
  }
}

type WrongRow = { readonly row: number; readonly errors: ErrorEntry[] }

/** Creates the businesses of one chunk of rows. The problems of its rows are recorded in a stream beside the batch. */
const createChunk = async (batch: Batch, from: number, delivery: Delivery, dependencies: BatchDependencies) => {
  const { handle, load } = dependencies
  const { batch_id: batchId, chunk_rows: size, row_count: count } = batch
  const to = Math.min(from + size, count)
  const before = await load(batchChunk, batchChunkId(batchId, from))
  // All rows of this chunk were tried before a kill. The refused ones are not tried again.
  if (before.rejected) return { to, wrong: before.rejected.length }
  const wrong = await createRows(batch, { from, to }, delivery, dependencies)
  if (wrong.length > 0) {
    const rows = { batch_id: batchId, from, wrong: wrong.toSorted((a, b) => a.row - b.row) }
    const context = delivery.context(`rejected-${from}`)
    await handle(batchChunk, batchChunkId(batchId, from), { type: 'RejectRows', rows }, context)
  }
  return { to, wrong: wrong.length }
}

/** Creates the businesses of these rows, several at a time. @returns the rows that are wrong */
const createRows = async (
  batch: Batch,
  { from, to }: { readonly from: number; readonly to: number },
  delivery: Delivery,
  dependencies: BatchDependencies,
): Promise<WrongRow[]> => {
  const { batch_id: batchId, chunk_rows: size } = batch
  const { batchRows, readRow, turn } = dependencies
  const rows = await batchRows.read(batchId, from / size)
  const context = delivery.context('rows')
  const wrong: WrongRow[] = []
  let next = from
  const createInTurn = async () => {
    while (next < to) {
      const row = next++
      await turn()
      delivery.signal.throwIfAborted()
      const cells = rows?.[row - from]
      const read = cells ? readRow(cells, { ...batch, batchId, row }) : { errors: [{ message: 'the row has been erased' }] }
      const errors = await create({ batchId, row, read, context }, dependencies)
      if (errors.length === 0) continue
      wrong.push({ row, errors: shortened(errors) })
    }
  }
  await Promise.all(Array.from({ length: atATime }, createInTurn))
  return wrong
}

type Row = { readonly batchId: string; readonly row: number; readonly read: ReturnType<ReadRow>; readonly context: WriteContext }

/** Creates the business of one row. @returns what is wrong with the row */
const create = async (
  { batchId, row, read, context }: Row,
  { handle, now, refusalError }: BatchDependencies,
): Promise<readonly ErrorEntry[]> => {
  if ('errors' in read) return read.errors
  const command = { type: 'CreateBusiness' as const, business: read.business, orders: read.orders }
  try {
    const commandId = derivedId(`row-${row}/create`, batchId)
    await handle(business, read.business.business_id, command, { ...context, commandId, at: now() })
    return []
  } catch (error) {
    if (error instanceof Refused) return [refusalError(error)]
    throw error
  }
}

const mostErrors = 20

/** The most problems kept of one row: a cell with thousands of tags may have thousands. */
const shortened = (errors: readonly ErrorEntry[]): ErrorEntry[] => {
  const kept = errors.slice(0, mostErrors).map((each) => ({ ...each }))
  return errors.length > mostErrors ? [...kept, { message: `and ${errors.length - mostErrors} more` }] : kept
}
