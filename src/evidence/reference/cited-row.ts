// The row that a source cites, as it was published, from any version that is still kept. A source names kind, version and row.
import { join } from 'node:path'
import { wholeRow } from '../../events/parts.ts'
import type { Citation, CitedRow } from '../ports.ts'
import { versionsOf } from './folder.ts'
import { dataSetOf, UnknownKind } from './kinds.ts'
import { publishedRows } from './published-rows.ts'
import { openReferenceFile } from './reference-file.ts'
import { query } from './typed-rows.ts'

/** The message says what is missing: the version, or the row in it. */
export class NotKept extends Error {
  override readonly name = 'NotKept'
}

/** Null: it is not kept, or never was. */
export function citedRowOrNone(folder: string, citation: Citation): CitedRow | null {
  try {
    return citedRow(folder, citation)
  } catch (error) {
    if (error instanceof NotKept || error instanceof UnknownKind) return null
    throw error
  }
}

/** @throws UnknownKind, NotKept */
export function citedRow(folder: string, { kind, version, row }: Citation): CitedRow {
  const { title, agency } = dataSetOf(kind)
  const known = versionsOf(folder, kind)
  const held = known.find((each) => each.version === version)
  if (held === undefined) {
    const kept = known.length === 0 ? 'none is' : `${known.map((each) => each.version).join(', ')} ${known.length === 1 ? 'is' : 'are'}`
    throw new NotKept(`version ${version} of ${kind} is not kept; ${kept}`)
  }
  const { db, facts, hasRows } = openReferenceFile(join(folder, held.file), { anyFormat: true })
  try {
    const { as_of, imported_at, sha256, records } = facts
    const found = { kind, version, row, title, agency, as_of, imported_at, sha256, records }
    if (row === wholeRow) return { ...found, rows: [], record: null }
    const stored = query<{ data: string; places?: string }>(db, 'SELECT * FROM records WHERE key = ?').get(row)
    if (stored === undefined) throw new NotKept(`version ${version} of ${kind} has no row ${row}`)
    const rows = hasRows ? publishedRows(db, stored.places ?? '') : []
    return { ...found, rows, record: JSON.parse(stored.data) }
  } finally {
    db.close()
  }
}
