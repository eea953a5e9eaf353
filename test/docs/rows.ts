// Tables of the documents held against the tables of the program.
import * as assert from 'uvu/assert'

/** A difference is told row by row, as it is to be written or dropped. */
export const sameRows = (page: string, written: readonly string[], wanted: readonly string[]): void => {
  const lacking = wanted.filter((row) => !written.includes(row)).map((row) => `${page} lacks: ${row}`)
  const stale = written.filter((row) => !wanted.includes(row)).map((row) => `${page} has, and the program does not: ${row}`)
  assert.equal([...lacking, ...stale], [])
  assert.equal(written, wanted, `the rows of ${page} stand in another order than in the program`)
}
