// The records in which two versions of a data set differ.
import { pathToFileURL } from 'node:url'
import { openReferenceFile } from './reference-file.ts'

/** Records as stored. `was` null: new; `now` null: removed. */
export type Difference = { readonly now: string; readonly was: string | null } | { readonly now: null; readonly was: string }

/** @param path of the newer version's file */
export function* differences(path: string, previous: string): Generator<Difference> {
  const { db } = openReferenceFile(path)
  try {
    db.exec(`ATTACH '${pathToFileURL(previous).href.replaceAll("'", "''")}?mode=ro&immutable=1' AS before`)
    const different = db.prepare(
      `SELECT now.data AS now, was.data AS was FROM main.records AS now LEFT JOIN before.records AS was ON was.key = now.key
       WHERE was.data IS NULL OR was.data <> now.data`,
    )
    for (const { now, was } of different.iterate()) yield { now: String(now), was: was === null ? null : String(was) }
    const gone = db.prepare(
      'SELECT was.data AS was FROM before.records AS was LEFT JOIN main.records AS now ON now.key = was.key WHERE now.key IS NULL',
    )
    for (const { was } of gone.iterate()) yield { now: null, was: String(was) }
  } finally {
    db.close()
  }
}
