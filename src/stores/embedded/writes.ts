// Writes a changed document. Its declared fields go into columns of their own, and only the columns whose value differs are written,
// so that an index which the change does not concern is not written.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Change, CollectionSpec } from '../document-store.ts'
import { arrayFields, columnName, columnOf, fieldValue, memberValues, quoted, scalarFields } from './columns.ts'
import { layoutOf, type Parts } from './layout.ts'
import { packed } from './packing.ts'
import { fieldsBeside, searchWriter } from './searches.ts'
import { membersOf, renderingsOf, tableOf } from './tables.ts'

/** A change as SQLite takes it: the parts of the document, the values of its declared fields, and of each array field the members. */
export type PreparedChange = {
  readonly key: string
  readonly position: bigint
  readonly parts: Parts
  readonly rendering: string | null
  readonly values: readonly SQLInputValue[]
  readonly members: readonly (readonly SQLInputValue[])[]
  /** Undefined where the writer did not look. */
  readonly isNew: boolean | undefined
}

export const changePreparer = (spec: CollectionSpec): ((change: Change) => PreparedChange) => {
  const { partsOf } = layoutOf(spec)
  const fields = scalarFields(spec).map(fieldValue)
  const arrays = arrayFields(spec).map(memberValues)
  return ({ key, position, document, rendering = null, isNew }) => ({
    key,
    isNew,
    position,
    parts: partsOf(document),
    rendering,
    values: fields.map((valueIn) => valueIn(document)),
    members: arrays.map((valuesIn) => valuesIn(document)),
  })
}

/** Writes a change unless the stored position is as far or further. */
export const changeWriter = (database: DatabaseSync, spec: CollectionSpec): ((change: PreparedChange) => void) => {
  const table = tableOf(spec)
  const fields = scalarFields(spec)
  const columns = fields.map(columnOf)
  const columnNames = fields.map(columnName)
  const layout = layoutOf(spec)
  const ofDocument = layout.columns.map(([name]) => quoted(name))
  const select = database.prepare(`select ${['position', ...columns].join(', ')} from ${table} where key = ?`)
  select.setReadBigInts(true)
  const inserted = ['key', 'position', ...ofDocument, ...columns]
  const insert = database.prepare(
    `insert into ${table} (${inserted.join(', ')}) values (${inserted.map(() => '?').join(', ')}) on conflict do nothing`,
  )
  const members = arrayFields(spec).map((field) => memberWriter(database, spec, field))
  const beside = fieldsBeside(spec).map((field) => fields.indexOf(field))
  const searches = (spec.search ?? []).map((field) => ({ write: searchWriter(database, spec, field), at: fields.indexOf(field) }))
  const writeRendering = spec.rendered ? renderingWriter(database, spec) : undefined
  const updates = new Map<string, StatementSync>()

  const updateOf = (changed: readonly number[]): StatementSync => {
    const name = changed.join()
    const known = updates.get(name)
    if (known) return known
    const sets = ['position', ...ofDocument, ...changed.map((index) => columns[index])].map((column) => `${column} = ?`)
    const update = database.prepare(`update ${table} set ${sets.join(', ')} where key = ?`)
    updates.set(name, update)
    return update
  }

  /** @returns whether it was inserted: not where the key exists */
  const insertNew = ({ key, position, parts, values }: PreparedChange) =>
    insert.run(key, position, ...layout.stored(parts), ...values).changes > 0

  return (change) => {
    const { key, position, parts, values, members: found, isNew } = change
    const writeOthers = (isStored: boolean) => {
      for (const [index, write] of members.entries()) write(key, found[index] ?? [], isStored)
      for (const { write, at } of searches)
        write(
          key,
          values[at],
          beside.map((index) => values[index] ?? null),
        )
      writeRendering?.(change, isStored)
    }
    if (isNew !== false && insertNew(change)) return writeOthers(false)
    const stored = select.get(key)
    if (!stored) {
      insertNew(change)
      return writeOthers(false)
    }
    if ((stored.position as bigint) >= position) return
    const changed = values.flatMap((value, index) => (stored[columnNames[index] as string] === value ? [] : [index]))
    updateOf(changed).run(position, ...layout.stored(parts), ...changed.map((index) => values[index] ?? null), key)
    writeOthers(true)
  }
}

const renderingWriter = (database: DatabaseSync, spec: CollectionSpec) => {
  const table = renderingsOf(spec)
  const put = database.prepare(`insert or replace into ${table} (key, rendering) values (?, ?)`)
  const remove = database.prepare(`delete from ${table} where key = ?`)
  return ({ key, rendering }: PreparedChange, isStored: boolean): void => {
    if (rendering !== null) put.run(key, packed('answer', rendering))
    else if (isStored) remove.run(key)
  }
}

const memberWriter = (database: DatabaseSync, spec: CollectionSpec, field: string) => {
  const table = membersOf(spec, field)
  const select = database.prepare(`select value from ${table} where key = ? order by value`)
  select.setReadBigInts(true)
  const clear = database.prepare(`delete from ${table} where key = ?`)
  const insert = database.prepare(`insert or ignore into ${table} (key, value) values (?, ?)`)
  return (key: string, found: readonly SQLInputValue[], isStored: boolean): void => {
    const values = new Set(found)
    const stored = isStored ? select.all(key).map(({ value }) => value as SQLInputValue) : []
    if (stored.length === values.size && stored.every((value) => values.has(value))) return
    if (stored.length > 0) clear.run(key)
    for (const value of values) insert.run(key, value)
  }
}
