// OAuth access tokens: creates one, and finds the principal of a presented one.
import { refused } from '../commands/refused.ts'
import { accounts } from '../projections/accounts.ts'
import { type AccessTokenDocument, accessTokens, oauthClients } from '../projections/oauth.ts'
import type { Read } from '../projections/read.ts'
import { type UserDocument, users } from '../projections/users.ts'
import { isAllowed } from './ip-allowlist.ts'
import { type Authenticate, oauthScopes, type Scope } from './principal.ts'
import { isWriter } from './rights.ts'
import { newSecret, secretHash } from './secrets.ts'

const tokenPrefix = 'bvs_oauth_'

export const newAccessToken = (): string => newSecret(tokenPrefix)

/** The rights a user may give a client: at most the user's own. */
export const scopesOf = ({ roles }: Pick<UserDocument, 'roles'>): readonly Scope[] => (isWriter({ roles }) ? oauthScopes : ['read_only'])

/** What a user gives a client that asks for these rights: of them the user's own, and to read at least. */
export const grantedBy = (user: Pick<UserDocument, 'roles'>, asked: readonly Scope[]): readonly Scope[] => {
  const own = scopesOf(user)
  const granted = asked.filter((scope) => own.includes(scope))
  return granted.length > 0 ? granted : ['read_only']
}

/** Whether the user still stands behind what they let a client do at that time. A deactivation ends it, and a later reactivation does not bring it back. */
const standsBehind = (user: UserDocument | undefined, since: string): user is UserDocument =>
  user?.status === 'active' && user.grants_from <= since

/** Why a code gives no token to a client at this address; undefined: it gives one. */
export const grantProblem =
  (read: Read, clientAddress: string | undefined) =>
  async ({ account_id, user_id }: Pick<AccessTokenDocument, 'account_id' | 'user_id'>, issuedAt: Date): Promise<string | undefined> => {
    const [user, account] = await Promise.all([read(users).get(user_id), read(accounts).get(account_id)])
    if (!account || !standsBehind(user, issuedAt.toISOString())) return 'the user who authorized the client may no longer sign in'
    if (!isAllowed(account.ip_allowlist, clientAddress)) return 'requests from this IP address are not allowed for this account'
    return undefined
  }

/** A token is valid until it is revoked, its client is deleted or its user is deactivated. */
export const accessTokenAuthentication =
  (read: Read): Authenticate =>
  async ({ credentials, clientAddress }) => {
    const token = await read(accessTokens).get(secretHash(credentials.secret))
    if (!token || token.revoked_at !== null) return undefined
    const [client, user, account] = await Promise.all([
      read(oauthClients).get(token.client_id),
      read(users).get(token.user_id),
      read(accounts).get(token.account_id),
    ])
    if (!client || !account || !standsBehind(user, token.created_at)) return undefined
    if (!isAllowed(account.ip_allowlist, clientAddress)) throw refused('client_address_not_allowed')
    return {
      accountId: token.account_id,
      mode: token.mode,
      actor: { type: 'user', id: token.user_id },
      scopes: grantedBy(user, token.scopes),
      roles: user.roles,
    }
  }

/** Accepts API keys as bearer or Basic, and access tokens as bearer only; the prefix distinguishes them. */
export const eitherAuthentication =
  ({ apiKeys, accessTokens }: { apiKeys: Authenticate; accessTokens: Authenticate }): Authenticate =>
  (request) => {
    const { secret, scheme } = request.credentials
    return secret.startsWith(tokenPrefix) && scheme === 'bearer' ? accessTokens(request) : apiKeys(request)
  }
