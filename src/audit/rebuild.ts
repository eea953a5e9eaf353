// Compares the read models with a rebuild from zero: folds the log into a scratch store and compares the two document by document.
import { isDeepStrictEqual } from 'node:util'
import { addressOf, least, wholeLog } from '../projections/checkpoints.ts'
import { openFolding } from '../projections/folding.ts'
import type { AnyProjection } from '../projections/projection.ts'
import { typesOf } from '../projections/projector.ts'
import type { Commit, DocumentStore, ListedDocument } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import { lastEvent, type RecordedEvent } from '../stores/event-store.ts'

export type Difference = {
  readonly collection: string
  readonly key: string
  /** From the rebuild's point of view: documents that the read models lack, have in excess, or have with other content or none that can be read. */
  readonly problem: 'missing' | 'surplus' | 'different' | 'unreadable'
  /** The fields that differ; empty when the whole document does. `kept answer` is the text that clients are given instead of the document. */
  readonly fields: readonly string[]
}

/** By collection: whether a rendering that is kept beside a document says something else than the document. */
export type RenderingChecks = ReadonlyMap<string, (rendering: string, document: object) => boolean>

/** Receives how many events have been folded, and what share of the log that is. */
type OnProgress = (events: number, share: number) => void

/** Large enough that a business's events usually come together, and its documents are written once. */
const eventsAtOnce = 4_000

/** `scratch` is an empty store. An embedded store's read models are compared as far as they are folded, so they may lag behind the log. */
export const differencesFromRebuild = async ({
  log,
  documents,
  scratch,
  projections,
  renderings = new Map(),
  onProgress,
}: {
  readonly log: EventLog
  readonly documents: DocumentStore
  readonly scratch: DocumentStore
  readonly projections: readonly AnyProjection[]
  readonly renderings?: RenderingChecks
  readonly onProgress?: OnProgress
}): Promise<{ readonly differences: readonly Difference[]; readonly folded_to: string }> => {
  await scratch.define(projections.map(({ spec }) => spec))
  const upTo = await foldedTo(documents, projections)
  const end = (await lastEvent(log.store))?.position ?? 0n
  await rebuild(log, scratch, projections, { upTo, onProgress })
  const differences: Difference[] = []
  for (const each of projections) {
    const isAltered = renderings.get(each.spec.name)
    const hasOtherAnswer = async ({ key, document }: ListedDocument) =>
      isAltered !== undefined && document !== null && saysOther(isAltered, document, () => documents.rendering(addressOf(each), key))
    for await (const difference of compared(addressOf(each), { documents, scratch, hasOtherAnswer })) differences.push(difference)
  }
  return { differences, folded_to: String(least([...upTo.values()]) ?? end) }
}

/** The position up to which an embedded store's one writer has folded each. With several writers, each with its own checkpoint: the end of the log. */
const foldedTo = async (documents: DocumentStore, projections: readonly AnyProjection[]): Promise<ReadonlyMap<AnyProjection, bigint>> => {
  const checkpoints = await documents.checkpoints(projections.map(addressOf), wholeLog.partition)
  return new Map(
    projections.flatMap((each) => {
      const position = checkpoints.get(addressOf(each))
      return position === undefined ? [] : [[each, position] as const]
    }),
  )
}

/** Folds the whole log into the store. */
export const rebuild = async (
  log: EventLog,
  store: DocumentStore,
  projections: readonly AnyProjection[],
  { upTo = new Map(), onProgress }: { readonly upTo?: ReadonlyMap<AnyProjection, bigint>; readonly onProgress?: OnProgress } = {},
): Promise<void> => {
  const last = await lastEvent(log.store)
  let folded = 0
  const { fold, mark } = openFolding({ log, documents: store })
  const foldAll = async (events: readonly RecordedEvent[]) => {
    const position = events.at(-1)?.position
    if (position === undefined) return
    const open = await log.open(events)
    const commits: Commit[] = []
    for (const each of projections) {
      const changes = await fold(
        each,
        open.filter(({ type, position }) => each.types.has(type) && position <= (upTo.get(each) ?? position)),
      )
      commits.push({ collection: addressOf(each), partition: wholeLog.partition, changes, position })
    }
    // The store is read by keys alone.
    await store.commit(commits, { filling: true }).then(mark())
    folded += events.length
    onProgress?.(folded, Number(position) / Number(last?.position ?? position))
  }
  let batch: RecordedEvent[] = []
  for await (const event of log.store.readAll({ types: typesOf(projections) })) {
    batch.push(event)
    if (batch.length < eventsAtOnce) continue
    await foldAll(batch)
    batch = []
  }
  await foldAll(batch)
}

type Check = NonNullable<ReturnType<RenderingChecks['get']>>

/** What cannot be unpacked or read was not written by the service. Without a rendering, the answer is made from the document. */
const saysOther = async (isAltered: Check, document: object, read: () => Promise<string | undefined>): Promise<boolean> => {
  try {
    const kept = await read()
    return kept !== undefined && isAltered(kept, document)
  } catch {
    return true
  }
}

type Compared = {
  readonly documents: DocumentStore
  readonly scratch: DocumentStore
  /** Whether clients are given something else than this document of the rebuild says. */
  readonly hasOtherAnswer: (folded: ListedDocument) => Promise<boolean>
}

/** Both stores return their documents in key order, so that neither has to be held in memory. */
async function* compared(collection: string, { documents, scratch, hasOtherAnswer }: Compared): AsyncGenerator<Difference> {
  const [stored, folded] = [documents.all(collection)[Symbol.asyncIterator](), scratch.all(collection)[Symbol.asyncIterator]()]
  let [one, other] = [await stored.next(), await folded.next()]
  while (!one.done || !other.done) {
    if (other.done || (!one.done && one.value.key < other.value.key)) {
      if (!one.done) yield { collection, key: one.value.key, problem: 'surplus', fields: [] }
      one = await stored.next()
    } else if (one.done || other.value.key < one.value.key) {
      yield { collection, key: other.value.key, problem: 'missing', fields: [] }
      other = await folded.next()
    } else if (one.value.document === null) {
      yield { collection, key: one.value.key, problem: 'unreadable', fields: [] }
      ;[one, other] = [await stored.next(), await folded.next()]
    } else {
      const fields = [...differingFields(one.value, other.value), ...((await hasOtherAnswer(other.value)) ? ['kept answer'] : [])]
      if (fields.length > 0) yield { collection, key: one.value.key, problem: 'different', fields }
      ;[one, other] = [await stored.next(), await folded.next()]
    }
  }
}

/** Positions may differ: a document that an erasure folded again has the erasure's position. */
const differingFields = ({ document: one }: ListedDocument, { document: other }: ListedDocument): readonly string[] =>
  [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])].filter((field) => !isDeepStrictEqual(one?.[field], other?.[field]))
