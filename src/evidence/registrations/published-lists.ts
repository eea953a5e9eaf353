// Imports published lists of local jurisdictions: the Regional Income Tax Agency's rate table (Ohio) and the state's list of PSD codes
// (Pennsylvania). Each import is a version in a folder; the index in the same folder says which ones are in use.
import { hash } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { makeFolder } from '../../stores/folders.ts'
import {
  type Jurisdiction,
  type Jurisdictions,
  ofOhioMunicipality,
  ofSubdivision,
  openJurisdictions,
  shippedJurisdictions,
} from './jurisdictions.ts'

export type PublishedList = {
  readonly title: string
  /** @throws Unreadable when the file is not of this list */
  readonly read: (text: string) => ListRead
}
export type ListRead = {
  readonly jurisdictions: readonly Jurisdiction[]
  readonly rejected: readonly { readonly line: number; readonly reason: string }[]
}

class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

type Cells = readonly string[]
type Row = { readonly cells: Cells; readonly line: number }

/** The rows with content; a line that begins with `#` is a comment. @throws Unreadable */
const rowsOf = (text: string, delimiter: string): readonly Row[] => {
  const rows: Row[] = []
  try {
    parse(text, {
      delimiter,
      bom: true,
      trim: true,
      comment: '#',
      comment_no_infix: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      on_record: (cells: Cells, { lines }) => {
        rows.push({ cells, line: lines })
      },
    })
  } catch (error) {
    const found = error instanceof CsvError ? syntax[error.code] : undefined
    if (found === undefined) throw error
    throw new Unreadable(`line ${lineAfter(rows.at(-1), text)}: ${found}`)
  }
  return rows
}

/** What csv-parse finds, by its code. */
const syntax: { readonly [code: string]: string } = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'a quoted cell continues after its closing quote',
}

/** The line in which the row after this one begins: the parser tells where it stopped, which may be the end of the file. */
const lineAfter = (row: Row | undefined, text: string): number => {
  const lines = text.split('\n')
  let at = row?.line ?? 0
  while (at < lines.length && /^\s*(#|$)/.test(lines[at] as string)) at++
  return at + 1
}

const read = (rows: readonly Row[], jurisdictionsIn: (cells: Cells) => readonly Jurisdiction[] | string): ListRead => {
  const jurisdictions: Jurisdiction[] = []
  const rejected: { line: number; reason: string }[] = []
  for (const { cells, line } of rows) {
    const found = jurisdictionsIn(cells)
    if (typeof found === 'string') rejected.push({ line, reason: found })
    else jurisdictions.push(...found)
  }
  if (jurisdictions.length === 0) throw new Unreadable('no row of this file could be read: is it of this kind?')
  return { jurisdictions, rejected }
}

/** `Municipality|Code|Tax Rate|Credit Factor|Credit Rate`: the header is only a comment, and rates have a percent sign. */
const rita = (text: string): ListRead =>
  read(rowsOf(text, '|'), ([name = '', code = '', rate = '', ...rest]) => {
    if (rest.length !== 2) return `has ${rest.length + 3} cells where 5 were expected`
    if (name === '') return 'has no municipality'
    if (!/^\d{3}$/.test(code)) return `${JSON.stringify(code)} is no code of three digits`
    if (!/^\d{1,2}(\.\d+)?%$/.test(rate)) return `${JSON.stringify(rate)} is no rate`
    return [ofOhioMunicipality({ name, code })]
  })

const psdColumns = {
  psd: ['psdcode', 'psd'],
  county: ['county', 'countyname'],
  municipality: ['municipality', 'municipalityname'],
  schoolDistrict: ['schooldistrict', 'schooldistrictname'],
} as const

/** With a header, separated by commas, tabs or bars. Columns are in any order; these four are read. */
const psd = (text: string): ListRead => {
  const heading = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? ''
  const [header, ...rows] = rowsOf(text, ['|', '\t'].find((each) => heading.includes(each)) ?? ',')
  const names = (header?.cells ?? []).map((cell) => cell.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const at = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  const columns = {
    psd: at(psdColumns.psd),
    county: at(psdColumns.county),
    municipality: at(psdColumns.municipality),
    schoolDistrict: at(psdColumns.schoolDistrict),
  }
  const missing = Object.entries(columns).find(([, index]) => index < 0)
  if (missing) throw new Unreadable(`the header names no column for ${missing[0]}`)
  return read(rows, (cells) => {
    const code = (cells[columns.psd] ?? '').replaceAll(/\D/g, '').padStart(6, '0')
    if (!/^\d{6}$/.test(code) || code === '000000') return `${JSON.stringify(cells[columns.psd] ?? '')} is no PSD code`
    const municipality = titled(cells[columns.municipality] ?? '')
    if (municipality === '') return 'has no municipality'
    const schoolDistrict = titled(cells[columns.schoolDistrict] ?? '').replace(/ S ?D$/i, '')
    return ofSubdivision({ psd: code, county: titled(cells[columns.county] ?? ''), municipality, schoolDistrict })
  })
}

/** The list is published in capitals. */
const titled = (name: string): string =>
  name === name.toUpperCase() ? name.toLowerCase().replaceAll(/(^|[\s\-/.])\p{L}/gu, (start) => start.toUpperCase()) : name

export const publishedLists: { readonly [kind: string]: PublishedList } = {
  oh_rita: { title: 'Ohio: Regional Income Tax Agency, tax rates table', read: rita },
  pa_psd: { title: 'Pennsylvania: political subdivisions by PSD code', read: psd },
}

type Version = {
  readonly file: string
  readonly source: string
  readonly sha256: string
  readonly imported_at: string
  readonly count: number
}
export type ListIndex = { readonly [kind: string]: Version }

const indexFile = 'current.json'

export const listIndex = (folder: string): ListIndex => {
  try {
    return JSON.parse(readFileSync(join(folder, indexFile), 'utf8')) as ListIndex
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return {}
    throw error
  }
}

/** Imports a file as the version in use of its kind; importing the same file again changes nothing. @throws Unreadable */
export const importList = (
  folder: string,
  { kind, source, text, now }: { kind: string; source: string; text: string; now: Date },
): ListRead & { readonly isNew: boolean } => {
  const list = publishedLists[kind]
  if (!list) throw new Unreadable(`there is no list of kind ${JSON.stringify(kind)}; kinds are ${Object.keys(publishedLists).join(', ')}`)
  const result = readNamed(list, source, text)
  const sha256 = hash('sha256', text)
  const index = listIndex(folder)
  if (index[kind]?.sha256 === sha256) return { ...result, isNew: false }
  const file = `${kind}-${sha256.slice(0, 16)}.json`
  makeFolder(folder)
  replace(join(folder, file), JSON.stringify(result.jurisdictions))
  const version: Version = { file, source, sha256, imported_at: now.toISOString(), count: result.jurisdictions.length }
  replace(join(folder, indexFile), JSON.stringify({ ...index, [kind]: version }, null, 2))
  return { ...result, isNew: true }
}

/** The list, or what is wrong with the file, with its name. */
const readNamed = (list: PublishedList, source: string, text: string): ListRead => {
  try {
    return list.read(text)
  } catch (error) {
    throw error instanceof Unreadable ? new Unreadable(`${source}: ${error.message}`) : error
  }
}

/** Readers see either the old or the new file. */
const replace = (path: string, content: string) => {
  writeFileSync(`${path}.new`, content, { flush: true })
  renameSync(`${path}.new`, path)
}

/** The jurisdictions that ship, combined with the imported versions in use. Looks for a new version at each call. */
export const jurisdictionsIn = (folder: string): (() => Jurisdictions) => {
  let seen = 0
  let current = openJurisdictions(shippedJurisdictions)
  return () => {
    const changed = statSync(join(folder, indexFile), { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (changed !== seen) {
      const imported = Object.values(listIndex(folder)).flatMap(
        ({ file }) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Jurisdiction[],
      )
      current = openJurisdictions([...shippedJurisdictions, ...imported])
      seen = changed
    }
    return current
  }
}
