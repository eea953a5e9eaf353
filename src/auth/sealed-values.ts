// Values that others keep for the service and can neither read nor change: encrypted, and good until their time.
import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from '../events/aes-gcm.ts'

export type SealedValues<Value> = {
  readonly seal: (value: Value, until: number) => string
  /** @returns null when it is invalid or too old */
  readonly open: (sealed: string, now: Date) => Value | null
}

/** @param secret the same on every instance  @param purpose what is sealed for one purpose opens for no other */
export const sealedValues = <Value extends object>(secret: Uint8Array, purpose: string): SealedValues<Value> => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    seal: (value, until) => encrypt(key, JSON.stringify({ ...value, until })).toString('base64url'),
    open: (sealed, now) => {
      try {
        const { until, ...value } = JSON.parse(decrypt(key, Buffer.from(sealed, 'base64url')).toString('utf8'))
        return until > now.getTime() ? value : null
      } catch {
        return null
      }
    },
  }
}
