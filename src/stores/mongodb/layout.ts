// Lays a collection out on the server: the collection with its validator, its indexes, and the view that analysts query under the plain name.
// A server that lacks validators or views serves without them.
import { isDeepStrictEqual } from 'node:util'
import type { Db } from 'mongodb'
import type { CollectionSpec } from '../document-store.ts'
import type { Json, JsonObject } from '../event-store.ts'
import { isServerError } from './availability.ts'
import { alive, encodeName, encodePath, gramsPath, isList, isObject } from './documents.ts'

const namespaceExists = 48
/** CommandNotFound, CommandNotSupported, NotImplemented: what a server says of a thing that it does not have. */
const lacking = [59, 115, 238]

export const physicalName = (name: string, version: number) => `${name}_v${version}`

/** The server's description of its collections and views, by name. */
export type Existing = ReadonlyMap<string, { readonly type?: string; readonly options?: object }>

export async function existingIn(db: Db): Promise<Existing> {
  return new Map((await db.listCollections().toArray()).map((collection) => [collection.name, collection]))
}

/** Runs an operation on a database without a limit of time, and tells what the server is building. */
export type Patiently = (db: Db, what: string, operation: (db: Db) => Promise<unknown>) => Promise<void>

/** Whether there is something to lay out: a collection with checkpoints only is created with its first one, if ever. */
export const hasLayout = ({ indexes, schema }: CollectionSpec): boolean => indexes.length > 0 || schema !== undefined

/**
 * Creates missing collections and indexes. It can be repeated, also by two instances at once.
 * @param patiently runs what takes the server as long as a collection is large
 */
export async function layOut(db: Db, spec: CollectionSpec, collections: Existing, patiently: Patiently): Promise<void> {
  const name = physicalName(spec.name, spec.version)
  const validator =
    spec.schema === undefined ? {} : validatorOf(spec.schema, { rendered: spec.rendered ?? false, searched: spec.search !== undefined })
  await createOrModify(db, name, { validator }, collections)
  if (spec.indexes.length === 0) return
  const indexed = new Set((await db.collection(name).listIndexes().toArray()).map((index) => JSON.stringify(Object.keys(index.key))))
  const searched = (spec.search ?? []).map((field) => ({ [gramsPath(field)]: 1 as const, _id: 1 as const }))
  const missing = [...spec.indexes.map(indexKey), ...searched].filter((key) => !indexed.has(JSON.stringify(Object.keys(key))))
  if (missing.length === 0) return
  const build = (of: Db) => of.collection(name).createIndexes(missing.map((key) => ({ key })))
  if (collections.has(name)) await patiently(db, `indexes of ${name}`, build)
  else await build(db)
}

/** Points the view called by the collection's plain name at this version. */
export async function pointView(db: Db, spec: CollectionSpec, collections: Existing): Promise<void> {
  const view = { viewOn: physicalName(spec.name, spec.version), pipeline: [{ $match: alive }] }
  await createOrModify(db, spec.name, view, collections)
}

async function createOrModify(db: Db, name: string, options: { readonly [option: string]: unknown }, collections: Existing): Promise<void> {
  const wanted = Object.fromEntries(Object.entries(options).filter(([, value]) => !isDeepStrictEqual(value, {})))
  const optional = Object.keys(wanted).length > 0
  const existing = collections.get(name)
  try {
    if (existing === undefined) return await create(db, name, wanted)
    // A collection of the analysts' own may have the plain name; it is left alone.
    if ('viewOn' in options && existing.type !== 'view') return
    const current = existing.options ?? {}
    const changed = Object.entries(options).some(([option, value]) => !isDeepStrictEqual(Reflect.get(current, option) ?? {}, value))
    if (changed) await db.command({ collMod: name, ...options })
  } catch (error) {
    if (!optional || !isServerError(error, ...lacking)) throw error
    if (existing === undefined && !('viewOn' in options)) await create(db, name)
  }
}

/** Another instance may have created it at the same moment. */
async function create(db: Db, name: string, options = {}): Promise<void> {
  await db.createCollection(name, options).catch((error: unknown) => {
    if (!isServerError(error, namespaceExists)) throw error
  })
}

/** Ends in the key, so that a page sorted by the index needs no sorting in memory. */
function indexKey(index: string | readonly string[]): { [path: string]: 1 } {
  return Object.fromEntries([...[index].flat().map(encodePath), '_id'].map((path) => [path, 1]))
}

/** Whether the documents of a collection have a rendering, and grams. */
type Besides = { readonly rendered?: boolean; readonly searched?: boolean }

/** The validator of a collection; tombstones always pass. */
export function validatorOf(schema: JsonObject, { rendered = false, searched = false }: Besides = {}): JsonObject {
  const { properties, ...translated } = translate(schema, true)
  const fields: JsonObject = isObject(properties)
    ? { properties: { ...properties, ...(rendered && { _rendering: {} }), ...(searched && { _grams: {} }) } }
    : {}
  const whole: JsonObject = { ...translated, ...fields }
  return Object.keys(whole).length === 0 ? {} : { $or: [{ _deleted: true }, { $jsonSchema: whole }] }
}

/**
 * The structure that a JSON schema demands, in the keywords that MongoDB knows (draft 4 without `integer`, `$ref`, `format`, and with no
 * empty lists). What it cannot express is left out: the validator lets such a document pass rather than refuse a right one.
 */
function translate(schema: JsonObject, topLevel: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      const translation = keywords[keyword]?.(value, schema, topLevel)
      return translation === undefined ? [] : [translation]
    }),
  )
}

type Keyword = (value: Json, schema: JsonObject, topLevel: boolean) => readonly [string, Json] | undefined

const alternatives: Keyword = (value, _schema, topLevel) =>
  isList(value) && value.length > 0 ? ['anyOf', value.map((member) => (isObject(member) ? translate(member, topLevel) : {}))] : undefined

const keywords: { readonly [keyword: string]: Keyword | undefined } = {
  type: (value) => ['type', isList(value) ? distinct(value.map(typeName)) : typeName(value)],
  enum: (value) => (isList(value) && value.length > 0 ? ['enum', distinct(value)] : undefined),
  const: (value) => ['enum', [value]],
  required: (value, _schema, topLevel) =>
    isList(value) && value.length > 0 ? ['required', distinct(value).map((name) => encodeName(String(name), topLevel))] : undefined,
  properties: (value, _schema, topLevel) => {
    if (!isObject(value)) return undefined
    const properties = Object.entries(value).map(([name, member]) => [
      encodeName(name, topLevel),
      isObject(member) ? translate(member, false) : {},
    ])
    return ['properties', Object.fromEntries([...(topLevel ? ofEveryDocument.map((name) => [name, {}]) : []), ...properties])]
  },
  additionalProperties: (value, schema) => {
    if ('patternProperties' in schema || !('properties' in schema)) return undefined
    return value === false ? ['additionalProperties', false] : undefined
  },
  items: (value) => (isObject(value) ? ['items', translate(value, false)] : undefined),
  anyOf: alternatives,
  // Without the keywords left out, more than one alternative may hold.
  oneOf: alternatives,
  allOf: (value, schema, topLevel) => {
    const translation = alternatives(value, schema, topLevel)
    return translation && ['allOf', translation[1]]
  },
}

const ofEveryDocument = ['_id', '_position', '_deleted']

const typeName = (type: Json): Json => (type === 'integer' ? 'number' : type)

/** MongoDB refuses repeated values. */
const distinct = (values: readonly Json[]): readonly Json[] => [...new Set(values)]
