// The second factor: time-based one-time codes (RFC 6238), six digits every thirty seconds, each valid once.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Records } from '../stores/document-store.ts'
import { secretHash } from './secrets.ts'

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

const generator = (secret: string, email = '') => new TOTP({ issuer: 'Probity', label: email, secret: Secret.fromBase32(secret) })

/** The URI for an authenticator application. */
export const totpUri = (secret: string, email: string): string => generator(secret, email).toString()

/**
 * Whether the code is valid now or thirty seconds before or after, and unused. Of two uses, even at two instances, one wins.
 */
export const useCode = async (
  records: Records,
  { userId, secret, code, now }: { userId: string; secret: string; code: string; now: Date },
): Promise<boolean> => {
  const digits = code.replaceAll(' ', '')
  if (!/^\d{6}$/.test(digits)) return false
  const delta = generator(secret).validate({ token: digits, timestamp: now.getTime(), window: 1 })
  if (delta === null) return false
  const step = Math.floor(now.getTime() / 30_000) + delta
  const expiresAt = new Date(now.getTime() + 5 * 60_000)
  return (
    (await records.put('totp_use', `${userId}/${secretHash(secret).slice(0, 16)}/${step}`, {}, { expectedRevision: -1, expiresAt })) !==
    undefined
  )
}

/** Who sets up which key, in which session, in place of which (null: of none). */
export type SetUp = { readonly userId: string; readonly session: string; readonly secret: string; readonly replaces: string | null }

const setUpMs = 15 * 60_000

/**
 * Proves that the password, and the code of the factor that is replaced, were right when this key was given out. Only such a key may be turned on.
 * @param key the same on every instance
 */
export const setUpProof = (key: Uint8Array, setUp: SetUp, now: Date): string => {
  const until = now.getTime() + setUpMs
  return `${until}.${proofUntil(key, setUp, until)}`
}

export const isSetUpProven = (key: Uint8Array, setUp: SetUp, { proof, now }: { readonly proof: string; readonly now: Date }): boolean => {
  const [until = '', mac = ''] = proof.split('.')
  const [told, right] = [Buffer.from(mac), Buffer.from(proofUntil(key, setUp, Number(until)))]
  return Number(until) > now.getTime() && told.length === right.length && timingSafeEqual(told, right)
}

const proofUntil = (key: Uint8Array, { userId, session, secret, replaces }: SetUp, until: number): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['set up a second factor', userId, session, secret, replaces, until]))
    .digest('base64url')
