// The letters of reports: fonts that know Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic, read once, with the widths of their letters.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fontkit from '@pdf-lib/fontkit'
import { PDFDocument, type PDFFont } from 'pdf-lib'

const { resolve } = createRequire(import.meta.url)
const files = { plain: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const
export type Weight = keyof typeof files

type Face = {
  readonly bytes: Uint8Array
  readonly knows: (codePoint: number) => boolean
  /** Of one letter at size 1. */
  readonly width: (codePoint: number) => number
}

const read: { [Name in Weight]?: Face } = {}

const face = (weight: Weight): Face => {
  const known = read[weight]
  if (known) return known
  const bytes = readFileSync(resolve(`dejavu-fonts-ttf/ttf/${files[weight]}`))
  const font = fontkit.create(bytes)
  const widths = new Map<number, number>()
  const made: Face = {
    bytes,
    knows: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    width: (codePoint) => {
      const width = widths.get(codePoint) ?? font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm
      widths.set(codePoint, width)
      return width
    },
  }
  read[weight] = made
  return made
}

/** What stands where the fonts have no letter. */
const missing = '□'

/** The text as it can be drawn: on one line, and with a box for every letter that the fonts lack. */
export const drawable = (text: string): string => {
  const { knows } = face('plain')
  return [...text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').normalize('NFC')]
    .map((letter) => (knows(letter.codePointAt(0) ?? 0) ? letter : missing))
    .join('')
}

/** In points. */
export const widthOf = (text: string, size: number, weight: Weight = 'plain'): number => {
  const { width } = face(weight)
  let sum = 0
  for (const letter of text) sum += width(letter.codePointAt(0) ?? 0)
  return sum * size
}

/** The lines that a text takes in `width` points; a word that is wider is cut where it must be. */
export const wrapped = (text: string, { width, size, weight = 'plain' }: { width: number; size: number; weight?: Weight }): string[] => {
  const lines: string[] = []
  let line = ''
  const fits = (candidate: string) => widthOf(candidate, size, weight) <= width
  for (const word of drawable(text).split(' ').filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** A document with the fonts in it; only the letters that are used are embedded. */
export const documentWithFonts = async (): Promise<{
  readonly document: PDFDocument
  readonly fonts: Readonly<Record<Weight, PDFFont>>
}> => {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const options = { subset: true, features: { liga: false, kern: false } }
  const [plain, bold] = [await document.embedFont(face('plain').bytes, options), await document.embedFont(face('bold').bytes, options)]
  return { document, fonts: { plain, bold } }
}
