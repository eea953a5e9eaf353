// An action as it leaves the service.
import type { z } from 'zod'
import type { ActionObject } from '../../events/business-actions.ts'
import type { ActionDocument } from '../../projections/actions.ts'
import type { Action } from '../records/actions.ts'

/** Requests name the objects in their way, answers in theirs (records.md, Actions). */
const objectNames = { businesses: 'Business', watchlist_result: 'Watchlist::Result' } as const satisfies {
  readonly [Each in ActionObject]: string
}

export const actionResource = ({
  id,
  type,
  object_type,
  object_id,
  created_at,
  note,
  metadata,
  effects,
  actors,
}: ActionDocument): z.output<typeof Action> => ({
  id,
  type,
  object_type: objectNames[object_type],
  object_id,
  created_at,
  note,
  metadata,
  effects: effects.map(({ operation, diff, target }) => ({ operation, diff, target })),
  actors: actors.map(({ actor_type, data }) => ({ actor_type, data })),
})
