// Response records (batches): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { Timestamp } from './common.ts'

export const BusinessBatchAccount = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    pilot: z.boolean(),
  })
  .meta({ id: 'BusinessBatchAccount' })

export const BusinessBatch = z
  .object({
    object: z.string(),
    id: z.uuid(),
    name: z.string(),
    filename: z.string(),
    business_count: z.int(),
    completed_business_count: z.int(),
    created_at: Timestamp,
    account: BusinessBatchAccount,
  })
  .meta({ id: 'BusinessBatch' })
