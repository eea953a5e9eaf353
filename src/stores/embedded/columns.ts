// The names of what a collection has in SQLite, and the values of a document's fields as SQLite holds them.
import type { SQLInputValue } from 'node:sqlite'
import { declaredFields, isArrayField, pathOf } from '../collections.ts'
import type { CollectionSpec, Document } from '../document-store.ts'

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const jsonPath = (names: readonly string[]): string => `'$${names.map((name) => `."${name.replaceAll("'", "''")}"`).join('')}'`

/** Named like a path, so that no field collides with key, position or document. */
export const columnName = (field: string): string => `$.${field}`

export const columnOf = (field: string): string => quoted(columnName(field))

export const scalarFields = (spec: CollectionSpec): readonly string[] => [...declaredFields(spec)].filter((field) => !isArrayField(field))
export const arrayFields = (spec: CollectionSpec): readonly string[] => [...declaredFields(spec)].filter(isArrayField)

/** Takes the value of a field from a document. */
export const fieldValue = (field: string): ((document: Document | null) => SQLInputValue) => {
  const path = pathOf(field)
  return (document) => stored(valueAt(document, path))
}

/** Takes the scalar members of an array field from a document; none when there is no array. */
export const memberValues = (field: string): ((document: Document | null) => readonly SQLInputValue[]) => {
  const path = pathOf(field)
  return (document) => {
    const value = valueAt(document, path)
    if (!Array.isArray(value)) return []
    return value.filter((member) => typeof member !== 'object' || member === null).map(stored)
  }
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
export const stored = (value: unknown): SQLInputValue => {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return JSON.stringify(value)
}
