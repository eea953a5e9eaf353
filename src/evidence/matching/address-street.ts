// The street line of an address: its house number, street and units, in postal form. Abbreviations are those of USPS Publication 28.
import parser from 'parse-address'
import { numberWords, unitWords } from './address-words.ts'
import { remembered } from './remembered.ts'

/** Whom the mail is for says nothing of the place. Before a house number or a PO box it ends there, else at the next comma. */
function takeCareOf(line: string): { readonly street: string; readonly careOf: readonly string[] } {
  const found = careOf.exec(line)?.[0]
  const street = found === undefined ? line : line.replace(found, ' ').replace(/^[,\s]+/, '')
  return found === undefined || street === '' ? { street: line, careOf: [] } : { street, careOf: [found.replace(/^[,\s]+/, '')] }
}

export const careOf = /(?:^|[\s,]+)(?:c\s?\/\s?o|care of|attn|attention)\b[\s:.]*(?:[^,\d]*?(?=\s(?:\d|p\.?\s?o\.?\s?b))|[^,]*)/i

export const looksLikeStreet = (text: string): boolean => /^(?:\d|[nsew]\d|p\.?\s*o\.?\s*box\b|post office box\b|(?:one|two) )/i.test(text)
export const looksLikeLine = (text: string): boolean => looksLikeStreet(text) || unitAtEnd.test(` ${text}`)

const unitAtEnd = new RegExp(
  `[\\s,]+(?:(${Object.keys(unitWords).join('|')})\\.?[\\s-]*(?:#|no\\.?\\s)?\\s*((?=[\\w-]*\\d)[\\w-]+|[a-z](?:-?[a-z])?)|(\\d+)(?:st|nd|rd|th)\\s+(?:floor|fl)|(p\\.?\\s*o\\.?\\s*box\\s*#?\\s*(\\w+)))$`,
  'i',
)

/** Takes units off the end of the street line, and writes both lines in postal form. */
export function tidyLines(first: string, second: string): { readonly line1: string; readonly line2: string } {
  const units: string[] = []
  const taken = takeCareOf(respelt(first))
  const others = [...taken.careOf, ...respelt(second).split(/,\s*/)].filter((piece) => piece !== '')
  let street = taken.street.replace(/[,\s.]+$/, '')
  const below = looksLikeStreet(street) ? -1 : others.findIndex(looksLikeStreet)
  // The name of a building or a `care of` is often in the first line.
  if (below >= 0) [street, others[below]] = [others[below] as string, street]
  // The number of `PO Box #12` is no unit.
  const unitIn = (line: string) => (wholeBox.test(line.trim()) ? null : unitAtEnd.exec(line))
  for (let found = unitIn(street); found; found = unitIn(street)) {
    units.unshift(unitOf(found))
    street = street.slice(0, found.index)
  }
  const line2 = [...units, ...others.map(tidyUnit)].join(', ')
  return { line1: tidyStreet(street), line2 }
}

function unitOf(found: RegExpExecArray): string {
  const [, word, value, floor, , box] = found
  if (box) return `PO Box ${box.toUpperCase()}`
  if (floor) return `Fl ${floor}`
  const name = unitWords[(word as string).toLowerCase()] as string
  return name === '#' ? `#${(value as string).toUpperCase()}` : `${name} ${(value as string).toUpperCase()}`
}

function tidyUnit(text: string): string {
  const pieces: string[] = []
  let rest = ` ${text}`
  for (let found = unitAtEnd.exec(rest); found; found = unitAtEnd.exec(rest)) {
    pieces.unshift(unitOf(found))
    rest = rest.slice(0, found.index)
  }
  return [tidyCase(rest.trim()), ...pieces].filter((piece) => piece !== '').join(' ')
}

const wholeBox = /^(?:p\.?\s*o\.?\s*|post\s+office\s+)?box\s*(?:#|no\.?\s)?\s*(\w[\w-]*)$/i

function tidyStreet(text: string): string {
  const box = wholeBox.exec(text.trim())
  if (box) return `PO Box ${(box[1] as string).toUpperCase()}`
  const { number, prefix, street, type, suffix } = readStreet(text)
  return [number.toUpperCase(), prefix, tidyCase(street, text), type, suffix].filter((part) => part !== '').join(' ')
}

/** Common spellings that the rest of the reading does not know: `POB 12`, `12½`, `S.E.`, `S E` and `South East`. */
export const respelt = (text: string): string =>
  text
    .replace(/\bp\.?\s?o\.?\s?b\.?(?=\s*#?\s*\d)/gi, 'PO Box ')
    .replace(/(?<=\d)\s?[½¼¾](?=\s)/g, (sign) => fractions[sign.trim()] ?? sign)
    .replace(neighbours, (_, ns: string, ew: string) => ns[0] + (ew[0] as string))
    .replace(/ {2,}/g, ' ')

const fractions: Readonly<Record<string, string>> = { '½': ' 1/2', '¼': ' 1/4', '¾': ' 3/4' }
/** Two directions side by side, unless the second is the name of the street: `S E St` is E Street. */
const neighbours =
  /\b(n|north|s|south)\.?[\s.](?<=[\s.])\s?(e|east|w|west)\b\.?(?!\s+(?:st|street|ave?|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|pl|place|ter|terrace|cir|circle|pkwy|parkway|way|hwy|highway|loop)\b)/gi

type Street = { readonly number: string; readonly prefix: string; readonly street: string; readonly type: string; readonly suffix: string }

/** One written as a word has the name of a street and more behind it: `One Main St`, but not `Ten Oaks`. */
const houseNumber = new RegExp(
  `^(?:[nsew]\\d+[nsew]\\d+|\\d[\\d-]*[a-z]?(?: \\d/\\d)?|(?:${Object.keys(numberWords).join('|')})(?= \\S+ \\S))(?= )`,
  'i',
)

export function readStreet(line: string): Street {
  const text = line.replace(/\s+/g, ' ').trim()
  const number = houseNumber.exec(text)?.[0] ?? ''
  const rest = text
    .slice(number.length)
    .replace(/ ?[.,]+(?= |$)/g, '')
    .trimStart()
  return { number: numberWords[number.toLowerCase()] ?? number, ...readStreetName(rest) }
}

/** Many addresses share a street, and a verification reads the same address many times. */
const readStreetName = remembered(5_000, parseStreetName)

/** The parser makes its tables with the first address, which takes some 50 ms: a service calls this before it answers requests. */
export function prepareParser(): void {
  parseStreetName('Main Street')
}

/** The parser needs a whole address and loses letters and fractions of house numbers, so it gets a made-up number and place. */
function parseStreetName(name: string): Omit<Street, 'number'> {
  const words = name.split(' ')
  const isReadable = !name.includes(',') && !words.some((word) => /\p{L}/u.test(word) && read(word) === '')
  const parsed = isReadable ? parser.parseAddress(`1 ${name}, Anytown, NY 10001`) : null
  if (!parsed?.street || parsed.sec_unit_type || parsed.sec_unit_num) return { prefix: '', street: name, type: '', suffix: '' }
  const street = parsed.street
    .split(' ')
    .map((word) => words.find((other) => read(other) === word)?.replace(/[^\p{L}\p{M}\p{N}'\-#&]/gu, '') ?? word)
    .join(' ')
  return { prefix: parsed.prefix ?? '', street, type: parsed.type ?? '', suffix: parsed.suffix ?? '' }
}

/** What the parser keeps of a word: it drops apostrophes, and letters outside ASCII, as in Peña. */
const read = (word: string): string => word.replace(/[^\w\s\-#&]/g, '')

/** Text that is all capitals, or has none, is rewritten; any other spelling stays as written. */
export function tidyCase(text: string, measure: string = text): string {
  const letters = measure.replace(/\P{L}/gu, '')
  if (letters !== letters.toUpperCase() && letters !== letters.toLowerCase()) return text
  return text.replace(/[\p{L}\p{N}']+/gu, (word) => {
    if (/^\d+(?:st|nd|rd|th)$/i.test(word)) return word.toLowerCase()
    if (/\d/.test(word) || /^(?:n|s|e|w|ne|nw|se|sw|us|sr|cr|rr|hc|po|dc|apo|fpo|dpo|psc)$/i.test(word)) return word.toUpperCase()
    const lower = word.toLowerCase()
    return /^mc\p{L}{3,}/u.test(lower) ? `Mc${capital(lower.slice(2))}` : capital(lower)
  })
}

const capital = (word: string): string => (word[0] ?? '').toUpperCase() + word.slice(1)
