// Rows as lists of values in the order of their columns: an object with many columns takes several times the memory, and longer to read from.
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

export type Row = readonly SQLOutputValue[]

export type RowStatement = {
  readonly get: (...values: SQLInputValue[]) => Row | undefined
  readonly all: (...values: SQLInputValue[]) => Row[]
  readonly iterate: (...values: SQLInputValue[]) => Iterable<Row>
}

export const inRows = (statement: StatementSync): RowStatement => {
  statement.setReturnArrays(true)
  // Its type knows rows as objects only.
  return statement as unknown as RowStatement
}
