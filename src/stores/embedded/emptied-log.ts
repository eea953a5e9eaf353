// Empties the write-ahead log of a file into the file: what was overwritten or removed stays in the log until then.
import type { DatabaseSync } from 'node:sqlite'

/**
 * Empties the log and cuts it off. That cannot be done while another connection reads what the log held before.
 * @param patienceMs how long to wait for such a reader, and for another connection that writes
 * @returns whether it could be done
 */
export const emptyLog = (database: DatabaseSync, patienceMs: number): boolean => {
  const usual = Number(database.prepare('pragma busy_timeout').get()?.timeout)
  database.exec(`pragma busy_timeout = ${patienceMs}`)
  try {
    return database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0
  } finally {
    database.exec(`pragma busy_timeout = ${usual}`)
  }
}
