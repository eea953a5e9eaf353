// Sign-in at an OpenID Connect provider: authorization code flow with PKCE, state and nonce. The protocol is openid-client's; what an identity must
// have to be let in is decided here.
import * as openid from 'openid-client'
import type { UserRole } from '../events/user.ts'
import { secretHash } from './secrets.ts'

export type OpenIdSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What is asked for, with spaces between; `openid` and `email` are among it. */
  readonly scope: string
  /** The claim of the ID token that holds the roles, as a path: `roles`, `realm_access.roles`. */
  readonly rolesClaim: string
  /** Our role for each value of that claim. */
  readonly roles: readonly (readonly [value: string, role: UserRole])[]
  /** The slug of the account whose users sign in; null: there is one account only. */
  readonly account: string | null
}

/** What a browser brings back with the provider's answer. */
export type PendingSignIn = { readonly state: string; readonly nonce: string; readonly verifier: string }

export type Identity = {
  /** Names the person at the provider, whatever the address or name is by now. */
  readonly hash: string
  readonly email: string
  readonly name: string
  readonly roles: readonly UserRole[]
}

/** Why somebody whom the provider sends is not let in. */
export type IdentityRefusal = 'answer_wrong' | 'email_missing' | 'email_unverified' | 'role_unknown' | 'turned_away'

export class IdentityRefused extends Error {
  override readonly name = 'IdentityRefused'
  readonly reason: IdentityRefusal
  constructor(reason: IdentityRefusal, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** The provider cannot be reached, or its answer is not one of OpenID Connect. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

export type OpenIdProvider = {
  /** The host of the provider, for people. */
  readonly name: string
  readonly account: string | null
  /** Where the browser goes, and what it must bring back. @throws ProviderUnavailable */
  readonly begin: (redirectUri: string) => Promise<{ readonly url: URL; readonly pending: PendingSignIn }>
  /** @throws IdentityRefused, ProviderUnavailable */
  readonly finish: (answer: URL, pending: PendingSignIn) => Promise<Identity>
}

const timeoutSeconds = 10
/** The provider's description is read again after this time. */
const describedForMs = 3_600_000

export const openIdProvider = (settings: OpenIdSettings, now: () => Date = () => new Date()): OpenIdProvider => {
  let described: { readonly at: number; readonly configuration: openid.Configuration } | undefined

  const provider = async (): Promise<openid.Configuration> => {
    const at = now().getTime()
    if (described && at - described.at < describedForMs) return described.configuration
    try {
      const configuration = await discovered(settings)
      described = { at, configuration }
      return configuration
    } catch (error) {
      // One that was read before may still hold.
      if (described) return described.configuration
      throw new ProviderUnavailable('the OpenID Connect provider does not answer', { cause: error })
    }
  }

  return {
    name: new URL(settings.issuer).host,
    account: settings.account,
    begin: async (redirectUri) => {
      const configuration = await provider()
      const pending = { state: openid.randomState(), nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() }
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      })
      return { url, pending }
    },
    finish: async (answer, { state, nonce, verifier }) => {
      const configuration = await provider()
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await openid.authorizationCodeGrant(configuration, answer, checks)
        return identityIn(tokens.claims() ?? {}, settings)
      } catch (error) {
        throw asRefusal(error)
      }
    },
  }
}

/** Reads the provider's description. Signatures of ID tokens are checked by its published keys. */
const discovered = ({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<openid.Configuration> => {
  const url = new URL(issuer)
  // The settings allow http for a provider on the machine itself only.
  const insecure = url.protocol === 'http:' ? [openid.allowInsecureRequests] : []
  return openid.discovery(url, clientId, clientSecret, byItsMethods(clientSecret), {
    timeout: timeoutSeconds,
    execute: [openid.enableNonRepudiationChecks, ...insecure],
  })
}

/** The secret goes into the body of the request where the provider takes that, and into its header otherwise, which every provider takes. */
const byItsMethods = (secret: string): openid.ClientAuth => {
  const [inBody, inHeader] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)]
  return (server, ...request) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? inBody : inHeader)(server, ...request)
}

const asRefusal = (error: unknown): Error => {
  if (error instanceof IdentityRefused) return error
  if (error instanceof openid.AuthorizationResponseError) return new IdentityRefused('turned_away', error)
  const isNoAnswer =
    error instanceof TypeError || (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
  return isNoAnswer || isServerError(error)
    ? new ProviderUnavailable('the OpenID Connect provider does not answer', { cause: error })
    : new IdentityRefused('answer_wrong', error)
}

/** Whether the provider answered with 5xx: the library gives its answer as the last cause. */
const isServerError = (error: unknown): boolean => {
  if (error instanceof Error) return isServerError(error.cause)
  return typeof error === 'object' && error !== null && 'status' in error && Number(error.status) >= 500
}

type Claims = { readonly [name: string]: unknown }

const identityIn = (claims: Claims, { issuer, rolesClaim, roles: mapping }: OpenIdSettings): Identity => {
  const { sub, email, email_verified, name } = claims
  if (typeof sub !== 'string' || typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email)) throw new IdentityRefused('email_missing')
  if (email_verified !== true) throw new IdentityRefused('email_unverified')
  const held = valuesAt(claims, rolesClaim)
  const roles = [...new Set(mapping.filter(([value]) => held.includes(value)).map(([, role]) => role))]
  if (roles.length === 0) throw new IdentityRefused('role_unknown')
  return {
    hash: secretHash(`${issuer}\n${sub}`),
    email: email.toLowerCase(),
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : email,
    roles,
  }
}

/** The texts at a path of the claims: one, or those of a list. */
const valuesAt = (claims: Claims, path: string): readonly string[] => {
  // A provider may name a claim by an address, which has dots in it.
  const steps = Object.hasOwn(claims, path) ? [path] : path.split('.')
  const found = steps.reduce<unknown>(
    (held, step) => (typeof held === 'object' && held !== null && Object.hasOwn(held, step) ? (held as Claims)[step] : undefined),
    claims,
  )
  return [found].flat().filter((each) => typeof each === 'string')
}
