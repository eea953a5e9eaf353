// The pages of a document, written from top to bottom. Keeps the position of the next line.
import { createHash } from 'node:crypto'
import { type Color, type PDFPage, rgb } from 'pdf-lib'
import { addBookmarks, type Bookmark } from '../pdf/bookmarks.ts'
import { drawRun } from '../pdf/drawing.ts'
import { documentWithFonts, missing, type Run, runsOf, type Weight, widthOf, wrapped } from '../pdf/fonts.ts'
import { describe, finish } from '../pdf/standards.ts'
import { drawApart, type Element, newStructure } from '../pdf/structure.ts'

/** US Letter, in points. */
export const paper = { width: 612, height: 792 }
export const margin = 48
export const top = 60
const bottom = 56
export const inner = paper.width - 2 * margin

export const colours = {
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

type Style = {
  readonly x: number
  readonly size: number
  readonly weight?: Weight
  readonly colour?: Color
  /** What the text is a part of. Screen readers leave out text that is a part of nothing. */
  readonly of?: Element
}

type Rectangle = { readonly x: number; readonly width: number; readonly height: number; readonly colour: Color }

/** All distances are in points, from the top of the page. */
export type Canvas = {
  /** The whole document, of which each text is a part. */
  readonly whole: Element
  /** Where the next line goes. */
  readonly y: () => number
  readonly moveDown: (points: number) => void
  /** The space left on the page. */
  readonly left: () => number
  readonly newPage: () => void
  /** Begins a new page when this one has less space. */
  readonly require: (points: number) => void
  /** Writes a line that has been through `drawable`. */
  readonly write: (line: string, baseline: number, style: Style) => void
  /** Draws a line over the whole width. */
  readonly rule: (at: number, colour?: Color, thickness?: number) => void
  /** Lists the current height in the reader's side bar. */
  readonly bookmark: (title: string) => void
  /** Fills a rectangle that begins at the current height. */
  readonly fill: (rectangle: Rectangle) => void
  /** Writes the footer on each page. @returns the PDF file */
  readonly bytes: (footer: string) => Promise<Uint8Array>
}

export const newCanvas = async (title: string, at: Date): Promise<Canvas> => {
  const { document, fonts } = await documentWithFonts()
  describe(document, title, at)
  const structure = newStructure()
  /** Text is drawn at the end, when all letters are known and their fonts can be embedded. */
  const texts: Text[] = []
  const bookmarks: Bookmark[] = []
  let page = document.addPage([paper.width, paper.height])
  let y = top

  const newPage = () => {
    page = document.addPage([paper.width, paper.height])
    y = top
  }
  const left = () => paper.height - bottom - y
  const writeOn = (on: PDFPage, line: string, baseline: number, { x, size, weight = 'plain', colour = colours.ink, of }: Style) => {
    let start = x
    for (const run of runsOf(line, weight)) {
      texts.push({ run, on, x: start, y: paper.height - baseline, size, colour, of })
      start += widthOf(run.text, size, weight)
    }
  }

  return {
    whole: structure.whole,
    y: () => y,
    moveDown: (points) => {
      y += points
    },
    left,
    newPage,
    require: (points) => {
      if (left() < points && y > top) newPage()
    },
    write: (line, baseline, style) => writeOn(page, line, baseline, style),
    rule: (height, colour, thickness) => ruleOn(page, height, colour, thickness),
    fill: ({ x, width, height, colour }) =>
      drawApart(page, () => page.drawRectangle({ x, y: paper.height - y - height, width, height, color: colour })),
    bookmark: (text) => {
      bookmarks.push({ title: text, page, y: paper.height - y })
    },
    bytes: async (footer) => {
      const pages = document.getPages()
      const isWhole = !texts.some(({ run }) => run.text.includes(missing))
      const told = isWhole ? footer : `${footer} · ${missing} stands for a letter that this document cannot show`
      const style = { size: 7.5, colour: colours.faint }
      for (const [index, each] of pages.entries()) {
        const number = `Page ${index + 1} of ${pages.length}`
        const numberAt = paper.width - margin - widthOf(number, style.size)
        ruleOn(each, paper.height - 42)
        writeOn(each, number, paper.height - 30, { ...style, x: numberAt })
        const lines = wrapped(told, { width: numberAt - margin - 12, size: style.size })
        for (const [below, line] of lines.entries()) writeOn(each, line, paper.height - 30 + below * 10, { ...style, x: margin })
      }
      await fonts.embed(new Set(texts.map(({ run }) => run.face)))
      for (const { run, on, x, y: height, size, colour, of } of texts) {
        const draw = () => drawRun(on, run, { x, y: height, size, colour, font: fonts.of(run.face) })
        if (of) structure.drawPiece(on, of, draw)
        else drawApart(on, draw)
      }
      structure.addTo(document)
      addBookmarks(document, bookmarks)
      finish(document, idOf(texts))
      return document.save()
    },
  }
}

type Text = {
  readonly run: Run
  readonly on: PDFPage
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: Color
  readonly of: Element | undefined
}

/** The same text at the same places is the same document. */
const idOf = (texts: readonly Text[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const { run, x, y } of texts) hash.update(`${x} ${y} ${run.text}\n`)
  return hash.digest().subarray(0, 16)
}

const ruleOn = (page: PDFPage, at: number, color: Color = colours.line, thickness = 0.6) => {
  const height = paper.height - at
  drawApart(page, () => page.drawLine({ start: { x: margin, y: height }, end: { x: paper.width - margin, y: height }, color, thickness }))
}
