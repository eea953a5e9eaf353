// The collection `actions`: what was done to a business or a watchlist hit, by whom, and what it changed.

import type { actionEvents } from '../events/business-actions.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { EventOf } from '../events/define.ts'
import type { Mode } from '../events/modes.ts'
import { projection } from './projection.ts'

type Taken = Extract<EventOf<typeof actionEvents>, { type: 'ActionTaken' }>['data']

export type ActionDocument = Omit<Taken, 'action_id'> & {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly business_id: string
  readonly created_at: string
}

export const actions = projection<ActionDocument>()({
  collection: 'actions',
  version: 3,
  // Of an added person: SSNs are masked in the effect itself.
  sealed: [{ at: 'effects.*.diff.dob.after', mask: 'date' }],
  indexes: [
    ['object_id', 'created_at'],
    ['business_id', 'created_at'],
  ],
  filters: ['account_id', 'object_type', 'type', 'mode'],
  key: ({ data }) => ('action_id' in data ? data.action_id : []),
  starts: {
    ActionTaken: ({ data: { action_id, ...action }, stream, metadata }) => ({
      id: action_id,
      account_id: metadata.account_id,
      business_id: aggregateIdOf(stream),
      ...action,
      created_at: metadata.recorded_at,
    }),
  },
})
