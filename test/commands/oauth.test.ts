import { test } from 'uvu'
import { account } from '../../src/commands/account.ts'
import { oauthToken } from '../../src/commands/oauth-token.ts'
import type { AccountEvent } from '../../src/events/account.ts'
import type { OAuthTokenEvent } from '../../src/events/oauth-token.ts'
import { given } from './given.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const token = { client_id: id, user_id: id, mode: 'live' as const, scopes: ['read_only' as const] }
const issued: OAuthTokenEvent = { type: 'AccessTokenIssued', data: token }
const revoked: OAuthTokenEvent = { type: 'AccessTokenRevoked', data: { reason: 'code_used_twice' } }

test('a token is issued once and revoked once', () => {
  given(oauthToken, []).when({ type: 'IssueAccessToken', token }).then([issued])
  given(oauthToken, [issued]).when({ type: 'IssueAccessToken', token }).then([])
  given(oauthToken, [issued]).when({ type: 'RevokeAccessToken', reason: 'code_used_twice' }).then([revoked])
  given(oauthToken, [issued, revoked]).when({ type: 'RevokeAccessToken', reason: 'revoked_by_client' }).then([])
})

test('a revocation that comes before the token keeps it from being issued', () => {
  given(oauthToken, []).when({ type: 'RevokeAccessToken', reason: 'code_used_twice' }).then([revoked])
  given(oauthToken, [revoked]).when({ type: 'IssueAccessToken', token }).isRefused('code_used_twice')
})

const created: AccountEvent = { type: 'AccountCreated', data: { account_id: id, name: 'A', slug: 'a', features: [] } }
const client = (n: number) => ({
  client_id: `0198c0de-0000-7000-8000-00000000000${n}`,
  name: '',
  redirect_uri: 'https://a.example/',
  mode: 'live' as const,
  secret_hash: 'h',
})
const clients = (...numbers: readonly number[]): AccountEvent[] => numbers.map((n) => ({ type: 'OauthClientCreated', data: client(n) }))

test('an account has five clients at most, deleted ones not counted', () => {
  given(account, [created, ...clients(1, 2, 3, 4)])
    .when({ type: 'CreateOAuthClient', client: client(5) })
    .thenTypes('OauthClientCreated')
  given(account, [created, ...clients(1, 2, 3, 4, 5)])
    .when({ type: 'CreateOAuthClient', client: client(6) })
    .isRefused('oauth_clients_exhausted')
  const deleted: AccountEvent = { type: 'OauthClientDeleted', data: { client_id: client(1).client_id } }
  given(account, [created, ...clients(1, 2, 3, 4, 5), deleted])
    .when({ type: 'CreateOAuthClient', client: client(6) })
    .thenTypes('OauthClientCreated')
  given(account, [created, ...clients(1, 2, 3, 4, 5)])
    .when({ type: 'CreateOAuthClient', client: client(5) })
    .then([])
})

test('a client is deleted once, and an unknown one is refused', () => {
  const ask = { type: 'DeleteOAuthClient' as const, clientId: client(1).client_id }
  given(account, [created, ...clients(1)])
    .when(ask)
    .thenTypes('OauthClientDeleted')
  given(account, [created]).when(ask).isRefused('oauth_client_not_found')
  given(account, [created])
    .when({ ...ask, clientId: 'constructor' })
    .isRefused('oauth_client_not_found')
})

test('the same allowlist again changes nothing', () => {
  const set: AccountEvent = { type: 'IpAllowlistSet', data: { ranges: ['10.0.0.0/8'] } }
  given(account, [created])
    .when({ type: 'SetIpAllowlist', ranges: ['10.0.0.0/8'] })
    .then([set])
  given(account, [created, set])
    .when({ type: 'SetIpAllowlist', ranges: ['10.0.0.0/8'] })
    .then([])
})

test.run()
