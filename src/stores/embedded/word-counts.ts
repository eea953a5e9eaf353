// How many documents have certain words in a searched field, with certain values in the counted ones. Each block of texts is counted by those values, and
// counted again only when it has changed: while most texts stay as they are, a total costs the same however many share the words.
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { wordsOf } from '../collections.ts'
import type { CollectionSpec, Condition, Where } from '../document-store.ts'
import { columnOf } from './columns.ts'
import { conditionSql, plain } from './conditions.ts'
import { inRows, type Row, type RowStatement } from './rows.ts'
import { blockBits, blocksOf, type Narrow, textsOf, writtenText } from './searches.ts'

/** The number of documents; undefined where the filter is on something else besides. */
export type WordCounts = (spec: CollectionSpec, where: Where) => number | undefined

/** A row of a block's count: the values of the counted fields, and how many texts have them. */
type Group = { readonly values: Row; readonly number: number }
type Counted = { readonly version: number; readonly groups: readonly Group[] }

/** Searches whose counts are kept. A million texts are some 250 blocks of a few groups each. */
const keptSearches = 100

/** A read must have begun. */
export const openWordCounts = (database: DatabaseSync, narrow: Narrow): WordCounts => {
  const kept = new LRUCache<string, Map<number, Counted>>({ max: keptSearches })
  const statements = new Map<string, RowStatement>()

  const rows = (sql: string, values: readonly (string | number)[]): readonly Row[] => {
    const statement = statements.get(sql) ?? inRows(database.prepare(sql))
    if (statements.size >= keptSearches) statements.clear()
    statements.set(sql, statement)
    return statement.all(...values)
  }

  const countsKept = (search: string): Map<number, Counted> => {
    const known = kept.get(search) ?? new Map<number, Counted>()
    kept.set(search, known)
    return known
  }

  return (spec, where) => {
    const asked = askedOf(spec, where)
    // What few documents have is found and counted sooner.
    if (!asked || narrow(spec, asked.field, where[asked.field] ?? null)) return undefined
    const { field, words, conditions } = asked
    const { text, values } = conditionSql(writtenText, { contains: words.join(' ') })
    const columns = conditions.map(([counted]) => columnOf(counted)).join(', ')
    const sql = `select ${columns}, count(*) from ${textsOf(spec, field)} where id >= ? and id < ? and ${text} group by ${columns}`
    const counts = countsKept(JSON.stringify([sql, values]))
    let number = 0
    for (const [block, version] of rows(`select block, version from ${blocksOf(spec, field)}`, []) as readonly (readonly [
      number,
      number,
    ])[]) {
      const known = counts.get(block)
      const first = block * 2 ** blockBits
      const groupsOf = (): readonly Group[] =>
        rows(sql, [first, first + 2 ** blockBits, ...(values as readonly string[])]).map((row) => ({
          values: row.slice(0, -1),
          number: Number(row.at(-1)),
        }))
      const counted = known?.version === version ? known : { version, groups: groupsOf() }
      counts.set(block, counted)
      for (const group of counted.groups) if (conditions.every(([, isMet], n) => isMet(group.values[n] ?? null))) number += group.number
    }
    return number
  }
}

type IsMet = (value: Row[number]) => boolean

/** The searched field with its words, and the tests of the counted fields in their order. */
const askedOf = ({ search = [], counted = [] }: CollectionSpec, where: Where) => {
  const [searched, ...more] = Object.entries(where).filter(([field]) => !counted.includes(field))
  if (!searched || more.length > 0 || counted.length === 0) return undefined
  const [field, condition] = searched
  const words = isSearch(condition) ? wordsOf(condition.contains) : []
  if (words.length === 0 || !search.includes(field)) return undefined
  const conditions = counted.flatMap((name): readonly (readonly [string, IsMet])[] => {
    const isMet = testOf(where[name])
    return isMet ? [[name, isMet]] : []
  })
  return conditions.length === counted.length ? { field, words, conditions } : undefined
}

const isSearch = (condition: Condition): condition is { readonly contains: string } =>
  typeof condition === 'object' && condition !== null && 'contains' in condition

/** Undefined where this file does not know the condition. */
const testOf = (condition: Condition | undefined): IsMet | undefined => {
  if (condition === undefined) return () => true
  if (condition === null || typeof condition !== 'object') return (value) => value === plain(condition)
  if (!('in' in condition)) return undefined
  const values = new Set<unknown>(condition.in.map(plain))
  return (value) => values.has(value)
}
