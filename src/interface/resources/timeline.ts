// An entry of a business's timeline in responses.
import type { z } from 'zod'
import type { TimelineDocument } from '../../projections/timeline.ts'
import type { TimelineEvent } from '../records/timeline.ts'
import { partResource, previousAttributes } from './facts.ts'

export const timelineResource = ({
  id,
  account_id,
  business_id,
  type,
  plain_type,
  data,
  occurred_at,
  created_at,
}: TimelineDocument): z.output<typeof TimelineEvent> => {
  const kind = plain_type.slice(0, plain_type.indexOf('.'))
  const { description } = data.object as { readonly description?: string }
  return {
    object: 'event',
    id,
    account_id,
    type,
    data: {
      object: {
        ...partResource(kind, data.object, business_id),
        ...(description === undefined ? {} : { description }),
      },
      ...(data.previous_attributes
        ? { previous_attributes: previousAttributes(data.previous_attributes as { readonly [field: string]: unknown }) }
        : {}),
    },
    occurred_at,
    created_at,
  }
}
