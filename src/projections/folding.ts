// Folds events over the stored documents of a collection into the changes to commit. Documents that were folded stay in memory for a while, also
// those whose commit is still under way, so that the next batch folds on from them.
import { LRUCache } from 'lru-cache'
import type { StoredEvent } from '../events/catalogue.ts'
import type { Change, Document, DocumentStore } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import { openSlices, type Slices } from '../stores/slices.ts'
import { addressOf } from './checkpoints.ts'
import type { AnyProjection, Snapshots } from './projection.ts'

type Folded = { readonly document: Document | null; readonly position: bigint }

/** Documents kept in memory between batches. Folding is deterministic, so a kept one is never wrong, only spared a read. */
const mostKept = 500

const nothingStored: ReadonlyMap<string, Folded> = new Map()

type Parts = { readonly log: Pick<EventLog, 'read'>; readonly documents: DocumentStore }

export type Folding = {
  /** In slices: those of the caller, or its own. */
  readonly fold: (projection: AnyProjection, events: readonly StoredEvent[], slices?: Slices) => Promise<readonly Change[]>
  /** Ends what goes into one commit. @returns to be called when that has been written; until then its documents are folded on from memory */
  readonly mark: () => () => void
  /** Call this when a commit failed: the documents in memory would be ahead of the stored ones. */
  readonly forget: () => void
}

export const openFolding = ({ log, documents }: Parts): Folding => {
  const memory = openMemory()

  /** The snapshots that these events complete. */
  const foldSnapshots = async (projection: AnyProjection, { every, before }: Snapshots, events: readonly StoredEvent[]) => {
    const collection = addressOf(projection)
    const changes: Change[] = []
    for (const event of events)
      for (const key of projection.keys(event)) {
        const previous = before(event)
        const address = `${collection}/${previous}`
        const start =
          previous === undefined ? undefined : (memory.get(address) ?? (await documents.getMany(collection, [previous])).get(previous))
        const from = start?.document ? event.revision + 1 - every : 0
        const missed = await log.read(event.stream, { from, limit: event.revision + 1 - from })
        const document = asStored(projection.fold(start?.document ?? null, missed, key))
        memory.set(`${collection}/${key}`, { document, position: event.position })
        changes.push({ key, document, position: event.position })
      }
    return changes
  }

  return {
    fold: async (projection, events, slices = openSlices()) => {
      if (events.length === 0) return []
      if (projection.snapshots) return foldSnapshots(projection, projection.snapshots, events)
      const collection = addressOf(projection)
      // Memory is read before the store is: a document may leave memory while the store answers.
      const concerned = [...eventsByKey(projection, events)].map(([key, own]) => {
        const address = `${collection}/${key}`
        return { key, own, address, remembered: memory.get(address) }
      })
      const begun = new Map<string, Change>()
      const missing: string[] = []
      for (const { key, own, remembered } of concerned) {
        if (remembered) continue
        if (slices.isOver()) await slices.rest()
        const change = begunBy(projection, key, own)
        if (change) begun.set(key, change)
        else missing.push(key)
      }
      const stored = missing.length > 0 ? await documents.getMany(collection, missing) : nothingStored
      const changes: Change[] = []
      for (const { key, own, address, remembered } of concerned) {
        if (slices.isOver()) await slices.rest()
        const change = begun.get(key) ?? changeOf(projection, key, own, remembered ?? stored.get(key))
        if (!change) continue
        memory.set(address, change)
        changes.push(change)
      }
      return changes
    },
    mark: memory.mark,
    forget: memory.forget,
  }
}

const eventsByKey = (projection: AnyProjection, events: readonly StoredEvent[]): ReadonlyMap<string, readonly StoredEvent[]> => {
  const byKey = new Map<string, StoredEvent[]>()
  for (const event of events)
    for (const key of projection.keys(event)) {
      const others = byKey.get(key)
      others ? others.push(event) : byKey.set(key, [event])
    }
  return byKey
}

/**
 * The change where the first event begins the document, whatever is stored: the store passes it over where it is further. Undefined: it does not begin it,
 * or the events delete the document again.
 */
const begunBy = (projection: AnyProjection, key: string, events: readonly StoredEvent[]): Change | undefined => {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last || !projection.begins?.(first)) return undefined
  const document = asStored(projection.fold(null, events, key))
  return document ? { key, document, position: last.position } : undefined
}

/** `before`: undefined where the document was never written. @returns undefined where the events change nothing */
const changeOf = (
  projection: AnyProjection,
  key: string,
  events: readonly StoredEvent[],
  before: Folded | undefined,
): Change | undefined => {
  const old = before?.document ?? null
  const later = before ? events.filter((event) => event.position > before.position) : events
  const document = asStored(projection.fold(old, later, key))
  const position = events.at(-1)?.position
  return document === old || position === undefined ? undefined : { key, document, position, isNew: before === undefined }
}

const openMemory = () => {
  const written = new LRUCache<string, Folded>({ max: mostKept })
  /** What was folded since the last mark, and behind it, mark by mark, what is still being committed. */
  let unwritten: Map<string, Folded>[] = [new Map()]

  return {
    get: (address: string): Folded | undefined => unwritten.find((each) => each.has(address))?.get(address) ?? written.get(address),
    set: (address: string, folded: Folded) => unwritten[0]?.set(address, folded),
    mark: () => {
      const [current] = unwritten as [Map<string, Folded>]
      unwritten = [new Map(), ...unwritten]
      return () => {
        unwritten = unwritten.filter((each) => each !== current)
        for (const [address, folded] of current) written.set(address, folded)
      }
    },
    forget: () => {
      written.clear()
      unwritten = [new Map()]
    },
  }
}

/** A fold makes documents that JSON holds as they are; their types say `object` or `unknown` in places where any JSON may be. */
export const asStored = (document: object | null) => document as Document | null
