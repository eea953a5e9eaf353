// The wrong rows of business batches, for their pages.
import { type BatchErrorsDocument, batchErrors, batchErrorsKey, businessBatches } from '../projections/business-batches.ts'
import type { BatchRows } from '../stores/batch-rows.ts'
import type { Reads } from './framework/reading.ts'

export type UploadedRows = { readonly batchRows: BatchRows }

export type WrongRow = BatchErrorsDocument['wrong'][number]

/** The number of wrong rows of each batch. */
export const wrongCounts = async ({ read }: Pick<Reads, 'read'>, ids: readonly string[]): Promise<(id: string) => number> => {
  const known = await read(businessBatches).getMany(ids)
  return (id) => known.get(id)?.wrong_count ?? 0
}

/** Stretches of rows read at a time. */
const stretches = 100

/** The first wrong rows of a batch, up to `most`. */
export const firstWrongRows = async ({ read }: Pick<Reads, 'read'>, batchId: string, most: number): Promise<readonly WrongRow[]> => {
  const batch = await read(businessBatches).get(batchId)
  if (!batch) return []
  const { done, chunk_rows, wrong_count } = batch
  const found: WrongRow[] = []
  for (let from = 0; from < done && found.length < Math.min(wrong_count, most); from += chunk_rows * stretches) {
    const keys = Array.from({ length: stretches }, (_, index) => batchErrorsKey(batchId, from + index * chunk_rows))
    const chunks = await read(batchErrors).getMany(keys)
    for (const key of keys) found.push(...(chunks.get(key)?.wrong ?? []))
  }
  return found.slice(0, most)
}
