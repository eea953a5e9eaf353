// How many documents a collection has with each combination of values in its counted fields: a table that triggers keep with every write,
// so that the total of a list is the sum of a few rows however long the list is.
import type { DatabaseSync } from 'node:sqlite'
import type { CollectionSpec } from '../document-store.ts'
import { columnOf, quoted } from './columns.ts'
import { namesIn, storedSql, tableOf, type Version } from './tables.ts'

const nameOf = ({ name, version }: Version): string => `${name}_v${version} counts`

/** The table of the counts: the values of the counted fields, and `number`. */
export const countsOf = (version: Version): string => quoted(nameOf(version))

/** Makes the table and its triggers match the declaration, counting what is there. Triggers also see the writes of a version that knows no counts. */
export const fitCounts = (database: DatabaseSync, spec: CollectionSpec): void => {
  const triggers = spec.counted ? triggersOf(spec, spec.counted.map(columnOf)) : new Map<string, string>()
  const there = namesIn(database, `select name from sqlite_schema where type = 'trigger' and tbl_name = ?`, `${spec.name}_v${spec.version}`)
  if (there.length === triggers.size && there.every((name) => storedSql(database, 'trigger', name) === triggers.get(name))) return
  for (const name of there) database.exec(`drop trigger ${quoted(name)}`)
  dropCounts(database, spec)
  if (!spec.counted) return
  createCounts(database, spec, spec.counted.map(columnOf))
  for (const sql of triggers.values()) database.exec(sql)
}

export const dropCounts = (database: DatabaseSync, version: Version): void => {
  database.exec(`drop table if exists ${countsOf(version)}`)
}

/** `grouped` is all values as one text, because a key of columns would take two absent values for different ones. */
const createCounts = (database: DatabaseSync, spec: CollectionSpec, columns: readonly string[]): void => {
  const listed = columns.join(', ')
  database.exec(`
    create table ${countsOf(spec)} (grouped text primary key not null, ${listed}, number integer not null);
    create index ${quoted(`${nameOf(spec)} by value`)} on ${countsOf(spec)} (${listed});
    insert into ${countsOf(spec)} select json_array(${listed}), ${listed}, count(*) from ${tableOf(spec)} group by ${listed}`)
}

/** A deleted document stays as a row whose fields are all null; it is counted among those. */
const triggersOf = (spec: CollectionSpec, columns: readonly string[]): ReadonlyMap<string, string> => {
  const [table, counts, listed] = [tableOf(spec), countsOf(spec), columns.join(', ')]
  const of = (row: 'old' | 'new') => columns.map((column) => `${row}.${column}`).join(', ')
  const add = `
    insert into ${counts} (grouped, ${listed}, number) values (json_array(${of('new')}), ${of('new')}, 1)
      on conflict (grouped) do update set number = number + 1;`
  const subtract = `
    update ${counts} set number = number - 1 where grouped = json_array(${of('old')});`
  const differs = columns.map((column) => `old.${column} is not new.${column}`).join(' or ')
  const named = (what: string, text: string) => {
    const name = `${nameOf(spec)} ${what}`
    return [name, `CREATE TRIGGER ${quoted(name)} ${text}`] as const
  }
  return new Map([
    named('of new ones', `after insert on ${table} begin${add}\nend`),
    named('of changed ones', `after update of ${listed} on ${table} when ${differs} begin${subtract}${add}\nend`),
  ])
}
