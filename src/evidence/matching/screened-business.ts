// The name of a business as screening reads it: legal forms count for nothing wherever they stand and however they are spelt, and words
// that a business adds or drops (Group, a city) hardly anything. `names.ts` reads names for registrations, where forms do count.

import { type Alignment, alignWords, type NameWord, nameWord, type PairedWords } from './alignment.ts'
import { cityWords } from './city-words.ts'
import { typingErrors } from './letters.ts'
import { bestOfParts, joinLetters, splitWords } from './names.ts'
import { readingsOf } from './names-within.ts'
import { isOrdinary } from './ordinary-words.ts'
import { remembered } from './remembered.ts'
import { inLatin } from './scripts.ts'
import { soundAlike } from './sound.ts'
import { cutName, loneWord, misspeltWord, ordinaryAlone, screeningWeights, tellingAgreement, tooLittleAgreement } from './thresholds.ts'
import { fillerWords, legalForms, sameWords, translatedWords } from './words.ts'
import { worldFormAtEnd } from './world-forms.ts'

export type ScreenedBusiness = {
  readonly words: readonly NameWord[]
  /** The telling words written together. */
  readonly joined: string
  /** Every letter of the name, forms and all. */
  readonly letters: string
  /** Its legal forms, written together; the same however each is spelt. */
  readonly forms: string
  /** Other ways to read the name: on either side of `d/b/a` and the like, without brackets, without a courtesy or a number. */
  readonly parts: readonly ScreenedBusiness[]
}

export function prepareScreenedBusiness(name: string): ScreenedBusiness {
  const { text } = inLatin(name)
  const { names, withoutBrackets, inBrackets } = readingsOf(text)
  const bracketed = inBrackets.map(prepareOne)
  // Common words point to nobody without the place that stands in brackets; its own initials tell nothing.
  const without = withoutBrackets === null ? null : prepareOne(withoutBrackets)
  const isWhole = without !== null && (isTelling(without) || bracketed.every(({ letters }) => letters.length <= 5))
  return { ...prepareOne(text), parts: [...names.map(prepareOne), ...(isWhole ? [without] : []), ...bracketed.filter(isNameInBrackets)] }
}

/** Two words that are no place, form or common word. */
const isNameInBrackets = ({ words, isForm }: PreparedOne): boolean => !isForm && words.filter(({ weight }) => weight === 1).length >= 2

/**
 * How far two names are one business's, whatever their legal forms.
 * @example
 * compareScreened(prepareScreenedBusiness('Security Code LLC'), prepareScreenedBusiness('LLC SECURITY CODE')).score // => 1
 */
export function compareScreened(a: ScreenedBusiness, b: ScreenedBusiness): { readonly score: number; readonly explanation: string } {
  return bestOfParts(a, b, { compare: compareOne, told: 'one of the names in it' })
}

function compareOne(a: ScreenedBusiness, b: ScreenedBusiness): { readonly score: number; readonly explanation: string } {
  if (a.words.length === 0 || b.words.length === 0) return { score: 0, explanation: 'a name without letters' }
  if (a.letters === b.letters) return { score: 1, explanation: 'the same name' }
  if (a.joined === b.joined && (a.forms === '' || b.forms === '' || a.forms === b.forms))
    return { score: 1, explanation: 'the same words, but for the legal form' }
  if (isCut(a, b)) return { score: cutName.score, explanation: 'the beginning of the longer name' }
  const isMisspelt = isMisspeltInOneWord(a.words, b.words)
  // Two names of common words alone are one business's only as they are written.
  if (!isMisspelt && (!isTelling(a) || !isTelling(b))) return { score: 0, explanation: 'common words alone' }
  if (a.words.length === b.words.length && a.words.every((word, at) => word.text === b.words[at]?.text))
    return { score: 1, explanation: 'the same words, but for the legal form' }
  if (a.joined === b.joined && a.joined.length >= 5) return { score: 0.98, explanation: 'the same letters with other spaces' }
  const alignment = alignWords(a.words, b.words, { abbreviations: true })
  const { score, reasons, same } = alignment
  const tooLittle = same || isMisspelt ? undefined : tooLittleRules.find(({ applies }) => applies(alignment))
  const told = tooLittle === undefined ? reasons : [...reasons, tooLittle.told]
  return {
    score: Math.round((tooLittle === undefined ? score : Math.min(score, tooLittleAgreement)) * 1000) / 1000,
    explanation: told.join('; ') || 'the same words',
  }
}

/** The screened name is cut where a form or a message holds no more letters: between two words only if it is long. */
function isCut({ words, letters, joined }: ScreenedBusiness, listed: ScreenedBusiness): boolean {
  if (joined.length < cutName.telling) return false
  const isBeginning = (one: string, other: string) => one.length < other.length && other.startsWith(one)
  const isTold = isBeginning(joined, listed.joined)
  if (letters.length >= cutName.from) return isTold || isBeginning(letters, listed.letters)
  const last = words.at(-1) as NameWord
  if (!isTold || letters.length < cutName.fromInside || listed.words.some(({ written }) => written === last.written)) return false
  const isTelling = (word: NameWord) => word.weight === 1 && !isOrdinary(word.text) && (word !== last || word.text.length >= cutName.word)
  return words.some(isTelling)
}

/** All words are the same except for one, which is misspelt. Another telling word is the same too, or the listed word is an ordinary one. */
function isMisspeltInOneWord(screened: readonly NameWord[], listed: readonly NameWord[]): boolean {
  if (screened.length !== listed.length || screened.length < 2) return false
  const [at, ...others] = screened.keys().filter((i) => screened[i]?.text !== listed[i]?.text)
  if (at === undefined || others.length > 0) return false
  const [word, other] = [screened[at] as NameWord, listed[at] as NameWord]
  const length = Math.min(word.written.length, other.written.length)
  if (word.number || other.number || length < misspeltWord.from || isOrdinary(word.text)) return false
  if (typingErrors(word.written, other.written, length < misspeltWord.long ? 1 : 2) < 0) return false
  return isOrdinary(other.text) || weightOf(screened) - word.weight >= misspeltWord.beside
}

const weightOf = (words: readonly NameWord[]): number => words.reduce((sum, { weight }) => sum + weight, 0)

type TooLittle = { readonly told: string; readonly applies: (alignment: Alignment) => boolean }

/** What agrees is too little to make two names one business's, however large its share is. */
const tooLittleRules: readonly TooLittle[] = [
  { told: 'only common words agree', applies: ({ agreed }) => agreed < tellingAgreement },
  {
    told: 'an initial, beside other words',
    applies: ({ pairs, lacking }) => lacking.one + lacking.other > 0 && pairs.some(({ as }) => as === 'initial'),
  },
  { told: 'an initial, beside one telling word', applies: ({ pairs }) => pairs.some(({ as }) => as === 'initial') && tellingOf(pairs) < 2 },
  {
    told: 'an ordinary word, spelt correctly, for another',
    applies: ({ pairs }) => tellingOf(pairs) < 2 && pairs.some(isOtherWord),
  },
  {
    told: 'only ordinary words agree, beside others',
    applies: ({ pairs, lacking }) => {
      const telling = pairs.filter(isTellingPair)
      if (telling.length === 0 || !telling.every(isOrdinaryPair)) return false
      if (telling.length > ordinaryAlone.words) return lacking.one > 0 && lacking.other > 0
      const alone = pairs.filter(({ weight }) => weight > ordinaryAlone.beside).length === 1
      return Math.max(lacking.one, lacking.other) > (alone ? 0 : ordinaryAlone.beside)
    },
  },
  { told: 'the one telling word is misspelt', applies: ({ pairs }) => isLoneMisspelling(pairs) },
  {
    told: 'one short telling word, beside others',
    applies: ({ pairs, lacking }) => {
      const [word, ...others] = pairs.filter(isTellingPair)
      return others.length === 0 && (word?.one.length ?? 0) < loneWord.long && Math.max(lacking.one, lacking.other) > loneWord.beside
    },
  },
  {
    told: 'one telling word, and either name has more',
    applies: ({ pairs, lacking }) => pairs.filter(isTellingPair).length < 2 && lacking.one > 0 && lacking.other > 0,
  },
]

const isTellingPair = ({ weight }: PairedWords): boolean => weight > loneWord.telling
const tellingOf = (pairs: readonly PairedWords[]): number => pairs.filter(isTellingPair).length
const isOrdinaryPair = ({ one, other }: PairedWords): boolean => isOrdinary(one) || isOrdinary(other)
/** The screened word is spelt as it is meant; the shorter of two is no abbreviation. */
const isOtherWord = ({ as, one, other }: PairedWords): boolean =>
  (as === 'misspelt' && isOrdinary(one)) || (as === 'abbreviated' && isOrdinary(one.length < other.length ? one : other))

function isLoneMisspelling(pairs: readonly PairedWords[]): boolean {
  const [word, ...others] = pairs.filter((pair) => pair.as === 'misspelt' && isTellingPair(pair))
  if (word === undefined || others.length > 0) return false
  const beside = pairs.reduce((sum, { weight }) => sum + weight, -word.weight)
  const length = Math.min(word.one.length, word.other.length)
  if (length < loneWord.short) return beside < loneWord.besideShort
  // A letter more or less is a slip; another letter may be another name.
  const least = word.one.length === word.other.length || word.one[0] !== word.other[0] ? loneWord.long : loneWord.longWithout
  return beside < 1 && length < least && !soundAlike(word.one, word.other)
}

const isTelling = ({ words }: ScreenedBusiness): boolean => weightOf(words) >= tellingAgreement

type PreparedOne = ScreenedBusiness & { readonly isForm: boolean }

function prepareOne(name: string): PreparedOne {
  const all = splitWords(name)
  const { kept, forms, isForm } = withoutForms(all)
  const words = joinLetters(kept).map((written) => ({ text: sameWords.get(written) ?? translatedWords.get(written) ?? written, written }))
  const distinct = words.filter((word) => !fillerWords.has(word.text))
  const core = distinct.length > 0 ? distinct : words
  const places = core.findLastIndex(({ text }) => !isPlace(text)) + 1
  return {
    words: core.map(({ text, written }, at) => weighed(nameWord(text, written), at >= places)),
    joined: core.map((word) => word.written).join(''),
    letters: all.join(''),
    forms,
    parts: [],
    isForm,
  }
}

function weighed(word: NameWord, isAtEnd: boolean): NameWord {
  if (generalWords.has(word.text)) return { ...word, weight: screeningWeights.general }
  return cityWords.has(word.text) || (isAtEnd && isPlace(word.text)) ? { ...word, weight: screeningWeights.city } : word
}

/** Words that a business adds to its name or drops without being another. */
const generalWords: ReadonlySet<string> = new Set('group holdings international enterprises branch'.split(' '))
/** Countries that more names begin with than end with: at the end they say where the business is. */
const countryWords: ReadonlySet<string> = new Set(
  'iran russia syria china hong kong hk korea cuba mexico colombia venezuela uae'.split(' '),
)
const isPlace = (word: string): boolean => cityWords.has(word) || countryWords.has(word)

/** Words that legal forms are made of; a name that has one of them misspelt has it still. */
const formWords: readonly string[] =
  'limited liability company corporation incorporated private public joint stock closed open gesellschaft haftung obshchestvo ogranichennoy otvetstvennostyu aktsionernoe zakrytoe otkrytoe publichnoe anonima sociedad'.split(
    ' ',
  )
/** Of these, those that are cut as well: `Comp`, `Corpor`. */
const cutForms: readonly string[] = [
  'company',
  'limited',
  'corporation',
  'incorporated',
  'liability',
  'stock',
  'joint',
  'obshchestvo',
  'aktsionernoe',
]
const spellings = legalForms
  .flatMap(({ label, spellings, place }) => spellings.map((spelling) => ({ label, words: spelling.split(' '), place })))
  .toSorted((a, b) => b.words.length - a.words.length)
const spellingsByFirst = Map.groupBy(spellings, ({ words }) => words[0] as string)

function withoutForms(whole: readonly string[]): { readonly kept: readonly string[]; readonly forms: string; readonly isForm: boolean } {
  const end = whole.length - worldFormAtEnd(whole)
  const all = whole.slice(0, end)
  const kept: string[] = []
  let forms = whole.slice(end).join('')
  for (let at = 0; at < all.length; ) {
    const form = formAt(all, at)
    const length = form?.words.length ?? misspeltFormAt(all, at)
    if (length === 0) kept.push(all[at] as string)
    else forms += form?.label ?? all.slice(at, at + length).join('')
    at += length || 1
  }
  const telling = kept.some((word) => word.length > 1 && !fillerWords.has(word))
  return telling ? { kept, forms, isForm: false } : { kept: whole, forms: '', isForm: true }
}

/** The legal form that begins here. One short word is a form at either end or before a place only: `as` and `co` mean much else inside. */
function formAt(all: readonly string[], at: number): (typeof spellings)[number] | undefined {
  const found = spellingsByFirst.get(all[at] as string)?.find(({ words }) => words.every((word, i) => word === all[at + i]))
  if (!found) return undefined
  const { length } = found.words
  const atEnd = all.slice(at + length).every((word) => spellingsByFirst.has(word) || generalWords.has(word) || isPlace(word))
  const atStart = all.slice(0, at).every((word) => fillerWords.has(word))
  return atEnd || atStart || found.place === 'anywhere' || found.words.join('').length > 3 ? found : undefined
}

function misspeltFormAt(all: readonly string[], at: number): number {
  const word = all[at] as string
  if (isFormWord(word)) return 1
  const next = all[at + 1]
  if (next !== undefined && word.length + next.length >= 5 && formWords.includes(word + next)) return 2
  const cut = word.length >= 3 && cutForms.some((form) => form.startsWith(word))
  return cut && (at === all.length - 1 || formAt(all, at + 1) !== undefined || isFormWord(all[at + 1] as string)) ? 1 : 0
}

const isFormWord = remembered(50_000, (word) => formWords.some((form) => isMisspelt(word, form)))

function isMisspelt(word: string, form: string): boolean {
  if (Math.min(word.length, form.length) < 4 || word[0] !== form[0]) return false
  return typingErrors(word, form, 1) >= 0
}
