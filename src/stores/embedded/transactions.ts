// The transactions in which the embedded stores' files are written, and those in which the read models are read.
import type { DatabaseSync } from 'node:sqlite'

/**
 * Runs work in one transaction that writes. After a failure nothing of it is written, and the next one begins as if it had never been.
 * @throws what the work threw, or the commit
 */
export const writing =
  (database: DatabaseSync) =>
  <Result>(work: () => Result): Result => {
    database.exec('begin immediate')
    try {
      const result = work()
      database.exec('commit')
      return result
    } catch (error) {
      // After some failures, those of a disk among them, SQLite has ended it already.
      if (database.isTransaction) database.exec('rollback')
      throw error
    }
  }

/**
 * Reads within one turn of the event loop share a transaction, because taking and leaving the file's lock costs more than reading a document.
 * It ends with the turn, so that it never blocks the write-ahead log.
 */
export const transactions = (database: DatabaseSync) => {
  const begin = database.prepare('begin')
  const commit = database.prepare('commit')
  const inWrite = writing(database)
  /** Changes with each commit of another connection. */
  const version = database.prepare('pragma data_version')
  let reading = false
  let seen: unknown
  let changes = 0

  const endRead = () => {
    if (!reading) return
    reading = false
    commit.run()
  }

  return {
    /** @returns how often the data have changed: what was read is still true while this stays the same */
    read: (): number => {
      if (reading) return changes
      begin.run()
      reading = true
      setImmediate(endRead)
      const found = version.get()?.data_version
      if (found !== seen) changes++
      seen = found
      return changes
    },
    endRead,
    write: (work: () => void): void => {
      endRead()
      changes++
      inWrite(work)
    },
  }
}
