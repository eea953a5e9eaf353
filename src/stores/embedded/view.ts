// What analysts open: a view per collection, named after it, over its current version, with columns typed by the documents' schema. DuckDB runs the views
// itself, so they have nothing that only SQLite knows.
import type { DatabaseSync } from 'node:sqlite'
import type { Abbreviations, CollectionSpec } from '../document-store.ts'
import type { Json } from '../event-store.ts'
import { codesSql } from './abbreviations.ts'
import { columnOf, jsonPath, quoted } from './columns.ts'
import { listName, membersOfSchema } from './layout.ts'
import { wholeSql } from './repeated-sources.ts'
import { propertiesOf, sqlType } from './sql-types.ts'
import { createOnce, storedSql, tableOf, type Version } from './tables.ts'

/** Points the view to this version. Its columns are those of the schema; without a schema, the whole document. */
export const createView = (database: DatabaseSync, spec: CollectionSpec): void =>
  createOnce(database, 'VIEW', spec.name, `AS ${spec.abbreviations ? shorterSql(spec, spec.abbreviations) : plainSql(spec)}`)

/** Takes the view away when it shows this version. */
export const dropView = (database: DatabaseSync, version: Version): void => {
  if (storedSql(database, 'VIEW', version.name)?.includes(shown(version))) database.exec(`drop view ${quoted(version.name)}`)
}

const shown = (version: Version): string => `from ${tableOf(version)} where document is not null`

const plainSql = (spec: CollectionSpec): string => {
  const properties = propertiesOf(spec)
  const columns = properties.map(([name, schema]) => {
    // In DuckDB json_extract leaves the quotes around a text.
    const stored = inDocument(name)
    return typedSql(name, schema, spec.repeating?.includes(name) ? wholeSql(stored) : stored)
  })
  return `select ${['key', ...(columns.length > 0 ? columns : ['document'])].join(', ')} ${shown(spec)}`
}

const inDocument = (name: string): string => `document ->> ${jsonPath([name])}`

const typedSql = (name: string, schema: Json, value: string): string => `${typed(value, schema)} as ${quoted(name)}`

const typed = (value: string, schema: Json): string => {
  const type = sqlType(schema)
  return type ? `cast(${value} as ${type})` : value
}

/** A parser's stack has no room for more calls within each other. */
const replacedInStep = 16

/** Replaces the codes step by step. Only what a query selects is replaced, because SQLite and DuckDB make one query of the steps. */
const shorterSql = (spec: CollectionSpec, abbreviations: Abbreviations): string => {
  const properties = propertiesOf(spec)
  const { scalars, members } = membersOfSchema(spec, abbreviations)
  const column = { ofList: (n: number) => quoted(listName(n)), ofField: columnOf }
  const codes = new Map(members.map((member) => [member, codesSql(abbreviations, member, column)]))
  const count = Math.ceil(Math.max(1, ...[...codes.values()].map(({ length }) => length)) / replacedInStep)
  const passedOn = ['key', 'document', ...[...scalars.keys()].map(columnOf)]
  const steps = Array.from({ length: count }, (_, n) => {
    const replaced = members.map((member) => {
      const some = codes.get(member)?.slice(n * replacedInStep, (n + 1) * replacedInStep) ?? []
      const value = some.reduce((text, [code, whole]) => `replace(${text}, ${code}, ${whole})`, columnOf(member))
      return `${value} as ${columnOf(member)}`
    })
    const from = n === 0 ? shown(spec) : `from step${n}`
    return `step${n + 1} as (select ${[...passedOn, ...replaced].join(', ')} ${from})`
  })
  const columns = properties.map(([name, schema]) => {
    // DuckDB takes two values for one only where their types are the same. Where it cannot run a view, all its columns are texts there.
    const places = [columnOf(name), inDocument(name)].map((place) => typed(place, schema))
    return typedSql(name, schema, `ifnull(${places.join(', ')})`)
  })
  return `with ${steps.join(', ')} select ${['key', ...columns].join(', ')} from step${count}`
}
