// An inclusion proof: shows that a seal covers a stream's events. A third party checks it offline with only the public key.
import { eventHash, genesis } from '../events/chain.ts'
import type { EventStore, JsonObject } from '../stores/event-store.ts'
import { openMemo } from '../stores/memo.ts'
import { type MerkleTree, rootFromPath, type Step } from './merkle.ts'
import { isSignedBy, leafOf, type Seal, sealsIn, surveyOf, treeOf } from './seals.ts'

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

/** What a seal covers: the log up to a position in this store, and the tree over the streams up to there. */
type Sealed = { readonly position: bigint; readonly tree: MerkleTree }

/** To read the log again takes minutes where it is long; to keep the tree takes some tens of megabytes for a million streams. */
const keptWithoutUseMs = 3_600_000

export type Proofs = {
  /** @throws NotSealed when the log has no seal, or the stream is newer than the last one */
  readonly of: (stream: string) => Promise<Proof>
}

/** The tree of the latest seal is built once, for all who ask meanwhile and later, and forgotten when nobody has asked for an hour. */
export const openProofs = (store: EventStore): Proofs => {
  const trees = openMemo<Sealed>(1)
  let forgetting: NodeJS.Timeout | undefined

  const sealedBy = ({ position, events }: Seal): Promise<Sealed> => {
    clearTimeout(forgetting)
    forgetting = setTimeout(trees.clear, keptWithoutUseMs).unref()
    return trees.get(position, async () => {
      const survey = await surveyOf(store, events)
      return { position: survey.position, tree: await treeOf(survey.heads) }
    })
  }

  return {
    of: async (stream) => {
      const seal = (await sealsIn(store)).at(-1)
      if (!seal) throw new NotSealed('the log has not been sealed yet: run npm run audit -- seal')
      const { position: end, tree } = await sealedBy(seal)
      const covered = (await store.read(stream)).filter(({ position }) => position <= end)
      const last = covered.at(-1)
      if (!last) throw new NotSealed(`${stream} came after the last seal: seal the log again`)
      const leaf = leafOf(stream, { revision: last.revision, hash: String(last.metadata.hash) })
      const events = covered.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))
      // Events that were edited later match no leaf, and a check of the proof fails.
      return { object: 'proof', stream, events, path: tree.pathOf(leaf) ?? [], seal }
    },
  }
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
