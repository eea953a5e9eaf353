// A page of a form: boxes with a small label and the value in them, placed from the top, in points (72 to the inch). Like reports, forms keep to
// PDF/A-2a and PDF/UA-1: lines are left out for readers who do not see them, and a check mark is told as a check mark.
import { createHash } from 'node:crypto'
import { type Color, type PDFPage, rgb } from 'pdf-lib'
import { condensed } from '../pdf/faces.ts'
import { brokenWhere, documentWithFonts } from '../pdf/fonts.ts'
import { describe, finish } from '../pdf/standards.ts'
import { drawApart, type Element, newStructure, partOf } from '../pdf/structure.ts'
import { isLatin } from './ucc-forms.ts'

/** US Letter. */
const width = 612
const height = 792
export const margin = 36
export const inner = width - 2 * margin

const ink = rgb(0, 0, 0)
const faint = rgb(0.35, 0.35, 0.35)

export type Box = {
  readonly x: number
  /** The upper edge, measured from the top of the page. */
  readonly y: number
  readonly w: number
  readonly h: number
  readonly label: string
  /** The item of the form that the box is a part of, where the label does not begin with it. */
  readonly item?: string
  readonly value?: string | null
  readonly size?: number
}

type At = { readonly x: number; readonly y: number; readonly size?: number; readonly bold?: boolean }

export type FormPage = {
  readonly title: (text: string) => void
  readonly box: (box: Box) => void
  readonly text: (text: string, at: At) => void
  /** Lines of one text, one below the other. */
  readonly lines: (lines: readonly string[], at: { readonly x: number; readonly y: number; readonly size: number }) => void
  readonly check: (at: { x: number; y: number; label: string; checked: boolean }) => void
}

/** A value that is too long for the box of this label. */
export type LeftOut = { readonly label: string; readonly value: string }

export type Form = {
  readonly page: () => FormPage
  /** What did not fit its box on any page so far. */
  readonly leftOut: () => readonly LeftOut[]
  readonly bytes: () => Promise<Uint8Array>
}

/** From one line to the next, in sizes of the letters. */
export const lineHeight = 1.2

const faces = { plain: condensed('plain'), bold: condensed('bold') } as const

export const newForm = async ({ title, at }: { title: string; at: Date }): Promise<Form> => {
  const { document, fonts } = await documentWithFonts()
  describe(document, title, at)
  await fonts.embed(Object.values(faces))
  const structure = newStructure()
  const content = createHash('sha256')
  const leftOut: LeftOut[] = []

  const write = (page: PDFPage, of: Element, text: string, { x, y, size = 9, bold = false, color = ink }: At & { color?: Color }) => {
    content.update(`${x} ${y} ${text}\n`)
    const font = fonts.of(bold ? faces.bold : faces.plain)
    structure.drawPiece(page, of, () => page.drawText(writable(text), { x, y: height - y, size, font, color }))
  }

  return {
    leftOut: () => [...leftOut],
    page: () =>
      drawing({ page: document.addPage([width, height]), whole: structure.whole, write, leaveOut: (each) => void leftOut.push(each) }),
    bytes: () => {
      structure.addTo(document)
      finish(document, content.digest().subarray(0, 16))
      return document.save()
    },
  }
}

type Write = (page: PDFPage, of: Element, text: string, style: At & { readonly color?: Color }) => void

type Drawing = { readonly page: PDFPage; readonly whole: Element; readonly write: Write; readonly leaveOut: (each: LeftOut) => void }

const drawing = ({ page, whole, write, leaveOut }: Drawing): FormPage => {
  const rectangle = (x: number, y: number, w: number, h: number) =>
    drawApart(page, () => page.drawRectangle({ x, y: height - y - h, width: w, height: h, borderColor: ink, borderWidth: 0.6 }))
  const writeLines = (of: Element, lines: readonly string[], { x, y, size }: { x: number; y: number; size: number }) => {
    for (const [index, line] of lines.entries()) write(page, of, line, { x, y: y + index * size * lineHeight, size })
  }
  return {
    title: (text) => write(page, partOf(whole, 'title'), text, { x: margin, y: 48, size: 13, bold: true }),
    text: (text, at) => write(page, partOf(whole, 'paragraph'), text, at),
    lines: (lines, at) => writeLines(partOf(whole, 'paragraph'), lines, at),
    box: ({ x, y, w, h, label, item, value = null, size = 10 }) => {
      const box = partOf(whole, 'paragraph')
      rectangle(x, y, w, h)
      write(page, box, label, { x: x + 3, y: y + 8, size: 6, color: faint })
      if (!value) return
      const pad = 4
      const room = h - 12
      // Text that does not fit is set smaller, down to the smallest readable size. A part of a name would be another name.
      const sizes = [size, size - 1, size - 2, size - 3, 6]
      const fits = sizes.find((each) => linesOf(value, { w: w - 2 * pad, size: each }).length * each * lineHeight <= room)
      if (fits === undefined) leaveOut({ label: item === undefined ? label : `${item}. ${label}`, value })
      const at = fits ?? 6
      const shown = fits === undefined ? ['See addendum'] : linesOf(value, { w: w - 2 * pad, size: fits })
      writeLines(partOf(box, 'value'), shown, { x: x + pad, y: y + 10 + at, size: at })
    },
    check: ({ x, y, label, checked }) => {
      const box = partOf(whole, checked ? 'checked' : 'unchecked')
      rectangle(x, y, 7, 7)
      if (checked) write(page, box, 'X', { x: x + 1.2, y: y + 6.2, size: 7.5, bold: true })
      writeLines(box, label.split('\n'), { x: x + 10, y: y + 6.2, size: 7 })
    },
  }
}

/** The lines of a text at a width. */
export const linesOf = (text: string, { w, size }: { readonly w: number; readonly size: number }): readonly string[] =>
  text.split(/\r?\n/).flatMap((paragraph) => brokenWhere(writable(paragraph), (line) => faces.plain.width(line) * size <= w))

/** A letter that is not Latin is shown as missing. */
const writable = (text: string): string =>
  [...text.replaceAll(/\s/g, ' ').normalize('NFC')].map((letter) => (isWritable(letter) ? letter : '?')).join('')

const isWritable = (letter: string): boolean => isLatin(letter) && !/\p{C}/u.test(letter) && faces.plain.knows(letter.codePointAt(0) ?? 0)
