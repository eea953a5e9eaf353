// OAuth access tokens: how one is made, and whom a presented one speaks for.
import { refused } from '../commands/refused.ts'
import type { AccountDocument } from '../projections/accounts.ts'
import type { AccessTokenDocument, OAuthClientDocument } from '../projections/oauth.ts'
import type { UserDocument } from '../projections/users.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { isAllowed } from './ip-allowlist.ts'
import type { Authenticate, Scope } from './principal.ts'
import { newSecret, secretHash } from './secrets.ts'

const tokenPrefix = 'bvs_oauth_'

export const newAccessToken = (): string => newSecret(tokenPrefix)

/** What a user may let a client do: never more than they may do themselves. */
export const scopesOf = ({ roles }: Pick<UserDocument, 'roles'>): readonly Scope[] =>
  roles.some((role) => role !== 'read_only') ? ['read_only', 'read_write'] : ['read_only']

/** A token counts for as long as it has not been revoked, its client is there and its user is active. */
export const accessTokenAuthentication =
  (documents: DocumentStore): Authenticate =>
  async ({ credentials, clientAddress }) => {
    const token = (await documents.get('access_tokens', secretHash(credentials.secret))) as AccessTokenDocument | undefined
    if (!token || token.revoked_at !== null) return undefined
    const [client, user, account] = (await Promise.all([
      documents.get('oauth_clients', token.client_id),
      documents.get('users', token.user_id),
      documents.get('accounts', token.account_id),
    ])) as [OAuthClientDocument?, UserDocument?, AccountDocument?]
    if (!client || !account || user?.status !== 'active') return undefined
    if (!isAllowed(account.ip_allowlist, clientAddress)) throw refused('client_address_not_allowed')
    const allowed = scopesOf(user)
    return {
      accountId: token.account_id,
      mode: token.mode,
      actor: { type: 'user', id: token.user_id },
      scopes: token.scopes.filter((scope) => allowed.includes(scope)),
    }
  }

/** API keys by bearer or Basic, access tokens by bearer only: their prefix tells them apart. */
export const eitherAuthentication =
  ({ apiKeys, accessTokens }: { apiKeys: Authenticate; accessTokens: Authenticate }): Authenticate =>
  (request) => {
    const { secret, scheme } = request.credentials
    return secret.startsWith(tokenPrefix) && scheme === 'bearer' ? accessTokens(request) : apiKeys(request)
  }
