// The short way to the glyphs of plain letters gives what the font library's own rules give.
import fontkit from '@pdf-lib/fontkit'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { faceOf, features, type Weight } from '../../../src/documents/pdf/faces.ts'
import { quickFontkit } from '../../../src/documents/pdf/quick-fontkit.ts'

const letters = Array.from({ length: 0x180 - 0x20 }, (_, n) => String.fromCodePoint(0x20 + n)).filter((letter) => !/\p{C}/u.test(letter))
const marks = [...'–—‘’“”…']
/** Pairs that fonts draw as one, closer together or otherwise where they may. */
const pairs = ['ffi ffl fi fl ff', 'AV To Ta We', '1/2 3/4', 'ij IJ', 'e\u0301', 'شركة', 'שלום']

for (const weight of ['plain', 'bold'] as const satisfies readonly Weight[])
  test(`in the ${weight} font each letter, after each other kind and in pairs, has the same glyph`, () => {
    const bytes = faceOf('A', weight)?.bytes ?? new Uint8Array()
    const [quick, own] = [quickFontkit.create(bytes), fontkit.create(bytes)]
    for (const text of [
      letters.join(''),
      [...letters, ...marks].join('i'),
      ...[...letters, ...marks].map((each) => `${each}f${each}`),
      ...pairs,
    ]) {
      const [found, expected] = [quick, own].map((font) => font.layout(text, features).glyphs.map(({ id, codePoints }) => [id, codePoints]))
      assert.equal(found, expected, text)
    }
  })

test('only plain letters take it', () => {
  const bytes = faceOf('A', 'plain')?.bytes ?? new Uint8Array()
  const positions = (text: string) => quickFontkit.create(bytes).layout(text, features).positions
  assert.is(positions('Acme Łódź – 1'), undefined)
  for (const text of ['e\u0301', 'שלום', 'soft\u00adhyphen']) assert.ok(positions(text), text)
})

test.run()
