// Compares two versions of a screening list, kept or not yet imported: the entries added, changed and removed, and whom of given parties the
// new version finds among them.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScreenedName } from '../matching/listed.ts'
import { type ScreeningIndex, screeningIndex } from '../matching/screening-index.ts'
import type { Subject, WatchlistHit } from '../ports.ts'
import { NotKept } from './cited-row.ts'
import { differences } from './differences.ts'
import { type CurrentVersion, readCurrent, versionsOf } from './folder.ts'
import { ImportFailed, type ImportProgress, importFiles } from './import.ts'
import { type AnyDataSet, dataSetOf, dataSets } from './kinds.ts'
import type { ListedParty, LoadedList } from './records.ts'
import { type FileFacts, openReferenceFile } from './reference-file.ts'
import { hitsOf, type ListVersion, screeningOf } from './screening.ts'
import { screeningOfSubjects } from './source.ts'

export type ListedVersion = {
  readonly dataSet: AnyDataSet
  readonly facts: FileFacts
  /** Of its SQLite file. */
  readonly path: string
  /** What the caller named, when it is not imported; null: a kept version. */
  readonly from: string | null
  readonly close: () => void
}

export type ChangedField = { readonly field: string; readonly old: unknown; readonly new: unknown }
export type ChangedEntry = { readonly old: ListedParty; readonly new: ListedParty; readonly fields: readonly ChangedField[] }
export type ListDiff = {
  readonly added: readonly ListedParty[]
  readonly changed: readonly ChangedEntry[]
  readonly removed: readonly ListedParty[]
}

type Opening = {
  /** Of the reference data. */
  readonly folder: string
  readonly kind: string
  readonly onProgress?: (progress: ImportProgress) => void
  readonly signal?: AbortSignal
}

/** The kinds that are screening lists. */
export const listKinds: readonly string[] = dataSets.filter(({ family }) => family === 'parties').map(({ kind }) => kind)

/**
 * @param named a kept version, or a file, archive or folder of files that is not imported
 * @throws NotKept, ImportFailed, or the signal's reason
 */
export async function openListVersion(opening: Opening, named: string): Promise<ListedVersion> {
  const { folder, kind } = opening
  const dataSet = dataSetOf(kind)
  const known = versionsOf(folder, kind)
  const held = known.find(({ version }) => version === named)
  if (held !== undefined) {
    const path = join(folder, held.file)
    return { dataSet, path, from: null, facts: factsOf(path), close: () => undefined }
  }
  const stat = statSync(named, { throwIfNoEntry: false })
  if (stat === undefined) {
    const kept = known.map(({ version }) => version).join(', ') || 'none'
    throw new NotKept(`${named} is neither a kept version of ${kind} nor a file; kept: ${kept}`)
  }
  const files = stat.isDirectory() ? filesIn(named) : [named]
  const aside = mkdtempSync(join(tmpdir(), 'probity-diff-'))
  const close = () => rmSync(aside, { recursive: true, force: true })
  try {
    const { onProgress, signal } = opening
    await importFiles({ folder: aside, kind, files, ...(onProgress && { onProgress }), ...(signal && { signal }) })
    const path = join(aside, readCurrent(aside)[kind]?.file ?? '')
    return { dataSet, path, from: named, facts: factsOf(path), close }
  } catch (error) {
    close()
    if (!(error instanceof ImportFailed)) throw error
    const whole =
      dataSet.together && files.length === 1 && !/\.zip$/i.test(named)
        ? '. Here, name a folder or a .zip that holds all files of the list'
        : ''
    throw new ImportFailed(`${named} cannot be read as a version of ${error.message}${whole}`, error.report, { cause: error.cause })
  }
}

const filesIn = (folder: string): readonly string[] => {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  return files.map(({ name }) => join(folder, name)).sort()
}

/** @throws NotKept when the file is damaged, or in the format of an older program */
const factsOf = (path: string): FileFacts => {
  try {
    const { db, facts } = openReferenceFile(path)
    db.close()
    return facts
  } catch (error) {
    throw new NotKept(error instanceof Error ? error.message : String(error))
  }
}

/** Entries are the same by the publisher's number or their content, wherever they stand in the file. */
export function diffOf(old: ListedVersion, now: ListedVersion): ListDiff {
  const added: ListedParty[] = []
  const changed: ChangedEntry[] = []
  const removed: ListedParty[] = []
  for (const each of differences(now.path, old.path)) {
    const [before, after] = [each.was, each.now].map((data) => (data === null ? null : (JSON.parse(data) as ListedParty)))
    if (before && after) {
      const fields = changedFields(before, after)
      if (fields.length > 0) changed.push({ old: before, new: after, fields })
    } else if (after) added.push(after)
    else if (before) removed.push(before)
  }
  return { added, changed, removed }
}

/** A list of the same values in another order is the same: publishers move lines. */
const changedFields = (old: ListedParty, now: ListedParty): readonly ChangedField[] => {
  const fields = new Set([...Object.keys(old), ...Object.keys(now)]) as Set<keyof ListedParty>
  return [...fields]
    .filter((field) => unordered(old[field]) !== unordered(now[field]))
    .map((field) => ({ field, old: old[field] ?? null, new: now[field] ?? null }))
}

/** None and an empty list are the same. */
const unordered = (value: unknown): string =>
  Array.isArray(value)
    ? value
        .map((each) => JSON.stringify(each))
        .sort()
        .join()
    : JSON.stringify(value ?? '')

export type ListScreening = {
  /** The lists that screening reads from this data set, in either version: others come from an agency's own file. */
  readonly abbrs: ReadonlySet<string>
  readonly screen: (subject: Subject) => Promise<{ readonly old: readonly WatchlistHit[]; readonly new: readonly WatchlistHit[] }>
  readonly close: () => void
}

type Comparing = { readonly folder: string; readonly old: ListedVersion; readonly now: ListedVersion; readonly diff: ListDiff }

/** Screens as the service does with either version in use, beside the other lists in use. */
export function screeningWith({ folder, old, now, diff }: Comparing): ListScreening {
  const { kind } = now.dataSet
  const others = othersInUse(folder, kind)
  const opened = [old, now].map(({ dataSet, path }): ListVersion => ({ dataSet, ...openReferenceFile(path) }))
  const [before, after] = opened.map((version) => {
    const inOrder = dataSets.flatMap((each) => [version, ...others].filter(({ dataSet }) => dataSet.kind === each.kind))
    const { lists, screen } = screeningOf(inOrder)
    return { lists, screen: screeningOfSubjects({ lists: async () => lists, screen: async (name) => screen(name) }) }
  }) as [Screened, Screened]
  const mayBeFound = quickly(diff)
  return {
    abbrs: new Set([...before.lists, ...after.lists].filter((list) => list.kind === kind).map(({ abbr }) => abbr)),
    screen: async (subject) => {
      if (!mayBeFound(subject)) return { old: [], new: [] }
      return { old: (await before.screen(subject)).hits, new: (await after.screen(subject)).hits }
    },
    close: () => {
      for (const { db } of [...opened, ...others]) db.close()
    },
  }
}

/**
 * Whether a name of the subject matches one of the entries that differ, as if the list had no others. Among few entries more words count as rare
 * than among all, so this finds at least what the whole lists do, and spares most subjects the whole lists.
 */
function quickly({ added, changed, removed }: ListDiff): (subject: Subject) => boolean {
  const entries = [...added, ...changed.flatMap((each) => [each.old, each.new]), ...removed]
  let index: ScreeningIndex | undefined
  const isFound = (screened: ScreenedName): boolean => {
    index ??= screeningIndex(entries.map((entry, at) => ({ ...entry, id: String(at) })))
    return hitsOf(index, screened).length > 0
  }
  return ({ names, people, owners = [], officers = [] }) =>
    names.some((name) => isFound({ kind: 'business', name })) ||
    people.some(({ name }) => isFound({ kind: 'person', name })) ||
    [...owners, ...officers].some(isFound)
}

type Screened = { readonly lists: readonly LoadedList[]; readonly screen: ReturnType<typeof screeningOfSubjects> }

/** As the service does, takes the version before one that cannot be opened. */
function othersInUse(folder: string, but: string): readonly ListVersion[] {
  const current = readCurrent(folder)
  return dataSets.flatMap((dataSet) => {
    const used = current[dataSet.kind]
    if (dataSet.family !== 'parties' || dataSet.kind === but || used === undefined) return []
    for (const { file } of [used, used.previous].filter((each): each is CurrentVersion & typeof used => each !== null)) {
      try {
        return [{ dataSet, ...openReferenceFile(join(folder, file)) }]
      } catch {
        // The next one is tried.
      }
    }
    return []
  })
}
