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
  ['Quill Lantern LLC', 'QUILL LANTERNS LLC', 'near', '"lantern" against "lanterns"'],
  ['Quill Lantern LLC', 'QUILL LANTERN', 'same', 'the same words; legal form LLC on one side only'],
  ['Quill GP', 'QUILL GP GP', 'different', '"gp" only in the registered name'],
  ['Quill Lantern GP', 'QUILL LANTERN LP', 'other form', 'the same words; legal form GP against LP'],
  ['Quill Lantern Service LLC', 'QUILL LANTERN SERVICES LLC', 'near', '"service" against "services"'],
  ['Quill Lantern Svcs LLC', 'QUILL LANTERN SERVICES LLC', 'same', 'the same name'],
  ['Quill Lantern Co.', 'QUILL LANTERN CO. LLC', 'same', 'the same words; legal form Co against LLC'],
  ['Quill Lantern GP', 'QUILL LANTERN GP, LLC', 'same', 'the same words; legal form LLC on one side only'],
  ['Quill Lantern Group LLC', 'QUILL LANTERN LLC', 'near', '"group" only in the name as given'],
  ['Quill Lantern LLC', 'QUILL LANTERN SERVICES LLC', 'near', '"services" only in the registered name'],
  ['Lantern Quill LLC', 'QUILL LANTERN LLC', 'near', 'the same words in another order'],
  ['Quill Lantern 2 LLC', 'QUILL LANTERN LLC', 'different', '"2" only in the name as given'],
  ['Quill Lantern 66 LLC', 'QUILL LANTERN 67 LLC', 'different', '"66" only in the name as given; "67" only in the registered name'],
  // Other spaces: from five letters on, with one error from eight on, and never with a number.
  ['Qua Ta LLC', 'QUATA LLC', 'same', 'the same letters with other spaces'],
  ['Qua T LLC', 'QUAT LLC', 'different', '"qua" against "quat"; "t" only in the name as given'],
  ['Quil Lant LLC', 'QUILLAMT LLC', 'near', '"quil", "lant" only in the name as given; "quillamt" only in the registered name'],
  ['Quil Lan LLC', 'QUILLAM LLC', 'different', '"quil", "lan" only in the name as given; "quillam" only in the registered name'],
  ['Quill Lan LLC', 'QUILLAX LLC', 'different', '"quill", "lan" only in the name as given; "quillax" only in the registered name'],
  [
    'Quill 2 Lantern LLC',
    'QUILL2LANTERM LLC',
    'different',
    '"quill", "2", "lantern" only in the name as given; "quill2lanterm" only in the registered name',
  ],
  // Two misspelt words, and not three.
  ['Quil Lantren Tamarack LLC', 'QUILL LANTERN TAMARACK LLC', 'near', '"quil" against "quill"; "lantren" against "lantern"'],
  [
    'Quil Lantren Tamarak LLC',
    'QUILL LANTERN TAMARACK LLC',
    'different',
    '"quil" against "quill"; "lantren" against "lantern"; "tamarak" against "tamarack"',
  ],
  // A misspelt word alone, beside words that only one name has: it must be long.
  [
    'Quill Bank',
    'QUALL SERVICES LLC',
    'different',
    '"quill" against "quall"; "bank" only in the name as given; "services" only in the registered name',
  ],
  ['Lantren LLC', 'LANTERN SERVICES LLC', 'near', '"lantren" against "lantern"; "services" only in the registered name'],
  ['Lanten LLC', 'LANTER SERVICES LLC', 'different', '"lanten" against "lanter"; "services" only in the registered name'],
  ['Quill LLC', 'QUALL LLC', 'near', '"quill" against "quall"'],
  // Common words alone make no name.
  ['Services Group LLC', 'GROUP SERVICES INTERNATIONAL LLC', 'different', '"international" only in the registered name'],
  ['Quill Lantren LLC', 'QUILL LANTERN INC', 'near', '"lantren" against "lantern"; legal form LLC against Inc'],
  ['---', 'QUILL LLC', 'different', 'a name without letters'],
  ['QUILL LLC', '---', 'different', 'a name without letters'],
  ['---', '...', 'different', 'a name without letters'],
  // One error in a word of three letters on, two in a long one, none in a shorter one or in a number.
  ['Abc Lantern LLC', 'ABD LANTERN LLC', 'near', '"abc" against "abd"'],
  ['Ab Lantern LLC', 'AC LANTERN LLC', 'different', '"ab" only in the name as given; "ac" only in the registered name'],
  ['Lanterns Ab LLC', 'LANTERNS ABC LLC', 'different', '"ab" only in the name as given; "abc" only in the registered name'],
  ['Lantern LLC', 'LANTRN LLC', 'near', '"lantern" against "lantrn"'],
  ['Lantern LLC', 'LANTR LLC', 'different', '"lantern" only in the name as given; "lantr" only in the registered name'],
  ['Hillsborough LLC', 'HILSBORUGH LLC', 'near', '"hillsborough" against "hilsborugh"'],
  ['Hillsborough LLC', 'HILSBORUG LLC', 'different', '"hillsborough" only in the name as given; "hilsborug" only in the registered name'],
  [
    'Quill Lantern 12345 LLC',
    'QUILL LANTERN 12346 LLC',
    'different',
    '"12345" only in the name as given; "12346" only in the registered name',
  ],
  ['Quill Lantern Inc', 'QUILL LANTERN CO', 'same', 'the same words; legal form Inc against Co'],
  ['Quill Lantern', 'QUILL LANTERN CO', 'same', 'the same words; legal form Co on one side only'],
  ['Quill Lantern GP, LLC', 'QUILL LANTERN GP', 'same', 'the same words; legal form LLC on one side only'],
  ['Quill Lantern GP', 'QUILL LANTERN LLC', 'other form', 'the same words; legal form GP against LLC'],
  ['Quill LLC', 'QUILL NULL', 'different', '"null" only in the registered name'],
  ['Quill Lantern Services LLC', 'QUILL LANTERN SERVICE LLC', 'near', '"services" against "service"'],
  ['Quil Lan LLC', 'QUILLANX LLC', 'different', '"quil", "lan" only in the name as given; "quillanx" only in the registered name'],
  ['Quill Lantern7 LLC', 'QUILL LANTERNS LLC', 'different', '"lantern7" only in the name as given; "lanterns" only in the registered name'],
  // The plural of what is abbreviated.
  ['Quill Dist LLC', 'QUILL DISTRIBUTIONS LLC', 'near', '"dist" against "distributions"'],
  ['Quill Distributions LLC', 'QUILL DIST LLC', 'near', '"distributions" against "dist"'],
  // Two common words are two words; a place may be misspelt.
  ['Quill Painting LLC', 'QUILL PRINTING LLC', 'near', '"painting" only in the name as given; "printing" only in the registered name'],
  ['Quill Oregon LLC', 'QUILL OREGAN LLC', 'near', '"oregon" against "oregan"'],
  ['Quill Oregan LLC', 'QUILL OREGON LLC', 'near', '"oregan" against "oregon"'],
  ['Quill Tamarack LLC', 'QUILL LANTERN LLC', 'different', '"tamarack" only in the name as given; "lantern" only in the registered name'],
]
for (const [name, registered, kind, explanation] of rows)
  test(`"${name}" and "${registered}" are ${kind}`, () => {
    const compared = compareRegisteredName(name, registered)
    assert.equal([compared.kind, compared.explanation], [kind, explanation])
    assert.ok(compared.score >= 0 && compared.score <= 1)
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
