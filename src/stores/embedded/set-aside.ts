// Records that cannot be opened, because a byte of the value or of its key changed: the row is moved out of the way with all that is left of it, so that
// it stops nothing else and an operator sees which one it is.
import { basename } from 'node:path'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { SetAside } from '../document-store.ts'
import { writing } from './transactions.ts'

type Row = Record<string, SQLOutputValue>

export type RecordsAside = {
  /** Moves the row of a record, unless another value was written into it since it was read. */
  readonly move: (row: Row) => void
  readonly all: () => readonly SetAside[]
  /** Forgets a record that is removed for good. @returns the slot of its key */
  readonly forget: (kind: string, key: string) => number | undefined
}

export const openRecordsAside = (database: DatabaseSync, file: string): RecordsAside => {
  const isRow = 'kind = ? and key = ? and value = ?'
  const copy = database.prepare(`insert or replace into set_aside (kind, key, value, slot, revision, expires_at, due_at, found_at)
    select kind, key, value, slot, revision, expires_at, due_at, ? from records where ${isRow}`)
  const remove = database.prepare(`delete from records where ${isRow}`)
  const all = database.prepare('select kind, key, found_at from set_aside order by kind, key')
  const forget = database.prepare('delete from set_aside where kind = ? and key = ? returning slot')
  const inTransaction = writing(database)
  const named = ({ kind, key, found_at }: Record<string, unknown>): SetAside => ({
    kind: String(kind),
    key: String(key),
    file: basename(file),
    found_at: String(found_at),
  })
  return {
    move: ({ kind, key, value }) => {
      inTransaction(() => {
        copy.run(new Date().toISOString(), kind!, key!, value!)
        remove.run(kind!, key!, value!)
      })
    },
    all: () => all.all().map(named),
    forget: (kind, key) => {
      const slot = forget.get(kind, key)?.slot
      return slot === undefined ? undefined : Number(slot)
    },
  }
}
