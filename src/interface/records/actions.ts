// Response records (actions): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { actionTypes } from '../../events/business-actions.ts'
import { AnyObject, Timestamp } from './common.ts'

export const ActionActor = z
  .object({
    actor_type: z.enum(['account', 'user', 'run']),
    data: AnyObject,
  })
  .meta({ id: 'ActionActor' })

export const ActionEffectTarget = z
  .object({
    object: z.string(),
    id: z.uuid(),
  })
  .meta({ id: 'ActionEffectTarget' })

export const ActionEffect = z
  .object({
    operation: z.enum(['created', 'updated', 'linked']),
    diff: AnyObject,
    target: ActionEffectTarget.nullable(),
  })
  .meta({ id: 'ActionEffect' })

export const Action = z
  .object({
    id: z.uuid(),
    type: z.enum(actionTypes),
    object_type: z.enum(['Business', 'Watchlist::Result']),
    object_id: z.uuid(),
    created_at: Timestamp,
    note: z.string().nullable(),
    metadata: AnyObject,
    effects: z.array(ActionEffect),
    actors: z.array(ActionActor),
  })
  .meta({ id: 'Action' })
