// Names of people: reads given and family names in either order and says how far two names are the same person's,
// through initials, short forms, left-out middle names, typing errors and the many ways of writing one name in Latin letters.

import { type NameComparison, similarFrom } from './comparison.ts'
import { bitCount, errorsAllowed, fold, letterMask, typingErrors } from './letters.ts'
import { soundKey } from './sound.ts'
import { givenNames } from './words.ts'

export type PreparedPerson = {
  /** Given names first, then family names: `usama muhammad bin ladin`. */
  readonly text: string
  readonly words: readonly PersonWord[]
  /** `Jr`, `II`, ... in lower case. */
  readonly suffix: string | null
  /** Whether the order is known, as it is in `Last, First`. */
  readonly ordered: boolean
}

export type PersonWord = {
  readonly text: string
  readonly family: boolean
  readonly sound: string
  readonly mask: number
  /** The number of the line in the table of given names, -1 for none. */
  readonly shortForms: readonly number[]
}

/** Compares two people's names. Pass what `preparePerson` returned when one name meets many. */
export function comparePeople(a: string | PreparedPerson, b: string | PreparedPerson): NameComparison {
  const left = typeof a === 'string' ? preparePerson(a) : a
  const right = typeof b === 'string' ? preparePerson(b) : b
  if (left.words.length === 0 || right.words.length === 0) return { score: 0, explanation: 'a name without letters', kind: 'different' }
  const [short, long] = left.words.length <= right.words.length ? [left, right] : [right, left]
  const pairs = pairWords(short.words, long.words)
  if (pairs.length === 0) return { score: 0, explanation: 'no names in common', kind: 'different' }
  return judge(short, long, pairs)
}

/** `'BIN LADIN, Usama'`, `'Usama bin Ladin'` and `'Dr. Usama Bin Ladin Jr.'` give the same words. */
export function preparePerson(name: string): PreparedPerson {
  const [head = [], ...tail] = fold(name)
    .replace(/\([^)]*\)/g, ' ')
    .split(',')
    .map(splitPerson)
    .filter((words) => words.length > 0)
  const suffix = [...head.slice(1), ...tail.flat()].find((word) => suffixes.has(word)) ?? null
  const rest = tail.flat().filter((word) => !suffixes.has(word))
  const front = head.filter((word, at) => at === 0 || !suffixes.has(word))
  const ordered = rest.length > 0
  const family = ordered ? meaningful(front) : []
  const given = meaningful(ordered ? rest : front)
  const words = [...given.map((word) => personWord(word, false)), ...family.map((word) => personWord(word, true))]
  return { text: words.map((word) => word.text).join(' '), words, suffix, ordered }
}

const suffixes: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'junior', 'senior', 'esq', 'md', 'phd', 'dds', 'cpa'])
const titles: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr prof sir hon rev fr sheikh shaykh cheikh hajji haji hajj mullah maulvi maulawi general gen col colonel capt captain maj'.split(
    ' ',
  ),
)
/** Small words inside names that are left out as often as not. */
const particles: ReadonlySet<string> = new Set(
  'al el ul bin ibn bint ben ould wuld de la las los del da dos das di van von der den du le y e the'.split(' '),
)
const servantOf: ReadonlySet<string> = new Set(['abd', 'abdul', 'abdel', 'abdal', 'abdol', 'abdu'])
const shortFormLines = new Map<string, number[]>()
for (const [line, forms] of givenNames.entries())
  for (const form of forms) shortFormLines.set(form, [...(shortFormLines.get(form) ?? []), line])

function splitPerson(text: string): string[] {
  return text
    .replace(/\./g, ' ')
    .replaceAll("'", '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
}

function meaningful(words: readonly string[]): string[] {
  const merged: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    let next = at + 1
    if (servantOf.has(word)) {
      while (next < words.length - 1 && particles.has(words[next] as string)) next++
      if (next < words.length) {
        merged.push(`abd${words[next]}`)
        at = next
        continue
      }
    }
    merged.push(word.replace(/^abd(?:[aeou]l|[aeou]r(?=r)|[aeou](?=[rsnzdt]))(?=.{3})/, 'abd'))
  }
  const kept = merged.filter((word) => !particles.has(word) && !titles.has(word))
  return kept.length > 0 ? kept : merged
}

function personWord(text: string, family: boolean): PersonWord {
  return { text, family, sound: soundKey(text), mask: letterMask(text), shortForms: family ? [] : (shortFormLines.get(text) ?? []) }
}

type PersonPair = { readonly from: number; readonly to: number; readonly likeness: number; readonly reason: string | null }

function pairWords(short: readonly PersonWord[], long: readonly PersonWord[]): PersonPair[] {
  const possible: PersonPair[] = []
  for (const [from, a] of short.entries()) {
    for (const [to, b] of long.entries()) {
      const { likeness, reason } = personWordLikeness(a, b)
      if (likeness > 0) possible.push({ from, to, likeness, reason })
    }
  }
  if (possible.length > 1) possible.sort((x, y) => y.likeness - x.likeness)
  const taken: PersonPair[] = []
  for (const pair of possible) if (!taken.some((other) => other.from === pair.from || other.to === pair.to)) taken.push(pair)
  return taken
}

type Likeness = { readonly likeness: number; readonly reason: string | null }
const equal: Likeness = { likeness: 1, reason: null }
const unlike: Likeness = { likeness: 0, reason: null }

function personWordLikeness(a: PersonWord, b: PersonWord): Likeness {
  if (a.text === b.text) return equal
  const [short, long] = a.text.length <= b.text.length ? [a, b] : [b, a]
  if (short.text.length === 1)
    return long.text.startsWith(short.text) ? { likeness: 0.85, reason: `initial "${short.text}" for "${long.text}"` } : unlike
  if (a.sound === b.sound && short.text.length > 2) return { likeness: 0.95, reason: `"${a.text}" sounds like "${b.text}"` }
  if (a.shortForms.some((line) => b.shortForms.includes(line))) return { likeness: 0.94, reason: `"${a.text}" for "${b.text}"` }
  if (long.text.length - short.text.length === 2 && short.text.length > 3 && /^[ae]l/.test(long.text) && long.text.endsWith(short.text)) {
    return { likeness: 0.95, reason: `"${a.text}" against "${b.text}"` }
  }
  if (nearSound(a.sound, b.sound)) return { likeness: 0.9, reason: `"${a.text}" sounds nearly like "${b.text}"` }
  const limit = Math.min(2, errorsAllowed(short.text.length))
  if (limit === 0 || bitCount(a.mask ^ b.mask) > 2 * limit) return unlike
  const errors = typingErrors(a.text, b.text, limit)
  if (errors < 0) return unlike
  const likeness = 1 - (errors / long.text.length) * (a.text[0] === b.text[0] ? 0.9 : 1.2)
  return { likeness, reason: `"${a.text}" against "${b.text}"` }
}

/** Equal but for one vowel after the first: `yusuf` and `yousef`, not `hasan` and `husayn`. */
function nearSound(a: string, b: string): boolean {
  if (a.length !== b.length || a.length < 5) return false
  let differing = 0
  let firstVowel = true
  for (let i = 0; i < a.length; i++) {
    const vowel = isVowel(a[i])
    if (a[i] !== b[i]) {
      if (!vowel || !isVowel(b[i]) || firstVowel) return false
      differing++
    }
    if (vowel) firstVowel = false
  }
  return differing === 1
}

const isVowel = (letter: string | undefined): boolean => letter === 'a' || letter === 'i' || letter === 'u'

/** What is taken off the mean likeness of the names that were paired. */
const deductions = { leftOut: 0.03, firstGivenLeftOut: 0.05, contradicted: 0.2, suffix: 0.1, order: 0.01 } as const
/** The most that two names can reach that share no family name, or only one name. */
const unrelated = 0.5

function judge(short: PreparedPerson, long: PreparedPerson, pairs: readonly PersonPair[]): NameComparison {
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
  if (long.ordered && !to.has(0) && leftOut.length > 0) score -= deductions.firstGivenLeftOut
  if (short.suffix !== null && long.suffix !== null && short.suffix !== long.suffix) {
    score -= deductions.suffix
    reasons.push(`${short.suffix} against ${long.suffix}`)
  }
  if (swapped) {
    score -= deductions.order
    reasons.unshift('in another order')
  }
  if (!related(short, long, from, to, pairs.length)) score = Math.min(score, unrelated)

  score = Math.max(0, Math.round(score * 1000) / 1000)
  if (score < similarFrom) return { score, explanation: reasons.join('; '), kind: 'different' }
  const whole = leftOut.length === 0 && lacking.length === 0 && reasons.length === 0 && short.suffix === long.suffix
  if (whole) return { score: 1, explanation: 'the same name', kind: 'exact' }
  const same = lacking.length === 0 && pairs.every((pair) => pair.likeness === 1 || pair.likeness === 0.85 || pair.likeness === 0.94)
  return { score, explanation: reasons.join('; ') || 'the same names', kind: same ? 'equivalent' : 'similar' }
}

/** A given and a family name must both be found; a single name answers only to a single name. */
function related(short: PreparedPerson, long: PreparedPerson, from: ReadonlySet<number>, to: ReadonlySet<number>, found: number): boolean {
  if (short.words.length === 1) return long.words.length === 1
  if (found < 2) return false
  if (!short.ordered && !long.ordered) return from.has(short.words.length - 1) || to.has(long.words.length - 1)
  return hasBoth(short, from) && hasBoth(long, to)
}

function hasBoth(person: PreparedPerson, places: ReadonlySet<number>): boolean {
  if (!person.ordered) return true
  return person.words.some((word, at) => word.family && places.has(at)) && person.words.some((word, at) => !word.family && places.has(at))
}
