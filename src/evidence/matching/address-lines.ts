// A postal address as it is given, in its lines: street, unit, city, state, ZIP code and country. Each is still spelt as it was written.
import parser from 'parse-address'
import { looksLikeLine, looksLikeStreet, respelt } from './address-street.ts'
import { countries, stateCodes } from './address-words.ts'
import { plainSigns } from './letters.ts'
import { states } from './states.ts'

const longestAddress = 300

export type Lines = {
  readonly line1: string
  readonly line2: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
}

export function readInput(input: unknown): (Lines & { readonly full: string }) | string {
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
  return plainSigns(text)
    .normalize('NFC')
    .replace(/[\r\n;]/g, ',')
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/(?: ?,)+ ?/g, ', ')
    .replace(/^[,\s]+|[,\s]+$/g, '')
}

/** Takes country, ZIP code and state off the end. The last remaining piece is the city, the others are the lines. */
export function splitFull(text: string): Lines {
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

const stateAtEnd = new RegExp(
  `(?:^|[\\s,]+)(${[...[...states.keys()].toSorted((a, b) => b.length - a.length), ...stateCodes, 'd\\.\\s?c'].join('|')})\\.?[,\\s]*$`,
  'i',
)
