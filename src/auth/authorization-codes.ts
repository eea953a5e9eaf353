// Authorization codes: single use, ten minutes, bound to the client, the redirect URI and, if the client sent one, a PKCE challenge (RFC 6749, 7636).
// A code is a technical record, and every change to it is conditional: if two instances use it, one wins and the other is recognised as the second.
import { hash, timingSafeEqual } from 'node:crypto'
import type { Mode } from '../events/modes.ts'
import type { Records } from '../stores/document-store.ts'
import { newAccessToken } from './access-tokens.ts'
import type { Scope } from './principal.ts'
import { newSecret, secretHash } from './secrets.ts'

/** What the user agreed to by signing in. */
export type Grant = {
  readonly client_id: string
  readonly redirect_uri: string
  readonly user_id: string
  readonly account_id: string
  readonly mode: Mode
  readonly scopes: readonly Scope[]
  /** Base64url of the SHA-256 of the verifier that the client will present; null without PKCE. */
  readonly code_challenge: string | null
}

/** What a client presents to redeem a code. */
export type Redemption = {
  readonly code: string
  /** Whether the code was given to the client that presents it. */
  readonly isFor: (grant: Grant) => boolean
  readonly redirectUri: string
  readonly codeVerifier: string | undefined
  /** Why a code that fits gives no token, here and now; undefined: it gives one. */
  readonly problem: (grant: Grant, issuedAt: Date) => Promise<string | undefined>
  readonly now: Date
}

/** `reused`: the code was already exchanged for the token with this hash, which must be revoked. */
export type Redeemed =
  | { readonly outcome: 'granted'; readonly grant: Grant; readonly accessToken: string }
  | { readonly outcome: 'refused'; readonly why: string }
  | { readonly outcome: 'reused'; readonly grant: Grant; readonly tokenHash: string }

const kind = 'authorization_code'
/** Specification, section 8. */
const codeLifetimeMs = 10 * 60_000
/** How long a used or expired code is remembered, so that a second use is recognised. */
const rememberedMs = 24 * 3600_000

export const issueCode = async (records: Records, grant: Grant, now: Date): Promise<string> => {
  const code = newSecret('')
  const value = { ...grant, expires_at: now.getTime() + codeLifetimeMs, token_hash: null }
  const expiresAt = new Date(now.getTime() + rememberedMs)
  await records.put(kind, secretHash(code), value, { expectedRevision: -1, expiresAt })
  return code
}

export const redeemCode = async (
  records: Records,
  { code, isFor, redirectUri, codeVerifier, problem, now }: Redemption,
): Promise<Redeemed> => {
  const key = secretHash(code)
  const record = await records.get(kind, key)
  if (!record) return no('the authorization code is not known, or has expired')
  const { token_hash: tokenHash, expires_at: codeExpiresAt, ...rest } = record.value
  const grant = rest as Grant
  // A used code that is shown again has leaked, whichever client shows it.
  if (typeof tokenHash === 'string') return { outcome: 'reused', grant, tokenHash }
  if (!isFor(grant)) return no('the authorization code was given to another client')
  if (Number(codeExpiresAt) <= now.getTime()) return no('the authorization code has expired')
  if (grant.redirect_uri !== redirectUri) return no('redirect_uri differs from the one that the code was requested with')
  const pkce = pkceProblem(grant.code_challenge, codeVerifier)
  if (pkce) return no(pkce)
  // Checked before the code is spent, so that the client can try again from an allowed address.
  const refusal = await problem(grant, new Date(Number(codeExpiresAt) - codeLifetimeMs))
  if (refusal) return no(refusal)
  const accessToken = newAccessToken()
  const used = { ...record.value, token_hash: secretHash(accessToken) }
  const expiresAt = new Date(now.getTime() + rememberedMs)
  const won = await records.put(kind, key, used, { expectedRevision: record.revision, expiresAt })
  if (won !== undefined) return { outcome: 'granted', grant, accessToken }
  const winner = await records.get(kind, key)
  const first = winner?.value.token_hash
  return typeof first === 'string' ? { outcome: 'reused', grant, tokenHash: first } : no('the authorization code has been used before')
}

const no = (why: string): Redeemed => ({ outcome: 'refused', why })

/** RFC 7636, 4.6, and RFC 9700, 2.1.1: a verifier without a challenge is a downgrade, so it is refused too. */
const pkceProblem = (challenge: string | null, verifier: string | undefined): string | undefined => {
  if (challenge === null) return verifier === undefined ? undefined : 'the code was requested without a code_challenge'
  if (verifier === undefined) return 'code_verifier is required, because the code was requested with a code_challenge'
  const shown = Buffer.from(hash('sha256', verifier, 'base64url'))
  const wanted = Buffer.from(challenge)
  return shown.length === wanted.length && timingSafeEqual(shown, wanted) ? undefined : 'code_verifier does not fit the code_challenge'
}
