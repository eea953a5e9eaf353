// How changed documents are written: each only over an older position, so that the same events again change nothing.
import type { AnyBulkWriteOperation, Collection } from 'mongodb'
import type { Change, CollectionSpec } from '../document-store.ts'
import { chunks, duplicatesIn } from './bulk.ts'
import { encodeFields, type Fields, gramsIn, type StoredFields } from './documents.ts'

const readAtOnce = 1000

/**
 * Inserts new documents and replaces older ones. Where the writer does not say which it is, the positions are read first, so that a repeated
 * batch writes nothing. The conditions on the writes keep it right when another writer comes between.
 */
export async function applyChanges(
  documents: Collection<StoredFields>,
  { search = [] }: Pick<CollectionSpec, 'search'>,
  changes: readonly Change[],
): Promise<void> {
  const untold = changes.filter(({ isNew }) => isNew === undefined)
  const positions = await positionsOf(documents, untold)
  const ahead = changes.filter(({ key, position }) => (positions.get(key) ?? -1n) < position)
  const inserts = ({ key, isNew }: Change) => isNew ?? !positions.has(key)
  const overtaken = await write(documents, ahead, (change) => (inserts(change) ? insertion(change, search) : replacement(change, search)))
  await write(documents, overtaken, (change) => replacement(change, search))
}

async function positionsOf(documents: Collection<StoredFields>, changes: readonly Change[]): Promise<ReadonlyMap<string, bigint>> {
  const positions = new Map<string, bigint>()
  for (const some of chunks(changes, readAtOnce)) {
    const filter = { _id: { $in: some.map((change) => change.key) } }
    for await (const stored of documents.find(filter, { projection: { _position: 1 }, batchSize: readAtOnce })) {
      positions.set(stored._id, stored._position)
    }
  }
  return positions
}

/** @returns the changes whose document another writer had inserted meanwhile */
async function write(
  documents: Collection<StoredFields>,
  changes: readonly Change[],
  operation: (change: Change) => AnyBulkWriteOperation<StoredFields>,
): Promise<readonly Change[]> {
  const duplicates = await duplicatesIn(documents, changes.map(operation))
  return changes.filter((_, index) => duplicates.has(index))
}

type Search = readonly string[]

const insertion = (change: Change, search: Search): AnyBulkWriteOperation<StoredFields> => ({
  insertOne: { document: { _id: change.key, ...fieldsOf(change, search) } },
})

const replacement = (change: Change, search: Search): AnyBulkWriteOperation<StoredFields> => ({
  replaceOne: { filter: { _id: change.key, _position: { $lt: change.position } }, replacement: fieldsOf(change, search) },
})

const fieldsOf = ({ document, position, rendering }: Change, search: Search): Fields => ({
  _position: position,
  ...(rendering == null ? {} : { _rendering: rendering }),
  ...(document === null || search.length === 0 ? {} : { _grams: gramsIn(document, search) }),
  ...(document === null ? { _deleted: true as const } : encodeFields(document)),
})
