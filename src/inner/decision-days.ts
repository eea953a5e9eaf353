// The decisions of each day, and how old the queue was at its end, for the overview.
import { stillWaiting, type Wait, waits } from '../projections/waits.ts'
import type { ProbityContext } from './framework/environment.ts'
import { own, type Reads } from './framework/reading.ts'
import type { Clock } from './framework/sending.ts'

export type DecisionDay = {
  /** `2026-11-20`, in UTC. */
  readonly day: string
  readonly approved: number
  readonly rejected: number
  /** How many businesses waited at the end of the day, or wait now. */
  readonly waiting: number
  /** In hours; null: none waited. */
  readonly oldest: number | null
  readonly median: number | null
}

const dayMs = 86_400_000
const hourMs = 3_600_000

/** The last days, the oldest first; today is the last. */
export const decisionDays = async (
  inner: Clock & Pick<Reads, 'read'>,
  c: ProbityContext,
  days: number,
): Promise<readonly DecisionDay[]> => {
  const now = inner.now().getTime()
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T00:00:00.000Z`)
  const first = today - (days - 1) * dayMs
  const found = await own(inner, c, waits).find({ where: { waited_until: { gte: new Date(first).toISOString(), lte: stillWaiting } } })
  const all = found.flatMap((each) => each.waits)
  return Array.from({ length: days }, (_, index) => dayOf(all, first + index * dayMs, now))
}

const dayOf = (all: readonly Wait[], start: number, now: number): DecisionDay => {
  const day = new Date(start).toISOString().slice(0, 10)
  const end = new Date(Math.min(start + dayMs, now)).toISOString()
  const decided = (status: Wait['decided']) => all.filter((wait) => wait.decided === status && wait.until?.startsWith(day)).length
  const open = all.filter(({ since, until }) => since <= end && (until === null || until > end))
  const ages = open.map(({ since }) => (Date.parse(end) - Date.parse(since)) / hourMs).toSorted((a, b) => b - a)
  return {
    day,
    approved: decided('approved'),
    rejected: decided('rejected'),
    waiting: ages.length,
    oldest: ages[0] ?? null,
    median: ages[Math.floor(ages.length / 2)] ?? null,
  }
}
