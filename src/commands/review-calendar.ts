// When a business is looked at again: the date by its risk tier, counted from the last approval, earlier where a monitor told of a change.
import { isDeepStrictEqual } from 'node:util'
import type { BusinessEvent } from '../events/business.ts'
import type { NextReview, ReviewCalendar as Settings, scheduleCauses } from '../events/review-calendar.ts'
import type { RiskTier } from '../events/risk.ts'
import type { Business } from './business-state.ts'
import { riskOf } from './risk.ts'

/** `hurriedMs`: for the sandbox's scenario of an overdue business. It is due soon after this time in milliseconds, and due after twice the time. */
export type ReviewCalendar = Settings & { readonly hurriedMs?: number }

type Cause = Exclude<(typeof scheduleCauses)[number], 'change'>

export type ReviewCalendarCommand =
  /** `countedFrom`: the time of the approval (ISO 8601); absent: the date that stands is computed again. */
  | { readonly type: 'ScheduleReview'; readonly cause: Cause; readonly countedFrom?: string; readonly calendar: ReviewCalendar }
  /** `change`: as `registration.updated`. `at`: when it was found. */
  | { readonly type: 'BringReviewForward'; readonly change: string; readonly at: string; readonly calendar: ReviewCalendar }
  /** `dueAt`: the date that the sender knows; nothing happens when another stands. */
  | { readonly type: 'NoteReviewDue'; readonly dueAt: string; readonly orders: readonly NewOrder[] }
  | { readonly type: 'NoteReviewOverdue'; readonly dueAt: string }

type NewOrder = Extract<BusinessEvent, { type: 'OrderPlaced' }>['data']
type ReviewDate = Omit<NextReview, 'told'>
type Scheduled = Pick<Business, 'file' | 'submitted' | 'review' | 'risk_override'>

const dayMs = 86_400_000

/** The limits of the settings. A higher tier is not looked at later than a lower one. */
export const calendarLimits = {
  months: { least: 1, most: 120 },
  soonDays: { least: 0, most: 90 },
  changeDays: { least: 0, most: 365 },
} as const

/**
 * The same day of the month that many months later, or the last day of a shorter month.
 * @example
 * monthsAfter('2027-01-31T10:00:00.000Z', 1) // => '2027-02-28T10:00:00.000Z'
 */
export const monthsAfter = (from: string, months: number): string => {
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.toISOString()
}

const msAfter = (from: string, ms: number): string => new Date(Date.parse(from) + ms).toISOString()
const daysAfter = (from: string, days: number): string => msAfter(from, days * dayMs)

/** Without a review nobody knows the tier, which counts as high. */
const tierOf = (business: Omit<Scheduled, 'review'> & Parameters<typeof riskOf>[0]): RiskTier => riskOf(business) ?? 'high'

/** The date of a business that was approved at that time. */
export const reviewDateOf = (
  business: Parameters<typeof tierOf>[0],
  { countedFrom, cause, change }: { readonly countedFrom: string; readonly cause: Cause; readonly change: ReviewDate['change'] },
  calendar: ReviewCalendar,
): ReviewDate => {
  const tier = tierOf(business)
  const { hurriedMs } = calendar
  if (hurriedMs !== undefined) {
    const [soon_at, due_at] = [msAfter(countedFrom, hurriedMs), msAfter(countedFrom, 2 * hurriedMs)]
    return { due_at, soon_at, tier, counted_from: countedFrom, cause, change }
  }
  const regular = monthsAfter(countedFrom, calendar[`${tier}_months`])
  const due_at = change && change.due_at < regular ? change.due_at : regular
  return { due_at, soon_at: daysAfter(due_at, -calendar.soon_days), tier, counted_from: countedFrom, cause, change }
}

/** Whether a newly computed date differs from the one that stands: by more than its cause. */
export const isSameDate = (one: ReviewDate, other: ReviewDate): boolean =>
  isDeepStrictEqual([one.due_at, one.soon_at, one.tier, one.counted_from], [other.due_at, other.soon_at, other.tier, other.counted_from])

/** The orders of the review that is due are placed in the same step, as far as they can be. */
export const reviewCalendarEventsOf = (
  state: Business,
  command: ReviewCalendarCommand,
  placeable: (orders: readonly NewOrder[]) => readonly BusinessEvent[],
): readonly BusinessEvent[] => {
  const held = state.next_review
  if (state.erased || state.status === 'rejected') return []
  // The date is kept for a relationship that is resumed.
  if (state.ended && command.type !== 'ScheduleReview') return []
  switch (command.type) {
    case 'ScheduleReview': {
      const { cause, countedFrom = held?.counted_from, calendar } = command
      // An approval that comes late, after a later one, changes nothing.
      if (countedFrom === undefined || (held && countedFrom < held.counted_from)) return []
      const change = held?.counted_from === countedFrom ? held.change : null
      const next = reviewDateOf(state, { countedFrom, cause, change }, calendar)
      if (held && isSameDate(held, next)) return []
      // Who looks for other settings may come before who looks for another tier.
      return [scheduled(cause === 'settings' && held && held.tier !== next.tier ? { ...next, cause: 'tier' } : next)]
    }
    case 'BringReviewForward': {
      if (!held || command.at <= held.counted_from) return []
      const { soon_days, change_days } = command.calendar
      const due_at = daysAfter(command.at, change_days)
      if (due_at >= held.due_at) return []
      const { told: _, ...date } = held
      const change = { type: command.change, at: command.at, due_at }
      return [scheduled({ ...date, due_at, soon_at: daysAfter(due_at, -soon_days), tier: tierOf(state), cause: 'change', change })]
    }
    case 'NoteReviewDue':
      return held?.due_at === command.dueAt && held.told === 'nothing'
        ? [{ type: 'ReviewDue', data: { review_date: { due_at: held.due_at, tier: held.tier } } }, ...placeable(command.orders)]
        : []
    case 'NoteReviewOverdue':
      return held?.due_at === command.dueAt && held.told !== 'overdue'
        ? [{ type: 'ReviewOverdue', data: { review_date: { due_at: held.due_at, tier: held.tier } } }]
        : []
  }
}

const scheduled = (review_date: ReviewDate): BusinessEvent => ({ type: 'ReviewScheduled', data: { review_date } })
