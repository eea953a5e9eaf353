// Reads names of other scripts in Latin letters: Cyrillic, Greek, Han and others letter by letter, Arabic by its consonants, because its
// short vowels are not written. Folds letters and digits that only look like the right ones.

import anyAscii from 'any-ascii'
import { said } from './letters.ts'
import { remembered } from './remembered.ts'

export type LatinName = {
  readonly text: string
  /** The name is in Arabic script: only the consonants of its words can be compared. */
  readonly consonantsOnly: boolean
}

/**
 * @example
 * inLatin('ООО Станкогомел').text // => 'OOO Stankogomel'
 * inLatin('S1NALOA').text // => 'SiNALOA'
 */
export function inLatin(field: string): LatinName {
  const name = field.includes('&') ? withoutEntities(field) : field
  if (plain.test(name)) return { text: digit.test(name) ? withoutDigitsForLetters(name) : name, consonantsOnly: false }
  const letters = said(repaired(name))
  const consonantsOnly = /\p{Script=Arabic}/u.test(letters)
  const oneScript = letters.replace(/[\p{L}\p{M}]+/gu, (word) => (mixed.test(word) ? inOneScript(word) : word))
  const spelt = oneScript.replace(arabicArticle, 'ال ').replace(/[\p{L}\p{M}]+/gu, latinWord)
  return { text: withoutDigitsForLetters(spelt), consonantsOnly }
}

const misread = /[\u00c2-\u00f4][\u0080-\u00bf]/

/** `JosÃ©`, which is UTF-8 that was read as Latin-1, is `José`; other names are as they were. */
function repaired(name: string): string {
  if (!misread.test(name) || /[^\p{ASCII}\u0080-\u00ff]/u.test(name)) return name
  const text = Buffer.from(name, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? name : text
}

/** A name of a person. In Chinese and Korean script each sign is a syllable: `김정은` is `Gim Jeong Eun`. */
export const personInLatin = (name: string): LatinName => inLatin(name.replace(syllables, (word) => [...word].join(' ')))
const syllables = /(?<!\p{L})(?:\p{Script=Hangul}{2,4}|\p{Script=Han}{2,4})(?!\p{L})/gu

/** A name out of a web page: `Kolmu &amp; Sons`, `Kolmu&#39;s`. */
const withoutEntities = (text: string): string =>
  text.replace(/&amp;/gi, '&').replace(/&(?:quot|apos|#0?39|#x27|nbsp);/gi, (entity) => entities[entity.toLowerCase()] ?? "'")
const entities: Readonly<Record<string, string>> = { '&quot;': '"', '&nbsp;': ' ' }

/**
 * The scripts of a name that are not read well enough to say that it is on no list. Companies translate their names from Arabic, so only
 * those of people are read.
 */
export function unreadScripts(name: string, kind: 'business' | 'person'): readonly string[] {
  const letters = name.match(/\p{L}/gu) ?? []
  const unread = letters.filter((letter) => !wellRead.test(letter) && !(kind === 'person' && /\p{Script=Arabic}/u.test(letter)))
  return [...new Set(unread.map((letter) => scripts.find(([, of]) => of.test(letter))?.[0] ?? 'another script'))].sort()
}

const plain = /^[\x20-\x7e]*$/
const digit = /[0134568][a-z]|[a-z][0134568]/i
const mixed = /(?=.*\p{Script=Latin}).*[\p{Script=Cyrillic}\p{Script=Greek}]/u
const wellRead = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u
const scripts: readonly (readonly [string, RegExp])[] = [
  ['Arabic', /\p{Script=Arabic}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Chinese', /\p{Script=Han}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Thai', /\p{Script=Thai}/u],
]

/** Letters of other scripts that look like a Latin one. */
const twins: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    е: 'e',
    ё: 'e',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    т: 't',
    у: 'y',
    х: 'x',
    і: 'i',
    ї: 'i',
    ј: 'j',
    ѕ: 's',
    α: 'a',
    β: 'b',
    ε: 'e',
    ζ: 'z',
    η: 'n',
    ι: 'i',
    κ: 'k',
    μ: 'm',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
  }),
)
const cyrillicTwins: ReadonlyMap<string, string> = new Map(
  [...twins]
    .filter(([letter]) => /\p{Script=Cyrillic}/u.test(letter) && letter !== 'ё' && letter !== 'ї')
    .map(([letter, as]) => [as, letter]),
)

/** `Gаrantex` with one Cyrillic letter is read as Latin, `Владимиp` with one Latin letter as Cyrillic: it has letters that no Latin one looks like. */
function inOneScript(word: string): string {
  const isLatin = [...word].every((letter) => /\p{Script=Latin}/u.test(letter) || twins.has(letter.toLowerCase()))
  return [...word].map((letter) => (isLatin ? twins : cyrillicTwins).get(letter.toLowerCase()) ?? letter).join('')
}

const arabicArticle = /(?<!\p{L})ال(?=\p{Script=Arabic}{3})/gu
const arabicLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ا: 'a',
    أ: 'a',
    إ: 'i',
    آ: 'a',
    ء: '',
    ؤ: 'u',
    ئ: 'i',
    ع: 'a',
    و: 'w',
    ي: 'y',
    ى: 'a',
    ی: 'y',
    ة: 'a',
    ب: 'b',
    پ: 'p',
    ت: 't',
    ث: 'th',
    ج: 'j',
    چ: 'ch',
    ح: 'h',
    خ: 'kh',
    د: 'd',
    ذ: 'dh',
    ر: 'r',
    ز: 'z',
    ژ: 'zh',
    س: 's',
    ش: 'sh',
    ص: 's',
    ض: 'd',
    ط: 't',
    ظ: 'z',
    غ: 'gh',
    ف: 'f',
    ڤ: 'v',
    ق: 'q',
    ك: 'k',
    ک: 'k',
    گ: 'g',
    ل: 'l',
    م: 'm',
    ن: 'n',
    ه: 'h',
  }),
)

function latinWord(word: string): string {
  if (/^\p{Script=Latin}+$/u.test(word)) return word
  if (/\p{Script=Greek}/u.test(word)) return greekWord(word)
  if (!/\p{Script=Arabic}/u.test(word)) return anyAscii(word).replaceAll("'", '')
  return [...word.normalize('NFC').replace(/\p{M}/gu, '')].map((letter) => arabicLetters.get(letter) ?? anyAscii(letter)).join('')
}

/** Two Greek letters that are one sound, as ISO 843 writes them: `Παπανδρέου` is Papandreou. */
const greekPairs: readonly (readonly [RegExp, string])[] = [
  [/ου/gi, 'ou'],
  [/(?<=[αε])υ/gi, 'v'],
  [/γ(?=[γξχ])/gi, 'n'],
  [/^μπ/i, 'b'],
  [/^ντ/i, 'd'],
  [/^γκ/i, 'g'],
]
const greekWord = (word: string): string =>
  anyAscii(greekPairs.reduce((text, [pair, by]) => text.replace(pair, by), word.normalize('NFD').replace(/\p{M}/gu, '')))

const digitLetters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 6: 'g', 8: 'b' }

/** `S1NALOA` and `GAR4NTEX`, but neither `5th`, `3M` nor `Unit731`. */
function withoutDigitsForLetters(text: string): string {
  return text.replace(/[\p{L}\d]{4,}/gu, (word) => {
    const digits = word.match(/\d/g)?.length ?? 0
    if (digits > word.length / 2 || /^\d+\p{L}{1,3}$|\d{2,}$|[279]/u.test(word)) return word
    return word.replace(/\d/g, (each) => digitLetters[each] ?? each)
  })
}

/** Equal for a name in Arabic script and its spellings in Latin letters: vowels are left out, and letters that share a sound fall together. */
export const consonants = remembered(50_000, (word) => {
  const key = consonantRules.reduce((text, [pattern, by]) => text.replace(pattern, by), word)
  return key === '' ? word.slice(0, 1) : key
})

const consonantRules: readonly (readonly [RegExp, string])[] = [
  [/dzh|dj|zh|j/g, 'g'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/sch|sh|ch/g, 'S'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ph|v/g, 'f'],
  [/q|ck|c/g, 'k'],
  [/p/g, 'b'],
  [/x/g, 'ks'],
  [/[aeiouwy]/g, ''],
  [/(.)\1+/g, '$1'],
  [/(?<=.)h$/, ''],
]
