// The projector: folds the log into the collections, batch by batch, each document read once and written once,
// and tells readers when a position has been passed.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StoredEvent } from '../events/catalogue.ts'
import type { Change, Commit, Document, DocumentStore } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { Batch, RecordedEvent, Subscription } from '../stores/event-store.ts'
import { recordAsOf } from './history.ts'
import type { AnyProjection } from './projection.ts'

/** Which events this projector takes on, under what name its checkpoints stand, and the token of the lease it holds. */
export type Share = { readonly partition: string; readonly owns: (accountId: string) => boolean; readonly token?: number }

export const wholeLog: Share = { partition: 'all', owns: () => true }

export type Projector = {
  /** Resolves true once every collection has passed the position, false when that takes longer than `timeoutMs` or the projector is closed. */
  readonly passed: (position: bigint, timeoutMs: number) => Promise<boolean>
  /** Up to where every collection has been folded. */
  readonly position: () => bigint
  readonly close: () => Promise<void>
}

type Waiter = { readonly position: bigint; readonly resolve: (passed: boolean) => void }
type Held = { readonly document: Document | null; readonly position: bigint }

/** A stretch of the log without an event of this share need not be noted at once: nobody waits for it, and going over it again is quick. */
const emptyStretchMs = 5_000

/** So many events are read at once on catching up. */
const batchSize = 4_000

/** So many are written in one commit, while the next are folded: enough that a business's documents are mostly written once. */
const pieceSize = 500

/** Folding more than so many documents takes milliseconds. */
const manyChanges = 20

/** So many documents stay in memory between batches; folding is deterministic, so a kept one is never wrong, only spared a read. */
const keptDocuments = 500

export const startProjector = async ({
  log,
  documents,
  projections,
  share = wholeLog,
  onError,
}: {
  log: EventLog
  documents: DocumentStore
  projections: readonly AnyProjection[]
  share?: Share
  onError?: (error: unknown) => void
}): Promise<Projector> => {
  const checkpoints = new Map<AnyProjection, bigint>()
  const standing = await documents.checkpoints(projections.map(addressOf), share.partition)
  for (const each of projections) checkpoints.set(each, standing.get(addressOf(each)) ?? -1n)
  const slowest = () => least([...checkpoints.values()]) ?? -1n
  const folding = folder(documents)
  let reached = slowest()
  let waiters: Waiter[] = []
  let committedAt = Number.NEGATIVE_INFINITY
  /** Set while a stretch without an event of this share waits to be noted. */
  let noting: NodeJS.Timeout | undefined

  const project = async ({ events, position }: Batch) => {
    const own = events.filter((event) => share.owns(accountOf(event)))
    if (own.length > 0 || performance.now() > committedAt + emptyStretchMs) await write(own, position)
    else {
      noting ??= setTimeout(note, emptyStretchMs)
      reach(position)
    }
  }

  const reach = (position: bigint) => {
    for (const [each, checkpoint] of checkpoints) if (position > checkpoint) checkpoints.set(each, position)
    reached = slowest()
    const still: Waiter[] = []
    for (const waiter of waiters) waiter.position <= reached ? waiter.resolve(true) : still.push(waiter)
    waiters = still
  }

  /** Piece by piece, each up to its last event and the last one up to `position`. */
  const write = async (events: readonly RecordedEvent[], position: bigint) => {
    let writing: Promise<void> = Promise.resolve()
    try {
      for (let from = 0; from === 0 || from < events.length; from += pieceSize) {
        const piece = events.slice(from, from + pieceSize)
        // What an erasure folds anew comes from the log: nothing else may be on its way meanwhile.
        const isErasing = piece.some(({ type }) => type === 'PersonalDataErased')
        if (isErasing) await writing
        const upTo = from + pieceSize < events.length ? (piece.at(-1)?.position ?? position) : position
        const commits = await folded(await log.open(piece), upTo)
        const written = folding.mark()
        await writing
        writing = documents.commit(commits).then(() => {
          written()
          reach(upTo)
        })
        // Its failure is met where it is awaited, which may be a while later.
        writing.catch(() => undefined)
        if (isErasing) await writing
      }
    } finally {
      await writing
    }
    committedAt = performance.now()
    clearTimeout(noting)
    noting = undefined
  }

  const folded = async (open: readonly StoredEvent[], position: bigint): Promise<readonly Commit[]> => {
    const commits: Commit[] = []
    for (const [each, checkpoint] of checkpoints) {
      if (position <= checkpoint) continue
      const fresh = open.filter((event) => event.position > checkpoint)
      const changes = await folding.fold(
        each,
        fresh.filter((event) => each.types.has(event.type)),
      )
      const anew = await withoutErased(each, fresh, position)
      commits.push(commitOf(each, position, [...changes.filter(({ key }) => !anew.has(key)), ...anew.values()]))
      // A long catch-up must not keep everyone else in the process waiting.
      if (changes.length > manyChanges) await nextTurn()
    }
    return commits
  }

  const note = async () => {
    noting = undefined
    await documents.commit([...checkpoints].map(([each, position]) => commitOf(each, position, []))).catch(onError)
  }

  /**
   * The documents of a stream whose personal data was erased, by their keys, folded again from what can still be read: up to the end of the piece,
   * for what follows the erasure in it was folded over what had been erased.
   */
  const withoutErased = async (each: AnyProjection, events: readonly StoredEvent[], upTo: bigint): Promise<ReadonlyMap<string, Change>> => {
    const changes = new Map<string, Change>()
    for (const event of events) {
      if (event.type !== 'PersonalDataErased') continue
      log.forget(event.data.subjects)
      const history = (await log.read(event.stream)).filter(({ position, type }) => position <= upTo && each.types.has(type))
      for (const key of new Set(history.flatMap((other) => each.keys(other))))
        changes.set(key, { key, document: recordAsOf(each, history, key), position: upTo })
    }
    if (changes.size > 0) folding.forget()
    return changes
  }

  const commitOf = (each: AnyProjection, position: bigint, changes: readonly Change[]): Commit => ({
    collection: addressOf(each),
    partition: share.partition,
    changes,
    position,
    ...(share.token === undefined ? {} : { token: share.token }),
  })

  const onBatch = (batch: Batch) =>
    project(batch).catch((error) => {
      folding.forget()
      throw error
    })

  const subscription: Subscription = log.store.subscribe(
    { batchSize, types: typesOf(projections), ...(reached >= 0n ? { after: reached } : {}), ...(onError ? { onError } : {}) },
    onBatch,
  )

  return {
    position: () => reached,
    passed: (position, timeoutMs) => {
      if (position <= reached) return Promise.resolve(true)
      return new Promise((resolve) => {
        const waiter = {
          position,
          resolve: (passed: boolean) => {
            clearTimeout(timer)
            resolve(passed)
          },
        }
        const timer = setTimeout(() => {
          waiters = waiters.filter((each) => each !== waiter)
          resolve(false)
        }, timeoutMs)
        waiters.push(waiter)
      })
    },
    close: async () => {
      const waiting = waiters
      waiters = []
      for (const { resolve } of waiting) resolve(false)
      await subscription.close()
      if (!noting) return
      clearTimeout(noting)
      await note()
    },
  }
}

const nothingStored: ReadonlyMap<string, Held> = new Map()

/** Folds events over the stored documents of one collection into the changes to commit. */
export const folder = (documents: DocumentStore) => {
  const kept = new Map<string, Held>()
  /** What was folded since the last mark, and behind each mark before it whose commit is still under way. */
  let unwritten: Map<string, Held>[] = [new Map()]

  const known = (address: string): Held | undefined => {
    for (const folded of unwritten) {
      const held = folded.get(address)
      if (held) return held
    }
    return kept.get(address)
  }

  const keep = (address: string, held: Held) => {
    kept.delete(address)
    if (kept.size >= keptDocuments) kept.delete(kept.keys().next().value as string)
    kept.set(address, held)
  }

  /** Ends what goes into one commit. @returns to be called when that has been written; until then its documents are folded on from memory */
  const mark = (): (() => void) => {
    const [folded] = unwritten as [Map<string, Held>]
    unwritten = [new Map(), ...unwritten]
    return () => {
      unwritten = unwritten.filter((each) => each !== folded)
      for (const [address, held] of folded) keep(address, held)
    }
  }

  /** To be called when changes could not be committed: what is kept would be ahead of what is stored. */
  const forget = () => {
    kept.clear()
    unwritten = [new Map()]
  }

  const fold = async (projection: AnyProjection, events: readonly StoredEvent[]): Promise<readonly Change[]> => {
    if (events.length === 0) return []
    const collection = addressOf(projection)
    const byKey = new Map<string, StoredEvent[]>()
    for (const event of events)
      for (const key of projection.keys(event)) {
        const others = byKey.get(key)
        others ? others.push(event) : byKey.set(key, [event])
      }
    // All that is in memory is taken before the store is asked: meanwhile it may be written, and not be kept.
    const remembered = new Map([...byKey.keys()].map((key) => [key, known(`${collection}/${key}`)]))
    const missing = [...remembered].flatMap(([key, held]) => (held ? [] : [key]))
    const stored = missing.length > 0 ? await documents.getMany(collection, missing) : nothingStored
    const changes: Change[] = []
    for (const [key, concerning] of byKey) {
      const held = remembered.get(key) ?? stored.get(key)
      const before = held?.document ?? null
      const document = projection.fold(before, held ? concerning.filter((event) => event.position > held.position) : concerning, key)
      const position = concerning.at(-1)?.position
      if (document === before || position === undefined) continue
      unwritten[0]?.set(`${collection}/${key}`, { document, position })
      changes.push({ key, document, position, isNew: held === undefined })
    }
    return changes
  }

  return { fold, mark, forget }
}

/** What has to be read of the log to fold these; an erasure concerns them all. */
export const typesOf = (projections: readonly AnyProjection[]): readonly string[] => [
  ...new Set(projections.flatMap(({ types }) => [...types]).concat('PersonalDataErased')),
]

/** The position furthest back; undefined where there is none. */
export const least = (positions: readonly bigint[]): bigint | undefined => {
  let [furthest] = positions
  for (const each of positions) if (furthest === undefined || each < furthest) furthest = each
  return furthest
}

/** A projection's collection in the version that it folds. */
export const addressOf = ({ spec }: AnyProjection): string => `${spec.name}@${spec.version}`

const accountOf = ({ metadata }: RecordedEvent): string => String(metadata.account_id)
