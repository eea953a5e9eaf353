// When businesses are looked at again: the settings of the account, and the date of one business.
import { z } from 'zod'
import { calendarLimits } from '../commands/review-calendar.ts'
import { type NextReview, type ReviewCalendar, reviewCalendarByDefault, scheduleCauses } from '../events/review-calendar.ts'
import { riskTiers } from '../events/risk.ts'
import { Timestamp } from './records/common.ts'

export { calendarLimits }

const { months, soonDays, changeDays } = calendarLimits
const inMonths = z.int().min(months.least).max(months.most)

const tierWords = (tier: string) => `How many months after its approval a business of ${tier} risk is looked at again.`
const soonWords = 'How many days ahead a review counts as due soon. `review.due` is sent then.'
const changeWords = 'Within how many days a business is looked at after a monitor told of a change.'
const reorderWords = 'Whether the products of a business are ordered again once its review is due soon.'

const { high_months, medium_months, low_months, soon_days, change_days, reorder } = reviewCalendarByDefault

export const SetReviewCalendar = z
  .object({
    high_months: inMonths.default(high_months).meta({ description: `${tierWords('high')} ${months.least} to ${months.most}.` }),
    medium_months: inMonths.default(medium_months).meta({ description: `${tierWords('medium')} Not less than \`high_months\`.` }),
    low_months: inMonths.default(low_months).meta({ description: `${tierWords('low')} Not less than \`medium_months\`.` }),
    soon_days: z.int().min(soonDays.least).max(soonDays.most).default(soon_days).meta({ description: soonWords }),
    change_days: z.int().min(changeDays.least).max(changeDays.most).default(change_days).meta({ description: changeWords }),
    reorder: z.boolean().default(reorder).meta({ description: reorderWords }),
  })
  .refine((set) => set.high_months <= set.medium_months, {
    path: ['medium_months'],
    error: 'must not be sooner than a review at high risk',
  })
  .refine((set) => set.medium_months <= set.low_months, { path: ['low_months'], error: 'must not be sooner than a review at medium risk' })
  .meta({ id: 'SetReviewCalendarRequest', examples: [{ high_months: 6, medium_months: 24, low_months: 60 }] })

export const ReviewCalendarRecord = z
  .object({
    object: z.literal('review_calendar'),
    high_months: z.int().meta({ description: tierWords('high') }),
    medium_months: z.int().meta({ description: tierWords('medium') }),
    low_months: z.int().meta({ description: tierWords('low') }),
    soon_days: z.int().meta({ description: soonWords }),
    change_days: z.int().meta({ description: changeWords }),
    reorder: z.boolean().meta({ description: reorderWords }),
  })
  .meta({ id: 'ReviewCalendar' })

export const reviewCalendarResource = (calendar: ReviewCalendar): z.output<typeof ReviewCalendarRecord> => ({
  object: 'review_calendar',
  ...calendar,
})

export const ReviewDate = z
  .object({
    object: z.literal('review_date'),
    business_id: z.uuid(),
    due_at: Timestamp.meta({ description: 'When the business is to have been looked at again.' }),
    soon_at: Timestamp.meta({ description: 'From then on the review is due soon.' }),
    status: z
      .enum(['scheduled', 'due', 'overdue'])
      .meta({ description: '`due`: soon. `overdue`: the date has passed without a decision.' }),
    tier: z.enum(riskTiers).meta({ description: 'The risk tier that the date follows from.' }),
    counted_from: Timestamp.meta({ description: 'The approval that the date is counted from.' }),
    cause: z.enum(scheduleCauses).meta({
      description: 'What set this date: a decision, another tier, other settings, or a change that a monitor told of.',
    }),
    change: z
      .object({
        type: z.string().meta({ description: 'What changed, as the monitor tells it, such as `registration.updated`.' }),
        found_at: Timestamp.meta({ description: 'When the change was found.' }),
      })
      .nullable()
      .meta({ id: 'ReviewDateChange', description: 'The change that brought the review forward. null: none did.' }),
  })
  .meta({ id: 'ReviewDate' })

const statuses = { nothing: 'scheduled', due: 'due', overdue: 'overdue' } as const

export const reviewDateResource = (
  businessId: string,
  { due_at, soon_at, tier, counted_from, cause, change, told }: NextReview,
): z.output<typeof ReviewDate> => ({
  object: 'review_date',
  business_id: businessId,
  due_at,
  soon_at,
  status: statuses[told],
  tier,
  counted_from,
  cause,
  change: change && { type: change.type, found_at: change.at },
})
