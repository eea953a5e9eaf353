// Reads the first sheet of a spreadsheet (.xlsx, ECMA-376) as CSV, so that it is imported like any other table.

import { Readable } from 'node:stream'
import { textIn, within, type XmlElement, xmlElements } from './xml-elements.ts'

/** A part of the spreadsheet's archive, by its path in it. */
export type ArchivePart = {
  readonly path: string
  readonly name: string
  readonly size: number
  bytes(onBytes?: (count: number) => void): Readable
}

/** The most columns, and the most text in cells that are shared by reference. Beyond them a file is no published list. */
const mostColumns = 1_000
const mostShared = 200_000_000

/** Whether these are the parts of a spreadsheet. */
export const isSpreadsheet = (parts: readonly ArchivePart[]): boolean => parts.some(({ path }) => path === 'xl/workbook.xml')

/** The spreadsheet as one file of comma-separated values. */
export function spreadsheet(name: string, parts: readonly ArchivePart[]): Omit<ArchivePart, 'path'> {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  return { name, size, bytes: (onBytes) => Readable.from(lines(parts, onBytes)) }
}

async function* lines(parts: readonly ArchivePart[], onBytes: ((count: number) => void) | undefined): AsyncGenerator<Buffer, void> {
  const part = (path: string) => parts.find((each) => each.path === path)
  const shared = await sharedTexts(part('xl/sharedStrings.xml'), onBytes)
  const sheet = part(await firstSheet(part('xl/workbook.xml'), part('xl/_rels/workbook.xml.rels')))
  if (sheet === undefined) throw new Error('the spreadsheet has no sheet')
  let width = 0
  for await (const { element } of xmlElements(sheet.bytes(onBytes), new Set(['row']))) {
    const cells = cellsOf(element, shared)
    width = Math.max(width, cells.length)
    // Empty cells at the end of a row are left out of the file.
    const all = Array.from({ length: width }, (_, at) => cells[at] ?? '')
    yield Buffer.from(`${all.map(quoted).join(',')}\n`)
  }
}

/** Texts stand once in a part of their own. What is spelt out for pronunciation (`rPh`) is left out. */
async function sharedTexts(part: ArchivePart | undefined, onBytes: ((count: number) => void) | undefined): Promise<readonly string[]> {
  if (part === undefined) return []
  const texts: string[] = []
  let held = 0
  for await (const { element } of xmlElements(part.bytes(onBytes), new Set(['si']))) {
    const text = textOf(element)
    held += text.length
    if (held > mostShared) throw new Error('the spreadsheet has too much text')
    texts.push(text)
  }
  return texts
}

const textOf = (element: XmlElement): string =>
  element.children.map((child) => (child.name === 't' ? child.text : child.name === 'r' ? textOf(child) : '')).join('')

/** The sheet that the workbook names first, by the relation that leads to it. */
async function firstSheet(workbook: ArchivePart | undefined, relations: ArchivePart | undefined): Promise<string> {
  const [first] = await allOf(workbook, 'sheet')
  const id = Object.entries(first?.attributes ?? {}).find(([name]) => /(?:^|:)id$/.test(name))?.[1]
  const relation = (await allOf(relations, 'Relationship')).find(({ attributes }) => attributes.Id === id)
  const target = relation?.attributes.Target ?? 'worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

async function allOf(part: ArchivePart | undefined, name: string): Promise<readonly XmlElement[]> {
  const found: XmlElement[] = []
  if (part !== undefined) for await (const { element } of xmlElements(part.bytes(), new Set([name]))) found.push(element)
  return found
}

function cellsOf(row: XmlElement, shared: readonly string[]): readonly string[] {
  const cells: string[] = []
  for (const cell of within(row, 'c')) {
    const column = columnOf(cell.attributes.r) ?? cells.length
    if (column >= mostColumns) throw new Error(`the spreadsheet has more than ${mostColumns} columns`)
    while (cells.length < column) cells.push('')
    cells[column] = cellText(cell, shared)
  }
  return cells
}

/** `B7` is in column 1. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(cell: XmlElement, shared: readonly string[]): string {
  const [inline] = within(cell, 'is')
  if (inline !== undefined) return textOf(inline)
  const value = textIn(cell, 'v') ?? ''
  return cell.attributes.t === 's' ? (shared[Number(value)] ?? '') : value
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
