// OAuth access tokens: how one is made, and whom a presented one speaks for.

import { refused } from '../commands/refused.ts'
import { accounts } from '../projections/accounts.ts'
import { accessTokens, oauthClients } from '../projections/oauth.ts'
import type { Read } from '../projections/read.ts'
import { type UserDocument, users } from '../projections/users.ts'
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
  (read: Read): Authenticate =>
  async ({ credentials, clientAddress }) => {
    const token = await read(accessTokens).get(secretHash(credentials.secret))
    if (!token || token.revoked_at !== null) return undefined
    const [client, user, account] = await Promise.all([
      read(oauthClients).get(token.client_id),
      read(users).get(token.user_id),
      read(accounts).get(token.account_id),
    ])
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
