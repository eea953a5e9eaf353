// The search by parts of words in SQLite: for each such field a table of its texts, folded, and a full-text index of their grams. Beside each text stand
// the values by which its document is counted and listed, so that a search reads no documents but those of its page. Texts lie in blocks, and each block has
// a version that changes with it: see word-counts.ts.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { isArrayField } from '../collections.ts'
import type { CollectionSpec, Condition } from '../document-store.ts'
import { foldedText, gramsSought } from '../grams.ts'
import { columnOf, quoted } from './columns.ts'
import { always, conditionSql, type Sql } from './conditions.ts'
import { inRows } from './rows.ts'
import { membersOf, namesIn, storedSql, tableOf, type Version } from './tables.ts'

const prefixOf = ({ name, version }: Version) => `${name}_v${version} search `
export const textsOf = (version: Version, field: string) => quoted(`${prefixOf(version)}${field}`)
/** The table of the blocks of texts that there are, by number. */
export const blocksOf = (version: Version, field: string) => quoted(`${prefixOf(version)}${field} blocks`)
/** As a power of two. */
export const blockBits = 12
const indexOf = (version: Version, field: string) => quoted(`${prefixOf(version)}${field} grams`)

/** Creates what is missing, filled from the stored documents, and drops what is no longer declared. */
export const fitSearches = (database: DatabaseSync, spec: CollectionSpec): void => {
  const { search = [] } = spec
  const isThere = (field: string) =>
    search.includes(field) && storedSql(database, 'table', `${prefixOf(spec)}${field}`) === textsSql(spec, field)
  const [there, others] = partition(searchesIn(database, spec), isThere)
  for (const field of others) dropSearch(database, spec, field)
  for (const field of search) if (!there.includes(field)) createSearch(database, spec, field)
}

export const dropSearches = (database: DatabaseSync, version: Version): void => {
  for (const field of searchesIn(database, version)) dropSearch(database, version, field)
}

type SearchWriter = (key: string, text: unknown, beside: readonly SQLInputValue[]) => void

/** Writes the text of a field of one document, null where it has none, and the values of the fields beside it. */
export const searchWriter = (database: DatabaseSync, spec: CollectionSpec, field: string): SearchWriter => {
  const texts = textsOf(spec, field)
  const columns = ['text', 'unfolded', ...columnsBeside(spec)]
  const put = database.prepare(
    `insert into ${texts} (key, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})
     on conflict (key) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
     where ${columns.map((column) => `${column} is not excluded.${column}`).join(' or ')}`,
  )
  const remove = database.prepare(`delete from ${texts} where key = ?`)
  return (key, text, beside) => {
    if (typeof text === 'string') put.run(key, foldedText(text), isAscii.test(text) ? null : text, ...beside)
    else remove.run(key)
  }
}

/** To fold such a text changes nothing but the case of its letters. */
const isAscii = /^\p{ASCII}*$/u

/** The text as it was written, except for the case of its letters. */
export const writtenText = 'coalesce(unfolded, text)'

/** The fields whose values stand beside the texts: those that documents are counted by, and those of the first index, by which they are listed. */
export const fieldsBeside = ({ counted = [], indexes: [first = []] }: CollectionSpec): readonly string[] => [
  ...new Set([...counted, ...[first].flat().filter((field) => !isArrayField(field))]),
]

const columnsBeside = (spec: CollectionSpec): readonly string[] => fieldsBeside(spec).map(columnOf)

/** Clears what earlier texts have left in the indexes. */
export const scrubSearches = (database: DatabaseSync): void => {
  for (const name of namesIn(database, `select name from sqlite_schema where sql like ? and name like '% grams'`, 'create virtual table%'))
    database.exec(`insert into ${quoted(name)} (${quoted(name)}) values ('optimize')`)
}

export type Candidates = {
  /** Selects their keys, as `candidate`. */
  readonly keys: Sql
  /** Selects of those of a search also what stands beside their texts, in columns like those of the documents, and the texts for `writtenText`. */
  readonly texts?: Sql
}

/** The documents that may meet a condition; undefined where they may be many. */
export type Narrow = (spec: CollectionSpec, field: string, condition: Condition) => Candidates | undefined

/** Fewer documents are found first and then tested; otherwise rows are tested in the order of the list, of which a page needs the more the fewer are found. */
const fewOf = (documents: number): number => Math.max(100, Math.ceil(Math.sqrt(documents)))

/** How many are remembered, and for how long: one becomes rare when texts are removed, and searches for it are slow until it is counted again. */
const commonGrams = { max: 10_000, ttl: 600_000 }

export const openNarrowing = (database: DatabaseSync): Narrow => {
  const statements = new Map<string, StatementSync>()
  /** Grams that many documents have, with their index. To count them takes longer than the rest of a search. */
  const common = new LRUCache<string, true>(commonGrams)

  const numberIn = (sql: string, values: Sql['values']): number => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return Number(statement.get(...values)?.number ?? 0)
  }
  const areFew = (spec: CollectionSpec, { text, values }: Sql): boolean => {
    const few = fewOf(numberIn(`select max(rowid) as number from ${tableOf(spec)}`, []))
    return numberIn(`select count(*) as number from (select 1 ${text} limit ?)`, [...values, few + 1]) <= few
  }

  return (spec, field, condition) => {
    if (isArrayField(field)) {
      const { text, values } = conditionSql('value', condition)
      if (text === always) return undefined
      const members = { text: `from ${membersOf(spec, field)} where ${text}`, values }
      return areFew(spec, members) ? { keys: { text: `select distinct key as candidate ${members.text}`, values } } : undefined
    }
    if (condition === null || typeof condition !== 'object' || !('contains' in condition) || !spec.search?.includes(field)) return undefined
    const grams = gramsSought(condition.contains).map((gram) => `"${gram.replaceAll('"', '""')}"`)
    const [index, texts] = [indexOf(spec, field), textsOf(spec, field)]
    const nameOf = (match: string) => `${index} ${match}`
    const areFewWith = (match: string) => {
      if (common.has(nameOf(match))) return false
      const few = areFew(spec, { text: `from ${index} where ${index} match ?`, values: [match] })
      if (!few) common.set(nameOf(match), true)
      return few
    }
    const all = grams.join(' ')
    const rare = grams.find(areFewWith)
    if (rare === undefined && (grams.length < 2 || !areFewWith(all))) return undefined
    // One gram that few have is enough, with those that are not known to be common. To look for all together reads on in the long lists of the common ones.
    const match = rare === undefined ? all : grams.filter((gram) => !common.has(nameOf(gram))).join(' ')
    const from = `from ${index} cross join ${texts} on ${texts}.id = ${index}.rowid where ${index} match ?`
    return {
      keys: { text: `select ${texts}.key as candidate ${from}`, values: [match] },
      texts: { text: `select ${['key', 'unfolded', ...columnsBeside(spec)].join(', ')}, ${texts}.text as text ${from}`, values: [match] },
    }
  }
}

const searchesIn = (database: DatabaseSync, version: Version): readonly string[] => {
  const prefix = prefixOf(version)
  return namesIn(
    database,
    `select name from sqlite_schema where type = 'table' and sql like 'create table%, text text not null)' and substr(name, 1, length(?1)) = ?1`,
    prefix,
  ).map((name) => name.slice(prefix.length))
}

const createSearch = (database: DatabaseSync, spec: CollectionSpec, field: string): void => {
  const [texts, index, blocks] = [textsOf(spec, field), indexOf(spec, field), blocksOf(spec, field)]
  const trigger = (when: string) => quoted(`${prefixOf(spec)}${field} ${when}`)
  const entered = `insert into ${index} (rowid, text) values (new.id, new.text);`
  const left = `insert into ${index} (${index}, rowid, text) values ('delete', old.id, old.text);`
  const changed = (row: 'old' | 'new') =>
    `insert into ${blocks} (block, version) values (${row}.id >> ${blockBits}, ${firstVersion}) on conflict (block) do update set version = version + 1;`
  database.exec(`
    ${textsSql(spec, field)};
    create table ${blocks} (block integer primary key, version integer not null);
    create virtual table ${index} using fts5(text, content=${texts}, content_rowid='id', tokenize='trigram case_sensitive 1', detail=none, columnsize=0);`)
  const write = searchWriter(database, spec, field)
  const column = columnOf(field)
  const select = inRows(
    database.prepare(`select ${['key', column, ...columnsBeside(spec)].join(', ')} from ${tableOf(spec)} where ${column} is not null`),
  )
  for (const [key, text, ...beside] of select.iterate()) write(String(key), text, beside)
  // What is there is indexed at once, which takes a fraction of the time that the triggers would.
  database.exec(`
    insert into ${index} (${index}) values ('rebuild');
    insert into ${blocks} select id >> ${blockBits}, ${firstVersion} from ${texts} group by 1;
    create trigger ${trigger('inserted')} after insert on ${texts} begin ${entered} end;
    create trigger ${trigger('deleted')} after delete on ${texts} begin ${left} end;
    create trigger ${trigger('updated')} after update on ${texts} when old.text <> new.text begin ${left} ${entered} end;
    create trigger ${trigger('in a block')} after insert on ${texts} begin ${changed('new')} end;
    create trigger ${trigger('out of a block')} after delete on ${texts} begin ${changed('old')} end;
    create trigger ${trigger('within a block')} after update on ${texts} begin ${changed('new')} end;`)
}

const textsSql = (spec: CollectionSpec, field: string): string =>
  `CREATE TABLE ${textsOf(spec, field)} (id integer primary key, key text not null unique, ${['unfolded', ...columnsBeside(spec)].join(', ')}, text text not null)`

/** Chance: a table that is made again must not have a block at a version that was counted before. */
const firstVersion = 'abs(random()) >> 12'

const dropSearch = (database: DatabaseSync, version: Version, field: string): void =>
  database.exec([indexOf, textsOf, blocksOf].map((table) => `drop table if exists ${table(version, field)};`).join(' '))

const partition = <Item>(items: readonly Item[], isMet: (item: Item) => boolean): readonly [readonly Item[], readonly Item[]] => [
  items.filter(isMet),
  items.filter((item) => !isMet(item)),
]
