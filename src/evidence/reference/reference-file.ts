// One version of one data set in a SQLite file: records as JSON, the names, addresses, people and numbers that find them, the published rows
// that they were read from, and the unreadable rows. An import writes it once; after that it is only read.

import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { buildingKey } from '../matching/link-keys.ts'
import type { Coverage, Records } from './data-set.ts'
import { termsOf } from './index-terms.ts'
import { type AnyDataSet, dataSetOf } from './kinds.ts'
import { namesIn, spellingKeys, wordsOf } from './name-words.ts'
import { type PublishedForm, publishedTables, RowPages } from './published-rows.ts'
import type { Family, RecordOf } from './records.ts'
import { onlyRow, type Query, query } from './typed-rows.ts'

/** Changes with the tables or with a family's records. Searches do not use files of another format; they must be imported again. */
const formats: Partial<Record<Family, number>> = { parties: 2 }
const formatOf = (family: Family): number => formats[family] ?? 1

export type FileFacts = {
  readonly kind: string
  readonly version: string
  /** The date that the publisher gives, `YYYY-MM-DD` or `YYYY-MM`; null: it gives none. */
  readonly as_of: string | null
  readonly coverage: Coverage
  readonly sha256: string
  readonly imported_at: string
  readonly rows: number
  readonly kept: number
  readonly rejected: number
  readonly records: number
}

/** The fact of files that hold their published rows. Those imported before do not; the same files may be imported again. */
const rowsHeld = 'published_rows'

export type RejectedRow = { readonly file: string; readonly line: number; readonly reason: string; readonly text: string }

const tables = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE records (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, data TEXT NOT NULL, places TEXT NOT NULL);
  CREATE TABLE names (id INTEGER PRIMARY KEY, record INTEGER NOT NULL, name TEXT NOT NULL, words TEXT NOT NULL);
  CREATE VIRTUAL TABLE name_words USING fts5(words, content='', detail=none, columnsize=0, tokenize='unicode61 remove_diacritics 0');
  CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT NOT NULL, names INTEGER NOT NULL);
  CREATE TABLE spellings (spelling INTEGER NOT NULL, word INTEGER NOT NULL, PRIMARY KEY (spelling, word)) WITHOUT ROWID;
  CREATE TABLE addresses (key TEXT NOT NULL, record INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (key, record)) WITHOUT ROWID;
  CREATE TABLE people (key TEXT NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (key, record)) WITHOUT ROWID;
  CREATE TABLE numbers (number TEXT NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (number, record)) WITHOUT ROWID;
  CREATE TABLE aliases (alias TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE rejected (file TEXT NOT NULL, line INTEGER NOT NULL, reason TEXT NOT NULL, text TEXT NOT NULL);
  ${publishedTables}
`
const indexes = `
  CREATE UNIQUE INDEX words_by_word ON words (word);
  CREATE INDEX names_by_letters ON names (replace(words, ' ', ''));
`

/** Records held in memory, so that several rows about one record meet there. */
const heldAtMost = 20_000
const recordsPerPage = 2_000

type AnyRecord = RecordOf[keyof RecordOf]
/** `places`: the rows that the record was read from since it was last written, each as file and line. */
type Held = { readonly record: AnyRecord; readonly places: string }

/** A file being written. It is not readable before `finish`, and a process that dies leaves nothing that would be read. */
export class NewReferenceFile {
  readonly records: Records<AnyRecord>
  readonly #db: DatabaseSync
  readonly #dataSet: AnyDataSet
  readonly #held = new Map<string, Held>()
  readonly #pages: RowPages
  #place = ''
  readonly #read: Query<{ readonly data: string }>
  readonly #write: StatementSync
  readonly #reject: StatementSync
  readonly #alias: StatementSync
  readonly #keyOf: Query<{ readonly key: string }>

  constructor(path: string, dataSet: AnyDataSet) {
    this.#dataSet = dataSet
    this.#db = new DatabaseSync(path)
    this.#db.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; BEGIN')
    this.#db.exec(tables)
    this.#read = query(this.#db, 'SELECT data FROM records WHERE key = ?')
    this.#pages = new RowPages(this.#db)
    this.#write = this.#db.prepare(
      `INSERT INTO records (key, data, places) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET data = excluded.data, places = records.places || ' ' || excluded.places`,
    )
    this.#reject = this.#db.prepare('INSERT INTO rejected (file, line, reason, text) VALUES (?, ?, ?, ?)')
    this.#alias = this.#db.prepare('INSERT INTO aliases (alias, key) VALUES (?, ?) ON CONFLICT (alias) DO UPDATE SET key = excluded.key')
    this.#keyOf = query(this.#db, 'SELECT key FROM aliases WHERE alias = ?')
    this.records = {
      get: (key) => this.#get(key),
      put: (key, record) => this.#put(key, record),
      alias: (alias, key) => void this.#alias.run(alias, key),
      keyOf: (alias) => this.#keyOf.get(alias)?.key,
    }
  }

  /** The rows that follow are of this file. */
  startFile(name: string, form: PublishedForm): void {
    this.#pages.startFile(name, form)
  }

  /** The records that are put next were read from this row. */
  startRow(line: number, text: string): void {
    this.#place = this.#pages.add(line, text)
  }

  reject({ file, line, reason, text }: RejectedRow): void {
    this.#reject.run(file, line, reason, text)
  }

  recordCount(): number {
    this.#writeHeld()
    return onlyRow<{ count: number }>(this.#db, 'SELECT count(*) AS count FROM records').count
  }

  /** The first and the last day in a field over all records. Days after `today` count for nothing: they are planned, or mistyped. */
  range(field: string, today: string): { readonly first: string | null; readonly last: string | null } {
    this.#writeHeld()
    const days = query<{ first: string | null; last: string | null }>(
      this.#db,
      'SELECT min(data ->> ?1) AS first, max(data ->> ?1) AS last FROM records WHERE data ->> ?1 <= ?2',
    )
    return { first: null, last: null, ...days.get(`$.${field}`, today) }
  }

  finish(facts: FileFacts): void {
    this.#writeHeld()
    this.#pages.finish()
    // Aliases are no longer needed, and the indexes reuse their pages.
    this.#db.exec('DROP TABLE aliases')
    this.#index()
    this.#db.exec(indexes)
    this.#db.exec("INSERT INTO name_words (name_words) VALUES ('optimize')")
    const state = this.#db.prepare('INSERT INTO facts (name, value) VALUES (?, ?)')
    for (const [name, value] of Object.entries(facts)) if (value !== null) state.run(name, String(value))
    state.run(rowsHeld, 'yes')
    this.#db.exec(`PRAGMA user_version = ${formatOf(this.#dataSet.family)}; COMMIT`)
    this.#db.close()
  }

  abandon(): void {
    if (this.#db.isOpen) this.#db.close()
  }

  #get(key: string): AnyRecord | undefined {
    const held = this.#held.get(key)
    if (held !== undefined) return held.record
    const row = this.#read.get(key)
    return row && recordIn(row.data)
  }

  #put(key: string, record: AnyRecord): 'new' | 'replaced' {
    const held = this.#held.get(key)
    const before = held !== undefined || this.#read.get(key) !== undefined
    const places = held === undefined || held.places === this.#place ? this.#place : `${held.places} ${this.#place}`
    this.#held.set(key, { record, places })
    if (this.#held.size >= heldAtMost) this.#writeHeld()
    return before ? 'replaced' : 'new'
  }

  #writeHeld(): void {
    for (const [key, { record, places }] of this.#held) this.#write.run(key, JSON.stringify(record), places)
    this.#held.clear()
  }

  #index(): void {
    const page = query<{ id: number; data: string }>(this.#db, 'SELECT id, data FROM records WHERE id > ? ORDER BY id LIMIT ?')
    const terms = termsOf[this.#dataSet.family] as (record: AnyRecord) => ReturnType<(typeof termsOf)['entities']>
    const words = wordsOf[this.#dataSet.family]
    const insert = {
      name: this.#db.prepare('INSERT INTO names (id, record, name, words) VALUES (?, ?, ?, ?)'),
      nameWords: this.#db.prepare('INSERT INTO name_words (rowid, words) VALUES (?, ?)'),
      address: this.#db.prepare('INSERT OR IGNORE INTO addresses (key, record, name) VALUES (?, ?, ?)'),
      person: this.#db.prepare('INSERT OR IGNORE INTO people (key, record) VALUES (?, ?)'),
      number: this.#db.prepare('INSERT OR IGNORE INTO numbers (number, record) VALUES (?, ?)'),
    }
    const counts = new Map<string, number>()
    let names = 0
    for (let last = 0; ; ) {
      const rows = page.all(last, recordsPerPage)
      if (rows.length === 0) break
      for (const { id, data } of rows) {
        const found = terms(recordIn(data))
        for (const name of new Set(found.names.flatMap(namesIn))) {
          const wordsInName = words(name)
          names++
          insert.name.run(names, id, name, wordsInName.join(' '))
          insert.nameWords.run(names, wordsInName.join(' '))
          for (const word of new Set(wordsInName)) counts.set(word, (counts.get(word) ?? 0) + 1)
        }
        for (const address of found.addresses) {
          const key = buildingKey(address)
          if (key !== null) insert.address.run(key, id, words(found.names[0] ?? '').join(' '))
        }
        for (const person of found.people) insert.person.run(person, id)
        for (const number of found.numbers) insert.number.run(number, id)
        last = id
      }
    }
    this.#indexWords(counts)
  }

  /** In key order, so that the pages of the table fill one after the other. */
  #indexWords(counts: ReadonlyMap<string, number>): void {
    const insertWord = this.#db.prepare('INSERT INTO words (id, word, names) VALUES (?, ?, ?)')
    const insertSpelling = this.#db.prepare('INSERT OR IGNORE INTO spellings (spelling, word) VALUES (?, ?)')
    const spellings: [spelling: number, word: number][] = []
    let id = 0
    for (const [word, count] of counts) {
      id++
      insertWord.run(id, word, count)
      for (const key of spellingKeys(word)) spellings.push([key, id])
    }
    spellings.sort((a, b) => a[0] - b[0] || a[1] - b[1])
    for (const [spelling, word] of spellings) insertSpelling.run(spelling, word)
  }
}

/** A record of the file's own family, as it was written. */
const recordIn = (data: string): AnyRecord => JSON.parse(data)

/** Writes a file of the records and published rows alone, without what finds them by name, address, person or number. */
export function copyWithoutIndexes(from: string, to: string): void {
  const { db: whole, hasRows } = openReferenceFile(from, { anyFormat: true })
  const format = formatIn(whole)
  whole.close()
  const copy = new DatabaseSync(to)
  try {
    copy.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    copy.exec(`ATTACH '${pathToFileURL(from).href.replaceAll("'", "''")}?mode=ro&immutable=1' AS whole`)
    const kept = ['facts', 'records', 'rejected', ...(hasRows ? ['files', 'pages'] : [])]
    copy.exec(`BEGIN; ${kept.map((table) => `CREATE TABLE ${table} AS SELECT * FROM whole.${table};`).join(' ')}`)
    copy.exec('CREATE UNIQUE INDEX records_by_key ON records (key)')
    if (hasRows) copy.exec('CREATE UNIQUE INDEX pages_by_place ON pages (file, first)')
    copy.exec(`PRAGMA user_version = ${format}; COMMIT`)
  } finally {
    copy.close()
  }
}

/** The maximum part of a file mapped into memory: 2 GB, the limit of Node's SQLite. */
const mapped = 0x7fff0000

/**
 * Opens a finished file for reading, mapped into memory.
 * @throws Error naming the file when it is missing, incomplete, damaged or of another format
 */
export function openReferenceFile(
  path: string,
  { anyFormat = false }: { readonly anyFormat?: boolean } = {},
): { readonly db: DatabaseSync; readonly facts: FileFacts; readonly hasRows: boolean } {
  let db: DatabaseSync | undefined
  try {
    // Finished files never change, so reads need no locks and no check for a journal.
    db = new DatabaseSync(`${pathToFileURL(path).href}?mode=ro&immutable=1`, { readOnly: true })
    db.exec(`PRAGMA mmap_size = ${mapped}; PRAGMA cache_size = -16384; PRAGMA query_only = ON`)
    const format = formatIn(db)
    if (format === 0) throw new Error('it was never finished')
    const rows = query<{ name: string; value: string }>(db, 'SELECT name, value FROM facts').all()
    const told = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    const expected = formatOf(dataSetOf(told.kind ?? '').family)
    if (format !== expected && !anyFormat)
      throw new Error(`it has format ${format}, this program reads ${expected}: import ${told.kind} again`)
    const number = (name: string) => Number(told[name])
    const facts = {
      kind: told.kind ?? '',
      version: told.version ?? '',
      as_of: told.as_of ?? dateIn(told.version ?? ''),
      coverage: told.coverage === 'lately filed' ? ('lately filed' as const) : ('all' as const),
      sha256: told.sha256 ?? '',
      imported_at: told.imported_at ?? '',
      rows: number('rows'),
      kept: number('kept'),
      rejected: number('rejected'),
      records: number('records'),
    }
    const { pages, size } = onlyRow<{ pages: number; size: number }>(
      db,
      'SELECT page_count AS pages, page_size AS size FROM pragma_page_count, pragma_page_size',
    )
    checkLength(path, pages * size)
    return { db, facts, hasRows: told[rowsHeld] !== undefined }
  } catch (error) {
    db?.close()
    throw new Error(`cannot use the reference file ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const formatIn = (db: DatabaseSync): number => onlyRow<{ user_version: number }>(db, 'PRAGMA user_version').user_version

/** Whether all pages of a finished file can be read; takes a second for some 500 MB. */
export function isWhole(db: DatabaseSync): boolean {
  try {
    return onlyRow<{ quick_check: string }>(db, 'PRAGMA quick_check(1)').quick_check === 'ok'
  } catch {
    return false
  }
}

/** Whether the file is there, of this program's format, and whole. */
export function canBeRead(path: string): boolean {
  try {
    const { db } = openReferenceFile(path)
    const whole = isWhole(db)
    db.close()
    return whole
  } catch {
    return false
  }
}

/** Files of the first format hold no date of their own. Most versions are named by theirs. */
const dateIn = (version: string): string | null => /^\d{4}-\d{2}(?:-\d{2})?/.exec(version)?.[0] ?? null

/** A truncated file still opens and fails only at the first query that needs the missing part. */
function checkLength(path: string, expected: number): void {
  const { size } = statSync(path)
  if (size < expected) throw new Error(`it is cut off: ${size} bytes of ${expected}`)
}
