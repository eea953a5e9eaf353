// Certificates: statements that the service signs with the key of its seals. Anyone with the public key can check one offline.
import type { KeyObject } from 'node:crypto'
import { canonicalJson } from '../events/canonical-json.ts'
import { isSignature, publicKeyOf, signatureOf } from './signing.ts'

export type Signature = { readonly signature: string; readonly public_key: string }

/** The signed bytes: everything but the signature and the key, as canonical JSON (RFC 8785). The first line keeps it apart from seals. */
const statement = ({ signature: _, public_key: __, ...content }: { readonly [member: string]: unknown }): Buffer =>
  Buffer.from(`probity certificate\n${canonicalJson(content)}\n`)

/**
 * @example
 * import { publicKeyOf, sealingKey } from 'src/audit/signing.ts'
 * const key = sealingKey(Buffer.alloc(32))
 * const certificate = certified({ found: [] }, key)
 * isCertifiedBy(certificate, publicKeyOf(key)) // => true
 * isCertifiedBy({ ...certificate, found: ['x'] }, publicKeyOf(key)) // => false
 */
export const certified = <Content extends object>(content: Content, key: KeyObject): Content & Signature => ({
  ...content,
  signature: signatureOf(statement(content as { readonly [member: string]: unknown }), key),
  public_key: publicKeyOf(key),
})

/** Whether the owner of this public key (PEM) signed the certificate. */
export const isCertifiedBy = <Certificate extends Signature>(certificate: Certificate, publicKey: string): boolean =>
  isSignature(certificate.signature, statement(certificate), publicKey)
