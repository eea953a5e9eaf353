// The technical records of a single instance, in a SQLite file of their own: durable before a write is answered, and gone when removed.
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import type { Records, StoredRecord } from '../document-store.ts'
import type { Gather } from '../turns.ts'
import { openRecordKeys, type RecordKeys, unsealed } from './record-keys.ts'
import { asUnavailable } from './room.ts'
import { openRecordsAside, type RecordsAside } from './set-aside.ts'

type Row = Record<string, SQLOutputValue>

const purgeEveryMs = 60_000

export type RecordsOptions = {
  /** See `EmbeddedEventStoreOptions`. */
  readonly alone: boolean
  /** When writes are committed together. */
  readonly whenGathered: Gather
}

type OpenedRecords = { readonly records: Records; readonly kinds: () => readonly string[]; readonly close: () => void }

export const openRecords = (file: string, { alone, whenGathered }: RecordsOptions): OpenedRecords => {
  const database = openDatabase(file, alone)
  const recordKeys = openRecordKeys(database)
  const aside = openRecordsAside(database, file)
  const statements = statementsOf(database)

  const erase = ({ kind, key, slot }: Row) => {
    recordKeys.destroy(Number(slot))
    statements.remove.run(kind!, key!)
  }

  let purgedAt = 0
  const purge = () => {
    const now = Date.now()
    if (now < purgedAt + purgeEveryMs) return
    purgedAt = now
    for (const row of statements.expired.all(now)) erase(row)
  }

  const writes = groupCommit(database, { whenGathered, beforehand: purge, explained: (error) => asUnavailable(file, error) })

  const records: Records = {
    place: file,
    ...readsOf(statements, aside),
    ...writesOf({ statements, recordKeys, aside, writes, erase }),
    setAside: async () => aside.all(),
  }
  const close = () => {
    writes.flush()
    database.close()
  }
  const kinds = () =>
    database
      .prepare('select distinct kind from records order by kind')
      .all()
      .map(({ kind }) => String(kind))
  return { records, kinds, close }
}

/** How long a removal waits, and all writes with it, for another program that has the file open. */
const patienceMs = 500

const openDatabase = (file: string, alone: boolean): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: patienceMs })
  if (alone) database.exec('pragma locking_mode = exclusive')
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma secure_delete = on;
    create table if not exists records (kind text not null, key text not null, value blob not null, slot integer not null,
      revision integer not null, expires_at integer, due_at integer, primary key (kind, key)) without rowid;
    create index if not exists records_due on records (kind, due_at, key) where due_at is not null;
    create index if not exists records_expiring on records (expires_at) where expires_at is not null;`)
  return database
}

type Statements = ReturnType<typeof statementsOf>

const statementsOf = (database: DatabaseSync) => {
  const selectLive = `select kind, key, value, pad, revision, due_at, expires_at from records left join pads using (slot)
    where kind = ? and (expires_at is null or expires_at > ?)`
  return {
    read: database.prepare(`${selectLive} and key = ?`),
    readMany: database.prepare(`${selectLive} and key in (select value from json_each(?))`),
    due: database.prepare(
      `${selectLive.replace('kind = ?', 'kind in (select value from json_each(?))')} and due_at <= ? order by due_at, kind, key limit ?`,
    ),
    list: database.prepare(`${selectLive} and key >= ? and key > ? order by key`),
    revisionOf: database.prepare('select slot, revision, expires_at from records where kind = ? and key = ?'),
    upsert: database.prepare(
      `insert into records (kind, key, value, slot, revision, expires_at, due_at) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (kind, key) do update set value = excluded.value, slot = excluded.slot, revision = excluded.revision,
         expires_at = excluded.expires_at, due_at = excluded.due_at`,
    ),
    remove: database.prepare('delete from records where kind = ? and key = ?'),
    expired: database.prepare('select kind, key, slot from records where expires_at <= ? limit 1000'),
  }
}

const readsOf = (statements: Statements, aside: RecordsAside): Pick<Records, 'get' | 'getMany' | 'due' | 'list'> => {
  /** The record in a row; none if it cannot be opened. */
  const opened = (row: Row): readonly StoredRecord[] => {
    try {
      return [recordOf(row)]
    } catch {
      aside.move(String(row.kind), String(row.key))
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

    due: async (kinds, now, limit) =>
      statements.due
        .all(JSON.stringify(kinds), Date.now(), now.getTime(), limit)
        .flatMap((row) => opened(row).map((record) => ({ kind: String(row.kind), ...record }))),

    list: async (kind, { prefix = '', after = '', limit = Number.POSITIVE_INFINITY } = {}) => {
      const found: StoredRecord[] = []
      // Records that are set aside do not count: a page is full unless the records end.
      for (let from = after; found.length < limit; ) {
        const rows: Row[] = []
        for (const row of statements.list.iterate(kind, Date.now(), prefix, from)) {
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

type WriteOptions = {
  readonly statements: Statements
  readonly recordKeys: RecordKeys
  readonly aside: RecordsAside
  readonly writes: ReturnType<typeof groupCommit>
  readonly erase: (row: Row) => void
}

const writesOf = ({ statements, recordKeys, aside, writes, erase }: WriteOptions): Pick<Records, 'put' | 'remove'> => {
  /** The record's row, and its revision: -1 for one that is absent or expired. */
  const current = (kind: string, key: string) => {
    const row = statements.revisionOf.get(kind, key)
    const live = row !== undefined && (row.expires_at === null || Number(row.expires_at) > Date.now())
    return { row, revision: live ? Number(row.revision) : -1 }
  }

  return {
    put: (kind, key, value, { expectedRevision, expiresAt, dueAt, withoutTrace = false }) =>
      writes[withoutTrace ? 'withoutTrace' : 'durable'](() => {
        const { row, revision } = current(kind, key)
        if (revision !== expectedRevision) return undefined
        const { slot, sealed } = recordKeys.seal(value, row && Number(row.slot))
        statements.upsert.run(kind, key, sealed, slot, revision + 1, expiresAt?.getTime() ?? null, dueAt?.getTime() ?? null)
        return revision + 1
      }),

    remove: (kind, key, expectedRevision) =>
      writes.withoutTrace(() => {
        const { row, revision } = current(kind, key)
        const live = revision !== -1
        const slotAside = aside.forget(kind, key)
        if (slotAside !== undefined) recordKeys.destroy(slotAside)
        if (!row || (live && expectedRevision !== undefined && expectedRevision !== revision)) return slotAside !== undefined
        erase({ kind, key, slot: row.slot! })
        return live || slotAside !== undefined
      }),
  }
}

type Pending = {
  readonly write: () => { readonly answer: () => void }
  readonly fail: (error: unknown) => void
  readonly withoutTrace: boolean
}

type GroupOptions = {
  readonly whenGathered: Gather
  /** Done in each transaction before its writes. */
  readonly beforehand: () => void
  readonly explained: (error: unknown) => unknown
}

/**
 * Writes that arrive together share one transaction and its wait for the disk. Each is answered once it is durable; one `withoutTrace` once
 * the write-ahead log has been emptied into the file too, for what it removed is still in it.
 */
const groupCommit = (database: DatabaseSync, { whenGathered, beforehand, explained }: GroupOptions) => {
  let waiting: Pending[] = []

  const flush = () => {
    const group = waiting
    if (group.length === 0) return
    waiting = []
    try {
      database.exec('begin immediate')
      beforehand()
      const written = group.map((pending) => ({ ...pending, ...pending.write() }))
      database.exec('commit')
      const trace = group.some(({ withoutTrace }) => withoutTrace) && !emptyWriteAheadLog(database)
      for (const { answer, fail, withoutTrace } of written)
        if (trace && withoutTrace)
          fail(new Error('done, but another program has records.sqlite open and keeps what stood there before in its log'))
        else answer()
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('rollback')
      for (const { fail } of group) fail(explained(error))
    }
  }

  const join = <Outcome>(work: () => Outcome, withoutTrace: boolean): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const write = () => {
        const outcome = work()
        return { answer: () => resolve(outcome) }
      }
      if (waiting.push({ write, fail: reject, withoutTrace }) === 1) whenGathered(flush)
    })

  return {
    flush,
    durable: <Outcome>(work: () => Outcome) => join(work, false),
    withoutTrace: <Outcome>(work: () => Outcome) => join(work, true),
  }
}

/** @returns whether it could be emptied */
const emptyWriteAheadLog = (database: DatabaseSync): boolean => database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0

const recordOf = ({ key, value, pad, revision, due_at, expires_at }: Row): StoredRecord => ({
  key: String(key),
  value: unsealed(value as Uint8Array, pad as Uint8Array),
  revision: Number(revision),
  ...(due_at === null ? {} : { dueAt: new Date(Number(due_at)) }),
  ...(expires_at === null ? {} : { expiresAt: new Date(Number(expires_at)) }),
})
