// The key of the seals changes with the master key. The old key and the new one sign a statement that they follow each other, so that those who trust one
// of them can check the seals of both.
import type { KeyObject } from 'node:crypto'
import { isSignature, publicKeyOf, signatureOf } from './signing.ts'

export type SealingKeyChange = {
  readonly object: 'sealing_key_change'
  /** PEM. */
  readonly previous_public_key: string
  readonly public_key: string
  /** Ed25519 (Base64) over both keys, by the old one and by the new one. */
  readonly previous_signature: string
  readonly signature: string
}

type Keys = Pick<SealingKeyChange, 'previous_public_key' | 'public_key'>

const statement = ({ previous_public_key, public_key }: Keys): Buffer =>
  Buffer.from(`probity sealing key\n${previous_public_key}\n${public_key}\n`)

export const sealingKeyChange = (from: KeyObject, to: KeyObject): SealingKeyChange => {
  const keys = { previous_public_key: publicKeyOf(from), public_key: publicKeyOf(to) }
  const said = statement(keys)
  return { object: 'sealing_key_change', ...keys, previous_signature: signatureOf(said, from), signature: signatureOf(said, to) }
}

/**
 * The public keys to trust for those who trust this one: those that stand with it, or with another trusted one, in a statement that both signed.
 * @example
 * import { publicKeyOf, sealingKey } from 'src/audit/signing.ts'
 * const keyOf = (n: number) => sealingKey(Buffer.alloc(32, n))
 * const change = sealingKeyChange(keyOf(1), keyOf(2))
 * keysTrusted(publicKeyOf(keyOf(1)), [change]).length // => 2
 * keysTrusted(publicKeyOf(keyOf(3)), [change]).length // => 1
 */
export const keysTrusted = (publicKey: string, changes: readonly SealingKeyChange[]): readonly string[] => {
  const signed = changes.filter(isSigned).map((change) => [change.previous_public_key, change.public_key])
  const trusted = [publicKeyOf(publicKey)]
  // More are added while it goes through them.
  for (const known of trusted)
    for (const pair of signed) if (pair.includes(known)) trusted.push(...pair.filter((each) => !trusted.includes(each)))
  return trusted
}

const isSigned = (change: SealingKeyChange): boolean => {
  const said = statement(change)
  return isSignature(change.previous_signature, said, change.previous_public_key) && isSignature(change.signature, said, change.public_key)
}
