// The font library as documents use it, with a short way for the letters that most of their text is made of.
import fontkit from '@pdf-lib/fontkit'

/** Letters of Latin that stand one after the other, each as its own glyph. */
const isPlain = (text: string): boolean => /^[ -~\u{a0}-\u{ac}\u{ae}-\u{17f}–—‘’“”…]*$/u.test(text)

/**
 * The font library, with a short way for plain letters: its rules for scripts take half the time of a report, and change nothing about these. A
 * document takes the glyphs of a layout and nothing else.
 */
export const quickFontkit = {
  create: (bytes: Uint8Array) => {
    const font = fontkit.create(bytes)
    const layout = font.layout.bind(font)
    const quickLayout: typeof layout = (text, ...more) =>
      isPlain(text) ? ({ glyphs: font.glyphsForString(text) } as ReturnType<typeof layout>) : layout(text, ...more)
    return Object.assign(font, { layout: quickLayout })
  },
}
