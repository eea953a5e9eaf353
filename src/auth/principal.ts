// The identity behind a request once its credentials have been checked. Every way of signing in (API key, OAuth token, session) yields one.
import type { Actor } from '../events/define.ts'
import type { Credentials } from './credentials.ts'

export type Scope = 'read_only' | 'read_write'

export type Principal = {
  readonly accountId: string
  /** The evidence that its work uses: made up, or the reference data (docs/decisions/0004-test-and-live-side-by-side.md). */
  readonly mode: 'test' | 'live'
  readonly actor: Actor
  readonly scopes: readonly Scope[]
  /** What an API key is restricted to, as `liens:read`; null: nothing. Absent: it is no API key. */
  readonly keyScopes?: readonly string[] | null
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
