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
  let reading = false

  const endRead = () => {
    if (!reading) return
    reading = false
    commit.run()
  }

  return {
    read: () => {
      if (reading) return
      begin.run()
      reading = true
      setImmediate(endRead)
    },
    endRead,
    write: (work: () => void): void => {
      endRead()
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
