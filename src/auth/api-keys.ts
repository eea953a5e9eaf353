// API keys: creates one, and finds the principal of a presented one. The look-up by hash takes the same time for every wrong key. The hash is still
// compared with the stored one in constant time.
import { timingSafeEqual } from 'node:crypto'
import { refused } from '../commands/refused.ts'
import type { Mode } from '../events/modes.ts'
import { apiKeys } from '../projections/accounts.ts'
import type { Read } from '../projections/read.ts'
import type { KeyUse } from './key-use.ts'
import { type Authenticate, oauthScopes } from './principal.ts'
import { newSecret, secretHash } from './secrets.ts'

/** What the keys that the first start makes are called. */
export const firstKeyName = (mode: Mode): string => `First ${mode} key`

/** Shown once and not stored. */
export const newApiKey = (mode: Mode): string => newSecret(`bvs_${mode}_`, 40)

/**
 * The stored part of a key.
 * @example
 * keptOfKey('bvs_test_0123456789').last_four // => '6789'
 */
export const keptOfKey = (key: string) => ({ key_hash: secretHash(key), last_four: key.slice(-4) })

export type ApiKeyDependencies = { readonly read: Read; readonly now: () => Date; readonly use?: KeyUse }

/** @throws Refused `api_key_expired` */
export const apiKeyAuthentication =
  ({ read, now, use }: ApiKeyDependencies): Authenticate =>
  async ({ credentials }) => {
    const presented = secretHash(credentials.secret)
    const key = await read(apiKeys).get(presented)
    if (!key || key.revoked_at !== null || !timingSafeEqual(Buffer.from(key.key_hash), Buffer.from(presented))) return undefined
    if (key.expires_at !== null && key.expires_at <= now().toISOString()) throw refused('api_key_expired')
    use?.note(presented)
    return {
      accountId: key.account_id,
      mode: key.mode,
      actor: { type: 'api_key', id: key.id },
      scopes: oauthScopes,
      keyScopes: key.scopes,
      keyExpiresAt: key.expires_at,
    }
  }
