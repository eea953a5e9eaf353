// The technical records of a single instance, in a SQLite file of their own: durable before a write is answered, and gone when removed.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Records, StoredRecord } from '../document-store.ts'
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
  const selectLive = `select kind, key, value, pad, revision, due_at, expires_at from records left join pads using (slot)
    where kind = ? and (expires_at is null or expires_at > ?)`
  return {
    read: database.prepare(`${selectLive} and key = ?`),
    readMany: database.prepare(`${selectLive} and key in (select value from json_each(?))`),
    // Of one kind: its index has them in this order, so that a backlog is not sorted for the few that are asked for.
    due: database.prepare(`${selectLive} and due_at <= ? and (due_at, key) > (?, ?) order by due_at, key limit ?`),
    list: database.prepare(`${selectLive} and key >= ? and key > ? order by key`),
    listBackwards: database.prepare(`${selectLive} and key >= ? and key < ? order by key desc`),
  }
}

const readsOf = (statements: ReturnType<typeof statementsOf>, aside: RecordsAside): Pick<Records, 'get' | 'getMany' | 'due' | 'list'> => {
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

    list: async (kind, { prefix = '', after, limit = Number.POSITIVE_INFINITY, backwards = false } = {}) => {
      const found: StoredRecord[] = []
      const statement = backwards ? statements.listBackwards : statements.list
      // Records that are set aside do not count: a page is full unless the records end.
      for (let from = after ?? (backwards ? `${prefix}\u{10FFFF}` : ''); found.length < limit; ) {
        const rows: Row[] = []
        for (const row of statement.iterate(kind, Date.now(), prefix, from)) {
          if (rows.length >= limit - found.length || !String(row.key).startsWith(prefix)) break
          rows.push(row)
        }
        if (rows.length === 0) break
        found.push(...rows.flatMap(opened))
        from = String(rows.at(-1)?.key)
      }
      return found
    },
  }
}

const earliest = Number.MIN_SAFE_INTEGER

const recordOf = ({ key, value, pad, revision, due_at, expires_at }: Row): StoredRecord => ({
  key: String(key),
  value: unsealed(value as Uint8Array, pad as Uint8Array),
  revision: Number(revision),
  ...(due_at === null ? {} : { dueAt: new Date(Number(due_at)) }),
  ...(expires_at === null ? {} : { expiresAt: new Date(Number(expires_at)) }),
})
