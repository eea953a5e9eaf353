// The key of the seals changes with the master key. The old key and the new one sign a statement that they follow each other, so that those who trust one
// of them can check the seals of both.
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { publicKeyOf } from './seals.ts'

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
  const [previous, own] = [from, to].map((key) => sign(null, statement(keys), key).toString('base64')) as [string, string]
  return { object: 'sealing_key_change', ...keys, previous_signature: previous, signature: own }
}

/**
 * The public keys that can be trusted by who trusts this one: those that stand with it, or with another trusted one, in a statement that both signed.
 * @example
 * import { publicKeyOf, sealingKey } from 'src/audit/seals.ts'
 * const keyOf = (n: number) => sealingKey(Buffer.alloc(32, n))
 * const change = sealingKeyChange(keyOf(1), keyOf(2))
 * keysTrusted(publicKeyOf(keyOf(1)), [change]).length // => 2
 * keysTrusted(publicKeyOf(keyOf(3)), [change]).length // => 1
 */
export const keysTrusted = (publicKey: string, changes: readonly SealingKeyChange[]): readonly string[] => {
  const signed = changes.filter(isSigned).map((change) => [change.previous_public_key, change.public_key])
  const trusted = [spelling(publicKey)]
  // More are added while it goes through them.
  for (const known of trusted)
    for (const pair of signed) if (pair.includes(known)) trusted.push(...pair.filter((each) => !trusted.includes(each)))
  return trusted
}

const isSigned = (change: SealingKeyChange): boolean => {
  const said = statement(change)
  const isBy = (publicKey: string, signature: string) => verify(null, said, createPublicKey(publicKey), Buffer.from(signature, 'base64'))
  try {
    return isBy(change.previous_public_key, change.previous_signature) && isBy(change.public_key, change.signature)
  } catch {
    return false
  }
}

/** The same key may have other line ends in a file. */
const spelling = (publicKey: string): string => createPublicKey(publicKey).export({ type: 'spki', format: 'pem' }).toString()
