// The second factor: time-based one-time codes (RFC 6238), six digits every thirty seconds, each good for one use.
import { Secret, TOTP } from 'otpauth'
import type { Records } from '../stores/document-store.ts'

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

const generator = (secret: string, email = '') => new TOTP({ issuer: 'Probity', label: email, secret: Secret.fromBase32(secret) })

/** What an authenticator application reads. */
export const totpUri = (secret: string, email: string): string => generator(secret, email).toString()

/**
 * Whether the code fits now, or in the thirty seconds before or after, and was not used before: of two uses, at two instances even, one wins.
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
  return (await records.put('totp_use', `${userId}/${step}`, {}, { expectedRevision: -1, expiresAt })) !== undefined
}
