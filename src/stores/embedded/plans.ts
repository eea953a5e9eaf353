// Chooses the index by which a query finds its rows. Documents are long and each lies in pages of its own, so a query reads as few rows as it can: it tests
// and sorts in an index that holds all its fields, and only then reads the documents of its page.
import { isArrayField } from '../collections.ts'
import type { CollectionSpec, Condition, FindOptions, Where } from '../document-store.ts'
import { isCondition } from './conditions.ts'
import { indexesOf } from './tables.ts'

export type Plan = {
  /** The index to read; undefined where SQLite chooses. */
  readonly index: string | undefined
  /** Whether it may look through the whole collection. */
  readonly isLong: boolean
}

type Index = { readonly name: string; readonly columns: readonly string[] }
type Asked = Pick<FindOptions, 'where' | 'sort'>

/** Pages that lie further back are counted up to. */
const furthest = 5_000

export const findPlan = (spec: CollectionSpec, options: FindOptions): Plan => {
  const served = readableIndexes(spec).find((index) => isServed(index, options))
  const skipped = ((options.page ?? 1) - 1) * (options.perPage ?? 0)
  if (served) return { index: served.name, isLong: skipped > furthest || options.perPage === undefined }
  return otherPlan(spec, options)
}

/** Of a count that is not kept. */
export const countPlan = (spec: CollectionSpec, where: Where): Plan =>
  Object.keys(where).every((field) => spec.counted?.includes(field)) ? { index: undefined, isLong: false } : otherPlan(spec, { where })

const otherPlan = (spec: CollectionSpec, asked: Asked): Plan => {
  const { where = {}, sort = [] } = asked
  const indexes = readableIndexes(spec)
  // SQLite passes an index over where most documents do not have the field: it then takes any value of it for a common one.
  const [selective] = indexes
    .filter((index) => isSelective(spec, index, where))
    .toSorted((one, other) => boundLength(other, where) - boundLength(one, where))
  if (selective) return { index: selective.name, isLong: false }
  const fields = [...Object.keys(conditionsIn(where)), ...sort.map(([field]) => field)].filter((field) => !isArrayField(field))
  const covering = indexes.filter(({ columns }) => fields.every((field) => columns.includes(field)))
  const narrowedBy = ({ columns }: Index) => {
    const listed = leading(columns, (column) => isEquality(where[column]) || isList(where[column]))
    const next = where[columns[listed] ?? '']
    return listed + (next !== undefined && isRange(next) ? 1 : 0)
  }
  const [best] = covering.toSorted((one, other) => narrowedBy(other) - narrowedBy(one))
  return { index: best?.name, isLong: true }
}

/** Made once: each query asks for them. */
const indexesBySpec = new WeakMap<CollectionSpec, readonly Index[]>()

const readableIndexes = (spec: CollectionSpec): readonly Index[] => {
  const known = indexesBySpec.get(spec)
  if (known) return known
  const indexes = indexesOf(spec).flatMap(({ name, fields }) => (fields ? [{ name, columns: fields }] : []))
  indexesBySpec.set(spec, indexes)
  return indexes
}

const conditionsIn = (where: Where): Where => Object.fromEntries(Object.entries(where).filter(([, condition]) => isCondition(condition)))

const isEquality = (condition: Condition | undefined): boolean =>
  condition !== undefined && (condition === null || typeof condition !== 'object')

const isList = (condition: Condition | undefined): boolean => typeof condition === 'object' && condition !== null && 'in' in condition

/** How many columns come before the first that does not meet it. */
const leading = (columns: readonly string[], isMet: (column: string) => boolean): number => {
  const end = columns.findIndex((column) => !isMet(column))
  return end < 0 ? columns.length : end
}

const boundLength = ({ columns }: Index, where: Where): number => leading(columns, (column) => isEquality(where[column]))

/** Whether the index has exactly the rows of the query one after the other, in its order. */
const isServed = (index: Index, { where = {}, sort = [] }: Asked): boolean => {
  const { columns } = index
  const bound = boundLength(index, where)
  const order = sort.map(([field]) => field)
  const following = columns.slice(bound, bound + order.length + 1)
  const tested = Object.entries(conditionsIn(where)).filter(([field]) => !columns.slice(0, bound).includes(field))
  return (
    following.join() === [...order, 'key'].join() &&
    new Set(sort.map(([, direction]) => direction)).size <= 1 &&
    tested.every(([field, condition]) => field === order[0] && isRange(condition))
  )
}

const isRange = (condition: Condition): boolean =>
  isCondition(condition) && typeof condition === 'object' && condition !== null && !('in' in condition) && !('contains' in condition)

/** Whether the index leads by a value of the query to few rows: not by one that documents are counted by. */
const isSelective = ({ counted = [] }: CollectionSpec, index: Index, where: Where): boolean =>
  index.columns.slice(0, boundLength(index, where)).some((column) => !counted.includes(column) && where[column] !== null)
