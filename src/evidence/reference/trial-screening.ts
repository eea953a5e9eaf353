// Screens as if other versions of the lists were in use, or another threshold held: for trials over the whole portfolio. The lists in use stay as
// they are.
import { join } from 'node:path'
import type { Subject, WatchlistFinding, WatchlistHit } from '../ports.ts'
import { type CurrentVersion, readCurrent, versionsOf } from './folder.ts'
import { dataSetOf, dataSets } from './kinds.ts'
import type { LoadedList } from './records.ts'
import { openReferenceFile } from './reference-file.ts'
import { type ListVersion, screeningOf } from './screening.ts'
import { screeningOfSubjects } from './source.ts'

export type ListVersionNamed = { readonly list: string; readonly version: string }
export type TrialScreeningOptions = {
  /** Of the reference data. */
  readonly folder: string
  /** Instead of those in use. */
  readonly versions: readonly ListVersionNamed[]
  /** Moves every threshold by this much: below 0, more names are hits. */
  readonly shift: number
}

export type HeldListVersion = ListVersionNamed & { readonly title: string; readonly imported_at: string; readonly isInUse: boolean }

/** Every version of the screening lists that is held, of each list the newest first. */
export const heldListVersions = (folder: string): readonly HeldListVersion[] => {
  const current = readCurrent(folder)
  return dataSets
    .filter(({ family }) => family === 'parties')
    .flatMap(({ kind, title }) =>
      versionsOf(folder, kind)
        .map(({ version, file, imported_at }) => ({ list: kind, title, version, imported_at, isInUse: current[kind]?.file === file }))
        .toSorted((a, b) => (a.imported_at < b.imported_at ? 1 : -1)),
    )
}

export type TrialScreening = {
  /** What it screens against. */
  readonly lists: readonly LoadedList[]
  readonly screen: (subject: Subject) => Promise<WatchlistFinding>
  readonly close: () => void
}

/** @throws Error when a version is not held, or its file cannot be read */
export const openTrialScreening = ({ folder, versions, shift }: TrialScreeningOptions): TrialScreening => {
  const opened: ListVersion[] = []
  const close = () => {
    for (const { db } of opened) db.close()
  }
  try {
    for (const { kind, family } of dataSets) {
      if (family !== 'parties') continue
      const named = versions.find(({ list }) => list === kind)
      const version = opening(folder, kind, named)
      if (version) opened.push(version)
    }
  } catch (error) {
    close()
    throw error
  }
  const { lists, screen } = screeningOf(opened, shift)
  return { lists, screen: screeningOfSubjects({ lists: async () => lists, screen: async (name) => screen(name) }), close }
}

/** The named version, or the one in use; as the service does, the one before it if that one is damaged. */
const opening = (folder: string, kind: string, named: ListVersionNamed | undefined): ListVersion | undefined => {
  const opened = ({ file }: CurrentVersion): ListVersion => ({
    dataSet: dataSetOf(kind),
    ...openReferenceFile(join(folder, file), { anyFormat: true }),
  })
  if (named) {
    const held = versionsOf(folder, kind).find(({ version }) => version === named.version)
    if (!held) throw new Error(`version ${named.version} of ${kind} is not held any more`)
    return opened(held)
  }
  const used = readCurrent(folder)[kind]
  if (!used) return undefined
  try {
    return opened(used)
  } catch (error) {
    if (!used.previous) throw error
    return opened(used.previous)
  }
}

/** What the thresholds look at: the names alone, before dates, numbers and addresses change the score. */
export const scoreByName = ({ match, by_name }: Pick<WatchlistHit, 'match' | 'by_name'>): number => (by_name ?? match).score
