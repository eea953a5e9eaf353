// An action in responses.
import type { z } from 'zod'
import type { ActionObject } from '../../events/business-actions.ts'
import type { ActionDocument } from '../../projections/actions.ts'
import type { Action } from '../records/actions.ts'
import { actorResource } from './actors.ts'

/** Requests and responses name the objects differently (records.md, Actions). */
const objectNames = { businesses: 'Business', watchlist_result: 'Watchlist::Result' } as const satisfies {
  readonly [Each in ActionObject]: string
}

export const actionResource = (
  { id, type, object_type, object_id, created_at, note, metadata, effects, actors }: ActionDocument,
  names: ReadonlyMap<string, string>,
): z.output<typeof Action> => ({
  id,
  type,
  object_type: objectNames[object_type],
  object_id,
  created_at,
  note,
  metadata: unlessErased(metadata),
  effects: effects.map(({ operation, diff, target }) => ({ operation, diff: unlessErased(diff), target })),
  actors: actors.map((actor) => actorResource(actor, names)),
})

/** Data of an erased person is one word instead of its fields. */
const unlessErased = <Fields extends object>(fields: Fields): Fields | Record<string, never> => (typeof fields === 'object' ? fields : {})
