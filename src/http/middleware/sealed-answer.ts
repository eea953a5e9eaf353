// An answer kept for its Idempotency-Key, encrypted (AES-256-GCM) under a key that only the service's secret and the client's key together give
// (HKDF, RFC 5869): the store holds neither, and so nothing that could be read.
import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from '../../events/aes-gcm.ts'
import { conflict } from '../../interface/errors.ts'

export type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }

export type SealedFor = { readonly key: string; readonly fingerprint: string; readonly secret: Uint8Array }

export const sealAnswer = ({ status, headers, body }: Answer, use: SealedFor): string => {
  const text = Buffer.concat([Buffer.from(`${JSON.stringify({ status, headers })}\n`), body])
  return encrypt(keyOf(use), text, { boundTo: use.fingerprint }).toString('base64')
}

/** @throws ApiError 409 when the service's secret has changed since */
export const openAnswer = (sealed: string, use: SealedFor): Answer => {
  const text = decrypted(sealed, use)
  const end = text.indexOf('\n')
  return { ...JSON.parse(text.subarray(0, end).toString('utf8')), body: text.subarray(end + 1) }
}

const decrypted = (sealed: string, use: SealedFor): Buffer => {
  try {
    return decrypt(keyOf(use), Buffer.from(sealed, 'base64'), use.fingerprint)
  } catch {
    throw conflict('the first answer to this Idempotency-Key can no longer be read')
  }
}

const keyOf = ({ key, secret }: SealedFor) => Buffer.from(hkdfSync('sha256', secret, key, 'probity idempotent answer', 32))
