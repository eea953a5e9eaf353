// The collections `accounts` and `api_keys`: the tenants with their features, and the API keys of their servers.
import { firstInterfaceVersion } from '../events/account.ts'
import type { LienParty } from '../events/lien.ts'
import type { Mode } from '../events/modes.ts'
import { type MonitorType, monitorTypes } from '../events/monitor.ts'
import { type NoticeSettings, noNoticeSettings } from '../events/notice.ts'
import { noSecondPerson, type TwoPersonRule } from '../events/oversight.ts'
import { type RetentionPeriods, retentionByDefault } from '../events/retention.ts'
import { type ReviewCalendar, reviewCalendarByDefault } from '../events/review-calendar.ts'
import { projection } from './projection.ts'

export type AccountDocument = {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly features: readonly string[]
  /** The version of the interface for requests that name none. */
  readonly interface_version: string
  readonly lien_defaults: { readonly secured_parties: readonly LienParty[]; readonly collateral: string | null }
  readonly monitor_types: readonly MonitorType[]
  /** From this many days on, the review warns that a source speaks of long ago. */
  readonly source_age_limit_days: number
  /** The screening lists that the account has chosen, by their abbreviations; null: all that are loaded. */
  readonly watchlists: readonly string[] | null
  /** Views of the businesses, by name. `query`: filters and sort, as in the page's address. */
  readonly queue_views: readonly { readonly id: string; readonly name: string; readonly query: string }[]
  /** What needs a second person. */
  readonly two_person_rule: TwoPersonRule
  /** What its notices of adverse actions say, and the reasons that it rejects for. */
  readonly notice_settings: NoticeSettings
  /** When its businesses are looked at again. */
  readonly review_calendar: ReviewCalendar
  /** How long records are kept after the end of a relationship. */
  readonly retention: RetentionPeriods
  /** CIDR ranges that OAuth tokens may be used from; none: all. */
  readonly ip_allowlist: readonly string[]
  readonly created_at: string
}

export const accounts = projection<AccountDocument>()({
  collection: 'accounts',
  version: 9,
  // Release 0.2.0 has version 2.
  readableSince: 9,
  indexes: ['slug'],
  starts: {
    AccountCreated: ({ data, metadata }) => ({
      id: data.account_id,
      name: data.name,
      slug: data.slug,
      features: data.features,
      interface_version: data.interface_version ?? firstInterfaceVersion,
      lien_defaults: { secured_parties: [], collateral: null },
      monitor_types: monitorTypes,
      source_age_limit_days: 90,
      watchlists: null,
      queue_views: [],
      two_person_rule: noSecondPerson,
      notice_settings: noNoticeSettings,
      review_calendar: reviewCalendarByDefault,
      retention: retentionByDefault,
      ip_allowlist: [],
      created_at: metadata.recorded_at,
    }),
  },
  on: {
    FeatureSwitched: (account, { data }) => ({
      ...account,
      features: data.on ? [...account.features, data.feature] : account.features.filter((each) => each !== data.feature),
    }),
    InterfaceVersionPinned: (account, { data }) => ({ ...account, interface_version: data.version }),
    LienDefaultsSet: (account, { data }) => ({ ...account, lien_defaults: data }),
    MonitorTypesAllowed: (account, { data }) => ({ ...account, monitor_types: data.monitor_types }),
    SourceAgeLimitSet: (account, { data }) => ({ ...account, source_age_limit_days: data.days }),
    WatchlistsChosen: (account, { data }) => ({ ...account, watchlists: data.lists }),
    TwoPersonRuleSet: (account, { data }) => ({ ...account, two_person_rule: data }),
    NoticeSettingsSet: (account, { data }) => ({ ...account, notice_settings: data }),
    ReviewCalendarSet: (account, { data }) => ({ ...account, review_calendar: data }),
    RetentionSet: (account, { data }) => ({ ...account, retention: data }),
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
  readonly mode: Mode
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
  filters: ['id'],
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
