// The glyphs of a text: plain letters by the short way as by the rules of scripts, and each script as it is written.
import { Blob, Face, Font } from 'harfbuzzjs'
import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { faceOf, type Weight } from '../../../src/documents/pdf/faces.ts'
import { fontLibrary } from '../../../src/documents/pdf/font-library.ts'
import { documentWithFonts, drawable, runsOf, widthOf } from '../../../src/documents/pdf/fonts.ts'
import { shaperOf } from '../../../src/documents/pdf/shaping.ts'
import { filled } from '../../filled.ts'

const letters = Array.from({ length: 0x180 - 0x20 }, (_, n) => String.fromCodePoint(0x20 + n)).filter((letter) => !/\p{C}/u.test(letter))
const marks = [...'–—‘’“”…']
/** Pairs that fonts draw as one, closer together or otherwise where they may. */
const pairs = ['ffi ffl fi fl ff', 'AV To Ta We', '1/2 3/4', 'ij IJ']

for (const weight of ['plain', 'bold'] as const satisfies readonly Weight[])
  test(`in the ${weight} font each plain letter, after each other kind and in pairs, has the same glyph by the short way`, () => {
    const bytes = faceOf('A', weight)?.bytes ?? new Uint8Array()
    const [quick, shaped] = [fontLibrary.create(bytes), shaperOf(bytes)]
    for (const text of [
      letters.join(''),
      [...letters, ...marks].join('i'),
      ...[...letters, ...marks].map((each) => `${each}f${each}`),
      ...pairs,
    ]) {
      const found = quick.layout(text).glyphs.map(({ id, codePoints }) => [id, codePoints])
      const expected = shaped(text, true).map(({ id, codePoints }) => [id, codePoints])
      assert.equal(found, expected, text)
    }
  })

/** The letters that the glyphs of a text stand for, and where those stand that are not on the line or not behind the one before. */
const drawnAs = (text: string) => {
  const [run] = runsOf(drawable(text), 'plain')
  assert.ok(run && run.text === drawable(text), `${text} is drawn in one font`)
  const font = fontLibrary.create(run.face.bytes)
  return {
    letters: font.layout(run.text).glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)),
    pieces: run.face.pieces(run.text),
  }
}

test('a vowel that is written before its consonant stands there, and two letters that are one sign are one glyph', () => {
  assert.equal(drawnAs('कि').letters, ['ि', 'क'])
  assert.equal(drawnAs('ক্ষ').letters, ['ক্ষ'])
  assert.equal(drawnAs('ka').letters, ['k', 'a'])
})

test('marks stand above and below their letters, in Latin over a letter that has no form with it', () => {
  const heights = (text: string) => drawnAs(text).pieces.map(({ up }) => up)
  assert.ok(Math.max(...heights('كَ')) > 0)
  assert.ok(Math.min(...heights('كِ')) < 0)
  const [letter, mark] = drawnAs('m\u0303').pieces
  assert.ok(letter && mark && mark.right < widthOf('m', 1))
})

test('all letters of an Urdu word come from one font', () => assert.is(runsOf('گھڑی', 'plain').length, 1))

test('the sign that joins letters is kept where letters join, and is a space elsewhere', () => {
  assert.is(drawable('ශ්\u200dරී'), 'ශ්\u200dරී')
  assert.is(drawnAs('ශ්\u200dරී').letters[0], 'ශ්\u200dරී')
  assert.is(drawnAs('ශ්රී').letters[0], 'ශ්')
  assert.is(drawable('A\u200dB'), 'A B')
})

const glyphCount = ({ face }: Font): number => {
  const table = face.referenceTable('maxp') ?? new Uint8Array()
  return new DataView(table.buffer, table.byteOffset).getUint16(4)
}

test('a document carries the outline of each of its glyphs', async () => {
  const { document, fonts } = await documentWithFonts()
  const texts = ['ශ්\u200dරී ලංකා', 'శ్రీలంక', 'گھڑی', 'Acme', '北京']
  const runs = texts.flatMap((text) => runsOf(text, 'plain'))
  await fonts.embed(new Set(runs.map(({ face }) => face)))
  const page = document.addPage()
  for (const run of runs) page.drawText(run.text, { font: fonts.of(run.face) })
  const saved = await PDFDocument.load(await document.save())
  const embedded = saved.context.enumerateIndirectObjects().flatMap(([, object]) => {
    const file = object instanceof PDFDict ? object.lookup(PDFName.of('FontFile2')) : undefined
    return file instanceof PDFRawStream ? [new Font(new Face(new Blob(decodePDFRawStream(file).decode())))] : []
  })
  assert.is(embedded.length, new Set(runs.map(({ face }) => face)).size)
  for (const font of filled(embedded)) {
    const outlines = filled(Array.from({ length: glyphCount(font) }, (_, id) => font.glyphToPath(id)))
    const empty = outlines.slice(1).filter((outline) => outline === '').length
    assert.ok(empty <= 1, `${empty} of ${outlines.length} glyphs are drawn as nothing`)
  }
})

test.run()
