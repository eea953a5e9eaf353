// What is wrong with a CSV as a whole, with the place by row, line and column, so that the sender finds it.
import { isUtf8 } from 'node:buffer'
import type { CsvError } from 'csv-parse'

/** Where a record stands: the columns of the first row (none: it is the first row), and the line that the record begins in, from 1. */
export type Place = { readonly columns: readonly string[] | undefined; readonly line: number }

/** What csv-parse finds, by its code. */
const syntax: { readonly [code: string]: string } = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted field continues after its closing quote; quotes within a field are written twice',
  INVALID_OPENING_QUOTE: 'there is a quote in the middle of a field; such a field is put in quotes, and the quotes in it are written twice',
  CSV_MAX_RECORD_SIZE: 'the row grows longer than the 1 MB allowed; perhaps a quote before it is never closed',
}

/** What is wrong with the way the CSV is written. */
export const syntaxProblem = (error: CsvError, { columns, line }: Place): string => {
  const found = syntax[error.code]
  const column = Number(error.column)
  return found === undefined ? error.message : `${where(Number(error.records), line, titleAt(columns, column))}: ${found}`
}

const where = (row: number, line: number, column: string): string =>
  `${row === 0 ? 'in the row of titles' : `in row ${row} (line ${line})`}, column ${column}`

const titleAt = (columns: readonly string[] | undefined, column: number): string => columns?.[column]?.trim() || String(column + 1)

/** What is wrong with the first row; null: nothing. Titles are compared as `titles` has them. */
export const titleProblem = (columns: readonly string[], titles: readonly string[]): string | null => {
  if (!titles.includes('name')) {
    const [first = ''] = columns
    const shown = first.length > 100 ? `${first.slice(0, 100)}…` : first
    const hint =
      columns.length > 1 ? '' : `: its first row has one column only, “${shown}”; fields are separated by comma, semicolon or tab`
    return `lacks the required column name${hint}`
  }
  // Looked up in a set: a row of a megabyte may have a hundred thousand titles.
  const seen = new Set<string>()
  const twice = titles.find((title) => title !== '' && (seen.has(title) || !seen.add(title)))
  if (twice === undefined) return null
  const places = titles.flatMap((title, index) => (title === twice ? [index + 1] : []))
  return `has the column ${twice} twice: columns ${places.join(' and ')}`
}

/** Why the bytes, which are not text in UTF-8 or hold NUL bytes, cannot be read. */
export const encodingProblem = (bytes: Buffer): string => {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || hasEveryOtherByteZero(bytes)
  if (isUtf16) return 'it is text in UTF-16; save it as UTF-8'
  const nul = bytes.indexOf(0)
  const broken = firstBroken(bytes)
  if (broken === -1 || (nul !== -1 && nul < broken)) return `it is not text in UTF-8: ${placeOf(bytes, nul)} holds a NUL byte`
  const byte = bytes[broken]?.toString(16).toUpperCase()
  return `it is not text in UTF-8: ${placeOf(bytes, broken)} holds the byte 0x${byte}; a file in Latin-1 or Windows-1252 has to be saved as UTF-8`
}

/** Plain letters in UTF-16 without a byte order mark. */
const hasEveryOtherByteZero = (bytes: Buffer): boolean => {
  const head = bytes.subarray(0, 64)
  const zeros = [0, 1].map((parity) => head.filter((byte, index) => index % 2 === parity && byte === 0).length)
  return head.length >= 8 && zeros.some((count) => count >= head.length / 2 - 2)
}

/** Bytes that are looked at together. */
const slice = 65_536

/** Where the first character begins that is none in UTF-8; -1: there is none. */
const firstBroken = (bytes: Buffer): number => {
  for (let begin = 0; begin < bytes.length; ) {
    let end = begin + slice
    while (isContinued(bytes[end])) end++
    if (!isUtf8(bytes.subarray(begin, end))) return brokenFrom(bytes, begin)
    begin = end
  }
  return -1
}

/** Whether the byte belongs to the character before it. */
const isContinued = (byte = 0): boolean => (byte & 0xc0) === 0x80

/** Character by character: one of them is broken. */
const brokenFrom = (bytes: Buffer, begin: number): number => {
  for (let at = begin; ; ) {
    const size = [1, 2, 3, 4].find((each) => isUtf8(bytes.subarray(at, at + each)))
    if (size === undefined) return at
    at += size
  }
}

/** The line of a byte, and its column where the row can be parsed. */
const placeOf = (bytes: Buffer, offset: number): string => {
  let [line, start] = [1, 0]
  for (let at = bytes.indexOf(10); at !== -1 && at < offset; at = bytes.indexOf(10, at + 1)) {
    line++
    start = at + 1
  }
  const before = bytes.toString('latin1', start, offset)
  const column = before.replace(/"[^"]*"?/g, '').split(/[,;\t]/).length
  return `line ${line}, column ${column}`
}
