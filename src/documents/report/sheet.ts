// A document written from top to bottom: headings, facts and tables that continue on the next page, with the page's number at its foot.

import { drawable, type Weight, widthOf, wrapped } from '../pdf/fonts.ts'
import { type Element, partOf } from '../pdf/structure.ts'
import { type Canvas, type Colour, colours, inner, margin, newCanvas, paper, top } from './canvas.ts'

export type Cell = string | { readonly text: string; readonly colour?: Colour; readonly weight?: Weight }

export type Table = {
  /** `share` of the width; they add up to 1. */
  readonly columns: readonly { readonly title: string; readonly share: number }[]
  readonly rows: readonly (readonly Cell[])[]
}

export type Sheet = {
  /** Begins a section. Its heading waits for what follows it, so that it never stands alone at the foot of a page. */
  readonly section: (title: string) => void
  /** The document's own title, its only one. */
  readonly title: (text: string, size: number) => void
  readonly paragraph: (text: string, style?: { readonly size?: number; readonly weight?: Weight; readonly colour?: Colour }) => void
  /** Labels with their values; those without a value are left out. */
  readonly facts: (facts: readonly (readonly [label: string, value: Cell | null | undefined])[]) => void
  readonly table: (table: Table) => void
  /** Words on a coloured background, side by side. */
  readonly pills: (pills: readonly { readonly text: string; readonly colour: Colour }[]) => void
  readonly space: (points: number) => void
  readonly bytes: () => Promise<Uint8Array>
}

export type SheetOptions = { readonly title: string; readonly footer: string; readonly at: Date }

export const newSheet = async ({ title, footer, at }: SheetOptions): Promise<Sheet> => {
  const canvas = await newCanvas(title, at)
  let waiting: string | null = null
  /** `height`: of what has to stand on the page of the heading that waits */
  const begin = (height = 60) => {
    if (waiting !== null) writeSection(canvas, waiting, height)
    waiting = null
  }
  const after =
    <Parameters extends readonly unknown[]>(write: (...parameters: Parameters) => void) =>
    (...parameters: Parameters) => {
      begin()
      write(...parameters)
    }
  return {
    section: after((text) => {
      waiting = text
    }),
    title: after((text, size) => writeText(canvas, text, partOf(canvas.whole, 'title'), { size, weight: 'bold' })),
    paragraph: after((text, style) => writeText(canvas, text, partOf(canvas.whole, 'paragraph'), style)),
    table: (table) => {
      begin(beginningOf(table))
      writeTable(canvas, table)
    },
    facts: (facts) => {
      const told = placedFacts(facts)
      begin(heightOf(told.slice(0, 2)))
      writeFacts(canvas, told)
    },
    pills: after((pills) => writePills(canvas, pills)),
    space: after(canvas.moveDown),
    bytes: () => {
      begin()
      return canvas.bytes(footer)
    },
  }
}

const writeSection = ({ whole, y, moveDown, require, write, rule, bookmark }: Canvas, text: string, height: number) => {
  moveDown(y() > top ? 14 : 0)
  require(27 + height)
  bookmark(text)
  moveDown(13)
  write(drawable(text), y(), { x: margin, size: 13, weight: 'bold', colour: colours.brand, of: partOf(whole, 'heading') })
  moveDown(6)
  rule(y(), colours.brand, 1)
  moveDown(8)
}

const writeText = (
  { y, moveDown, require, write }: Canvas,
  text: string,
  of: Element,
  { size = 9, weight = 'plain', colour = 'ink' }: Parameters<Sheet['paragraph']>[1] = {},
) => {
  for (const line of wrapped(text, { width: inner, size, weight })) {
    require(size * 1.35)
    moveDown(size * 1.35)
    write(line, y() - size * 0.3, { x: margin, size, weight, colour: colours[colour], of })
  }
  moveDown(3)
}

const styled = (cell: Cell | null | undefined) => {
  const { text, colour = 'ink', weight = 'plain' } = typeof cell === 'object' && cell !== null ? cell : { text: cell ?? '' }
  return { text, colour: colours[colour], weight }
}

/** Where the values of facts begin, beside their labels. */
const indent = 150

const factSize = 9
const factHeight = factSize * 1.4
const belowFact = 2

/** A label and the lines of its value. */
type Fact = ReturnType<typeof styled> & { readonly label: string; readonly lines: readonly string[] }

const placedFacts = (facts: Parameters<Sheet['facts']>[0]): readonly Fact[] =>
  facts
    .map(([label, value]) => ({ label, ...styled(value) }))
    .filter(({ text }) => drawable(text).trim() !== '')
    .map((fact) => ({ ...fact, lines: wrapped(fact.text, { width: inner - indent, size: factSize, weight: fact.weight }) }))

/** What facts need to begin on a page: a longer one continues on the next. */
const heightOf = (facts: readonly Fact[]): number =>
  facts.reduce((sum, { lines }) => sum + Math.min(lines.length, 3) * factHeight + belowFact, 0)

const writeFacts = (canvas: Canvas, facts: readonly Fact[]) => {
  if (facts.length > 0) {
    const table = partOf(canvas.whole, 'table')
    // The last one takes the one before it along, so that it never stands alone on a page.
    for (const [at, fact] of facts.entries()) {
      canvas.require(heightOf(at === facts.length - 2 ? facts.slice(at) : [fact]))
      writeFact(canvas, partOf(table, 'row'), fact)
    }
  }
  canvas.moveDown(4)
}

const writeFact = ({ y, moveDown, require, write }: Canvas, row: Element, { label, lines, colour, weight }: Fact) => {
  const [head, cell] = [partOf(row, 'rowHead'), partOf(row, 'cell')]
  for (const [index, line] of lines.entries()) {
    require(factHeight)
    if (index === 0) write(drawable(label), y() + factSize, { x: margin, size: 8.5, colour: colours.faint, of: head })
    write(line, y() + factSize, { x: margin + indent, size: factSize, weight, colour, of: cell })
    moveDown(factHeight)
  }
  moveDown(belowFact)
}

const writePills = ({ whole, y, moveDown, require, write, fill }: Canvas, pills: Parameters<Sheet['pills']>[0]) => {
  const size = 9
  let x = margin
  require(24)
  for (const { text, colour } of pills) {
    const label = drawable(text)
    const width = widthOf(label, size, 'bold') + 14
    if (x + width > paper.width - margin && x > margin) {
      x = margin
      moveDown(24)
      require(24)
    }
    fill({ x, width, height: 18, colour: colours[colour] })
    write(label, y() + 12.4, { x: x + 7, size, weight: 'bold', colour: colours.white, of: partOf(whole, 'paragraph') })
    x += width + 6
  }
  moveDown(26)
}

/** Of the text in a table. */
const cellSize = 8
const lineHeight = cellSize * 1.35
const padding = 4

/** A column as it is placed on the page, its title broken into lines. */
type Column = { readonly x: number; readonly width: number; readonly title: readonly string[] }

/** The height of the head and the first row, which stand on one page. */
const beginningOf = ({ columns, rows }: Table): number =>
  (2 + Math.min(wholeLines, linesOf(placedColumns(columns), rows[0] ?? []))) * lineHeight + 20

const writeTable = (canvas: Canvas, table: Table) => {
  const { columns, rows } = table
  const placed = placedColumns(columns)
  canvas.require(beginningOf(table))
  const element = partOf(canvas.whole, 'table')
  writeHead(canvas, placed, partOf(element, 'row'))
  for (const row of rows) {
    writeRow(canvas, placed, row, partOf(element, 'row'))
    canvas.rule(canvas.y())
  }
  canvas.moveDown(8)
}

const placedColumns = (columns: Table['columns']): readonly Column[] => {
  const widths = columns.map(({ share }) => share * inner)
  return columns.map(({ title }, index) => {
    const before = widths.slice(0, index).reduce((sum, each) => sum + each, 0)
    const width = (widths[index] ?? 0) - 2 * padding
    return { x: margin + before + padding, width, title: wrapped(title, { width, size: 7.5, weight: 'bold' }) }
  })
}

/** `row`: what it is a part of; a head that is repeated is a part of nothing. */
const writeHead = ({ y, moveDown, fill, write }: Canvas, columns: readonly Column[], row?: Element) => {
  const height = Math.max(...columns.map(({ title }) => title.length)) * lineHeight + 6
  fill({ x: margin, width: inner, height, colour: colours.shade })
  for (const { x, title } of columns) {
    const style = { x, size: 7.5, weight: 'bold', colour: colours.faint, ...(row ? { of: partOf(row, 'columnHead') } : {}) } as const
    for (const [index, line] of title.entries()) write(line, y() + 3 + (index + 0.78) * lineHeight, style)
  }
  moveDown(height)
}

/** A row of no more lines stays on one page; a longer one continues on the next, so that pages are full. */
const wholeLines = 9

const cellsOf = (columns: readonly Column[], row: readonly Cell[]) =>
  columns.map(({ x, width }, index) => {
    const { text, colour, weight } = styled(row[index])
    const lines = (text || '–').split('\n').flatMap((each) => wrapped(each, { width, size: cellSize, weight }))
    return { lines, style: { x, size: cellSize, weight, colour } }
  })

const linesOf = (columns: readonly Column[], row: readonly Cell[]): number =>
  Math.max(1, ...cellsOf(columns, row).map(({ lines }) => lines.length))

const writeRow = (canvas: Canvas, columns: readonly Column[], row: readonly Cell[], element: Element) => {
  const { y, moveDown, left, newPage, write } = canvas
  const cells = cellsOf(columns, row).map(({ lines, style }) => ({ lines, style: { ...style, of: partOf(element, 'cell') } }))
  const nextPage = () => {
    newPage()
    writeHead(canvas, columns)
  }
  const count = Math.max(1, ...cells.map(({ lines }) => lines.length))
  if (left() < Math.min(count, wholeLines) * lineHeight + 8) nextPage()
  for (let from = 0; from < count; ) {
    if (from > 0) nextPage()
    const to = Math.min(count, from + Math.max(1, Math.floor((left() - 8) / lineHeight)))
    for (const { lines, style } of cells)
      for (const [index, line] of lines.slice(from, to).entries()) write(line, y() + 4 + (index + 0.78) * lineHeight, style)
    moveDown((to - from) * lineHeight + 8)
    from = to
  }
}
