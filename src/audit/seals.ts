// Seals: a signed statement of how every stream ended at a position. Whoever keeps a seal can later tell that nothing before it was changed,
// dropped, replaced or rolled back, even by somebody who could write to the stores and recompute every hash.
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import type { SealEvent } from '../events/seal.ts'
import type { EventStore } from '../stores/event-store.ts'
import { merkleRoot } from './merkle.ts'

export type Seal = SealEvent['data']
/** How a stream ended. */
export type Head = { readonly revision: number; readonly hash: string }
export type Heads = ReadonlyMap<string, Head>

/** The stream that holds the seals. */
export const sealStream = 'seal-log'

/** Begins a PKCS #8 document of an Ed25519 seed (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The signing key follows from the master key, so that whoever can write to the stores but does not hold the master key cannot seal. */
export const sealingKey = (masterKey: Buffer): KeyObject => {
  const seed = Buffer.from(hkdfSync('sha256', masterKey, '', 'seal', 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
}

export const publicKeyOf = (key: KeyObject): string => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()

/** What is signed. */
const statement = ({ position, streams, root, previous_root }: Omit<Seal, 'signature' | 'public_key'>): Buffer =>
  Buffer.from(`probity seal\n${position}\n${streams}\n${root}\n${previous_root ?? ''}\n`)

/** The leaf of a stream in the tree. */
export const leafOf = (stream: string, { revision, hash }: Head): string => `${stream}\n${revision}\n${hash}`

/** The streams in the order in which they are leaves. */
export const leavesOf = (heads: Heads): readonly string[] =>
  [...heads].sort(([a], [b]) => (a < b ? -1 : 1)).map(([stream, head]) => leafOf(stream, head))

export const makeSeal = ({
  heads,
  position,
  previousRoot,
  key,
}: {
  heads: Heads
  position: bigint
  previousRoot: string | null
  key: KeyObject
}): Seal => {
  const said = { position: String(position), streams: heads.size, root: merkleRoot(leavesOf(heads)), previous_root: previousRoot }
  return { ...said, signature: sign(null, statement(said), key).toString('base64'), public_key: publicKeyOf(key) }
}

/** Whether the seal was signed by the holder of this public key (PEM). */
export const isSignedBy = (seal: Seal, publicKey: string): boolean => {
  try {
    return verify(null, statement(seal), createPublicKey(publicKey), Buffer.from(seal.signature, 'base64'))
  } catch {
    return false
  }
}

/** How every stream ended at a position (inclusive), the seals' own stream left out. */
export const headsAt = async (store: EventStore, position: bigint): Promise<Heads> => {
  const heads = new Map<string, Head>()
  for await (const { stream, revision, metadata, position: at } of store.readAll()) {
    if (at > position) break
    if (stream !== sealStream) heads.set(stream, { revision, hash: String(metadata.hash) })
  }
  return heads
}

/** The seals in the log, oldest first. */
export const sealsIn = async (store: EventStore): Promise<readonly Seal[]> =>
  (await store.read(sealStream)).map(({ data }) => data as unknown as Seal)
