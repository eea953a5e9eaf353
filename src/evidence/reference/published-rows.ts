// The rows of a published file as they stand in it, kept beside the records that were read from them, so that a cited row can be shown years
// later. Rows are kept in compressed pages of about a hundred; a record knows its rows by file and line.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { Parser } from 'htmlparser2'
import type { PublishedRow } from '../ports.ts'
import { clean } from './fields.ts'
import { decodeLine } from './lines.ts'
import { query } from './typed-rows.ts'

/** How the cells of a row are told apart, and what the columns are called. */
export type PublishedForm =
  | { readonly type: 'separated'; readonly separator: string; readonly columns: readonly string[] }
  /** The first byte of each column and the one after its last. */
  | { readonly type: 'fixed'; readonly columns: { readonly [column: string]: readonly [from: number, to: number] } }
  /** An element, with a cell for each text and each attribute. */
  | { readonly type: 'xml' }
  /** An object, with a cell for each member. */
  | { readonly type: 'json' }

export const publishedTables = `
  CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT NOT NULL, form TEXT NOT NULL);
  CREATE TABLE pages (file INTEGER NOT NULL, first INTEGER NOT NULL, rows BLOB NOT NULL, PRIMARY KEY (file, first)) WITHOUT ROWID;
`

type Line = readonly [line: number, text: string]

const rowsPerPage = 100
const lettersPerPage = 100_000

/** Writes rows in the order of their files. */
export class RowPages {
  readonly #file: StatementSync
  readonly #page: StatementSync
  #id = 0
  #rows: Line[] = []
  #letters = 0

  constructor(db: DatabaseSync) {
    this.#file = db.prepare('INSERT INTO files (id, name, form) VALUES (?, ?, ?)')
    this.#page = db.prepare('INSERT INTO pages (file, first, rows) VALUES (?, ?, ?)')
  }

  startFile(name: string, form: PublishedForm): void {
    this.finish()
    this.#id++
    this.#file.run(this.#id, name, JSON.stringify(form))
  }

  /** @returns the place of the row, by which `publishedRows` finds it */
  add(line: number, text: string): string {
    this.#rows.push([line, text])
    this.#letters += text.length
    if (this.#rows.length >= rowsPerPage || this.#letters >= lettersPerPage) this.finish()
    return `${this.#id}:${line}`
  }

  finish(): void {
    const [first] = this.#rows
    if (first !== undefined) this.#page.run(this.#id, first[0], zstdCompressSync(JSON.stringify(this.#rows)))
    this.#rows = []
    this.#letters = 0
  }
}

/** The rows of one record. @param places as `RowPages` told them, with spaces between */
export function publishedRows(db: DatabaseSync, places: string): readonly PublishedRow[] {
  const fileOf = query<{ name: string; form: string }>(db, 'SELECT name, form FROM files WHERE id = ?')
  const pageOf = query<{ rows: Uint8Array }>(db, 'SELECT rows FROM pages WHERE file = ? AND first <= ? ORDER BY first DESC LIMIT 1')
  return [...new Set(places.split(' '))].flatMap((place): readonly PublishedRow[] => {
    const [file = 0, line = 0] = place.split(':').map(Number)
    const told = fileOf.get(file)
    const page = pageOf.get(file, line)
    if (told === undefined || page === undefined) return []
    const rows: readonly Line[] = JSON.parse(zstdDecompressSync(page.rows).toString())
    const form: PublishedForm = JSON.parse(told.form)
    return rows.filter(([at]) => at === line).map(([, text]) => ({ file: told.name, line, ...shown(form, text) }))
  })
}

const shown = (form: PublishedForm, text: string): Pick<PublishedRow, 'text' | 'cells'> => {
  if (form.type === 'fixed') {
    const bytes = Buffer.from(text, 'latin1')
    const cells = Object.entries(form.columns).map(
      ([column, [from, to]]) => [column, clean(decodeLine(bytes.subarray(from, to))) ?? ''] as const,
    )
    return { text: decodeLine(bytes), cells }
  }
  if (form.type === 'xml') return { text, cells: xmlCells(text) }
  if (form.type === 'json') return { text, cells: memberCells(JSON.parse(text), '') }
  const [cells = []] = parse(text, { delimiter: form.separator, relax_quotes: true, relax_column_count: true }) as string[][]
  return { text, cells: cells.map((cell, at) => [form.columns[at] ?? `column ${at + 1}`, cell] as const) }
}

type Cells = PublishedRow['cells']

/** `NATIONALITY VALUE` is the text of an element in an element, `nameAlias @wholeName` an attribute. */
function xmlCells(text: string): Cells {
  const cells: (readonly [string, string])[] = []
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open.push(name)
        const path = open.slice(1).join(' ')
        for (const [key, value] of Object.entries(attributes)) if (value !== '') cells.push([`${path} @${key}`.trim(), value])
      },
      ontext(part) {
        const path = open.slice(1).join(' ')
        const last = cells.at(-1)
        if (part.trim() === '') return
        if (last?.[0] === path && !isNewElement) cells[cells.length - 1] = [path, last[1] + part]
        else cells.push([path, part])
        isNewElement = false
      },
      onclosetag() {
        open.pop()
        isNewElement = true
      },
    },
    { xmlMode: true },
  )
  let isNewElement = false
  parser.end(text)
  return cells
}

function memberCells(value: unknown, path: string): Cells {
  if (Array.isArray(value)) return value.flatMap((each) => memberCells(each, path))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => memberCells(member, path === '' ? name : `${path} ${name}`))
  return [[path, String(value)]]
}
