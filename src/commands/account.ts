// The account aggregate: the tenant, its features, its API keys, its OAuth clients and the addresses that they may be used from.
import { isDeepStrictEqual } from 'node:util'
import { type AccountEvent, firstInterfaceVersion } from '../events/account.ts'
import { type MonitorType, monitorTypes } from '../events/monitor.ts'
import { type NoticeSettings, noNoticeSettings } from '../events/notice.ts'
import { noSecondPerson, type TwoPersonRule } from '../events/oversight.ts'
import { ownValue } from '../events/own-value.ts'
import { type RetentionPeriods, retentionByDefault } from '../events/retention.ts'
import { type ReviewCalendar, reviewCalendarByDefault } from '../events/review-calendar.ts'
import { type Aggregate, assertNever, type Claim } from './decider.ts'
import { refused } from './refused.ts'
import { ageLimitByDefault } from './source-age.ts'

type Key = {
  readonly key_hash: string
  readonly name: string
  readonly mode: Data<'ApiKeyCreated'>['mode']
  readonly scopes: readonly string[] | null
  readonly expiresAt: string | null
  readonly replaced: boolean
  readonly revoked: boolean
}
type State = {
  readonly exists: boolean
  readonly interfaceVersion: string
  readonly features: ReadonlySet<string>
  readonly keys: { readonly [keyId: string]: Key }
  readonly lienDefaults: Data<'LienDefaultsSet'>
  readonly monitorTypes: readonly MonitorType[]
  /** In days. */
  readonly sourceAgeLimit: number
  readonly oauthClients: { readonly [clientId: string]: 'confidential' | 'public' | 'deleted' }
  readonly ipAllowlist: readonly string[]
  readonly watchlists: readonly string[] | null
  readonly queueViews: readonly Data<'QueueViewSaved'>[]
  readonly twoPersonRule: TwoPersonRule
  readonly noticeSettings: NoticeSettings
  readonly reviewCalendar: ReviewCalendar
  readonly retention: RetentionPeriods
}

/** Specification, section 8. */
export const oauthClientsPerAccount = 5
/** Clients that registered themselves and that users let in. */
export const publicClientsPerAccount = 50

export const queueViewsPerAccount = 30

type Data<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data']

export type AccountCommand =
  /** `isFirst`: the one account that the first start makes. */
  | { readonly type: 'CreateAccount'; readonly account: Data<'AccountCreated'>; readonly isFirst?: true }
  | { readonly type: 'CreateApiKey'; readonly key: Data<'ApiKeyCreated'> }
  /** `key`: the new one, with the rights of the old. `worksUntil`: how long the old one works beside it. `at`: now. All times are ISO 8601. */
  | {
      readonly type: 'ReplaceApiKey'
      readonly keyId: string
      readonly key: Pick<Data<'ApiKeyCreated'>, 'key_id' | 'key_hash' | 'last_four' | 'expires_at'>
      readonly worksUntil: string
      readonly at: string
    }
  | { readonly type: 'RevokeApiKey'; readonly keyId: string }
  | { readonly type: 'PinInterfaceVersion'; readonly version: string }
  | { readonly type: 'SwitchFeature'; readonly feature: string; readonly on: boolean }
  | { readonly type: 'SetLienDefaults'; readonly defaults: Data<'LienDefaultsSet'> }
  | { readonly type: 'AllowMonitorTypes'; readonly monitorTypes: readonly MonitorType[] }
  | { readonly type: 'LimitSourceAge'; readonly days: number }
  | { readonly type: 'ChooseWatchlists'; readonly lists: readonly string[] | null }
  | { readonly type: 'SetNoticeSettings'; readonly settings: NoticeSettings }
  | { readonly type: 'SetReviewCalendar'; readonly calendar: ReviewCalendar }
  /** `people`: how many users could propose or confirm. */
  | { readonly type: 'SetTwoPersonRule'; readonly rule: TwoPersonRule; readonly people: number }
  | { readonly type: 'SetRetention'; readonly periods: RetentionPeriods }
  /** One with the name of another takes its place and keeps its id. */
  | { readonly type: 'SaveQueueView'; readonly view: Data<'QueueViewSaved'> }
  | { readonly type: 'RemoveQueueView'; readonly viewId: string }
  | { readonly type: 'CreateOAuthClient'; readonly client: Data<'OauthClientCreated'> }
  | { readonly type: 'DeleteOAuthClient'; readonly clientId: string }
  | { readonly type: 'SetIpAllowlist'; readonly ranges: readonly string[] }
  | { readonly type: 'NoteRetry'; readonly retry: Data<'WorkRetried'> }

/** The first account claims the installation: of several instances that start at once, one makes it. */
export const installation = { scope: 'service', kind: 'installation', value: '' } as const

/** What an account claims with its slug. */
export const slugClaim = (slug: string) => ({ scope: 'service', kind: 'slug', value: slug }) as const

/** What can be switched per account; all are on in a new one. */
export const features = ['connections', 'operator_feedback', 'monitoring', 'lien_filing'] as const

export const account: Aggregate<State, AccountCommand, AccountEvent> = {
  name: 'account',

  initial: {
    exists: false,
    interfaceVersion: firstInterfaceVersion,
    features: new Set(),
    keys: {},
    lienDefaults: { secured_parties: [], collateral: null },
    monitorTypes,
    sourceAgeLimit: ageLimitByDefault,
    oauthClients: {},
    ipAllowlist: [],
    watchlists: null,
    queueViews: [],
    twoPersonRule: noSecondPerson,
    noticeSettings: noNoticeSettings,
    reviewCalendar: reviewCalendarByDefault,
    retention: retentionByDefault,
  },

  evolve: (state, event) => {
    switch (event.type) {
      case 'AccountCreated':
        return {
          ...state,
          exists: true,
          features: new Set(event.data.features),
          interfaceVersion: event.data.interface_version ?? firstInterfaceVersion,
        }
      case 'InterfaceVersionPinned':
        return { ...state, interfaceVersion: event.data.version }
      case 'ApiKeyCreated': {
        const { key_id, key_hash, name, mode, scopes = null, expires_at: expiresAt = null } = event.data
        return { ...state, keys: { ...state.keys, [key_id]: { key_hash, name, mode, scopes, expiresAt, replaced: false, revoked: false } } }
      }
      case 'ApiKeyReplaced':
        return withKey(state, event.data.key_id, { expiresAt: event.data.works_until, replaced: true })
      case 'ApiKeyRevoked':
        return withKey(state, event.data.key_id, { revoked: true })
      case 'FeatureSwitched': {
        const { feature, on } = event.data
        return { ...state, features: new Set(on ? [...state.features, feature] : [...state.features].filter((each) => each !== feature)) }
      }
      case 'LienDefaultsSet':
        return { ...state, lienDefaults: event.data }
      case 'MonitorTypesAllowed':
        return { ...state, monitorTypes: event.data.monitor_types }
      case 'SourceAgeLimitSet':
        return { ...state, sourceAgeLimit: event.data.days }
      case 'WatchlistsChosen':
        return { ...state, watchlists: event.data.lists }
      case 'TwoPersonRuleSet':
        return { ...state, twoPersonRule: event.data }
      case 'NoticeSettingsSet':
        return { ...state, noticeSettings: event.data }
      case 'ReviewCalendarSet':
        return { ...state, reviewCalendar: event.data }
      case 'RetentionSet':
        return { ...state, retention: event.data }
      case 'QueueViewSaved':
        return { ...state, queueViews: [...without(state.queueViews, event.data.view_id), event.data] }
      case 'QueueViewRemoved':
        return { ...state, queueViews: without(state.queueViews, event.data.view_id) }
      case 'OauthClientCreated':
        return {
          ...state,
          oauthClients: { ...state.oauthClients, [event.data.client_id]: event.data.is_public ? 'public' : 'confidential' },
        }
      case 'OauthClientDeleted':
        return { ...state, oauthClients: { ...state.oauthClients, [event.data.client_id]: 'deleted' } }
      case 'IpAllowlistSet':
        return { ...state, ipAllowlist: event.data.ranges }
      case 'WorkRetried':
        return state
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    if (command.type !== 'CreateAccount' && !state.exists) throw refused('account_not_found')
    switch (command.type) {
      case 'CreateAccount':
        return state.exists ? [] : [{ type: 'AccountCreated', data: command.account }]
      case 'CreateApiKey':
        return state.keys[command.key.key_id] ? [] : [{ type: 'ApiKeyCreated', data: command.key }]
      case 'ReplaceApiKey':
        return replaced(state, command)
      case 'RevokeApiKey': {
        const key = ownValue(state.keys, command.keyId)
        if (!key) throw refused('api_key_not_found')
        return key.revoked ? [] : [{ type: 'ApiKeyRevoked', data: { key_id: command.keyId, key_hash: key.key_hash } }]
      }
      case 'PinInterfaceVersion':
        return state.interfaceVersion === command.version ? [] : [{ type: 'InterfaceVersionPinned', data: { version: command.version } }]
      case 'SwitchFeature':
        if (!features.some((feature) => feature === command.feature))
          throw refused('feature_unknown', 'feature', { known: features.join(', ') })
        return state.features.has(command.feature) === command.on
          ? []
          : [{ type: 'FeatureSwitched', data: { feature: command.feature, on: command.on } }]
      case 'SetLienDefaults':
        return isDeepStrictEqual(state.lienDefaults, command.defaults) ? [] : [{ type: 'LienDefaultsSet', data: command.defaults }]
      case 'AllowMonitorTypes':
        return isDeepStrictEqual(state.monitorTypes, command.monitorTypes)
          ? []
          : [{ type: 'MonitorTypesAllowed', data: { monitor_types: [...command.monitorTypes] } }]
      case 'LimitSourceAge':
        return state.sourceAgeLimit === command.days ? [] : [{ type: 'SourceAgeLimitSet', data: { days: command.days } }]
      case 'ChooseWatchlists':
        return isDeepStrictEqual(state.watchlists, command.lists)
          ? []
          : [{ type: 'WatchlistsChosen', data: { lists: command.lists && [...command.lists] } }]
      case 'SetNoticeSettings':
        return isDeepStrictEqual(state.noticeSettings, command.settings) ? [] : [{ type: 'NoticeSettingsSet', data: command.settings }]
      case 'SetReviewCalendar':
        return isDeepStrictEqual(state.reviewCalendar, command.calendar) ? [] : [{ type: 'ReviewCalendarSet', data: command.calendar }]
      case 'SetRetention':
        return isDeepStrictEqual(state.retention, command.periods) ? [] : [{ type: 'RetentionSet', data: command.periods }]
      case 'SetTwoPersonRule':
        if (isDeepStrictEqual(state.twoPersonRule, command.rule)) return []
        if (command.people < 2 && !isDeepStrictEqual(command.rule, noSecondPerson)) throw refused('second_person_missing')
        return [{ type: 'TwoPersonRuleSet', data: command.rule }]
      case 'SaveQueueView':
        return savedView(state, command.view)
      case 'RemoveQueueView':
        return state.queueViews.some(({ view_id }) => view_id === command.viewId)
          ? [{ type: 'QueueViewRemoved', data: { view_id: command.viewId } }]
          : []
      case 'CreateOAuthClient': {
        const { client_id, is_public } = command.client
        const known = ownValue(state.oauthClients, client_id)
        if (known === 'deleted' && is_public) throw refused('oauth_client_removed')
        if (known) return []
        const alike = Object.values(state.oauthClients).filter((each) => each === (is_public ? 'public' : 'confidential')).length
        if (!is_public && alike >= oauthClientsPerAccount) throw refused('oauth_clients_exhausted')
        if (is_public && alike >= publicClientsPerAccount) throw refused('public_clients_exhausted')
        return [{ type: 'OauthClientCreated', data: command.client }]
      }
      case 'DeleteOAuthClient': {
        const status = ownValue(state.oauthClients, command.clientId)
        if (!status) throw refused('oauth_client_not_found')
        return status === 'deleted' ? [] : [{ type: 'OauthClientDeleted', data: { client_id: command.clientId } }]
      }
      case 'SetIpAllowlist':
        return isDeepStrictEqual(command.ranges, state.ipAllowlist)
          ? []
          : [{ type: 'IpAllowlistSet', data: { ranges: [...command.ranges] } }]
      case 'NoteRetry':
        return [{ type: 'WorkRetried', data: command.retry }]
      default:
        return assertNever(command)
    }
  },

  claims: (command) => {
    if (command.type !== 'CreateAccount') return []
    const slug: Claim = { action: 'take', ...slugClaim(command.account.slug) }
    return command.isFirst ? [{ action: 'take', ...installation }, slug] : [slug]
  },
}

const without = (views: State['queueViews'], viewId: string) => views.filter(({ view_id }) => view_id !== viewId)

const savedView = ({ queueViews }: State, view: Data<'QueueViewSaved'>): AccountEvent[] => {
  const former = queueViews.find(({ name }) => name.toLowerCase() === view.name.toLowerCase())
  if (former?.query === view.query && former.name === view.name) return []
  if (!former && queueViews.length >= queueViewsPerAccount) throw refused('queue_views_exhausted', 'view_name')
  return [{ type: 'QueueViewSaved', data: { ...view, view_id: former?.view_id ?? view.view_id } }]
}

const withKey = (state: State, keyId: string, change: Partial<Key>): State => {
  const key = ownValue(state.keys, keyId)
  return key ? { ...state, keys: { ...state.keys, [keyId]: { ...key, ...change } } } : state
}

const replaced = (state: State, { keyId, key, worksUntil, at }: Extract<AccountCommand, { type: 'ReplaceApiKey' }>): AccountEvent[] => {
  if (ownValue(state.keys, key.key_id)) return []
  const old = ownValue(state.keys, keyId)
  if (!old) throw refused('api_key_not_found')
  if (old.replaced) throw refused('api_key_replaced')
  if (old.revoked || (old.expiresAt !== null && old.expiresAt <= at)) throw refused('api_key_ended')
  if (worksUntil <= at) throw refused('time_passed', 'old_key_until')
  const ends = old.expiresAt !== null && old.expiresAt < worksUntil ? old.expiresAt : worksUntil
  const { name, mode, scopes } = old
  return [
    { type: 'ApiKeyCreated', data: { ...key, name, mode, scopes: scopes && [...scopes], replaces: keyId } },
    { type: 'ApiKeyReplaced', data: { key_id: keyId, key_hash: old.key_hash, replaced_by: key.key_id, works_until: ends } },
  ]
}
