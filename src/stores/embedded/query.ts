// Turns the port's filters and sorts into SQL over the tables of a collection.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { isArrayField, pageOf, wordsOf } from '../collections.ts'
import type { CollectionSpec, Condition, FindOptions, Place, Where } from '../document-store.ts'
import { columnOf } from './columns.ts'
import { countsOf } from './counts.ts'
import type { Narrow } from './searches.ts'
import { membersOf, tableOf } from './tables.ts'

export type Sql = { readonly text: string; readonly values: readonly SQLInputValue[] }

/** `selected`: what is read of each document. */
export const findSql = (spec: CollectionSpec, selected: string, options: FindOptions, narrow: Narrow): Sql => {
  const { where = {}, sort = [] } = options
  const { skip, limit } = pageOf(options)
  const filtered = filterSql(spec, where, narrow)
  const filter = options.after ? allSql(filtered, afterSql(options, options.after)) : filtered
  const order = sort.map(([field, direction]) => `${columnOf(field)} ${direction === 'desc' ? 'desc' : 'asc'}`)
  const ties = sort.at(-1)?.[1] === 'desc' ? 'key desc' : 'key'
  const text = `select ${selected} from ${tableOf(spec)} where ${filter.text} order by ${[...order, ties].join(', ')}`
  if (limit === undefined) return { text, values: filter.values }
  return { text: `${text} limit ? offset ?`, values: [...filter.values, limit, skip] }
}

const allSql = (...parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(' and '),
  values: parts.flatMap(({ values }) => values),
})

/** What comes after a place: it is further on in one field, and the same in all fields before that. SQLite sorts null first, as the port does. */
const afterSql = ({ sort = [] }: FindOptions, after: Place): Sql => {
  const fields = [
    ...sort.map(([field, direction], index) => ({ column: columnOf(field), direction, value: plain(after.values[index] ?? null) })),
    { column: 'key', direction: sort.at(-1)?.[1] ?? ('asc' as const), value: after.key },
  ]
  const ways = fields.map(({ column, direction, value }, index): Sql => {
    const same = fields.slice(0, index).map((each): Sql => ({ text: `${each.column} is ?`, values: [each.value] }))
    return allSql(...same, beyondSql(column, direction, value))
  })
  return { text: `(${ways.map(({ text }) => `(${text})`).join(' or ')})`, values: ways.flatMap(({ values }) => values) }
}

const beyondSql = (column: string, direction: 'asc' | 'desc', value: SQLInputValue): Sql => {
  if (value === null) return { text: direction === 'asc' ? `${column} is not null` : 'false', values: [] }
  return { text: direction === 'asc' ? `${column} > ?` : `(${column} < ? or ${column} is null)`, values: [value] }
}

/** Selects `count`. */
export const countSql = (spec: CollectionSpec, where: Where, narrow: Narrow): Sql => {
  const kept = keptCountSql(spec, where)
  if (kept) return kept
  const table = tableOf(spec)
  const filter = filterSql(spec, where, narrow)
  // Counting all rows and the few deleted ones reads two short indexes. Testing each row for deletion would read all rows.
  if (filter.text === live)
    return { text: `select (select count(*) from ${table}) - (select count(*) from ${table} where document is null) as count`, values: [] }
  return { text: `select count(*) as count from ${table} where ${filter.text}`, values: filter.values }
}

/** Undefined where the filter is on other fields too. */
const keptCountSql = (spec: CollectionSpec, where: Where): Sql | undefined => {
  const { counted = [] } = spec
  const [first] = counted
  if (first === undefined || !Object.keys(where).every((field) => counted.includes(field))) return undefined
  const conditions = Object.entries(where).map(([field, condition]) => conditionSql(columnOf(field), condition))
  const filter = allSql({ text: `${columnOf(first)} is not null`, values: [] }, ...conditions)
  return { text: `select coalesce(sum(number), 0) as count from ${countsOf(spec)} where ${filter.text}`, values: filter.values }
}

/** Selects `stamp` of a key: no row where there is nothing. */
export const keyStampSql = (spec: CollectionSpec): string =>
  `select '1 ' || position || iif(document is null, ' deleted', '') as stamp from ${tableOf(spec)} where key = ?`

/** Selects `stamp` of a filter: null where nothing is found. */
export const stampSql = (spec: CollectionSpec, where: Where): Sql => {
  const { text, values } = filterSql(spec, where, () => undefined)
  return { text: `select count(*) || ' ' || max(position) as stamp from ${tableOf(spec)} where ${text}`, values }
}

const live = 'document is not null'

const filterSql = (spec: CollectionSpec, where: Where, narrow: Narrow): Sql => {
  const conditions = Object.entries(where).map(([field, condition]) => {
    if (!isArrayField(field)) return { ...fieldSql(spec, [field, condition], narrow), ofLive: excludesNull(condition) }
    const { text, values } = conditionSql('value', condition)
    if (text === always) return { text, values, ofLive: false }
    return { text: `key in (select key from ${membersOf(spec, field)} where ${text})`, values, ofLive: true }
  })
  const texts = conditions.map(({ text }) => text).filter((text) => text !== always)
  // The fields of a deleted document are all null. Only a filter that null meets needs the extra condition; for others the index is enough.
  if (!conditions.some(({ ofLive }) => ofLive)) texts.push(live)
  return { text: texts.join(' and '), values: conditions.flatMap(({ values }) => values) }
}

/** A search of words that few documents have begins with its index. */
const fieldSql = (spec: CollectionSpec, [field, condition]: readonly [string, Condition], narrow: Narrow): Sql => {
  const whole = conditionSql(columnOf(field), condition)
  if (condition === null || typeof condition !== 'object' || !('contains' in condition)) return whole
  const narrowed = narrow(spec, field, condition.contains)
  return narrowed ? { text: `${narrowed.text} and ${whole.text}`, values: [narrowed.value, ...whole.values] } : whole
}

const always = 'true'

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const conditionSql = (column: string, condition: Condition): Sql => {
  if (condition === null) return { text: `${column} is null`, values: [] }
  if (typeof condition !== 'object') return { text: `${column} = ?`, values: [plain(condition)] }
  if ('in' in condition) {
    const values = [JSON.stringify(condition.in.map(plain))]
    const text = `${column} in (select value from json_each(?))`
    return { text: condition.in.includes(null) ? `(${text} or ${column} is null)` : text, values }
  }
  if ('contains' in condition) {
    const words = wordsOf(condition.contains)
    if (words.length === 0) return { text: always, values: [] }
    const likes = words.filter((word) => isEnglish.test(word)).slice(0, mostLikes)
    const others = words.filter((word) => !likes.includes(word))
    const texts = [`typeof(${column}) = 'text'`, ...likes.map(() => `${column} like ? escape '\\'`)]
    const patterns = likes.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
    if (others.length === 0) return { text: texts.join(' and '), values: patterns }
    return { text: [...texts, `has_words(${column}, ?)`].join(' and '), values: [...patterns, others.join(' ')] }
  }
  const bounds = boundsOf(condition)
  if (bounds.length === 0) return { text: always, values: [] }
  const texts = bounds.map(([bound]) => `${column} ${comparisons[bound]} ?`)
  // SQLite orders every number before every text, so the empty text separates them.
  if (bounds.some(([, value]) => typeof value === 'number')) texts.push(`${column} < ''`)
  if (bounds.some(([, value]) => typeof value === 'string')) texts.push(`${column} >= ''`)
  return { text: texts.join(' and '), values: bounds.map(([, value]) => value) }
}

const boundsOf = (condition: Extract<Condition, { readonly gt?: unknown }>) =>
  (['gt', 'gte', 'lt', 'lte'] as const).flatMap((bound) => {
    const value = condition[bound]
    return value === undefined ? [] : [[bound, value] as const]
  })

const excludesNull = (condition: Condition): boolean => {
  if (condition === null || typeof condition !== 'object') return condition !== null
  if ('in' in condition) return !condition.in.includes(null)
  if ('contains' in condition) return wordsOf(condition.contains).length > 0
  return boundsOf(condition).length > 0
}

/** Booleans as SQLite stores them. */
const plain = <Value>(value: Value | boolean): Value | number => (typeof value === 'boolean' ? Number(value) : value)

/** Words that SQLite's `like` finds in either case, several times faster than our function. It folds the case of English letters only. */
const isEnglish = /^[\x20-\x7e]*$/
/** SQLite limits the depth of a condition. */
const mostLikes = 8

/** Adds the function `has_words(text, words)` to the connection, for the other words. */
export const addTextSearch = (database: DatabaseSync): void => {
  let sought = ''
  let words: readonly string[] = []
  database.function('has_words', { deterministic: true }, (text, needle) => {
    if (needle !== sought) {
      sought = String(needle)
      words = sought.split(' ')
    }
    const folded = String(text).toLowerCase()
    return words.every((word) => folded.includes(word)) ? 1 : 0
  })
}
