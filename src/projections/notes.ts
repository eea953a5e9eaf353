// The collection `notes`: the notes on businesses, with their authors.

import { aggregateIdOf } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import { projection } from './projection.ts'

export type NoteDocument = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly business_id: string
  readonly text: string
  /** Who wrote it: a user, or the account through an API key. */
  readonly author: { readonly id: string; readonly type: 'account' | 'user' }
  readonly created_at: string
}

export const notes = projection<NoteDocument>()({
  collection: 'notes',
  version: 2,
  indexes: [['business_id', 'created_at']],
  filters: ['account_id', 'mode'],
  key: (event) => (event.type === 'NoteAdded' ? event.data.note.id : []),
  starts: {
    NoteAdded: ({ data: { note }, stream, metadata: { account_id, actor, recorded_at } }) => ({
      ...note,
      account_id,
      business_id: aggregateIdOf(stream),
      author: actor.type === 'user' ? { id: actor.id, type: 'user' } : { id: account_id, type: 'account' },
      created_at: recorded_at,
    }),
  },
})
