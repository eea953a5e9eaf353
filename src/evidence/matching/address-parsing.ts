// Postal addresses of the United States: reads an address in any written form, writes it in postal form, and gives a key
// that is equal for two spellings of one address. Abbreviations are those of USPS Publication 28.

import type { PostalAddress } from '../ports.ts'
import { type Lines, readInput, splitFull } from './address-lines.ts'
import { careOf, readStreet, tidyCase, tidyLines } from './address-street.ts'
import { stateCodes, streetWords } from './address-words.ts'
import { plainSigns, said } from './letters.ts'
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
  const { line1, line2 } = tidyLines(plainSigns(known.address_line1 ?? ''), plainSigns(known.address_line2 ?? ''))
  const box = /\bpo box (\S+)/i.exec(`${line1} ${line2}`)?.[1] ?? ''
  const [, before = line1, bare] = bareUnit.exec(line1) ?? []
  const { number, prefix, street, type, suffix } = readStreet(before)
  return {
    number: plain(number),
    prefix: plain(prefix),
    street: sameStreetWords(plain(street)),
    type: plain(type),
    suffix: plain(suffix),
    unit: unitKey([bare, line2].filter(Boolean).join(', ')),
    box: plain(box),
    city: sameStreetWords(plain(known.city ?? '')),
    state: (readState(known.state ?? '') ?? known.state ?? '').toLowerCase(),
    zip: (known.postal_code ?? '').slice(0, 5),
    country: plain(countryOf(known.country ?? '')),
  }
}

/**
 * A unit without a word for it, behind a street with a name: `Washington St A234`, `Oaks Clubhouse Drive 111`. `W Avenue J8`, `County Road B2` and
 * `Private Drive 5` are streets themselves.
 */
const bareUnit =
  /^(\d\S* (?:.* )?(?!(?:north|south|east|west|private|county|state|township|forest) )(?:\p{L}{2,}|\d+(?:st|nd|rd|th)) (?:st|street|ave?|avenue|blvd|boulevard|dr|drive|ln|lane|ct|court|pl|place|way|ter|terrace|cir|circle|pkwy|parkway)\.?(?: (?:[nsew]|[ns][ew]))?) ([a-z]-?\d+|\d+-?[a-z]?)$/iu

/** `Apt 5`, `Ste 5` and `#5` are the same unit. Names of buildings and `care of` do not identify the place. */
function unitKey(line2: string): string {
  const pieces = line2
    .split(', ')
    .filter((piece) => !/\bpo box /i.test(piece) && !careOf.test(piece) && (/\d/.test(piece) || /\b\p{L}$/u.test(piece)))
  return plain(pieces.join(' ')).replace(/\b(?:apt|ste|unit|rm|dept|spc|lot|ofc) /g, '')
}

function sameStreetWords(text: string): string {
  return streetWords.reduce((words, [pattern, by]) => words.replace(pattern, by), text)
}

function plain(text: string): string {
  return plainSigns(said(text))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}']/gu, '')
    .replace(/[^\p{L}\p{N}\-/]+/gu, ' ')
    .trim()
}

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
