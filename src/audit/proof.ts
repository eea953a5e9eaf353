// An inclusion proof: shows that a seal covers a stream's events. A third party checks it offline with only the public key.
import { eventHash, genesis } from '../events/chain.ts'
import type { EventStore, JsonObject } from '../stores/event-store.ts'
import { merklePath, rootFromPath, type Step } from './merkle.ts'
import { type Heads, isSignedBy, leafOf, leavesOf, type Seal, sealsIn, surveyOf } from './seals.ts'

export type Proof = {
  readonly object: 'proof'
  readonly stream: string
  /** The events as they are in the log, with personal data sealed. That is enough to compute every hash again. */
  readonly events: readonly { readonly id: string; readonly type: string; readonly data: JsonObject; readonly metadata: JsonObject }[]
  readonly path: readonly Step[]
  readonly seal: Seal
}

/** There is nothing to prove yet. */
export class NotSealed extends Error {
  override readonly name = 'NotSealed'
}

/** The latest seal's heads, computed once per seal. */
const latest = new WeakMap<EventStore, { readonly position: string; readonly heads: Promise<Heads> }>()

const headsOf = (store: EventStore, seal: Seal): Promise<Heads> => {
  const known = latest.get(store)
  if (known?.position === seal.position) return known.heads
  const heads = surveyOf(store, seal.events).then((survey) => survey.heads)
  latest.set(store, { position: seal.position, heads })
  // Without this, one failure of the store would fail every proof until the next seal.
  heads.catch(() => latest.delete(store))
  return heads
}

/** @throws NotSealed when the log has no seal, or the stream is newer than the last one */
export const proofOf = async (store: EventStore, stream: string): Promise<Proof> => {
  const seal = (await sealsIn(store)).at(-1)
  if (!seal) throw new NotSealed('the log has not been sealed yet: run npm run audit -- seal')
  const heads = await headsOf(store, seal)
  const head = heads.get(stream)
  if (!head) throw new NotSealed(`${stream} came after the last seal: seal the log again`)
  const leaves = leavesOf(heads)
  const events = (await store.read(stream, { limit: head.revision + 1 })).map(({ id, type, data, metadata }) => ({
    id,
    type,
    data,
    metadata,
  }))
  return { object: 'proof', stream, events, path: merklePath(leaves, leaves.indexOf(leafOf(stream, head))), seal }
}

export type Checked = { readonly valid: boolean; readonly findings: readonly string[] }

/** Checks a proof on its own. `publicKey` (PEM) is the key that the service published. */
export const checkProof = (proof: Proof, publicKey?: string): Checked => {
  const findings: string[] = []
  let previous = genesis(proof.stream)
  for (const [revision, event] of proof.events.entries()) {
    if (event.metadata.prev_hash !== previous) findings.push(`event ${revision} is not chained to the one before`)
    if (event.metadata.hash !== eventHash(event)) findings.push(`event ${revision} (${event.type}) is not what its hash was made of`)
    previous = String(event.metadata.hash)
  }
  const leaf = leafOf(proof.stream, { revision: proof.events.length - 1, hash: previous })
  if (rootFromPath(leaf, proof.path) !== proof.seal.root) findings.push('the path does not lead to the sealed root')
  if (publicKey === undefined) findings.push('no public key was given: the seal is only checked against the key that it carries')
  if (!isSignedBy(proof.seal, publicKey ?? proof.seal.public_key)) findings.push('the seal is not signed by this key')
  const warnings = publicKey === undefined ? 1 : 0
  return { valid: findings.length === warnings, findings }
}
