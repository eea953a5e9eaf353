// The technical records of a single instance, in a SQLite file of their own: durable before a write is answered, and gone when removed.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ListOptions, Records, StoredRecord } from '../document-store.ts'
import type { DurableThread } from './durable-thread.ts'
import { openGathering } from './gathering.ts'
import { unsealed } from './record-keys.ts'
import { openRecordWriting, type RecordOutcome, type RecordWrite } from './record-writing.ts'
import { openRecordsFile } from './records-file.ts'
import { asUnavailable } from './room.ts'
import { openRecordsAside, type RecordsAside } from './set-aside.ts'

type Row = Record<string, SQLOutputValue>

export type RecordsOptions = {
  /** See `EmbeddedEventStoreOptions`. */
  readonly alone: boolean
  /** Writes them; they are written here when absent. */
  readonly thread: Pick<DurableThread, 'recordsOf'> | undefined
}

type OpenedRecords = { readonly records: Records; readonly kinds: () => readonly string[]; readonly close: () => Promise<void> }

export const openRecords = (file: string, { alone, thread }: RecordsOptions): OpenedRecords => {
  const database = openRecordsFile(file, { alone })
  const aside = openRecordsAside(database, file)
  const write = thread ? thread.recordsOf(file) : openRecordWriting(database, file)
  const { add, flush } = openGathering<RecordWrite, RecordOutcome>({
    write: async (writes) => {
      try {
        return await write(writes)
      } catch (error) {
        throw asUnavailable(file, error)
      }
    },
  })

  const records: Records = {
    place: file,
    ...readsOf(statementsOf(database), aside),

    put: async (kind, key, value, { expectedRevision, expiresAt, dueAt, withoutTrace = false }) => {
      const times = { expiresAt: expiresAt?.getTime(), dueAt: dueAt?.getTime() }
      const { isDone, revision } = await add({ kind, key, value, expectedRevision, ...times, withoutTrace })
      return isDone ? revision : undefined
    },

    remove: async (kind, key, expectedRevision) => (await add({ kind, key, expectedRevision, withoutTrace: false })).isDone,

    setAside: async () => aside.all(),
  }
  const kinds = () =>
    database
      .prepare('select distinct kind from records order by kind')
      .all()
      .map(({ kind }) => String(kind))
  const close = async () => {
    await flush()
    database.close()
  }
  return { records, kinds, close }
}

const statementsOf = (database: DatabaseSync) => {
  const fromLive = 'from records left join pads using (slot) where kind = ? and (expires_at is null or expires_at > ?)'
  const selectLive = `select kind, key, value, pad, revision, due_at, expires_at ${fromLive}`
  // One bound on each side: of two on one side SQLite takes the first that it finds, which may be the wider one, and reads all that lies between.
  const forwards = 'key >= max(?, ?) and key < ? and key <> ? order by key limit ? offset ?'
  const backwards = 'key >= ? and key < min(?, ?) order by key desc limit ? offset ?'
  return {
    read: database.prepare(`${selectLive} and key = ?`),
    readMany: database.prepare(`${selectLive} and key in (select value from json_each(?))`),
    // Of one kind: its index has them in this order, so that a backlog is not sorted for the few that are asked for.
    due: database.prepare(`${selectLive} and due_at <= ? and (due_at, key) > (?, ?) order by due_at, key limit ?`),
    list: database.prepare(`${selectLive} and ${forwards}`),
    listBackwards: database.prepare(`${selectLive} and ${backwards}`),
    keys: database.prepare(`select key ${fromLive} and ${forwards}`),
    keysBackwards: database.prepare(`select key ${fromLive} and ${backwards}`),
    count: database.prepare(`select count(*) as count from (select key ${fromLive} and key >= ? and key < ? limit ?)`),
  }
}

type RecordReads = Pick<Records, 'get' | 'getMany' | 'due' | 'list' | 'keys' | 'count'>

const readsOf = (statements: ReturnType<typeof statementsOf>, aside: RecordsAside): RecordReads => {
  /** The record in a row; none if it cannot be opened. */
  const opened = (row: Row): readonly StoredRecord[] => {
    try {
      return [recordOf(row)]
    } catch {
      aside.move(row)
      return []
    }
  }

  return {
    get: async (kind, key) => {
      const row = statements.read.get(kind, Date.now(), key)
      return row && opened(row)[0]
    },

    getMany: async (kind, keys) =>
      new Map(
        statements.readMany
          .all(kind, Date.now(), JSON.stringify(keys))
          .flatMap(opened)
          .map((record) => [record.key, record]),
      ),

    due: async (kinds, now, limit, after) =>
      kinds
        .toSorted()
        .flatMap((kind) => statements.due.all(kind, Date.now(), now.getTime(), after?.dueAt.getTime() ?? earliest, after?.key ?? '', limit))
        .sort((one, other) => Number(one.due_at) - Number(other.due_at))
        .slice(0, limit)
        .flatMap((row) => opened(row).map((record) => ({ kind: String(row.kind), ...record }))),

    list: async (kind, { limit = Number.POSITIVE_INFINITY, ...rest } = {}) => {
      const found: StoredRecord[] = []
      const statement = rest.backwards ? statements.listBackwards : statements.list
      // Records that are set aside do not count: a page is full unless the records end.
      for (let options: ListOptions = rest; found.length < limit; ) {
        const wanted = limit - found.length
        const rows = statement.all(kind, Date.now(), ...boundsOf({ ...options, limit: wanted }))
        found.push(...rows.flatMap(opened))
        if (rows.length < wanted) break
        options = { ...options, skip: 0, after: String(rows.at(-1)?.key) }
      }
      return found
    },

    keys: async (kind, options = {}) => {
      const statement = options.backwards ? statements.keysBackwards : statements.keys
      return statement.all(kind, Date.now(), ...boundsOf(options)).map(({ key }) => String(key))
    },

    count: async (kind, { prefix, most }) => Number(statements.count.get(kind, Date.now(), prefix, endOf(prefix), most)?.count),
  }
}

/** Behind all keys that begin with the prefix. */
const endOf = (prefix: string): string => `${prefix}\u{10FFFF}`

/** The values of a statement that lists. */
const boundsOf = ({ prefix = '', after, skip = 0, limit = Number.POSITIVE_INFINITY, backwards = false }: ListOptions) => {
  const most = Number.isFinite(limit) ? limit : -1
  const end = endOf(prefix)
  return backwards ? [prefix, after ?? end, end, most, skip] : [prefix, after ?? '', end, after ?? '', most, skip]
}

const earliest = Number.MIN_SAFE_INTEGER

const recordOf = ({ key, value, pad, revision, due_at, expires_at }: Row): StoredRecord => ({
  key: String(key),
  value: unsealed(value as Uint8Array, pad as Uint8Array),
  revision: Number(revision),
  ...(due_at === null ? {} : { dueAt: new Date(Number(due_at)) }),
  ...(expires_at === null ? {} : { expiresAt: new Date(Number(expires_at)) }),
})
