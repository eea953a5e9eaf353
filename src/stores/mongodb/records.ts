// The technical records of the document store port in MongoDB: one collection, every write conditional on the record's revision.
import { randomUUID } from 'node:crypto'
import type { Collection, Db, Filter } from 'mongodb'
import type { DuePlace, DueRecord, ListOptions, Records, SetAside, StoredRecord } from '../document-store.ts'
import { duplicateKey, isServerError, type Reach } from './availability.ts'
import { decodeFields, encodeFields } from './documents.ts'

/** `write`: the id of the write that made this revision. After a lost connection it shows whether the write arrived. */
type RecordFields = {
  _id: string
  kind: string
  key: string
  value: { [field: string]: unknown }
  revision: number
  write: string
  due_at?: Date
  expires_at?: Date
}

type OpenedRecords = { readonly records: Records; readonly kinds: () => Promise<readonly string[]> }

/** A record that could not be opened, unchanged, under its own id. */
type AsideFields = RecordFields & { found_at: Date }

const unsupportedIndexOption = [59, 67, 115, 197, 238]

/**
 * A removed record is gone from every answer at once. Its bytes leave a member's files when the storage engine reuses the space, and the
 * replication log when that has moved on, which MongoDB offers no way to hasten.
 */
export async function openRecords(db: Db, { repeatable, once }: Reach): Promise<OpenedRecords> {
  // Journaled on a standalone server too: a record that was acknowledged survives its crash.
  const durable = { ...db.writeConcern, w: 'majority' as const, journal: true }
  const stored = db.collection<RecordFields>('service_records', { writeConcern: durable })
  await repeatable(() => createIndexes(stored))

  const aside = db.collection<AsideFields>('service_records_set_aside', { writeConcern: durable })

  const records: Records = {
    place: `${stored.collectionName} in ${db.databaseName}`,
    ...readsOf({ stored, aside, repeatable }),

    put: async (kind, key, value, { expectedRevision, expiresAt, dueAt }) => {
      const _id = idOf(kind, key)
      const revision = expectedRevision + 1
      const write = randomUUID()
      const record = {
        kind,
        key,
        value: encodeFields(value, false),
        revision,
        write,
        ...(dueAt && { due_at: dueAt }),
        ...(expiresAt && { expires_at: expiresAt }),
      }
      return repeatable(async (again) => {
        const won = revision === 0 ? await create(stored, _id, record) : await replace(stored, _id, expectedRevision, record)
        if (won) return revision
        const ours = again && (await stored.countDocuments({ _id, write })) > 0
        return ours ? revision : undefined
      })
    },

    // Not repeated: a second run could not tell its own deletion from another's.
    remove: (kind, key, expectedRevision) =>
      once(async () => {
        const _id = idOf(kind, key)
        const atRevision = expectedRevision === undefined ? {} : { revision: expectedRevision }
        const { deletedCount } = await stored.deleteOne({ _id, ...atRevision, ...unexpired() })
        const { deletedCount: fromAside } = await aside.deleteOne({ _id })
        return deletedCount + fromAside > 0
      }),

    setAside: () =>
      repeatable(async () => {
        const found = await aside.find({}, { sort: { _id: 1 } }).toArray()
        return found.map(({ _id, found_at }): SetAside => {
          const [kind = '', ...key] = _id.split(':')
          return { kind, key: key.join(':'), file: aside.collectionName, found_at: found_at.toISOString() }
        })
      }),
  }

  return { records, kinds: async () => (await stored.distinct('kind')).toSorted() }
}

type ReadOptions = {
  readonly stored: Collection<RecordFields>
  readonly aside: Collection<AsideFields>
  readonly repeatable: Reach['repeatable']
}

const readsOf = ({ stored, aside, repeatable }: ReadOptions): Pick<Records, 'get' | 'getMany' | 'due' | 'list' | 'keys' | 'count'> => {
  /** Copied before it is deleted, so that a kill loses nothing. A record that was written again meanwhile stays, and there is nothing to set aside. */
  const setAside = async ({ _id, ...rest }: RecordFields): Promise<void> => {
    const { write } = rest
    await aside.replaceOne({ _id }, { ...rest, found_at: new Date() }, { upsert: true })
    const { deletedCount } = await stored.deleteOne({ _id, write })
    if (deletedCount === 0 && (await stored.countDocuments({ _id })) > 0) await aside.deleteOne({ _id, write })
  }

  /** The record in a document; none if it cannot be read as one, which sets it aside. */
  const opened = async (fields: RecordFields): Promise<readonly StoredRecord[]> => {
    try {
      return [recordOf(fields)]
    } catch {
      await setAside(fields)
      return []
    }
  }
  const allOpened = async (found: readonly RecordFields[]) => (await Promise.all(found.map(opened))).flat()

  const read = async (filter: Filter<RecordFields>) =>
    allOpened(await repeatable(() => stored.find({ ...filter, ...unexpired() }, { sort: { _id: 1 } }).toArray()))

  const listed = (kind: string, { prefix = '', after, skip = 0, limit, backwards = false }: ListOptions) =>
    stored.find(
      {
        $and: [keysFrom(kind, prefix), ...(after === undefined ? [] : [{ _id: { [backwards ? '$lt' : '$gt']: idOf(kind, after) } }])],
        ...unexpired(),
      },
      { sort: { _id: backwards ? -1 : 1 }, skip, ...(limit !== undefined && { limit }) },
    )

  return {
    get: async (kind, key) => (await read({ _id: idOf(kind, key) }))[0],

    getMany: async (kind, keys) => {
      if (keys.length === 0) return new Map()
      const found = await read({ _id: { $in: keys.map((key) => idOf(kind, key)) } })
      return new Map(found.map((record) => [record.key, record]))
    },

    due: (kinds, now, limit, after) =>
      repeatable(async () => {
        const filter = {
          kind: { $in: [...kinds] },
          due_at: { $lte: now, ...(after && { $gte: after.dueAt }) },
          ...unexpired(),
          ...(after && behind(kinds, after)),
        }
        const found = await stored.find(filter, { sort: { due_at: 1, _id: 1 }, limit }).toArray()
        const due = found.map(async (fields) => (await opened(fields)).map((record): DueRecord => ({ kind: fields.kind, ...record })))
        return (await Promise.all(due)).flat()
      }),

    list: async (kind, { limit = Number.POSITIVE_INFINITY, ...rest } = {}) => {
      const found: StoredRecord[] = []
      // Records that are set aside do not count: a page is full unless the records end.
      for (let options: ListOptions = rest; found.length < limit; ) {
        const wanted = limit - found.length
        const page = await repeatable(() => listed(kind, { ...options, ...(Number.isFinite(wanted) && { limit: wanted }) }).toArray())
        found.push(...(await allOpened(page)))
        if (page.length < wanted) break
        options = { ...options, skip: 0, after: String(page.at(-1)?.key) }
      }
      return found
    },

    keys: (kind, options = {}) =>
      options.limit === 0
        ? Promise.resolve([])
        : repeatable(async () =>
            (await listed(kind, options).project<Pick<RecordFields, 'key'>>({ key: 1 }).toArray()).map(({ key }) => key),
          ),

    count: (kind, { prefix, most }) =>
      repeatable(() => stored.countDocuments({ ...keysFrom(kind, prefix), ...unexpired() }, { limit: most })),
  }
}

const keysFrom = (kind: string, prefix: string): Filter<RecordFields> => ({
  _id: { $gte: idOf(kind, prefix), $lt: `${idOf(kind, prefix)}\u{10FFFF}` },
})

/** Whether the record was created: where none was, or in the place of an expired one. */
async function create(records: Collection<RecordFields>, _id: string, record: Omit<RecordFields, '_id'>): Promise<boolean> {
  try {
    await records.replaceOne({ _id, expires_at: { $lte: new Date() } }, record, { upsert: true })
    return true
  } catch (error) {
    if (isServerError(error, duplicateKey)) return false
    throw error
  }
}

async function replace(
  records: Collection<RecordFields>,
  _id: string,
  revision: number,
  record: Omit<RecordFields, '_id'>,
): Promise<boolean> {
  const { matchedCount } = await records.replaceOne({ _id, revision, ...unexpired() }, record)
  return matchedCount > 0
}

async function createIndexes(records: Collection<RecordFields>): Promise<void> {
  await records.createIndex({ kind: 1, due_at: 1, _id: 1 })
  // Only clears away: an expired record counts as absent whether or not the server has come round to it.
  await records.createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 }).catch((error: unknown) => {
    if (!isServerError(error, ...unsupportedIndexOption)) throw error
  })
}

const unexpired = (): Filter<RecordFields> => ({ expires_at: { $not: { $lte: new Date() } } })

/** Those that are due at the same time are in the order of their keys. */
const behind = (kinds: readonly string[], { dueAt, key }: DuePlace): Filter<RecordFields> => ({
  $or: [{ due_at: { $gt: dueAt } }, ...kinds.map((kind) => ({ _id: { $gt: idOf(kind, key) } }))],
})

function idOf(kind: string, key: string): string {
  if (kind.includes(':')) throw new TypeError(`a kind of record must not contain a colon: ${kind}`)
  return `${kind}:${key}`
}

function recordOf({ key, value, revision, due_at, expires_at }: RecordFields): StoredRecord {
  return {
    key,
    value: decodeFields(value, false),
    revision,
    ...(due_at && { dueAt: due_at }),
    ...(expires_at && { expiresAt: expires_at }),
  }
}
