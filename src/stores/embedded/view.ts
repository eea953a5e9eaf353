// What analysts open: a view per collection, named after it, over its current version, with columns typed by the documents' schema.
import type { DatabaseSync } from 'node:sqlite'
import type { CollectionSpec } from '../document-store.ts'
import type { Json, JsonObject } from '../event-store.ts'
import { wholeSql } from './repeated-sources.ts'
import { createOnce, jsonPath, quoted, storedSql, tableOf, type Version } from './tables.ts'

/** Points the view to this version. Its columns are those of the schema; without a schema, the whole document. */
export const createView = (database: DatabaseSync, spec: CollectionSpec): void => {
  const properties = spec.schema?.properties
  const columns = isObject(properties) ? Object.entries(properties).map((property) => columnSql(property, spec.repeating)) : ['document']
  createOnce(database, 'VIEW', spec.name, `AS select ${['key', ...columns].join(', ')} ${shown(spec)}`)
}

/** Takes the view away when it shows this version. */
export const dropView = (database: DatabaseSync, version: Version): void => {
  if (storedSql(database, 'VIEW', version.name)?.endsWith(shown(version))) database.exec(`drop view ${quoted(version.name)}`)
}

const shown = (version: Version): string => `from ${tableOf(version)} where document is not null`

const columnSql = ([name, schema]: readonly [string, Json], repeating: CollectionSpec['repeating'] = []): string => {
  // DuckDB runs the view itself, and there json_extract leaves the quotes around a text.
  const stored = `document ->> ${jsonPath([name])}`
  const value = repeating.includes(name) ? wholeSql(stored) : stored
  const type = sqlType(schema)
  return `${type ? `cast(${value} as ${type})` : value} as ${quoted(name)}`
}

/** Objects and arrays become JSON text. */
const sqlTypes: Readonly<Record<string, string>> = {
  integer: 'integer',
  number: 'real',
  boolean: 'boolean',
  string: 'text',
  object: 'text',
  array: 'text',
}

/** The SQL type of values under a JSON schema: JSON text where it names no type; undefined where it allows several. */
const sqlType = (schema: Json | undefined): string | undefined => {
  const types = [...typesIn(schema)].filter((type) => type !== 'null')
  return types.length === 0 ? 'text' : types.length === 1 ? sqlTypes[types[0]!] : undefined
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
