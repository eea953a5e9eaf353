// AES-256-GCM in the layout of all that the service keeps encrypted: iv (12 bytes), tag (16 bytes), ciphertext.
import { type CipherKey, createCipheriv, createDecipheriv } from 'node:crypto'
import { randomFromStock } from './random.ts'

const [ivBytes, tagBytes] = [12, 16]

/** The fewest bytes that anything encrypted has. */
export const leastEncrypted = ivBytes + tagBytes

/**
 * @param boundTo what has to be said again to decrypt (additional authenticated data)
 * @param iv never the same for two texts under one key
 * @example
 * const key = new Uint8Array(32)
 * decrypt(key, encrypt(key, 'Ann', { boundTo: 'a' }), 'a').toString() // => 'Ann'
 */
export const encrypt = (
  key: CipherKey,
  text: string | Buffer,
  { boundTo = '', iv = randomFromStock(ivBytes) }: { readonly boundTo?: string; readonly iv?: Buffer } = {},
): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  if (boundTo !== '') cipher.setAAD(Buffer.from(boundTo))
  const first = typeof text === 'string' ? cipher.update(text, 'utf8') : cipher.update(text)
  const last = cipher.final()
  return Buffer.concat([iv, cipher.getAuthTag(), first, last])
}

/** @throws where the key or what it was bound to is another, or the bytes were changed */
export const decrypt = (key: CipherKey, encrypted: Uint8Array, boundTo = ''): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, ivBytes), { authTagLength: tagBytes })
  if (boundTo !== '') decipher.setAAD(Buffer.from(boundTo))
  decipher.setAuthTag(encrypted.subarray(ivBytes, leastEncrypted))
  const first = decipher.update(encrypted.subarray(leastEncrypted))
  return Buffer.concat([first, decipher.final()])
}
