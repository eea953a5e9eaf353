// Who is asking: reads the credentials and has them checked; refuses writes to those who may only read (specification, section 5).
import type { MiddlewareHandler } from 'hono'
import { parseAuthorization } from '../../auth/credentials.ts'
import { clientKey } from '../../auth/ip-address.ts'
import { type Authenticate, mayWrite } from '../../auth/principal.ts'
import type { RateLimit } from '../../auth/rate-limit.ts'
import { refused } from '../../commands/refused.ts'
import type { ClientAddress } from '../../inner/framework/client-address.ts'
import type { ProbityContext, ProbityEnv } from '../../inner/framework/environment.ts'
import { invalidCredentials, unauthorized } from '../../interface/errors.ts'
import { requireKeyScope, requireWriter } from './key-scope.ts'
import { guessRefused } from './rate-limit.ts'

export type AuthenticationOptions = {
  readonly authenticate: Authenticate
  readonly clientAddress: ClientAddress
  /** Per client (`clientKey`). Valid credentials are never delayed by it: an address may be shared. */
  readonly failures: RateLimit
}

export const authentication =
  ({ authenticate, clientAddress, failures }: AuthenticationOptions): MiddlewareHandler<ProbityEnv> =>
  async (c, next) => {
    const credentials = parseAuthorization(c.req.header('authorization'))
    const isApiForm = credentials !== undefined && credentials.password === ''
    const presented = isApiForm ? { credentials, clientAddress: clientAddress(c) } : undefined
    const principal = presented && (await authenticate(presented))
    if (presented === undefined || principal === undefined) throw await failure(c, clientAddress, failures)
    c.set('principal', principal)
    const isPrincipal = (found: unknown) => found !== undefined
    c.set('isStillLetIn', () => authenticate(presented).then(isPrincipal, () => false))
    return next()
  }

/** Runs after authentication. */
export const writeAccess: MiddlewareHandler<ProbityEnv> = (c, next) => {
  if (!isRead(c.req.method) && !mayWrite(c.get('principal'))) {
    c.header('WWW-Authenticate', 'Bearer realm="Probity", error="insufficient_scope", scope="read_write"')
    throw refused('read_only_access')
  }
  requireKeyScope(c)
  // An API key has no role, and is spared the look at its operation.
  if (!isRead(c.req.method) && c.get('principal').actor.type === 'user') requireWriter(c)
  return next()
}

export const isRead = (method: string) => method === 'GET' || method === 'HEAD'

const failure = async (c: ProbityContext, clientAddress: ClientAddress, failures: RateLimit) => {
  const refusal = await guessRefused(failures, clientKey(clientAddress(c)), 'too many requests with invalid credentials')
  if (refusal) return refusal
  return c.req.header('authorization') === undefined
    ? unauthorized('an API key is required: Authorization: Bearer <API key>')
    : invalidCredentials('the API key or access token is not valid')
}
