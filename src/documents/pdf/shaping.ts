// Which glyphs a text is drawn with, and where each stands: letters join, change their places and carry marks by the rules of their script.
import { Blob, Buffer, ClusterLevel, Face, Feature, Font, shape } from 'harfbuzzjs'

/** All lengths are in units of the font. */
export type ShapedGlyph = {
  readonly id: number
  /** The letters that it stands for: what a reader copies. */
  readonly codePoints: readonly number[]
  readonly advance: number
  /** Where it stands, from the pen. */
  readonly x: number
  readonly y: number
}

/** Stands for no letter: each glyph in a file of an archive has to stand for something (PDF/A-2, 6.2.11.7.2). */
const noLetter = [0x200b]

/** No ligatures or kerning: the width of a text is the sum of its letters' widths. */
const lettersApart = ['liga', 'clig', 'kern'].map((feature) => new Feature(feature, 0))

/** @returns what gives the glyphs of a text in the font, from left to right */
export const shaperOf = (bytes: Uint8Array) => {
  const font = new Font(new Face(new Blob(bytes)))
  return (text: string, isApart: boolean): readonly ShapedGlyph[] => {
    const buffer = new Buffer()
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(font, buffer, isApart ? lettersApart : [])
    const glyphs = buffer.getGlyphInfos().map(({ codepoint, cluster }) => ({ id: codepoint, cluster }))
    const letters = lettersOf(glyphs, text, (letter) => font.nominalGlyph(letter))
    return buffer.getGlyphPositions().map(({ xAdvance, xOffset, yOffset }, index) => ({
      id: glyphs[index]?.id ?? 0,
      codePoints: letters[index] ?? noLetter,
      advance: xAdvance,
      x: xOffset,
      y: yOffset,
    }))
  }
}

type Clustered = { readonly id: number; readonly cluster: number }

/**
 * The letters of each glyph. Those of one cluster stand for its letters together: each for the letter that it draws alone too, and the first of
 * the others for the letters that are left.
 */
const lettersOf = (glyphs: readonly Clustered[], text: string, alone: (letter: number) => number | undefined) => {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((one, other) => one - other)
  const left = new Map(
    starts.map((start, index) => [start, [...text.slice(start, starts[index + 1])].map((letter) => letter.codePointAt(0) ?? 0)]),
  )
  const own = glyphs.map(({ id, cluster }) => {
    const letters = left.get(cluster) ?? []
    const at = letters.findIndex((letter) => alone(letter) === id)
    return at < 0 ? [] : letters.splice(at, 1)
  })
  return glyphs.map(({ cluster }, index) => {
    const mine = own[index]?.length ? own[index] : left.get(cluster)?.splice(0)
    return mine?.length ? mine : noLetter
  })
}
