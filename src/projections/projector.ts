// The projector: folds the log into the collections, batch by batch, each document read once and written once,
// and tells readers when a position has been passed.
import type { StoredEvent } from '../events/catalogue.ts'
import type { Change, Commit, DocumentStore } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { Batch, RecordedEvent } from '../stores/event-store.ts'
import { restAfter } from '../stores/growing-rest.ts'
import { inSlices, openSlices, type SliceOptions, type Slices } from '../stores/slices.ts'
import { tracedTogether } from '../stores/tracing.ts'
import { addressOf, least, type Share, wholeLog } from './checkpoints.ts'
import { openEmptyStretches } from './empty-stretches.ts'
import { asStored, type Folding, openFolding } from './folding.ts'
import { recordAsOf } from './history.ts'
import { openPipeline, type Piece } from './pipeline.ts'
import { openWaiters } from './position-waiters.ts'
import type { AnyProjection } from './projection.ts'

export type Projector = {
  /** Resolves true once every collection has passed the position, false when that takes longer than `timeoutMs` or the projector is closed. */
  readonly passed: (position: bigint, timeoutMs: number) => Promise<boolean>
  /** Up to where every collection has been folded. */
  readonly position: () => bigint
  readonly close: () => Promise<void>
}

export type ProjectorOptions = {
  readonly log: EventLog
  readonly documents: DocumentStore
  readonly projections: readonly AnyProjection[]
  readonly share?: Share
  readonly onError?: (error: unknown) => void
  /** `turn` is awaited before each piece of work, see turns.ts. Events that nobody waits for are then folded some at a time. */
  readonly pace?: Required<Pick<SliceOptions, 'turn' | 'budgetMs'>>
  /** Whether other work on the store goes on meanwhile, as when new versions are built beside those that answer: it must not wait for the end of a first fill. */
  readonly beside?: boolean
}

/** How long events wait for others while nobody waits for them. */
const gatherMs = 15

/** Events read at once and written in one commit. More would outlive their batch in memory, and collecting them would take longer than folding them. */
const pieceSize = 250

/**
 * Folds the log into the collections, from their checkpoints on, until it is closed.
 * @example
 * import { projections } from 'src/projections/all.ts'
 * declare const stores: { log: EventLog; documents: DocumentStore }
 * import type { DocumentStore } from 'src/stores/document-store.ts'
 * import type { EventLog } from 'src/stores/event-log.ts'
 * const projector = await startProjector({ ...stores, projections })
 * if (await projector.passed(7n, 1_000)) console.log('what stands at position 7 can be read')
 * await projector.close()
 */
export const startProjector = async (options: ProjectorOptions): Promise<Projector> => {
  const { log, documents, projections, share = wholeLog, onError, pace, beside = false } = options
  const checkpoints = await readCheckpoints(documents, projections, share)
  const folding = openFolding({ log, documents })
  const commitOf = commitsOf(share)
  const fold = foldPieces({ log, folding, checkpoints, commitOf })
  let reached = slowestOf(checkpoints)
  const waiters = openWaiters(() => reached)
  const closing = new AbortController()
  let isLive = false

  const isFilling = () => !isLive && !beside

  /** Folding many events together costs less than each on its own. */
  const gathered = async () => {
    if (isLive) await waiters.expected(gatherMs)
    await pace?.turn()
  }

  const reach = (position: bigint) => {
    for (const [each, checkpoint] of checkpoints) if (position > checkpoint) checkpoints.set(each, position)
    reached = slowestOf(checkpoints)
    waiters.settle()
  }

  const emptyStretches = openEmptyStretches(async () => {
    const commits = [...checkpoints].map(([each, position]) => commitOf(each, position, []))
    await documents.commit(commits, { filling: isFilling() }).catch(onError)
  })

  /** Folds a piece and begins to write it behind the one before. */
  const write = async ({ events, upTo }: Piece, before: Promise<void>) => {
    // An erasure folds documents again from the log: nothing else may be on its way meanwhile.
    const isErasing = events.some(({ type }) => type === 'PersonalDataErased')
    if (isErasing) await before
    const since = performance.now()
    const traces = new Set(events.flatMap(({ metadata }) => (typeof metadata.traceparent === 'string' ? [metadata.traceparent] : [])))
    // A long catch-up must not keep the rest of the process waiting.
    const slices = openSlices(pace)
    const commits = await fold(await log.open(events, slices), upTo, slices)
    const mark = folding.mark()
    const written = documents.commit(commits, { after: before, filling: isFilling(), slices }).then(() => {
      mark()
      reach(upTo)
      emptyStretches.saved()
      tracedTogether('project', traces, { since, attributes: { 'probity.events': events.length } })
    })
    if (isErasing) await written
    return { written }
  }

  /** Until all that could not be written is. */
  const tryAgain = async () => {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      try {
        return await pipeline.take(nothingMore)
      } catch (error) {
        onError?.(error)
        await restAfter(failures, closing.signal)
      }
    }
  }

  const pipeline = openPipeline({ size: pieceSize, write, onFailure: folding.forget, onUnnoticed: () => void tryAgain() })

  const onBatch = async (batch: Batch) => {
    const { events, position, live } = batch
    isLive = live
    const own = events.filter((event) => share.owns(accountOf(event)))
    if (own.length === 0 && pipeline.isEmpty() && emptyStretches.mayWait()) return reach(position)
    await pipeline.take({ events: own, position, live })
  }

  const subscription = log.store.subscribe(
    {
      batchSize: pieceSize,
      types: typesOf(projections),
      ...(pace ? { turn: gathered } : {}),
      ...(reached >= 0n ? { after: reached } : {}),
      ...(onError ? { onError } : {}),
    },
    onBatch,
  )

  return {
    position: () => reached,
    passed: waiters.passed,
    close: async () => {
      closing.abort()
      waiters.end()
      await subscription.close()
      await pipeline.close()
      await emptyStretches.close()
    },
  }
}

/** What has been taken on is folded and written. */
const nothingMore: Batch = { events: [], position: -1n, live: true }

/** Up to where each projection has been folded. */
type Checkpoints = Map<AnyProjection, bigint>

const readCheckpoints = async (documents: DocumentStore, projections: readonly AnyProjection[], share: Share): Promise<Checkpoints> => {
  const saved = await documents.checkpoints(projections.map(addressOf), share.partition)
  return new Map(projections.map((each) => [each, saved.get(addressOf(each)) ?? -1n]))
}

const slowestOf = (checkpoints: Checkpoints): bigint => least([...checkpoints.values()]) ?? -1n

type CommitOf = (projection: AnyProjection, position: bigint, changes: readonly Change[]) => Commit

const commitsOf =
  ({ partition, token }: Share): CommitOf =>
  (projection, position, changes) => ({
    collection: addressOf(projection),
    partition,
    changes,
    position,
    ...(token === undefined ? {} : { token }),
  })

const rendered = (projection: AnyProjection, changes: readonly Change[], slices: Slices): Promise<readonly Change[]> =>
  inSlices(
    changes,
    (change) => {
      const rendering = change.document && projection.render?.(change.document)
      return rendering == null ? change : { ...change, rendering }
    },
    slices,
  )

type FoldOptions = {
  readonly log: EventLog
  readonly folding: Folding
  readonly checkpoints: Checkpoints
  readonly commitOf: CommitOf
}

/** Folds the events of a piece into the commits of the projections that have not passed `upTo`. */
const foldPieces =
  ({ log, folding, checkpoints, commitOf }: FoldOptions) =>
  async (events: readonly StoredEvent[], upTo: bigint, slices: Slices): Promise<readonly Commit[]> => {
    const commits: Commit[] = []
    const erasures = events.filter((event) => event.type === 'PersonalDataErased')
    for (const [each, checkpoint] of checkpoints) {
      if (upTo <= checkpoint) continue
      const isFresh = ({ position }: StoredEvent) => position > checkpoint
      const concerning = events.filter((event) => each.types.has(event.type) && isFresh(event))
      const changes = await folding.fold(each, concerning, slices)
      const erased = erasures.length > 0 ? await foldErased({ log, folding }, each, erasures.filter(isFresh), upTo) : noneErased
      if (erased.size > 0) folding.forget()
      const all = erased.size === 0 ? changes : [...changes.filter(({ key }) => !erased.has(key)), ...erased.values()]
      commits.push(commitOf(each, upTo, each.spec.rendered ? await rendered(each, all, slices) : all))
    }
    return commits
  }

const noneErased: ReadonlyMap<string, Change> = new Map()

/**
 * The documents of a stream whose personal data was erased, by their keys, folded again from what can still be read: up to the end of the piece,
 * for what follows the erasure in it was folded over what had been erased.
 */
const foldErased = async (
  { log, folding }: Pick<FoldOptions, 'log' | 'folding'>,
  projection: AnyProjection,
  erasures: readonly StoredEvent<'PersonalDataErased'>[],
  upTo: bigint,
): Promise<ReadonlyMap<string, Change>> => {
  const changes = new Map<string, Change>()
  for (const event of erasures) {
    log.forget(event.data.subjects)
    const history = (await log.read(event.stream)).filter(({ position, type }) => position <= upTo && projection.types.has(type))
    if (projection.snapshots) {
      // Each is folded on from the one before, which has just been folded again.
      for (const { key, document } of await folding.fold(projection, history)) changes.set(key, { key, document, position: upTo })
      continue
    }
    for (const key of new Set(history.flatMap((other) => projection.keys(other))))
      changes.set(key, { key, document: asStored(recordAsOf(projection, history, key)), position: upTo })
  }
  return changes
}

/** The event types that these projections need. Erasures concern them all. */
export const typesOf = (projections: readonly AnyProjection[]): readonly string[] => [
  ...new Set(projections.flatMap(({ types }) => [...types]).concat('PersonalDataErased')),
]

const accountOf = ({ metadata }: RecordedEvent): string => String(metadata.account_id)
