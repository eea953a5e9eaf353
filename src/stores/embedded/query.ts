// Turns the port's filters and sorts into SQL over the tables of a collection.
import type { SQLInputValue } from 'node:sqlite'
import { isArrayField, pageOf } from '../collections.ts'
import type { CollectionSpec, FindOptions, Place, Where } from '../document-store.ts'
import { columnOf, quoted } from './columns.ts'
import { always, conditionSql, excludesNull, plain, type Sql } from './conditions.ts'
import { countsOf } from './counts.ts'
import { countPlan, findPlan, type Plan } from './plans.ts'
import { fieldsBeside, type Narrow, writtenText } from './searches.ts'
import { membersOf, tableOf } from './tables.ts'

/** `selected`: what is read of each document. */
export const findSql = (spec: CollectionSpec, selected: string, options: FindOptions, narrow: Narrow): Sql => {
  const { where = {}, sort = [] } = options
  const { skip, limit } = pageOf(options)
  const { source, filter } = rowsSql(spec, { where, sort: limit === undefined ? null : sort }, { plan: findPlan(spec, options), narrow })
  const order = sort.map(([field, direction]) => `${columnOf(field)} ${direction === 'desc' ? 'desc' : 'asc'}`)
  const ordered = `order by ${[...order, sort.at(-1)?.[1] === 'desc' ? 'key desc' : 'key'].join(', ')}`
  const rowsOf = (selecting: string, part: Sql): Sql => ({
    text: `select ${selecting} from ${source.text} where ${part.text} ${ordered}`,
    values: [...source.values, ...part.values],
  })
  const parts = options.after ? afterSql(options, options.after).map((part) => allSql(part, filter)) : [filter]
  const [first = filter, ...others] = parts
  if (limit === undefined && others.length === 0) return rowsOf(selected, first)
  // The documents of the page are read when it is known which they are: sorting would carry all of them along.
  const page =
    others.length === 0
      ? rowsOf('key as found', first)
      : inTurnSql(
          parts.map((part) => rowsOf('key as found', part)),
          limit === undefined ? -1 : skip + limit,
        )
  return {
    text: `select ${selected} from (${page.text} limit ? offset ?) cross join ${tableOf(spec)} on key = found ${ordered}`,
    values: [...page.values, limit ?? -1, skip],
  }
}

/** The rows of each query behind those of the one before: what the first ones give enough of, the later ones are not asked for. */
const inTurnSql = (queries: readonly Sql[], most: number): Sql => ({
  text: queries.map(({ text }) => `select found from (${text} limit ?)`).join(' union all '),
  values: queries.flatMap(({ values }) => [...values, most]),
})

type Rows = { readonly source: Sql; readonly filter: Sql }

/** `sort`: null where the rows must hold the documents. */
type Asked = { readonly where: Where; readonly sort: NonNullable<FindOptions['sort']> | null }

/** Where rows are read from, and what they have to meet. What few documents have is found first, and then tested for the rest. */
const rowsSql = (
  spec: CollectionSpec,
  { where, sort }: Asked,
  { plan, narrow }: { readonly plan: Plan; readonly narrow: Narrow },
): Rows => {
  const table = tableOf(spec)
  for (const [field, condition] of Object.entries(where)) {
    const candidates = narrow(spec, field, condition)
    if (!candidates) continue
    const { keys, texts } = candidates
    if (texts && sort && areBeside(spec, [...Object.keys(where).filter((other) => other !== field), ...sort.map(([sorted]) => sorted)])) {
      const filter = filterSql(spec, where, (other) => (other === field ? writtenText : columnOf(other)))
      return { source: { text: `(${texts.text})`, values: texts.values }, filter }
    }
    const source = { text: `(${keys.text}) cross join ${table} on key = candidate`, values: keys.values }
    return { source, filter: filterSql(spec, where, untouched) }
  }
  return { source: { text: plan.index ? `${table} indexed by ${quoted(plan.index)}` : table, values: [] }, filter: filterSql(spec, where) }
}

const areBeside = (spec: CollectionSpec, fields: readonly string[]): boolean => {
  const beside = fieldsBeside(spec)
  return fields.every((field) => beside.includes(field))
}

const allSql = (...parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(' and '),
  values: parts.flatMap(({ values }) => values),
})

/**
 * What comes after a place: it is further on in one field, and the same in all fields before that. SQLite sorts null first, as the port does. In one part, or
 * in two that follow each other: in each the first field has a bound or a value by which an index is entered, so that nothing before the place is read.
 */
const afterSql = ({ sort = [] }: FindOptions, after: Place): readonly Sql[] => {
  const fields = [
    ...sort.map(([field, direction], index) => ({ column: columnOf(field), direction, value: plain(after.values[index] ?? null) })),
    { column: 'key', direction: sort.at(-1)?.[1] ?? ('asc' as const), value: after.key },
  ]
  const ways = fields.map(({ column, direction, value }, index): Sql => {
    const same = fields.slice(0, index).map((each): Sql => ({ text: `${each.column} is ?`, values: [each.value] }))
    return allSql(...same, beyondSql(column, direction, value))
  })
  const beyond: Sql = { text: `(${ways.map(({ text }) => `(${text})`).join(' or ')})`, values: ways.flatMap(({ values }) => values) }
  const [first] = fields
  if (!first) return [beyond]
  const { column, direction, value } = first
  const isNull = { text: `${column} is null`, values: [] }
  if (value === null) return [allSql(isNull, beyond), ...(direction === 'asc' ? [{ text: `${column} is not null`, values: [] }] : [])]
  const bound = { text: `${column} ${direction === 'asc' ? '>=' : '<='} ?`, values: [value] }
  return [allSql(bound, beyond), ...(direction === 'desc' ? [isNull] : [])]
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
  const { source, filter } = rowsSql(spec, { where, sort: [] }, { plan: countPlan(spec, where), narrow })
  // Counting all rows and the few deleted ones reads two short indexes. Testing each row for deletion would read all rows.
  if (filter.text === live)
    return { text: `select (select count(*) from ${table}) - (select count(*) from ${table} where document is null) as count`, values: [] }
  return { text: `select count(*) as count from ${source.text} where ${filter.text}`, values: [...source.values, ...filter.values] }
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

/** Selects `stamp` of a filter: null where nothing is found. `sameIn`: the collection of a `SameField`, whose key is then the last parameter. */
export const stampSql = (
  spec: CollectionSpec,
  where: Where,
  sameIn?: { readonly field: string; readonly spec: CollectionSpec },
): string => {
  const same = sameIn && `${columnOf(sameIn.field)} = (select ${columnOf(sameIn.field)} from ${tableOf(sameIn.spec)} where key = ?)`
  const tests = [filterSql(spec, where).text, ...(same ? [same] : [])].join(' and ')
  return `select count(*) || ' ' || max(position) as stamp from ${tableOf(spec)} where ${tests}`
}

const live = 'document is not null'

/** A column that SQLite is not to look up in an index. */
const untouched = (field: string) => `+${columnOf(field)}`

/** `shown`: what is tested of a field. */
const filterSql = (spec: CollectionSpec, where: Where, shown: (field: string) => string = columnOf): Sql => {
  const conditions = Object.entries(where).map(([field, condition]) => {
    if (!isArrayField(field)) return { ...conditionSql(shown(field), condition), ofLive: excludesNull(condition) }
    const { text, values } = conditionSql('value', condition)
    if (text === always) return { text, values, ofLive: false }
    return { text: `key in (select key from ${membersOf(spec, field)} where ${text})`, values, ofLive: true }
  })
  const texts = conditions.map(({ text }) => text).filter((text) => text !== always)
  // The fields of a deleted document are all null. Only a filter that null meets needs the extra condition; for others the index is enough.
  if (!conditions.some(({ ofLive }) => ofLive)) texts.push(live)
  return { text: texts.join(' and '), values: conditions.flatMap(({ values }) => values) }
}
