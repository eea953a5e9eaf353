// Compares a screened person's name with a listed one: as `people.ts` does, but what very many people share says less.

import { isCommonName } from './common-names.ts'
import { matchPeople, type PairedWords, type PeopleMatch, type PeopleOptions, type PersonWord, type PreparedPerson } from './people.ts'
import { soundAlike } from './sound.ts'
import { commonPeople } from './thresholds.ts'

/** `Jorge Gonzalez` scores 0.82 against `GONZALEZ QUINONES, Jorge`, and `Jorge Quinones` 0.97 against `QUINONES GONZALEZ, Jorge`. */
export function compareScreenedPeople(
  screened: PreparedPerson,
  listed: PreparedPerson,
  options: PeopleOptions & { readonly business?: boolean } = {},
): { readonly score: number; readonly explanation: string } {
  const match = matchPeople(screened, listed, options)
  const { score, explanation } = match.comparison
  // A name in Arabic script was read without its vowels, and is compared leniently.
  const found = options.consonantsOnly ? [] : rules.filter(({ applies }) => applies(match, options.business ?? false))
  const lowered = found.reduce((sum, { by }) => sum + by, score)
  return { score: Math.round(Math.max(0, lowered) * 1000) / 1000, explanation: [explanation, ...found.map(({ told }) => told)].join('; ') }
}

type Rule = { readonly by: number; readonly told: string; readonly applies: (match: PeopleMatch, business: boolean) => boolean }

const rules: readonly Rule[] = [
  {
    by: commonPeople.withoutOthers,
    told: 'only common names agree',
    applies: ({ pairs, unpaired }, business) =>
      // People add an initial to their own name; a business with another initial has another owner.
      unpaired.some(({ text }) => business || text.length > 1) && pairs.every(isCommonPair),
  },
  { by: commonPeople.twoCommon, told: 'two common names, each spelt correctly', applies: ({ pairs }) => pairs.some(areTwoNames) },
  {
    by: commonPeople.misspeltAndLacking,
    told: 'a short name misspelt, and others besides',
    applies: ({ pairs, unpaired }) => unpaired.length > 0 && pairs.some(isShortMisspelling),
  },
]

const isCommon = ({ sound }: PersonWord): boolean => isCommonName(sound, 'family') || isCommonName(sound, 'given')
const isCommonPair = ({ one, other }: PairedWords): boolean => isCommon(one) || isCommon(other)
const isMisspelling = ({ one, other, as }: PairedWords): boolean => as === 'spelling' && !soundAlike(one.text, other.text)
const areTwoNames = (pair: PairedWords): boolean => isMisspelling(pair) && isCommon(pair.one) && isCommon(pair.other)
const isShortMisspelling = (pair: PairedWords): boolean =>
  isMisspelling(pair) && Math.min(pair.one.text.length, pair.other.text.length) < commonPeople.short
