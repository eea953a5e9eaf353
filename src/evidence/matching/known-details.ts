// What is known of both the screened and the listed party beside their names: dates of birth, numbers, addresses, countries. Each raises or
// lowers the score of a hit by a stated rule and is told in its explanation. It never hides a hit: hits are found by the name alone.

import { isoDate } from '../reference/fields.ts'

export type ScreenedDetails = {
  /** A person's date of birth, `YYYY-MM-DD`. */
  readonly born: string | null
  /** Tax, social security and registration numbers. */
  readonly numbers: readonly string[]
  readonly addresses: readonly { readonly address_line1: string | null; readonly city: string | null; readonly state: string | null }[]
}

/** As published. */
export type ListedDetails = {
  readonly dates_of_birth: readonly string[]
  readonly identifiers: readonly string[]
  readonly addresses: readonly string[]
  readonly countries: readonly string[]
}

type Match = { readonly score: number; readonly explanation: string }
type Agreement = { readonly by: number; readonly told: string }

/** The rules: by how much each changes a score. Of those about one thing only one applies. */
export const detailRules = {
  /** Both were born on the same day. */
  sameBirthday: 0.05,
  /** Born in the same year, or in a year that the list gives as possible. */
  sameBirthYear: 0.02,
  /** Born at least `years` apart. One or two years are often an error, and change nothing. */
  birthApart: { years: 3, by: -0.05 },
  /** Born so far apart that it can hardly be the same person. */
  birthFarApart: { years: 10, by: -0.15 },
  /** An identification number, with at least `letters` letters and digits, is the same. */
  sameNumber: { letters: 6, by: 0.1 },
  /** The same street and city. */
  sameAddress: 0.05,
  /** The list names countries, and the business's is among them, or is not. */
  sameCountry: 0.01,
  otherCountry: -0.02,
} as const

/** `circa 1972` and `approximately 1972` are right within these years. */
const aboutYears = 2

/**
 * The match, with the rules applied. The score stays between 0 and 1.
 * @example
 * const screened = { born: '1990-02-03', numbers: [], addresses: [] }
 * const listed = { dates_of_birth: ['1960'], identifiers: [], addresses: [], countries: [] }
 * withDetails({ score: 0.97, explanation: 'the same name' }, screened, listed) // => { score: 0.82, explanation: 'the same name; born 30 years apart (the list says 1960): a contradiction' }
 */
export function withDetails(match: Match, screened: ScreenedDetails, listed: ListedDetails): Match {
  const found = [birthsOf(screened, listed), numbersOf(screened, listed), addressOf(screened, listed), countryOf(screened, listed)]
  const told = found.filter((each) => each !== null)
  if (told.length === 0) return match
  const score = told.reduce((sum, { by }) => sum + by, match.score)
  return {
    score: Math.round(Math.min(1, Math.max(0, score)) * 1000) / 1000,
    explanation: [match.explanation, ...told.map((each) => each.told)].join('; '),
  }
}

type Birth = { readonly day: string | null; readonly from: number; readonly to: number; readonly text: string }

function birthsOf({ born }: ScreenedDetails, { dates_of_birth }: ListedDetails): Agreement | null {
  const year = Number(born?.slice(0, 4))
  const births = dates_of_birth.flatMap((text) => birthIn(text) ?? [])
  if (!(year > 0) || births.length === 0) return null
  if (births.some(({ day }) => day === born)) return { by: detailRules.sameBirthday, told: 'born on the same day' }
  const apart = ({ from, to }: Birth) => Math.max(0, from - year, year - to)
  const nearest = births.toSorted((a, b) => apart(a) - apart(b))[0] as Birth
  const years = apart(nearest)
  if (years === 0) return { by: detailRules.sameBirthYear, told: 'born in the same year' }
  // The submitted date is personal, and explanations are read by many.
  const between = `born ${years} years apart (the list says ${nearest.text})`
  if (years >= detailRules.birthFarApart.years) return { by: detailRules.birthFarApart.by, told: `${between}: a contradiction` }
  return years >= detailRules.birthApart.years ? { by: detailRules.birthApart.by, told: between } : null
}

/** `1962`, `17 Feb 1967`, `circa 1956`, `Approximately 1955-1958`, `1970 to 1973`. */
function birthIn(text: string): Birth | null {
  const day = isoDate(text.replaceAll('.', '').trim())
  if (day !== null) return { day, from: Number(day.slice(0, 4)), to: Number(day.slice(0, 4)), text: day.slice(0, 4) }
  const years = [...text.matchAll(/(?<!\d)(1[89]\d\d|20\d\d)(?!\d)/g)].map(([year]) => Number(year))
  if (years.length === 0) return null
  const about = /circa|approx|about|^c\./i.test(text) ? aboutYears : 0
  return { day: null, from: Math.min(...years) - about, to: Math.max(...years) + about, text: text.trim() }
}

/**
 * The years in which a listed party may have been born, of dates as published; of a span the first fifty-one.
 * @example
 * birthYearsIn(['17 Feb 1967', '1970 to 1972']) // => [1967, 1970, 1971, 1972]
 * birthYearsIn(['circa 1956']) // => [1954, 1955, 1956, 1957, 1958]
 */
export const birthYearsIn = (dates: readonly string[]): readonly number[] => {
  const years = dates.flatMap((text) => {
    const birth = birthIn(text)
    return birth ? Array.from({ length: Math.min(birth.to - birth.from, 50) + 1 }, (_, at) => birth.from + at) : []
  })
  return [...new Set(years)]
}

function numbersOf({ numbers }: ScreenedDetails, { identifiers }: ListedDetails): Agreement | null {
  const listed = new Set(identifiers.flatMap((text) => text.split(/[\s,;:()]/).map(lettersOf)))
  const same = numbers.find((number) => lettersOf(number).length >= detailRules.sameNumber.letters && listed.has(lettersOf(number)))
  // The number itself may be a person's: it is not told.
  return same === undefined ? null : { by: detailRules.sameNumber.by, told: 'an identification number is the same' }
}

const lettersOf = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

function addressOf({ addresses }: ScreenedDetails, listed: ListedDetails): Agreement | null {
  const published = listed.addresses.map(wordsIn)
  const same = addresses.find(({ address_line1, city }) => {
    const [street, town] = [wordsIn(address_line1 ?? ''), wordsIn(city ?? '')]
    return /\d/.test(street) && published.some((text) => ` ${text} `.includes(` ${street} `) && ` ${text} `.includes(` ${town} `))
  })
  return same === undefined ? null : { by: detailRules.sameAddress, told: `the same address in ${same.city}` }
}

const wordsIn = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Businesses are verified where they have an address in a state: in the United States. */
function countryOf({ addresses }: ScreenedDetails, { countries }: ListedDetails): Agreement | null {
  if (countries.length === 0 || !addresses.some(({ state }) => state !== null)) return null
  return countries.some((country) => /^(?:us|usa|united states(?: of america)?)$/i.test(country.trim()))
    ? { by: detailRules.sameCountry, told: 'the list names the United States too' }
    : { by: detailRules.otherCountry, told: `the list names other countries (${countries.slice(0, 3).join(', ')})` }
}
