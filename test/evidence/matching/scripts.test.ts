// Names of other scripts, and letters that only look right.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ListedParty, ScreenedName } from '../../../src/evidence/matching/listed.ts'
import { screeningIndex } from '../../../src/evidence/matching/screening-index.ts'
import { inLatin, unreadScripts } from '../../../src/evidence/matching/scripts.ts'

const read: readonly (readonly [string, string])[] = [
  ['ООО Станкогомел', 'OOO Stankogomel'],
  ['Gаrаntex', 'Garantex'],
  ['S1NALOA', 'SiNALOA'],
  ['Unit 731', 'Unit 731'],
  ['5th Avenue', '5th Avenue'],
  ['Müller', 'Müller'],
  ['ЕURO Маrt', 'eURO mart'],
  ['ΑLPHA', 'aLPHA'],
  ['Владимиp', 'Vladimir'],
  ['Дмитpий Kоролeнкo', 'Dmitriy korolenko'],
  ['Ирбис7 Щука', 'Irbis7 Shchuka'],
  ['الرحمن ال', 'al rhmn al'],
  ['GAR4NTEX', 'GARaNTEX'],
  ['R0SN3FT M0SC0W', 'RoSNeFT MoSCoW'],
  ['A1B3', 'AiBe'],
  ['1abcd', 'iabcd'],
  // Digits that are meant: at the end, before a unit, more than the letters, and those that look like no letter.
  ['Unit731', 'Unit731'],
  ['AB11', 'AB11'],
  ['1abc', '1abc'],
  ['12ab', '12ab'],
  ['10th', '10th'],
  ['101st', '101st'],
  ['1345a', '1345a'],
  ['x9y1z', 'x9y1z'],
  ['2PAC0', '2PAC0'],
  ['3Mx', '3Mx'],
]
for (const [name, latin] of read) test(`"${name}" is read as "${latin}"`, () => assert.is(inLatin(name).text, latin))

const parties: readonly ListedParty[] = [
  { id: '1', type: 'entity', name: 'LLC STANKOGOMEL', aliases: [] },
  { id: '2', type: 'individual', name: 'AL-ASSAD, Bashar', aliases: [] },
  { id: '3', type: 'individual', name: 'KOROLENKO, Vladimir', aliases: [] },
  { id: '4', type: 'entity', name: 'SECURITY CODE JOINT STOCK COMPANY', aliases: [] },
  { id: '5', type: 'entity', name: 'GARANTEXO EUROPE OU', aliases: [] },
  { id: '6', type: 'individual', name: 'MARTINOV, Jean Marie', aliases: [] },
]
const index = screeningIndex(parties)
const cases: readonly (readonly [ScreenedName['kind'], string, readonly string[]])[] = [
  ['business', 'ООО Станкогомел', ['1']],
  ['business', 'ООО Звездагомел', []],
  ['person', 'بشار الأسد', ['2']],
  ['person', 'سمير الأسد', []],
  ['person', 'Владимир Короленко', ['3']],
  ['person', 'Виктор Короленко', []],
  ['person', 'Владимиp Кopоленко', ['3']],
  ['business', 'LLC Security Code', ['4']],
  ['business', 'The Security Code Joint Stok Company', ['4']],
  ['business', 'Security Code COMP ANY', ['4']],
  ['business', 'Security Code S.A. de C.V.', ['4']],
  ['business', 'Security Cottage LLC', []],
  ['business', 'Garantexo', ['5']],
  ['business', 'G4RANTEX0 Europe OU', ['5']],
  ['business', 'Europe', []],
  ['person', 'Jeanmarie Martinov', ['6']],
  ['person', 'Jean Marie Marti nov', ['6']],
  ['person', 'Jeanmartin Martinov', []],
]
for (const [kind, name, expected] of cases)
  test(`the ${kind} "${name}" ${expected.length === 0 ? 'hits nobody' : `hits party ${expected.join(', ')}`}`, () =>
    assert.equal(
      index.screen({ kind, name }).map((hit) => hit.party.id),
      expected,
    ))

test('a single word of a longer name says that it is a weak hit', () => {
  assert.match(index.screen({ kind: 'business', name: 'Garantexo' })[0]?.match.explanation ?? '', /weak hit/)
})

test('only a name in Arabic script is compared by its consonants', () => {
  assert.equal(
    ['محمد علي', 'Владимир', 'Ann Doe', 'José'].map((name) => inLatin(name).consonantsOnly),
    [true, false, false, false],
  )
  assert.equal(unreadScripts('123', 'business'), [])
})

test('scripts that are not read well are told', () => {
  assert.equal(unreadScripts('深圳贸易', 'business'), ['Chinese'])
  assert.equal(unreadScripts('شركة النور', 'business'), ['Arabic'])
  assert.equal(unreadScripts('بشار الأسد', 'person'), [])
  assert.equal(unreadScripts('ООО Ромашка', 'business'), [])
  assert.equal(unreadScripts('Müller & Söhne', 'business'), [])
  assert.equal(unreadScripts('محمد 深', 'person'), ['Chinese'])
  assert.equal(unreadScripts('한 Ա देव ไทย ქ ש あ ア', 'business'), [
    'Armenian',
    'Devanagari',
    'Georgian',
    'Hebrew',
    'Japanese',
    'Korean',
    'Thai',
  ])
  assert.equal(unreadScripts('ሀ', 'person'), ['another script'])
})

test.run()
