// A file as a lock between processes: an open exclusive transaction on an empty database. SQLite knows how to hold one on every platform, and it ends with
// the process, even after a kill. The file stays, because another process may be about to take it.
import { DatabaseSync } from 'node:sqlite'

export type Lock = { readonly close: () => void }

const sqliteBusy = 5

/** @param waitMs how long to wait while another process holds it @returns undefined where it still does then; @throws where the file cannot be used */
export const takeLock = (file: string, waitMs: number): Lock | undefined => {
  const database = new DatabaseSync(file, { timeout: waitMs })
  try {
    // With its journal in memory, the lock can be taken on a full disk.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { close: () => database.close() }
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined
    throw error
  }
}
