// Writes technical records, on the thread that opened them or in one of their own.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { TraceKept } from '../document-store.ts'
import type { JsonObject } from '../event-store.ts'
import { emptyLog } from './emptied-log.ts'
import type { Outcomes } from './gathering.ts'
import { openRecordKeys } from './record-keys.ts'
import { takesNoMore } from './room.ts'
import { openRecordsAside } from './set-aside.ts'
import { writing } from './transactions.ts'

/** A write as it can go to another thread. Times are in milliseconds since 1970. */
export type RecordWrite = {
  readonly kind: string
  readonly key: string
  /** Undefined where the record is removed. */
  readonly value?: JsonObject
  readonly expectedRevision?: number | undefined
  readonly expiresAt?: number | undefined
  readonly dueAt?: number | undefined
  /** Done only when nothing is left of what stood there before, in the write-ahead log neither. */
  readonly withoutTrace: boolean
}

/** `revision`: of the record that was put, or that is removed. */
export type RecordOutcome = { readonly isDone: boolean; readonly revision: number }

/** Writes in one transaction, in order. What this returns is durable. @throws what SQLite throws; nothing is written then */
export type RecordWriting = (writes: readonly RecordWrite[]) => Outcomes<RecordOutcome>

type Row = Record<string, SQLOutputValue>

const purgeEveryMs = 60_000

/** How long the writes wait for another program that reads the file, a backup for instance: where what stood there before has to be gone, and where not. */
const patienceMs = 500
const briefPatienceMs = 20

export const openRecordWriting = (database: DatabaseSync, file: string): RecordWriting => {
  const { put, remove, purge } = writesOf(database, file)
  const inTransaction = writing(database)
  /** Whether the write-ahead log may hold what is gone: of a process that was killed, or because another program read the file at the time. */
  let holdsTrace = true

  return (writes) => {
    const outcomes = inTransaction(() => {
      purge()
      return writes.map((write) => (write.value ? put(write, write.value) : remove(write)))
    })
    const isAwaited = writes.some(({ withoutTrace }) => withoutTrace)
    if (holdsTrace || isAwaited || writes.some(({ value }) => !value))
      holdsTrace = !(isAwaited ? emptyLog(database, patienceMs) : emptyIfFree(database))
    return outcomes.map((value, n) =>
      holdsTrace && writes[n]?.withoutTrace ? { status: 'rejected', reason: traceLeft() } : { status: 'fulfilled', value },
    )
  }
}

const traceLeft = () => new TraceKept('done, but another program has records.sqlite open and keeps what stood there before in its log')

/** What was written stays written where the disk has no room to empty the log. */
const emptyIfFree = (database: DatabaseSync): boolean => {
  try {
    return emptyLog(database, briefPatienceMs)
  } catch (error) {
    if (takesNoMore(error)) return false
    throw error
  }
}

const writesOf = (database: DatabaseSync, file: string) => {
  const recordKeys = openRecordKeys(database)
  const aside = openRecordsAside(database, file)
  const revisionOf = database.prepare('select slot, revision, expires_at from records where kind = ? and key = ?')
  const upsert = database.prepare(
    `insert into records (kind, key, value, slot, revision, expires_at, due_at) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (kind, key) do update set value = excluded.value, slot = excluded.slot, revision = excluded.revision,
       expires_at = excluded.expires_at, due_at = excluded.due_at`,
  )
  const drop = database.prepare('delete from records where kind = ? and key = ?')
  const expired = database.prepare('select kind, key, slot from records where expires_at <= ? limit 1000')

  const erase = ({ kind, key, slot }: Row) => {
    recordKeys.destroy(Number(slot))
    drop.run(kind!, key!)
  }

  let purgedAt = 0
  const purge = () => {
    const now = Date.now()
    if (now < purgedAt + purgeEveryMs) return
    purgedAt = now
    for (const row of expired.all(now)) erase(row)
  }

  /** The record's row, and its revision: -1 for one that is absent or expired. */
  const current = ({ kind, key }: RecordWrite) => {
    const row = revisionOf.get(kind, key)
    const live = row !== undefined && (row.expires_at === null || Number(row.expires_at) > Date.now())
    return { row, revision: live ? Number(row.revision) : -1 }
  }

  const put = (write: RecordWrite, value: JsonObject): RecordOutcome => {
    const { kind, key, expectedRevision, expiresAt = null, dueAt = null } = write
    const { row, revision } = current(write)
    if (revision !== expectedRevision) return { isDone: false, revision }
    const { slot, sealed } = recordKeys.seal(value, row && Number(row.slot))
    upsert.run(kind, key, sealed, slot, revision + 1, expiresAt, dueAt)
    return { isDone: true, revision: revision + 1 }
  }

  const remove = (write: RecordWrite): RecordOutcome => {
    const { kind, key, expectedRevision } = write
    const { row, revision } = current(write)
    const isLive = revision !== -1
    const slotAside = aside.forget(kind, key)
    const wasAside = slotAside !== undefined
    if (wasAside) recordKeys.destroy(slotAside)
    if (!row || (isLive && expectedRevision !== undefined && expectedRevision !== revision)) return { isDone: wasAside, revision }
    erase({ kind, key, slot: row.slot! })
    return { isDone: isLive || wasAside, revision }
  }

  return { put, remove, purge }
}
