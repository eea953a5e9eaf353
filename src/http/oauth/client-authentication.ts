// Which OAuth client is asking: its id and secret in the form body, or as HTTP Basic (specification 5.1; RFC 6749, 2.3.1).

import { timingSafeEqual } from 'node:crypto'
import { foundWhenCaughtUp } from '../../auth/catching-up.ts'
import { parseAuthorization } from '../../auth/credentials.ts'
import { clientKey } from '../../auth/ip-address.ts'
import type { RateLimit } from '../../auth/rate-limit.ts'
import { accountClientId, type RegisteredClients } from '../../auth/registered-clients.ts'
import { secretHash } from '../../auth/secrets.ts'
import type { Mode } from '../../events/modes.ts'
import type { ClientAddress } from '../../inner/framework/client-address.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { oauthClients } from '../../projections/oauth.ts'
import type { Read } from '../../projections/read.ts'
import type { CaughtUp } from '../../projections/read-your-writes.ts'
import { guessRefused } from '../middleware/rate-limit.ts'
import { oauthError } from './errors.ts'

type ClientForm = { readonly client_id?: string | undefined; readonly client_secret?: string | undefined }

/** `owns`: whether a code or token was given to this client. */
export type AuthenticatedClient = {
  readonly owns: (grant: { readonly client_id: string; readonly account_id: string; readonly mode: Mode }) => boolean
}

export type ClientAuthentication = (c: ProbityContext, form: ClientForm) => Promise<AuthenticatedClient>

type ClientAuthenticationOptions = {
  readonly read: Read
  readonly registered: RegisteredClients
  readonly failures: RateLimit
  readonly clientAddress: ClientAddress
  readonly caughtUp: CaughtUp
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @throws ApiError `invalid_client` (401), and 429 for an address that keeps guessing */
export const clientAuthentication =
  ({ read, registered, failures, clientAddress, caughtUp }: ClientAuthenticationOptions): ClientAuthentication =>
  async (c, form) => {
    const { id, secret } = presented(c, form)
    // A client that registered itself has no secret: what it redeems is bound to it by PKCE.
    if (registered.find(id)) return { owns: (grant) => grant.client_id === accountClientId(id, grant) }
    const client = isUuid.test(id) ? await foundWhenCaughtUp(() => read(oauthClients).get(id), caughtUp) : undefined
    const shown = Buffer.from(secretHash(secret))
    const wanted = Buffer.from(client?.secret_hash ?? secretHash(''))
    if (client && secret !== '' && timingSafeEqual(shown, wanted)) return { owns: (grant) => grant.client_id === client.id }
    const guesser = `oauth/${clientKey(clientAddress(c))}`
    throw (
      (await guessRefused(failures, guesser, 'too many requests with invalid client credentials')) ??
      oauthError('invalid_client', 'the client id or client secret is not valid')
    )
  }

const presented = (c: ProbityContext, { client_id = '', client_secret = '' }: ClientForm): { id: string; secret: string } => {
  const header = c.req.header('authorization')
  if (header === undefined) return { id: client_id, secret: client_secret }
  const basic = parseAuthorization(header)
  if (basic?.scheme !== 'basic') throw oauthError('invalid_client', 'a client authenticates in the form or by HTTP Basic')
  const [id, secret] = [decoded(basic.secret), decoded(basic.password)]
  if ((client_id !== '' && client_id !== id) || (client_secret !== '' && client_secret !== secret))
    throw oauthError('invalid_request', 'the client is named in two different ways', 'client_id')
  return { id, secret }
}

/** Basic's values are form-encoded first (RFC 6749, 2.3.1). */
const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}
