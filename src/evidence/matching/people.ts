// Names of people: reads given and family names in either order and decides whether two names belong to the same person.
// Allows for initials, short forms, omitted middle names, typing errors and different romanisations.

import type { NameComparison } from './comparison.ts'
import { givenNames } from './given-names.ts'
import { errorsAllowed, fold, letterMask, spellingErrors, typingErrors } from './letters.ts'
import { remembered } from './remembered.ts'
import { otherSounds } from './romanisations.ts'
import { consonants } from './scripts.ts'
import { nearSound, soundKey } from './sound.ts'
import { similarFrom } from './thresholds.ts'

export type PreparedPerson = {
  /** Given names first, then family names: `usama muhammad bin ladin`. */
  readonly text: string
  readonly words: readonly PersonWord[]
  /** Which of a family's members of this name: `jr`, `ii`, ... */
  readonly suffix: string | null
  /** Whether family and given names are told apart, as in `Last, First`. */
  readonly ordered: boolean
}

export type PersonWord = {
  readonly text: string
  readonly family: boolean
  /** A family name, or the last name if the order is unknown. An initial matches it only if the order is known. */
  readonly closing: boolean
  readonly sound: string
  /** How it sounds if another language spells it so. */
  readonly otherSounds: readonly string[]
  readonly mask: number
  /** The lines of the table of given names that have this word, whether it is a given name here or not. */
  readonly shortForms: readonly number[]
}

export type PeopleOptions = {
  /** One of the names was read from a script that writes no short vowels. */
  readonly consonantsOnly?: boolean
}

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

/** `'BIN LADIN, Usama'`, `'Usama bin Ladin'` and `'Dr. Usama Bin Ladin Jr.'` give the same words. */
export function preparePerson(name: string): PreparedPerson {
  const [head = [], ...tail] = fold(name)
    .replace(excellency, '')
    .replace(/\([^)]*\)/g, ' ')
    .split(',')
    .map(splitPerson)
    .filter((words) => words.length > 0)
  const suffix = [...head.slice(1), ...tail.flat()].map((word) => generations.get(word)).find((of) => of !== undefined) ?? null
  const rest = tail.flat().filter((word) => !isSuffix(word))
  const front = head.filter((word, at) => at === 0 || !isSuffix(word))
  const family = rest.length > 0
  const spelt = meaningful([...rest.map((text) => ({ text, family: false })), ...front.map((text) => ({ text, family }))])
  // Of `GARCIA LOPEZ, Van` only family names are left.
  const ordered = family && spelt.some((word) => !word.family)
  const words = spelt.map((word, at, all) => personWord(word, word.family || (!ordered && at === all.length - 1)))
  return { text: words.map((word) => word.text).join(' '), words, suffix, ordered }
}

/** Each with its usual form. */
const generations: ReadonlyMap<string, string> = new Map([
  ['jr', 'jr'],
  ['junior', 'jr'],
  ['sr', 'sr'],
  ['senior', 'sr'],
  ['ii', 'ii'],
  ['iii', 'iii'],
  ['iv', 'iv'],
])
/** `H.E. Sergei Korolenko`. */
const excellency = /^h\.e\.\s+(?=\S+\s+\S)/
const degrees: ReadonlySet<string> = new Set('esq md phd dds dvm cpa mba msc jd llm ceo cfo coo'.split(' '))
const isSuffix = (word: string): boolean => generations.has(word) || degrees.has(word)
const titles: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr prof sir hon rev fr sheikh shaykh shaikh sheik cheikh hajji haji hajj mullah mulla maulvi maulawi mawlawi maulana his excellency engr engineer minister ambassador president lieutenant lt major brigadier brig commander admiral adm marshal sgt sergeant ayatollah general gen col colonel capt captain maj'.split(
    ' ',
  ),
)
/** Particles inside names, which are often omitted. A single letter is one only after two names: `Song Y. Choe` has an initial. */
const particles: ReadonlySet<string> = new Set(
  'al el ul bin ibn bint binti ben ould wuld uld ouled de la las los del da dos das di van von der den du le y e the'.split(' '),
)
/** `Abd`, `Abdul`, `Abdel`, ...; before some letters the article takes their sound: `Abdur Rahman`, `Abdus Salam`. */
const servantOf = /^abd(?:u|(?:ou|[aeou])[lrsnzdt])?$/
const shortFormLines = new Map<string, number[]>()
for (const [line, forms] of givenNames.entries())
  for (const form of forms) shortFormLines.set(form, [...(shortFormLines.get(form) ?? []), line])

function splitPerson(text: string): string[] {
  return text.replaceAll("'", '').match(/[\p{L}\p{N}]+/gu) ?? []
}

type SpeltName = { readonly text: string; readonly family: boolean }

function meaningful(words: readonly SpeltName[]): readonly SpeltName[] {
  const merged: SpeltName[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as SpeltName
    let next = at + 1
    if (!word.text.startsWith('abd')) {
      merged.push(word)
      continue
    }
    if (servantOf.test(word.text)) {
      while (next < words.length - 1 && particles.has((words[next] as SpeltName).text)) next++
      const name = words[next]
      if (name) {
        merged.push({ text: `abd${name.text}`, family: name.family })
        at = next
        continue
      }
    }
    merged.push({ ...word, text: word.text.replace(/^abd(?:ou|[aeou])(?:l|r(?=r)|(?=[rsnzdt]))(?=.{3})(?!l?ah$)/, 'abd') })
  }
  const bare = merged.filter(({ text, family }, at) => !isParticle(text, at) && (family || at === merged.length - 1 || !titles.has(text)))
  const whole = bare.length > 1 && bare.some((word) => word.family) === merged.some((word) => word.family)
  return whole ? bare : merged
}

const isParticle = (text: string, at: number): boolean => particles.has(text) && (text.length > 1 || at > 1)

function personWord({ text, family }: SpeltName, closing: boolean): PersonWord {
  const { sound, others, mask, shortForms } = readWord(text)
  return { text, family, closing, sound, otherSounds: others, mask, shortForms }
}

const none: readonly number[] = []
const readWord = remembered(50_000, (text) => ({
  sound: soundKey(text),
  others: otherSounds(text),
  mask: letterMask(text),
  shortForms: shortFormLines.get(text) ?? none,
}))

/** How well one name matches the other, and in which way. */
type Likeness = { readonly likeness: number; readonly as: 'itself' | 'initial' | 'short form' | 'spelling'; readonly reason: string | null }
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

/** The most that these two words can count as alike in any two names, whether they are family names or not. */
export function possiblePersonLikeness(a: PersonWord, b: PersonWord, { consonantsOnly }: PeopleOptions): number {
  if (a.text === b.text) return 1
  if (consonantsOnly) return Math.max(consonantLikeness(a, b).likeness, withErrors(a, b))
  const [short, long] = a.text.length <= b.text.length ? [a.text, b.text] : [b.text, a.text]
  if (short.length === 1) return long.startsWith(short) ? 0.85 : 0
  const soundsSo = a.sound === b.sound || (long.length - short.length === 2 && long.endsWith(short)) || haveShortForm(a, b)
  return soundsSo ? 0.95 : Math.max(isRespelt(a, b) ? 0.92 : 0, nearSound(a.sound, b.sound) ? 0.9 : 0, withErrors(a, b))
}

function withErrors(a: PersonWord, b: PersonWord): number {
  const [short, long] = [Math.min(a.text.length, b.text.length), Math.max(a.text.length, b.text.length)]
  const limit = short < 3 ? 0 : Math.max(1, Math.min(2, errorsAllowed(short)))
  const errors = spellingErrors(a.text, b.text, limit, a.mask ^ b.mask)
  return errors < 0 ? 0 : Math.max(1 - (errors / long) * 0.9, errors === 1 ? 0.75 : 0)
}

const haveShortForm = ({ shortForms }: PersonWord, other: PersonWord): boolean =>
  shortForms.length > 0 && other.shortForms.length > 0 && shortForms.some((line) => other.shortForms.includes(line))

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

/** How alike two words are where one of them is written without vowels. */
function consonantLikeness(a: PersonWord, b: PersonWord): Likeness {
  const [x, y] = [consonants(a.text), consonants(b.text)]
  if (x !== y) return unlike
  return {
    likeness: x.length >= 3 ? 0.95 : x.length === 2 ? 0.92 : 0.88,
    as: 'spelling',
    reason: `"${a.text}" has the consonants of "${b.text}"`,
  }
}

/** `Jewgeni` sounds like `Yevgeni` to a German. */
const isRespelt = (a: PersonWord, b: PersonWord): boolean =>
  (a.otherSounds.length > 0 && a.otherSounds.includes(b.sound)) || (b.otherSounds.length > 0 && b.otherSounds.includes(a.sound))

const equal: Likeness = { likeness: 1, as: 'itself', reason: null }
const unlike: Likeness = { likeness: 0, as: 'spelling', reason: null }

function personWordLikeness(a: PersonWord, b: PersonWord): Likeness {
  if (a.text === b.text) return equal
  const [short, long] = a.text.length <= b.text.length ? [a, b] : [b, a]
  if (short.text.length === 1)
    return long.text.startsWith(short.text) && (long.family || !long.closing)
      ? { likeness: 0.85, as: 'initial', reason: `initial "${short.text}" for "${long.text}"` }
      : unlike
  if (a.sound === b.sound && short.text.length > 2) return { likeness: 0.95, as: 'spelling', reason: `"${a.text}" sounds like "${b.text}"` }
  if (!a.family && !b.family && haveShortForm(a, b)) return { likeness: 0.94, as: 'short form', reason: `"${a.text}" for "${b.text}"` }
  if (isRespelt(a, b)) return { likeness: 0.92, as: 'spelling', reason: `"${a.text}" is "${b.text}" in another language's spelling` }
  if (long.text.length - short.text.length === 2 && short.text.length > 3 && /^[ae]l/.test(long.text) && long.text.endsWith(short.text)) {
    return { likeness: 0.95, as: 'spelling', reason: `"${a.text}" against "${b.text}"` }
  }
  if (nearSound(a.sound, b.sound)) return { likeness: 0.9, as: 'spelling', reason: `"${a.text}" sounds nearly like "${b.text}"` }
  const limit = Math.min(2, errorsAllowed(short.text.length))
  const errors = spellingErrors(a.text, b.text, limit, a.mask ^ b.mask)
  if (errors < 0) return unlike
  const likeness = 1 - (errors / long.text.length) * (a.text[0] === b.text[0] ? 0.9 : 1.2)
  return { likeness, as: 'spelling', reason: `"${a.text}" against "${b.text}"` }
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
