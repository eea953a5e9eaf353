// Verifies the whole log in one pass and bounded memory: every chain, every seal, gaps and reorderings, and that nothing sealed is missing.
import { canonicalJson } from '../events/canonical-json.ts'
import { eventHash, genesis } from '../events/chain.ts'
import { type Alteration, DamagedEvent, type EventStore, lastEvent, type RecordedEvent } from '../stores/event-store.ts'
import { at, gapBefore, missingSeal, nowhere, type Problem, shorter, spoiledSeal } from './problems.ts'
import { type Head, type Heads, isSignedBy, type Seal, type Survey, sealOf, sealStream, sealsIn, takeSurvey, treeOf } from './seals.ts'

export type Verification = {
  readonly events: number
  readonly streams: number
  readonly seals: number
  /** The last position that a valid seal covers; null when nothing is sealed. */
  readonly sealed_to: string | null
  readonly problems: readonly Problem[]
}

export type VerifyOptions = {
  readonly store: EventStore
  /** PEM of the keys of which one must have signed a seal. Without them, a seal is only checked against the key it carries. */
  readonly publicKeys?: readonly string[] | undefined
  /** Seals kept outside the stores, with the heads they were made of. They show when a log was rolled back or re-sealed. */
  readonly kept?: readonly KeptSeal[] | undefined
  /** Whether the store numbers events from 1 without gaps, so that a missing number means a missing event (true for the embedded store). */
  readonly contiguous: boolean
  /** Called now and then with the number of events read, and their share of the log. */
  readonly onProgress?: (events: number, share: number) => void
}

/** A seal to check, and which copy of it this is. */
type Copy = KeptSeal & { readonly where: string }

export type KeptSeal = { readonly seal: Seal; readonly heads?: { readonly [stream: string]: Head } | undefined }

type Report = (problem: Problem) => void
type PublicKeys = VerifyOptions['publicKeys']

/** The maximum number of listed problems, so that someone who changed everything cannot fill the memory. */
const mostProblems = 1_000
const eventsBetweenReports = 10_000

/**
 * Reads the whole log once and lists everything that does not hold: hashes, chains, numbers, seals.
 * @example
 * import { openEmbeddedEventStore } from 'src/stores/embedded/event-store.ts'
 * const store = await openEmbeddedEventStore({ file: ':memory:' })
 * const unchained = { id: '0198c0de-0000-7000-8000-000000000001', type: 'OrderPlaced', data: {}, metadata: { prev_hash: '', hash: '' } }
 * await store.append('business-1', [unchained], -1)
 * (await verifyLog({ store, contiguous: true })).problems.length > 0 // => true
 * await store.close()
 */
export const verifyLog = async ({ store, publicKeys, kept = [], contiguous, onProgress }: VerifyOptions): Promise<Verification> => {
  const problems: Problem[] = []
  const report: Report = (problem) => {
    if (problems.length < mostProblems) problems.push(problem)
  }
  const newest = await lastEvent(store).catch(unlessDamaged(undefined))
  const end = newest?.position ?? 0n
  const inLog = await sealsIn(store).catch(unlessDamaged([]))
  const pending = copiesOf(inLog, kept)
  /** Chains with an event that cannot be read: what they end with is not known for sure. */
  const unreadable = new Set<string>()
  const survey = takeSurvey()
  const chains = new Map<string, Head>()
  let last = 0n
  let sealedTo: string | null = null

  const check = async (each: Copy) => {
    const isComplete = !problems.some(({ problem }) => problem === 'missing events' || problem === 'unreadable event')
    const good = await checkSeal(each, { survey: survey.now(), isComplete, unreadable, publicKeys, sealedTo, report })
    if (good) sealedTo = each.seal.position
  }
  const isBehind = ({ position }: RecordedEvent, { events }: Seal) =>
    contiguous ? position > BigInt(events) : survey.now().events >= events

  const reportGap = (position: bigint) => {
    if (contiguous && position > last + 1n)
      report({ ...nowhere, problem: 'missing events', position: String(last + 1n), explanation: gapBefore(position, last) })
  }

  const pass = ({ position, place }: DamagedEvent) => {
    reportGap(position)
    const explanation = `the event at position ${position} can no longer be read: its text was overwritten or taken out`
    report({ ...nowhere, ...place, problem: 'unreadable event', position: String(position), explanation })
    survey.pass(position)
    last = position
    if (!place) return
    unreadable.add(place.stream)
    chains.set(place.stream, { revision: place.revision, hash: unknownHash })
  }

  for await (const event of readable(store, pass)) {
    while (pending[0] && isBehind(event, pending[0].seal)) await check(pending.shift() as Copy)
    if (event.position <= last) report(at('positions out of order', event, `position ${event.position} follows ${last}`))
    reportGap(event.position)
    last = event.position
    await reportForeign(store, event, chains, report)
    checkChain(event, chains, report)
    if (event.stream === sealStream && !sealOf(event)) report(at('forged seal', event, 'this event stands among the seals and is none'))
    survey.add(event)
    const { events } = survey.now()
    if (events % eventsBetweenReports === 0) onProgress?.(events, Number(event.position) / Number(end))
  }
  const { events, heads } = survey.now()
  for (const each of pending) {
    if (contiguous ? BigInt(each.seal.events) > last : each.seal.events > events) report(shorter(each.seal, last))
    else await check(each)
  }
  for (const { seal } of kept) {
    const copy = inLog.find(({ signature }) => signature === seal.signature)
    if (!copy) report(missingSeal(seal))
    else if (isSpoiled(copy, seal, publicKeys)) report(spoiledSeal(seal))
  }
  await reportAlterations(store, [...heads.keys()], report)
  onProgress?.(events, 1)
  return { events, streams: heads.size, seals: inLog.length, sealed_to: sealedTo, problems }
}

const streamsAtOnce = 16

/** What the store itself does to streams: a server goes on giving the events of a deleted stream to readers of the whole log, until it is scavenged. */
const reportAlterations = async (store: EventStore, streams: readonly string[], report: Report) => {
  if (!store.alterationOf) return
  const tell = (found: Alteration | undefined) => {
    if (found) report({ ...nowhere, problem: found.kind, stream: found.stream, explanation: found.explanation })
  }
  for (let from = 0; from < streams.length; from += streamsAtOnce)
    for (const found of await Promise.all(streams.slice(from, from + streamsAtOnce).map((stream) => store.alterationOf?.(stream))))
      tell(found)
  tell(await store.alterationOf())
}

/** Every copy of a seal that differs from the others, in log order: a kept one does not stand for what is in the log. */
const copiesOf = (inLog: readonly Seal[], kept: readonly KeptSeal[]): Copy[] => {
  const copies = new Map<string, Copy>()
  for (const seal of inLog) copies.set(canonicalJson(seal), { seal, where: 'in the log' })
  for (const each of kept) {
    const same = copies.get(canonicalJson(each.seal))
    copies.set(canonicalJson(each.seal), { ...each, where: same?.where ?? 'that you kept' })
  }
  return [...copies.values()].sort((one, other) => one.seal.events - other.seal.events)
}

/** Whether two good copies of a seal differ in something that the signature does not cover. The rest is checked with each copy. */
const isSpoiled = (copy: Seal, kept: Seal, publicKeys: PublicKeys): boolean =>
  canonicalJson(copy) !== canonicalJson(kept) && [copy, kept].every((each) => isSignedByOne(each, publicKeys))

const isSignedByOne = (seal: Seal, publicKeys: PublicKeys): boolean =>
  (publicKeys ?? [seal.public_key]).some((publicKey) => isSignedBy(seal, publicKey))

const unlessDamaged =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (error instanceof DamagedEvent) return instead
    throw error
  }

/** The log without the unreadable events, which `pass` is told. */
async function* readable(store: EventStore, pass: (damaged: DamagedEvent) => void): AsyncGenerator<RecordedEvent> {
  for (let after = 0n; ; )
    try {
      return yield* store.readAll(after === 0n ? {} : { after })
    } catch (error) {
      if (!(error instanceof DamagedEvent)) throw error
      after = error.position
      pass(error)
    }
}

/** Numbers that a gap in a stream is searched for somebody else's events. */
const longestGap = 1_000

/** Names the events before this one that are not ours, which no reader is given. A chain that goes on behind them holds. */
const reportForeign = async (store: EventStore, { stream, revision }: RecordedEvent, chains: Map<string, Head>, report: Report) => {
  const before = chains.get(stream) ?? { revision: -1, hash: genesis(stream) }
  if (!store.alterationOf || revision - before.revision > longestGap) return
  for (let missing = before.revision + 1; missing < revision; missing++) {
    const found = await store.alterationOf(stream, missing)
    if (!found) return
    report({ ...nowhere, problem: found.kind, stream, explanation: found.explanation })
    chains.set(stream, { ...before, revision: missing })
  }
}

/** Checks one event against the head of its chain. */
const checkChain = (event: RecordedEvent, chains: Map<string, Head>, report: Report) => {
  const { stream, revision, metadata, type } = event
  const before = chains.get(stream) ?? { revision: -1, hash: genesis(stream) }
  const follows =
    before.revision === -1 ? `it should be the first event of ${stream}` : `the event before it in ${stream} has number ${before.revision}`
  if (revision > before.revision + 1)
    report(at('missing events', event, `${follows}, this one has number ${revision}: what stood between was taken out or moved`))
  else if (revision !== before.revision + 1)
    report(at('broken chain', event, `${follows}, this one has number ${revision}: it was put in or moved`))
  else if (before.hash !== unknownHash && metadata.prev_hash !== before.hash)
    report(at('broken chain', event, `it does not carry the fingerprint of ${predecessor(before)}: one of the two was replaced or put in`))
  if (metadata.hash !== eventHash(event))
    report(at('changed event', event, `what this ${type} says is not what its fingerprint was made of: it was edited`))
  chains.set(stream, { revision, hash: String(metadata.hash) })
}

const predecessor = ({ revision }: Head): string => (revision === -1 ? 'the beginning of its chain' : `event ${revision} before it`)

/** Of an event that cannot be read. */
const unknownHash = ''

type Stretch = {
  readonly unreadable: ReadonlySet<string>
  readonly survey: Survey
  /** No event was reported missing. A missing event changes the order as well, and has already been reported. */
  readonly isComplete: boolean
  readonly publicKeys: PublicKeys
  readonly sealedTo: string | null
  readonly report: Report
}

/** Whether the seal is ours and matches the log. */
const checkSeal = async (
  { seal, heads: keptHeads, where }: Copy,
  { survey, isComplete, unreadable, publicKeys, sealedTo, report }: Stretch,
): Promise<boolean> => {
  const about = { ...nowhere, stream: sealStream, position: seal.position }
  if (!isSignedByOne(seal, publicKeys)) {
    const problem = publicKeys !== undefined && isSignedBy(seal, seal.public_key) ? 'unknown signer' : 'forged seal'
    report({ ...about, problem, explanation: `the seal up to position ${seal.position} ${where} is not signed with the sealing key` })
    return false
  }
  const range = sealedTo === null ? `up to position ${seal.position}` : `between positions ${sealedTo} and ${seal.position}`
  if ((await treeOf(survey.heads)).root !== seal.root) {
    // Nobody signed the kept heads: only those that the seal was made of may name a chain.
    const areSealed = keptHeads !== undefined && (await treeOf(new Map(Object.entries(keptHeads)))).root === seal.root
    if (keptHeads && !areSealed)
      report({
        ...about,
        problem: 'forged seal',
        explanation: `the ends of chains that you kept with the seal up to position ${seal.position} are not those that it was made of: the file was edited`,
      })
    const differing = areSealed ? differences(keptHeads, survey.heads) : []
    const explanation = `the log ${range} is not what was sealed: ${seal.streams} chains then, ${survey.heads.size} now`
    // A chain that ends with an unreadable event has been named already.
    const isExplained = !areSealed && unreadable.size > 0
    if (differing.length === 0 && !isExplained) report({ ...about, problem: 'seal does not hold', explanation })
    for (const found of differing.filter(({ stream }) => !unreadable.has(stream)))
      report({ ...about, problem: 'seal does not hold', ...found })
    return false
  }
  if (isComplete && survey.order !== seal.order) {
    const explanation = `the events ${range} are those that were sealed, but they were put into another order, or given other ids`
    report({ ...about, problem: 'order changed', explanation })
    return false
  }
  return true
}

const differences = (sealed: { readonly [stream: string]: Head }, now: Heads) =>
  [...new Set([...Object.keys(sealed), ...now.keys()])].flatMap((stream) => {
    const [then, today] = [sealed[stream], now.get(stream)]
    if (!then) return [{ stream, revision: today?.revision ?? null, explanation: `chain ${stream} was not there when the log was sealed` }]
    const { revision } = then
    if (!today)
      return [{ stream, revision, explanation: `chain ${stream} had events 0 to ${revision} when the log was sealed, and is gone` }]
    if (then.hash === today.hash && revision === today.revision) return []
    const explanation =
      revision === today.revision
        ? `event ${revision} of ${stream}, or one before it, was replaced after the log had been sealed`
        : `chain ${stream} ended with event ${revision} when the log was sealed; now it ends there with event ${today.revision}`
    return [{ stream, revision, explanation }]
  })
