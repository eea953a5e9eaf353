// OAuth clients of an account: list, create, delete, authorize. A client's secret is shown once, when it is created; only its hash is stored.
import { type Grant, issueCode } from '../auth/authorization-codes.ts'
import { isLoopbackHost } from '../auth/ip-address.ts'
import { accountClientId, type RegisteredClient } from '../auth/registered-clients.ts'
import { newSecret, secretHash } from '../auth/secrets.ts'
import { account, oauthClientsPerAccount } from '../commands/account.ts'
import type { Mode } from '../events/modes.ts'
import { badRequest } from '../interface/errors.ts'
import { type OAuthClientDocument, oauthClients } from '../projections/oauth.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Documents, Reads } from './framework/reading.ts'
import type { Clock, Sender } from './framework/sending.ts'

export { oauthClientsPerAccount }

export type OAuthClient = Omit<OAuthClientDocument, 'secret_hash'>

/** The newest first. */
export const ownOAuthClients = (inner: Pick<Reads, 'read'>, c: ProbityContext): Promise<readonly OAuthClient[]> =>
  inner.read(oauthClients).find({
    where: { account_id: c.get('principal').accountId },
    sort: [['created_at', 'desc']],
  })

/** A client of any account. */
export const oauthClient = ({ read }: Pick<Reads, 'read'>, id: string): Promise<OAuthClient | undefined> => read(oauthClients).get(id)

type NewClient = { readonly name: string; readonly redirectUri: string; readonly mode: Mode }

export type CreatedOAuthClient = {
  readonly id: string
  /** null: this is a repeated request, and the secret was shown the first time. */
  readonly secret: string | null
}

/** @throws ApiError, Refused */
export const createOAuthClient = async (
  { read }: Pick<Reads, 'read'>,
  { accountId, newId, send }: Sender,
  { name, redirectUri, mode }: NewClient,
): Promise<CreatedOAuthClient> => {
  const problem = redirectUriProblem(redirectUri)
  if (problem) throw badRequest(problem, 'redirect_uri')
  const secret = newSecret('bvs_secret_')
  const client = { client_id: newId('oauth-client'), name, redirect_uri: redirectUri, mode, secret_hash: secretHash(secret) }
  await send({ aggregate: account, id: accountId, command: { type: 'CreateOAuthClient', client } })
  const kept = await read(oauthClients).get(client.client_id)
  return { id: client.client_id, secret: kept?.secret_hash === client.secret_hash ? secret : null }
}

type LetIn = { readonly registeredId: string; readonly client: RegisteredClient; readonly redirectUri: string; readonly mode: Mode }

/** Makes a client that registered itself known to the account, once. @returns its id in the account @throws Refused */
export const letInClient = async ({ accountId, send }: Sender, { registeredId, client, redirectUri, mode }: LetIn): Promise<string> => {
  const client_id = accountClientId(registeredId, { account_id: accountId, mode })
  const known = { client_id, name: client.name, redirect_uri: redirectUri, mode, is_public: true as const }
  // It has no secret: the hash is of one that nobody knows.
  await send({
    aggregate: account,
    id: accountId,
    command: { type: 'CreateOAuthClient', client: { ...known, secret_hash: secretHash(newSecret('')) } },
  })
  return client_id
}

/** Also revokes its access tokens. @throws Refused */
export const deleteOAuthClient = async ({ accountId, send }: Sender, clientId: string): Promise<void> => {
  await send({ aggregate: account, id: accountId, command: { type: 'DeleteOAuthClient', clientId } })
}

/** A code that the client can redeem for a token. */
export const authorizationCode = ({ documents, now }: Clock & Documents, grant: Grant): Promise<string> =>
  issueCode(documents.records, grant, now())

/** Absolute, without a fragment (RFC 6749, 3.1.2); plain http only to the client's own machine (RFC 8252, 7.3); no scheme that runs code in a browser. */
export const redirectUriProblem = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (!url || /[\s\\]/.test(text)) return 'the redirect URI must be an absolute address'
  if (text.includes('#')) return 'the redirect URI must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'the redirect URI must not carry a user name or password'
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))) return undefined
  // An application's own scheme is a reversed domain name (RFC 8252, 7.1).
  if (/^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(url.protocol)) return undefined
  return 'the redirect URI must begin with https:// (http:// only for localhost)'
}
