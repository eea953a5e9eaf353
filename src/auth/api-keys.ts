// API keys: how one is made, and whom a presented one speaks for. Only a key's SHA-256 is kept; finding it by that hash takes the same time for
// every wrong key, and the hash is held against the stored one in constant time all the same.
import { hash, timingSafeEqual } from 'node:crypto'
import { customAlphabet } from 'nanoid'
import type { ApiKeyDocument } from '../projections/accounts.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import type { KeyUse } from './key-use.ts'
import type { Authenticate } from './principal.ts'

export type KeyMode = 'test' | 'live'

/** Letters and digits only, so that a double click selects the whole key. */
const random = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 40)

/** A new key, about 238 bits of chance behind its prefix. It is shown once and kept nowhere. */
export const newApiKey = (mode: KeyMode): string => `bvs_${mode}_${random()}`

export const apiKeyHash = (key: string): string => hash('sha256', key)

export const apiKeyAuthentication =
  (documents: DocumentStore, use?: KeyUse): Authenticate =>
  async ({ credentials }) => {
    const presented = apiKeyHash(credentials.secret)
    const key = (await documents.get('api_keys', presented)) as ApiKeyDocument | undefined
    if (!key || key.revoked_at !== null || !timingSafeEqual(Buffer.from(key.key_hash), Buffer.from(presented))) return undefined
    use?.note(presented)
    return { accountId: key.account_id, mode: key.mode, actor: { type: 'api_key', id: key.id }, scopes: ['read_only', 'read_write'] }
  }
