// How a collection lies in SQLite: a table of JSON documents per version, with a column per declared field before the document a table
// per array field for its members, and one for the renderings. writes.ts keeps them consistent.
import type { DatabaseSync } from 'node:sqlite'
import { isArrayField } from '../collections.ts'
import type { CollectionSpec, Document } from '../document-store.ts'
import { arrayFields, columnName, columnOf, fieldValue, memberValues, quoted, scalarFields } from './columns.ts'
import { layoutOf } from './layout.ts'
import { inRows } from './rows.ts'

export type Version = Pick<CollectionSpec, 'name' | 'version'>

export const tableOf = (version: Version): string => quoted(nameOf(version))

/** The table of an array field's members: key and value. */
export const membersOf = (version: Version, field: string): string => quoted(`${nameOf(version)}/${field}`)

/** The table of the renderings: key and rendering. */
export const renderingsOf = (version: Version): string => quoted(`${nameOf(version)} renderings`)

/** Changes the tables to match the collection's declaration, and fills new columns from the stored documents. */
export const createTables = (database: DatabaseSync, spec: CollectionSpec): void => {
  const table = tableOf(spec)
  fitColumns(database, spec)
  if (spec.rendered)
    database.exec(`create table if not exists ${renderingsOf(spec)} (key text primary key not null, rendering blob not null)`)
  const indexes = indexesOf(spec)
  for (const index of namesIn(
    database,
    `select name from sqlite_schema where type = 'index' and tbl_name = ? and sql is not null`,
    nameOf(spec),
  ))
    if (!indexes.some(({ name }) => name === index)) database.exec(`drop index ${quoted(index)}`)
  fitMembers(database, spec)
  for (const { name, on } of indexes) createOnce(database, 'INDEX', name, `ON ${table} ${on}`)
}

export const dropTables = (database: DatabaseSync, version: Version): void => {
  database.exec(`drop table if exists ${tableOf(version)}; drop table if exists ${renderingsOf(version)}`)
  for (const members of memberTables(database, version)) database.exec(`drop table ${quoted(members)}`)
}

/** The columns of the version's table; none where it has no table yet. */
export const columnsThere = (database: DatabaseSync, version: Version): readonly string[] =>
  namesIn(database, 'select name from pragma_table_info(?)', nameOf(version))

/** Creates a view or index, and replaces one of another text. */
export const createOnce = (database: DatabaseSync, type: 'VIEW' | 'INDEX', name: string, definition: string): void => {
  const sql = `CREATE ${type} ${quoted(name)} ${definition}`
  if (storedSql(database, type, name) === sql) return
  database.exec(`drop ${type} if exists ${quoted(name)}`)
  database.exec(sql)
}

export const storedSql = (database: DatabaseSync, type: string, name: string): string | undefined => {
  const row = database.prepare('select sql from sqlite_schema where type = lower(?) and name = ?').get(type, name)
  return row && String(row.sql)
}

const nameOf = ({ name, version }: Version): string => `${name}_v${version}`

export type Index = {
  readonly name: string
  /** Its columns in their order: fields, and `key`. Undefined where it serves no filter. */
  readonly fields?: readonly string[]
  /** The text after `on TABLE`. */
  readonly on: string
}

/**
 * In a collection with filters, the first one holds all fields, and so do those that lead by the counted fields: to test or to sort by any field within a
 * part of the collection reads no rows.
 */
export const indexesOf = (spec: CollectionSpec): readonly Index[] => {
  const { filters = [], counted = [] } = spec
  const indexes = spec.indexes.flatMap((declared, place): readonly Index[] => {
    const leading = [declared].flat().filter((field) => !isArrayField(field))
    if (leading.length === 0) return []
    const leadsToPart = place === 0 || (counted.length > 0 && counted.every((field) => leading.slice(0, counted.length).includes(field)))
    const others = leadsToPart && filters.length > 0 ? scalarFields(spec).filter((field) => !leading.includes(field)) : []
    // The key comes behind the fields and breaks ties, so that pages are read off the index in its order.
    const fields = [...leading, 'key', ...others]
    const on = `(${fields.map((field, n) => (n === leading.length ? 'key' : columnOf(field))).join(', ')})`
    return [{ name: `${nameOf(spec)}/${leading.join(',')}`, fields, on }]
  })
  return [{ name: `${nameOf(spec)}/deleted only`, on: '(key) where document is null' }, ...indexes]
}

/** Creates the table, and rebuilds one with other columns. */
const fitColumns = (database: DatabaseSync, spec: CollectionSpec): void => {
  const [table, fields] = [tableOf(spec), scalarFields(spec)]
  const { columns: ofDocument, typeOf } = layoutOf(spec)
  // The document comes last: SQLite reads a row from its beginning, so that reading a field does not go over a document of many pages.
  const columns = [
    ['key', 'text primary key not null'],
    ['position', 'integer not null'],
    ...fields.map((field) => [columnName(field), typeOf(field)] as const),
    ...ofDocument,
  ] as const
  const there = columnsThere(database, spec)
  if (there.join() === columns.map(([name]) => name).join()) return
  const isNew = there.length === 0
  const anew = isNew ? table : quoted(`${nameOf(spec)} anew`)
  database.exec(`create table ${anew} (${columns.map(([name, type]) => `${quoted(name)} ${type}`).join(', ')})`)
  if (isNew) return
  // A collection with abbreviations has its other columns for as long as its version.
  const missing = fields.filter((field) => !there.includes(columnName(field)))
  const values = columns.map(([name]) => (there.includes(name) ? quoted(name) : 'null'))
  database.exec(`insert into ${anew} select ${values.join(', ')} from ${table}`)
  if (missing.length > 0) {
    const fill = database.prepare(`update ${anew} set ${missing.map((field) => `${columnOf(field)} = ?`).join(', ')} where key = ?`)
    const valuesIn = missing.map(fieldValue)
    for (const { key, document } of documentsIn(database, spec)) fill.run(...valuesIn.map((valueIn) => valueIn(document)), key)
  }
  // Otherwise SQLite refuses to rename a table while a view reads the other one.
  database.exec(`
    drop table ${table};
    pragma legacy_alter_table = on;
    alter table ${anew} rename to ${table};
    pragma legacy_alter_table = off;`)
}

/** The stored documents, for fields that are declared later. */
function* documentsIn(
  database: DatabaseSync,
  spec: CollectionSpec,
): Iterable<{ readonly key: string; readonly document: Document | null }> {
  const { selected, documentIn } = layoutOf(spec)
  const stored = inRows(database.prepare(`select ${selected}, key from ${tableOf(spec)} where document is not null`))
  for (const row of stored.iterate()) yield { key: String(row.at(-1)), document: documentIn(row) }
}

const fitMembers = (database: DatabaseSync, spec: CollectionSpec): void => {
  const [tables, fields] = [memberTables(database, spec), arrayFields(spec)]
  for (const table of tables)
    if (!fields.some((field) => membersOf(spec, field) === quoted(table))) database.exec(`drop table ${quoted(table)}`)
  for (const field of fields) {
    const members = membersOf(spec, field)
    if (tables.some((table) => quoted(table) === members)) continue
    const index = (by: string) => quoted(`${nameOf(spec)}/${field} by ${by}`)
    database.exec(`
      create table ${members} (key text not null, value);
      create unique index ${index('value')} on ${members} (value, key);
      create index ${index('key')} on ${members} (key)`)
    const insert = database.prepare(`insert or ignore into ${members} (key, value) values (?, ?)`)
    const valuesOf = memberValues(field)
    for (const { key, document } of documentsIn(database, spec)) for (const value of valuesOf(document)) insert.run(key, value)
  }
}

const memberTables = (database: DatabaseSync, version: Version): readonly string[] =>
  namesIn(database, `select name from sqlite_schema where type = 'table' and substr(name, 1, length(?1)) = ?1`, `${nameOf(version)}/`)

export const namesIn = (database: DatabaseSync, sql: string, value: string): readonly string[] =>
  database
    .prepare(sql)
    .all(value)
    .map(({ name }) => String(name))
