import { test } from 'uvu'
import { account, features } from '../../src/commands/account.ts'
import { user } from '../../src/commands/user.ts'
import type { AccountEvent } from '../../src/events/account.ts'
import { given } from './given.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const data = { account_id: id, name: 'First', slug: 'first', features: ['monitoring'] }
const created: AccountEvent = { type: 'AccountCreated', data }
const key = { key_id: id, name: 'test key', mode: 'test' as const, key_hash: 'ab', last_four: 'cdef' }
const keyCreated: AccountEvent = { type: 'ApiKeyCreated', data: key }

test('an account is created once', () => {
  given(account, []).when({ type: 'CreateAccount', account: data }).then([created])
  given(account, [created]).when({ type: 'CreateAccount', account: data }).then([])
})

test('nothing can be asked of an account that does not exist', () => {
  given(account, []).when({ type: 'CreateApiKey', key }).isRefused('account_not_found')
  given(account, []).when({ type: 'SwitchFeature', feature: 'monitoring', on: true }).isRefused('account_not_found')
})

test('the age from which a source is old is set once', () => {
  const limited: AccountEvent = { type: 'SourceAgeLimitSet', data: { days: 30 } }
  given(account, [created]).when({ type: 'LimitSourceAge', days: 30 }).then([limited])
  given(account, [created, limited]).when({ type: 'LimitSourceAge', days: 30 }).then([])
  given(account, [created]).when({ type: 'LimitSourceAge', days: 90 }).then([])
})

test('the version of the interface is pinned once, and is the first unless the account was created with another', () => {
  const pin = (version: string) => ({ type: 'PinInterfaceVersion', version }) as const
  const pinned: AccountEvent = { type: 'InterfaceVersionPinned', data: { version: '2026-11-23' } }
  const createdLater: AccountEvent = { type: 'AccountCreated', data: { ...data, interface_version: '2026-11-23' } }
  given(account, [created]).when(pin('2026-11-23')).then([pinned])
  given(account, [created]).when(pin('2026-11-22')).then([])
  given(account, [created, pinned]).when(pin('2026-11-23')).then([])
  given(account, [createdLater]).when(pin('2026-11-23')).then([])
  given(account, []).when(pin('2026-11-23')).isRefused('account_not_found')
})

test('a key is created once and revoked once', () => {
  given(account, [created]).when({ type: 'CreateApiKey', key }).then([keyCreated])
  given(account, [created, keyCreated]).when({ type: 'CreateApiKey', key }).then([])
  const revoked: AccountEvent = { type: 'ApiKeyRevoked', data: { key_id: id, key_hash: 'ab' } }
  given(account, [created, keyCreated]).when({ type: 'RevokeApiKey', keyId: id }).then([revoked])
  given(account, [created, keyCreated, revoked]).when({ type: 'RevokeApiKey', keyId: id }).then([])
  given(account, [created]).when({ type: 'RevokeApiKey', keyId: id }).isRefused('api_key_not_found')
  given(account, [created]).when({ type: 'RevokeApiKey', keyId: 'constructor' }).isRefused('api_key_not_found')
})

test('a key is replaced once, by one with the same rights, and works until the given time', () => {
  const scoped: AccountEvent = { type: 'ApiKeyCreated', data: { ...key, scopes: ['liens:read'] } }
  const ending: AccountEvent = { type: 'ApiKeyCreated', data: { ...key, expires_at: '2026-11-03T00:00:00.000Z' } }
  const fresh = { key_id: '0198c0de-0000-7000-8000-000000000002', key_hash: 'cd', last_four: 'ghij', expires_at: null }
  const replace = {
    type: 'ReplaceApiKey',
    keyId: id,
    key: fresh,
    worksUntil: '2026-11-04T00:00:00.000Z',
    at: '2026-11-02T00:00:00.000Z',
  } as const
  const fields = { name: 'test key', mode: 'test' as const, replaces: id }
  const made: AccountEvent = { type: 'ApiKeyCreated', data: { ...fresh, ...fields, scopes: ['liens:read'] } }
  const replaced = (works_until: string): AccountEvent => ({
    type: 'ApiKeyReplaced',
    data: { key_id: id, key_hash: 'ab', replaced_by: fresh.key_id, works_until },
  })
  given(account, [created, scoped])
    .when(replace)
    .then([made, replaced(replace.worksUntil)])
  given(account, [created, ending])
    .when(replace)
    .then([{ type: 'ApiKeyCreated', data: { ...fresh, ...fields, scopes: null } }, replaced('2026-11-03T00:00:00.000Z')])
  const lasting: AccountEvent = { type: 'ApiKeyCreated', data: { ...key, expires_at: '2026-11-05T00:00:00.000Z' } }
  given(account, [created, lasting])
    .when(replace)
    .then([{ type: 'ApiKeyCreated', data: { ...fresh, ...fields, scopes: null } }, replaced(replace.worksUntil)])
  given(account, [created, scoped, made, replaced(replace.worksUntil)])
    .when(replace)
    .then([])
  const another = { ...replace, key: { ...fresh, key_id: '0198c0de-0000-7000-8000-000000000003' } }
  given(account, [created, scoped, made, replaced(replace.worksUntil)])
    .when(another)
    .isRefused('api_key_replaced')
  given(account, [created, ending])
    .when({ ...replace, at: '2026-11-03T00:00:00.000Z' })
    .isRefused('api_key_ended')
  given(account, [created, scoped, { type: 'ApiKeyRevoked', data: { key_id: id, key_hash: 'ab' } }])
    .when(replace)
    .isRefused('api_key_ended')
  given(account, [created, scoped])
    .when({ ...replace, worksUntil: replace.at })
    .isRefused('time_passed', 'old_key_until')
  given(account, [created]).when(replace).isRefused('api_key_not_found')
})

test('a feature is switched when that changes something', () => {
  const on: AccountEvent = { type: 'FeatureSwitched', data: { feature: 'connections', on: true } }
  const off: AccountEvent = { type: 'FeatureSwitched', data: { feature: 'connections', on: false } }
  given(account, [created]).when({ type: 'SwitchFeature', feature: 'connections', on: true }).then([on])
  given(account, [created, on]).when({ type: 'SwitchFeature', feature: 'connections', on: true }).then([])
  given(account, [created, on]).when({ type: 'SwitchFeature', feature: 'connections', on: false }).then([off])
  given(account, [created]).when({ type: 'SwitchFeature', feature: 'monitoring', on: true }).then([])
})

test('screening lists are chosen when that changes something; null chooses all', () => {
  const chosen: AccountEvent = { type: 'WatchlistsChosen', data: { lists: ['SDN', 'UN'] } }
  given(account, [created])
    .when({ type: 'ChooseWatchlists', lists: ['SDN', 'UN'] })
    .then([chosen])
  given(account, [created, chosen])
    .when({ type: 'ChooseWatchlists', lists: ['SDN', 'UN'] })
    .then([])
  given(account, [created]).when({ type: 'ChooseWatchlists', lists: null }).then([])
  given(account, [created, chosen])
    .when({ type: 'ChooseWatchlists', lists: null })
    .then([{ type: 'WatchlistsChosen', data: { lists: null } }])
})

test('a view is saved once; under the same name it takes the place of the one before', () => {
  const saved: AccountEvent = { type: 'QueueViewSaved', data: { view_id: 'v-1', name: 'East', query: 'tag=east' } }
  const changed: AccountEvent = { type: 'QueueViewSaved', data: { view_id: 'v-1', name: 'east', query: 'tag=east&sort=risk' } }
  const view = { view_id: 'v-2', name: 'East', query: 'tag=east' }
  given(account, [created]).when({ type: 'SaveQueueView', view: saved.data }).then([saved])
  given(account, [created, saved]).when({ type: 'SaveQueueView', view }).then([])
  given(account, [created, saved])
    .when({ type: 'SaveQueueView', view: { ...view, name: 'east', query: 'tag=east&sort=risk' } })
    .then([changed])
  given(account, [created, saved])
    .when({ type: 'SaveQueueView', view: { ...view, name: 'Eastern' } })
    .then([{ type: 'QueueViewSaved', data: { ...view, name: 'Eastern' } }])
})

test('an account has 30 views at most, and may change one of them still', () => {
  const views = Array.from(
    { length: 30 },
    (_, n): AccountEvent => ({ type: 'QueueViewSaved', data: { view_id: `${n}`, name: `View ${n}`, query: '' } }),
  )
  const view = (name: string) => ({ view_id: 'new', name, query: 'sort=risk' })
  given(account, [created, ...views.slice(1)])
    .when({ type: 'SaveQueueView', view: view('One more') })
    .then([{ type: 'QueueViewSaved', data: view('One more') }])
  given(account, [created, ...views])
    .when({ type: 'SaveQueueView', view: view('One more') })
    .isRefused('queue_views_exhausted', 'view_name')
  given(account, [created, ...views])
    .when({ type: 'SaveQueueView', view: view('View 7') })
    .then([{ type: 'QueueViewSaved', data: { ...view('View 7'), view_id: '7' } }])
})

test('a view is removed once', () => {
  const saved: AccountEvent = { type: 'QueueViewSaved', data: { view_id: 'v-1', name: 'East', query: 'tag=east' } }
  const removed: AccountEvent = { type: 'QueueViewRemoved', data: { view_id: 'v-1' } }
  given(account, [created, saved]).when({ type: 'RemoveQueueView', viewId: 'v-1' }).then([removed])
  given(account, [created, saved, removed]).when({ type: 'RemoveQueueView', viewId: 'v-1' }).then([])
})

test('a feature that nobody knows is refused', () => {
  given(account, [created]).when({ type: 'SwitchFeature', feature: 'moonlight', on: true }).isRefused('feature_unknown', 'feature')
  for (const feature of features)
    given(account, [{ ...created, data: { ...data, features: [] } }])
      .when({ type: 'SwitchFeature', feature, on: true })
      .then([{ type: 'FeatureSwitched', data: { feature, on: true } }])
})

test('a user is registered once', () => {
  const registered = { user_id: id, email: 'a@example.com', name: 'A', password_hash: 'x', roles: ['admin' as const] }
  given(user, [])
    .when({ type: 'RegisterUser', user: registered })
    .then([{ type: 'UserRegistered', data: registered }])
  given(user, [{ type: 'UserRegistered', data: registered }])
    .when({ type: 'RegisterUser', user: registered })
    .then([])
})

test.run()
