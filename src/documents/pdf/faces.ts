// The font files of documents: one pair with most alphabets, and slices of larger fonts for the letters that it lacks. A slice is read when a
// report contains a letter of it. Without the optional package its letters are drawn as boxes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fontLibrary, joins } from './font-library.ts'
import { unpackedFont } from './woff.ts'

const { resolve } = createRequire(import.meta.url)

export type Weight = 'plain' | 'bold'

export type Face = {
  /** One per file. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly knows: (codePoint: number) => boolean
  /** The width of a text at size 1. Letters may join and change their shape. */
  readonly width: (text: string) => number
  /** Where the glyphs of a text stand at size 1, from its start: those of a piece follow each other. */
  readonly pieces: (text: string) => readonly Piece[]
}

/** The glyphs `from` one `to` before another, counted in the text. */
export type Piece = { readonly from: number; readonly to: number; readonly right: number; readonly up: number }

const files = { plain: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const
const condensedFiles = { plain: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' } as const

/** Packages of font slices, in search order. The first has Chinese characters and kana. */
const sliced = [
  'noto-sans-sc',
  'nanum-gothic',
  'noto-sans-arabic',
  'noto-sans-bengali',
  'noto-sans-devanagari',
  'noto-sans-ethiopic',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-kannada',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-malayalam',
  'noto-sans-myanmar',
  'noto-sans-oriya',
  'noto-sans-sinhala',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-thai',
] as const
const sliceWeights = { plain: 400, bold: 700 } as const

const read = new Map<string, Face>()

const faceIn = (name: string, file: string): Face => {
  const known = read.get(name)
  if (known) return known
  const packed = readFileSync(file)
  const bytes = file.endsWith('.woff') ? unpackedFont(packed) : packed
  const font = fontLibrary.create(bytes)
  const made: Face = {
    name,
    bytes,
    knows: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    width: (text) =>
      (joins(text)
        ? font.layout(text).advanceWidth
        : [...text].reduce((sum, letter) => sum + font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth, 0)) / font.unitsPerEm,
    pieces: (text) => piecesOf(font, text),
  }
  read.set(name, made)
  return made
}

const piecesOf = (font: ReturnType<typeof fontLibrary.create>, text: string): readonly Piece[] => {
  const { glyphs, positions } = font.layout(text)
  const pieces: { from: number; to: number; right: number; up: number }[] = []
  /** The pen, and where it would be if each glyph moved it by its own width alone. */
  let [pen, behind] = [0, 0]
  for (const [index, { xAdvance, xOffset, yOffset }] of positions.entries()) {
    const [right, up] = [pen + xOffset, yOffset]
    const last = pieces.at(-1)
    if (last && behind === right && last.up === up) last.to += 1
    else pieces.push({ from: index, to: index + 1, right, up })
    pen += xAdvance
    behind = right + (glyphs[index]?.advanceWidth ?? 0)
  }
  return pieces.map(({ right, up, ...part }) => ({ ...part, right: right / font.unitsPerEm, up: up / font.unitsPerEm }))
}

const dejaVu = (file: string): Face => faceIn(file, resolve(`dejavu-fonts-ttf/ttf/${file}`))

const main = (weight: Weight): Face => dejaVu(files[weight])

/** For narrow boxes: Latin, Greek and Cyrillic letters, about as wide as those of Helvetica. */
export const condensed = (weight: Weight): Face => dejaVu(condensedFiles[weight])

type Range = { readonly from: number; readonly to: number; readonly file: (weight: Weight) => string }

/** The letters of each slice: `unicode.json` of a package maps slices to ranges. */
const rangesOf = (family: string): readonly Range[] => {
  const folder = (() => {
    try {
      return dirname(resolve(`@fontsource/${family}/unicode.json`))
    } catch {
      return null
    }
  })()
  if (folder === null) return []
  const slices = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as { readonly [slice: string]: string }
  return Object.entries(slices).flatMap(([slice, ranges]) => {
    const part = slice.replaceAll(/[[\]]/g, '')
    const file = (weight: Weight) => join(folder, 'files', `${family}-${part}-${sliceWeights[weight]}-normal.woff`)
    return ranges.split(',').map((range): Range => {
      const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
      return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), file }
    })
  })
}

let slices: readonly Range[] | undefined

const found: { readonly [Each in Weight]: Map<string, Face | null> } = { plain: new Map(), bold: new Map() }

/** The font that has the letter; null: none has it. */
export const faceOf = (letter: string, weight: Weight): Face | null => {
  const known = found[weight].get(letter)
  if (known !== undefined) return known
  const codePoint = letter.codePointAt(0) ?? 0
  const usual = main(weight)
  const knows = usual.knows(codePoint)
  // All letters of a word that joins come from one font, and the usual one has a part of some scripts.
  const face = knows && !joins(letter) ? usual : (fallback(codePoint, weight) ?? (knows ? usual : null))
  found[weight].set(letter, face)
  return face
}

const fallback = (codePoint: number, weight: Weight): Face | null => {
  slices ??= sliced.flatMap(rangesOf)
  return (
    slices
      .filter(({ from, to }) => from <= codePoint && codePoint <= to)
      .map(({ file }) => faceIn(file(weight), file(weight)))
      .find(({ knows }) => knows(codePoint)) ?? null
  )
}
