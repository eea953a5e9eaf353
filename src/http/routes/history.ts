// History for integrators and analysts: a business's events, and their proof.
import { z } from 'zod'
import { businessHistory } from '../../inner/business/history.ts'
import { ownBusiness } from '../../inner/businesses.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import { cursorOf, unknownCursor } from '../../inner/framework/list-pages.ts'
import { latestWhere, type Reads } from '../../inner/framework/reading.ts'
import type { Proofs } from '../../inner/history.ts'
import { ApiError } from '../../interface/errors.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { maskedEntry } from '../../interface/masked-events.ts'
import { AnyObject, Timestamp } from '../../interface/records/common.ts'
import { describe } from '../openapi/openapi.ts'
import { query } from '../validation.ts'

const tag = 'History'

const HistoryEvent = z
  .object({
    object: z.literal('history_event'),
    id: z.uuid(),
    type: z.string(),
    revision: z.int(),
    position: z.string(),
    recorded_at: Timestamp,
    actor: z.object({ type: z.string(), id: z.string() }),
    proposed_by: z.object({ type: z.string(), id: z.string() }).nullable(),
    request_id: z.string().nullable(),
    causation_id: z.string().nullable(),
    correlation_id: z.string(),
    data: AnyObject,
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: 'HistoryEvent' })

export const historyRoutes =
  (inner: Reads & Proofs): Routes =>
  (app) => {
    app.get(
      '/businesses/:business_id/events',
      describe({
        summary: 'Every event of a business: who, when, why and what changed',
        tag,
        responses: { 200: listOf(HistoryEvent) },
        errors: [404],
      }),
      query(z.object(paging)),
      async (c) => {
        const { id } = await ownBusiness(inner, c, c.req.param('business_id'))
        const { page, per_page: perPage } = c.req.valid('query')
        const history = await businessHistory(inner, { id })
        const cursor = cursorOf(c)
        const last = cursor && (await latestWhere(inner, `business-${id}`, (event) => event.id === cursor))
        if (cursor && !last) throw unknownCursor()
        const end = last ? last.revision : history.count
        const data = (await history.page(page, perPage, end)).map(({ entry }) => ({
          object: 'history_event' as const,
          ...maskedEntry(entry),
        }))
        const hasMore = page * perPage < end
        return c.json(listEnvelope({ data, totalCount: history.count, hasMore, page, perPage, url: `/v1/businesses/${id}/events` }))
      },
    )

    app.get(
      '/businesses/:business_id/proof',
      describe({
        summary: 'A proof that the history of a business is what the log was sealed with',
        tag,
        responses: { 200: AnyObject },
        errors: [404],
      }),
      async (c) => {
        const { id } = await ownBusiness(inner, c, c.req.param('business_id'))
        const proof = await inner.proofOf(`business-${id}`)
        if (!proof) throw new ApiError(404, [{ message: 'no seal covers this business yet; the log is sealed by the operator' }])
        return c.json(proof)
      },
    )
  }
