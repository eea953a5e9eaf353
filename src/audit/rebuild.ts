// Holds the read models against a rebuild from zero: the log is folded once more into a scratch store and compared document by document.
import { isDeepStrictEqual } from 'node:util'
import type { AnyProjection } from '../projections/projection.ts'
import { addressOf, folder } from '../projections/projector.ts'
import type { Commit, DocumentStore, StoredDocument } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { RecordedEvent } from '../stores/event-store.ts'

export type Difference = {
  readonly collection: string
  readonly key: string
  /** Seen from the rebuild: what the read models lack, have too much, or have otherwise. */
  readonly problem: 'missing' | 'surplus' | 'different'
}

const eventsAtOnce = 1_000

/** For read models that stand at the end of the log, and a `scratch` store that is empty. */
export const differencesFromRebuild = async ({
  log,
  documents,
  scratch,
  projections,
}: {
  readonly log: EventLog
  readonly documents: DocumentStore
  readonly scratch: DocumentStore
  readonly projections: readonly AnyProjection[]
}): Promise<readonly Difference[]> => {
  await scratch.define(projections.map(({ spec }) => spec))
  await rebuild(log, scratch, projections)
  const differences: Difference[] = []
  for (const each of projections) {
    const collection = addressOf(each)
    for await (const difference of compared(collection, documents, scratch)) differences.push(difference)
  }
  return differences
}

/** Folds the whole log into the store. */
export const rebuild = async (log: EventLog, store: DocumentStore, projections: readonly AnyProjection[]): Promise<void> => {
  const { fold } = folder(store)
  const foldAll = async (events: readonly RecordedEvent[]) => {
    const position = events.at(-1)?.position
    if (position === undefined) return
    const open = await log.open(events)
    const commits: Commit[] = []
    for (const each of projections) {
      const changes = await fold(
        each,
        open.filter(({ type }) => each.types.has(type)),
      )
      commits.push({ collection: addressOf(each), partition: 'all', changes, position })
    }
    await store.commit(commits)
  }
  let batch: RecordedEvent[] = []
  for await (const event of log.store.readAll()) {
    batch.push(event)
    if (batch.length < eventsAtOnce) continue
    await foldAll(batch)
    batch = []
  }
  await foldAll(batch)
}

/** Both stores give their documents in key order, so that neither need be held in memory. */
async function* compared(collection: string, documents: DocumentStore, scratch: DocumentStore): AsyncGenerator<Difference> {
  const [held, folded] = [documents.all(collection)[Symbol.asyncIterator](), scratch.all(collection)[Symbol.asyncIterator]()]
  let [one, other] = [await held.next(), await folded.next()]
  while (!one.done || !other.done) {
    if (other.done || (!one.done && one.value.key < other.value.key)) {
      if (!one.done) yield { collection, key: one.value.key, problem: 'surplus' }
      one = await held.next()
    } else if (one.done || other.value.key < one.value.key) {
      yield { collection, key: other.value.key, problem: 'missing' }
      other = await folded.next()
    } else {
      if (!same(one.value, other.value)) yield { collection, key: one.value.key, problem: 'different' }
      ;[one, other] = [await held.next(), await folded.next()]
    }
  }
}

/** Positions may differ: a document that was folded anew after an erasure carries that of the erasure. */
const same = (one: StoredDocument, other: StoredDocument): boolean => isDeepStrictEqual(one.document, other.document)
