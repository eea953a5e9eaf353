// What the rest of the service needs to know about the reference data's versions: which are in use, and which businesses a new one concerns.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { concernsMonitors, type Replaced, type Watched } from './changes.ts'
import { changesThread } from './changes-thread.ts'
import { type CurrentVersion, currentMark, readCurrent } from './folder.ts'

export type { Watched }

/** `file` identifies the version: importing a kind again makes another file. */
type Version = Pick<CurrentVersion, 'version' | 'file' | 'imported_at'>

/** `previous`: the one that it took the place of; null: it was the first. */
export type UsedVersion = Version & { readonly kind: string; readonly previous: Version | null }

export type ReferenceVersions = {
  /** Null when nothing has changed since the last call. */
  readonly changed: () => readonly UsedVersion[] | null
  /** The ids of the businesses that the change from one file to the next concerns. */
  readonly touched: (
    change: { readonly kind: string; readonly file: string; readonly previous: string | null },
    watched: readonly Watched[],
  ) => Promise<readonly string[]>
}

/** The loaded kinds, read again only when they change, so that frequent calls are cheap. */
export const loadedKinds = ({ folder }: { readonly folder: string }): (() => readonly string[]) => {
  let known: { readonly mark: string; readonly kinds: readonly string[] } | undefined
  return () => {
    const mark = currentMark(folder)
    if (known?.mark !== mark) known = { mark, kinds: Object.keys(readCurrent(folder)) }
    return known.kinds
  }
}

export const referenceVersions = ({ folder }: { readonly folder: string }): ReferenceVersions => {
  let mark: string | undefined
  const compared = changesThread()
  return {
    changed: () => {
      const now = currentMark(folder)
      if (now === mark) return null
      const versions = Object.entries(readCurrent(folder)).map(([kind, used]) => ({ kind, ...used }))
      mark = now
      return versions
    },

    touched: ({ kind, file, previous }, watched) => {
      // A newer version may have arrived meanwhile. Its turn comes next, and covers both.
      if (!existsSync(join(folder, file)) || watched.length === 0 || !concernsMonitors(kind)) return Promise.resolve([])
      const isLeft = previous !== null && existsSync(join(folder, previous))
      const replaced: Replaced = { folder, kind, file, previous: isLeft ? previous : null }
      return compared({ replaced, watched })
    },
  }
}
