// OAuth's endpoints for clients: code against token, revocation (RFC 7009), registration (RFC 7591), and the description of the server (RFC 8414).
// Specification 5.1.
import { z } from 'zod'
import { grantProblem } from '../../auth/access-tokens.ts'
import { redeemCode } from '../../auth/authorization-codes.ts'
import { oauthScopes } from '../../auth/principal.ts'
import type { RateLimit } from '../../auth/rate-limit.ts'
import type { RegisteredClients } from '../../auth/registered-clients.ts'
import { secretHash } from '../../auth/secrets.ts'
import { oauthToken } from '../../commands/oauth-token.ts'
import { Refused } from '../../commands/refused.ts'
import type { Actor } from '../../events/define.ts'
import type { Mode } from '../../events/modes.ts'
import type { ClientAddress } from '../../inner/framework/client-address.ts'
import type { ProbityApp, ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { originOf } from '../../inner/framework/origin.ts'
import type { Documents, Reads } from '../../inner/framework/reading.ts'
import { type Sending, send } from '../../inner/framework/sending.ts'
import { accessTokens } from '../../projections/oauth.ts'
import type { CaughtUp } from '../../projections/read-your-writes.ts'
import { describe } from '../openapi/openapi.ts'
import { form } from '../validation.ts'
import { type ClientAuthentication, clientAuthentication } from './client-authentication.ts'
import { invalidRequest, oauthError } from './errors.ts'
import { registrationRoute } from './registration.ts'

const tag = 'OAuth'

export type OAuthDependencies = {
  readonly inner: Sending & Reads & Documents
  readonly registered: RegisteredClients
  /** Of wrong client credentials from one address. */
  readonly failures: RateLimit
  readonly clientAddress: ClientAddress
  /** Whether the read models know every client that is in the log. */
  readonly caughtUp: CaughtUp
  /** Configured addresses; null: the one that the request came to. */
  readonly baseUrl: string | null
  readonly appUrl: string | null
}

const clientFields = {
  client_id: z.string().optional().meta({ description: 'Here or as the user name of HTTP Basic.' }),
  client_secret: z.string().optional().meta({ description: 'Here or as the password of HTTP Basic.' }),
}

// To the schema everything is optional. Once the client is authenticated, what is missing is reported in the words of RFC 6749.
const TokenRequest = z
  .object({
    grant_type: z.string().optional().meta({ description: '`authorization_code`.' }),
    code: z.string().optional().meta({ description: 'From the redirect.' }),
    redirect_uri: z.string().optional().meta({ description: 'The same as in the authorization request.' }),
    code_verifier: z.string().optional().meta({ description: 'PKCE (RFC 7636), when a challenge was sent.' }),
    ...clientFields,
  })
  .meta({
    id: 'AccessTokenRequest',
    required: ['grant_type', 'code', 'redirect_uri'],
    examples: [
      {
        grant_type: 'authorization_code',
        code: 'the code from the redirect',
        redirect_uri: 'https://example.com/callback',
        client_id: '01942f3c-5f0a-7c55-9d0b-3b1f6f2f6c11',
        client_secret: 'the secret of the client',
      },
    ],
  })

const RevokeRequest = z
  .object({
    token: z.string().optional().meta({ description: 'The access token.' }),
    token_type_hint: z.string().optional(),
    ...clientFields,
  })
  .meta({
    id: 'RevokeTokenRequest',
    required: ['token'],
    examples: [{ token: 'the access token', client_id: '01942f3c-5f0a-7c55-9d0b-3b1f6f2f6c11', client_secret: 'the secret of the client' }],
  })

const TokenResponse = z
  .object({ access_token: z.string(), token_type: z.literal('bearer'), scope: z.string(), account_id: z.uuid() })
  .meta({ id: 'AccessToken' })

/** The address that the interactive pages or the API begin with. */
const baseOf = (c: ProbityContext, configured: string | null): string => configured ?? originOf(c)

export const oauthRoutes =
  (dependencies: OAuthDependencies): Routes =>
  (app) => {
    const { inner, registered, failures, clientAddress, caughtUp } = dependencies
    const authenticated = clientAuthentication({ read: inner.read, registered, failures, clientAddress, caughtUp })
    exchange(app, dependencies, authenticated)
    revocation(app, dependencies, authenticated)
    registrationRoute(app, { registered, now: inner.now })
    metadata(app, dependencies)
  }

const exchange = (app: ProbityApp, { inner, clientAddress }: OAuthDependencies, authenticated: ClientAuthentication) => {
  const { documents, now } = inner
  app.post(
    '/oauth/token',
    describe({
      summary: 'Exchange an authorization code for an access token',
      description: 'The code comes from `/oauth/authorize`, is valid for ten minutes and can be used once; the token does not expire.',
      tag,
      responses: { 200: TokenResponse },
      errors: [401, 429],
      open: true,
    }),
    form(TokenRequest, { refuse: invalidRequest }),
    async (c) => {
      c.header('Cache-Control', 'no-store')
      c.header('Pragma', 'no-cache')
      const { grant_type, code, redirect_uri, code_verifier, ...credentials } = c.req.valid('form')
      const client = await authenticated(c, credentials)
      if (grant_type === undefined) throw oauthError('invalid_request', 'grant_type is required', 'grant_type')
      if (grant_type !== 'authorization_code')
        throw oauthError('unsupported_grant_type', 'grant_type must be authorization_code', 'grant_type')
      if (!code) throw oauthError('invalid_request', 'code is required', 'code')
      if (!redirect_uri) throw oauthError('invalid_request', 'redirect_uri is required', 'redirect_uri')
      const redemption = {
        code,
        isFor: client.owns,
        redirectUri: redirect_uri,
        codeVerifier: code_verifier,
        problem: grantProblem(inner.read, clientAddress(c)),
        now: now(),
      }
      const redeemed = await redeemCode(documents.records, redemption)
      if (redeemed.outcome === 'refused') throw oauthError('invalid_grant', redeemed.why)
      c.set('principal', principalOf(redeemed.grant))
      if (redeemed.outcome === 'reused') {
        await revoke(inner, c, redeemed.tokenHash, 'code_used_twice')
        throw oauthError('invalid_grant', 'the authorization code has been used before; the token that it gave is revoked')
      }
      const { client_id, user_id, mode, scopes } = redeemed.grant
      const command = { type: 'IssueAccessToken' as const, token: { client_id, user_id, mode, scopes: [...scopes] } }
      await send(inner, c, { aggregate: oauthToken, id: secretHash(redeemed.accessToken), command }).catch((error) => {
        throw error instanceof Refused ? oauthError('invalid_grant', 'the authorization code has been used before') : error
      })
      return c.json({
        access_token: redeemed.accessToken,
        token_type: 'bearer',
        scope: scopes.join(' '),
        account_id: redeemed.grant.account_id,
      } satisfies z.output<typeof TokenResponse>)
    },
  )
}

const revocation = (app: ProbityApp, { inner }: OAuthDependencies, authenticated: ClientAuthentication) =>
  app.post(
    '/oauth/revoke',
    describe({
      summary: 'Revoke an access token',
      description: 'The answer is 200 for an unknown token, too (RFC 7009).',
      tag,
      responses: { 200: z.object({}) },
      errors: [401, 429],
      open: true,
    }),
    form(RevokeRequest, { refuse: invalidRequest }),
    async (c) => {
      c.header('Cache-Control', 'no-store')
      const { token, ...credentials } = c.req.valid('form')
      const client = await authenticated(c, credentials)
      if (!token) throw oauthError('invalid_request', 'token is required', 'token')
      const tokenHash = secretHash(token)
      const document = await inner.read(accessTokens).get(tokenHash)
      // Another client's token is as unknown to this one as a token that never was.
      if (document && client.owns(document) && document.revoked_at === null) {
        c.set('principal', principalOf(document))
        await revoke(inner, c, tokenHash, 'revoked_by_client')
      }
      return c.json({})
    },
  )

/** RFC 8414. */
const metadata = (app: ProbityApp, { baseUrl, appUrl }: OAuthDependencies) =>
  app.get('/.well-known/oauth-authorization-server', (c) => {
    const issuer = baseOf(c, baseUrl)
    return c.json({
      issuer,
      authorization_endpoint: `${baseOf(c, appUrl ?? baseUrl)}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      registration_endpoint: `${issuer}/oauth/register`,
      scopes_supported: oauthScopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${issuer}/docs`,
    })
  })

/** What a client does with a code or token, it does for the user who let it in. */
const principalOf = (grant: { readonly account_id: string; readonly user_id: string; readonly mode: Mode }) => ({
  accountId: grant.account_id,
  mode: grant.mode,
  actor: { type: 'user', id: grant.user_id } satisfies Actor,
  scopes: [],
})

const revoke = (inner: Sending, c: ProbityContext, tokenHash: string, reason: 'code_used_twice' | 'revoked_by_client') =>
  send(inner, c, { aggregate: oauthToken, id: tokenHash, command: { type: 'RevokeAccessToken', reason } })
