// Makes folders, in place of Node's `recursive`: that tries for ever where the system says of a new folder that its parent is missing, as in /proc.
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** With those above it that lack. What is there already stays as it is. @throws Error of the system */
export const makeFolder = (path: string, mode?: number): void => {
  if (isThere(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined
