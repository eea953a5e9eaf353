// Overwrites what dropped collections leave in the free pages of a file, because versions before may hold in plain what later ones seal. SQLite's own
// way (secure_delete) writes all of it in the transaction of the drop: it keeps the service waiting, and the write-ahead log grows as long. Here zeros
// take the free pages, a piece at a time, and then leave them again. The table of zeros says in the file that there is more to do, also after a crash.
import type { DatabaseSync } from 'node:sqlite'
import { writing } from './transactions.ts'

/** Pages in a row of zeros, and rows in a piece: 1 MB where pages have 4 KB. */
const pagesInRow = 64
const rowsInPiece = 4

/** The first bytes of a page of a long value name the next page. */
const linkBytes = 4

/** As long as the row -1 is there, there are free pages that nobody has overwritten. The row -2 says that zeros may be in the write-ahead log alone. */
const mark = `
  create table if not exists _overwritten (id integer primary key, zeros blob);
  insert or ignore into _overwritten values (-1, null)`

/** `waiting`: for a reader, before whom what the log holds is not copied into the file. */
export type OverwritingProgress = 'more' | 'waiting' | 'done'

export type Overwriting = {
  /** To be called in the transaction of a drop. */
  readonly mark: () => void
  readonly isMarked: () => boolean
  /** Overwrites some pages, or hands some back once the zeros are in the file: a copy of the file alone holds nothing of what was there. */
  readonly piece: () => OverwritingProgress
  /** What was to be done has been done in another way. */
  readonly unmark: () => void
}

export const openOverwriting = (database: DatabaseSync): Overwriting => {
  const table = database.prepare(`select 1 from sqlite_schema where type = 'table' and name = '_overwritten'`)
  const numberIn = (pragma: 'freelist_count' | 'page_size'): number => Number(database.prepare(`pragma ${pragma}`).get()?.[pragma])
  const rowBytes = numberIn('page_size') - linkBytes
  const isMarked = () => table.get() !== undefined
  const unmark = () => database.exec('drop table if exists _overwritten')

  const overwriteSome = () => {
    const insert = database.prepare('insert into _overwritten (zeros) values (zeroblob(?))')
    let free = numberIn('freelist_count')
    for (let row = 0; row < rowsInPiece && free > 0; row++) {
      insert.run(Math.min(free, pagesInRow) * rowBytes)
      free = numberIn('freelist_count')
    }
    if (free === 0) database.exec('delete from _overwritten where id = -1; insert or ignore into _overwritten values (-2, null)')
  }

  const hasRow = (id: number) => database.prepare('select 1 from _overwritten where id = ?').get(id) !== undefined

  const handSomeBack = () => {
    database.exec(`delete from _overwritten where id in (select id from _overwritten where id >= 0 limit ${rowsInPiece})`)
    if (database.prepare('select 1 from _overwritten').get() === undefined) unmark()
  }

  return {
    mark: () => database.exec(mark),
    isMarked,
    piece: () => {
      if (!isMarked()) return 'done'
      if (hasRow(-1)) writing(database)(overwriteSome)
      else if (!hasRow(-2)) writing(database)(handSomeBack)
      else if (copyLog(database)) writing(database)(() => database.exec('delete from _overwritten where id = -2'))
      else return 'waiting'
      return isMarked() ? 'more' : 'done'
    },
    unmark,
  }
}

/** @returns whether all that the write-ahead log held before is in the file. It waits for no other connection. */
const copyLog = (database: DatabaseSync): boolean => {
  const passed = (mode: 'noop' | 'passive') =>
    database.prepare(`pragma wal_checkpoint(${mode})`).get() as {
      readonly busy: number
      readonly log: number
      readonly checkpointed: number
    }
  const before = passed('noop')
  const after = passed('passive')
  // A shorter log has begun again, which it does when all of it is in the file.
  return after.busy === 0 && (after.checkpointed >= before.log || after.log < before.log)
}
