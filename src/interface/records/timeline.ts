// Records of the interface as they leave the service (timeline): records.md, section 1, Timeline events.
import { z } from 'zod'
import { AnyObject, Timestamp } from './common.ts'

export const TimelineEvent = z
  .object({
    object: z.literal('event'),
    id: z.uuid(),
    account_id: z.uuid(),
    type: z.string(),
    data: z.object({
      object: AnyObject.meta({
        description: 'What it is about: the registration, address, name or person; of a filing, with its `description`.',
      }),
      previous_attributes: AnyObject.optional().meta({
        description: 'With `registration.updated`: the fields that changed, as they were.',
      }),
    }),
    occurred_at: Timestamp.meta({ description: 'When it happened: of the registry’s own filings, the date of the filing.' }),
    created_at: Timestamp.meta({ description: 'When the service learned of it.' }),
  })
  .meta({ id: 'TimelineEvent' })
