// The collection `watchlist_results`: each hit with the business that it belongs to, for finding it by its own id.

import { aggregateIdOf } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

export type WatchlistResultDocument = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly business_id: string
  readonly status: 'hit' | 'dismissed'
  readonly list: string
  readonly entity_name: string
  readonly created_at: string
  readonly dismissed_at: string | null
}

export const watchlistResults = projection<WatchlistResultDocument>()({
  collection: 'watchlist_results',
  version: 4,
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
  }),
  key: ({ type, data }) => {
    if (type === 'WatchlistHitFound') return data.hit.id
    if (type === 'ExampleRemoved') return data.hit_ids
    return type === 'WatchlistHitDismissed' || type === 'WatchlistHitReopened' ? data.hit_id : []
  },
  starts: {
    WatchlistHitFound: ({ data: { hit }, stream, metadata }) => ({
      id: hit.id,
      account_id: metadata.account_id,
      business_id: aggregateIdOf(stream),
      status: 'hit',
      list: hit.list,
      entity_name: hit.entity_name,
      created_at: metadata.recorded_at,
      dismissed_at: null,
    }),
  },
  on: {
    ExampleRemoved: () => null,
    WatchlistHitFound: (result, { data: { hit } }) => ({ ...result, list: hit.list, entity_name: hit.entity_name }),
    WatchlistHitDismissed: (result, { metadata }) => ({ ...result, status: 'dismissed', dismissed_at: metadata.recorded_at }),
    WatchlistHitReopened: (result) => ({ ...result, status: 'hit', dismissed_at: null }),
  },
})
