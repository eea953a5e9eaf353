// Many documents in few commands: conditional writes of which some may meet a document that is there already, and keys in chunks.
import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError, type Document as MongoDocument } from 'mongodb'
import { duplicateKey } from './availability.ts'

/** Runs the operations in any order. @returns the indexes of those that met a document of the same key */
export async function duplicatesIn<Fields extends MongoDocument>(
  collection: Collection<Fields>,
  operations: readonly AnyBulkWriteOperation<Fields>[],
): Promise<ReadonlySet<number>> {
  if (operations.length === 0) return new Set()
  try {
    await collection.bulkWrite(operations, { ordered: false })
    return new Set()
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    const failures = [error.writeErrors].flat()
    if (failures.length === 0 || failures.some((failure) => failure.code !== duplicateKey)) throw error
    return new Set(failures.map((failure) => failure.index))
  }
}

export function* chunks<T>(items: readonly T[], size: number): Iterable<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
