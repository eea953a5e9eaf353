// The timeline of a business: the chronological record of its registration data (specification 4.7, section 6; records.md, Timeline events).
import { z } from 'zod'
import { ownBusiness } from '../../inner/businesses.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import { registryTypes, timelineOf, timelineTypes } from '../../inner/timeline.ts'
import { listEnvelope, listOf, pagingBy } from '../../interface/lists.ts'
import { DateOnly } from '../../interface/records/common.ts'
import { TimelineEvent } from '../../interface/records/timeline.ts'
import { timelineResource } from '../../interface/resources/timeline.ts'
import { historyPrefix } from '../../projections/timeline.ts'
import { describe } from '../openapi/openapi.ts'
import { commaSeparated, query } from '../validation.ts'

const historyTypes = registryTypes.map((type) => `${historyPrefix}${type}` as const)

export const timelineRoutes =
  (inner: Reads): Routes =>
  (app) => {
    app.get(
      '/businesses/:business_id/timeline',
      describe({ summary: 'The timeline of a business', tag: 'Timeline', responses: { 200: listOf(TimelineEvent) }, errors: [404] }),
      query(
        z.object({
          ...pagingBy(100),
          start_date: DateOnly.optional().meta({ description: 'Occurred on this day (UTC) or after.' }),
          end_date: DateOnly.optional().meta({ description: 'Occurred on this day (UTC) or before.' }),
          event_types: commaSeparated(z.enum([...timelineTypes, ...historyTypes]))
            .optional()
            .meta({ description: 'Types with commas between; a plain type finds the registry’s own filings (`sos_history.`) too.' }),
        }),
      ),
      async (c) => {
        const business = await ownBusiness(inner, c, c.req.param('business_id'))
        const { page, per_page: perPage, start_date, end_date, event_types = [] } = c.req.valid('query')
        const types = typesFor(event_types)
        const { found, totalCount, hasMore } = await timelineOf(inner, c, {
          business,
          occurred_on: { ...(start_date ? { gte: start_date } : {}), ...(end_date ? { lte: end_date } : {}) },
          type: types.length > 0 ? { in: types } : undefined,
          page,
          perPage,
        })
        const items = found.map(timelineResource)
        return c.json(listEnvelope({ data: items, totalCount, hasMore, page, perPage, url: `/v1/businesses/${business.id}/timeline` }))
      },
    )
  }

/** A plain type also finds entries from the registry's history. */
const typesFor = (types: readonly string[]): readonly string[] =>
  types.flatMap((type) => (type.startsWith(historyPrefix) ? [type] : [type, `${historyPrefix}${type}`]))
