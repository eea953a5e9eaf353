// The layout of a document in MongoDB: its fields at the top level, beside `_id`, `_position`, `_deleted`, `_rendering` and `_grams`, under names that queries can address.
import { pathOf } from '../collections.ts'
import type { Json, JsonObject } from '../event-store.ts'
import { gramsOf } from '../grams.ts'

/** `_deleted` marks a tombstone: it has no fields, but keeps the position of the event that deleted the document. */
export type Fields = {
  _position: bigint
  _deleted?: true
  _rendering?: string
  _grams?: { [field: string]: readonly string[] }
  [field: string]: unknown
}
export type StoredFields = Fields & { _id: string }

const bookkeeping = new Set(['_id', '_position', '_deleted', '_rendering', '_grams'])

/** Reads leave out what only `rendering` gives and what only searches need. */
export const onlyFields = { _rendering: 0, _grams: 0 } as const

/** The filter that leaves tombstones out. */
export const alive = { _deleted: { $exists: false } } as const

/**
 * A field name as MongoDB can query it: `.` would read as a path and a leading `$` as an operator, so those are percent-encoded,
 * as is `%` itself and NUL (which BSON cannot hold). At the top level `_id` and its like are encoded too.
 */
export function encodeName(name: string, topLevel = false): string {
  if (topLevel && bookkeeping.has(name)) return `%5F${name.slice(1)}`
  const encoded = name.replace(/[%.\0]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
  return encoded.startsWith('$') ? `%24${encoded.slice(1)}` : encoded
}

const decodeName = (name: string) =>
  name.includes('%') ? name.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : name

/** A declared field (`owner.name`, `tags[]`) as a MongoDB path. MongoDB looks into arrays without a mark. */
export function encodePath(field: string): string {
  return pathOf(field)
    .map((name, depth) => encodeName(name, depth === 0))
    .join('.')
}

/** Where the grams of a searched field are. Without dots, because a dot would read as a path. */
const gramsName = (field: string): string => field.replaceAll('.', '/')
export const gramsPath = (field: string): string => `_grams.${gramsName(field)}`

/** The grams of a document's searched fields. */
export function gramsIn(document: JsonObject, search: readonly string[]): { [field: string]: readonly string[] } {
  return Object.fromEntries(
    search.flatMap((field) => {
      const text = pathOf(field).reduce<Json | undefined>((value, name) => (isObject(value) ? value[name] : undefined), document)
      return typeof text === 'string' ? [[gramsName(field), gramsOf(text)]] : []
    }),
  )
}

export function encodeFields(document: JsonObject, topLevel = true): { [field: string]: unknown } {
  return Object.fromEntries(
    Object.entries(document)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [encodeName(name, topLevel), encode(value)]),
  )
}

export function decodeFields(stored: { readonly [field: string]: unknown }, topLevel = true): JsonObject {
  return Object.fromEntries(
    Object.entries(stored)
      .filter(([name]) => !(topLevel && bookkeeping.has(name)))
      .map(([name, value]) => [decodeName(name), decode(value)]),
  )
}

function encode(value: Json): unknown {
  if (value === null || typeof value !== 'object') return value
  return isList(value) ? value.map(encode) : encodeFields(value, false)
}

function decode(value: unknown): Json {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(decode)
  if (value instanceof Date) return value.toISOString()
  if (Object.getPrototypeOf(value) === Object.prototype) return decodeFields({ ...value }, false)
  throw new TypeError(`a read model holds a value that is not JSON: ${Object.prototype.toString.call(value)}`)
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
