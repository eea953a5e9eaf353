// The key of the seals, and what is signed with it (Ed25519): seals, certificates, and statements that one key follows another.
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'

/** The beginning of a PKCS #8 document with an Ed25519 seed (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The signing key is derived from the master key: someone who can write to the stores but does not have the master key cannot seal. */
export const sealingKey = (masterKey: Buffer): KeyObject => {
  const seed = Buffer.from(hkdfSync('sha256', masterKey, '', 'seal', 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
}

/** As PEM, always in the same spelling: the same key may have other line ends in a file. @param key a private key, or a public one as PEM */
export const publicKeyOf = (key: KeyObject | string): string => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()

/** In Base64. */
export const signatureOf = (statement: Buffer, key: KeyObject): string => sign(null, statement, key).toString('base64')

/** Whether the owner of this public key (PEM) signed the statement. */
export const isSignature = (signature: string, statement: Buffer, publicKey: string): boolean => {
  try {
    return verify(null, statement, createPublicKey(publicKey), Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
