// Values that others keep for the service and can neither read nor change: encrypted, and good until their time.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type SealedValues<Value> = {
  readonly seal: (value: Value, until: number) => string
  /** @returns null when it is invalid or too old */
  readonly open: (sealed: string, now: Date) => Value | null
}

/** @param secret the same on every instance  @param purpose what is sealed for one purpose opens for no other */
export const sealedValues = <Value extends object>(secret: Uint8Array, purpose: string): SealedValues<Value> => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    seal: (value, until) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(JSON.stringify({ ...value, until })), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (sealed, now) => {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        decipher.setAuthTag(bytes.subarray(12, 28))
        const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
        const { until, ...value } = JSON.parse(text)
        return until > now.getTime() ? value : null
      } catch {
        return null
      }
    },
  }
}
