// Decides whether two names belong to the same person, given and family names in either order.
// Allows for initials, short forms, omitted middle names, typing errors and different romanisations.

import type { NameComparison } from './comparison.ts'
import { typingErrors } from './letters.ts'
import { consonantLikeness, type Likeness, type PeopleOptions, personWordLikeness } from './person-words.ts'
import { type PersonWord, type PreparedPerson, personWord, preparePerson } from './prepared-person.ts'
import { similarFrom } from './thresholds.ts'

/**
 * Compares two people's names. To compare one name with many, pass the result of `preparePerson`.
 * @example
 * comparePeople('Smith, Robert', 'Bob Smith').kind // => 'equivalent'
 * comparePeople('Robert Smith', 'Roberta Jones').kind // => 'different'
 */
export function comparePeople(a: string | PreparedPerson, b: string | PreparedPerson, options: PeopleOptions = {}): NameComparison {
  const one = typeof a === 'string' ? preparePerson(a) : a
  const other = typeof b === 'string' ? preparePerson(b) : b
  return matchPeople(one, other, options).comparison
}

/** The comparison, and the words that it rests on; none for two equal names. */
export type PeopleMatch = {
  readonly comparison: NameComparison
  readonly pairs: readonly PairedWords[]
  /** The words of either name that the other lacks. */
  readonly unpaired: readonly PersonWord[]
}
export type PairedWords = { readonly one: PersonWord; readonly other: PersonWord; readonly as: Likeness['as']; readonly likeness: number }

/** As `comparePeople`, with the words that agree. */
export function matchPeople(one: PreparedPerson, other: PreparedPerson, options: PeopleOptions = {}): PeopleMatch {
  if (one.words.length > 0 && one.text === other.text && one.suffix === other.suffix) return unpaired(1, 'the same name', 'exact')
  const right = writtenLike(other, one)
  const left = writtenLike(one, other)
  if (left.words.length === 0 || right.words.length === 0) return unpaired(0, 'a name without letters', 'different')
  const [short, long] = left.words.length <= right.words.length ? [left, right] : [right, left]
  if (isOneWord(short, long)) return unpaired(0.98, 'the same letters without spaces', 'similar')
  const pairs = pairWords(short.words, long.words, options)
  if (pairs.length === 0) return unpaired(0, 'no names in common', 'different')
  return {
    comparison: judge(short, long, pairs),
    pairs: pairs.map(({ from, to, as, likeness }) => ({
      one: short.words[from] as PersonWord,
      other: long.words[to] as PersonWord,
      as,
      likeness,
    })),
    unpaired: [
      ...short.words.filter((_, at) => !pairs.some(({ from }) => from === at)),
      ...long.words.filter((_, at) => !pairs.some(({ to }) => to === at)),
    ],
  }
}

/** `KorolenkoSergei` and `SergeiKorolenko` are Korolenko, Sergei. */
const isOneWord = ({ words: [only, ...others] }: ComparedPerson, whole: ComparedPerson): boolean =>
  only !== undefined && others.length === 0 && whole.words.length > 1 && spellingsTogether(whole).includes(only.text)

/** All words of a name written together, the given or the family names first. */
export function spellingsTogether({ words }: ComparedPerson): readonly string[] {
  const together = (some: readonly PersonWord[]) => some.map(({ text }) => text).join('')
  return [together(words), together([...words.filter(({ closing }) => closing), ...words.filter(({ closing }) => !closing)])]
}

/** What is compared: names written as one may be one word here. */
type ComparedPerson = Omit<PreparedPerson, 'text'>

const unpaired = (score: number, explanation: string, kind: NameComparison['kind']): PeopleMatch => ({
  comparison: { score, explanation, kind },
  pairs: [],
  unpaired: [],
})

type PersonPair = Likeness & { readonly from: number; readonly to: number }

function pairWords(short: readonly PersonWord[], long: readonly PersonWord[], { consonantsOnly }: PeopleOptions): PersonPair[] {
  const possible: (PersonPair & { readonly rank: number })[] = []
  for (const [from, a] of short.entries()) {
    for (const [to, b] of long.entries()) {
      const like = consonantsOnly ? consonantLikeness(a, b) : personWordLikeness(a, b)
      // Of two equal words, pairs a family name with a family name.
      if (like.likeness > 0) possible.push({ ...like, from, to, rank: like.likeness + (a.closing === b.closing ? 0.001 : 0) })
    }
  }
  possible.sort((x, y) => y.rank - x.rank)
  const taken: PersonPair[] = []
  for (const pair of possible) if (!taken.some((other) => other.from === pair.from || other.to === pair.to)) taken.push(pair)
  const last =
    taken.length >= 2 && taken.length === short.length - 1 && short.length === long.length ? lastShortName(short, long, taken) : null
  return last ? [...taken, last] : taken
}

/** A short name may contain a typing error only if all other names match. */
function lastShortName(a: readonly PersonWord[], b: readonly PersonWord[], taken: readonly PersonPair[]): PersonPair | null {
  const from = a.findIndex((_, at) => !taken.some((pair) => pair.from === at))
  const to = b.findIndex((_, at) => !taken.some((pair) => pair.to === at))
  const [x, y] = [a[from] as PersonWord, b[to] as PersonWord]
  if (Math.min(x.text.length, y.text.length) < 3 || typingErrors(x.text, y.text, 1) < 0) return null
  return { from, to, likeness: 0.75, as: 'spelling', reason: `"${x.text}" against "${y.text}"` }
}

/** Two words of a name that are one word of the other, `Jean Marie` and `Jeanmarie`, are written as one. */
function writtenLike(person: PreparedPerson, other: PreparedPerson): ComparedPerson {
  for (const whole of other.words) {
    if (whole.text.length < 5 || person.words.some((word) => word.text === whole.text)) continue
    const at = person.words.findIndex((word, place) => {
      const next = person.words[place + 1]
      if (next === undefined || word.text[0] !== whole.text[0]) return false
      return typingErrors(word.text + next.text, whole.text, whole.text.length >= 8 ? 1 : 0) >= 0
    })
    if (at < 0) continue
    const [first, second] = [person.words[at] as PersonWord, person.words[at + 1] as PersonWord]
    // Of two words, the last is a family name if either is, and closes the name.
    const word = personWord({ text: first.text + second.text, family: second.family }, second.closing)
    return { ...person, words: person.words.toSpliced(at, 2, word) }
  }
  return person
}

/** Penalties, subtracted from the mean likeness of the paired names. */
const deductions = {
  leftOut: 0.03,
  firstGivenLeftOut: 0.08,
  firstFamilyLeftOut: 0.08,
  lastLeftOut: 0.1,
  contradicted: 0.2,
  suffix: 0.11,
  order: 0.01,
} as const
/** The maximum score of two names that share no family name, or only one name. */
const unrelated = 0.5

function judge(short: ComparedPerson, long: ComparedPerson, pairs: readonly PersonPair[]): NameComparison {
  const from = new Set(pairs.map((pair) => pair.from))
  const to = new Set(pairs.map((pair) => pair.to))
  const leftOut = long.words.filter((_, at) => !to.has(at))
  const lacking = short.words.filter((_, at) => !from.has(at))
  const reasons = pairs.flatMap((pair) => pair.reason ?? [])
  const swapped = pairs.some((x) => pairs.some((y) => x.from < y.from && x.to > y.to))

  let score = pairs.reduce((sum, pair) => sum + pair.likeness, 0) / pairs.length
  if (leftOut.length > lacking.length) {
    score -= deductions.leftOut * (leftOut.length - lacking.length)
    reasons.push(`without ${leftOut.map((word) => `"${word.text}"`).join(', ')}`)
  }
  if (lacking.length > 0) {
    score -= deductions.contradicted * lacking.length
    reasons.push(`${lacking.map((word) => `"${word.text}"`).join(', ')} has no like`)
  }
  if (!to.has(0)) score -= deductions.firstGivenLeftOut
  if (!long.ordered && leftOut.some((word) => word.closing)) score -= deductions.lastLeftOut
  // Of two family names, the first is the one that people keep.
  if (long.ordered && leftOut.includes(long.words.find((word) => word.family) as PersonWord)) score -= deductions.firstFamilyLeftOut
  if (short.suffix !== null && long.suffix !== null && short.suffix !== long.suffix) {
    score -= deductions.suffix
    reasons.push(`${short.suffix} against ${long.suffix}`)
  }
  if (swapped) {
    score -= deductions.order
    reasons.unshift('in another order')
  }
  if (!related(short, long, pairs)) score = Math.min(score, unrelated)

  score = Math.max(0, Math.round(score * 1000) / 1000)
  if (score < similarFrom) return { score, explanation: reasons.join('; '), kind: 'different' }
  // A word that has no like lowers the score below this, and one that was left out is among the reasons.
  if (reasons.length === 0 && short.suffix === long.suffix) return { score: 1, explanation: 'the same name', kind: 'exact' }
  const same = pairs.every((pair) => pair.as !== 'spelling')
  return { score, explanation: reasons.join('; ') || 'the same names', kind: same ? 'equivalent' : 'similar' }
}

/** Both a given and a family name must match; a single name matches only a single name. */
function related(short: ComparedPerson, long: ComparedPerson, pairs: readonly PersonPair[]): boolean {
  if (short.words.length === 1) return long.words.length === 1
  if (pairs.length < 2) return false
  // An initial supports a match of other names; alone it does not replace a family name.
  const spelt = pairs.filter((pair) => pair.as !== 'initial')
  const [speltFrom, speltTo] = [new Set(spelt.map((pair) => pair.from)), new Set(spelt.map((pair) => pair.to))]
  if (spelt.length < 2 && long.words.some((word, at) => word.closing && !speltTo.has(at))) return false
  if (!short.ordered && !long.ordered) return speltFrom.has(short.words.length - 1) || speltTo.has(long.words.length - 1)
  const [from, to] = [new Set(pairs.map((pair) => pair.from)), new Set(pairs.map((pair) => pair.to))]
  return hasBoth(short, { family: speltFrom, given: from }) && hasBoth(long, { family: speltTo, given: to })
}

type Places = { readonly family: ReadonlySet<number>; readonly given: ReadonlySet<number> }

function hasBoth({ words, ordered }: ComparedPerson, places: Places): boolean {
  if (!ordered) return true
  return words.some((word, at) => word.family && places.family.has(at)) && words.some((word, at) => !word.family && places.given.has(at))
}
