// The collections that a document store knows, by name, and the fields that may be filtered on: the same for every adapter.
import { type CollectionSpec, type FindOptions, UnknownCollection, UnknownField, type Where } from './document-store.ts'

export type Collections<Collection> = {
  /** Makes this the version of the bare name. */
  readonly define: (spec: CollectionSpec, collection: Collection) => void
  readonly has: (address: string) => boolean
  /** The collection at `name` or `name@version`. @throws UnknownCollection */
  readonly at: (address: string) => Collection
}

/** Every collection defined in this process; `Collection` is what the adapter keeps for one. */
export const definedCollections = <Collection>(): Collections<Collection> => {
  const byAddress = new Map<string, Collection>()
  return {
    define: (spec, collection) => {
      byAddress.set(spec.name, collection)
      byAddress.set(addressOf(spec), collection)
    },
    has: (address) => byAddress.has(address),
    at: (address) => {
      const collection = byAddress.get(address)
      if (collection === undefined) throw new UnknownCollection(`the collection ${address} is not defined`)
      return collection
    },
  }
}

export const addressOf = ({ name, version }: Pick<CollectionSpec, 'name' | 'version'>): string => `${name}@${version}`

/**
 * The name and version of `name@version`; undefined for a bare name.
 * @example
 * parsedAddress('orders@2') // => { name: 'orders', version: 2 }
 * parsedAddress('orders') // => undefined
 */
export const parsedAddress = (address: string): Pick<CollectionSpec, 'name' | 'version'> | undefined => {
  const [, name, version] = /^(\w+)@(\d+)$/.exec(address) ?? []
  return name === undefined ? undefined : { name, version: Number(version) }
}

/** Turns positions by address into positions by the requested names. Names without a position are left out. */
export const positionsByName = (
  names: readonly string[],
  positions: ReadonlyMap<string, bigint>,
  addressAt: (name: string) => string,
): ReadonlyMap<string, bigint> =>
  new Map(
    names.flatMap((name) => {
      const position = positions.get(addressAt(name))
      return position === undefined ? [] : [[name, position] as const]
    }),
  )

/** Every field that may be filtered on, `tags[]` spelled with its brackets. */
export const declaredFields = ({ indexes, filters = [] }: CollectionSpec): ReadonlySet<string> => new Set([...indexes.flat(), ...filters])

/** Whether the field means the members of an array. */
export const isArrayField = (field: string): boolean => field.endsWith('[]')

/**
 * The names on the way to the field's value.
 * @example
 * pathOf('submitted.name') // => ['submitted', 'name']
 * pathOf('tags[]') // => ['tags']
 */
export const pathOf = (field: string): readonly string[] => field.replace(/\[\]$/, '').split('.')

/** @throws RangeError when the name, the version or a field is one that no store could use */
export const checkSpec = (spec: CollectionSpec): void => {
  if (!/^[a-z]\w*$/i.test(spec.name) || /_v\d+$/i.test(spec.name)) throw new RangeError(`${spec.name} cannot name a collection`)
  if (!Number.isSafeInteger(spec.version) || spec.version < 0) throw new RangeError(`${spec.name}: ${spec.version} is not a version`)
  for (const field of declaredFields(spec))
    if (!/^[\w-]+(\.[\w-]+)*(\[\])?$/.test(field)) throw new RangeError(`${spec.name}: ${field} cannot name a field`)
  for (const field of spec.search ?? [])
    if (!declaredFields(spec).has(field) || isArrayField(field)) throw new RangeError(`${spec.name}: ${field} cannot be searched`)
  for (const field of spec.counted ?? [])
    if (!declaredFields(spec).has(field) || isArrayField(field))
      throw new RangeError(`${spec.name}: documents cannot be counted by ${field}`)
}

/** @throws UnknownField when `where` or `sort` names an undeclared field */
export const checkFields = (
  spec: CollectionSpec,
  declared: ReadonlySet<string>,
  where: Where = {},
  sort: FindOptions['sort'] = [],
): void => {
  const refuse = (field: string, what: string) => {
    throw new UnknownField(`${addressOf(spec)} cannot be ${what} ${field}: it is not among its indexes`)
  }
  for (const field of Object.keys(where)) if (!declared.has(field)) refuse(field, 'filtered on')
  for (const [field] of sort) if (!declared.has(field) || isArrayField(field)) refuse(field, 'sorted by')
}

/** How many documents to pass over and how many to return. @throws RangeError */
export const pageOf = ({ page = 1, perPage }: FindOptions): { readonly skip: number; readonly limit: number | undefined } => {
  if (!Number.isSafeInteger(page) || page < 1) throw new RangeError(`page must be a whole number from 1, not ${page}`)
  if (perPage === undefined) return { skip: 0, limit: undefined }
  if (!Number.isSafeInteger(perPage) || perPage < 1) throw new RangeError(`perPage must be a whole number from 1, not ${perPage}`)
  return { skip: (page - 1) * perPage, limit: perPage }
}

/** The words of a text search, in lower case. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean)
