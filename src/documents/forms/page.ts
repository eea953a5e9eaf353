// A page of a form drawn with pdf-lib: boxes with a small label and the value in them, placed from the top, in points (72 to the inch).
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'

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

export type FormPage = {
  readonly box: (box: Box) => void
  readonly text: (text: string, at: { x: number; y: number; size?: number; bold?: boolean }) => void
  readonly check: (at: { x: number; y: number; label: string; checked: boolean }) => void
}

/** A value that is too long for the box of this label. */
export type LeftOut = { readonly label: string; readonly value: string }

export type Form = {
  readonly page: () => FormPage
  /** What did not fit its box on any page so far. */
  readonly leftOut: () => readonly LeftOut[]
  /** The lines of a text at a width. */
  readonly lines: (text: string, options: { w: number; size: number }) => readonly string[]
  readonly bytes: () => Promise<Uint8Array>
}

export const newForm = async ({ title, author, at }: { title: string; author: string; at: Date }): Promise<Form> => {
  const document = await PDFDocument.create()
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setAuthor(author)
  document.setProducer('Probity')
  document.setCreator('Probity')
  document.setLanguage('en')
  document.setCreationDate(at)
  document.setModificationDate(at)
  const plain = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const writable = writableIn(plain)

  const lines: Form['lines'] = (text, { w, size }) =>
    text.split(/\r?\n/).flatMap((paragraph) => wrapped(writable(paragraph), { font: plain, size, w }))

  const leftOut: LeftOut[] = []

  return {
    lines,
    leftOut: () => [...leftOut],
    page: () =>
      drawing({ page: document.addPage([width, height]), plain, bold, lines, writable, leaveOut: (each) => void leftOut.push(each) }),
    bytes: () => document.save(),
  }
}

const drawing = ({
  page,
  plain,
  bold,
  lines,
  writable,
  leaveOut,
}: {
  page: PDFPage
  plain: PDFFont
  bold: PDFFont
  lines: Form['lines']
  writable: (text: string) => string
  leaveOut: (each: LeftOut) => void
}): FormPage => {
  const text: FormPage['text'] = (content, { x, y, size = 9, bold: isBold = false }) =>
    page.drawText(writable(content), { x, y: height - y, size, font: isBold ? bold : plain, color: ink })
  return {
    text,
    box: ({ x, y, w, h, label, item, value = null, size = 10 }) => {
      page.drawRectangle({ x, y: height - y - h, width: w, height: h, borderColor: ink, borderWidth: 0.6 })
      page.drawText(writable(label), { x: x + 3, y: height - y - 8, size: 6, font: plain, color: faint })
      if (!value) return
      const pad = 4
      const room = h - 12
      // Text that does not fit is set smaller, down to the smallest readable size. A part of a name would be another name.
      const sizes = [size, size - 1, size - 2, size - 3, 6]
      const fits = sizes.find((each) => lines(value, { w: w - 2 * pad, size: each }).length * each * 1.2 <= room)
      if (fits === undefined) leaveOut({ label: item === undefined ? label : `${item}. ${label}`, value })
      const at = fits ?? 6
      const shown = fits === undefined ? ['See addendum'] : lines(value, { w: w - 2 * pad, size: fits })
      shown.forEach((line, index) => {
        text(line, { x: x + pad, y: y + 10 + at * (1 + index * 1.2), size: at })
      })
    },
    check: ({ x, y, label, checked }) => {
      page.drawRectangle({ x, y: height - y - 7, width: 7, height: 7, borderColor: ink, borderWidth: 0.6 })
      if (checked) page.drawText('X', { x: x + 1.2, y: height - y - 6.2, size: 7.5, font: bold, color: ink })
      page.drawText(writable(label), { x: x + 10, y: height - y - 6.2, size: 7, font: plain, color: ink })
    },
  }
}

const wrapped = (text: string, { font, size, w }: { font: PDFFont; size: number; w: number }): readonly string[] => {
  const found: string[] = []
  let line = ''
  const fits = (candidate: string) => font.widthOfTextAtSize(candidate, size) <= w
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') found.push(line)
    line = word
    // A word that is wider than the box is cut.
    while (!fits(line) && line.length > 1) {
      let end = line.length - 1
      while (end > 1 && !fits(line.slice(0, end))) end--
      found.push(line.slice(0, end))
      line = line.slice(end)
    }
  }
  return line === '' ? found : [...found, line]
}

/** Letters that are not a base letter with an accent. */
const plainLetters: { readonly [letter: string]: string } = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', ŋ: 'n', ŧ: 't' }

/** Filing offices index Latin letters. Accents that the font lacks are removed, and characters without a Latin letter are shown as missing. */
const writableIn = (font: PDFFont): ((text: string) => string) => {
  const known = new Set(font.getCharacterSet())
  const has = (letter: string) => known.has(letter.codePointAt(0) ?? 0)
  return (text) =>
    [...text.replaceAll('\t', ' ')]
      .map((letter) => (has(letter) ? letter : (plainLetters[letter] ?? ([...letter.normalize('NFD')].filter(has).join('') || '?'))))
      .join('')
}
