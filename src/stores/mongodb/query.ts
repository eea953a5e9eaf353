// Turns the port's filters and sorts into MongoDB's.
import { BSONRegExp, type Filter, type Sort } from 'mongodb'
import { isArrayField, wordsOf } from '../collections.ts'
import type { CollectionSpec, Condition, FindOptions, Where } from '../document-store.ts'
import { gramsSought } from '../grams.ts'
import { alive, encodePath, gramsPath, type StoredFields } from './documents.ts'

type FilterDocument = { readonly [operator: string]: unknown }

/** The fields have been checked to be declared ones. */
export function filterOf({ search = [] }: Pick<CollectionSpec, 'search'>, where: Where = {}): Filter<StoredFields> {
  const conditions = Object.entries(where)
  const narrowing = conditions.flatMap(([field, condition]) => (search.includes(field) ? searchOn(field, condition) : []))
  return { $and: [...narrowing, ...conditions.flatMap(([field, condition]) => conditionOn(field, condition)), alive] }
}

/**
 * What comes after a place: it is further on in one field, and the same in all fields before that. MongoDB sorts null and absent first, as the port does. In one
 * part, or in two that follow each other: in each the first field has a bound or a value by which an index is entered, so that nothing before the place is read.
 */
export function afterOf({ after, sort = [] }: FindOptions): readonly Filter<StoredFields>[] {
  if (after === undefined) return [{}]
  const fields = [
    ...sort.map(([field, direction], index) => ({ path: encodePath(field), direction, value: after.values[index] ?? null })),
    { path: '_id', direction: sort.at(-1)?.[1] ?? ('asc' as const), value: after.key },
  ]
  const ways = fields.map(({ path, direction, value }, index) => ({
    $and: [...fields.slice(0, index).map((each) => ({ [each.path]: { $eq: each.value } })), beyond(path, direction, value)],
  }))
  const [first] = fields
  if (!first || sort.length === 0) return ways
  const { path, direction, value } = first
  if (value === null) return [{ [path]: null, $or: ways }, ...(direction === 'asc' ? [{ [path]: { $ne: null } }] : [])]
  const bound = { [path]: direction === 'asc' ? { $gte: value } : { $lte: value } }
  return [{ ...bound, $or: ways }, ...(direction === 'desc' ? [{ [path]: null }] : [])]
}

function beyond(path: string, direction: 'asc' | 'desc', value: unknown): FilterDocument {
  if (value === null) return direction === 'asc' ? { [path]: { $ne: null } } : { _id: { $in: [] } }
  return direction === 'asc' ? { [path]: { $gt: value } } : { $or: [{ [path]: { $lt: value } }, { [path]: null }] }
}

export function sortOf(sort: FindOptions['sort'] = []): Sort {
  const fields = sort.map(([field, direction]): [string, 1 | -1] => [encodePath(field), direction === 'asc' ? 1 : -1])
  return [...fields, ['_id', fields.at(-1)?.[1] ?? 1]]
}

/** Narrows a search of words down by the index of their grams. */
function searchOn(field: string, condition: Condition): readonly FilterDocument[] {
  if (condition === null || typeof condition !== 'object' || !('contains' in condition)) return []
  const grams = gramsSought(condition.contains)
  return grams.length === 0 ? [] : [{ [gramsPath(field)]: { $all: grams } }]
}

/** On an array's members the whole condition has to hold for one of them. */
function conditionOn(field: string, condition: Condition): readonly FilterDocument[] {
  const path = encodePath(field)
  const onMembers = isArrayField(field)
  if (condition === null || typeof condition !== 'object') return [{ [path]: { $eq: condition } }]
  if ('in' in condition) return [{ [path]: { $in: condition.in } }]
  if ('contains' in condition) {
    const words = wordsOf(condition.contains).map((word) => new BSONRegExp(escapeRegex(word), 'i'))
    if (onMembers) return words.length === 0 ? [] : [{ [path]: { $elemMatch: allOf(words) } }]
    return words.map((word) => ({ [path]: { $regex: word } }))
  }
  const bounds = Object.entries(condition).filter(([, bound]) => bound !== undefined)
  if (bounds.length === 0) return []
  const range = Object.fromEntries(bounds.map(([operator, bound]) => [`$${operator}`, bound]))
  return [{ [path]: onMembers ? { $elemMatch: range } : range }]
}

/** Several patterns for one value: `$elemMatch` takes each operator but once, so they are spread over three. */
function allOf([first, second, ...others]: readonly BSONRegExp[]): FilterDocument {
  return { $regex: first, ...(second && { $in: [second] }), ...(others.length > 0 && { $all: others }) }
}

/** BSON holds no U+0000 within a pattern. */
const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00')
