// Compares a screened person's name with a listed one: as `people.ts` does, but what very many people share says less.

import { isCommonName } from './common-names.ts'
import { matchPeople, type PairedWords, type PeopleMatch } from './people.ts'
import type { PeopleOptions } from './person-words.ts'
import type { PersonWord, PreparedPerson } from './prepared-person.ts'
import { rememberedOf } from './remembered.ts'
import { isChinese, romanisedAlike, romanisedKeys } from './romanisations.ts'
import { soundAlike } from './sound.ts'
import { commonPeople, cutName, misspeltWord, otherRomanisation, severalMisspelt } from './thresholds.ts'

/** `Jorge Gonzalez` scores 0.82 against `GONZALEZ QUINONES, Jorge`, and `Jorge Quinones` 0.97 against `QUINONES GONZALEZ, Jorge`. */
export function compareScreenedPeople(
  screened: PreparedPerson,
  listed: PreparedPerson,
  options: PeopleOptions & { readonly business?: boolean } = {},
): { readonly score: number; readonly explanation: string } {
  const match = matchPeople(screened, listed, options)
  const { score, explanation } = match.comparison
  if (score < cutName.score && isCut(screened, listed)) return { score: cutName.score, explanation: 'the beginning of the longer name' }
  // A name in Arabic script was read without its vowels, and is compared leniently.
  const found = options.consonantsOnly ? [] : rules.filter(({ applies }) => applies(match, options.business ?? false))
  const isRaised = found.length === 0 && !options.consonantsOnly && score < severalMisspelt.most && areSeveralMisspelt(match)
  const raised = isRaised ? Math.min(severalMisspelt.most, score + severalMisspelt.more) : score
  const lowered = found.reduce((sum, { by }) => sum + by, raised)
  const language = lowered < otherRomanisation ? otherwiseSpelt(screened, listed) : null
  if (language !== null) return { score: otherRomanisation, explanation: `the same ${language} name, spelt otherwise in Latin letters` }
  return { score: Math.round(Math.max(0, lowered) * 1000) / 1000, explanation: [explanation, ...found.map(({ told }) => told)].join('; ') }
}

/** The screened name ends inside a word, where a field holds no more letters. The given or the family names may come first. */
function isCut(screened: PreparedPerson, listed: PreparedPerson): boolean {
  const [cut, last] = [lettersOf(asWritten(screened)), cutWord(screened)]
  if (last === null || listed.words.some(({ text }) => text === last.text)) return false
  const [family, given] = [
    lettersOf(listed.words.filter(({ closing }) => closing)),
    lettersOf(listed.words.filter(({ closing }) => !closing)),
  ]
  const begins = (first: string, next: string) => cut.length >= first.length + cutName.part && `${first}${next}`.startsWith(cut)
  return begins(given, family) || begins(family, given)
}

/** The word that is the last of a name if the name is cut; null of one that is too short for that. */
export function cutWord(person: PreparedPerson): PersonWord | null {
  const words = asWritten(person)
  return words.length > 1 && lettersOf(words).length >= cutName.person ? (words.at(-1) as PersonWord) : null
}

/** `KOLMU, Anna Maria` is prepared with the given names first. */
const asWritten = ({ words, ordered }: PreparedPerson): readonly PersonWord[] =>
  ordered ? [...words.filter(({ family }) => family), ...words.filter(({ family }) => !family)] : words
const lettersOf = (words: readonly PersonWord[]): string => words.map(({ text }) => text).join('')

function otherwiseSpelt(screened: PreparedPerson, listed: PreparedPerson): 'Korean' | 'Chinese' | null {
  const keys = romanisedKeysOf(screened)
  return keys.length === 0 ? null : romanisedAlike(keys, romanisedKeysOf(listed))
}

/** Every name has a counterpart. Several of them are misspelt, none of those short. */
const areSeveralMisspelt = ({ pairs, unpaired }: PeopleMatch): boolean =>
  unpaired.length === 0 &&
  pairs.filter(isMisspelling).length >= 2 &&
  pairs.every((pair) => pair.as === 'itself' || (pair.as === 'spelling' && lengthOf(pair) >= misspeltWord.from))

/** Read once of each name: it is looked up by them, and compared with many. */
export const romanisedKeysOf = rememberedOf(({ words }: PreparedPerson) => romanisedKeys(words.map(({ text }) => text)))

type Rule = { readonly by: number; readonly told: string; readonly applies: (match: PeopleMatch, business: boolean) => boolean }

const rules: readonly Rule[] = [
  {
    by: commonPeople.withoutOthers,
    told: 'only common names agree',
    applies: (match, business) => onlyCommonAgree(match, business) && !areSeveral(match),
  },
  {
    by: commonPeople.severalWithoutOthers,
    told: 'only common names agree',
    applies: (match, business) => onlyCommonAgree(match, business) && areSeveral(match),
  },
  { by: commonPeople.twoCommon, told: 'two common names, each spelt correctly', applies: ({ pairs }) => pairs.some(areTwoNames) },
  {
    by: commonPeople.twoChinese,
    told: 'two Chinese names, each spelt correctly',
    applies: ({ pairs, unpaired }) =>
      pairs.some(({ as }) => as === 'spelling') &&
      pairs.every(({ one, other }) => isChinese(one.text) && isChinese(other.text)) &&
      unpaired.every(({ text }) => text.length === 1 || isChinese(text)),
  },
  {
    by: commonPeople.misspeltAndLacking,
    told: 'a short name misspelt, and others besides',
    applies: ({ pairs, unpaired }) => unpaired.length > 0 && pairs.some(isShortMisspelling) && !pairs.some(isTelling),
  },
]

// People add an initial to their own name; a business with another initial has another owner.
const onlyCommonAgree = ({ pairs, unpaired }: PeopleMatch, business: boolean): boolean =>
  unpaired.some(({ text }) => business || text.length > 1) && pairs.every(isCommonPair)
const areSeveral = ({ pairs }: PeopleMatch): boolean => pairs.filter(({ as }) => as === 'itself').length >= commonPeople.severalFrom
const isTelling = ({ one, as }: PairedWords): boolean => as === 'itself' && one.text.length >= commonPeople.telling && !isCommon(one)

const isCommon = ({ sound }: PersonWord): boolean => isCommonName(sound, 'family') || isCommonName(sound, 'given')
const isCommonPair = ({ one, other }: PairedWords): boolean => isCommon(one) || isCommon(other)
const isMisspelling = ({ one, other, as }: PairedWords): boolean => as === 'spelling' && !soundAlike(one.text, other.text)
const areTwoNames = (pair: PairedWords): boolean => isMisspelling(pair) && isCommon(pair.one) && isCommon(pair.other)
const isShortMisspelling = (pair: PairedWords): boolean => isMisspelling(pair) && lengthOf(pair) < commonPeople.short
/** The letters of the shorter of the two. */
const lengthOf = ({ one, other }: PairedWords): number => Math.min(one.text.length, other.text.length)
