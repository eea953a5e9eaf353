// The texts that are searched by words: Latin letters without accents, all others as they are.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { searchText, soughtText } from '../../src/projections/search-text.ts'

const test = suite('search text')

const texts: readonly (readonly [text: string, searched: string])[] = [
  ['Crème Brûlée Łódź Øst Straße', 'Creme Brulee Lodz Ost Strasse'],
  ['Cre\u0300me', 'Creme'],
  ['Ｃａｆé №5', 'Cafe №5'],
  ['Ромашка Йод', 'Ромашка Йод'],
  ['北京 한국 हिन्दी العَرَبِيَّة', '北京 한국 हिन्दी العَرَبِيَّة'],
  ['Ann\nDoe 12-3456789', 'Ann\nDoe 12-3456789'],
  ['Joe’s ‘Tea’ „Shop”, Rock`n´Roll Oʼ', "Joe's 'Tea' \"Shop\", Rock'n'Roll O'"],
  ['Smith–Jones — A‑1', 'Smith-Jones - A-1'],
  ['Acme\u00a0Tools\u3000ＬＬＣ\u202fＡ＆Ｂ', 'Acme Tools LLC A&B'],
  ['No\u00adva\u200b\ufeff', 'Nova'],
]
for (const [text, searched] of texts)
  test(`${JSON.stringify(text)} is searched as ${JSON.stringify(searched)}`, () => assert.is(searchText(text), searched.normalize('NFC')))

const sought: readonly (readonly [text: string, words: string])[] = [
  ['Crème, Inc.', 'Creme Inc'],
  ['Acme LLC, (“Acme”); "Widgets".', 'Acme LLC Acme Widgets'],
  ["U.S. Steel / Joe's & A-1 x@y.example", "U.S Steel / Joe's & A-1 x@y.example"],
  [', ( .* ""', ', ( .* ""'],
]
for (const [text, words] of sought)
  test(`${JSON.stringify(text)} is sought as ${JSON.stringify(words)}`, () => assert.is(soughtText(text), words))

test.run()
