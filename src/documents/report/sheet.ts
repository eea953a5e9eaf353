// A document that is written from top to bottom: headings, facts and tables that go on to the next page by themselves, with the page's number at its foot.
import { type Color, type PDFPage, rgb } from 'pdf-lib'
import { documentWithFonts, drawable, type Run, runsOf, type Weight, widthOf, wrapped } from './fonts.ts'

/** US Letter, in points. */
const paper = { width: 612, height: 792 }
const margin = 48
const top = 60
const bottom = 56
const inner = paper.width - 2 * margin

const colours = {
  ink: rgb(0.11, 0.13, 0.17),
  faint: rgb(0.4, 0.43, 0.49),
  line: rgb(0.84, 0.86, 0.89),
  shade: rgb(0.955, 0.96, 0.97),
  brand: rgb(0.09, 0.22, 0.39),
  success: rgb(0.07, 0.45, 0.24),
  warning: rgb(0.66, 0.38, 0.0),
  failure: rgb(0.7, 0.1, 0.12),
  neutral: rgb(0.35, 0.38, 0.45),
  white: rgb(1, 1, 1),
} as const
export type Colour = keyof typeof colours

export type Cell = string | { readonly text: string; readonly colour?: Colour; readonly weight?: Weight }

export type Table = {
  /** `share` of the width; they add up to 1. */
  readonly columns: readonly { readonly title: string; readonly share: number }[]
  readonly rows: readonly (readonly Cell[])[]
}

export type Sheet = {
  /** Begins a section; `empty` is what it says when there is nothing in it. */
  readonly section: (title: string) => void
  readonly paragraph: (text: string, style?: { readonly size?: number; readonly weight?: Weight; readonly colour?: Colour }) => void
  /** Labels with their values; those without a value are left out. */
  readonly facts: (facts: readonly (readonly [label: string, value: Cell | null | undefined])[]) => void
  readonly table: (table: Table) => void
  /** Words on a coloured ground, side by side. */
  readonly pills: (pills: readonly { readonly text: string; readonly colour: Colour }[]) => void
  readonly space: (points: number) => void
  readonly newPage: () => void
  readonly bytes: () => Promise<Uint8Array>
}

export type SheetOptions = { readonly title: string; readonly footer: string; readonly at: Date }

export const newSheet = async ({ title, footer, at }: SheetOptions): Promise<Sheet> => {
  const { document, fonts } = await documentWithFonts()
  document.setTitle(title)
  document.setProducer('Probity')
  document.setCreator('Probity')
  document.setLanguage('en')
  document.setCreationDate(at)
  document.setModificationDate(at)

  let page: PDFPage = document.addPage([paper.width, paper.height])
  let y = top
  const newPage = () => {
    page = document.addPage([paper.width, paper.height])
    y = top
  }
  const left = () => paper.height - bottom - y
  const require = (points: number) => {
    if (left() < points && y > top) newPage()
  }

  type Style = { readonly x: number; readonly size: number; readonly weight?: Weight; readonly colour?: Color }
  /** Text is drawn in the end, when all its letters are known and their fonts can be embedded. */
  const drawings: {
    readonly run: Run
    readonly on: PDFPage
    readonly x: number
    readonly y: number
    readonly size: number
    readonly colour: Color
  }[] = []
  /** `line` has been through `drawable`. */
  const write = (line: string, baseline: number, { x, size, weight = 'plain', colour = colours.ink }: Style) => {
    let start = x
    for (const run of runsOf(line, weight)) {
      drawings.push({ run, on: page, x: start, y: paper.height - baseline, size, colour })
      start += widthOf(run.text, size, weight)
    }
  }
  const rule = (at: number, colour: Color = colours.line, thickness = 0.6) =>
    page.drawLine({
      start: { x: margin, y: paper.height - at },
      end: { x: paper.width - margin, y: paper.height - at },
      color: colour,
      thickness,
    })

  const paragraph: Sheet['paragraph'] = (text, { size = 9, weight = 'plain', colour = 'ink' } = {}) => {
    for (const line of wrapped(text, { width: inner, size, weight })) {
      require(size * 1.35)
      y += size * 1.35
      write(line, y - size * 0.3, { x: margin, size, weight, colour: colours[colour] })
    }
    y += 3
  }

  const table: Sheet['table'] = ({ columns, rows }) => {
    const size = 8
    const height = size * 1.35
    const pad = 4
    const widths = columns.map(({ share }) => share * inner)
    const starts = widths.map((_, index) => margin + widths.slice(0, index).reduce((sum, each) => sum + each, 0))
    const titles = columns.map(({ title }, index) => wrapped(title, { width: widths[index]! - 2 * pad, size: 7.5, weight: 'bold' }))
    const head = () => {
      const lines = Math.max(...titles.map(({ length }) => length))
      page.drawRectangle({
        x: margin,
        y: paper.height - y - lines * height - 6,
        width: inner,
        height: lines * height + 6,
        color: colours.shade,
      })
      titles.forEach((title, column) => {
        title.forEach((line, index) => {
          write(line, y + 3 + (index + 0.78) * height, { x: starts[column]! + pad, size: 7.5, weight: 'bold', colour: colours.faint })
        })
      })
      y += lines * height + 6
    }
    require(3 * height + 20)
    head()
    for (const row of rows) {
      const cells = row.map((cell, column) => {
        const { text, colour = 'ink', weight = 'plain' } = typeof cell === 'string' ? { text: cell } : cell
        const paragraphs = text.split('\n')
        const lines = paragraphs.flatMap((each) => wrapped(each, { width: widths[column]! - 2 * pad, size, weight }))
        return { lines, colour: colours[colour], weight }
      })
      const count = Math.max(1, ...cells.map(({ lines }) => lines.length))
      // A short row stays whole; one that takes more than a good part of a page is continued on the next.
      if (left() < Math.min(count, 20) * height + 8) {
        newPage()
        head()
      }
      let from = 0
      while (from < count) {
        const room = Math.max(1, Math.floor((left() - 8) / height))
        const to = Math.min(count, from + room)
        for (const [column, { lines, colour, weight }] of cells.entries())
          lines.slice(from, to).forEach((line, index) => {
            write(line, y + 4 + (index + 0.78) * height, { x: starts[column]! + pad, size, weight, colour })
          })
        y += (to - from) * height + 8
        from = to
        if (from < count) {
          newPage()
          head()
        }
      }
      rule(y)
    }
    y += 8
  }

  return {
    section: (text) => {
      y += y > top ? 14 : 0
      require(70)
      y += 13
      write(drawable(text), y, { x: margin, size: 13, weight: 'bold', colour: colours.brand })
      y += 6
      rule(y, colours.brand, 1)
      y += 8
    },
    paragraph,
    table,
    facts: (facts) => {
      const size = 9
      const height = size * 1.4
      const indent = 150
      for (const [label, value] of facts) {
        const { text, colour = 'ink', weight = 'plain' } = typeof value === 'object' && value !== null ? value : { text: value ?? '' }
        const lines = wrapped(text, { width: inner - indent, size, weight })
        if (lines.length === 0) continue
        require(Math.min(lines.length, 10) * height)
        lines.forEach((line, index) => {
          require(height)
          if (index === 0) write(drawable(label), y + size, { x: margin, size: 8.5, colour: colours.faint })
          write(line, y + size, { x: margin + indent, size, weight, colour: colours[colour] })
          y += height
        })
        y += 2
      }
      y += 4
    },
    pills: (pills) => {
      const size = 9
      let x = margin
      require(24)
      for (const { text, colour } of pills) {
        const label = drawable(text)
        const width = widthOf(label, size, 'bold') + 14
        if (x + width > paper.width - margin && x > margin) {
          x = margin
          y += 24
          require(24)
        }
        page.drawRectangle({ x, y: paper.height - y - 18, width, height: 18, color: colours[colour] })
        write(label, y + 12.4, { x: x + 7, size, weight: 'bold', colour: colours.white })
        x += width + 6
      }
      y += 26
    },
    space: (points) => {
      y += points
    },
    newPage,
    bytes: async () => {
      const pages = document.getPages()
      const [start = ''] = wrapped(footer, { width: inner - 90, size: 7.5 })
      pages.forEach((each, index) => {
        page = each
        const number = `Page ${index + 1} of ${pages.length}`
        rule(paper.height - 42)
        write(start, paper.height - 30, { x: margin, size: 7.5, colour: colours.faint })
        write(number, paper.height - 30, { x: paper.width - margin - widthOf(number, 7.5), size: 7.5, colour: colours.faint })
      })
      await fonts.embed(new Set(drawings.map(({ run }) => run.face)))
      for (const { run, on, x, y: at, size, colour } of drawings)
        on.drawText(run.text, { x, y: at, size, font: fonts.of(run.face), color: colour })
      return document.save()
    },
  }
}
