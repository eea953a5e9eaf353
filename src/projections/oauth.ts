// The collections `oauth_clients` and `access_tokens`: the applications that users let act for them, and their tokens.
import { aggregateIdOf } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import type { Scope } from '../events/oauth-token.ts'
import { projection } from './projection.ts'

export type OAuthClientDocument = {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly redirect_uri: string
  readonly mode: Mode
  readonly secret_hash: string
  /** It registered itself and has no secret. */
  readonly is_public: boolean
  readonly created_at: string
}

/** A deleted client is gone, and its tokens give no access any more. */
export const oauthClients = projection<OAuthClientDocument>()({
  collection: 'oauth_clients',
  version: 3,
  store: 'authentication',
  indexes: ['account_id', 'created_at'],
  key: ({ data }) => ('client_id' in data ? data.client_id : []),
  starts: {
    OauthClientCreated: ({ data, metadata }) => ({
      id: data.client_id,
      account_id: metadata.account_id,
      name: data.name,
      redirect_uri: data.redirect_uri,
      mode: data.mode,
      secret_hash: data.secret_hash,
      is_public: data.is_public ?? false,
      created_at: metadata.recorded_at,
    }),
  },
  on: { OauthClientDeleted: () => null },
})

/** Keyed by the token's hash, so that a presented token is found with one read. */
export type AccessTokenDocument = {
  readonly token_hash: string
  readonly account_id: string
  readonly client_id: string
  readonly user_id: string
  readonly mode: Mode
  readonly scopes: readonly Scope[]
  readonly created_at: string
  readonly revoked_at: string | null
}

export const accessTokens = projection<AccessTokenDocument>()({
  collection: 'access_tokens',
  version: 2,
  store: 'authentication',
  indexes: ['account_id', 'client_id', 'user_id', 'created_at'],
  starts: {
    AccessTokenIssued: ({ data, stream, metadata }) => ({
      token_hash: aggregateIdOf(stream),
      account_id: metadata.account_id,
      client_id: data.client_id,
      user_id: data.user_id,
      mode: data.mode,
      scopes: data.scopes,
      created_at: metadata.recorded_at,
      revoked_at: null,
    }),
  },
  on: { AccessTokenRevoked: (token, { metadata }) => ({ ...token, revoked_at: metadata.recorded_at }) },
})
