// Erases one stream: destroys the keys of its subjects, overwrites what was uploaded of them, and notes it in the stream.
import type { StreamErasure } from '../audit/erasure.ts'
import { businessBatch, isUploaded } from '../commands/business-batch.ts'
import { erasureIn } from '../commands/erasure.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import type { ErasureKind } from '../events/erasure.ts'
import { orderedId } from '../events/ordered-id.ts'
import { rowBusinessId } from '../interface/requests/batch.ts'
import type { Passed } from '../projections/read-your-writes.ts'
import type { BatchRows } from '../stores/batch-rows.ts'
import { type DocumentStore, TraceKept } from '../stores/document-store.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { Kernel } from './kernel.ts'

/** What it takes where nothing is noted. */
export type Erasable = { readonly kernel: Pick<Kernel, 'keyRing' | 'load' | 'log'>; readonly batchRows: BatchRows }

export type Auditing = {
  readonly kernel: Kernel
  readonly work: { readonly passed: Passed; readonly batchRows: BatchRows }
  readonly now: () => Date
}

/** Why and for whom a stream is erased. */
export type Erasing = {
  readonly kind: ErasureKind
  readonly reason: string
  readonly requested_by: string
  readonly orderId: string
  /** As in `RecordErasure`. */
  readonly events?: number
}

/**
 * The keys go first: after an interruption the same request finds nothing to destroy and still records the erasure.
 * @returns whether it is recorded
 */
export const eraseStream = async (
  auditing: Auditing,
  { stream, subjects }: Pick<StreamErasure, 'stream' | 'subjects'>,
  erasing: Erasing,
): Promise<boolean> => {
  const { handle, keyRing } = auditing.kernel
  const { kind, reason, requested_by, orderId, events } = erasing
  const { of, id } = aggregateIn(stream)
  const accountId = await accountOf(auditing, stream)
  for (const subject of subjects) await keyRing.destroy(subject)
  const erasure = { kind, reason, requested_by, subjects: [...subjects], order_id: orderId }
  const command = { type: 'RecordErasure' as const, erasure, ...(events === undefined ? {} : { events }) }
  const { state, position } = await handle(erasureIn(of), id, command, erasureContext(auditing, accountId, { stream, orderId }))
  if (position !== null) await auditing.work.passed(position, accountId)
  return state.done.includes(orderId)
}

/** The batch row that the business came from. Its cells may contain anyone's data, and it can be downloaded. */
export const eraseUploadedRow = async ({ kernel: { log, load }, batchRows }: Erasable, stream: string): Promise<void> => {
  const businessId = aggregateIdOf(stream)
  const [created] = await log.read(stream, { limit: 1 })
  const batchId = created?.type === 'BusinessCreated' ? created.data.business_batch_id : null
  const batch = batchId === null ? null : await load(businessBatch, batchId)
  if (batchId === null || !batch || !isUploaded(batch)) return
  for (let row = 0; row < batch.row_count; row++)
    if (rowBusinessId(batchId, row) === businessId)
      return batchRows.eraseRow(batchId, Math.floor(row / batch.chunk_rows), row % batch.chunk_rows)
}

/** Removes what is left in the files. @returns whether another program keeps it there. The process of the erasures tries again until it is gone. */
export const isKeptByReader = async (documents: DocumentStore): Promise<boolean> => {
  try {
    await documents.scrub()
    return false
  } catch (error) {
    if (error instanceof TraceKept) return true
    throw error
  }
}

export const contextOf = ({ now }: Auditing, accountId: string, commandId: string = orderedId()): WriteContext => ({
  accountId,
  actor: { type: 'operator', id: 'command_line' },
  commandId,
  at: now(),
})

/** The same order carried out twice is recorded once. */
const erasureContext = (auditing: Auditing, accountId: string, { stream, orderId }: { stream: string; orderId: string }): WriteContext =>
  contextOf(auditing, accountId, derivedId(`erasure of ${stream}`, orderId))

export const aggregateIn = (stream: string): { readonly of: string; readonly id: string } => {
  const id = aggregateIdOf(stream)
  return { of: stream.slice(0, -id.length - 1), id }
}

export const accountOf = async ({ kernel: { log } }: Auditing, stream: string): Promise<string> => {
  const [first] = await log.store.read(stream, { limit: 1 })
  return String(first?.metadata.account_id)
}
