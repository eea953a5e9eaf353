// A batch in responses.
import type { z } from 'zod'
import type { AccountDocument } from '../../projections/accounts.ts'
import type { BatchDocument } from '../../projections/business-batches.ts'
import type { BusinessBatch } from '../records/batches.ts'

export const batchResource = (batch: BatchDocument, account: AccountDocument): z.output<typeof BusinessBatch> => ({
  object: 'business_batch',
  id: batch.id,
  name: batch.name,
  filename: batch.filename,
  business_count: batch.row_count,
  completed_business_count: batch.done,
  created_at: batch.created_at,
  account: { id: account.id, name: account.name, slug: account.slug, pilot: false },
})
