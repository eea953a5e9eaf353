// The names that stand within the screened name of a business: its other and former names, and the people whom it is named after.

import { dbaWords, markOf, normaliseName, splitAtMarks } from './names.ts'
import { worldFormAtEnd } from './world-forms.ts'

/** `f/k/a`, `c/o` and the like: a listed party in full beside another name is a listed party. */
const mark = markOf(
  String.raw`${dbaWords}|[fn]\s?[/.]\s?k\s?[/.]\s?a\.?|fka|nka|(?:formerly|previously|also|now) known as|formerly|previously|c\s?/\s?o|care of|o\s?/\s?b\s?/\s?o|on behalf of|(?:as )?agent for`,
)
const sign = /\s*;\s*|\s+\/\s+|\s+[-–—]\s+(?=.*\bbranch\b)/i

/**
 * The names that are written in one; none if there is only one.
 * @example
 * namesWithin('Brightwater LLC f/k/a Kolmu Vostok Ltd') // => ['Brightwater LLC', 'Kolmu Vostok Ltd']
 * namesWithin('Brightwater LLC') // => []
 */
export function namesWithin(text: string): readonly string[] {
  const names = text.split(sign).flatMap((part) => splitAtMarks(part, mark))
  return names.length > 1 ? names : []
}

/** What is written before or after a name without being part of it: a courtesy, an office of the business, the number of its account. */
const courtesy = /^\s*(?:m\s?\/\s?s|messrs)\b[\s.]*/i
const office = /(?:[\s,(–—-]+(?:branch|representative|rep|liaison|regional|head|registered) office|\s*[,(–—-]\s*branch)\s*\)?\s*$/i
const reference = /[\s,]+(?:#|(?:no|a\/c|acc?t|account|tin|ein|vat|ref)\b)[\s.:#]*\d[\d -]*$|\s+\d{5,}\s*$/i
const brackets = /\s*[([]([^()[\]]*)[)\]]\s*/g

/** Other ways to read a name. */
export type Readings = {
  /** The names within it, and the name without a courtesy, an office or a number. */
  readonly names: readonly string[]
  /** The name without what stands in brackets. */
  readonly withoutBrackets: string | null
  readonly inBrackets: readonly string[]
}

/**
 * @example
 * readingsOf('M/S Kolmu Vostok (Dubai) Ltd') // => { names: ['Kolmu Vostok (Dubai) Ltd'], withoutBrackets: 'Kolmu Vostok Ltd', inBrackets: ['Dubai'] }
 */
export function readingsOf(text: string): Readings {
  const bare = text.replace(courtesy, '').replace(office, '').replace(reference, '')
  const without = bare.replace(brackets, ' ').trim()
  return {
    names: [...(bare === text ? [] : [bare]), ...namesWithin(bare)],
    withoutBrackets: without === bare.trim() ? null : without,
    inBrackets: [...bare.matchAll(brackets)].map(([, inner]) => inner as string),
  }
}

/** Words that say that a business holds, or is, what a person owns. */
const holdingWords: ReadonlySet<string> = new Set(
  'family trust revocable irrevocable living testamentary trustee trustees estate heirs law office offices firm holdings associates sons brothers group enterprises'.split(
    ' ',
  ),
)

/**
 * The names of the people whom a business may be named after.
 * @example
 * peopleWithin('The Anna Kolmu Family Trust') // => ['anna kolmu family trust', 'anna kolmu']
 */
export function peopleWithin(text: string): readonly string[] {
  return [
    ...new Set(
      [text, ...namesWithin(text)]
        .map((name) => normaliseName(name).core)
        .flatMap((words) => [words, named(words)].map((all) => all.join(' '))),
    ),
  ]
}

function named(all: readonly string[]): readonly string[] {
  const words = all.slice(0, all.length - worldFormAtEnd(all))
  const from = words.findIndex((word) => !holdingWords.has(word))
  const to = words.findLastIndex((word) => !holdingWords.has(word))
  return to > from ? words.slice(from, to + 1) : words
}
