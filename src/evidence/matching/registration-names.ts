// Compares the name of a business with a registered name. The question differs from screening: near-identical names are usually different firms,
// so a typing error is never the same name, and a number or a distinctive word more or less makes it another name.
import { isCommonWord, type NameWord } from './alignment.ts'
import { errorsAllowed, typingErrors } from './letters.ts'
import { compareNames, type PreparedName, prepareName } from './names.ts'
import { misspeltAmongOthers, sameName, similarName } from './thresholds.ts'

/** The best first. */
export const registeredNameKinds = ['same', 'other form', 'near', 'different'] as const

export type RegisteredName = {
  /**
   * `same`: the same words, in whatever spelling is usual, and no other legal form. `other form`: the same words with another legal form.
   * `near`: typing errors, other order, or common words more or less. `different`: all else.
   */
  readonly kind: (typeof registeredNameKinds)[number]
  /** 0 to 1, within the limits of the kind: `same` from `sameName` on, `other form` and `near` from `similarName` on and below it. */
  readonly score: number
  readonly explanation: string
}

/**
 * @example
 * compareRegisteredName('Acme Widgets', 'ACME WIDGETS, L.L.C.').kind // => 'same'
 * compareRegisteredName('Acme Widgts LLC', 'Acme Widgets LLC').kind // => 'near'
 * compareRegisteredName('Acme Widgets 2 LLC', 'Acme Widgets LLC').kind // => 'different'
 */
export function compareRegisteredName(name: string, registered: string): RegisteredName {
  const [a, b] = [prepareName(name), prepareName(registered)]
  const { score } = compareNames(a, b)
  const compared = [
    ...[a, ...a.parts].flatMap((left) => [b, ...b.parts].map((right) => compareWords(left, right))),
    ...sameBeforeForm(name, b),
    ...sameBeforeForm(registered, a),
  ]
  const best = compared.toSorted((x, y) => registeredNameKinds.indexOf(x.kind) - registeredNameKinds.indexOf(y.kind))[0] as Judged
  return { ...best, score: clamped(score, ...limits[best.kind]) }
}

/** Whether it is the same name, with the same legal form or another one. */
export const bearsName = ({ kind }: Pick<RegisteredName, 'kind'>): boolean => kind === 'same' || kind === 'other form'

/** Whether a name has enough words that tell it from others to point to one business on its own. */
export function tellsApart(name: string, words: number): boolean {
  return prepareName(name).words.filter(({ weight }) => weight === 1).length >= words
}

const limits: Readonly<Record<RegisteredName['kind'], readonly [least: number, most: number]>> = {
  same: [sameName, 1],
  'other form': [similarName, sameName - 0.01],
  near: [similarName, sameName - 0.01],
  different: [0, similarName - 0.01],
}

const clamped = (score: number, least: number, most: number): number => Math.round(Math.min(Math.max(score, least), most) * 1000) / 1000

type Judged = Pick<RegisteredName, 'kind' | 'explanation'>

function compareWords(a: PreparedName, b: PreparedName): Judged {
  if (a.words.length === 0 || b.words.length === 0) return { kind: 'different', explanation: 'a name without letters' }
  const sameWords = a.words.length === b.words.length && a.words.every((word, at) => isEqual(word, b.words[at] as NameWord))
  if (sameWords && a.text === b.text) return { kind: 'same', explanation: 'the same name' }
  if (sameWords || (a.joined === b.joined && a.joined.length >= 5))
    return withForm(a, b, sameWords ? 'the same words' : 'the same letters with other spaces')
  const words = matched(a, b)
  return { ...judgeRest(a, b, words), explanation: explained(a, b, words) }
}

function withForm({ legalForm: a }: PreparedName, { legalForm: b }: PreparedName, words: string): Judged {
  if (a === b) return { kind: 'same', explanation: words }
  if (a === null || b === null) return { kind: 'same', explanation: `${words}; legal form ${a ?? b} on one side only` }
  if (a === noForm || b === noForm) return { kind: 'same', explanation: `${words}; legal form ${a} against ${b}` }
  return { kind: 'other form', explanation: `${words}; legal form ${a} against ${b}` }
}

/** Companies of every legal form have the word `Company` in their names. */
const noForm = 'Co'

/** `L13 GP` ends in what looks like a legal form, and is `L13 GP LLC` without its own. */
function sameBeforeForm(name: string, full: PreparedName): readonly Judged[] {
  const { legalForm, words } = prepareName(name)
  if (full.legalForm === null || legalForm === full.legalForm) return []
  const completed = prepareName(`${name} ${full.legalForm}`)
  if (completed.words.length <= words.length || compareWords(completed, full).kind !== 'same') return []
  return [{ kind: 'same', explanation: `the same words; legal form ${full.legalForm} on one side only` }]
}

/** Another usual spelling is the same word; the plural is not. */
function isEqual(a: NameWord, b: NameWord): boolean {
  return a.text === b.text && !isPlural(a, b)
}

function isPlural({ written: a }: NameWord, { written: b }: NameWord): boolean {
  return `${a}s` === b || `${b}s` === a
}

function judgeRest(a: PreparedName, b: PreparedName, { equal, pairs, left, right }: Matched): Pick<Judged, 'kind'> {
  const longJoined = Math.min(a.joined.length, b.joined.length) >= 8
  const hasNumber = [...a.words, ...b.words].some(({ number }) => number)
  if (longJoined && !hasNumber && typingErrors(a.joined, b.joined, 1) === 1 && a.words.length !== b.words.length) return { kind: 'near' }
  const rest = [...left, ...right]
  // Some LLC is not Soma Plant Science misspelt: where other words differ too, only a long misspelt word tells the business.
  const telling = pairs.map(([word]) => word).filter(({ written }) => rest.length === 0 || written.length >= misspeltAmongOthers)
  const isNear = pairs.length <= 2 && rest.every(isCommonWord) && [...equal, ...telling].some((word) => !isCommonWord(word))
  return { kind: isNear ? 'near' : 'different' }
}

function explained(a: PreparedName, b: PreparedName, { pairs, left, right }: Matched): string {
  const quoted = (words: readonly NameWord[]) => words.map(({ written }) => `"${written}"`).join(', ')
  const reasons = [
    ...pairs.map(([x, y]) => `"${x.written}" against "${y.written}"`),
    ...(left.length > 0 ? [`${quoted(left)} only in the name as given`] : []),
    ...(right.length > 0 ? [`${quoted(right)} only in the registered name`] : []),
    ...(a.legalForm !== b.legalForm && a.legalForm && b.legalForm ? [`legal form ${a.legalForm} against ${b.legalForm}`] : []),
  ]
  return reasons.length > 0 ? reasons.join('; ') : 'the same words in another order'
}

type Matched = {
  readonly equal: readonly NameWord[]
  /** Words that are one another misspelt. */
  readonly pairs: readonly (readonly [NameWord, NameWord])[]
  readonly left: readonly NameWord[]
  readonly right: readonly NameWord[]
}

function matched(a: PreparedName, b: PreparedName): Matched {
  const right = [...b.words]
  const equal: NameWord[] = []
  const unequal: NameWord[] = []
  for (const word of a.words) {
    const at = right.findIndex((other) => isEqual(word, other))
    if (at < 0) unequal.push(word)
    else {
      equal.push(word)
      right.splice(at, 1)
    }
  }
  const pairs: (readonly [NameWord, NameWord])[] = []
  const left: NameWord[] = []
  for (const word of unequal) {
    const at = right.findIndex((other) => isMisspelt(word, other))
    const other = right[at]
    if (other === undefined) left.push(word)
    else {
      pairs.push([word, other])
      right.splice(at, 1)
    }
  }
  return { equal, pairs, left, right }
}

/** Two errors in a long word, one in a shorter one. Two common words are two words, unless one is the plural. */
function isMisspelt(a: NameWord, b: NameWord): boolean {
  if (a.number || b.number) return false
  if (isPlural(a, b) || `${a.text}s` === b.text || `${b.text}s` === a.text) return true
  if (a.weight < 1 && b.weight < 1) return false
  const shortest = Math.min(a.written.length, b.written.length)
  const allowed = shortest < 3 ? 0 : Math.min(2, Math.max(1, errorsAllowed(shortest)))
  return typingErrors(a.written, b.written, allowed) > 0
}
