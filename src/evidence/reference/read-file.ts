// Opens a published file in whichever of the forms of its kind it has: a table, XML elements, or JSON objects on lines. All are read
// row by row.

import { StringDecoder } from 'node:string_decoder'
import { type Layout, type LinesLayout, type Place, type Records, type TableLayout, Unreadable, type XmlLayout } from './data-set.ts'
import { type Cell, clean, dayFirstDate, isoDate } from './fields.ts'
import { objectsOf } from './json-list.ts'
import type { PublishedFile } from './published-file.ts'
import type { PublishedForm } from './published-rows.ts'
import { type ReadRow, readTable, UnknownLayout } from './read-rows.ts'
import type { Family } from './records.ts'
import { asXml, XmlProblem, xmlElements } from './xml-elements.ts'

export type OpenFile<L> = {
  readonly layout: L
  readonly form: PublishedForm
  readonly rows: AsyncIterable<ReadRow<unknown>>
  /** Puts a row into the records. @throws Unreadable */
  readonly keep: (row: unknown, records: Records<never>, place: Place) => void
  /** The date that the file tells of itself (`YYYY-MM-DD`), once its rows are being read. */
  readonly date: () => Cell
  /** Closes the file, even if it was not read to the end. */
  close(): Promise<void>
}

/**
 * Opens a file and finds its layout.
 * @throws UnknownLayout saying what the file is and what was expected
 */
export async function openFile<L extends Layout<Family>>(
  file: PublishedFile,
  layouts: readonly L[],
  onBytes?: (count: number) => void,
): Promise<OpenFile<L>> {
  const tables = layouts.filter(isTable)
  if (tables.length === layouts.length) return asOpen(await readTable(file, tables, onBytes))
  const start = await startOf(file)
  if (start.startsWith('<')) return openXml(file, layouts.filter(isXml), start, onBytes)
  if (start.startsWith('{')) return openLines(file, layouts.filter(isLines), start, onBytes)
  if (tables.length > 0) return asOpen(await readTable(file, tables, onBytes))
  const forms = [...new Set(layouts.map(({ form }) => formNames[form.type]))]
  throw new UnknownLayout(`${file.name} is ${forms.length === 1 ? `not ${forms[0]}` : `neither ${forms.join(' nor ')}`}`)
}

const formNames = {
  xml: 'XML',
  'json lines': 'JSON lines',
  'json list': 'a JSON list',
  headed: 'a table',
  unheaded: 'a table',
  fixed: 'a table',
} as const

const isXml = <L extends Layout<Family>>(layout: L): layout is L & XmlLayout<Family> => layout.form.type === 'xml'
const isLines = <L extends Layout<Family>>(layout: L): layout is L & LinesLayout<Family> =>
  layout.form.type === 'json lines' || layout.form.type === 'json list'
const isTable = <L extends Layout<Family>>(layout: L): layout is L & TableLayout<Family> => !isXml(layout) && !isLines(layout)

function asOpen<L extends TableLayout<Family>>(table: Awaited<ReturnType<typeof readTable<L>>>): OpenFile<L> {
  const { layout, form, rows, dated, close } = table
  return { layout, form, rows, keep: layout.read as OpenFile<L>['keep'], date: () => dateWithin(dated), close }
}

/** `Last Updated 04/05/2022`, `Report Date: 21-Sep-2026`: those who write such lines put the day first. */
function dateWithin(text: Cell): Cell {
  const found = /\d{1,4}[-/ ](?:\d{1,2}|[A-Za-z]{3,9})[-/ ]\d{2,4}/.exec(text ?? '')?.[0] ?? null
  return dayFirstDate(found)
}

/** The first characters that are no spaces. */
async function startOf(file: PublishedFile): Promise<string> {
  let start = ''
  const bytes: AsyncIterable<Buffer> = file.bytes()
  for await (const chunk of bytes) {
    start = (start + chunk.toString('utf8')).replace(/^[\s\uFEFF\0\uFFFD]+/, '')
    if (start.length >= 4_000) break
  }
  // UTF-16 has a zero after each letter of the Latin alphabet.
  return start.replaceAll('\0', '')
}

function openXml<L extends XmlLayout<Family>>(
  file: PublishedFile,
  layouts: readonly L[],
  start: string,
  onBytes: ((count: number) => void) | undefined,
): OpenFile<L> {
  const root = /<(?![?!])(?:[\w.-]+:)?([\w.-]+)/.exec(start.replace(/<!--.*?-->/gs, ''))?.[1]
  const layout = layouts.find(({ form }) => form.root === root)
  if (layout === undefined) {
    const known = layouts.map(({ form }) => `<${form.root}>`).join(', ')
    throw new UnknownLayout(`${file.name} is XML that begins with <${root}>; this kind reads ${known === '' ? 'no XML' : known}`)
  }
  const { entries, aside = [], dated } = layout.form
  let date: Cell = null
  const bytes = file.bytes(onBytes)
  const read = layout.reader()
  async function* rows(): AsyncGenerator<ReadRow<unknown>, void> {
    // Whole files stand on one line, so that the place of an entry is its number.
    let number = 0
    try {
      for await (const { element, root } of xmlElements(bytes, new Set([...aside, ...entries]))) {
        if (dated !== undefined) date ??= isoDate(clean(root.attributes[dated])) ?? dayFirstDate(clean(root.attributes[dated]))
        if (!entries.includes(element.name)) {
          read.aside?.(element)
          continue
        }
        number++
        const published = () => asXml(element)
        yield { type: 'row', line: number, row: element, text: published, published }
      }
    } catch (error) {
      throw error instanceof XmlProblem ? new Error(`${file.name}: ${error.message}`) : error
    }
  }
  return {
    layout,
    form: { type: 'xml' },
    rows: rows(),
    keep: read.entry as OpenFile<L>['keep'],
    date: () => date,
    close: async () => void bytes.destroy(),
  }
}

/** The longest line: of one entity with all that belongs to it. */
const longestLine = 16_000_000

function openLines<L extends LinesLayout<Family>>(
  file: PublishedFile,
  layouts: readonly L[],
  start: string,
  onBytes: ((count: number) => void) | undefined,
): OpenFile<L> {
  const layout = layouts.find(({ form }) => form.members.every((member) => start.includes(`"${member}"`)))
  if (layout === undefined) throw new UnknownLayout(`${file.name} holds JSON of another kind`)
  const bytes = file.bytes(onBytes)
  const read = layout.reader()
  const keep = (text: unknown, records: Records<never>) => {
    const object = objectIn(String(text))
    if (object === null) throw new Unreadable('the line is no JSON object')
    read(object, records)
  }
  async function* rows(): AsyncGenerator<ReadRow<unknown>, void> {
    let line = 0
    const texts = layout?.form.type === 'json list' ? objectsOf(bytes, file.name) : linesOf(bytes, file.name)
    for await (const text of texts) {
      line++
      if (text.trim() !== '') yield { type: 'row', line, row: text, text: () => text, published: () => text }
    }
  }
  return { layout, form: { type: 'json' }, rows: rows(), keep, date: () => null, close: async () => void bytes.destroy() }
}

/** @throws Error naming the file when it ends inside a line, or a line is too long */
async function* linesOf(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<string, void> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw new Error(`${name} has a line of more than ${longestLine} characters`)
    yield* lines
  }
  rest += decoder.end()
  if (clean(rest) === null) return
  if (objectIn(rest) === null) throw new Error(`${name} ends inside its last line: it was cut off`)
  yield rest
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
