// Copies a data folder of the embedded stores while a service uses it. The log is copied before the records, so that the copy has everything that the log
// refers to, above all the keys of personal data. Read models are left out, because they can be rebuilt.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cp, readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { backupMark, type DataFolder, DataFolderInUse, filesOfOwner, logFile, openDataFolder } from '../stores/embedded/folder.ts'
import { makePrivate } from '../stores/embedded/private-files.ts'
import { takesNoMore } from '../stores/embedded/room.ts'
import { documentFolder, sync } from '../stores/files.ts'
import { WrongUse } from './command-line.ts'
import { removedAtEnd } from './temporary-folder.ts'

const databases = ['events.sqlite', 'records.sqlite']
/** What a data folder holds beside its stores. */
export const foldersBesideStores = ['jurisdictions', 'seals']
const folders = [documentFolder, ...foldersBesideStores]

export type BackUp = { readonly events: number; readonly position: bigint | null; readonly documents: number }

/** The target takes no more; the message is one line for the operator. */
export class BackUpFailed extends Error {
  override readonly name = 'BackUpFailed'
}

/**
 * @param target a folder that does not exist yet; it appears when the copy is complete and on the disk
 * @throws WrongUse, BackUpFailed
 */
export const backUp = async (dataDir: string, target: string): Promise<BackUp> => {
  requireLog(dataDir)
  if (existsSync(target)) throw new WrongUse(`${target} already exists: a backup needs a new folder`)
  const unfinished = await takeUnfinished(target)
  const { path } = unfinished
  // On the disk of the service it would take the room that the service needs.
  const removeUnfinished = removedAtEnd(path)
  try {
    for (const name of databases) copyDatabase(join(dataDir, name), join(path, name))
    const copied = await copyFolders(dataDir, path, folders)
    const made = { ...newestIn(logFile(path)), documents: countIn(join(path, documentFolder)) }
    writeFileSync(join(path, backupMark), `${JSON.stringify({ ...made, position: String(made.position) })}\n`)
    makePrivate(path)
    // SQLite has seen to its own files.
    for (const name of copied) await syncAll(join(path, name))
    for (const each of [join(path, backupMark), path]) await sync(each)
    renameSync(path, target)
    await sync(dirname(resolve(target)))
    for (const name of filesOfOwner) rmSync(join(target, name), { force: true })
    return made
  } catch (error) {
    if (!takesNoMore(error)) throw error
    throw new BackUpFailed(`nothing was backed up to ${target}: ${(error as Error).message}`, { cause: error })
  } finally {
    removeUnfinished()
    await unfinished.close()
  }
}

/** The folder in which the copy is made, without what an interrupted backup left there. Nobody else copies into it meanwhile. */
const takeUnfinished = async (target: string): Promise<DataFolder> => {
  const folder = await openDataFolder(`${resolve(target)}.unfinished`).catch((error) => {
    if (!(error instanceof DataFolderInUse)) throw error
    throw new BackUpFailed(`another backup to ${target} is under way: wait for its end, or name another folder`, { cause: error })
  })
  for (const name of readdirSync(folder.path))
    if (!filesOfOwner.includes(name)) rmSync(join(folder.path, name), { recursive: true, force: true })
  return folder
}

const syncedAtOnce = 16

/** Everything in a folder is on the disk when this resolves. */
const syncAll = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))]
  for (let at = 0; at < paths.length; at += syncedAtOnce) await Promise.all(paths.slice(at, at + syncedAtOnce).map(sync))
}

/** Files in these folders are written once and never change: those that are there already stay. @returns the names of the folders that there are */
export const copyFolders = async (from: string, to: string, names: readonly string[]): Promise<readonly string[]> => {
  const present = names.filter((name) => existsSync(join(from, name)))
  const options = { recursive: true, preserveTimestamps: true, force: false, filter: isWhole }
  for (const name of present) await cp(join(from, name), join(to, name), options)
  return present
}

/** @throws WrongUse if there is none */
export const requireLog = (folder: string): void => {
  if (!existsSync(logFile(folder))) throw new WrongUse(`there is no event log in ${folder}`)
}

/** An incomplete file has a name that begins with a dot. */
const isWhole = (path: string): boolean => !basename(path).startsWith('.')

/** A consistent copy of one moment, even while others write. It contains no traces of deleted data. */
const copyDatabase = (from: string, to: string) => {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
}

const newestIn = (file: string): Pick<BackUp, 'events' | 'position'> => {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    const counted = copy.prepare('select count(*) as events, max(position) as position from events')
    counted.setReadBigInts(true)
    const { events, position } = counted.get() as { events: bigint; position: bigint | null }
    return { events: Number(events), position }
  } finally {
    copy.close()
  }
}

const countIn = (folder: string): number =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length : 0
