// The collections `accounts` and `api_keys`: the tenants with their features, and the API keys of their servers.
import type { LienParty } from '../events/lien.ts'
import { type MonitorType, monitorTypes } from '../events/monitor.ts'
import { projection } from './projection.ts'

export type AccountDocument = {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly features: readonly string[]
  readonly lien_defaults: { readonly secured_parties: readonly LienParty[]; readonly collateral: string | null }
  readonly monitor_types: readonly MonitorType[]
  /** From this many days on, the review warns that a source speaks of long ago. */
  readonly source_age_limit_days: number
  /** The screening lists that the account has chosen, by their abbreviations; null: all that are loaded. */
  readonly watchlists: readonly string[] | null
  /** Views of the businesses, by name. `query`: filters and sort, as in the page's address. */
  readonly queue_views: readonly { readonly id: string; readonly name: string; readonly query: string }[]
  /** CIDR ranges that OAuth tokens may be used from; none: all. */
  readonly ip_allowlist: readonly string[]
  readonly created_at: string
}

export const accounts = projection<AccountDocument>()({
  collection: 'accounts',
  version: 4,
  indexes: ['slug'],
  starts: {
    AccountCreated: ({ data, metadata }) => ({
      id: data.account_id,
      name: data.name,
      slug: data.slug,
      features: data.features,
      lien_defaults: { secured_parties: [], collateral: null },
      monitor_types: monitorTypes,
      source_age_limit_days: 90,
      watchlists: null,
      queue_views: [],
      ip_allowlist: [],
      created_at: metadata.recorded_at,
    }),
  },
  on: {
    FeatureSwitched: (account, { data }) => ({
      ...account,
      features: data.on ? [...account.features, data.feature] : account.features.filter((each) => each !== data.feature),
    }),
    LienDefaultsSet: (account, { data }) => ({ ...account, lien_defaults: data }),
    MonitorTypesAllowed: (account, { data }) => ({ ...account, monitor_types: data.monitor_types }),
    SourceAgeLimitSet: (account, { data }) => ({ ...account, source_age_limit_days: data.days }),
    WatchlistsChosen: (account, { data }) => ({ ...account, watchlists: data.lists }),
    QueueViewSaved: (account, { data: { view_id: id, name, query } }) => {
      const views = [...account.queue_views.filter((each) => each.id !== id), { id, name, query }]
      return { ...account, queue_views: views.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) }
    },
    QueueViewRemoved: (account, { data }) => ({ ...account, queue_views: account.queue_views.filter(({ id }) => id !== data.view_id) }),
    IpAllowlistSet: (account, { data }) => ({ ...account, ip_allowlist: data.ranges }),
  },
})

/** Keyed by the key's hash, so that a presented key is found with one read. */
export type ApiKeyDocument = {
  readonly id: string
  readonly account_id: string
  readonly key_hash: string
  readonly name: string
  readonly mode: 'test' | 'live'
  readonly last_four: string
  /** null: it may do everything. */
  readonly scopes: readonly string[] | null
  /** null: it works until it is revoked. */
  readonly expires_at: string | null
  /** The key that takes its place. */
  readonly replaced_by: string | null
  readonly created_at: string
  readonly revoked_at: string | null
}

export const apiKeys = projection<ApiKeyDocument>()({
  collection: 'api_keys',
  version: 3,
  store: 'authentication',
  indexes: ['account_id', 'mode', 'created_at'],
  key: ({ data }) => ('key_hash' in data ? data.key_hash : []),
  starts: {
    ApiKeyCreated: ({ data, metadata }) => ({
      id: data.key_id,
      account_id: metadata.account_id,
      key_hash: data.key_hash,
      name: data.name,
      mode: data.mode,
      last_four: data.last_four,
      scopes: data.scopes ?? null,
      expires_at: data.expires_at ?? null,
      replaced_by: null,
      created_at: metadata.recorded_at,
      revoked_at: null,
    }),
  },
  on: {
    ApiKeyReplaced: (key, { data }) => ({ ...key, expires_at: data.works_until, replaced_by: data.replaced_by }),
    ApiKeyRevoked: (key, { metadata }) => ({ ...key, revoked_at: metadata.recorded_at }),
  },
})
