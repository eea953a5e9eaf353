// When a decided business is looked at again. The events are in the stream of the business; how long the account waits is a setting of the account.
import { z } from 'zod'
import { type EventOf, onTimeline } from './define.ts'
import { riskTiers } from './risk.ts'

/** How many months after a decision a business of each tier is looked at again, and what happens before. */
export const ReviewCalendar = z.object({
  high_months: z.number().int(),
  medium_months: z.number().int(),
  low_months: z.number().int(),
  /** How many days ahead a review is announced as due soon. */
  soon_days: z.number().int(),
  /** Within how many days a business is looked at after a monitor told of a change. */
  change_days: z.number().int(),
  /** Whether the products of a business are ordered again once its review is due soon. */
  reorder: z.boolean(),
})
export type ReviewCalendar = z.output<typeof ReviewCalendar>

export const reviewCalendarByDefault: ReviewCalendar = {
  high_months: 12,
  medium_months: 36,
  low_months: 60,
  soon_days: 30,
  change_days: 30,
  reorder: true,
}

/** Why the date is what it is: a decision, another tier, other settings, or a change that a monitor told of. */
export const scheduleCauses = ['decision', 'tier', 'settings', 'change'] as const

const ReviewDate = z.object({
  due_at: z.string(),
  /** From then on it is due soon. */
  soon_at: z.string(),
  tier: z.enum(riskTiers),
  /** The time of the decision that it is counted from. */
  counted_from: z.string(),
  cause: z.enum(scheduleCauses),
  /** What brought it forward, as `registration.updated`, and when that was found; null: nothing did. */
  change: z.object({ type: z.string(), at: z.string(), due_at: z.string() }).nullable(),
})

const Told = z.object({ due_at: z.string(), tier: z.enum(riskTiers) })

export const reviewCalendarEvents = {
  ReviewScheduled: z.object({ review_date: ReviewDate }),
  ReviewDue: onTimeline('review.due', 'review_date', z.object({ review_date: Told })),
  ReviewOverdue: onTimeline('review.overdue', 'review_date', z.object({ review_date: Told })),
}
export type ReviewCalendarEvent = EventOf<typeof reviewCalendarEvents>

/** `told`: what the account has been told of this date. */
export const NextReview = ReviewDate.extend({ told: z.enum(['nothing', 'due', 'overdue']) })
export type NextReview = z.output<typeof NextReview>

type Changing =
  | ReviewCalendarEvent
  | { readonly type: 'BusinessApproved' | 'BusinessRejected' }
  | { readonly type: 'PersonalDataErased'; readonly data: { readonly kind: string } }

/** The next review after an event. A decision ends it, and so does the erasure of the business; an earlier date is announced only once. */
export const nextReviewAfter = (held: NextReview | null, event: Changing): NextReview | null => {
  switch (event.type) {
    case 'ReviewScheduled': {
      const next = event.data.review_date
      const isEarlier = held !== null && next.counted_from === held.counted_from && next.due_at <= held.due_at
      return { ...next, told: isEarlier ? held.told : 'nothing' }
    }
    case 'ReviewDue':
      return held && { ...held, told: 'due' }
    case 'ReviewOverdue':
      return held && { ...held, told: 'overdue' }
    case 'PersonalDataErased':
      return event.data.kind === 'business' ? null : held
    default:
      return null
  }
}
