// When businesses are looked at again: the settings of the account, read and set.
import type { Routes } from '../../inner/framework/environment.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import { requireRight } from '../../inner/framework/rights.ts'
import { type Sending, senderOf } from '../../inner/framework/sending.ts'
import { reviewCalendarOf, setReviewCalendar } from '../../inner/review-calendar.ts'
import { ProposedAct } from '../../interface/proposals.ts'
import { ReviewCalendarRecord, SetReviewCalendar } from '../../interface/review-calendar.ts'
import { describe } from '../openapi/openapi.ts'
import { body } from '../validation.ts'

const path = '/review_calendar'
const tag = 'Risk'

export const reviewCalendarRoutes =
  (inner: Sending & Reads): Routes =>
  (app) => {
    app.get(
      path,
      describe({ summary: 'When businesses are looked at again, by their risk tier', tag, responses: { 200: ReviewCalendarRecord } }),
      async (c) => c.json(await reviewCalendarOf(inner, c)),
    )

    app.put(
      path,
      describe({
        summary: 'Set when businesses are looked at again',
        description:
          'All of it each time: what is absent is as by default. The dates of all approved businesses move with it, but a date that a change brought forward stays.',
        tag,
        responses: { 200: ReviewCalendarRecord, 202: ProposedAct },
      }),
      body(SetReviewCalendar),
      async (c) => {
        requireRight(c, 'manage')
        await setReviewCalendar(senderOf(inner, c), c.req.valid('json'))
        return c.json(await reviewCalendarOf(inner, c))
      },
    )
  }
