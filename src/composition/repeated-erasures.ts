// Erasures that restored records do not know of: they hold the destroyed keys again. Where the log has the note of the erasure, a start destroys them
// again; where the log was restored too, the operator repeats the notes that were written down.
import type { AuditOperations } from '../http/control/audit.ts'
import { openBatchRows } from '../stores/batch-rows.ts'
import { slowestCheckpointOf } from '../stores/process-checkpoints.ts'
import { type Auditing, type Erasable, eraseStream, eraseUploadedRow, isKeptByReader } from './erasing-streams.ts'
import type { Kernel } from './kernel.ts'

type Noted = { readonly stream: string; readonly subjects: readonly string[] }

/**
 * To be called before anything is read. Records that the erasures of the log are handled up to a checkpoint of it were written after the keys were
 * destroyed, so only later notes are looked at.
 * @returns how many keys were there again
 */
export const destroyKeysAgain = async (kernel: Kernel): Promise<number> => {
  const { events, documents } = kernel.stores
  const erasable = { kernel, batchRows: openBatchRows({ records: documents.records, keyRing: kernel.keyRing }) }
  const after = await slowestCheckpointOf(documents.records, 'erasures')
  let destroyed = 0
  for await (const { stream, data } of events.readAll({ types: ['PersonalDataErased'], ...(after === undefined ? {} : { after }) }))
    destroyed += await destroyAgain(erasable, { stream, subjects: data.subjects as readonly string[] })
  return destroyed
}

/** Also notes those of which there is no key, so that nobody makes one. @returns how many there were */
const destroyAgain = async (erasable: Erasable, { stream, subjects }: Noted): Promise<number> => {
  const { keyRing } = erasable.kernel
  const left = [...(await keyRing.find(subjects))].filter(([, key]) => key !== 'erased')
  if (left.length === 0) return 0
  if (stream.startsWith('business-')) await eraseUploadedRow(erasable, stream)
  const existed: boolean[] = []
  for (const [subject] of left) existed.push(await keyRing.destroy(subject))
  return existed.filter(Boolean).length
}

/** Erases again what each of these notes says. One that the log has already is not noted twice; a stream that it lacks loses its keys all the same. */
export const repeatErasures =
  ({ kernel, work, now }: Auditing): AuditOperations['repeat'] =>
  async ({ erasures, dry_run }) => {
    const { keyRing, log, stores } = kernel
    const erasable = { kernel, batchRows: work.batchRows }
    let [keys, unknown] = [0, 0]
    for (const { stream, subjects, order_id: orderId, kind, reason, requested_by } of erasures) {
      const isThere = (await log.store.read(stream, { limit: 1 })).length > 0
      if (!isThere) unknown++
      if (dry_run) keys += [...(await keyRing.find(subjects)).values()].filter((key) => typeof key === 'object').length
      else keys += await destroyAgain(erasable, { stream, subjects })
      if (isThere && !dry_run) await eraseStream({ kernel, work, now }, { stream, subjects }, { kind, reason, requested_by, orderId })
    }
    return { keys, unknown, kept_by_reader: !dry_run && (await isKeptByReader(stores.documents)) }
  }
