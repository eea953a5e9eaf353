// The identity behind a request once its credentials have been checked. Every way of signing in (API key, OAuth token, session) yields one.
import type { Actor } from '../events/define.ts'
import type { Mode } from '../events/modes.ts'
import { oauthScopes, type Scope } from '../events/oauth-token.ts'
import type { UserRole } from '../events/user.ts'
import type { Credentials } from './credentials.ts'

export { oauthScopes, type Scope }

export type Principal = {
  readonly accountId: string
  /** Its world: what the other one holds does not exist for it (docs/decisions/0019-test-and-live-are-two-worlds.md). */
  readonly mode: Mode
  /** A person on the pages: `mode` is the world that the person has chosen, but an object of either one may be opened. */
  readonly seesBothModes?: true
  readonly actor: Actor
  readonly scopes: readonly Scope[]
  /** What an API key is restricted to, as `liens:read`; null: nothing. Absent: it is no API key. */
  readonly keyScopes?: readonly string[] | null
  /** When an API key expires (ISO 8601); null: never. Absent: it is no API key. */
  readonly keyExpiresAt?: string | null
  /** Of a user; absent: it is none. */
  readonly roles?: readonly UserRole[]
}

/**
 * Checks credentials. `clientAddress` is the caller's IP address, for allowlists; undefined if unknown.
 * @returns undefined when the credentials belong to no one
 * @throws Refused `client_address_not_allowed`
 */
export type Authenticate = (request: {
  readonly credentials: Credentials
  readonly clientAddress: string | undefined
}) => Promise<Principal | undefined>

/** `read_only` allows reading; everything else needs `read_write` (specification, section 5.1). */
export const mayWrite = (principal: Principal): boolean => principal.scopes.includes('read_write')

type Owned = { readonly account_id: string; readonly mode?: Mode }

/**
 * Whether an object exists for the principal. What has no mode belongs to both.
 * @example
 * const key = { accountId: 'a', mode: 'test' } as const
 * sees(key, { account_id: 'a', mode: 'test' }) // => true
 * sees(key, { account_id: 'a', mode: 'live' }) // => false
 */
export const sees = ({ accountId, mode, seesBothModes }: Pick<Principal, 'accountId' | 'mode' | 'seesBothModes'>, object: Owned): boolean =>
  object.account_id === accountId && (seesBothModes === true || (object.mode ?? mode) === mode)
