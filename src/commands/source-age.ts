// As of when the sources of a finding speak, and whether that is longer ago than the account accepts.
import type { Source } from '../events/parts.ts'
import { monthsBetween } from '../events/years.ts'

/** Where an account has set no other limit. */
export const ageLimitByDefault = 90

const dayMs = 86_400_000
const dated = /^\d{4}-\d{2}(?:-\d{2})?$/

export type Spoken = {
  readonly dataSet: string
  /** That the data are of; of data without a date the one on which they were loaded (ISO 8601). */
  readonly on: string
  readonly isUndated: boolean
  /** Since then. */
  readonly days: number
}

/**
 * What a message says of the age of its sources; empty where nothing is known of it.
 * @param at when it is judged (ISO 8601)
 * @example
 * const oregon = { id: '', type: 'registration', metadata: { data_set: 'Oregon', as_of: '2019-03-29' } }
 * toldAge([oregon], '2026-11-21T09:30:00Z', 90) // => 'As of 2019-03-29, 7 years old: older than the limit of 90 days.'
 */
export const toldAge = (sources: readonly Source[], at: string, limitDays: number): string => {
  const spoken = spokenBy(sources, at)
  const [undated, dated] = [spoken.filter(({ isUndated }) => isUndated), spoken.filter(({ isUndated }) => !isUndated)]
  const telling = { at, limitDays, isNamed: spoken.length > 1 }
  return [toldDated(dated, telling), toldUndated(undated, telling)].filter((part) => part !== '').join(' ')
}

type Telling = { readonly at: string; readonly limitDays: number; readonly isNamed: boolean }

const toldDated = (spoken: readonly Spoken[], { at, limitDays, isNamed }: Telling): string => {
  const [oldest] = spoken
  const newest = spoken.at(-1)
  if (!oldest || !newest) return ''
  const stale = spoken.filter(({ days }) => days > limitDays)
  if (stale.length === 0) return oldest.on === newest.on ? `As of ${oldest.on}.` : `As of ${oldest.on} to ${newest.on}.`
  const named = byDay(stale).map(({ on, dataSets }) => `${on}, ${ageOf(on, at)} old${isNamed ? ` (${dataSets})` : ''}`)
  const fresh = stale.length < spoken.length ? ` The others: as of ${newest.on}.` : ''
  return `As of ${named.join('; ')}: older than the limit of ${limitDays} days.${fresh}`
}

/** How old the data were when they were loaded is not known. */
const toldUndated = (spoken: readonly Spoken[], { at, limitDays, isNamed }: Telling): string => {
  if (spoken.length === 0) return ''
  const named = byDay(spoken).map(({ on, days, dataSets }) => {
    const ago = days > limitDays ? `, ${ageOf(on, at)} ago` : ''
    return `${on}${ago}${isNamed ? ` (${dataSets})` : ''}`
  })
  const stale = spoken.some(({ days }) => days > limitDays) ? `: longer ago than the limit of ${limitDays} days` : ''
  return `Undated, loaded on ${named.join('; ')}${stale}.`
}

/** Each day once, with the data sets that speak as of it. */
const byDay = (spoken: readonly Spoken[]) =>
  [...Map.groupBy(spoken, ({ on }) => on)].map(([on, each]) => ({
    on,
    days: each[0]?.days ?? 0,
    dataSets: each.map(({ dataSet }) => dataSet).join(', '),
  }))

/** Each data set once, the oldest first. */
export const spokenBy = (sources: readonly Source[], at: string): readonly Spoken[] => {
  const spoken: Spoken[] = []
  for (const { type, metadata } of sources) {
    const { as_of, imported_on, data_set } = metadata
    const on = [as_of, imported_on].find((each) => typeof each === 'string' && dated.test(each))
    if (typeof on !== 'string') continue
    const days = Math.floor((Date.parse(at) - Date.parse(on)) / dayMs)
    spoken.push({ dataSet: String(data_set ?? type), on, isUndated: on !== as_of, days })
  }
  if (spoken.length < 2) return spoken
  return [...new Map(spoken.map((each) => [`${each.dataSet} ${each.on}`, each])).values()].toSorted((a, b) => b.days - a.days)
}

/**
 * How old what is of that day is at that moment, in the unit that suits it.
 * @example
 * ageOf('2026-08-01', '2026-11-21T09:30:00.000Z') // => '3 months'
 */
export const ageOf = (on: string, at: string): string => {
  const days = Math.max(0, Math.floor((Date.parse(at) - Date.parse(on)) / dayMs))
  const months = monthsBetween(on, at)
  const [count, unit] = days < 60 ? [days, 'day'] : months < 24 ? [months, 'month'] : [Math.floor(months / 12), 'year']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
