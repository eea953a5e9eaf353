// Whom a presented API key or access token speaks for, and when for nobody.

import { setImmediate } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { accessTokenAuthentication, eitherAuthentication, newAccessToken } from '../../src/auth/access-tokens.ts'
import { apiKeyAuthentication, newApiKey } from '../../src/auth/api-keys.ts'
import { keyUse, lastUses } from '../../src/auth/key-use.ts'
import type { Principal } from '../../src/auth/principal.ts'
import { secretHash } from '../../src/auth/secrets.ts'
import { Refused } from '../../src/commands/refused.ts'
import { reader } from '../../src/projections/read.ts'
import type { Document, DocumentStore } from '../../src/stores/document-store.ts'
import { memoryRecords } from '../http/memory-records.ts'

const now = '2026-11-02T12:00:00.000Z'
const token = newAccessToken()
const key = newApiKey('live')

const documents = {
  access_tokens: {
    account_id: 'a',
    client_id: 'c',
    user_id: 'u',
    mode: 'test',
    scopes: ['read_only', 'read_write'],
    created_at: '2026-11-01T12:00:00.000Z',
    revoked_at: null,
  },
  oauth_clients: { id: 'c' },
  users: { id: 'u', status: 'active', roles: ['member'], grants_from: '2026-11-01T12:00:00.000Z' },
  accounts: { id: 'a', ip_allowlist: ['192.0.2.0/24'] },
  api_keys: {
    id: 'k',
    account_id: 'a',
    mode: 'live',
    key_hash: secretHash(key),
    scopes: null as readonly string[] | null,
    expires_at: null as string | null,
    revoked_at: null,
  },
}
type Kept = typeof documents

const at: Record<keyof Kept, string> = {
  access_tokens: secretHash(token),
  oauth_clients: 'c',
  users: 'u',
  accounts: 'a',
  api_keys: secretHash(key),
}

/** Authenticates where these documents stand otherwise; null: where they are gone. */
const presenting = (change: { readonly [Name in keyof Kept]?: Partial<Kept[Name]> | null }) => {
  const get = async (name: keyof Kept, id: string) =>
    change[name] === null || at[name] !== id ? undefined : ({ ...documents[name], ...change[name] } as Document)
  const read = reader({ get } as unknown as DocumentStore)
  const apiKeys = apiKeyAuthentication({ read, now: () => new Date(now) })
  const authenticate = eitherAuthentication({ apiKeys, accessTokens: accessTokenAuthentication(read) })
  return (secret: string, { scheme = 'bearer' as 'bearer' | 'basic', clientAddress = '192.0.2.7' } = {}) =>
    authenticate({ credentials: { scheme, secret, password: '' }, clientAddress })
}

test('an access token speaks for its user, with the scopes that it was given and the user’s roles', async () => {
  const principal: Principal = {
    accountId: 'a',
    mode: 'test',
    actor: { type: 'user', id: 'u' },
    scopes: ['read_only', 'read_write'],
    roles: ['member'],
  }
  assert.equal(await presenting({})(token), principal)
  const scopes = ['read_only']
  assert.equal((await presenting({ access_tokens: { scopes } })(token))?.scopes, scopes)
})

test('an access token never lets a client do more than its user may do by now', async () => {
  for (const [roles, scopes] of [
    [['read_only'], ['read_only']],
    [
      ['read_only', 'member'],
      ['read_only', 'read_write'],
    ],
    [[], ['read_only']],
  ] as const)
    assert.equal((await presenting({ users: { roles: [...roles] } })(token))?.scopes, scopes, roles.join())
})

const gone = new Date().toISOString()
for (const [what, change] of [
  ['was revoked', { access_tokens: { revoked_at: gone as unknown as null } }],
  ['nobody gave', { access_tokens: null }],
  ['belongs to a client that is gone', { oauth_clients: null }],
  ['belongs to a user who is gone', { users: null }],
  ['belongs to a user who is not active any more', { users: { status: 'inactive' } }],
  ['was given before its user was deactivated and reactivated', { users: { grants_from: '2026-11-01T12:00:00.001Z' } }],
  ['belongs to an account that is gone', { accounts: null }],
] as const)
  test(`an access token that ${what} speaks for nobody`, async () => assert.is(await presenting(change)(token), undefined))

test('an access token is good only from the addresses that the account allows', async () => {
  for (const clientAddress of ['198.51.100.1', 'unknown']) {
    const refusal = await presenting({})(token, { clientAddress }).catch((error: unknown) => error)
    assert.instance(refusal, Refused)
    assert.is((refusal as Refused).reason, 'client_address_not_allowed')
  }
  assert.ok(await presenting({ accounts: { ip_allowlist: [] } })(token, { clientAddress: '198.51.100.1' }))
})

test('an access token is no user name', async () => assert.is(await presenting({})(token, { scheme: 'basic' }), undefined))

test('an API key speaks for its account in its mode, until it is revoked', async () => {
  const principal: Principal = {
    accountId: 'a',
    mode: 'live',
    actor: { type: 'api_key', id: 'k' },
    scopes: ['read_only', 'read_write'],
    keyScopes: null,
    keyExpiresAt: null,
  }
  assert.equal(await presenting({})(key), principal)
  assert.equal(await presenting({})(key, { scheme: 'basic', clientAddress: 'unknown' }), principal)
  assert.is(await presenting({ api_keys: { revoked_at: gone as unknown as null } })(key), undefined)
  assert.is(await presenting({ api_keys: { key_hash: secretHash('another') } })(key), undefined)
  assert.is(await presenting({ api_keys: null })(key), undefined)
})

test('an API key with scopes brings them along', async () =>
  assert.equal((await presenting({ api_keys: { scopes: ['liens:read'] } })(key))?.keyScopes, ['liens:read']))

test('an API key works until the moment at which it expires', async () => {
  const expires_at = '2026-11-02T12:00:00.001Z'
  assert.is((await presenting({ api_keys: { expires_at } })(key))?.keyExpiresAt, expires_at)
  for (const expires_at of [now, '2026-11-02T11:59:59.999Z']) {
    const refusal = await presenting({ api_keys: { expires_at } })(key).catch((error: unknown) => error)
    assert.is((refusal as Refused).reason, 'api_key_expired')
  }
})

/** The uses that are recorded, in a store whose writes are counted. */
const keysInUse = () => {
  let time = Date.parse(now)
  const records = memoryRecords()
  const written: string[] = []
  let fails = false
  const put: typeof records.put = async (kind, of, ...rest) => {
    if (fails) throw new Error('the store is away')
    written.push(of)
    return records.put(kind, of, ...rest)
  }
  const { note } = keyUse({ ...records, put }, () => new Date(time))
  return {
    written,
    lastUse: async (of: string) => (await lastUses(records, ['another', of])).get(of),
    use: async (of: string, seconds = 0, isAway = false) => {
      time = Date.parse(now) + seconds * 1000
      fails = isAway
      note(of)
      await setImmediate()
    },
  }
}

test('the last use of a key is recorded once a minute', async () => {
  const { use, lastUse, written } = keysInUse()
  assert.is(await lastUse('k'), undefined)
  await use('k')
  assert.is(await lastUse('k'), now)
  await use('k', 59.999)
  assert.is(await lastUse('k'), now)
  await use('k', 60)
  assert.is(await lastUse('k'), '2026-11-02T12:01:00.000Z')
  await use('other', 61)
  assert.equal(written, ['k', 'k', 'other'])
})

test('a use that could not be recorded is recorded with the next one', async () => {
  const { use, lastUse } = keysInUse()
  await use('k', 0, true)
  await use('k', 1)
  assert.is(await lastUse('k'), '2026-11-02T12:00:01.000Z')
})

test('of many keys the one that was used last the longest ago is forgotten, which costs one more write', async () => {
  const { use, written } = keysInUse()
  for (let n = 0; n < 10_000; n++) use(`k${n}`)
  await use('k0')
  assert.is(written.length, 10_000)
  await use('one more')
  await use('k0')
  assert.is(written.length, 10_001)
  await use('k1')
  assert.is(written.length, 10_002)
})

test.run()
