// The feed of all events of an account, as CloudEvents, with what webhooks are told of each where the client wants it.
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { catalogue, type StoredEvent } from '../../events/catalogue.ts'
import { type CloudEvent, cloudEvent } from '../../events/cloud-event.ts'
import type { ProbityContext, Routes } from '../../inner/framework/environment.ts'
import type { Followed, FollowedBatch, Following, ToldToWebhooks } from '../../inner/framework/following.ts'
import { holdPlace } from '../../inner/framework/places.ts'
import { isStillLetIn } from '../../inner/framework/still-let-in.ts'
import { badRequest, invalidCredentials } from '../../interface/errors.ts'
import { shownData } from '../../interface/masked-events.ts'
import { AnyObject, Timestamp } from '../../interface/records/common.ts'
import { serviceLimits } from '../../interface/service-limits.ts'
import { describe } from '../openapi/openapi.ts'
import { commaSeparated, query } from '../validation.ts'

const FeedEvent = z
  .looseObject({
    specversion: z.literal('1.0'),
    id: z.uuid(),
    type: z.string(),
    time: Timestamp,
    position: z.string(),
    webhooks: z.array(AnyObject).optional().meta({
      description: 'With `expand[]=webhooks`: the bodies that webhooks for all topics, of the mode of the key, get of this event.',
    }),
  })
  .meta({ id: 'FeedEvent' })
const Feed = z.object({ object: z.literal('feed'), data: z.array(FeedEvent), cursor: z.string() }).meta({ id: 'Feed' })

const isNoCursor = 'must be a cursor of this feed'
const position = z.string().regex(/^\d{1,18}$/, isNoCursor)
/** A type of event, with or without the `probity.` that the feed writes before it. */
const eventType = z.string().transform((text, context) => {
  const type = text.replace(/^probity\./, '')
  if (Object.hasOwn(catalogue, type)) return type
  context.addIssue({ code: 'custom', message: `"${text}" is not a type of event` })
  return z.NEVER
})
const longestWait = serviceLimits.feedWait.most
const mostEvents = serviceLimits.feed.most

const wholeNumber = (least: number, most: number, fallback: number, description: string) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform((text) => Math.max(least, Math.min(Number(text), most)))
    .default(fallback)
    .meta({ type: 'integer', minimum: 0, description: `${description} More than ${most} is served as ${most}.` })

export const FeedQuery = z.object({
  after: position.optional().meta({ description: 'The `cursor` of the answer before; from the beginning when absent.' }),
  since: z.iso.datetime({ offset: true }).optional().meta({ description: 'Events of this time or later, instead of `after`.' }),
  types: commaSeparated(eventType).optional().meta({
    description: 'Types of events with commas between, as the feed gives them in `type`; `probity.` may be left out.',
  }),
  'expand[]': z
    .array(z.enum(['webhooks']))
    .optional()
    .meta({ description: '`webhooks` adds to each event what webhooks are told of it.' }),
  limit: wholeNumber(1, mostEvents, 100, 'How many events at most.'),
  wait: wholeNumber(0, longestWait, 0, 'How many seconds to wait for a first event.'),
})

/** What a reader of the feed wants: which events, and how each is shown. */
type Wanted = { readonly what: Followed; readonly show: (event: StoredEvent) => Promise<CloudEvent> }

export const feedRoutes =
  (inner: Following & ToldToWebhooks): Routes =>
  (app) => {
    app.get(
      '/events',
      describe({
        summary: 'The feed of everything that happens in the account, as CloudEvents',
        tag: 'History',
        description:
          'Of the mode of the key, and of what both modes share, such as settings. SSNs are masked; secrets, and hashes of secrets, are left out. Ask again with the `cursor` of the answer as `after`. With `Accept: text/event-stream` the feed goes on as server-sent events, whose ids are cursors.',
        responses: { 200: [Feed, { type: 'text/event-stream', description: 'As asked for: events so far, or server-sent events.' }] },
      }),
      query(FeedQuery),
      async (c) => {
        const { limit, wait, ...asked } = c.req.valid('query')
        const isStream = c.req.header('accept')?.includes('text/event-stream') ?? false
        const wanted = { what: await followedBy(inner, c, { ...asked, isStream }), show: showing(inner, c, asked['expand[]'] ?? []) }
        holdPlace(c, isStream ? 'streams' : 'longPolls')
        if (isStream) return stream(inner, c, wanted)
        const { events, cursor } = await collect(inner, wanted.what, { limit, waitMs: wait * 1000, signal: c.req.raw.signal })
        if (wait > 0 && !(await isStillLetIn(c))) throw invalidCredentials('the API key or access token is not valid any more')
        return c.json({ object: 'feed' as const, data: await Promise.all(events.map(wanted.show)), cursor })
      },
    )
  }

type Asked = Pick<z.output<typeof FeedQuery>, 'after' | 'since' | 'types'> & { readonly isStream: boolean }

/** @throws ApiError 400 when both beginnings are named */
const followedBy = async (inner: Following, c: ProbityContext, { after, since, types = [], isStream }: Asked): Promise<Followed> => {
  if (after !== undefined && since !== undefined) throw badRequest('only one of after and since may be given', 'since')
  const last = position.safeParse(c.req.header('last-event-id')).data
  // A reader whose stream broke off asks again with the address that it began with.
  const from = isStream ? (last ?? after) : (after ?? last)
  const begin = from !== undefined ? BigInt(from) : since === undefined ? undefined : await inner.positionBefore(since)
  const { accountId, mode } = c.get('principal')
  return {
    accountId,
    mode,
    ...(types.length > 0 ? { types } : {}),
    ...(begin === undefined ? {} : { after: begin }),
    ...(from === undefined && since !== undefined ? { since: new Date(since).toISOString() } : {}),
  }
}

const showing = ({ webhooksAbout }: ToldToWebhooks, c: ProbityContext, expand: readonly string[]): Wanted['show'] => {
  const { mode } = c.get('principal')
  const shown = (event: StoredEvent): CloudEvent => ({ ...cloudEvent(event), data: shownData(event.data) })
  if (!expand.includes('webhooks')) return async (event) => shown(event)
  return async (event) => {
    const webhooks = (event.metadata.mode ?? 'live') === mode ? await webhooksAbout(event) : []
    return { ...shown(event), webhooks }
  }
}

/** @throws ApiError 400 for a cursor past the end of the log: it belongs to another log, or to this one before it was restored. */
const followFrom = (inner: Following, ...following: Parameters<Following['follow']>) => {
  try {
    return inner.follow(...following)
  } catch (error) {
    throw error instanceof RangeError ? badRequest(`after ${isNoCursor}`, 'after') : error
  }
}

/**
 * Reads until the limit is reached, the log ends and there is at least one event, or the waiting time is over.
 * @throws what kept the log from being read, where that lasts until the time is over
 */
const collect = (
  inner: Following,
  what: Followed,
  { limit, waitMs, signal }: { readonly limit: number; readonly waitMs: number; readonly signal: AbortSignal },
): Promise<{ readonly events: readonly StoredEvent[]; readonly cursor: string }> =>
  new Promise((resolve, reject) => {
    const events: StoredEvent[] = []
    let cursor = what.after ?? 0n
    let isDone = false
    let failure: { readonly error: unknown } | undefined
    const finish = () => {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      void subscription.close()
      // What came before the failure is an answer, and the next request tells of it.
      if (failure && events.length === 0) reject(failure.error)
      else resolve({ events, cursor: String(cursor) })
    }
    const take = async (batch: FollowedBatch) => {
      if (isDone) return
      failure = undefined
      for (const event of batch.events) {
        if (events.length === limit) return finish()
        events.push(event)
        cursor = event.position
      }
      if (events.length < limit) cursor = batch.position
      if (events.length === limit || (batch.live && (events.length > 0 || waitMs === 0))) finish()
    }
    const subscription = followFrom(inner, what, take, (error) => {
      failure = { error }
    })
    const timer = setTimeout(finish, waitMs === 0 ? 10_000 : waitMs)
    signal.addEventListener('abort', finish)
  })

const stream = (inner: Following, c: ProbityContext, { what, show }: Wanted) => {
  const { promise: opened, resolve: open } = Promise.withResolvers<SSEStreamingApi>()
  const ended = Promise.withResolvers<void>()
  const subscription = followFrom(inner, what, async (batch) => {
    const sse = await opened
    // The key may have ended since: nothing is sent to it any more.
    if (batch.events.length > 0 && !(await isStillLetIn(c))) return ended.resolve()
    for (const event of batch.events) {
      const shown = await show(event)
      await sse.writeSSE({ event: shown.type, id: shown.position, data: JSON.stringify(shown) })
    }
  })
  return streamSSE(c, async (sse) => {
    open(sse)
    const beat = async () => ((await isStillLetIn(c)) ? void sse.write(': still here\n\n') : ended.resolve())
    const heartbeat = setInterval(beat, 15_000)
    sse.onAbort(ended.resolve)
    await ended.promise
    clearInterval(heartbeat)
    await subscription.close()
  })
}
