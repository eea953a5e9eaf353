// The website of a business and its findings (specification 4.7).
import { z } from 'zod'
import { ownBusiness } from '../../inner/businesses.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import { notFound } from '../../interface/errors.ts'
import { Website } from '../../interface/records/website.ts'
import { websiteResource } from '../../interface/resources/website.ts'
import { describe } from '../openapi/openapi.ts'
import { commaSeparated, query } from '../validation.ts'

const WebsiteQuery = z.object({
  include: commaSeparated(z.enum(['indicator_details']))
    .optional()
    .meta({ description: '`indicator_details` adds explanation and examples to every indicator.' }),
})

export const websiteRoutes =
  (inner: Reads): Routes =>
  (app) => {
    app.get(
      '/businesses/:business_id/website',
      describe({ summary: 'The analysis of a website', tag: 'Website', responses: { 200: Website }, errors: [404] }),
      query(WebsiteQuery),
      async (c) => {
        const business = await ownBusiness(inner, c, c.req.param('business_id'))
        const website = websiteResource(business, { details: c.req.valid('query').include?.includes('indicator_details') ?? false })
        if (!website) throw notFound('website')
        return c.json(website)
      },
    )
  }
