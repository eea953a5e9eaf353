// The data folder of a service with embedded stores. One process owns it at a time, under a lock of the operating system
// that ends with the process, even after a kill. owner.json tells people and programs who owns it and at which address the owner answers.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder } from '../folders.ts'
import { type Lock, takeLock } from '../lock-file.ts'
import { makePrivate } from './private-files.ts'
import { takesNoMore } from './room.ts'

export type DataFolder = {
  /** Absolute. */
  readonly path: string
  /** Takes the mark of a backup away: what is written from now on belongs to this folder. Before that, a refused start leaves it a backup. */
  readonly use: () => Promise<void>
  /** Says where the owner answers, e.g. `http://127.0.0.1:8080`. */
  readonly announce: (owner: { readonly address: string }) => Promise<void>
  /** Releases the folder. To be called when the stores in it are closed. */
  readonly close: () => Promise<void>
}

/** `address` is there once the owner listens. */
export type FolderOwner = { readonly pid: number; readonly address?: string }

/** Another process has the folder open; the message is one line for the operator. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
  readonly path: string
  readonly owner: FolderOwner | undefined
  constructor(path: string, owner: FolderOwner | undefined) {
    const pid = owner ? `process ${owner.pid}` : 'another process'
    super(`data folder ${path} is in use by ${pid}${owner?.address ? `, listening on ${owner.address}` : ''}`)
    this.path = path
    this.owner = owner
  }
}

/** The folder, or what lies in it, cannot be used; the message is one line for the operator. */
export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable'
}

/** The event log in a data folder. */
export const logFile = (folder: string): string => join(folder, 'events.sqlite')

/** The technical records in a data folder, with the keys of personal data. */
export const recordsFile = (folder: string): string => join(folder, 'records.sqlite')

/** The read models in a data folder that analysts may be given. */
export const readModelsFile = (folder: string): string => join(folder, 'read-models.sqlite')

/** The read models of authentication in a data folder, with hashes of passwords and keys. */
export const authenticationFile = (folder: string): string => join(folder, 'authentication.sqlite')

/** What says whose the folder is. It holds nothing to keep. */
export const filesOfOwner: readonly string[] = ['lock.sqlite', 'owner.json']

/** Marks a folder as a backup, until somebody uses it. */
export const backupMark = 'backup.json'

const ofOtherStores = /^((events|records)\.sqlite-wal|(read-models|authentication)\.sqlite(-wal)?)$/

/**
 * SQLite reads what is left beside the log and records that were there before into restored ones, and read models of before would be taken for theirs.
 * @throws DataFolderUnusable where a backup was copied over other stores
 */
export const checkRestored = (path: string): void => {
  const names = existsSync(path) ? readdirSync(path) : []
  const left = names.filter((name) => ofOtherStores.test(name) && statSync(join(path, name)).size > 0)
  if (!names.includes(backupMark) || left.length === 0) return
  throw new DataFolderUnusable(
    `data folder ${path} is a backup that was copied over other stores: remove ${left.join(', ')}, which belong to those, or copy it into an empty folder`,
  )
}

/** How long a start waits for the process before it. Of two that start at once, one must win. */
const patience = 500
const sqliteNoDatabase = 26

/**
 * Creates the folder when it is missing, takes it for this process, and makes it and all in it readable for its user alone.
 * @throws DataFolderInUse when another process has it; Error naming the folder when it cannot be used
 */
export const openDataFolder = async (folder: string): Promise<DataFolder> => {
  const path = resolve(folder)
  await create(path)
  const lock = await take(path)
  try {
    checkRestored(path)
    makePrivate(path)
    await writeOwner(path, { pid: process.pid })
  } catch (error) {
    lock.close()
    throw unusable(path, error)
  }

  let open = true
  return {
    path,
    use: () => rm(join(path, backupMark), { force: true }),
    announce: ({ address }) => writeOwner(path, { pid: process.pid, address }),
    close: async () => {
      if (!open) return
      open = false
      await rm(ownerFile(path), { force: true })
      lock.close()
    },
  }
}

/** The owner of the folder, or its last owner after a kill; undefined when there is none. */
export const readOwner = async (folder: string): Promise<FolderOwner | undefined> => {
  try {
    const owner: unknown = JSON.parse(await readFile(ownerFile(folder), 'utf8'))
    return isOwner(owner) ? owner : undefined
  } catch {
    return undefined
  }
}

const create = async (path: string): Promise<void> => {
  try {
    makeFolder(path, 0o700)
    if (!(await stat(path)).isDirectory()) throw new Error('it is not a folder')
  } catch (error) {
    throw unusable(path, error)
  }
}

const take = async (path: string): Promise<Lock> => {
  const file = join(path, 'lock.sqlite')
  const lock = await lockOrRefusal(path, file)
  if (lock) return lock
  throw new DataFolderInUse(path, await readOwner(path))
}

const lockOrRefusal = async (path: string, file: string): Promise<Lock | undefined> => {
  try {
    return takeLock(file, patience)
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteNoDatabase)
      throw new DataFolderUnusable(`${file} is damaged: delete it, it holds nothing`, { cause: error })
    throw unusable(path, (await refusalOf(file)) ?? error)
  }
}

/** What the system says against writing the file, such as `EROFS: read-only file system, open '/data/lock.sqlite'`: SQLite names neither the file nor the cause. */
const refusalOf = (file: string): Promise<unknown> =>
  open(file, 'a').then(
    (handle) => handle.close(),
    (error: unknown) => error,
  )

/** Renamed into place, so that a reader never sees half of it. On a full disk there is none: the lock itself needs no room. */
const writeOwner = async (path: string, owner: FolderOwner): Promise<void> => {
  const draft = `${ownerFile(path)}.new`
  try {
    await writeFile(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 })
    await rename(draft, ownerFile(path))
  } catch (error) {
    if (!takesNoMore(error)) throw error
    await rm(draft, { force: true })
    await rm(ownerFile(path), { force: true })
  }
}

const ownerFile = (path: string): string => join(path, 'owner.json')

const isOwner = (value: unknown): value is FolderOwner =>
  typeof value === 'object' && value !== null && 'pid' in value && typeof value.pid === 'number'

const unusable = (path: string, error: unknown): Error =>
  error instanceof DataFolderUnusable
    ? error
    : new DataFolderUnusable(`data folder ${path} cannot be used: ${error instanceof Error ? error.message : error}`, { cause: error })
