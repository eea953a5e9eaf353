// What must hold before an import is put into use: its files are whole, most of their rows could be read, it has not lost half of its records or gone
// back in time, and the name of its version stands for no other content.

import type { CurrentVersion } from './folder.ts'
import type { AnyDataSet } from './kinds.ts'
import type { PublishedFile } from './published-file.ts'
import { sampleVersion } from './sample-version.ts'

/** A file with more than one unreadable row in five, beyond a few, is probably of another kind. */
const rejectedShare = 0.2
const rejectedFew = 10

/** Without the aliases of a list, a screening would miss those who use them, and say nothing of it. */
export function refuseIncomplete(
  { kind, together = [] }: AnyDataSet,
  opened: readonly { readonly layout: { readonly part: string } }[],
): void {
  const missing = together.filter(({ part }) => !opened.some(({ layout }) => layout.part === part))
  if (missing.length === 0 || missing.length === together.length) return
  const lacking = missing.map(({ part, file }) => `the ${part} (${file})`).join(', ')
  const all = together.map(({ file }) => file).join(' ')
  throw new Error(
    `these files are a part of the list only: they lack ${lacking}. Import all at once: npm run reference -- import ${kind} ${all}`,
  )
}

export function refuseDoubtful(
  { rows, rejected }: { readonly rows: number; readonly rejected: number },
  records: number,
  recordsBefore: number,
): void {
  if (rows === 0) throw new Error('the files hold no rows')
  if (records === 0) throw new Error(`none of ${rows} rows could be read`)
  if (rejected > Math.max(rejectedFew, rows * rejectedShare))
    throw new Error(`${rejected} of ${rows} rows could not be read: this is not a file of this kind`)
  if (records < recordsBefore / 2) {
    throw new Error(`it has ${records} records where the version in use has ${recordsBefore}: say --accept-smaller if that is right`)
  }
}

/** A month is not older than a day in it. */
export function refuseOlder(date: string | null, dateInUse: string | null): void {
  if (date === null || dateInUse === null) return
  const alike = Math.min(date.length, dateInUse.length)
  if (date.slice(0, alike) < dateInUse.slice(0, alike))
    throw new Error(`${date} is older than ${dateInUse}, which is in use: say --accept-older if that is right`)
}

/**
 * A version's name never stands for two contents. The same content keeps its name; where a date is the name of other content, the hash of this
 * content is added; a name that the caller chose is refused then.
 */
export function versionOf(
  known: readonly CurrentVersion[],
  { chosen, date, sha256 }: { readonly chosen: string | undefined; readonly date: string | null; readonly sha256: string },
): string {
  const isTaken = (name: string) => known.some((each) => each.version === name && each.sha256 !== sha256)
  if (chosen !== undefined) {
    if (chosen === sampleVersion && isTaken(chosen)) return `${sampleVersion}-${sha256.slice(0, 8)}`
    if (isTaken(chosen)) throw new Error(`version ${chosen} is the name of other content: choose another name`)
    return chosen
  }
  const same = known.find((each) => each.sha256 === sha256)
  if (same !== undefined) return same.version
  if (date === null) return sha256.slice(0, 12)
  return isTaken(date) ? `${date}-${sha256.slice(0, 8)}` : date
}

/** `revocation_2024_08_06.txt`, `20230929c.txt`, `eo_de_2026-03.csv`: the newest date in the files' names. */
export function dateInNames(files: readonly PublishedFile[]): string | null {
  const dates = files.flatMap(({ name }) => {
    const found = /(?<!\d)(20[0-4]\d)([-_]?)(0[1-9]|1[0-2])(?:\2(0[1-9]|[12]\d|3[01]))?(?!\d)/.exec(name)
    // Six digits without separators need not be a date.
    if (!found || (found[2] === '' && found[4] === undefined)) return []
    return [found[4] === undefined ? `${found[1]}-${found[3]}` : `${found[1]}-${found[3]}-${found[4]}`]
  })
  return dates.sort().at(-1) ?? null
}
