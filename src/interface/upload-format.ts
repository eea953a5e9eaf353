// How every uploaded CSV is read: fields separated by comma, semicolon or tab, rows of any length, no empty lines.

/** Apart from the tables of limits, which take more memory than the thread that reads an upload has to spare. */
export const uploadLimits = { name: 500, megabytes: 50, rows: 100_000 } as const

/** A longer record contains a quote that was never closed. */
const longestRecord = 1_048_576

const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** The most frequent separator in the first line, outside quoted titles. */
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

/** The normal form of a title, whatever its spelling. */
export const titleOf = (column: string): string => column.trim().toLowerCase()
