// Postal addresses of the United States: reads an address in any written form, writes it in postal form, and gives a key
// that is equal for two spellings of one address. Abbreviations are those of USPS Publication 28.

import parser from 'parse-address'
import type { PostalAddress } from '../ports.ts'
import { countries, numberWords, stateCodes, streetWords, unitWords } from './address-words.ts'
import { said } from './letters.ts'
import { remembered, rememberedOf } from './remembered.ts'
import { states } from './states.ts'

/** State and ZIP code are those of `PostalAddress`; outside the United States the state is null and the code stays as given. */
export type Address = Omit<PostalAddress, 'latitude' | 'longitude'> & {
  /** `US`, or the country as given. */
  readonly country: string
}

export type AddressProblem = {
  readonly parameter: 'address' | 'full_address' | 'address_line1' | 'city' | 'state' | 'postal_code'
  readonly message: string
}

export type ParsedAddress = { readonly address: Address | null; readonly problems: readonly AddressProblem[] }

/** The parts to compare, in lower case and with abbreviations unified. */
export type ComparedAddress = {
  readonly number: string
  readonly prefix: string
  readonly street: string
  readonly type: string
  readonly suffix: string
  readonly unit: string
  readonly box: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
}

/** Only the parts that a comparison needs. */
export type AddressLike = Pick<Address, 'full_address'> &
  Partial<{ readonly [Part in Exclude<keyof Address, 'full_address'>]: Address[Part] | null }>

const longestAddress = 300

/**
 * Reads `{full_address}`, `{address_line1, address_line2?, city, state, postal_code?, country?}` (also `address_line_1`, `address_line_2`)
 * or a plain text. Never throws: an unreadable part is null in the address and named in the problems. An incomplete address
 * comes back with the parts it has; only input without any address gives null.
 */
export function parseAddress(input: unknown): ParsedAddress {
  const given = readInput(input)
  if (typeof given === 'string') return { address: null, problems: [{ parameter: 'address', message: given }] }
  const whole = given.line1 === '' && given.city === '' ? given.full : ''
  const hasAll = given.line1.includes(',') && given.city === '' && given.state === '' && given.zip === ''
  const lines = whole !== '' ? splitFull(whole) : hasAll ? { ...splitFull(given.line1), line2: given.line2 } : given
  if (lines.line1 === '' && lines.city === '' && lines.zip === '') {
    return { address: null, problems: [{ parameter: 'address', message: 'The address is empty.' }] }
  }
  const country = countryOf(lines.country)
  if (country !== 'US') return { address: foreignAddress(lines, country, given.full), problems: [] }

  const { line1, line2 } = tidyLines(lines.line1, lines.line2)
  const state = readState(lines.state)
  const zip = readZip(lines.zip, state)
  const city = tidyCase(lines.city.replace(/[\s,.]+$/, ''))
  const problems: AddressProblem[] = []
  const parameterOf = (parameter: AddressProblem['parameter']) => (whole !== '' ? 'full_address' : parameter)
  if (line1 === '') problems.push({ parameter: parameterOf('address_line1'), message: 'The address lacks its street line.' })
  if (city === '') problems.push({ parameter: parameterOf('city'), message: 'The address lacks its city.' })
  if (lines.state === '') problems.push({ parameter: parameterOf('state'), message: 'The address lacks its state.' })
  else if (state === null)
    problems.push({ parameter: parameterOf('state'), message: `"${lines.state}" is not a state of the United States.` })
  if (lines.zip !== '' && zip === null)
    problems.push({ parameter: parameterOf('postal_code'), message: `"${lines.zip}" is not a ZIP code.` })

  const parts = { address_line1: line1 || null, address_line2: line2 || null, city: city || null, state, postal_code: zip, country: 'US' }
  return { address: { full_address: formatAddress(parts), ...parts }, problems }
}

/** `123 Grand St, Ste 4, New York, NY 10013`; missing parts are left out. */
export function formatAddress(address: Omit<AddressLike, 'full_address'>): string {
  const place = [address.state, address.postal_code].filter(Boolean).join(' ')
  const abroad = address.country && address.country !== 'US' ? address.country : null
  return [address.address_line1, address.address_line2, address.city, place, abroad].filter(Boolean).join(', ')
}

/** Equal for two spellings of one address. The ZIP code decides the place, or the city if there is no code. */
export function addressKey(address: AddressLike, options: { readonly withoutUnit?: boolean } = {}): string {
  const { number, prefix, street, type, suffix, unit, box, city, state, zip, country } = addressParts(address)
  const place = country !== 'us' ? `${city}|${country}` : zip === '' ? `${city}|${state}` : zip
  const spot = box === '' ? [number, prefix, street, type, suffix].filter((part) => part !== '').join(' ') : `po box ${box}`
  return [spot, options.withoutUnit ? '' : unit, place].join('|')
}

/**
 * The parts of an address in the form that is compared. Reads `full_address` if there are no components. One address is compared with many, and its
 * object does not change; the same address comes in other objects, too.
 */
export const addressParts: (address: AddressLike) => ComparedAddress = rememberedOf(
  remembered(5_000, readParts, ({ full_address, address_line1, address_line2, city, state, postal_code, country }) =>
    JSON.stringify([full_address, address_line1, address_line2, city, state, postal_code, country]),
  ),
)

function readParts(address: AddressLike): ComparedAddress {
  const known = address.address_line1 || address.city ? address : (parseAddress({ full_address: address.full_address }).address ?? address)
  const { line1, line2 } = tidyLines(known.address_line1 ?? '', known.address_line2 ?? '')
  const box = /\bpo box (\S+)/i.exec(`${line1} ${line2}`)?.[1] ?? ''
  const { number, prefix, street, type, suffix } = readStreet(line1)
  return {
    number: plain(number),
    prefix: plain(prefix),
    street: sameStreetWords(plain(street)),
    type: plain(type),
    suffix: plain(suffix),
    unit: unitKey(line2),
    box: plain(box),
    city: sameStreetWords(plain(known.city ?? '')),
    state: (readState(known.state ?? '') ?? known.state ?? '').toLowerCase(),
    zip: (known.postal_code ?? '').slice(0, 5),
    country: plain(countryOf(known.country ?? '')),
  }
}

/** Whom the mail is for says nothing of the place. Before a house number or a PO box it ends there, else at the next comma. */
function takeCareOf(line: string): { readonly street: string; readonly careOf: readonly string[] } {
  const found = careOf.exec(line)?.[0]
  const street = found === undefined ? line : line.replace(found, ' ').replace(/^[,\s]+/, '')
  return found === undefined || street === '' ? { street: line, careOf: [] } : { street, careOf: [found.replace(/^[,\s]+/, '')] }
}

const careOf = /(?:^|[\s,]+)(?:c\s?\/\s?o|care of|attn|attention)\b[\s:.]*(?:[^,\d]*?(?=\s(?:\d|p\.?\s?o\.?\s?b))|[^,]*)/i

/** `Apt 5`, `Ste 5` and `#5` are the same unit. Names of buildings and `care of` do not identify the place. */
function unitKey(line2: string): string {
  const pieces = line2
    .split(', ')
    .filter((piece) => !/\bpo box /i.test(piece) && !careOf.test(piece) && (/\d/.test(piece) || /\b\p{L}$/u.test(piece)))
  return plain(pieces.join(' ')).replace(/\b(?:apt|ste|unit|rm|dept|spc|lot|ofc) /g, '')
}

type Lines = {
  readonly line1: string
  readonly line2: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
}

function readInput(input: unknown): (Lines & { readonly full: string }) | string {
  const given = typeof input === 'string' ? { full_address: input } : input
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return 'An address is an object with full_address or its components.'
  const text = (...keys: readonly string[]): string => {
    for (const key of keys) {
      const value = (given as Readonly<Record<string, unknown>>)[key]
      if (typeof value === 'string' && value.trim() !== '') return clean(value)
      if (Number.isFinite(value)) return String(value)
    }
    return ''
  }
  const lines = {
    full: text('full_address'),
    line1: text('address_line1', 'address_line_1'),
    line2: text('address_line2', 'address_line_2'),
    city: text('city'),
    state: text('state'),
    zip: text('postal_code', 'zip'),
    country: text('country'),
  }
  const tooLong = Object.values(lines).some((line) => line.length > longestAddress)
  return tooLong ? `An address is at most ${longestAddress} characters long.` : lines
}

function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\r\n;]/g, ',')
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/(?: ?,)+ ?/g, ', ')
    .replace(/^[,\s]+|[,\s]+$/g, '')
}

/** Takes country, ZIP code and state off the end. The last remaining piece is the city, the others are the lines. */
function splitFull(text: string): Lines {
  const full = respelt(text)
  const pieces = full.split(', ')
  const country = pieces.at(-1) as string
  // `12 Main St, Lebanon` is in a city of that name.
  if (pieces.length > 2 && countries.has(country.toLowerCase()))
    return { line1: pieces[0] as string, line2: pieces.slice(1, -2).join(', '), city: pieces.at(-2) as string, state: '', zip: '', country }

  let rest = full.replace(/[,\s]+(?:u\.?\s?s\.?\s?a?\.?|united states(?: of america)?)$/i, '')
  const zip = /(?<!\b(?:box|hwy|highway|road|rd|route|rte|ste|suite|unit|apt|sr|cr)\.?)(?:^|[\s,]+)(\d{5}(?:[-\s]?\d{4})?)$/i.exec(rest)
  if (zip) rest = rest.slice(0, zip.index)
  const state = takeState(rest, zip !== null)
  rest = state.rest
  const found = { state: state.state, zip: zip?.[1] ?? '', country: '' }

  const segments = rest.split(', ')
  if (segments.length > 1) {
    const city = looksLikeLine(segments.at(-1) as string) ? '' : (segments.pop() as string)
    const street = Math.max(0, segments.findIndex(looksLikeStreet))
    const line1 = segments.splice(street, 1)[0] ?? ''
    return atNamesake({ line1, line2: segments.join(', '), city, ...found })
  }
  const split = splitWithoutCommas(rest, state.state !== '')
  return atNamesake({ ...(endsStreet(split.city) ? { line1: rest, line2: '', city: '' } : split), ...found })
}

/** Cities named like a state, with their own state when it is obvious. */
const namesakes: ReadonlyMap<string, string> = new Map([
  ['new york', 'NY'],
  ['washington', ''],
])

/** In `350 5th Ave, New York 10118` the name belongs to the city. */
function atNamesake(lines: Lines): Lines {
  const state = lines.city === '' && lines.line1 !== '' ? namesakes.get(lines.state.toLowerCase()) : undefined
  return state === undefined ? lines : { ...lines, city: lines.state, state }
}

/** `Ave` and `St NW` only end a street and are never a city, unlike Bend. */
const endsStreet = (text: string): boolean =>
  /^(?:st|street|av|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|pl|place|ter|terrace|cir|pkwy|hwy|\b)\.?(?: ?\b(?:[nsew]|[ns][ew])\.?)?$/i.test(
    text,
  )

function takeState(text: string, afterZip: boolean): { readonly rest: string; readonly state: string } {
  const found = stateAtEnd.exec(text)
  if (!found) return { rest: text, state: '' }
  const state = found[1] as string
  // `5 Maple Ct` is a court, not Connecticut.
  const sure = afterZip || text.includes(',') || !/^(?:ct|la|mt|pr|al|pa|va|ne|nd|sd|me|in|or)$/i.test(state)
  return sure ? { rest: text.slice(0, found.index), state } : { rest: text, state: '' }
}

function splitWithoutCommas(text: string, hasState: boolean): { readonly line1: string; readonly line2: string; readonly city: string } {
  if (!hasState) return { line1: text, line2: '', city: '' }
  if (!/\d/.test(text)) return { line1: '', line2: '', city: text }
  const box = /^(p\.? ?o\.? ?box #? ?\S+) (.+)/i.exec(text)
  if (box) return { line1: box[1] as string, line2: '', city: box[2] as string }
  const city = parser.parseAddress(`${text}, NY 10001`)?.city ?? ''
  const at = text.toLowerCase().lastIndexOf(city.toLowerCase())
  return at <= 0 ? { line1: text, line2: '', city: '' } : { line1: text.slice(0, at).trimEnd(), line2: '', city: text.slice(at) }
}

const looksLikeStreet = (text: string): boolean => /^(?:\d|[nsew]\d|p\.?\s*o\.?\s*box\b|post office box\b|(?:one|two) )/i.test(text)
const looksLikeLine = (text: string): boolean => looksLikeStreet(text) || unitAtEnd.test(` ${text}`)

const unitAtEnd = new RegExp(
  `[\\s,]+(?:(${Object.keys(unitWords).join('|')})\\.?[\\s-]*(?:#|no\\.?\\s)?\\s*((?=[\\w-]*\\d)[\\w-]+|[a-z](?:-?[a-z])?)|(\\d+)(?:st|nd|rd|th)\\s+(?:floor|fl)|(p\\.?\\s*o\\.?\\s*box\\s*#?\\s*(\\w+)))$`,
  'i',
)

/** Takes units off the end of the street line, and writes both lines in postal form. */
function tidyLines(first: string, second: string): { readonly line1: string; readonly line2: string } {
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
const respelt = (text: string): string =>
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

function readStreet(line: string): Street {
  const text = line.replace(/\s+/g, ' ').trim()
  const number =
    /^(?:[nsew]\d+[nsew]\d+|\d[\d-]*[a-z]?(?: \d\/\d)?|(?:one|two|three|four|five|six|seven|eight|nine|ten)(?= \S+ \S))(?= )/i.exec(
      text,
    )?.[0] ?? ''
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

function sameStreetWords(text: string): string {
  return streetWords.reduce((words, [pattern, by]) => words.replace(pattern, by), text)
}

function plain(text: string): string {
  return said(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}']/gu, '')
    .replace(/[^\p{L}\p{N}\-/]+/gu, ' ')
    .trim()
}

/** Text that is all capitals, or has none, is rewritten; any other spelling stays as written. */
function tidyCase(text: string, measure: string = text): string {
  const letters = measure.replace(/\P{L}/gu, '')
  if (letters !== letters.toUpperCase() && letters !== letters.toLowerCase()) return text
  return text.replace(/[\p{L}\p{N}']+/gu, (word) => {
    if (/^\d+(?:st|nd|rd|th)$/i.test(word)) return word.toLowerCase()
    if (/\d/.test(word) || /^(?:n|s|e|w|ne|nw|se|sw|us|sr|cr|po|dc)$/i.test(word)) return word.toUpperCase()
    const lower = word.toLowerCase()
    return /^mc\p{L}{3,}/u.test(lower) ? `Mc${capital(lower.slice(2))}` : capital(lower)
  })
}

const capital = (word: string): string => (word[0] ?? '').toUpperCase() + word.slice(1)

function readZip(text: string, state: string | null): string | null {
  // Spreadsheets drop the leading zero of ZIP codes in the north-east.
  const whole = /^\d{4}$/.test(text) && zeroStates.has(state ?? '') ? `0${text}` : text
  const digits = /^(\d{5})(?:[-\s]?(\d{4}))?$/.exec(whole)
  if (!digits) return null
  return digits[2] && digits[2] !== '0000' ? `${digits[1]}-${digits[2]}` : (digits[1] as string)
}

const zeroStates: ReadonlySet<string> = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'PR', 'RI', 'VI', 'VT'])

function readState(text: string): string | null {
  const word = text.toLowerCase().replaceAll('.', '').replace(/\s+/g, ' ').trim()
  if (stateCodes.has(word.toUpperCase())) return word.toUpperCase()
  return states.get(word) ?? (word === 'd c' ? 'DC' : null)
}

/** `US` for its spellings and where none is named; another country as it is written. */
export function countryOf(text: string): string {
  const word = text.toLowerCase().replaceAll('.', '').trim()
  return word === '' || /^(?:us|usa|u s|u s a|america|(?:the )?united states(?: of america)?)$/.test(word) ? 'US' : text
}

function foreignAddress(lines: Lines, country: string, full: string): Address {
  const parts = {
    address_line1: lines.line1 || null,
    address_line2: lines.line2 || null,
    city: lines.city || null,
    state: null,
    postal_code: lines.zip || null,
    country,
  }
  const written = [lines.line1, lines.line2, lines.city, [lines.state, lines.zip].filter((part) => part !== '').join(' '), country]
  return { full_address: full || written.filter((part) => part !== '').join(', '), ...parts }
}

const stateAtEnd = new RegExp(
  `(?:^|[\\s,]+)(${[...[...states.keys()].toSorted((a, b) => b.length - a.length), ...stateCodes, 'd\\.\\s?c'].join('|')})\\.?[,\\s]*$`,
  'i',
)
