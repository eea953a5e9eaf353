// How command lines print: rows as tables, or any value as JSON.

/** Any value as JSON; positions, which are bigints, as text. */
export const printJson = (value: unknown): void =>
  console.log(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each), 2))

/**
 * A number with its noun.
 * @example
 * counted(1, 'seal') // => '1 seal'
 * counted(2_000, 'seal') // => '2,000 seals'
 * counted(2, 'party', 'parties') // => '2 parties'
 */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`

/**
 * A text that is cut says so, and how to see the rest.
 * @example
 * cutAfter(3, 'abc') // => 'abc'
 * cutAfter(3, 'abcd') // => 'abc… (--json shows all)'
 */
export const cutAfter = (length: number, text: string): string =>
  text.length > length ? `${text.slice(0, length)}… (--json shows all)`.toWellFormed() : text

/** Rows as a table with the named columns, or as JSON. */
export const show = (rows: readonly object[], columns: readonly string[], { json = false }: { readonly json?: boolean } = {}): void => {
  if (json) printJson(rows)
  else if (rows.length === 0) console.log('nothing')
  else table(rows, columns)
}

const table = (rows: readonly object[], columns: readonly string[]): void => {
  const cell = (row: object, column: string) => {
    const value = (row as Record<string, unknown>)[column]
    return value === null || value === undefined ? '-' : Array.isArray(value) ? value.join(', ') : String(value)
  }
  const widths = columns.map((column) => rows.reduce((widest, row) => Math.max(widest, cell(row, column).length), column.length))
  const line = (cells: readonly string[]) =>
    cells
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
  console.log(line(columns))
  console.log(line(widths.map((width) => '-'.repeat(width))))
  for (const row of rows) console.log(line(columns.map((column) => cell(row, column))))
}
