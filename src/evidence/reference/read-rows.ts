// Reads a published table row by row: finds its layout, splits rows into cells, and separates the rows that do not
// fit the layout.

import { Readable } from 'node:stream'
import { type Options, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import type { Form, Row, TableLayout } from './data-set.ts'
import { type Cell, clean } from './fields.ts'
import { decodeLine, decodeLines } from './lines.ts'
import type { PublishedFile } from './published-file.ts'
import type { PublishedForm } from './published-rows.ts'
import type { Family } from './records.ts'

export type ReadRow<R = Row<string>> =
  /** `published`: the row as it stands in the file; of fixed widths a character for each byte. */
  | { readonly type: 'row'; readonly line: number; readonly row: R; text(): string; published(): string }
  /** `cut`: the file ends inside this row. */
  | { readonly type: 'misshapen'; readonly line: number; readonly reason: string; readonly cut: boolean; text(): string }

export type ReadTable<L> = {
  readonly layout: L
  readonly form: PublishedForm
  readonly rows: AsyncIterable<ReadRow>
  /** What a line above the header says of the file's date, as published. */
  readonly dated: Cell
  /** Closes the file, even if it was not read to the end. */
  close(): Promise<void>
}

/** The file has none of the layouts of its kind. */
export class UnknownLayout extends Error {}

/**
 * Opens a file and finds its layout.
 * @throws UnknownLayout naming the expected columns
 */
export async function readTable<L extends TableLayout<Family>>(
  file: PublishedFile,
  layouts: readonly L[],
  onBytes?: (count: number) => void,
): Promise<ReadTable<L>> {
  if (layouts.some(({ form }) => form.type === 'fixed')) {
    const layout = layouts.find(({ form }) => form.type === 'fixed' && file.name.toLowerCase().includes(form.named ?? ''))
    if (layout?.form.type === 'fixed') {
      const form: PublishedForm = { type: 'fixed', columns: layout.form.columns }
      return { layout, form, rows: fixedRows(file, layout.form, onBytes), dated: null, close: async () => {} }
    }
    const names = layouts.map(({ part, form }) => `${part} (${form.type === 'fixed' ? form.named : ''})`)
    throw new UnknownLayout(`the name of ${file.name} does not tell which of these it holds: ${names.join(', ')}`)
  }
  const separators = [...new Set(layouts.map((layout) => (layout.form.type === 'fixed' ? ',' : layout.form.separator)))]
  const csv = csvFile(file, separators[0] as string, onBytes)
  const close = async () => void (await csv.records.return(undefined))
  const first = await csv.records.next()
  const cells = first.value?.record ?? []
  if (cells.every((cell) => clean(cell) === null)) throw new UnknownLayout(`${file.name} has no first row`)
  const unheaded = layouts.find((layout) => layout.form.type === 'unheaded' && layout.form.columns.length === cells.length)
  if (unheaded?.form.type === 'unheaded') {
    const columns = unheaded.form.columns.map((field, at) => [field, at] as const)
    return {
      layout: unheaded,
      form: { type: 'separated', separator: csv.separator, columns: unheaded.form.columns },
      rows: shapedRows({
        csv,
        columns,
        width: cells.length,
        nothing: unheaded.nothing,
        continued: unheaded.continued,
        first: first.value ?? undefined,
      }),
      dated: null,
      close,
    }
  }
  const isHeadOf = (layout: L, header: readonly string[]) => layout.form.type === 'headed' && missingColumns(layout, header).length === 0
  let header = cells
  let headed = layouts.find((layout) => isHeadOf(layout, cells))
  if (headed === undefined) {
    // Some publishers put a line with the date above the header.
    header = (await csv.records.next()).value?.record ?? []
    headed = layouts.find((layout) => isHeadOf(layout, header))
  }
  if (headed?.form.type === 'headed') {
    const columns = Object.entries(headed.form.columns).map(([field, names]) => [field, positionOf(names, header)] as const)
    return {
      layout: headed,
      form: { type: 'separated', separator: csv.separator, columns: header.map((cell) => clean(cell) ?? '') },
      rows: shapedRows({ csv, columns, width: header.length, nothing: headed.nothing, continued: headed.continued }),
      dated: header === cells ? null : clean(cells.join(' ')),
      close,
    }
  }
  await close()
  throw new UnknownLayout(`${file.name} has none of the layouts of its kind: ${layouts.map((layout) => lacking(layout, cells)).join('; ')}`)
}

function lacking(layout: TableLayout<Family>, cells: readonly string[]): string {
  if (layout.form.type === 'unheaded') return `${layout.part} has ${layout.form.columns.length} columns, the file ${cells.length}`
  return `${layout.part} lacks ${missingColumns(layout, cells).join(', ')}`
}

function missingColumns(layout: TableLayout<Family>, header: readonly string[]): readonly string[] {
  if (layout.form.type !== 'headed') return []
  const { columns } = layout.form
  return layout.required.flatMap((field) => {
    const names = columns[field] ?? field
    return positionOf(names, header) < 0 ? [typeof names === 'string' ? names : (names[0] as string)] : []
  })
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9_]|(?<=.)_/g, '')

function positionOf(names: string | readonly string[], header: readonly string[]): number {
  const plain = header.map(plainName)
  for (const name of typeof names === 'string' ? [names] : names) {
    const at = plain.indexOf(plainName(name))
    if (at >= 0) return at
  }
  return -1
}

type CsvRecord = {
  readonly record: readonly string[]
  readonly line: number
  /** As it stands in the file. */
  readonly raw: string
  /** It opened a quote that the file never closes. */
  readonly unclosed: boolean
}

type CsvFile = { readonly records: AsyncGenerator<CsvRecord, void>; readonly separator: string; endsInLine(): boolean }

type Shape = {
  readonly csv: CsvFile
  readonly columns: readonly (readonly [field: string, at: number])[]
  readonly continued: readonly string[] | undefined
  readonly width: number
  readonly nothing: readonly string[] | undefined
  readonly first?: CsvRecord | undefined
}

async function* shapedRows({ csv, columns, width, nothing = [], continued = [], first }: Shape): AsyncGenerator<ReadRow, void> {
  function* shaped(read: CsvRecord, { isLast }: { readonly isLast: boolean }): Generator<ReadRow, void> {
    const { record, line, unclosed } = read
    // Skipped empty lines come before it.
    const raw = read.raw.replace(/^[\r\n]+/, '')
    const text = () => clean(raw) ?? ''
    // DOS programs end a file with control-Z; others leave empty lines.
    if (record.length === 1 && (record[0] === '\u001a' || record[0] === '')) return
    if (record.length > 0 && record.every((cell) => clean(cell) === null)) {
      yield { type: 'misshapen', line, reason: 'an empty row', cut: false, text }
      return
    }
    const tooMany = record.slice(width).some((cell) => clean(cell) !== null)
    if (!unclosed && record.length >= width && !tooMany) {
      const row: Record<string, Cell> = {}
      for (const [field, at] of columns) {
        const cell = at < 0 ? null : clean(record[at])
        row[field] = cell === null || nothing.includes(cell) ? null : continued.includes(field) ? (record[at] as string) : cell
      }
      yield { type: 'row', line, row, text, published: () => raw.replace(/[\r\n]+$/, '') }
      return
    }
    const lineEnd = raw.indexOf('\n')
    if (lineEnd < 0 || lineEnd === raw.length - 1) {
      const reason = unclosed ? 'a quote that is never closed' : `${record.length} cells where the file has ${width}`
      yield { type: 'misshapen', line, reason, cut: isLast && csv.endsInLine() && (unclosed || record.length < width), text }
      return
    }
    // An unclosed quote swallowed the following rows: read them again without the line that opened it.
    const opening = clean(raw.slice(0, lineEnd)) ?? ''
    yield { type: 'misshapen', line, reason: 'a quote in this line is not closed in it', cut: false, text: () => opening }
    const swallowed = recordsOf(raw.slice(lineEnd + 1), line + 1, csv.separator)
    for (const [at, again] of swallowed.entries()) yield* shaped(again, { isLast: isLast && at === swallowed.length - 1 })
  }
  // Only the next read shows whether a row is the last one.
  let waiting = first
  for await (const read of csv.records) {
    if (waiting !== undefined) yield* shaped(waiting, { isLast: false })
    waiting = read
  }
  if (waiting !== undefined) yield* shaped(waiting, { isLast: true })
}

type Parsed = { readonly record: string[]; readonly raw: string; readonly info: { readonly lines: number } }

const parseOptions = (separator: string): Options => ({
  delimiter: separator,
  bom: true,
  info: true,
  raw: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_error: true,
  record_delimiter: ['\r\n', '\n'],
  max_record_size: 16_000_000,
})

function csvFile(file: PublishedFile, separator: string, onBytes?: (count: number) => void): CsvFile {
  const end = { inLine: false }
  return { records: csvRecords(lineBlocks(file.bytes(onBytes), end), separator), separator, endsInLine: () => end.inLine }
}

async function* csvRecords(blocks: AsyncIterable<string>, separator: string): AsyncGenerator<CsvRecord, void> {
  const parser = parse(parseOptions(separator))
  let unclosed: string | null = null
  let next = 1
  parser.on('skip', (_error: unknown, raw: string | undefined) => {
    unclosed = raw ?? ''
  })
  const text = Readable.from(blocks)
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  try {
    for await (const { record, raw, info } of parser as AsyncIterable<Parsed>) {
      next = info.lines + 1
      yield { record, line: info.lines - newlines(record), raw, unclosed: false }
    }
    if (unclosed !== null) yield { record: [], line: next, raw: unclosed, unclosed: true }
  } finally {
    text.destroy()
    parser.destroy()
  }
}

function recordsOf(text: string, firstLine: number, separator: string): CsvRecord[] {
  const unclosed: string[] = []
  const options = {
    ...parseOptions(separator),
    bom: false,
    on_skip: (_error: unknown, raw: string | undefined) => void unclosed.push(raw ?? ''),
  }
  // Its types tell of rows of text; with `info` and `raw` it returns an object for each row.
  const parsed = parseAll(text, options) as unknown as readonly Parsed[]
  const before = firstLine - 1
  const records = parsed.map(({ record, raw, info }) => ({
    record,
    line: before + info.lines - newlines(record),
    raw,
    unclosed: false,
  }))
  const next = before + (parsed.at(-1)?.info.lines ?? 0) + 1
  return [...records, ...unclosed.map((raw) => ({ record: [], line: next, raw, unclosed: true }))]
}

function newlines(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++
  return count
}

/** Text in blocks of whole lines. A line that is not UTF-8 is read as Windows-1252; other lines are not affected. */
async function* lineBlocks(bytes: AsyncIterable<Buffer>, fileEnd: { inLine: boolean }): AsyncGenerator<string, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(10) + 1
    if (end === 0) {
      rest = Buffer.concat([rest, chunk])
      continue
    }
    yield decodeLines(Buffer.concat([rest, chunk.subarray(0, end)]))
    rest = Buffer.from(chunk.subarray(end))
  }
  fileEnd.inLine = rest.length > 0 && rest[0] !== 0x1a
  if (rest.length > 0) yield decodeLines(rest)
}

type FixedForm = Extract<Form<string>, { type: 'fixed' }>

async function* fixedRows(file: PublishedFile, form: FixedForm, onBytes?: (count: number) => void): AsyncGenerator<ReadRow, void> {
  const columns = Object.entries(form.columns)
  let line = 0
  let rest: Buffer = Buffer.alloc(0)
  const cut = (bytes: Buffer, last: boolean): ReadRow | null => {
    line++
    const record = bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes
    if (record.length === 0 || (record.length === 1 && record[0] === 0x1a)) return null
    const text = () => clean(record.toString('latin1')) ?? ''
    // A truncated file ends with a short row too.
    if (record.length < form.shortest || (last && record.length < form.width)) {
      return { type: 'misshapen', line, reason: `${record.length} bytes where a record has ${form.width}`, cut: last, text }
    }
    if (clean(record.toString('latin1', form.width)) !== null) {
      return { type: 'misshapen', line, reason: `${record.length} bytes where a record has ${form.width}`, cut: false, text }
    }
    const row: Record<string, Cell> = {}
    for (const [field, [from, to]] of columns) row[field] = clean(decodeLine(record.subarray(from, to)))
    return { type: 'row', line, row, text, published: () => record.toString('latin1').trimEnd() }
  }
  const bytes: AsyncIterable<Buffer> = file.bytes(onBytes)
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const row = cut(Buffer.concat([rest, chunk.subarray(from, end)]), false)
      if (row !== null) yield row
      rest = Buffer.alloc(0)
      from = end + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(from)])
  }
  const row = rest.length === 0 ? null : cut(rest, true)
  if (row !== null) yield row
}
