// The letters of reports: which can be drawn, how wide they are, where lines break, and the order and font of the parts of a line.
import bidiFactory from 'bidi-js'
import { PDFDocument, type PDFFont } from 'pdf-lib'
import { type Face, faceOf, type Weight } from './faces.ts'
import { fontLibrary, joins } from './font-library.ts'

export type { Weight } from './faces.ts'

/** Drawn in place of a letter that the fonts lack. */
export const missing = '□'

/**
 * The text in drawable form: on one line, with a box for each letter that the fonts lack.
 * @example
 * drawable('Acme\n  Widgets') // => 'Acme Widgets'
 */
export const drawable = (text: string): string =>
  [...onOneLine(text).normalize('NFC')].map((letter) => (faceOf(letter, 'plain') ? letter : missing)).join('')

/** What is not seen becomes a space, but for the signs that say whether letters join: words of some scripts cannot be written without them. */
const onOneLine = (text: string): string =>
  text.replace(/[\s\p{Cc}\p{Cf}]+/gu, (unseen, at: number) =>
    /^[\u200c\u200d]$/.test(unseen) && joins(text.charAt(at - 1)) ? unseen : ' ',
  )

/** A part of a line in one font and one direction. */
export type Run = { readonly text: string; readonly face: Face }

const bidi = bidiFactory()
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The parts of a line from left to right (Unicode Standard Annex 9). */
export const runsOf = (line: string, weight: Weight): readonly Run[] => {
  const levels = rightToLeft.test(line) ? bidi.getEmbeddingLevels(line, 'ltr').levels : null
  const runs: { text: string; face: Face; level: number }[] = []
  let at = 0
  for (const letter of line) {
    const level = levels?.[at] ?? 0
    at += letter.length
    const last = runs.at(-1)
    const face = faceAfter(last?.face, letter) ?? faceOf(letter, weight) ?? faceOf(letter, 'plain') ?? faceOf(missing, weight)
    if (!face) continue
    if (last && last.face === face && last.level === level) last.text += letter
    else runs.push({ text: letter, face, level })
  }
  return inOrder(runs.map((run) => (run.level % 2 === 1 && !rightToLeft.test(run.text) ? { ...run, text: mirrored(run.text) } : run)))
}

/** Signs between words that are read from right to left, as they stand from left to right (rule L4). */
const mirrored = (text: string): string =>
  [...text]
    .reverse()
    .map((sign) => bidi.getMirroredCharacter(sign) ?? sign)
    .join('')

/** A mark, and a sign that says whether letters join, belongs to the letter before it. */
const faceAfter = (before: Face | undefined, letter: string): Face | undefined =>
  before && /[\p{M}\u200c\u200d]/u.test(letter) && before.knows(letter.codePointAt(0) ?? 0) ? before : undefined

/** From the innermost level outwards, each stretch of right-to-left text is reversed (rule L2). */
const inOrder = <Each extends { readonly level: number }>(runs: readonly Each[]): readonly Each[] => {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to++
      if (to > from + 1) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  return ordered
}

const letterWidths: { readonly [Each in Weight]: Map<string, number> } = { plain: new Map(), bold: new Map() }

const letterWidth = (letter: string, weight: Weight): number => {
  const known = letterWidths[weight].get(letter)
  if (known !== undefined) return known
  const width = runsOf(letter, weight).reduce((sum, { text, face }) => sum + face.width(text), 0)
  letterWidths[weight].set(letter, width)
  return width
}

/**
 * In points.
 * @example
 * widthOf('Acme Acme', 10) > 2 * widthOf('Acme', 10) // => true
 */
export const widthOf = (text: string, size: number, weight: Weight = 'plain'): number => {
  let sum = 0
  if (joins(text)) for (const { text: part, face } of runsOf(text, weight)) sum += face.width(part)
  else for (const letter of text) sum += letterWidth(letter, weight)
  return sum * size
}

/**
 * Breaks a text into lines of `width` points. A wider word is cut.
 * @example
 * wrapped('Acme Widgets LLC', { width: widthOf('Acme Widgets', 10), size: 10 }) // => ['Acme Widgets', 'LLC']
 */
export const wrapped = (text: string, { width, size, weight = 'plain' }: { width: number; size: number; weight?: Weight }): string[] =>
  brokenWhere(drawable(text), (line) => widthOf(line, size, weight) <= width)

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Behind these a reader sees that a word goes on: the parts of ids, addresses of pages and paths stay whole. */
const joint = /[-/_.:,;?&=@]/

/**
 * The lines of a text, each as long as `fits` allows. Thai, Lao, Khmer and Burmese break between words, though no space shows them. A word that is too long for a line is cut behind a joint, or else anywhere, but no letter from
 * its accents.
 */
export const brokenWhere = (text: string, fits: (line: string) => boolean): string[] => {
  const lines: string[] = []
  let line = ''
  for (const { word, before } of wordsOf(text)) {
    const longer = line === '' ? word : line + before + word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const { segment } of signs.segment(word)) {
      if (line !== '' && !fits(line + segment)) {
        const end = lastJoint(line)
        lines.push(line.slice(0, end))
        line = line.slice(end)
      }
      line += segment
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** Scripts without spaces between words; a segmenter knows the words by its dictionaries. */
const spaceless = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const dictionary = new Intl.Segmenter('en', { granularity: 'word' })

/** Words, each with what stands between it and the one before: a space, or nothing in a script without spaces. */
const wordsOf = (text: string): readonly { readonly word: string; readonly before: string }[] =>
  text
    .split(' ')
    .filter(Boolean)
    .flatMap((spaced) => {
      const [first, ...others] = spaceless.test(spaced) ? dictionaryWords(spaced) : [spaced]
      return [{ word: first ?? spaced, before: ' ' }, ...others.map((word) => ({ word, before: '' }))]
    })

/** A new word begins only where letters of such a script follow what is no opening sign: punctuation stays where it is. */
const dictionaryWords = (text: string): readonly string[] => {
  const words: string[] = []
  for (const { segment, isWordLike } of dictionary.segment(text)) {
    const last = words.at(-1)
    const begins = isWordLike && spaceless.test(segment) && last !== undefined && /[\p{L}\p{M}\p{Pe}]$/u.test(last) && spaceless.test(last)
    if (last === undefined || begins) words.push(segment)
    else words[words.length - 1] = last + segment
  }
  return words
}

/** Where the last part of a word ends that has a joint behind it; the whole length where that would leave most of the line empty. */
const lastJoint = (word: string): number => {
  for (let at = word.length; at > word.length / 3; at--) if (joint.test(word[at - 1] as string)) return at
  return word.length
}

export type Fonts = {
  /** Called when all text to draw is known. */
  readonly embed: (faces: Iterable<Face>) => Promise<void>
  readonly of: (face: Face) => PDFFont
}

/** A document with embedded fonts. Only the letters in use are embedded. */
export const documentWithFonts = async (): Promise<{ readonly document: PDFDocument; readonly fonts: Fonts }> => {
  const document = await PDFDocument.create()
  document.registerFontkit(fontLibrary)
  const embedded = new Map<string, PDFFont>()
  return {
    document,
    fonts: {
      embed: async (faces) => {
        for (const { name, bytes } of faces) if (!embedded.has(name)) embedded.set(name, await document.embedFont(bytes, { subset: true }))
      },
      of: ({ name }) => {
        const font = embedded.get(name)
        if (!font) throw new Error(`the font ${name} has not been embedded`)
        return font
      },
    },
  }
}
