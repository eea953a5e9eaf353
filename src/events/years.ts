// Years and months by the calendar: they end at an anniversary, whatever the days between. All is in UTC.

/** The anniversary of 29 February is 1 March in a common year, as in the filing offices' model rules (Michigan's: R 440.404). */
export const yearsAfter = (from: Date, years: number): Date => {
  const date = new Date(from)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date
}

/**
 * The whole years, and the part of the year that has begun; negative where `to` is before `from`. NaN where one is no date.
 * @param from YYYY-MM-DD or ISO 8601, as `to` is
 * @example
 * yearsBetween('2024-02-29', '2025-03-01') // => 1
 */
export const yearsBetween = (from: string, to: string): number => {
  const [start, end] = [new Date(from), new Date(to)]
  const inYear = end.getUTCFullYear() - start.getUTCFullYear()
  const years = yearsAfter(start, inYear) > end ? inYear - 1 : inYear
  const [last, next] = [yearsAfter(start, years).getTime(), yearsAfter(start, years + 1).getTime()]
  return years + (end.getTime() - last) / (next - last)
}

/**
 * Whole months by the calendar.
 * @param from YYYY-MM-DD, YYYY-MM or ISO 8601, as `to` is
 * @example
 * monthsBetween('2026-08-22', '2026-11-21') // => 2
 */
export const monthsBetween = (from: string, to: string): number => {
  const [start, end] = [new Date(from), new Date(to)]
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  return end.getUTCDate() < start.getUTCDate() ? months - 1 : months
}
