// Verifies the whole log in one pass and bounded memory: every chain, every seal, gaps and reorderings, and that nothing a seal covered has gone.
import { eventHash, genesis } from '../events/chain.ts'
import type { EventStore, RecordedEvent } from '../stores/event-store.ts'
import { merkleRoot } from './merkle.ts'
import { type Head, isSignedBy, leavesOf, type Seal, sealStream, sealsIn } from './seals.ts'

export type Problem = {
  /** What an auditor reads first: `changed event`, `missing events`, ... */
  readonly problem:
    | 'changed event'
    | 'broken chain'
    | 'missing events'
    | 'positions out of order'
    | 'unknown signer'
    | 'forged seal'
    | 'seal does not hold'
    | 'log shorter than sealed'
    | 'missing seal'
  readonly stream: string | null
  readonly revision: number | null
  readonly position: string | null
  readonly explanation: string
}

export type Verification = {
  readonly events: number
  readonly streams: number
  readonly seals: number
  /** The last position that a good seal covers; null when nothing is sealed. */
  readonly sealed_to: string | null
  readonly problems: readonly Problem[]
}

export type VerifyOptions = {
  readonly store: EventStore
  /** PEM of the key whose seals count; without it a seal is only held against the key it carries. */
  readonly publicKey?: string | undefined
  /** Seals kept outside the stores, with the heads they were made of: what shows a log that was rolled back or re-sealed. */
  readonly kept?: readonly KeptSeal[] | undefined
  /** Whether the store numbers events without gaps, so that a missing number is a missing event (the embedded store does). */
  readonly contiguous: boolean
  readonly onProgress?: (events: number) => void
}

export type KeptSeal = { readonly seal: Seal; readonly heads?: { readonly [stream: string]: Head } | undefined }

/** More than these are not listed: somebody who changed everything need not fill the memory. */
const mostProblems = 1_000

export const verifyLog = async ({ store, publicKey, kept = [], contiguous, onProgress }: VerifyOptions): Promise<Verification> => {
  const heads = new Map<string, Head>()
  const problems: Problem[] = []
  const inLog = await sealsIn(store)
  const pending = [
    ...new Map([...inLog.map((seal) => ({ seal })), ...kept].map((each: KeptSeal) => [each.seal.signature, each])).values(),
  ].sort((a, b) => (BigInt(a.seal.position) < BigInt(b.seal.position) ? -1 : 1))
  let events = 0
  let last = 0n
  let sealedTo: string | null = null

  const report = (problem: Problem) => {
    if (problems.length < mostProblems) problems.push(problem)
  }

  const checkSeal = ({ seal, heads: keptHeads }: KeptSeal) => {
    const about = { stream: sealStream, revision: null, position: seal.position }
    if (!isSignedBy(seal, publicKey ?? seal.public_key)) {
      const problem = publicKey !== undefined && isSignedBy(seal, seal.public_key) ? ('unknown signer' as const) : ('forged seal' as const)
      return report({ problem, ...about, explanation: `the seal at position ${seal.position} is not signed by the sealing key` })
    }
    if (merkleRoot(leavesOf(heads)) === seal.root) {
      sealedTo = seal.position
      return
    }
    const differing = keptHeads ? differences(keptHeads, heads) : []
    if (differing.length === 0)
      report({
        problem: 'seal does not hold',
        ...about,
        explanation: `what stands before position ${seal.position} is not what was sealed: ${seal.streams} streams then, ${heads.size} now`,
      })
    for (const { stream, explanation, revision } of differing)
      report({ problem: 'seal does not hold', stream, revision, position: seal.position, explanation })
  }

  for await (const event of store.readAll()) {
    while (pending[0] && event.position > BigInt(pending[0].seal.position)) checkSeal(pending.shift() as KeptSeal)
    if (event.position <= last) report(at('positions out of order', event, `position ${event.position} follows ${last}`))
    else if (contiguous && event.position !== last + 1n)
      report({ ...at('missing events', event, `positions ${last + 1n} to ${event.position - 1n} are missing before it`) })
    last = event.position
    checkChain(event, heads, report)
    if (++events % 10_000 === 0) onProgress?.(events)
  }
  for (const each of pending) {
    if (BigInt(each.seal.position) > last)
      report({
        problem: 'log shorter than sealed',
        stream: null,
        revision: null,
        position: each.seal.position,
        explanation: `the log ends at position ${last}, but was sealed up to ${each.seal.position}: its end was cut off, or an older copy was put back`,
      })
    else checkSeal(each)
  }
  for (const { seal } of kept)
    if (!inLog.some(({ signature }) => signature === seal.signature))
      report({
        problem: 'missing seal',
        stream: sealStream,
        revision: null,
        position: seal.position,
        explanation: `the seal at position ${seal.position}, kept outside, is not in the log`,
      })
  onProgress?.(events)
  return { events, streams: heads.size, seals: inLog.length, sealed_to: sealedTo, problems }
}

const at = (problem: Problem['problem'], { stream, revision, position }: RecordedEvent, explanation: string): Problem => ({
  problem,
  stream,
  revision,
  position: String(position),
  explanation,
})

/** One event against the head of its stream; the seals' own stream is chained like any other but no leaf of a seal. */
const checkChain = (event: RecordedEvent, heads: Map<string, Head>, report: (problem: Problem) => void) => {
  const { stream, revision, metadata } = event
  const before = heads.get(stream) ?? (stream === sealStream ? sealHeads.get(heads) : undefined) ?? { revision: -1, hash: genesis(stream) }
  if (revision !== before.revision + 1)
    report(at('missing events', event, `revision ${revision} of ${stream} follows revision ${before.revision}`))
  else if (metadata.prev_hash !== before.hash)
    report(
      at(
        'broken chain',
        event,
        `it is not chained to revision ${before.revision}: one of the two was replaced, or one between them dropped`,
      ),
    )
  if (metadata.hash !== eventHash(event)) report(at('changed event', event, `${event.type} in ${stream} is not what its hash was made of`))
  const head = { revision, hash: String(metadata.hash) }
  if (stream === sealStream) sealHeads.set(heads, head)
  else heads.set(stream, head)
}

/** The head of the seals' stream, beside the heads that seals are made of. */
const sealHeads = new WeakMap<Map<string, Head>, Head>()

const differences = (sealed: { readonly [stream: string]: Head }, now: ReadonlyMap<string, Head>) => {
  const names = new Set([...Object.keys(sealed), ...now.keys()])
  return [...names].flatMap((stream) => {
    const [then, today] = [sealed[stream], now.get(stream)]
    if (then && today && then.hash === today.hash && then.revision === today.revision) return []
    if (!then) return [{ stream, revision: today?.revision ?? null, explanation: `${stream} was not there when the log was sealed` }]
    if (!today)
      return [
        {
          stream,
          revision: then.revision,
          explanation: `${stream} was there when the log was sealed (to revision ${then.revision}) and is gone`,
        },
      ]
    return [
      {
        stream,
        revision: then.revision,
        explanation: `${stream} ended at revision ${then.revision} with hash ${then.hash} when sealed, at this position it now ends at revision ${today.revision} with ${today.hash}`,
      },
    ]
  })
}
