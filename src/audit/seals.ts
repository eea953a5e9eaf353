// Seals: a signed statement of how every stream ended at a position. Whoever keeps a seal can later tell that nothing before it was changed,
// dropped, replaced or rolled back, even by somebody who could write to the stores and recompute every hash.
import { createPrivateKey, createPublicKey, hash, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import { type SealEvent, sealEvents } from '../events/seal.ts'
import type { EventStore, RecordedEvent } from '../stores/event-store.ts'
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
const statement = ({ position, events, streams, root, order, previous_root }: Omit<Seal, 'signature' | 'public_key'>): Buffer =>
  Buffer.from(`probity seal\n${position}\n${events}\n${streams}\n${root}\n${order}\n${previous_root ?? ''}\n`)

/**
 * The leaf of a stream in the tree.
 * @example
 * leafOf('business-1', { revision: 4, hash: 'abc' }) // => 'business-1\n4\nabc'
 */
export const leafOf = (stream: string, { revision, hash }: Head): string => `${stream}\n${revision}\n${hash}`

/** The streams in the order in which they are leaves. */
export const leavesOf = (heads: Heads): readonly string[] =>
  [...heads].sort(([a], [b]) => (a < b ? -1 : 1)).map(([stream, head]) => leafOf(stream, head))

/**
 * Signs what a survey of the log found.
 * @example
 * const key = sealingKey(Buffer.alloc(32))
 * const seal = makeSeal({ survey: takeSurvey().now(), previousRoot: null, key })
 * isSignedBy(seal, publicKeyOf(key)) // => true
 * isSignedBy({ ...seal, events: 1 }, publicKeyOf(key)) // => false
 * isSignedBy(seal, publicKeyOf(sealingKey(Buffer.alloc(32, 1)))) // => false
 */
export const makeSeal = ({
  survey: { position, events, heads, order },
  previousRoot,
  key,
}: {
  survey: Survey
  previousRoot: string | null
  key: KeyObject
}): Seal => {
  const root = merkleRoot(leavesOf(heads))
  const said = { position: String(position), events, streams: heads.size, root, order, previous_root: previousRoot }
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

/** What a seal says of a stretch of the log from its beginning. */
export type Survey = {
  /** Of the last event; 0 for none. */
  readonly position: bigint
  readonly events: number
  /** How every stream ended, the seals' own left out. */
  readonly heads: Heads
  /** A digest over the ids and hashes of all events in the log's order: what shows that events of different streams changed places. */
  readonly order: string
}

/** A survey that is taken event by event. */
export const takeSurvey = () => {
  const heads = new Map<string, Head>()
  let [position, events, order] = [0n, 0, '']
  return {
    add: ({ stream, revision, id, position: at, metadata }: RecordedEvent): void => {
      order = hash('sha256', `${order}\n${id}\n${metadata.hash}`)
      position = at
      events++
      if (stream !== sealStream) heads.set(stream, { revision, hash: String(metadata.hash) })
    },
    now: (): Survey => ({ position, events, heads, order }),
  }
}

/** Of the first so many events of the log; of all when absent. */
export const surveyOf = async (store: EventStore, events = Number.POSITIVE_INFINITY): Promise<Survey> => {
  const survey = takeSurvey()
  for await (const event of store.readAll({ limit: events })) survey.add(event)
  return survey.now()
}

/** The seals in the log, oldest first; what somebody made of one that is no seal any more is left out. */
export const sealsIn = async (store: EventStore): Promise<readonly Seal[]> =>
  (await store.read(sealStream)).flatMap((event) => sealOf(event) ?? [])

/** Undefined for an event that is none. */
export const sealOf = ({ data }: RecordedEvent): Seal | undefined => sealEvents.LogSealed.safeParse(data).data
