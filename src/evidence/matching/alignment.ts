// Aligns the words of two business names: which are the same, which are misspelt, run together or missing,
// and how much that matters, given how common each word is.

import { bitCount, errorsAllowed, letterMask, spellingErrors, typingErrors } from './letters.ts'
import { sameWord } from './thresholds.ts'
import { commonWords, placeWords } from './words.ts'

export type NameWord = {
  readonly text: string
  /** The original spelling, before abbreviations were expanded. */
  readonly written: string
  /** How well this word distinguishes businesses, 0 to 1. */
  readonly weight: number
  readonly mask: number
  readonly number: boolean
}

export type Alignment = {
  /** 0 to 1. */
  readonly score: number
  readonly reasons: readonly string[]
  /** Every word has a counterpart; only order and spacing differ. */
  readonly same: boolean
  /** The weight of the words that agree. */
  readonly agreed: number
  readonly pairs: readonly PairedWords[]
  /** The weight of the heaviest word that the other name lacks, of either name. */
  readonly lacking: { readonly one: number; readonly other: number }
}

export type PairedWords = {
  /** Written together where several words of a name are one of the other. */
  readonly one: string
  readonly other: string
  readonly as: 'equal' | 'joined' | 'misspelt' | 'initial' | 'abbreviated'
  readonly likeness: number
  /** What they weigh: the lighter of the two. */
  readonly weight: number
}

const weights = { common: 0.25, place: 0.45, letter: 0.5, number: 0.6, other: 1 } as const

const romanNumeral = /^(?:i{1,3}|iv|vi{0,3}|ix|xi{0,3})$/

export function nameWord(text: string, written: string = text): NameWord {
  const number = /\d/.test(text) || romanNumeral.test(text)
  return { text, written, mask: letterMask(written), number, weight: weightOf(text, number) }
}

function weightOf(text: string, number: boolean): number {
  if (commonInBoth.has(text)) return weights.common
  if (placeWords.has(text)) return weights.place
  if (number) return weights.number
  return text.length === 1 ? weights.letter : weights.other
}

/** Whether very many businesses have this word. */
export const isCommonWord = ({ weight }: NameWord): boolean => weight === weights.common

/** The common words in both numbers. */
const commonInBoth: ReadonlySet<string> = new Set(
  [...commonWords].flatMap((word) => [word, `${word}s`, ...(/[^s]s$/.test(word) ? [word.slice(0, -1)] : [])]),
)

const abbreviatedLikeness = 0.9
const mostErrors = 3

/** If both names lack words of the other, that counts more against a match than one name being a short form of the other. */
const bothLackWords = 1.6

export type AlignmentRules = {
  /** Whether a short word may be an abbreviation of a common one: `Trdg` of `Trading`. */
  readonly abbreviations: boolean
}
const strict: AlignmentRules = { abbreviations: false }

/** Of two names that are not word for word the same: where all words are equal, their order is another. */
export function alignWords(a: readonly NameWord[], b: readonly NameWord[], rules: AlignmentRules = strict): Alignment {
  const pairs: Pair[] = []
  const left = new Set(a.keys())
  const right = new Set(b.keys())

  for (const i of left) {
    for (const j of right) {
      if ((a[i] as NameWord).text !== (b[j] as NameWord).text) continue
      take({ from: [i], to: [j], likeness: 1, as: 'equal', reason: null })
      break
    }
  }
  const inOrder = left.size > 0 || right.size > 0
  for (const pair of [...runTogether(a, left, b, right), ...runTogether(b, right, a, left).map(turn)]) takeIfFree(pair)
  for (const pair of misspelt(a, left, b, right)) takeIfFree(pair)
  if (rules.abbreviations) for (const pair of abbreviated(a, left, b, right)) takeIfFree(pair)
  if (left.size === 1 && right.size === 1) {
    const pair = lastShortWord(a, first([...left]), b, first([...right]))
    if (pair && pairs.reduce((sum, other) => sum + weigh(a, other.from), 0) >= 1) take(pair)
  }
  return score()

  function take(pair: Pair) {
    pairs.push(pair)
    for (const i of pair.from) left.delete(i)
    for (const j of pair.to) right.delete(j)
  }

  function takeIfFree(pair: Pair) {
    if (pair.from.every((i) => left.has(i)) && pair.to.every((j) => right.has(j))) take(pair)
  }

  function score(): Alignment {
    let agreed = 0
    let doubted = 0
    for (const pair of pairs) {
      const weight = Math.min(weigh(a, pair.from), weigh(b, pair.to))
      agreed += weight * pair.likeness
      doubted += weight * (1 - pair.likeness)
    }
    if (agreed === 0) return { score: 0, reasons: ['no words in common'], same: false, agreed, pairs: [], lacking: { one: 0, other: 0 } }
    const missing = (weigh(a, left) + weigh(b, right)) / 2
    const apart = doubted + missing * (left.size > 0 && right.size > 0 ? bothLackWords : 1)
    const share = agreed / (agreed + apart)
    const reasons = pairs.flatMap((pair) => pair.reason ?? [])
    if (left.size > 0) reasons.push(`${quoted(a, left)} only in the one`)
    if (right.size > 0) reasons.push(`${quoted(b, right)} only in the other`)
    if (!inOrder) reasons.unshift('the same words in another order')
    const same = left.size === 0 && right.size === 0 && pairs.every((pair) => pair.likeness >= sameWord)
    const lacking = { one: heaviest(a, left), other: heaviest(b, right) }
    return { score: inOrder ? share : share * 0.98, reasons, same, agreed, pairs: pairs.map(pairedWords), lacking }
  }

  function pairedWords({ from, to, as, likeness }: Pair): PairedWords {
    const weight = Math.min(weigh(a, from), weigh(b, to))
    return {
      one: from.map((i) => (a[i] as NameWord).text).join(''),
      other: to.map((j) => (b[j] as NameWord).text).join(''),
      as,
      likeness,
      weight,
    }
  }
}

type Pair = {
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly likeness: number
  readonly as: PairedWords['as']
  readonly reason: string | null
}

const first = (places: readonly number[]): number => places[0] as number
const turn = (pair: Pair): Pair => ({ ...pair, from: pair.to, to: pair.from })

function weigh(words: readonly NameWord[], places: Iterable<number>): number {
  let sum = 0
  for (const place of places) sum += (words[place] as NameWord).weight
  return sum
}

const heaviest = (words: readonly NameWord[], places: Iterable<number>): number =>
  Math.max(0, ...[...places].map((place) => (words[place] as NameWord).weight))

function quoted(words: readonly NameWord[], places: Iterable<number>): string {
  return [...places].map((place) => `"${(words[place] as NameWord).text}"`).join(', ')
}

/** Two neighbouring words of `a` that are one word in `b`: `sun belt` and `sunbelt`. */
function runTogether(a: readonly NameWord[], left: ReadonlySet<number>, b: readonly NameWord[], right: ReadonlySet<number>): Pair[] {
  const pairs: Pair[] = []
  for (const i of left) {
    if (!left.has(i + 1)) continue
    const [one, two] = [a[i] as NameWord, a[i + 1] as NameWord]
    const joined = one.written + two.written
    for (const j of right) {
      const whole = (b[j] as NameWord).written
      const errors = typingErrors(joined, whole, joined.length >= 7 ? 1 : 0)
      if (errors < 0) continue
      const reason = `"${one.written} ${two.written}" against "${whole}"`
      pairs.push({ from: [i, i + 1], to: [j], likeness: errors === 0 ? 0.98 : 0.88, as: errors === 0 ? 'joined' : 'misspelt', reason })
    }
  }
  return pairs
}

function misspelt(a: readonly NameWord[], left: ReadonlySet<number>, b: readonly NameWord[], right: ReadonlySet<number>): Pair[] {
  const pairs: Pair[] = []
  for (const i of left) {
    for (const j of right) {
      const [x, y] = [a[i] as NameWord, b[j] as NameWord]
      const likeness = wordLikeness(x, y)
      if (likeness === 0) continue
      const as = Math.min(x.text.length, y.text.length) === 1 ? 'initial' : likeness >= sameWord ? 'equal' : 'misspelt'
      pairs.push({ from: [i], to: [j], likeness, as, reason: `"${x.text}" against "${y.text}"` })
    }
  }
  return pairs.toSorted((x, y) => y.likeness - x.likeness)
}

/** Pairs in which one word has the other's first letter and some of the letters after it, in order. */
function abbreviated(a: readonly NameWord[], left: ReadonlySet<number>, b: readonly NameWord[], right: ReadonlySet<number>): Pair[] {
  const pairs: Pair[] = []
  for (const i of left) {
    for (const j of right) {
      const [x, y] = [a[i] as NameWord, b[j] as NameWord]
      const [short, long] = isAbbreviation(x, y) ? [x, y] : [y, x]
      if (!isAbbreviation(short, long)) continue
      const reason = `"${short.written}" for "${long.written}"`
      pairs.push({ from: [i], to: [j], likeness: abbreviatedLikeness, as: 'abbreviated', reason })
    }
  }
  return pairs
}

/** The most that two words of two names can be alike, whatever stands beside them. */
export function possibleLikeness(a: NameWord, b: NameWord): number {
  if (a.text === b.text) return 1
  // Most pairs of words have too many different letters for anything but an initial or an abbreviation, which begin with the same one.
  if (bitCount(a.mask ^ b.mask) > 2 * mostErrors && a.written[0] !== b.written[0]) return 0
  const shortened = isAbbreviation(a, b) || isAbbreviation(b, a) ? abbreviatedLikeness : 0
  return Math.max(wordLikeness(a, b), shortened, lastShortWord([a], 0, [b], 0)?.likeness ?? 0)
}

function isAbbreviation({ written: short }: NameWord, { written: long, weight }: NameWord): boolean {
  if (weight >= weights.place || short.length < 3 || long.length - short.length < 2 || short[0] !== long[0]) return false
  if (short.length === 3 && !long.startsWith(short) && /[aeiou]/.test(short.slice(1))) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

/** A short word may contain a typing error only if all other words match and are distinctive enough. */
function lastShortWord(a: readonly NameWord[], i: number, b: readonly NameWord[], j: number): Pair | null {
  const [x, y] = [a[i] as NameWord, b[j] as NameWord]
  if (areBothKnown(x, y) || x.number || y.number || Math.min(x.text.length, y.text.length) < 3 || typingErrors(x.text, y.text, 1) < 0)
    return null
  return { from: [i], to: [j], likeness: 0.7, as: 'misspelt', reason: `"${x.text}" against "${y.text}"` }
}

/** Two correctly spelt words are different words. */
function areBothKnown(a: NameWord, b: NameWord): boolean {
  return a.weight <= weights.place && b.weight <= weights.place
}

/** How likely two unequal words are the same word; 0 if they are not. */
function wordLikeness(a: NameWord, b: NameWord): number {
  if (a.number || b.number) return 0
  const [short, long] = a.text.length <= b.text.length ? [a, b] : [b, a]
  if (short.text.length === 1) return long.text.startsWith(short.text) ? 0.7 : 0
  if (long.text.length === short.text.length + 1 && long.text.endsWith('s') && long.text.startsWith(short.text))
    return short.text.length > 2 ? 0.97 : 0
  if (areBothKnown(a, b)) return 0
  const [shorter, longer] = [Math.min(a.written.length, b.written.length), Math.max(a.written.length, b.written.length)]
  const errors = spellingErrors(a.written, b.written, errorsAllowed(shorter), a.mask ^ b.mask)
  if (errors < 0) return 0
  return 1 - (errors / longer) * (a.text[0] === b.text[0] ? 0.9 : 1.1)
}
