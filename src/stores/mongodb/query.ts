// Turns the port's filters and sorts into MongoDB's.
import { BSONRegExp, type Filter, type Sort } from 'mongodb'
import { isArrayField, wordsOf } from '../collections.ts'
import type { Condition, FindOptions, Where } from '../document-store.ts'
import { alive, encodePath, type StoredFields } from './documents.ts'

type FilterDocument = { readonly [operator: string]: unknown }

/** The fields have been checked to be declared ones. */
export function filterOf(where: Where = {}): Filter<StoredFields> {
  return { $and: [...Object.entries(where).flatMap(([field, condition]) => conditionOn(field, condition)), alive] }
}

export function sortOf(sort: FindOptions['sort'] = []): Sort {
  const fields = sort.map(([field, direction]): [string, 1 | -1] => [encodePath(field), direction === 'asc' ? 1 : -1])
  return [...fields, ['_id', fields.at(-1)?.[1] ?? 1]]
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

const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
