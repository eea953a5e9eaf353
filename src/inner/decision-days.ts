// The decisions of each day, and how old the queue was at its end, for the overview.
import { LRUCache } from 'lru-cache'
import { eachFound } from '../projections/read.ts'
import { stillWaiting, type Wait, waits } from '../projections/waits.ts'
import { inSlices, openSlices } from '../stores/slices.ts'
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

/** A wait with its times in milliseconds; `until` is infinite while it goes on. */
type Timed = { readonly since: number; readonly until: number; readonly decided: Wait['decided'] }

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Of more waits than `few` the days are kept for this time: to read 100,000 takes a second of a core. */
const keptMs = 60_000
const few = 2_000

type Kept = { readonly at: number; readonly days: readonly DecisionDay[] }

/** By account and mode, of each service. */
const keptDays = new WeakMap<Reads['read'], LRUCache<string, Kept>>()

/** The last days, the oldest first; today is the last. With many waits they are up to a minute old. */
export const decisionDays = async (
  inner: Clock & Pick<Reads, 'read'>,
  c: ProbityContext,
  days: number,
): Promise<readonly DecisionDay[]> => {
  const kept = keptDays.get(inner.read) ?? new LRUCache<string, Kept>({ max: 1_000 })
  keptDays.set(inner.read, kept)
  const { accountId, mode } = c.get('principal')
  const key = `${accountId} ${mode} ${days}`
  const now = inner.now().getTime()
  const last = kept.get(key)
  if (last && now - last.at < keptMs && dayStart(now) === dayStart(last.at)) return last.days
  const first = dayStart(now) - (days - 1) * dayMs
  const slices = openSlices()
  const all: Timed[] = []
  const where = { waited_until: { gte: new Date(first).toISOString(), lte: stillWaiting } }
  for await (const each of eachFound(own(inner, c, waits), { where, by: 'waited_until' })) {
    all.push(...each.waits.map(timed))
    if (slices.isOver()) await slices.rest()
  }
  all.sort((one, other) => one.since - other.since)
  const starts = Array.from({ length: days }, (_, index) => first + index * dayMs)
  const found = await inSlices(starts, (start) => dayOf(all, start, now), slices)
  if (all.length > few) kept.set(key, { at: now, days: found })
  return found
}

const dayStart = (time: number): number => Math.floor(time / dayMs) * dayMs

const timed = ({ since, until, decided }: Wait): Timed => ({
  since: Date.parse(since),
  until: until === null ? Number.POSITIVE_INFINITY : Date.parse(until),
  decided,
})

/** `all`: the oldest first. */
const dayOf = (all: readonly Timed[], start: number, now: number): DecisionDay => {
  const end = Math.min(start + dayMs, now)
  const decided = { approved: 0, rejected: 0 }
  const ages: number[] = []
  for (const wait of all) {
    if (wait.decided && wait.until >= start && wait.until < start + dayMs) decided[wait.decided]++
    if (wait.since <= end && wait.until > end) ages.push((end - wait.since) / hourMs)
  }
  return {
    day: new Date(start).toISOString().slice(0, 10),
    ...decided,
    waiting: ages.length,
    oldest: ages[0] ?? null,
    median: ages[Math.floor(ages.length / 2)] ?? null,
  }
}
