// The font files of documents: one pair with most alphabets, and slices of larger fonts for the letters that it lacks. A slice is read when a
// report contains a letter of it. Without the optional package its letters are drawn as boxes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fontkit from '@pdf-lib/fontkit'
// The font library shapes Devanagari with compiled generators that need this runtime, and does not include it.
import 'regenerator-runtime/runtime.js'
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
}

const files = { plain: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const
const condensedFiles = { plain: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' } as const

/** Packages of font slices, in search order. The first has Chinese characters and kana. */
const sliced = ['noto-sans-sc', 'nanum-gothic', 'noto-sans-devanagari', 'noto-sans-thai'] as const
const sliceWeights = { plain: 400, bold: 700 } as const

/**
 * Whether letters have another shape or order in a word than alone.
 * @example
 * joins('Acme') // => false
 * joins('\u0633\u0644\u0627\u0645') // => true
 */
export const joins = (text: string): boolean => /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}]/u.test(text)

/** No ligatures or kerning, so that the width of a text is the sum of its letters' widths. */
export const features = { liga: false, kern: false } as const

const read = new Map<string, Face>()

const faceIn = (name: string, file: string): Face => {
  const known = read.get(name)
  if (known) return known
  const packed = readFileSync(file)
  const bytes = file.endsWith('.woff') ? unpackedFont(packed) : packed
  const font = fontkit.create(bytes)
  const made: Face = {
    name,
    bytes,
    knows: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    width: (text) =>
      (joins(text)
        ? font.layout(text, features).advanceWidth
        : [...text].reduce((sum, letter) => sum + font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth, 0)) / font.unitsPerEm,
  }
  read.set(name, made)
  return made
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
  const face = usual.knows(codePoint) ? usual : fallback(codePoint, weight)
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
