// How an uploaded CSV is read, wherever it is read: fields between comma, semicolon or tab, empty lines left out, rows of any length.

/** A record longer than this has a quote in it that was never closed. */
const longestRecord = 1_048_576

const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** The one that is most frequent in the first line outside quoted titles. */
const delimiterOf = (bytes: Buffer): Delimiter => {
  const end = bytes.subarray(0, longestRecord).findIndex((byte) => byte === 10 || byte === 13)
  const line = bytes.toString('utf8', 0, end === -1 ? Math.min(bytes.length, longestRecord) : end).replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => line.split(delimiter).length
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** For csv-parse. */
export const csvOptions = (bytes: Buffer) => ({
  bom: true,
  delimiter: delimiterOf(bytes),
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: longestRecord,
})

/** How a title is read, however it is written. */
export const titleOf = (column: string): string => column.trim().toLowerCase()
