// One condition of a filter as SQL over a column.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { wordsOf } from '../collections.ts'
import type { Condition } from '../document-store.ts'

export type Sql = { readonly text: string; readonly values: readonly SQLInputValue[] }

export const always = 'true'

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

export const conditionSql = (column: string, condition: Condition): Sql => {
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

export const excludesNull = (condition: Condition): boolean => {
  if (condition === null || typeof condition !== 'object') return condition !== null
  if ('in' in condition) return !condition.in.includes(null)
  if ('contains' in condition) return wordsOf(condition.contains).length > 0
  return boundsOf(condition).length > 0
}

/** Booleans as SQLite stores them. */
export const plain = <Value>(value: Value | boolean): Value | number => (typeof value === 'boolean' ? Number(value) : value)

/** Words that SQLite's `like` finds in either case, several times faster than our function. It folds the case of English letters only. */
const isEnglish = /^[\x20-\x7e]*$/
/** SQLite limits the depth of a condition. */
const mostLikes = 8

/** Whether it leaves anything out. */
export const isCondition = (condition: Condition): boolean => conditionSql('', condition).text !== always

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
