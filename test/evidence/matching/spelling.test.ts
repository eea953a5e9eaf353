// Letters, sounds and consonants: what counts as one word spelt in two ways, and what just does not.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bitCount, errorsAllowed, fold, plainSigns, spellingErrors, typingErrors } from '../../../src/evidence/matching/letters.ts'
import { consonants } from '../../../src/evidence/matching/scripts.ts'
import { nearSound, soundAlike, soundKey } from '../../../src/evidence/matching/sound.ts'

/** -1 for more errors than the limit. */
const typed: readonly (readonly [one: string, other: string, limit: number, errors: number])[] = [
  ['abcdef', 'abcdef', 0, 0],
  ['abcdef', 'abcdeg', 0, -1],
  ['abcdef', 'abcdeg', 1, 1],
  ['abcdef', 'bcdef', 1, 1],
  ['abcdef', 'abcdefg', 1, 1],
  ['abcdef', 'abcdefgh', 1, -1],
  ['abcdef', 'abcdefgh', 2, 2],
  ['abcdef', 'xbcdeg', 1, -1],
  ['abcdef', 'xbcdeg', 2, 2],
  ['abcdef', 'xbxdxf', 2, -1],
  ['abcdef', 'xbxdxf', 3, 3],
  // Two neighbours exchanged are one error, twice exchanged are four letters.
  ['abcdef', 'abdcef', 1, 1],
  ['ab', 'ba', 1, 1],
  ['aabb', 'abab', 1, 1],
  ['abc', 'cba', 1, -1],
  ['abcdef', 'badcef', 2, -1],
  ['abxyef', 'abyxeg', 2, -1],
  ['abcd', 'abxy', 1, -1],
  ['abcd', 'abdx', 1, -1],
  ['abcd', 'abxc', 1, -1],
  ['abcdx', 'abdcy', 1, -1],
  ['abcdefghij', 'acbdefgihj', 3, -1],
  ['abcdefghij', 'acbdefgihj', 4, 4],
  ['abab', 'baba', 2, 2],
  ['kitten', 'sitting', 2, -1],
  ['kitten', 'sitting', 3, 3],
  ['', 'ab', 2, 2],
  ['a', '', 1, 1],
  ['aa', 'a', 1, 1],
  ['xaay', 'xay', 1, 1],
  ['abcab', 'ab', 3, 3],
  [`${'a'.repeat(260)}b`, `${'c'.repeat(260)}d`, 3, -1],
  [`x${'ab'.repeat(130)}y`, `y${'ab'.repeat(130)}x`, 3, -1],
]
for (const [one, other, limit, errors] of typed)
  test(`"${one.slice(0, 20)}" and "${other.slice(0, 20)}" are ${errors < 0 ? 'more than' : errors} typing errors apart, of ${limit}`, () =>
    assert.equal([typingErrors(one, other, limit), typingErrors(other, one, limit)], [errors, errors]))

test('a longer word may have more typing errors', () => {
  assert.equal([1, 3, 4, 6, 7, 11, 12, 30].map(errorsAllowed), [0, 0, 1, 1, 2, 2, 3, 3])
})

test('accents, quotes, dashes and letters of other alphabets are plain', () => {
  assert.is(fold('Ça “Œuvre” – Łódź, Straße'), 'ca "oeuvre" - lodz, strasse')
  assert.is(fold('Đặng ‘Ali´ Ðor Þór Iŋgı Həsən Ħal Æsø'), "dang 'ali' dor thor ingi hasan hal aeso")
  assert.is(fold('a~b'), 'a~b')
  assert.is(fold('No\u00adva™ Tea\u200b House® №'), 'nova tea house no')
  assert.is(fold('𝐀nn ＢＯＢ İda'), 'ann bob ida')
  assert.is(fold('Joe`s O′Dell ｀Aʹ'), "joe's o'dell 'a'")
})

test('quotes, dashes, spaces and wide letters are those of a keyboard, and letters stay', () => {
  assert.is(plainSigns('Ça “Œuvre”\u00a0– O’Dell ＬＬＣ'), 'Ça "Œuvre" - O\'Dell LLC')
  assert.is(plainSigns("A `quoted' name"), "A 'quoted' name")
  assert.is(plainSigns('カード №5 日本'), 'カード №5 日本')
})

/** Each line is one sound in several spellings. */
const sounds: readonly string[] = [
  'mohd muhd mohammed muhammad muhamad',
  'chmit shmit tchmit schmit',
  'dzhamal djamal zhamal jamal',
  'philip filip',
  'khalid qalid ckalid calid kalid',
  'ghazi gazi',
  'guillermo gilermo',
  'dhia dia',
  'thomas tomas',
  'tzar tsar',
  'max maks',
  'cecil sesil',
  'wolf volf',
  'ivanoff ivanov',
  'medvedeff medvedoff medvedov',
  'yeltsin eltsin',
  'lee li ly lii',
  'yoo you yu',
  'bryn brin',
  'sarah sara',
  'matteo mateo',
  'sergiy sergij sergii',
  'andrey andrei andre',
]
for (const spellings of sounds)
  test(`${spellings.replaceAll(' ', ', ')} sound the same`, () => assert.is(new Set(spellings.split(' ').map(soundKey)).size, 1))

const otherSounds: readonly (readonly [string, string])[] = [
  ['maria', 'mario'],
  ['hasan', 'husayn'],
  ['guevara', 'givara'],
  ['yusuf', 'isuf'],
  ['rayan', 'rian'],
  ['hara', 'ara'],
  ['moffat', 'movat'],
  ['jeffrey', 'jovrey'],
]
for (const [one, other] of otherSounds) test(`"${one}" and "${other}" sound different`, () => assert.is.not(soundKey(one), soundKey(other)))

/** Sounds, not words: `a`, `i` and `u` are the classes of vowels. */
const nearSounds: readonly (readonly [string, string, boolean])[] = [
  ['yusuf', 'yusaf', true],
  ['kamal', 'kamil', true],
  ['kamalu', 'kamilu', true],
  ['akatan', 'akitan', true],
  ['hasan', 'husan', false],
  ['ikatan', 'akatan', false],
  ['kama', 'kami', false],
  ['kamala', 'kimila', false],
  ['katani', 'katina', false],
  ['katan', 'kasan', false],
  ['kataan', 'katasn', false],
  ['katan', 'katan', false],
  ['katan', 'katana', false],
]
for (const [one, other, near] of nearSounds)
  test(`the sounds "${one}" and "${other}" are ${near ? 'nearly the same' : 'not near'}`, () =>
    assert.equal([nearSound(one, other), nearSound(other, one)], [near, near]))

test('words sound alike that sound the same or nearly so', () => {
  assert.ok(soundAlike('Yusuf'.toLowerCase(), 'youssef'))
  assert.ok(soundAlike('khalid', 'kalid'))
  assert.not.ok(soundAlike('hasan', 'husayn'))
})

/** Each line is one name as it is left without vowels. */
const sameConsonants: readonly string[] = [
  'dzhabir djabir zhabir jabir gabir',
  'khalid halid',
  'ghazi gazi',
  'sharif scharif charif',
  'thaher taher',
  'dhul dul',
  'stephan stevan stefan',
  'qasim casim kasim ckasim',
  'petr betr',
  'xerses kserses',
  'fatima fatimah ftm',
  'mohammad muhamed',
  'aya aiya aouwa',
]
for (const spellings of sameConsonants)
  test(`${spellings.replaceAll(' ', ', ')} have the same consonants`, () =>
    assert.is(new Set(spellings.split(' ').map(consonants)).size, 1))

test('other consonants are another name, and a name of vowels is its first letter', () => {
  assert.is.not(consonants('bashar'), consonants('basim'))
  assert.is.not(consonants('hala'), consonants('la'))
  assert.equal(['aya', 'ouwy', 'hh', 'h'].map(consonants), ['a', 'o', 'h', 'h'])
})

test('two words with too many different letters are not compared letter by letter', () => {
  assert.equal([bitCount(0), bitCount(0b1011), bitCount(-1)], [0, 3, 32])
  assert.equal([spellingErrors('abcd', 'abce', 1, 0b11), spellingErrors('abcd', 'abce', 1, 0b111)], [1, -1])
})

test('two sounds of different lengths are not nearly the same', () => {
  assert.equal([nearSound('kalid', 'kalad'), nearSound('kalid', 'kaladi'), nearSound('kaladi', 'kalid')], [true, false, false])
})

test.run()
