// The port of files: bytes stored under their hash, so that the same bytes are one file, and no file ever changes. In a folder of the data
// directory, among the records of the document store, or in an S3-compatible store (`s3-files.ts`); one contract holds for all.
import { hash, randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Records } from './document-store.ts'
import { asUnavailable } from './embedded/room.ts'
import { makeFolder } from './folders.ts'

export type Files = {
  /** Durable when it resolves. @returns the name: SHA-256 of the bytes, in hex */
  readonly write: (bytes: Buffer) => Promise<string>
  /** null when there is none. @throws DamagedFile when the bytes are not those that were written */
  readonly read: (name: string) => Promise<Buffer | null>
}

export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
}

/** Where a file lies: no folder holds too many. */
export const placeOf = (name: string): string => `${name.slice(0, 2)}/${name}`

export const nameOf = (bytes: Buffer): string => hash('sha256', bytes)

/** @throws DamagedFile */
export const undamaged = (name: string, bytes: Buffer): Buffer => {
  if (nameOf(bytes) === name) return bytes
  throw new DamagedFile(`the file ${name} does not hold what was written into it`)
}

/** Within the data folder. */
export const documentFolder = 'documents'

/** `folder` is made when the first file comes. */
export const folderFiles = (folder: string): Files => {
  return {
    write: async (bytes) => {
      const name = nameOf(bytes)
      try {
        await writeWhole(join(folder, placeOf(name)), bytes)
      } catch (error) {
        throw asUnavailable(folder, error)
      }
      return name
    },
    read: async (name) => {
      try {
        return undamaged(name, await readFile(join(folder, placeOf(name))))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw asUnavailable(folder, error)
      }
    },
  }
}

/** Renamed when it is complete on disk, so that no reader gets half a file. Makes the folders that lack. */
export const writeWhole = async (path: string, bytes: Buffer | string): Promise<void> => {
  const within = dirname(path)
  makeFolder(within, 0o700)
  const beside = join(within, `.${randomUUID()}`)
  try {
    const file = await open(beside, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  await sync(within)
}

/** Resolves when the file is on the disk, or the names in the folder. Not for a file that SQLite has open here: the closing would take its locks. */
export const sync = async (path: string): Promise<void> => {
  const entry = await open(path)
  await entry.sync().finally(() => entry.close())
}

/** Of the records that hold files. */
export const fileKind = 'files'

/** For instances that share a document store and no folder. */
export const recordFiles = (records: Records): Files => ({
  write: async (bytes) => {
    const name = nameOf(bytes)
    await records.put(fileKind, name, { content: bytes.toString('base64') }, { expectedRevision: -1 })
    return name
  },
  read: async (name) => {
    const record = await records.get(fileKind, name)
    return record ? undamaged(name, Buffer.from(String(record.value.content), 'base64')) : null
  },
})
