// History for integrators and analysts: a business's events, their proof, and the feed of all events of the account.
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { type CloudEvent, cloudEvent } from '../../events/cloud-event.ts'
import { businessHistory } from '../../inner/business-history.ts'
import { ownBusiness } from '../../inner/businesses.ts'
import type { ProbityApp, Routes } from '../../inner/environment.ts'
import type { Followed, Following } from '../../inner/following.ts'
import type { Proofs } from '../../inner/history.ts'
import { holdPlace } from '../../inner/places.ts'
import type { Reads } from '../../inner/reading.ts'
import { ApiError, badRequest } from '../../interface/errors.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { AnyObject, Timestamp } from '../../interface/records/common.ts'
import { describe } from '../openapi/openapi.ts'
import { commaSeparated, query } from '../validation.ts'

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
    request_id: z.string().nullable(),
    causation_id: z.string().nullable(),
    correlation_id: z.string(),
    data: AnyObject,
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: 'HistoryEvent' })

const FeedEvent = z
  .looseObject({ specversion: z.literal('1.0'), id: z.uuid(), type: z.string(), time: Timestamp, position: z.string() })
  .meta({ id: 'FeedEvent' })
const Feed = z.object({ object: z.literal('feed'), data: z.array(FeedEvent), cursor: z.string() }).meta({ id: 'Feed' })

const isNoCursor = 'must be a cursor of this feed'
const position = z.string().regex(/^\d{1,18}$/, isNoCursor)
const longestWait = 30
const mostEvents = 1_000

const wholeNumber = (least: number, most: number, fallback: number, description: string) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform((text) => Math.max(least, Math.min(Number(text), most)))
    .default(fallback)
    .meta({ type: 'integer', minimum: 0, description: `${description} More than ${most} is served as ${most}.` })

export const historyRoutes =
  (inner: Reads & Following & Proofs): Routes =>
  (app) => {
    historyOfBusiness(app, inner)
    feedOfAccount(app, inner)
  }

const historyOfBusiness = (app: ProbityApp, inner: Reads & Proofs) => {
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
      const data = (await history.page(page, perPage)).map(({ entry }) => ({ object: 'history_event' as const, ...entry }))
      return c.json(listEnvelope({ data, totalCount: history.count, page, perPage, url: `/v1/businesses/${id}/events` }))
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

const feedOfAccount = (app: ProbityApp, inner: Following) => {
  app.get(
    '/events',
    describe({
      summary: 'The feed of everything that happens in the account, as CloudEvents',
      tag,
      description:
        'Ask again with the `cursor` of the answer as `after`. With `Accept: text/event-stream` the feed goes on as server-sent events, whose ids are cursors.',
      responses: { 200: [Feed, { type: 'text/event-stream', description: 'As asked for: events so far, or server-sent events.' }] },
    }),
    query(
      z.object({
        after: position.optional().meta({ description: 'The `cursor` of the answer before; from the beginning when absent.' }),
        types: commaSeparated(z.string()).optional().meta({ description: 'Types of events with commas between.' }),
        limit: wholeNumber(1, mostEvents, 100, 'How many events at most.'),
        wait: wholeNumber(0, longestWait, 0, 'How many seconds to wait for a first event.'),
      }),
    ),
    async (c) => {
      const { after = c.req.header('last-event-id'), types = [], limit, wait } = c.req.valid('query')
      const from = position.safeParse(after).data
      const what: Followed = {
        accountId: c.get('principal').accountId,
        ...(types.length > 0 ? { types } : {}),
        ...(from === undefined ? {} : { after: BigInt(from) }),
      }
      const isStream = c.req.header('accept')?.includes('text/event-stream')
      holdPlace(c, isStream ? 'streams' : 'longPolls')
      if (isStream) return stream(inner, c, what)
      return c.json({ object: 'feed' as const, ...(await collect(inner, what, { limit, waitMs: wait * 1000, signal: c.req.raw.signal })) })
    },
  )
}

/** @throws ApiError 400 for a cursor past the end of the log: it belongs to another log, or to this one before it was restored. */
const followFrom = (inner: Following, ...[what, onBatch]: Parameters<Following['follow']>) => {
  try {
    return inner.follow(what, onBatch)
  } catch (error) {
    throw error instanceof RangeError ? badRequest(`after ${isNoCursor}`, 'after') : error
  }
}

/** Reads until the limit is reached, the log ends and there is at least one event, or the waiting time is over. */
const collect = (
  inner: Following,
  what: Followed,
  { limit, waitMs, signal }: { limit: number; waitMs: number; signal: AbortSignal },
): Promise<{ data: readonly CloudEvent[]; cursor: string }> =>
  new Promise((resolve) => {
    const data: CloudEvent[] = []
    let cursor = what.after ?? 0n
    let isDone = false
    const finish = () => {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      void subscription.close()
      resolve({ data, cursor: String(cursor) })
    }
    const subscription = followFrom(inner, what, async (batch) => {
      if (isDone) return
      for (const event of batch.events) {
        if (data.length === limit) return finish()
        data.push(cloudEvent(event))
        cursor = event.position
      }
      if (data.length < limit) cursor = batch.position
      if (data.length === limit || (batch.live && (data.length > 0 || waitMs === 0))) finish()
    })
    const timer = setTimeout(finish, waitMs === 0 ? 10_000 : waitMs)
    signal.addEventListener('abort', finish, { once: true })
  })

const stream = (inner: Following, c: Parameters<typeof streamSSE>[0], what: Followed) => {
  const { promise: opened, resolve: open } = Promise.withResolvers<SSEStreamingApi>()
  const subscription = followFrom(inner, what, async (batch) => {
    const sse = await opened
    for (const event of batch.events.map(cloudEvent))
      await sse.writeSSE({ event: event.type, id: event.position, data: JSON.stringify(event) })
  })
  return streamSSE(c, async (sse) => {
    open(sse)
    const ended = Promise.withResolvers<void>()
    const heartbeat = setInterval(() => void sse.write(': still here\n\n'), 15_000)
    sse.onAbort(ended.resolve)
    await ended.promise
    clearInterval(heartbeat)
    await subscription.close()
  })
}
