// The folder of the reference data: one SQLite file per data set and version, named by the hash of its content. `current.json` names the version in
// use of each kind and is replaced in one step. The previous version is kept for readers that still use it, and in case the new one is damaged.
// Older versions are kept as long as records may cite them, without their search indexes.
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { yearsAfter } from '../../events/years.ts'
import { makeFolder } from '../../stores/folders.ts'
import { type Lock, takeLock } from '../../stores/lock-file.ts'
import { copyWithoutIndexes } from './reference-file.ts'

export type CurrentVersion = {
  readonly version: string
  /** The name of the SQLite file in the folder. */
  readonly file: string
  readonly sha256: string
  readonly imported_at: string
}

export type Current = { readonly [kind: string]: CurrentVersion & { readonly previous: CurrentVersion | null } }

type KeptVersion = CurrentVersion & { readonly replaced_at: string }
type Index = { readonly kinds: Current; readonly kept: { readonly [kind: string]: readonly KeptVersion[] } }

/** How long a replaced version is kept. An account keeps its records as long, and they cite it. */
const keepYearsByDefault = 10

const currentFile = 'current.json'
/** The process that writes into the folder has a lock on this file. */
export const lockFile = '.lock'
const beingBuilt = '.building-'

/** @throws Error naming the file when it exists and cannot be read */
export const readCurrent = (folder: string): Current => readIndex(folder).kinds

/** Every version of a kind that can still be shown: the one in use, the one before it, and the kept ones. */
export const versionsOf = (folder: string, kind: string): readonly CurrentVersion[] => {
  const { kinds, kept } = readIndex(folder)
  return [...inUse(kinds, kind), ...(kept[kind] ?? [])]
}

const inUse = (kinds: Current, kind: string): readonly CurrentVersion[] => {
  const used = kinds[kind]
  return used === undefined ? [] : [used, ...(used.previous ? [used.previous] : [])]
}

function readIndex(folder: string): Index {
  const path = join(folder, currentFile)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kinds: {}, kept: {} }
    throw error
  }
  try {
    const { kinds, kept = {} } = JSON.parse(text) as Partial<Index> & Pick<Index, 'kinds'>
    return { kinds, kept }
  } catch {
    throw new Error(`${path} is damaged: import the data sets again, or take the file from a backup`)
  }
}

/** Changes whenever `current.json` is replaced; empty if the file does not exist. */
export function currentMark(folder: string): string {
  const stat = statSync(join(folder, currentFile), { throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`
}

type Keeping = { readonly at: Date; readonly keepYears?: number | undefined }

/** Puts a finished file into use. */
export function putIntoUse(folder: string, kind: string, built: string, version: Omit<CurrentVersion, 'file'>, keeping: Keeping): void {
  const { kinds } = readIndex(folder)
  const before = kinds[kind]
  const file = `${kind}-${version.version}-${version.sha256.slice(0, 8)}.sqlite`
  syncPath(built)
  renameSync(built, join(folder, file))
  const previous = before === undefined || before.file === file ? (before?.previous ?? null) : withoutPrevious(before)
  replaceIndex(folder, { ...kinds, [kind]: { ...version, file, previous: previous?.file === file ? null : previous } }, keeping)
}

/** Takes kinds out of use. Their versions are kept. The caller must hold the folder's lock. */
export function takeOutOfUse(folder: string, kinds: readonly string[], keeping: Keeping): void {
  if (kinds.length === 0) return
  const left = Object.entries(readIndex(folder).kinds).filter(([kind]) => !kinds.includes(kind))
  replaceIndex(folder, Object.fromEntries(left), keeping)
}

/** Replaces the index in one step, then removes the files that it does not name, and the search indexes of those that are only kept. */
function replaceIndex(folder: string, kinds: Current, { at, keepYears = keepYearsByDefault }: Keeping): void {
  const before = readIndex(folder)
  const since = yearsAfter(at, -keepYears)
  const keptOf = (kind: string): readonly KeptVersion[] => {
    const used = new Set(inUse(kinds, kind).map(({ file }) => file))
    const [used_before, previous] = inUse(before.kinds, kind)
    const replaced = [
      ...(used_before ? [{ ...withoutPrevious(used_before), replaced_at: at.toISOString() }] : []),
      ...(used_before && previous ? [{ ...previous, replaced_at: used_before.imported_at }] : []),
    ]
    return [...replaced, ...(before.kept[kind] ?? [])].filter(
      ({ file, replaced_at }) => !used.has(file) && replaced_at > since.toISOString(),
    )
  }
  const known = new Set([...Object.keys(before.kinds), ...Object.keys(before.kept)])
  const kept = Object.fromEntries([...known].map((kind) => [kind, keptOf(kind)] as const).filter(([, versions]) => versions.length > 0))
  const temporary = join(folder, `${currentFile}.next`)
  writeFileSync(temporary, `${JSON.stringify({ kinds, kept } satisfies Index, null, 2)}\n`)
  syncPath(temporary)
  renameSync(temporary, join(folder, currentFile))
  syncPath(folder)
  const needed = new Set([...Object.keys(kinds), ...Object.keys(kept)].flatMap((kind) => versionsOf(folder, kind).map(({ file }) => file)))
  for (const name of readdirSync(folder)) if (name.endsWith('.sqlite') && !needed.has(name)) rmSync(join(folder, name), { force: true })
  for (const [kind, versions] of Object.entries(kept)) {
    const known = new Set((before.kept[kind] ?? []).map(({ file }) => file))
    for (const { file } of versions) if (!known.has(file)) leaveOutIndexes(folder, file)
  }
}

/** A version that is only kept is read row by row. If its file cannot be written again, it stays as it is. */
function leaveOutIndexes(folder: string, file: string): void {
  const slim = join(folder, `${beingBuilt}kept.sqlite.part`)
  try {
    rmSync(slim, { force: true })
    copyWithoutIndexes(join(folder, file), slim)
    syncPath(slim)
    renameSync(slim, join(folder, file))
  } catch {
    rmSync(slim, { force: true })
  }
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

/** Another process is importing into the folder. */
export class FolderBusy extends Error {
  override readonly name = 'FolderBusy'
}

/** The folder cannot be written; the message is one line for the operator. */
export class FolderUnusable extends Error {
  override readonly name = 'FolderUnusable'
}

const unusable = (folder: string, error: unknown) =>
  new FolderUnusable(`${folder} cannot be used: ${(error as Error).message}`, { cause: error })

const lockOf = (folder: string, waitMs: number): Lock | undefined => {
  try {
    makeFolder(folder)
    return takeLock(join(folder, lockFile), waitMs)
  } catch (error) {
    throw unusable(folder, error)
  }
}

/**
 * Locks the folder for one import and clears away what killed imports left behind. The operating system releases the lock when
 * the process ends, however it ends.
 * @param waitMs how long to wait for another import to end
 * @param busy what to say when it does not
 * @throws FolderBusy, FolderUnusable
 */
export function takeFolder(
  folder: string,
  waitMs: number,
  busy = `another import into ${folder} is under way: wait for its end`,
): { readonly building: (kind: string) => string; release(): void } {
  const lock = lockOf(folder, waitMs)
  if (!lock) throw new FolderBusy(busy)
  for (const name of readdirSync(folder)) if (name.startsWith(beingBuilt)) rmSync(join(folder, name), { force: true })
  return { building: (kind) => join(folder, `${beingBuilt}${kind}.sqlite.part`), release: lock.close }
}
