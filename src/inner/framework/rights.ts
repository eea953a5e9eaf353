// Refuses what the role of the user, or the scopes of the API key, do not allow.
import { hasRight, type Right } from '../../auth/rights.ts'
import { type Refused, refused } from '../../commands/refused.ts'
import { holdsScope, type KeyScope } from '../../events/key-scopes.ts'
import { forbidden } from '../../interface/errors.ts'
import type { ProbityContext } from './environment.ts'

/** @throws ApiError 403 */
export const requireRight = (c: ProbityContext, right: Right): void => {
  if (!hasRight(c.get('principal'), right)) throw forbidden('your role does not allow this')
}

/** For what a request does beyond its operation. `scope` null: no key with scopes may do it. @throws Refused `key_scope_missing` */
export const requireScope = (c: ProbityContext, scope: KeyScope | null): void => {
  const { keyScopes = null } = c.get('principal')
  if (keyScopes !== null && (scope === null || !holdsScope(keyScopes, scope))) throw scopeMissing(c, scope)
}

/** `scope` null: no key with scopes may do it. */
const scopeMissing = (c: ProbityContext, scope: KeyScope | null): Refused => {
  c.header('WWW-Authenticate', `Bearer realm="Probity", error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`)
  return refused('key_scope_missing', undefined, { scope: scope ?? '(none: it takes a key without scopes)' })
}
