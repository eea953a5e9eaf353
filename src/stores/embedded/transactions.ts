// The transactions in which the read models' file is read and written.
import type { DatabaseSync } from 'node:sqlite'

/**
 * Reads within one turn of the event loop share a transaction, because taking and leaving the file's lock costs more than reading a document.
 * It ends with the turn, so that it never blocks the write-ahead log.
 */
export const transactions = (database: DatabaseSync) => {
  const begin = database.prepare('begin')
  const beginWrite = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const rollback = database.prepare('rollback')
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
      beginWrite.run()
      try {
        work()
        commit.run()
      } catch (error) {
        if (database.isTransaction) rollback.run()
        throw error
      }
    },
  }
}
