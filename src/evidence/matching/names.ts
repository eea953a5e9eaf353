// Names of businesses: splits a name into the words that matter and decides whether two names belong to the same business,
// with the reason in words. `letters.ts` has the spelling rules, `words.ts` the vocabulary.

import { alignWords, type NameWord, nameWord } from './alignment.ts'
import type { NameComparison } from './comparison.ts'
import { fold } from './letters.ts'
import { remembered } from './remembered.ts'
import { similarFrom } from './thresholds.ts'
import { fillerWords, type LegalForm, legalForms, sameWords } from './words.ts'

export type { NameComparison } from './comparison.ts'

export type NormalisedName = {
  /** The whole name in lower case without accents and punctuation, with abbreviations expanded and the legal form at the end. */
  readonly text: string
  readonly tokens: readonly string[]
  /** `LLC`, `Inc`, `GmbH`, ...: null if the name has none. */
  readonly legalForm: string | null
  /** The distinctive words of the name: no legal form, no articles, no `and`. Empty only if the name has no letters. */
  readonly core: readonly string[]
}

export type PreparedName = NormalisedName & {
  readonly words: readonly NameWord[]
  /** The core's words in their original spelling, joined. */
  readonly joined: string
  /** The names on either side of `d/b/a`, if present; each is also compared alone. */
  readonly parts: readonly PreparedName[]
}

export type CompareOptions = {
  /** For names whose legal form carries no meaning, such as trade names. */
  readonly ignoreLegalForm?: boolean
}

/**
 * Compares two business names. To compare one name with many, pass the result of `prepareName`.
 * @example
 * compareNames('Acme Widgets LLC', 'ACME WIDGETS, L.L.C.').kind // => 'exact'
 * compareNames('Acme Widgets LLC', 'Apex Gadgets LLC').kind // => 'different'
 */
export function compareNames(a: string | PreparedName, b: string | PreparedName, options: CompareOptions = {}): NameComparison {
  if (a === b && typeof a === 'string' && normaliseName(a).core.length > 0) return sameName
  const left = typeof a === 'string' ? prepareName(a) : a
  const right = typeof b === 'string' ? prepareName(b) : b
  return bestOfParts(left, right, {
    compare: (x, y) => comparePrepared(x, y, options),
    told: 'one of the names joined by "doing business as"',
  })
}

const sameName: NameComparison = { score: 1, explanation: 'the same name', kind: 'exact' }

type InParts<Name> = { readonly parts: readonly Name[] }

/** The comparison of two whole names, or a better one of the names within them. */
export function bestOfParts<Name extends InParts<Name>, Comparison extends Pick<NameComparison, 'score' | 'explanation'>>(
  a: Name,
  b: Name,
  { compare, told }: { readonly compare: (a: Name, b: Name) => Comparison; readonly told: string },
): Comparison {
  const [whole, ...others] = [a, ...a.parts].flatMap((x) => [b, ...b.parts].map((y) => compare(x, y))) as [Comparison, ...Comparison[]]
  const best = others.toSorted((x, y) => y.score - x.score)[0]
  if (best === undefined || best.score <= whole.score) return whole
  return { ...best, explanation: `${best.explanation}; ${told}` }
}

/**
 * Separates a name from its trade names.
 * @example
 * splitDba("Smith Holdings LLC d/b/a Joe's Diner") // => { name: 'Smith Holdings LLC', dbas: ["Joe's Diner"] }
 */
export function splitDba(name: string): { readonly name: string; readonly dbas: readonly string[] } {
  const [first = '', ...dbas] = splitAtMarks(name, dbaMark)
  return { name: first, dbas }
}

/** The names between marks such as `d/b/a`, without the signs around them. */
export function splitAtMarks(name: string, mark: RegExp): readonly string[] {
  const parts = name.split(mark).map((part) => part.replace(/^[\s,;:("']+|[\s,;:("']+$/g, ''))
  // The bracket of `Smith Holdings (dba Joe's)` was opened before the mark.
  const closed = parts.map((part, at) => (at > 0 && opens(part) < closes(part) ? part.replace(/[\s,;:"']*\)$/, '') : part))
  return closed.filter((part) => part !== '')
}

const opens = (text: string): number => text.split('(').length
const closes = (text: string): number => text.split(')').length

/** What a mark that parts two names looks like; the words are a pattern. */
export const markOf = (words: string): RegExp => new RegExp(`(?:^|[\\s,;(]+)(?:${words})(?=[\\s:;,)"']|$)[\\s:;,]*`, 'i')

export const dbaWords = String.raw`d\s?[/.]\s?b\s?[/.]\s?a\.?|dba|doing business as|t\/a|trading as|also doing business as|a\s?[/.]\s?k\s?[/.]\s?a\.?|aka`
const dbaMark = markOf(dbaWords)

export const normaliseName = (name: string): NormalisedName => readName(name).normalised

/** `written`: the core's words in their original spelling. */
type ReadName = { readonly normalised: NormalisedName; readonly written: readonly string[] }

/** One verification reads the same few names many times. */
const namesRemembered = 1_000

const readName = remembered(namesRemembered, (name): ReadName => {
  const { words, form } = takeLegalForm(splitWords(name))
  const spelt = joinLetters(words).map((written) => ({ text: sameWords.get(written) ?? written, written }))
  const distinct = spelt.filter((word) => !fillerWords.has(word.text))
  const legalForm = form?.label ?? null
  const tokens = [...spelt.map((word) => word.text), ...(legalForm === null ? [] : [legalForm.toLowerCase()])]
  const core = distinct.length > 0 ? distinct : spelt
  const normalised = { text: tokens.join(' '), tokens, legalForm, core: core.map((word) => word.text) }
  return { normalised, written: core.map((word) => word.written) }
})

export const prepareName = remembered(namesRemembered, (name): PreparedName => {
  const { name: first, dbas } = splitDba(name)
  const parts = dbas.length === 0 ? [] : [first, ...dbas].map(prepareSingle)
  return { ...prepareSingle(name), parts }
})

function prepareSingle(name: string): PreparedName {
  const { normalised, written } = readName(name)
  const words = normalised.core.map((text, at) => nameWord(text, written[at] ?? text))
  return { ...normalised, words, joined: written.join(''), parts: [] }
}

function comparePrepared(a: PreparedName, b: PreparedName, options: CompareOptions): NameComparison {
  if (a.words.length === 0 || b.words.length === 0) return { score: 0, explanation: 'a name without letters', kind: 'different' }
  const form = options.ignoreLegalForm ? sameForm : compareForms(a.legalForm, b.legalForm)
  if (a.text === b.text) return sameName
  if (a.words.length === b.words.length && a.words.every((word, at) => word.text === b.words[at]?.text)) {
    return verdict({ score: 1, reasons: ['the same words'], same: true }, form)
  }
  if (a.joined === b.joined && a.joined.length >= 5)
    return verdict({ score: 0.98, reasons: ['the same letters with other spaces'], same: true }, form)
  return verdict(alignWords(a.words, b.words), form)
}

type FormComparison = { readonly factor: number; readonly same: boolean; readonly reason: string | null }

const sameForm: FormComparison = { factor: 1, same: true, reason: null }

export function compareForms(a: string | null, b: string | null): FormComparison {
  if (a === b) return sameForm
  if (a === null || b === null) return { factor: 0.98, same: true, reason: `legal form ${a ?? b} on one side only` }
  const reason = `legal form ${a} against ${b}`
  const related = formByLabel.get(a)?.family === formByLabel.get(b)?.family
  return related ? { factor: 0.96, same: true, reason } : { factor: 0.93, same: false, reason }
}

function verdict(
  words: { readonly score: number; readonly reasons: readonly string[]; readonly same: boolean },
  form: FormComparison,
): NameComparison {
  const score = Math.round(words.score * form.factor * 1000) / 1000
  const kind = score < similarFrom ? 'different' : words.same && form.same ? 'equivalent' : 'similar'
  const reasons = form.reason === null || kind === 'different' ? words.reasons : [...words.reasons, form.reason]
  return { score, explanation: reasons.join('; '), kind }
}

export function splitWords(name: string): string[] {
  // `SpA` is a legal form only in this spelling: a day spa is not one.
  const marked = name.replace(/\bSpA\b|\bS\.\s?p\.\s?A\b\.?/gi, (found) => (found.includes('.') || found === 'SpA' ? ' s p a ' : found))
  return fold(marked)
    .replace(/(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])\.?/gu, (dotted) => dotted.replaceAll('.', ''))
    .replaceAll("'", '')
    .replace(/[&+]/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/ n (?=\S)/g, ' and ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
}

type Spelling = { readonly words: readonly string[]; readonly form: LegalForm }

const formByLabel = new Map(legalForms.map((form) => [form.label, form]))
const spellings: readonly Spelling[] = legalForms
  .flatMap((form) => form.spellings.map((spelling) => ({ words: spelling.split(' '), form })))
  .toSorted((a, b) => b.words.length - a.words.length)
const spellingsByLast = Map.groupBy(spellings, (spelling) => spelling.words.at(-1) as string)
const spellingsByFirst = Map.groupBy(spellings, (spelling) => spelling.words[0] as string)
/** Forms that may precede another one, as in `Trading Co. LLC`. */
const innerForms: ReadonlySet<string> = new Set(['Co', 'Corp', 'Ltd', 'Inc', 'JSC', 'LLC', 'FZE', 'Pvt Ltd', 'Pty Ltd'])

function takeLegalForm(all: readonly string[]): { readonly words: readonly string[]; readonly form: LegalForm | null } {
  let words = all
  let form: LegalForm | null = null
  for (;;) {
    const found = spellingsByLast
      .get(words.at(-1) ?? '')
      ?.find(
        (spelling) =>
          spelling.words.length < words.length &&
          spelling.words.every((word, i) => word === words[words.length - spelling.words.length + i]),
      )
    if (!found || (form !== null && !innerForms.has(found.form.label))) break
    form ??= found.form
    words = words.slice(0, words.length - found.words.length)
  }
  const opening = spellingsByFirst
    .get(words[0] ?? '')
    ?.find(
      (spelling) =>
        spelling.form.place === 'start or end' &&
        spelling.words.length < words.length &&
        spelling.words.every((word, i) => word === words[i]),
    )
  if (opening) {
    form ??= opening.form
    words = words.slice(opening.words.length)
  }
  for (let at = 1; at < words.length; at++) {
    const inside = spellingsByFirst
      .get(words[at] as string)
      ?.find((spelling) => spelling.form.place === 'anywhere' && spelling.words.every((word, i) => word === words[at + i]))
    if (!inside) continue
    form ??= inside.form
    words = [...words.slice(0, at), ...words.slice(at + inside.words.length)]
  }
  return { words, form }
}

/** `a b c services` equals `abc services`: people write initials with and without spaces. */
export function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = []
  let letters = ''
  for (const word of words) {
    if (/^\p{L}$/u.test(word)) {
      letters += word
      continue
    }
    if (letters !== '') joined.push(letters)
    letters = ''
    joined.push(word)
  }
  if (letters !== '') joined.push(letters)
  return joined
}
