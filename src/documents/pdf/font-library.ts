// The font library as documents use it: plain letters by a short way, all others as the rules of their script ask.
import fontkit from '@pdf-lib/fontkit'
import { shaperOf } from './shaping.ts'

/** Letters of Latin that stand one after the other, each as its own glyph. */
const isPlain = (text: string): boolean => /^[ -~\u{a0}-\u{ac}\u{ae}-\u{17f}–—‘’“”…]*$/u.test(text)

const joined =
  /[\p{M}\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Lao}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}]/u

/**
 * Whether signs have another shape, order or place in a word than alone: letters of some scripts, and marks of any.
 * @example
 * joins('Acme') // => false
 * joins('\u0633\u0644\u0627\u0645') // => true
 */
export const joins = (text: string): boolean => joined.test(text)

type Font = ReturnType<typeof fontkit.create>
type Layout = ReturnType<Font['layout']>

/** HarfBuzz lays out what is not plain: the library's own layout fails on words of many scripts. */
export const fontLibrary = {
  create: (bytes: Uint8Array): Font => {
    const font = fontkit.create(bytes)
    let shaper: ReturnType<typeof shaperOf> | undefined
    const layout = (text: string): Layout => {
      if (isPlain(text)) return layoutOf(font.glyphsForString(text), [])
      shaper ??= shaperOf(bytes)
      const shaped = shaper(text, !joins(text))
      return layoutOf(
        shaped.map(({ id, codePoints }) => font.getGlyph(id, [...codePoints])),
        shaped.map(({ advance, x, y }) => ({ xAdvance: advance, yAdvance: 0, xOffset: x, yOffset: y })),
      )
    }
    return Object.assign(font, { layout })
  },
}

/** What documents take of a layout. */
const layoutOf = (glyphs: Layout['glyphs'], positions: Layout['positions']): Layout =>
  ({ glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }) as Layout
