// Seals: a signed statement of every stream's end at a position. Anyone who keeps a seal can later show that nothing before it was changed,
// dropped, replaced or rolled back, even by someone who can write to the stores and recompute every hash.
import { hash, type KeyObject } from 'node:crypto'
import { type SealEvent, sealEvents } from '../events/seal.ts'
import type { EventStore, RecordedEvent } from '../stores/event-store.ts'
import { inSlices, openSlices, sortedInSlices } from '../stores/slices.ts'
import { type MerkleTree, merkleTree } from './merkle.ts'
import { isSignature, publicKeyOf, signatureOf } from './signing.ts'

export type Seal = SealEvent['data']
/** The end of a stream. */
export type Head = { readonly revision: number; readonly hash: string }
export type Heads = ReadonlyMap<string, Head>

export const sealStream = 'seal-log'

/** The signed content. */
const statement = ({ position, events, streams, root, order, previous_root }: Omit<Seal, 'signature' | 'public_key'>): Buffer =>
  Buffer.from(`probity seal\n${position}\n${events}\n${streams}\n${root}\n${order}\n${previous_root ?? ''}\n`)

/**
 * A stream's leaf in the tree.
 * @example
 * leafOf('business-1', { revision: 4, hash: 'abc' }) // => 'business-1\n4\nabc'
 */
export const leafOf = (stream: string, { revision, hash }: Head): string => `${stream}\n${revision}\n${hash}`

/** The tree over all streams, in the order of their names. It is built in slices: a log may have a million streams, and others wait for the thread. */
export const treeOf = async (heads: Heads): Promise<MerkleTree> => {
  const slices = openSlices()
  const streams = await sortedInSlices([...heads.keys()], slices)
  const leaves = await inSlices(streams, (stream) => leafOf(stream, heads.get(stream) as Head), slices)
  return merkleTree(leaves, slices)
}

/**
 * Signs the result of a survey of the log.
 * @example
 * import { publicKeyOf, sealingKey } from 'src/audit/signing.ts'
 * const key = sealingKey(Buffer.alloc(32))
 * const seal = await makeSeal({ survey: takeSurvey().now(), previousRoot: null, key })
 * isSignedBy(seal, publicKeyOf(key)) // => true
 * isSignedBy({ ...seal, events: 1 }, publicKeyOf(key)) // => false
 * isSignedBy(seal, publicKeyOf(sealingKey(Buffer.alloc(32, 1)))) // => false
 */
export const makeSeal = async ({
  survey: { position, events, heads, order },
  previousRoot,
  key,
}: {
  survey: Survey
  previousRoot: string | null
  key: KeyObject
}): Promise<Seal> => {
  const { root } = await treeOf(heads)
  const said = { position: String(position), events, streams: heads.size, root, order, previous_root: previousRoot }
  return { ...said, signature: signatureOf(statement(said), key), public_key: publicKeyOf(key) }
}

/** Whether the owner of this public key (PEM) signed the seal. */
export const isSignedBy = (seal: Seal, publicKey: string): boolean => isSignature(seal.signature, statement(seal), publicKey)

/** What a seal states about the log from its beginning to a position. */
export type Survey = {
  /** The position of the last event; 0 if there is none. */
  readonly position: bigint
  readonly events: number
  /** The end of every stream, except the seals' own. */
  readonly heads: Heads
  /** A digest over the ids and hashes of all events in log order. It shows when events of different streams were swapped. */
  readonly order: string
}

/** A survey built event by event. */
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
    /** An event that cannot be read: it counts, and nothing else is known of it. */
    pass: (at: bigint): void => {
      position = at
      events++
    },
    now: (): Survey => ({ position, events, heads, order }),
  }
}

/** Of the first events of the log, up to this number; of all when absent. */
export const surveyOf = async (store: EventStore, events = Number.POSITIVE_INFINITY): Promise<Survey> => {
  const survey = takeSurvey()
  for await (const event of store.readAll({ limit: events })) survey.add(event)
  return survey.now()
}

/** As it is kept outside the log, with the heads that it covers; undefined when the store does not have all of its events, like a server that is behind. */
export const keptSeal = async (store: EventStore, seal: Seal): Promise<{ readonly seal: Seal; readonly heads: object } | undefined> => {
  const { events, heads } = await surveyOf(store, seal.events)
  return events === seal.events ? { seal, heads: Object.fromEntries(heads) } : undefined
}

/** The seals in the log, oldest first. A tampered one that is no longer a seal is left out. */
export const sealsIn = async (store: EventStore): Promise<readonly Seal[]> =>
  (await store.read(sealStream)).flatMap((event) => sealOf(event) ?? [])

/** Undefined for an event that is not a seal. */
export const sealOf = ({ data }: RecordedEvent): Seal | undefined => sealEvents.LogSealed.safeParse(data).data
