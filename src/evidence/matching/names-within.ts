// The names that stand within a screened field: other and former names of a business, the people whom it is named after, several people
// together, and names with an address, an office or a role beside them.

import { dbaWords, markOf, normaliseName, splitAtMarks } from './names.ts'
import { worldFormAtEnd } from './world-forms.ts'

/** `f/k/a`, `c/o` and the like: a listed party in full beside another name is a listed party. */
const mark = markOf(
  String.raw`${dbaWords}|[fn]\s?[/.]\s?k\s?[/.]\s?a\.?|fka|nka|(?:formerly|previously|also|now) known as|formerly|previously|c\s?/\s?o|care of|o\s?/\s?b\s?/\s?o|on behalf of|(?:as )?agent for`,
)
const sign = /\s*;\s*|\s+\/\s+|\s+[-–—]\s+(?=.*\bbranch\b)/i

/**
 * The names that are written in one, or the one without the mark before it; none if the whole is a name.
 * @example
 * namesWithin('Brightwater LLC f/k/a Kolmu Vostok Ltd') // => ['Brightwater LLC', 'Kolmu Vostok Ltd']
 * namesWithin('c/o Kolmu Vostok Ltd') // => ['Kolmu Vostok Ltd']
 * namesWithin('Brightwater LLC') // => []
 */
export function namesWithin(text: string): readonly string[] {
  const names = text.split(sign).flatMap((part) => splitAtMarks(part, mark))
  return names.length === 1 && !mark.test(text) ? [] : names
}

/**
 * What is written before or after a name without being part of it: a courtesy, whom a payment is for, an office of the business, the number or the
 * currency of its account, its address.
 */
const courtesy = /^\s*(?:\d{5,}\s|m\s?\/\s?s\b|messrs\b|attn\b|a\s?\/\s?c\b|(?:attention|beneficiary|name|to)\s*:)[\s.:]*/i
const office = /(?:[\s,(–—-]+(?:branch|representative|rep|liaison|regional|head|registered) office|\s*[,(–—-]\s*branch)\s*\)?\s*$/i
const reference = /[\s,]+(?:#|(?:no|a\/c|acc?t|account|tin|ein|vat|ref)\b)[\s.:#]*\d[\d -]*$|\s+\d{5,}\s*$/i
const currency = /\s+(?:usd|eur|gbp|chf|aed|rub|cny)\s*$/i
const remark = /[\s,]+(?:et\.? al\.?|and others|regd\.?|attn\b.*)\s*$/i
const street =
  'street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|way|highway|hwy|square|sq|building|bldg|prospekt|ulitsa|strasse|platz|rue|floor'
const address = new RegExp(
  String.raw`[\s,]+(?:(?:p\.?\s?o\.?\s?box|office|suite|unit|room|flat|floor|apt|shop|plot)[\s.#]*\d.*|(?:calle|carrera|rue|via|ul\.?|jalan)\s.*\d.*|\d[\d/-]*\p{L}?,?\s+(?:\p{L}[\p{L}.]*,?\s+){0,4}(?:${street})\b.*)$`,
  'iu',
)
const brackets = /\s*[([]([^()[\]]*)[)\]]\s*/g

/** `Unit 731` is a name of its own, and no address of a business named `Unit`. */
function withoutAddress(text: string): string {
  const name = /\d/.test(text) ? text.replace(address, '') : text
  return text[name.length] === ',' || /\S\s+\S/.test(name) ? name : text
}

/** Other ways to read a name. */
export type Readings = {
  /** The names within it, and the name without a courtesy, an office, a number or an address. */
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
  const bare = withoutAddress(text.replace(courtesy, ''))
    .replace(currency, '')
    .replace(remark, '')
    .replace(office, '')
    .replace(reference, '')
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

const role =
  /[\s,(–—-]+(?:(?:managing|general|executive|deputy|vice|co)[\s-]+)?(?:director|manager|ceo|cfo|coo|president|secretary|chairman|chairwoman|treasurer|owner|partner|shareholder|trustee)\s*\)?\s*$/i
const couple = /\s+(?:and|&)\s+|\s*[|]\s*/i

/**
 * The names of people that are written in one field, the field as it is first: a list may hold it so.
 * @example
 * peopleIn('Sergei Kolmu') // => ['Sergei Kolmu']
 * peopleIn('Sergei & Anna Kolmu') // => ['Sergei & Anna Kolmu', 'Sergei Kolmu', 'Anna Kolmu']
 * peopleIn('Sergei Kolmu, Director') // => ['Sergei Kolmu, Director', 'Sergei Kolmu']
 */
export function peopleIn(text: string): readonly string[] {
  const bare = withoutAddress(text.replace(courtesy, '')).replace(role, '')
  return [...new Set([text, ...[bare, ...namesWithin(bare)].flatMap(apart)])]
}

/** Of `Sergei & Anna Kolmu`, the family name is both people's. */
function apart(text: string): readonly string[] {
  const parts = text.split(couple).map((part) => part.trim())
  const family = /\s(\S+)$/.exec(parts.at(-1) as string)?.[1] ?? ''
  const names = parts.map((part) => (/\s/.test(part) ? part : `${part} ${family}`)).filter((name) => /\S\s+\S/.test(name))
  return parts.length > 1 && names.length > 0 ? names : [text]
}

function named(all: readonly string[]): readonly string[] {
  const words = all.slice(0, all.length - worldFormAtEnd(all))
  const from = words.findIndex((word) => !holdingWords.has(word))
  const to = words.findLastIndex((word) => !holdingWords.has(word))
  return to > from ? words.slice(from, to + 1) : words
}
