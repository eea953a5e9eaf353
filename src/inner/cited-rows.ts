// Rows of the reference data that sources cite, from current and replaced versions.
import type { Citation, CitedRow } from '../evidence/ports.ts'
import { ApiError } from '../interface/errors.ts'

export type { CitedRow }

export type CitedRows = {
  /** Null: that version is not kept, or has no such row. */
  readonly citedRow: (citation: Citation) => CitedRow | null
}

/** @throws ApiError 404 */
export const rowCited = ({ citedRow }: CitedRows, citation: Citation): CitedRow => {
  const row = citedRow(citation)
  if (!row) throw new ApiError(404, [{ message: 'row not found: that version is not kept, or has no such row' }])
  return row
}
