// The files that users name for output. One gets its whole content or stays as it is, also when the program is ended in between.
import { randomUUID } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { removedAtEnd } from './temporary-folder.ts'

export type WholeFile = {
  readonly write: (bytes: Uint8Array | string) => Promise<void>
  /** What was written is all: it takes the place of the file. */
  readonly keep: () => Promise<void>
  /** To be called in the end. What was not kept is removed. */
  readonly close: () => Promise<void>
}

/** What a link names is written, not the link. Devices and pipes, such as `/dev/stdout`, get each piece at once. */
export const openWholeFile = async (path: string): Promise<WholeFile> => {
  const known = statSync(path, { throwIfNoEntry: false })
  const target = known ? realpathSync(path) : path
  const isPlain = known === undefined || known.isFile()
  const beside = isPlain ? join(dirname(target), `.${basename(target)}.${randomUUID()}`) : target
  const file = await open(beside, isPlain ? 'wx' : 'w', known && isPlain ? known.mode & 0o777 : undefined).catch((error) => {
    // The user knows the file, not what is written beside it.
    throw Object.assign(error, { path })
  })
  const remove = isPlain ? removedAtEnd(beside) : () => undefined
  return {
    write: (bytes) => file.appendFile(bytes),
    keep: async () => {
      if (!isPlain) return
      await file.sync()
      await rename(beside, target)
    },
    close: async () => {
      await file.close()
      remove()
    },
  }
}

/** @throws the system's error when the file cannot be written; it is as it was */
export const writeWholeFile = async (path: string, bytes: Uint8Array | string): Promise<void> => {
  const file = await openWholeFile(path)
  try {
    await file.write(bytes)
    await file.keep()
  } finally {
    await file.close()
  }
}
