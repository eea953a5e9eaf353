// The collection `watchlist_results`: each hit with the business that it belongs to, for finding it by its own id.

import { aggregateIdOf } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

type Held = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly business_id: string
  readonly list: string
  readonly entity_name: string
  readonly created_at: string
  readonly dismissed_at: string | null
  /** When a screening did not find it any more. */
  readonly gone_at: string | null
}

export type WatchlistResultDocument = Held & { readonly status: 'hit' | 'dismissed' | 'gone' }

const statusOf = ({ dismissed_at, gone_at }: Held): WatchlistResultDocument['status'] => {
  if (gone_at !== null) return 'gone'
  return dismissed_at === null ? 'hit' : 'dismissed'
}

export const watchlistResults = projection<Held, WatchlistResultDocument>()({
  collection: 'watchlist_results',
  version: 5,
  indexes: [['account_id', 'mode', 'created_at'], 'business_id'],
  counted: ['account_id', 'mode', 'status'],
  filters: ['status', 'list'],
  schema: columns<WatchlistResultDocument>({
    id: 'text',
    account_id: 'text',
    mode: 'text',
    business_id: 'text',
    status: 'text',
    list: 'text',
    entity_name: 'text',
    created_at: 'text',
    dismissed_at: 'text',
    gone_at: 'text',
  }),
  completed: (result) => ({ ...result, status: statusOf(result) }),
  key: ({ type, data }) => {
    if (type === 'WatchlistHitFound' || type === 'WatchlistHitChanged' || type === 'WatchlistHitGone') return data.hit.id
    if (type === 'ExampleRemoved') return data.hit_ids
    return type === 'WatchlistHitDismissed' || type === 'WatchlistHitReopened' ? data.hit_id : []
  },
  starts: {
    WatchlistHitFound: ({ data: { hit }, stream, metadata }) => ({
      id: hit.id,
      account_id: metadata.account_id,
      business_id: aggregateIdOf(stream),
      list: hit.list,
      entity_name: hit.entity_name,
      created_at: metadata.recorded_at,
      dismissed_at: null,
      gone_at: null,
    }),
  },
  on: {
    ExampleRemoved: () => null,
    WatchlistHitFound: (result, { data: { hit } }) => ({ ...result, list: hit.list, entity_name: hit.entity_name, gone_at: null }),
    WatchlistHitChanged: (result, { data: { hit } }) => ({ ...result, list: hit.list, entity_name: hit.entity_name }),
    WatchlistHitGone: (result, { metadata }) => ({ ...result, gone_at: metadata.recorded_at }),
    WatchlistHitDismissed: (result, { metadata }) => ({ ...result, dismissed_at: metadata.recorded_at }),
    WatchlistHitReopened: (result) => ({ ...result, dismissed_at: null }),
  },
})
