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

/** As long as the row -1 is there, there are free pages that nobody has overwritten. */
const mark = `
  create table if not exists _overwritten (id integer primary key, zeros blob);
  insert or ignore into _overwritten values (-1, null)`

export type Overwriting = {
  /** To be called in the transaction of a drop. */
  readonly mark: () => void
  readonly isMarked: () => boolean
  /** Overwrites some pages, or hands some back. @returns whether there is more to do */
  readonly piece: () => boolean
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
    if (free === 0) database.exec('delete from _overwritten where id = -1')
  }

  const handSomeBack = () => {
    database.exec(`delete from _overwritten where id in (select id from _overwritten limit ${rowsInPiece})`)
    if (database.prepare('select 1 from _overwritten').get() === undefined) unmark()
  }

  return {
    mark: () => database.exec(mark),
    isMarked,
    piece: () => {
      if (!isMarked()) return false
      const isFree = database.prepare('select 1 from _overwritten where id = -1').get() !== undefined
      writing(database)(isFree ? overwriteSome : handSomeBack)
      return isMarked()
    },
    unmark,
  }
}
