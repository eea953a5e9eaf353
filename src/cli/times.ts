// Times on the command line.
import { endOfDay, timeFrom } from '../projections/history.ts'
import { WrongUse } from './command-line.ts'

/**
 * A date is its first moment in UTC: as a moment, and as the beginning of a range.
 * @returns ISO 8601 in UTC
 * @throws WrongUse
 * @example
 * timeIn('2027-01-31') // => '2027-01-31T00:00:00.000Z'
 * timeIn('2027-02-30') // throws WrongUse
 */
export const timeIn = (written: string): string => {
  const time = timeFrom(written)
  if (time === undefined) throw new WrongUse(`${written} is neither a date nor a time with an offset, such as 2027-01-31T12:00Z (ISO 8601)`)
  return time
}

/**
 * The end of a range: a day alone belongs to it as a whole, in UTC, as it does in the lists of the interface and of the pages.
 * @throws WrongUse
 * @example
 * endIn('2027-01-31') // => '2027-01-31T23:59:59.999Z'
 * endIn('2027-01-31T12:00Z') // => '2027-01-31T12:00:00.000Z'
 */
export const endIn = (written: string): string => {
  const time = timeIn(written)
  return written.includes('T') ? time : endOfDay(written)
}

/** The time of an option that may be absent. */
export const optionalTimeIn = (written: string | undefined): string | undefined => (written === undefined ? undefined : timeIn(written))
