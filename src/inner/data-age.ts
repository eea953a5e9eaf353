// How old data are, in words.
import { ageOf as ageInWords } from '../commands/source-age.ts'

/**
 * @param asOf a date, or its year and month (ISO 8601)
 * @example
 * ageOf('2026-11-20', new Date('2026-11-22T12:00:00Z')) // => '2 days'
 * ageOf(null, new Date()) // => null
 */
export const ageOf = (asOf: string | null, now: Date): string | null =>
  asOf === null || Number.isNaN(Date.parse(asOf)) ? null : ageInWords(asOf, now.toISOString())
