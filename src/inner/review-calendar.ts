// The settings of the review calendar, for their route and page.
import type { z } from 'zod'
import { account } from '../commands/account.ts'
import { type ReviewCalendarRecord, reviewCalendarResource, type SetReviewCalendar } from '../interface/review-calendar.ts'
import type { ProbityContext } from './framework/environment.ts'
import { ownAccount, type Reads } from './framework/reading.ts'
import type { Sender } from './framework/sending.ts'

export const reviewCalendarOf = async (inner: Reads, c: ProbityContext): Promise<z.output<typeof ReviewCalendarRecord>> =>
  reviewCalendarResource((await ownAccount(inner, c)).review_calendar)

/** The whole settings each time. @throws Proposed */
export const setReviewCalendar = async ({ accountId, send }: Sender, calendar: z.output<typeof SetReviewCalendar>): Promise<void> => {
  await send({ aggregate: account, id: accountId, command: { type: 'SetReviewCalendar', calendar } })
}
