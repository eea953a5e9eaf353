// The first start: creates one account with a test key, a live key and a user. Secrets are returned once, to be printed, and not stored.
import { setTimeout as pause } from 'node:timers/promises'
import { nanoid } from 'nanoid'
import { firstKeyName, keptOfKey, newApiKey } from './auth/api-keys.ts'
import type { Passwords } from './auth/passwords.ts'
import { account, features, installation } from './commands/account.ts'
import { ownerOf } from './commands/claims.ts'
import type { Handle, Load } from './commands/handler.ts'
import { Refused } from './commands/refused.ts'
import { user } from './commands/user.ts'
import type { Config } from './config.ts'
import { aggregateIdOf } from './events/catalogue.ts'
import { derivedId } from './events/derived-id.ts'
import type { Mode } from './events/modes.ts'
import { orderedId } from './events/ordered-id.ts'
import type { WriteContext } from './stores/event-log.ts'

export type FirstKeys = {
  readonly accountId: string
  readonly testKey: string
  readonly liveKey: string
  readonly email: string
  readonly password: string
  readonly position: bigint
}

/** The slug of the account that the first start makes. */
export const firstSlug = 'first-account'

/**
 * Creates the account if there is none. If several instances start at once, one of them does. A killed first start is completed
 * with new keys, because nobody has seen the first ones. @returns null when the account existed already
 */
export const firstStart = async ({
  handle,
  load,
  bootstrap,
  interfaceVersion,
  passwords,
  now,
  patienceMs,
}: {
  handle: Handle
  load: Load
  bootstrap: Config['bootstrap']
  interfaceVersion: string
  passwords: Passwords
  now: () => Date
  /** How long another instance's first start may take before it counts as killed; 0 if there is no other. */
  patienceMs: number
}): Promise<FirstKeys | null> => {
  const owner = await ownerOf(load, '', installation)
  const accountId = owner === null ? orderedId() : aggregateIdOf(owner)
  const userId = derivedId('user', accountId)
  if (owner !== null && (await finished(async () => (await load(user, userId)).status !== 'none', patienceMs))) return null

  const write = (step: string): WriteContext => ({
    accountId,
    actor: { type: 'process', id: 'first_start' },
    commandId: derivedId(step, accountId),
    at: now(),
  })
  const created = {
    account_id: accountId,
    name: 'First account',
    slug: firstSlug,
    features: [...features],
    interface_version: interfaceVersion,
  }
  try {
    await handle(account, accountId, { type: 'CreateAccount', account: created, isFirst: true }, write('account'))
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
  const keys = {
    testKey: bootstrap.testKey ?? newApiKey('test'),
    liveKey: bootstrap.liveKey ?? newApiKey('live'),
    email: bootstrap.email ?? 'admin@probity.local',
    password: bootstrap.password ?? nanoid(20),
  }
  const addKey = (mode: Mode, key: string) => {
    const kept = keptOfKey(key)
    const fields = { key_id: derivedId(kept.key_hash, accountId), name: firstKeyName(mode), mode, ...kept }
    return handle(account, accountId, { type: 'CreateApiKey', key: fields }, write(`key ${kept.key_hash}`))
  }
  await addKey('test', keys.testKey)
  await addKey('live', keys.liveKey)
  const registered = {
    user_id: userId,
    email: keys.email,
    name: 'Administrator',
    password_hash: await passwords.hash(keys.password),
    roles: ['admin' as const, 'operator' as const],
  }
  const { position } = await handle(user, userId, { type: 'RegisterUser', user: registered }, write('user'))
  return { accountId, ...keys, position: position ?? 0n }
}

/** The user is created last. */
const finished = async (exists: () => Promise<boolean>, patienceMs: number): Promise<boolean> => {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await pause(100)) if (await exists()) return true
  return exists()
}
