// The folder of the reference data: one SQLite file per data set and version. `current.json` names the version in use of each kind and is
// replaced in one step. The previous version is kept for readers that still use it, and in case the new one is damaged.

import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type CurrentVersion = {
  readonly version: string
  /** The name of the SQLite file in the folder. */
  readonly file: string
  readonly sha256: string
  readonly imported_at: string
}

export type Current = { readonly [kind: string]: CurrentVersion & { readonly previous: CurrentVersion | null } }

const currentFile = 'current.json'
const beingBuilt = '.building-'

/** @throws Error naming the file when it exists and cannot be read */
export function readCurrent(folder: string): Current {
  const path = join(folder, currentFile)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  try {
    return (JSON.parse(text) as { kinds: Current }).kinds
  } catch {
    throw new Error(`${path} is damaged: import the data sets again, or take the file from a backup`)
  }
}

/** Changes whenever `current.json` is replaced; empty if the file does not exist. */
export function currentMark(folder: string): string {
  const stat = statSync(join(folder, currentFile), { throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`
}

/** Puts a finished file into use. */
export function putIntoUse(folder: string, kind: string, built: string, version: Omit<CurrentVersion, 'file'>): void {
  const current = readCurrent(folder)
  const before = current[kind]
  const file = `${kind}-${version.version}-${version.sha256.slice(0, 8)}.sqlite`
  syncPath(built)
  renameSync(built, join(folder, file))
  const previous = before === undefined || before.file === file ? (before?.previous ?? null) : withoutPrevious(before)
  replaceCurrent(folder, { ...current, [kind]: { ...version, file, previous } })
}

/** Takes kinds out of use, and their previous versions too. The caller must hold the folder's lock. */
export function takeOutOfUse(folder: string, kinds: readonly string[]): void {
  if (kinds.length === 0) return
  replaceCurrent(folder, Object.fromEntries(Object.entries(readCurrent(folder)).filter(([kind]) => !kinds.includes(kind))))
}

/** Replaces the index in one step, then removes files that no version needs, neither current nor previous. */
function replaceCurrent(folder: string, next: Current): void {
  const temporary = join(folder, `${currentFile}.next`)
  writeFileSync(temporary, `${JSON.stringify({ kinds: next }, null, 2)}\n`)
  syncPath(temporary)
  renameSync(temporary, join(folder, currentFile))
  syncPath(folder)
  const needed = new Set(Object.values(next).flatMap((used) => [used.file, used.previous?.file]))
  for (const name of readdirSync(folder)) if (name.endsWith('.sqlite') && !needed.has(name)) rmSync(join(folder, name), { force: true })
}

function withoutPrevious({ version, file, sha256, imported_at }: CurrentVersion): CurrentVersion {
  return { version, file, sha256, imported_at }
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** SQLITE_BUSY: another process holds the lock. */
const sqliteBusy = 5

/** Another process is importing into the folder. */
export class FolderBusy extends Error {
  override readonly name = 'FolderBusy'
}

/**
 * Locks the folder for one import and clears away what killed imports left behind. The operating system releases the lock when
 * the process ends, however it ends.
 * @param waitMs how long to wait for another import to end
 */
export function takeFolder(folder: string, waitMs: number): { readonly building: (kind: string) => string; release(): void } {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, '.lock'), { timeout: waitMs })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new FolderBusy(`another import into ${folder} is under way: wait for its end`)
  }
  for (const name of readdirSync(folder)) if (name.startsWith(beingBuilt)) rmSync(join(folder, name), { force: true })
  return { building: (kind) => join(folder, `${beingBuilt}${kind}.sqlite.part`), release: () => lock.close() }
}
