// API keys of an account, for its routes, its page and the operator: list, create, rotate, revoke. The key itself is shown once, when it is created,
// and stored nowhere.
import type { z } from 'zod'
import { keptOfKey, newApiKey } from '../auth/api-keys.ts'
import { foundWhenCaughtUp } from '../auth/catching-up.ts'
import { lastUses } from '../auth/key-use.ts'
import { account } from '../commands/account.ts'
import { refused } from '../commands/refused.ts'
import { holdsScope } from '../events/key-scopes.ts'
import type { Mode } from '../events/modes.ts'
import { type ApiKey, apiKeyResource, type CreatedApiKey, type RotateApiKey } from '../interface/api-keys.ts'
import { badRequest, notFound, unprocessable } from '../interface/errors.ts'
import { type ApiKeyDocument, apiKeys } from '../projections/accounts.ts'
import { recordAsOf } from '../projections/history.ts'
import { eachFound } from '../projections/read.ts'
import type { CaughtUp } from '../projections/read-your-writes.ts'
import type { ProbityContext } from './framework/environment.ts'
import { type Page, pageOf, unknownCursor } from './framework/list-pages.ts'
import type { Documents, Reads } from './framework/reading.ts'
import type { Clock, Sender } from './framework/sending.ts'

export type ShownApiKey = z.output<typeof ApiKey>
export type ShownNewKey = z.output<typeof CreatedApiKey>

type Keys = Clock & Reads & Documents

/** How long a replaced key works beside the new one, when nobody says so. */
const overlapMs = 24 * 3_600_000

type KeysAsked = {
  readonly direction: 'asc' | 'desc'
  readonly page: number
  readonly perPage: number
  readonly after?: string | undefined
}

/** Ordered by creation time. `mode`: those of test or live data alone. `after`: what follows the key with this id. @throws ApiError 400 when it is none of these */
export const apiKeysOf = async (
  inner: Pick<Reads, 'read'> & Documents,
  { accountId, mode }: { readonly accountId: string; readonly mode?: Mode },
  { direction, after, ...page }: KeysAsked,
): Promise<Page<ShownApiKey>> => {
  const where = { account_id: accountId, ...(mode && { mode }) }
  // The documents are kept by the hashes of the keys.
  const last = after === undefined ? undefined : (await inner.read(apiKeys).find({ where: { ...where, id: after }, perPage: 1 }))[0]
  if (after !== undefined && !last) throw unknownCursor()
  const { found, totalCount, hasMore } = await pageOf(inner, apiKeys, { where, sort: [['created_at', direction]], ...page }, last?.key_hash)
  return { found: await shown(inner, found), totalCount, hasMore }
}

/** All keys of the account, of both modes, the oldest first. */
export const everyApiKeyOf = async (inner: Pick<Reads, 'read'> & Documents, accountId: string): Promise<readonly ShownApiKey[]> =>
  shown(inner, await keysKeptOf(inner, accountId))

/** The same as they are kept. */
export const keysKeptOf = (inner: Pick<Reads, 'read'>, accountId: string): Promise<readonly ApiKeyDocument[]> =>
  Array.fromAsync(eachFound(inner.read(apiKeys), { where: { account_id: accountId }, by: 'created_at', keyOf: ({ key_hash }) => key_hash }))

export type KeyWishes = {
  readonly name: string
  readonly mode: Mode
  /** Absent: everything. */
  readonly scopes?: readonly string[] | undefined
  /** ISO 8601; absent: it works until it is revoked. */
  readonly expiresAt?: string | undefined
}

/** @throws ApiError, Refused */
export const createApiKey = async (inner: Keys, sender: Sender, { name, mode, scopes, expiresAt }: KeyWishes): Promise<ShownNewKey> => {
  if (name === '') throw badRequest('a key needs a name', 'name')
  if (scopes?.length === 0) throw unprocessable('choose at least one', 'scopes')
  requireFuture(inner, expiresAt)
  const key = newApiKey(mode)
  const limits = { ...(scopes && { scopes: [...new Set(scopes)].toSorted() }), ...(expiresAt && { expires_at: expiresAt }) }
  const fields = { key_id: sender.newId('api-key'), name, mode, ...keptOfKey(key), ...limits }
  const { state } = await sender.send({ aggregate: account, id: sender.accountId, command: { type: 'CreateApiKey', key: fields } })
  return withSecret(inner, sender.accountId, { key, hash: state.keys[fields.key_id]?.key_hash ?? '' })
}

/** Makes a key with the rights of the old one, which works beside it until the given time. @throws Refused */
export const rotateApiKey = async (
  inner: Keys,
  sender: Sender,
  old: RotatedKey & Pick<ApiKeyDocument, 'mode'>,
  { old_key_until, expires_at }: z.output<typeof RotateApiKey>,
): Promise<ShownNewKey> => {
  const now = inner.now()
  requireFuture(inner, expires_at)
  const key = newApiKey(old.mode)
  const fields = {
    key_id: sender.newId('api-key'),
    ...keptOfKey(key),
    expires_at: expires_at ?? renewedEnd(now, old),
  }
  const worksUntil = old_key_until ?? new Date(now.getTime() + overlapMs).toISOString()
  const command = { type: 'ReplaceApiKey', keyId: old.id, key: fields, worksUntil, at: now.toISOString() } as const
  const { state } = await sender.send({ aggregate: account, id: sender.accountId, command })
  return withSecret(inner, sender.accountId, { key, hash: state.keys[fields.key_id]?.key_hash ?? '' })
}

/** Requests with the key are refused from now on. @throws Refused */
export const revokeApiKey = async ({ accountId, send }: Sender, keyId: string): Promise<void> => {
  await send({ aggregate: account, id: accountId, command: { type: 'RevokeApiKey', keyId } })
}

/** The account's key of this id. `caughtUp`: it may be in the log and not yet in the read models. @throws ApiError 404 */
export const apiKeyOf = async (
  { read }: Pick<Reads, 'read'>,
  {
    accountId,
    keyId,
    caughtUp = async () => true,
  }: { readonly accountId: string; readonly keyId: string; readonly caughtUp?: CaughtUp | undefined },
): Promise<ApiKeyDocument> => {
  const find = async () => (await read(apiKeys).find({ where: { account_id: accountId, id: keyId }, perPage: 1 }))[0]
  const found = await foundWhenCaughtUp(find, caughtUp)
  if (!found) throw notFound('api_key')
  return found
}

/** The key that a request may change: of its own data, and with no more rights than the key that asks. @throws ApiError 404, Refused */
export const changeableKey = async (inner: Pick<Reads, 'read'>, c: ProbityContext, keyId: string): Promise<ApiKeyDocument> => {
  const { accountId, mode } = c.get('principal')
  const key = await apiKeyOf(inner, { accountId, keyId, caughtUp: c.get('caughtUp') })
  if (key.mode !== mode) throw notFound('api_key')
  requireWithin(c, key.scopes, 'id')
  return key
}

/** The scopes that a new key gets: those wished for, or those of the key that asks. @throws Refused when the key that asks has less */
export const grantedScopes = (c: ProbityContext, wished: readonly string[] | undefined): readonly string[] | undefined => {
  requireWithin(c, wished ?? heldBy(c), 'scopes')
  return wished ?? heldBy(c) ?? undefined
}

/**
 * When a new key expires: as wished, or as late as it may; null: never. A key with an end makes none that outlives it. Only when it is rotated itself,
 * the new one gets as long a life as it was made for. @throws Refused for a later wish
 * @param old the key that the new one replaces; absent: none
 */
export const grantedEnd = (
  { now }: Clock,
  c: ProbityContext,
  { old, wished }: { readonly old?: RotatedKey; readonly wished: string | undefined },
): string | null => {
  const { actor, keyExpiresAt = null } = c.get('principal')
  const renewed = old ? renewedEnd(now(), old) : null
  const latest = old?.id === actor.id ? renewed : keyExpiresAt
  if (latest !== null && wished !== undefined && Date.parse(wished) > Date.parse(latest))
    throw refused('key_lives_too_long', 'expires_at', { latest })
  return wished ?? [renewed, latest].filter((each) => each !== null).toSorted()[0] ?? null
}

type RotatedKey = Pick<ApiKeyDocument, 'id' | 'created_at' | 'expires_at'>

/** After as long a life as the old key was made for (ISO 8601); null: it was made without an end. */
const renewedEnd = (now: Date, { created_at, expires_at }: RotatedKey): string | null =>
  expires_at === null ? null : new Date(now.getTime() + Date.parse(expires_at) - Date.parse(created_at)).toISOString()

const heldBy = (c: ProbityContext) => c.get('principal').keyScopes ?? null

const requireWithin = (c: ProbityContext, scopes: readonly string[] | null, parameter: string) => {
  const held = heldBy(c)
  if (held === null) return
  const lacking = scopes === null ? 'the right to everything' : scopes.find((each) => !holdsScope(held, each))
  if (lacking !== undefined) throw refused('key_scope_too_wide', parameter, { scope: lacking })
}

const requireFuture = ({ now }: Clock, time: string | undefined) => {
  // The day of a form may be none: its time is no number, and later than nothing.
  if (time !== undefined && !(Date.parse(time) > now().getTime())) throw refused('time_passed', 'expires_at')
}

/** `hash`: of the key that the log has under this id; another one than of `key` when a request that was cut off had made it. */
const withSecret = async (inner: Keys, accountId: string, { key, hash }: { readonly key: string; readonly hash: string }) => {
  const document = (await inner.read(apiKeys).get(hash)) ?? recordAsOf(apiKeys, await inner.history(`account-${accountId}`), hash)
  if (!document) throw notFound('api_key')
  return { ...apiKeyResource(document, new Map()), key: keptOfKey(key).key_hash === hash ? key : null }
}

const shown = async ({ documents }: Documents, found: readonly ApiKeyDocument[]): Promise<readonly ShownApiKey[]> => {
  const uses = await lastUses(
    documents.records,
    found.map(({ key_hash }) => key_hash),
  )
  return found.map((key) => apiKeyResource(key, uses))
}
