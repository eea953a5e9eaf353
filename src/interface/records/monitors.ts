// Response records (monitors): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { Timestamp } from './common.ts'

export const MonitorEventTypesItem = z
  .object({
    type: z.string(),
    enabled_at: Timestamp.nullable(),
    status: z.enum(['active', 'unavailable', 'pending']),
  })
  .meta({ id: 'MonitorEventTypesItem' })

export const Monitor = z
  .object({
    object: z.string(),
    id: z.uuid(),
    created_at: Timestamp,
    event_types: z.array(MonitorEventTypesItem),
  })
  .meta({ id: 'Monitor' })
