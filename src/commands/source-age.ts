// As of when the sources of a finding speak, and whether that is longer ago than the account accepts.
import type { Source } from '../events/parts.ts'

/** Where an account has set no other limit. */
export const ageLimitByDefault = 90

const dayMs = 86_400_000
const dated = /^\d{4}-\d{2}(?:-\d{2})?$/

/** A data set, the date that its data are of or that it was imported on, in words, and how many days ago that was. */
export type Spoken = { readonly dataSet: string; readonly asOf: string; readonly days: number }

/**
 * What a message says of the age of its sources; empty where no source has a date.
 * @param at when it is judged (ISO 8601)
 * @example
 * const oregon = { id: '', type: 'registration', metadata: { data_set: 'Oregon', as_of: '2019-03-29' } }
 * toldAge([oregon], '2026-11-21T09:30:00Z', 90) // => 'As of 2019-03-29, 7 years old: older than the limit of 90 days.'
 */
export const toldAge = (sources: readonly Source[], at: string, limitDays: number): string => {
  const spoken = spokenBy(sources, at)
  const [oldest] = spoken
  const newest = spoken.at(-1)
  if (!oldest || !newest) return ''
  const stale = spoken.filter(({ days }) => days > limitDays)
  if (stale.length === 0) return oldest.asOf === newest.asOf ? `As of ${oldest.asOf}.` : `As of ${oldest.asOf} to ${newest.asOf}.`
  const isOne = spoken.length === 1
  const named = stale.map(({ dataSet, asOf, days }) => `${asOf}, ${ageOf(days)} old${isOne ? '' : ` (${dataSet})`}`)
  const fresh = stale.length < spoken.length ? ` The others: as of ${newest.asOf}.` : ''
  return `As of ${named.join('; ')}: older than the limit of ${limitDays} days.${fresh}`
}

/** Each data set once, the oldest first. */
export const spokenBy = (sources: readonly Source[], at: string): readonly Spoken[] => {
  const spoken: Spoken[] = []
  for (const { type, metadata } of sources) {
    const { as_of, imported_on, data_set } = metadata
    const date = [as_of, imported_on].find((each) => typeof each === 'string' && dated.test(each))
    if (typeof date !== 'string') continue
    const asOf = date === as_of ? date : `the import on ${date}`
    spoken.push({ dataSet: String(data_set ?? type), asOf, days: Math.floor((Date.parse(at) - Date.parse(date)) / dayMs) })
  }
  if (spoken.length < 2) return spoken
  return [...new Map(spoken.map((each) => [`${each.dataSet} ${each.asOf}`, each])).values()].toSorted((a, b) => b.days - a.days)
}

/**
 * A number of days in the unit that suits it.
 * @example
 * ageOf(100) // => '3 months'
 */
export const ageOf = (days: number): string => {
  const [count, unit] = days < 60 ? [days, 'day'] : days < 730 ? [Math.floor(days / 30.4375), 'month'] : [Math.floor(days / 365.25), 'year']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
