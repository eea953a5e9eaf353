// Lets SQLite analyse how the values of the read models are spread, so that it chooses indexes better.
import type { DatabaseSync } from 'node:sqlite'
import { takesNoMore } from './room.ts'

/** Nothing is lost when the disk has no room for what it finds. */
export const optimize = (database: DatabaseSync): void => {
  try {
    database.exec('pragma optimize')
  } catch (error) {
    if (!takesNoMore(error)) throw error
  }
}
