// API keys of an account, for its page and the operator: list, create, revoke. The key itself is shown once, when it is created, and stored nowhere.
import { type KeyMode, keptOfKey, newApiKey } from '../auth/api-keys.ts'
import { lastUses } from '../auth/key-use.ts'
import { account } from '../commands/account.ts'
import { badRequest } from '../interface/errors.ts'
import { type ApiKeyDocument, apiKeys } from '../projections/accounts.ts'
import { type Page, pageOf } from './list-pages.ts'
import type { Documents, Reads } from './reading.ts'
import type { Sender } from './sending.ts'

/** `last_used_at`: to the minute; null: never. */
export type ApiKey = Omit<ApiKeyDocument, 'key_hash'> & { readonly last_used_at: string | null }

/** Ordered by creation time. */
export const apiKeysOf = async (
  inner: Pick<Reads, 'read'> & Documents,
  accountId: string,
  { direction, ...page }: { readonly direction: 'asc' | 'desc'; readonly page: number; readonly perPage: number },
): Promise<Page<ApiKey>> => {
  const where = { account_id: accountId }
  const { found, totalCount } = await pageOf(inner, apiKeys, { where, sort: [['created_at', direction]], ...page })
  const uses = await lastUses(
    inner.documents.records,
    found.map(({ key_hash }) => key_hash),
  )
  return { found: found.map(({ key_hash, ...key }) => ({ ...key, last_used_at: uses.get(key_hash) ?? null })), totalCount }
}

export type CreatedApiKey = {
  readonly id: string
  /** null: this is a repeated request, and the key was shown the first time. */
  readonly key: string | null
}

/** @throws ApiError */
export const createApiKey = async (
  { accountId, newId, send }: Sender,
  { name, mode }: { readonly name: string; readonly mode: KeyMode },
): Promise<CreatedApiKey> => {
  if (name === '') throw badRequest('a key needs a name', 'name')
  const key = newApiKey(mode)
  const fields = { key_id: newId('api-key'), name, mode, ...keptOfKey(key) }
  const { state } = await send({ aggregate: account, id: accountId, command: { type: 'CreateApiKey', key: fields } })
  return { id: fields.key_id, key: state.keys[fields.key_id]?.key_hash === fields.key_hash ? key : null }
}

/** Requests with the key are refused from now on. @throws Refused */
export const revokeApiKey = async ({ accountId, send }: Sender, keyId: string): Promise<void> => {
  await send({ aggregate: account, id: accountId, command: { type: 'RevokeApiKey', keyId } })
}
