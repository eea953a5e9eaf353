// A submitted name against a registered one: which are the same, which are near, and which are another firm's.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compareRegisteredName, tellsApart } from '../../../src/evidence/matching/registration-names.ts'
import { sameName, similarName } from '../../../src/evidence/matching/thresholds.ts'

const rows: readonly (readonly [name: string, registered: string, kind: string, explanation: string])[] = [
  ['Quill Lantern Works', 'QUILL LANTERN WORKS, L.L.C.', 'same', 'the same words; legal form LLC on one side only'],
  ['Quill and Lantern LLC', 'QUILL & LANTERN LLC', 'same', 'the same name'],
  ['Quill Lantern LLC', 'QUILLLANTERN LLC', 'same', 'the same letters with other spaces'],
  ['Quill Lantern LLC', 'QUILL LANTERN INC', 'other form', 'the same words; legal form LLC against Inc'],
  ['Quill Lantren LLC', 'QUILL LANTERN LLC', 'near', '"lantren" against "lantern"'],
  ['Quill Lanterns LLC', 'QUILL LANTERN LLC', 'near', '"lanterns" against "lantern"'],
  ['Quill Lantern Service LLC', 'QUILL LANTERN SERVICES LLC', 'near', '"service" against "services"'],
  ['Quill Lantern Svcs LLC', 'QUILL LANTERN SERVICES LLC', 'same', 'the same name'],
  ['Quill Lantern Co.', 'QUILL LANTERN CO. LLC', 'same', 'the same words; legal form Co against LLC'],
  ['Quill Lantern GP', 'QUILL LANTERN GP, LLC', 'same', 'the same words; legal form LLC on one side only'],
  ['Quill Lantern Group LLC', 'QUILL LANTERN LLC', 'near', '"group" only in the name as given'],
  ['Quill Lantern LLC', 'QUILL LANTERN SERVICES LLC', 'near', '"services" only in the registered name'],
  ['Lantern Quill LLC', 'QUILL LANTERN LLC', 'near', 'the same words in another order'],
  ['Quill Lantern 2 LLC', 'QUILL LANTERN LLC', 'different', '"2" only in the name as given'],
  ['Quill Lantern 66 LLC', 'QUILL LANTERN 67 LLC', 'different', '"66" only in the name as given; "67" only in the registered name'],
  ['Quill Tamarack LLC', 'QUILL LANTERN LLC', 'different', '"tamarack" only in the name as given; "lantern" only in the registered name'],
]
for (const [name, registered, kind, explanation] of rows)
  test(`"${name}" and "${registered}" are ${kind}`, () => {
    const compared = compareRegisteredName(name, registered)
    assert.equal([compared.kind, compared.explanation], [kind, explanation])
    assert.is(compared.score >= sameName, kind === 'same')
    assert.is(compared.score >= similarName, kind !== 'different')
  })

test('a name of common words alone points to nobody', () => {
  assert.equal(
    [tellsApart('National Services Group LLC', 1), tellsApart('Quill Services LLC', 1), tellsApart('Quill Services LLC', 2)],
    [false, true, false],
  )
})

test.run()
