// Queries of SQLite whose rows have a known shape. The types of SQLite know a row as a record of any values only.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

type Values = readonly (SQLInputValue | Readonly<Record<string, SQLInputValue>>)[]

export type Query<Row> = {
  readonly get: (...values: Values) => Row | undefined
  readonly all: (...values: Values) => Row[]
  readonly iterate: (...values: Values) => Iterable<Row>
}

/** `Row`: the columns that the query selects. */
export const query = <Row>(db: DatabaseSync, sql: string): Query<Row> =>
  // Which columns a query has stands in its text, where no type sees it.
  db.prepare(sql) as unknown as Query<Row>

/** The first row of a query that always has one. */
export const onlyRow = <Row>(db: DatabaseSync, sql: string): Row => {
  const row = query<Row>(db, sql).get()
  if (row === undefined) throw new Error(`no row: ${sql}`)
  return row
}
