// How a collection lies in SQLite: a table of JSON documents per version with a generated column per declared field, a table per
// array field for its members, kept by triggers, and for analysts a view with real columns.
import type { DatabaseSync } from 'node:sqlite'
import { declaredFields, isArrayField, pathOf } from '../collections.ts'
import type { CollectionSpec } from '../document-store.ts'
import type { Json, JsonObject } from '../event-store.ts'

type Version = Pick<CollectionSpec, 'name' | 'version'>

export const tableOf = ({ name, version }: Version): string => quoted(`${name}_v${version}`)

/** The generated column of a field. Named like a path, so that no field collides with key, position or document. */
export const columnOf = (field: string): string => quoted(`$.${field}`)

/** The table of an array field's members: key and value. */
export const membersOf = ({ name, version }: Version, field: string): string => quoted(`${name}_v${version}/${field}`)

/** Creates what the collection lacks and takes away indexes that it no longer declares. */
export const createTables = (database: DatabaseSync, spec: CollectionSpec): void => {
  const table = tableOf(spec)
  database.exec(`create table if not exists ${table} (key text primary key not null, position integer not null, document text)`)
  const fields = [...declaredFields(spec)]
  const columns = database.prepare(`select name from pragma_table_xinfo(?)`).all(unquoted(table)).map(nameIn)
  for (const field of fields.filter((each) => !isArrayField(each) && !columns.includes(unquoted(columnOf(each)))))
    database.exec(`alter table ${table} add column ${columnOf(field)} as (document ->> ${jsonPath(pathOf(field))})`)

  const indexes = new Map([[quoted(`${unquoted(table)}/deleted`), `(key) where document is null`]])
  for (const declared of spec.indexes) {
    const names = [declared].flat().filter((each) => !isArrayField(each))
    // The key comes last so that pages, whose ties it breaks, are read off the index as they are.
    if (names.length > 0) indexes.set(quoted(`${unquoted(table)}/${names.join(',')}`), `(${[...names.map(columnOf), 'key'].join(', ')})`)
  }
  const owned = database.prepare(`select name from sqlite_schema where type = 'index' and tbl_name = ? and sql is not null`)
  const existing = owned.all(unquoted(table)).map(nameIn).map(quoted)
  for (const index of existing) if (!indexes.has(index)) database.exec(`drop index ${index}`)
  for (const [index, on] of indexes) if (!existing.includes(index)) database.exec(`create index ${index} on ${table} ${on}`)

  const members = fields.filter(isArrayField).map((field) => ({ field, table: membersOf(spec, field) }))
  const kept = memberTables(database, spec)
  for (const each of kept) if (!members.some(({ table }) => table === each)) dropMembers(database, each)
  for (const { field, table } of members) if (!kept.includes(table)) createMembers(database, spec, field)
}

export const dropTables = (database: DatabaseSync, version: Version): void => {
  const table = tableOf(version)
  for (const members of memberTables(database, version)) dropMembers(database, members)
  database.exec(`drop table if exists ${table}`)
}

/** Points the view named after the collection to this version. */
export const createView = (database: DatabaseSync, spec: CollectionSpec): void => {
  const sql = `CREATE VIEW ${quoted(spec.name)} AS ${viewOf(spec)}`
  const existing = database.prepare(`select sql from sqlite_schema where type = 'view' and name = ?`).get(spec.name)
  if (existing?.sql === sql) return
  database.exec(`drop view if exists ${quoted(spec.name)}`)
  database.exec(sql)
}

/** Takes the view away when it shows this version. */
export const dropView = (database: DatabaseSync, version: Version): void => {
  const existing = database.prepare(`select sql from sqlite_schema where type = 'view' and name = ?`).get(version.name)
  if (String(existing?.sql).endsWith(shown(version))) database.exec(`drop view ${quoted(version.name)}`)
}

const viewOf = (spec: CollectionSpec): string => {
  const properties = spec.schema?.properties
  const columns = isObject(properties)
    ? Object.entries(properties).map(([name, schema]) => {
        const value = `json_extract(document, ${jsonPath([name])})`
        const type = sqlType(schema)
        return `${type ? `cast(${value} as ${type})` : value} as ${quoted(name)}`
      })
    : ['document']
  return `select key, ${columns.join(', ')} ${shown(spec)}`
}

const shown = (version: Version): string => `from ${tableOf(version)} where document is not null`

const createMembers = (database: DatabaseSync, spec: CollectionSpec, field: string): void => {
  const table = tableOf(spec)
  const members = membersOf(spec, field)
  const path = jsonPath(pathOf(field))
  const of = (row: string) => `where json_type(${row}.document, ${path}) = 'array' and member.type not in ('object', 'array')`
  const name = (suffix: string) => quoted(`${unquoted(members)} ${suffix}`)
  database.exec(`
    create table ${members} (key text not null, value);
    create unique index ${name('by value')} on ${members} (value, key);
    create index ${name('by key')} on ${members} (key);
    insert into ${members} select distinct each.key, member.value from ${table} as each, json_each(each.document, ${path}) as member ${of('each')};
    create trigger ${name('written')} after insert on ${table} begin
      insert into ${members} select distinct new.key, member.value from json_each(new.document, ${path}) as member ${of('new')};
    end;
    create trigger ${name('changed')} after update of document on ${table} begin
      delete from ${members} where key = new.key;
      insert into ${members} select distinct new.key, member.value from json_each(new.document, ${path}) as member ${of('new')};
    end;`)
}

const dropMembers = (database: DatabaseSync, members: string): void => {
  for (const suffix of ['written', 'changed']) database.exec(`drop trigger if exists ${quoted(`${unquoted(members)} ${suffix}`)}`)
  database.exec(`drop table ${members}`)
}

const memberTables = (database: DatabaseSync, { name, version }: Version): readonly string[] => {
  const prefix = `${name}_v${version}/`
  return database
    .prepare(`select name from sqlite_schema where type = 'table'`)
    .all()
    .map(nameIn)
    .filter((each) => each.startsWith(prefix))
    .map(quoted)
}

const sqlTypes: Readonly<Record<string, string>> = { integer: 'integer', number: 'real', boolean: 'boolean', string: 'text' }

/** The SQL type of values under a JSON schema; undefined for objects, arrays, and where several types may stand. */
const sqlType = (schema: Json | undefined): string | undefined => {
  const types = [...typesIn(schema)].filter((type) => type !== 'null')
  return types.length === 1 ? sqlTypes[types[0]!] : undefined
}

const typesIn = (schema: Json | undefined): ReadonlySet<string> => {
  if (!isObject(schema)) return new Set()
  const { type, anyOf, oneOf, enum: values, const: value } = schema
  if (typeof type === 'string') return new Set([type])
  if (isList(type)) return new Set(type.map(String))
  if (isList(values)) return new Set(values.map(jsonType))
  if (value !== undefined) return new Set([jsonType(value)])
  const choices = isList(anyOf) ? anyOf : isList(oneOf) ? oneOf : []
  return new Set(choices.flatMap((choice) => [...typesIn(choice)]))
}

const jsonType = (value: Json): string => (value === null ? 'null' : isList(value) ? 'array' : typeof value)

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !isList(value)

const nameIn = (row: Readonly<Record<string, unknown>>): string => String(row.name)

const jsonPath = (names: readonly string[]): string => `'$${names.map((name) => `."${name.replaceAll("'", "''")}"`).join('')}'`

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const unquoted = (name: string): string => name.slice(1, -1).replaceAll('""', '"')
