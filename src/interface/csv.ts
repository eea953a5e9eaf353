// CSV for spreadsheets (RFC 4180). Submitted values stay text there.

/** The characters that begin a formula in a spreadsheet (OWASP, CSV Injection), and their full-width forms. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/

/** Numbers and telephone numbers: a sign before digits is no formula, and an apostrophe would break the number for programs. */
const signedNumber = /^[+-][\d .()-]+$/

/** What needs quotes. A spreadsheet may take another separator than the file has, and what follows it would begin a cell. */
const quoted = /[",;\t\r\n]|^\s|\s$/

/** A cell that would be a formula gets a leading apostrophe, which marks it as text. */
const csvCell = (value: string): string => {
  const cell = formula.test(value) && !signedNumber.test(value) ? `'${value}` : value
  return quoted.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * A line of CSV with its line break.
 * @example
 * csvLine(['Acme, Inc.', '=1+1', '-5']) // => '"Acme, Inc.",\'=1+1,-5\r\n'
 */
export const csvLine = (cells: readonly string[], delimiter = ','): string => `${cells.map(csvCell).join(delimiter)}\r\n`
