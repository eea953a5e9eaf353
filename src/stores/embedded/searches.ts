// The search by parts of words in SQLite: for each such field a table of its texts, folded, and a full-text index of their grams.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { isArrayField } from '../collections.ts'
import type { CollectionSpec, Condition } from '../document-store.ts'
import { foldedText, gramsSought } from '../grams.ts'
import { columnOf, quoted } from './columns.ts'
import { always, conditionSql, type Sql } from './conditions.ts'
import { membersOf, namesIn, tableOf, type Version } from './tables.ts'

const prefixOf = ({ name, version }: Version) => `${name}_v${version} search `
const textsOf = (version: Version, field: string) => quoted(`${prefixOf(version)}${field}`)
const indexOf = (version: Version, field: string) => quoted(`${prefixOf(version)}${field} grams`)

/** Creates what is missing, filled from the stored documents, and drops what is no longer declared. */
export const fitSearches = (database: DatabaseSync, spec: CollectionSpec): void => {
  const { search = [] } = spec
  const there = searchesIn(database, spec)
  for (const field of there) if (!search.includes(field)) dropSearch(database, spec, field)
  for (const field of search) if (!there.includes(field)) createSearch(database, spec, field)
}

export const dropSearches = (database: DatabaseSync, version: Version): void => {
  for (const field of searchesIn(database, version)) dropSearch(database, version, field)
}

/** Writes the text of a field of one document; null where it has none. */
export const searchWriter = (database: DatabaseSync, version: Version, field: string): ((key: string, text: unknown) => void) => {
  const texts = textsOf(version, field)
  const put = database.prepare(
    `insert into ${texts} (key, text) values (?, ?) on conflict (key) do update set text = excluded.text where text <> excluded.text`,
  )
  const remove = database.prepare(`delete from ${texts} where key = ?`)
  return (key, text) => {
    if (typeof text === 'string') put.run(key, foldedText(text))
    else remove.run(key)
  }
}

/** Clears what earlier texts have left in the indexes. */
export const scrubSearches = (database: DatabaseSync): void => {
  for (const name of namesIn(database, `select name from sqlite_schema where sql like ? and name like '% grams'`, 'create virtual table%'))
    database.exec(`insert into ${quoted(name)} (${quoted(name)}) values ('optimize')`)
}

/** Fewer documents are found first and then tested; otherwise rows are tested in the order of the list. */
const few = 1_000

/** The keys of the documents that may meet a condition, as `candidate`; undefined where they may be many. */
export type Narrow = (spec: CollectionSpec, field: string, condition: Condition) => Sql | undefined

export const openNarrowing = (database: DatabaseSync): Narrow => {
  const counts = new Map<string, StatementSync>()

  const areFew = ({ text, values }: Sql): boolean => {
    const sql = `select count(*) as found from (select 1 ${text} limit ${few + 1})`
    const count = counts.get(sql) ?? database.prepare(sql)
    counts.set(sql, count)
    return Number(count.get(...values)?.found) <= few
  }

  return (spec, field, condition) => {
    if (isArrayField(field)) {
      const { text, values } = conditionSql('value', condition)
      if (text === always) return undefined
      const members = { text: `from ${membersOf(spec, field)} where ${text}`, values }
      return areFew(members) ? { text: `select distinct key as candidate ${members.text}`, values } : undefined
    }
    if (condition === null || typeof condition !== 'object' || !('contains' in condition) || !spec.search?.includes(field)) return undefined
    const grams = gramsSought(condition.contains)
    if (grams.length === 0) return undefined
    const index = indexOf(spec, field)
    const values = [grams.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' ')]
    if (!areFew({ text: `from ${index} where ${index} match ?`, values })) return undefined
    const texts = textsOf(spec, field)
    return {
      text: `select ${texts}.key as candidate from ${index} cross join ${texts} on ${texts}.id = ${index}.rowid where ${index} match ?`,
      values,
    }
  }
}

const searchesIn = (database: DatabaseSync, version: Version): readonly string[] => {
  const prefix = prefixOf(version)
  return namesIn(
    database,
    `select name from sqlite_schema where type = 'table' and sql like 'create table%text not null)' and substr(name, 1, length(?1)) = ?1`,
    prefix,
  ).map((name) => name.slice(prefix.length))
}

const createSearch = (database: DatabaseSync, spec: CollectionSpec, field: string): void => {
  const [texts, index] = [textsOf(spec, field), indexOf(spec, field)]
  const trigger = (when: string) => quoted(`${prefixOf(spec)}${field} ${when}`)
  const entered = `insert into ${index} (rowid, text) values (new.id, new.text);`
  const left = `insert into ${index} (${index}, rowid, text) values ('delete', old.id, old.text);`
  database.exec(`
    create table ${texts} (id integer primary key, key text not null unique, text text not null);
    create virtual table ${index} using fts5(text, content=${texts}, content_rowid='id', tokenize='trigram case_sensitive 1', detail=none);
    create trigger ${trigger('inserted')} after insert on ${texts} begin ${entered} end;
    create trigger ${trigger('deleted')} after delete on ${texts} begin ${left} end;
    create trigger ${trigger('updated')} after update on ${texts} begin ${left} ${entered} end;`)
  const write = searchWriter(database, spec, field)
  const column = columnOf(field)
  for (const { key, text } of database.prepare(`select key, ${column} as text from ${tableOf(spec)} where ${column} is not null`).iterate())
    write(String(key), text)
}

const dropSearch = (database: DatabaseSync, version: Version, field: string): void =>
  database.exec(`drop table if exists ${indexOf(version, field)}; drop table if exists ${textsOf(version, field)}`)
