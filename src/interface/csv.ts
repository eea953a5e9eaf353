// CSV that people open in spreadsheets (RFC 4180): what was submitted stays text there.

/** What a spreadsheet takes for the beginning of a formula (OWASP, CSV Injection), in the widths that some take for the same. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/

/** Numbers and telephone numbers: a sign before nothing but digits calls nothing, and an apostrophe before it would spoil it for programs. */
const signedNumber = /^[+-][\d .()-]+$/

/** A cell that would begin a formula gets an apostrophe before it, which spreadsheets take for "this is text". */
const csvCell = (value: string, delimiter = ','): string => {
  const cell = formula.test(value) && !signedNumber.test(value) ? `'${value}` : value
  return cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * A line of CSV, with its end.
 * @example
 * csvLine(['Acme, Inc.', '=1+1', '-5']) // => '"Acme, Inc.",\'=1+1,-5\r\n'
 */
export const csvLine = (cells: readonly string[], delimiter = ','): string =>
  `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`
