// The review of a business (specification 4.7), and whether the tax authority's TIN matching is available (4.8).
import { refused } from '../../commands/refused.ts'
import type { Mode } from '../../events/modes.ts'
import { ownBusiness } from '../../inner/businesses.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import { assignedUsers, assigneeIn } from '../../inner/people.ts'
import { TinMatchAvailability } from '../../interface/records/evidence.ts'
import { Review } from '../../interface/records/review.ts'
import { reviewResource } from '../../interface/resources/business.ts'
import { describe } from '../openapi/openapi.ts'

export type TinChecks = { readonly tinAvailable: (mode: Mode) => Promise<boolean> }

export const reviewRoutes =
  (inner: Reads & TinChecks): Routes =>
  (app) => {
    app.get(
      '/businesses/:business_id/review',
      describe({ summary: 'The review of a business', tag: 'Review', responses: { 200: Review }, errors: [404] }),
      async (c) => {
        const business = await ownBusiness(inner, c, c.req.param('business_id'))
        const review = reviewResource(business, assigneeIn(await assignedUsers(inner, [business]), business))
        if (!review) throw refused('review_not_found')
        return c.json(review)
      },
    )

    app.get(
      '/tin_match/availability',
      describe({ summary: 'Whether TIN matching is available', tag: 'TIN match', responses: { 200: TinMatchAvailability } }),
      async (c) => c.json({ available: await inner.tinAvailable(c.get('principal').mode) }),
    )
  }
