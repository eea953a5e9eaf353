// Writes a changed document. Its declared fields go into columns of their own, and only the columns whose value differs are written,
// so that an index which the change does not concern is not written.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { pathOf } from '../collections.ts'
import type { Change, CollectionSpec, Document } from '../document-store.ts'
import { packed } from './packing.ts'
import { withListsOnce } from './repeated-sources.ts'
import { searchWriter } from './searches.ts'
import { arrayFields, columnOf, membersOf, renderingsOf, scalarFields, tableOf } from './tables.ts'

/** A change as SQLite takes it: the document's text, the values of its declared fields, and of each array field the members. */
export type PreparedChange = {
  readonly key: string
  readonly position: bigint
  readonly text: string | null
  readonly rendering: string | null
  readonly values: readonly SQLInputValue[]
  readonly members: readonly (readonly SQLInputValue[])[]
  readonly isNew: boolean
}

export const changePreparer = (spec: CollectionSpec): ((change: Change) => PreparedChange) => {
  const fields = scalarFields(spec).map(pathOf)
  const arrays = arrayFields(spec).map(pathOf)
  return ({ key, position, document, rendering = null, isNew = false }) => ({
    key,
    isNew,
    position,
    text: document && JSON.stringify(document),
    rendering,
    values: fields.map((path) => stored(valueAt(document, path))),
    members: arrays.map((path) => membersAt(document, path)),
  })
}

/** Writes a change unless the stored position is as far or further. */
export const changeWriter = (database: DatabaseSync, spec: CollectionSpec): ((change: PreparedChange) => void) => {
  const table = tableOf(spec)
  const fields = scalarFields(spec)
  const columns = fields.map(columnOf)
  const columnNames = fields.map((field) => `$.${field}`)
  const select = database.prepare(`select ${['position', ...columns].join(', ')} from ${table} where key = ?`)
  select.setReadBigInts(true)
  const insert = database.prepare(
    `insert into ${table} (${['key', 'position', 'document', ...columns].join(', ')}) values (${['?', '?', '?', ...columns.map(() => '?')].join(', ')})
     on conflict do nothing`,
  )
  const members = arrayFields(spec).map((field) => memberWriter(database, spec, field))
  const searches = (spec.search ?? []).map((field) => ({ write: searchWriter(database, spec, field), at: fields.indexOf(field) }))
  const writeRendering = spec.rendered ? renderingWriter(database, spec) : undefined
  const updates = new Map<string, StatementSync>()
  /** Done here, because this may run in the thread that commits. */
  const storedText = (text: string | null) => (text && spec.repeating ? withListsOnce(text) : text)

  const updateOf = (changed: readonly number[]): StatementSync => {
    const name = changed.join()
    const known = updates.get(name)
    if (known) return known
    const sets = ['position = ?', 'document = ?', ...changed.map((index) => `${columns[index]} = ?`)]
    const update = database.prepare(`update ${table} set ${sets.join(', ')} where key = ?`)
    updates.set(name, update)
    return update
  }

  /** @returns whether it was inserted: not where the key exists */
  const insertNew = ({ key, position, text, values }: PreparedChange) => insert.run(key, position, storedText(text), ...values).changes > 0

  return (change) => {
    const { key, position, text, values, members: found, isNew } = change
    const writeOthers = (isStored: boolean) => {
      for (const [index, write] of members.entries()) write(key, found[index] ?? [], isStored)
      for (const { write, at } of searches) write(key, values[at])
      writeRendering?.(change, isStored)
    }
    if (isNew && insertNew(change)) return writeOthers(false)
    const stored = select.get(key)
    if (!stored) {
      insertNew(change)
      return writeOthers(false)
    }
    if ((stored.position as bigint) >= position) return
    const changed = values.flatMap((value, index) => (stored[columnNames[index] as string] === value ? [] : [index]))
    updateOf(changed).run(position, storedText(text), ...changed.map((index) => values[index] ?? null), key)
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

/** The scalar members of the array at the path; none when there is no array. */
const membersAt = (document: Document | null, path: readonly string[]): readonly SQLInputValue[] => {
  const value = valueAt(document, path)
  if (!Array.isArray(value)) return []
  return value.filter((member) => typeof member !== 'object' || member === null).map(stored)
}

const valueAt = (document: Document | null, path: readonly string[]): unknown => {
  let value: unknown = document
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

/** As SQLite's `->>` gives it: true is 1, an object or array is its JSON text. */
const stored = (value: unknown): SQLInputValue => {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return JSON.stringify(value)
}
