// Reads single fields of published files: the many ways in which agencies write dates, amounts, ZIP codes and names of people.
// Every function takes the content of a cell and returns null when it says nothing.

import { stateName, states } from '../matching/states.ts'
import type { PostalAddress } from '../ports.ts'

export type Cell = string | null

/**
 * Turns NUL, control characters and no-break spaces into spaces, runs of spaces into one, and `&#39;` into its letter. A cell with nothing else is
 * null.
 */
export function clean(text: string | undefined): Cell {
  if (text === undefined) return null
  const read = text.includes('&#') ? text.replace(/&#(?:x([\da-f]{1,5})|(\d{1,6}));/gi, letterOf) : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: published files hold them
  const plain = read.replace(/[\u0000-\u0020\u007f\u00a0\u2007\u202f\ufeff]+/g, ' ').trim()
  return plain === '' ? null : plain
}

const letterOf = (_: string, hexadecimal: string | undefined, decimal: string): string =>
  String.fromCodePoint(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16))

/** Null also for the words of people who had to fill in something: `NONE`, `N/A`. */
export const orNone = (cell: Cell): Cell => (cell !== null && /^(?:none|n\/?a|nil|null|same|[-.%]+)$/i.test(cell) ? null : cell)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const dateForms: readonly (readonly [RegExp, (part: readonly string[]) => readonly [string, string, string]])[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/, ([y, m, d]) => [y!, m!, d!]],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?: .*)?$/, ([m, d, y]) => [fullYear(y!), m!, d!]],
  [/^(\d{2})(\d{2})((?:1[89]|2[01])\d{2})$/, ([m, d, y]) => [y!, m!, d!]],
  [/^((?:1[89]|2[01])\d{2})(\d{2})(\d{2})$/, ([y, m, d]) => [y!, m!, d!]],
  [/^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*[- ](\d{4}|\d{2})$/, ([d, m, y]) => [fullYear(y!), String(months.indexOf(m!.toLowerCase()) + 1), d!]],
]

/**
 * Returns `YYYY-MM-DD` for `03/29/2019`, `4/14/20`, `2022-04-07`, `09272023` (month first), `20230927`, `8-Feb-25`, `03 Jun 2021`
 * and the serial numbers of spreadsheets (`43928`, with a time of day `43928.75`). Returns null for anything that is not a calendar date.
 */
export function isoDate(cell: Cell): Cell {
  if (cell === null) return null
  if (/^[1-9]\d{4}(?:\.\d+)?$/.test(cell)) return new Date((Number(cell) - 25_569) * 86_400_000).toISOString().slice(0, 10)
  for (const [form, order] of dateForms) {
    const found = form.exec(cell)
    if (!found) continue
    const [year, month, day] = order(found.slice(1)).map(Number) as [number, number, number]
    const date = new Date(Date.UTC(year, month - 1, day))
    // Systems that cannot leave a date empty write `0001-01-01`. JavaScript reads the years up to 99 as 1900 to 1999.
    if (date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day)
      return date.toISOString().slice(0, 10)
  }
  return null
}

/** The same of publishers who write the day first: `04/05/2022` is the fourth of May. */
export function dayFirstDate(cell: Cell): Cell {
  const found = cell === null ? null : /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: .*)?$/.exec(cell)
  return found ? isoDate(`${found[3]}-${found[2]}-${found[1]}`) : isoDate(cell)
}

/** Agencies that write two-digit years have no records from before 1950. */
function fullYear(year: string): string {
  if (year.length === 4) return year
  return Number(year) < 50 ? `20${year}` : `19${year}`
}

/** The first day of the month in `200303` or `202412`. */
export function monthDate(cell: Cell): Cell {
  const found = cell === null ? null : /^(\d{4})(0[1-9]|1[0-2])$/.exec(cell)
  return found ? `${found[1]}-${found[2]}-01` : null
}

/** Five digits, or nine with a hyphen; restores leading zeros that a spreadsheet dropped. Foreign codes stay unchanged. */
export function postalCode(cell: Cell): Cell {
  if (cell === null) return null
  // What follows the hyphen is cut off now and then: those digits say nothing.
  const cut = /^(\d{5})[\s-]+\d{1,3}$/.exec(cell)?.[1]
  if (cut !== undefined) return /^0+$/.test(cut) ? null : cut
  const digits = cell.replace(/[\s-]/g, '')
  if (!/^\d{3,9}$/.test(digits)) return cell
  if (/^0+$/.test(digits)) return null
  if (digits.length <= 5) return digits.padStart(5, '0')
  if (digits.length < 8) return cell
  const full = digits.padStart(9, '0')
  return full.endsWith('0000') ? full.slice(0, 5) : `${full.slice(0, 5)}-${full.slice(5)}`
}

export function wholeNumber(cell: Cell): number | null {
  const digits = cell?.replace(/[$,\s]/g, '') ?? ''
  return /^-?\d+(?:\.\d+)?$/.test(digits) ? Math.round(Number(digits)) : null
}

export function decimal(cell: Cell): number | null {
  return cell !== null && /^[-+]?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : null
}

/** Digits only, without leading zeros, to compare the numbers of motor carriers. */
export function plainDigits(cell: Cell): Cell {
  return clean(cell?.replace(/\D/g, '').replace(/^0+/, ''))
}

type AddressCells = {
  readonly line1: Cell
  readonly line2?: Cell
  readonly city?: Cell
  readonly state?: Cell
  readonly zip?: Cell
  readonly country?: Cell
}

/** From a row with columns of these names, or from separate parts. Null if it has nothing but the country. */
export function postalAddress(parts: AddressCells): PostalAddress | null {
  const { country = null } = parts
  const [line1, line2, city] = [withoutLooseCommas(parts.line1), withoutLooseCommas(parts.line2), withoutLooseCommas(parts.city)]
  // New York's registry spells out states.
  const written = parts.state?.toLowerCase() ?? null
  const state = written === null ? null : (states.get(written) ?? written.toUpperCase())
  const abroad = country === null || /^(?:US|USA|UNITED STATES.*)$/i.test(country) ? null : country
  const code = postalCode(parts.zip ?? null)
  // A code abroad is no ZIP code. The territories are sometimes written as countries.
  const isAbroad = abroad !== null && (state === null || stateName(state) === state)
  const postal = isAbroad && code !== null ? (parts.zip ?? null) : code
  if (line1 === null && line2 === null && city === null && postal === null) return null
  const region = [state, postal].filter((part) => part !== null).join(' ')
  return {
    full_address: [line1, line2, city, region, abroad].filter((part) => part !== null && part !== '').join(', '),
    address_line1: line1 ?? line2,
    address_line2: line1 === null ? null : line2,
    city,
    state: state !== null && /^[A-Z]{2}$/.test(state) ? state : null,
    postal_code: postal,
  }
}

/** `PARRISH,` → `PARRISH`; `2020 W MCNAB RD, , SUITE 99` → `2020 W MCNAB RD, SUITE 99` */
const withoutLooseCommas = (cell: Cell | undefined): Cell =>
  cell?.includes(',') ? cell.replace(/,(?:\s*,)+/g, ',').replace(/[\s,]+$/, '') || null : (cell ?? null)

/** Given names, family name and suffix, in that order. */
export function personName(...parts: readonly (Cell | undefined)[]): Cell {
  return clean(parts.filter((part) => part != null).join(' '))
}

/** The parts between semicolons, without empty ones. */
export function semicolons(cell: Cell): readonly string[] {
  return (cell ?? '')
    .split(';')
    .map((part) => clean(part))
    .filter((part) => part !== null)
}
