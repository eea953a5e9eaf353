// An answer kept for its Idempotency-Key, encrypted (AES-256-GCM) under a key that only the service's secret and the client's key together give
// (HKDF, RFC 5869): the store holds neither, and so nothing that could be read.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { conflict } from '../../interface/errors.ts'

export type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }

export type SealedFor = { readonly key: string; readonly fingerprint: string; readonly secret: Uint8Array }

/** @returns base64 of iv (12 bytes), tag (16 bytes) and ciphertext */
export const sealAnswer = ({ status, headers, body }: Answer, use: SealedFor): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(use), iv).setAAD(Buffer.from(use.fingerprint))
  const text = Buffer.concat([cipher.update(`${JSON.stringify({ status, headers })}\n`, 'utf8'), cipher.update(body), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

/** @throws ApiError 409 when the service's secret has changed since */
export const openAnswer = (sealed: string, use: SealedFor): Answer => {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(use), bytes.subarray(0, 12))
    .setAAD(Buffer.from(use.fingerprint))
    .setAuthTag(bytes.subarray(12, 28))
  const text = decipher.update(bytes.subarray(28))
  try {
    decipher.final()
  } catch {
    throw conflict('the first answer to this Idempotency-Key can no longer be read')
  }
  const end = text.indexOf('\n')
  return { ...JSON.parse(text.subarray(0, end).toString('utf8')), body: text.subarray(end + 1) }
}

const keyOf = ({ key, secret }: SealedFor) => Buffer.from(hkdfSync('sha256', secret, key, 'probity idempotent answer', 32))
