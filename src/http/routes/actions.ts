// Actions on businesses and watchlist hits, with their effects and actors (specification 4.8).
import { z } from 'zod'
import { business } from '../../commands/business.ts'
import { refused } from '../../commands/refused.ts'
import { type ActionActor, type ActionObject, actionObjects } from '../../events/business-actions.ts'
import { reviewIdOf } from '../../events/derived-id.ts'
import { ownBusiness } from '../../inner/businesses.ts'
import type { ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { newestFirst, ownPageOf } from '../../inner/framework/list-pages.ts'
import { ownAccount, ownDocument, type Reads } from '../../inner/framework/reading.ts'
import { newId, type Sending, send } from '../../inner/framework/sending.ts'
import { requesterNames } from '../../inner/people.ts'
import { latestRun, ownRun, ownThread } from '../../inner/runs.ts'
import { Id } from '../../interface/ids.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { ProposedAct } from '../../interface/proposals.ts'
import { Action } from '../../interface/records/actions.ts'
import { askedFrom, type CreateAction, CreateActionRequest, schemaFor } from '../../interface/requests/actions.ts'
import { actionResource } from '../../interface/resources/actions.ts'
import { type ActionDocument, actions } from '../../projections/actions.ts'
import { watchlistResults } from '../../projections/watchlist-results.ts'
import { describe } from '../openapi/openapi.ts'
import { checkBody, query, uncheckedBody } from '../validation.ts'

const tag = 'Actions'
const ofObject = {
  object_type: z.enum(actionObjects).meta({ description: 'What kind of object was acted on.' }),
  object_id: Id.meta({ description: 'Its id.' }),
}

/** The object itself if it is a business, or else the business that it belongs to. @throws ApiError 404 */
const businessOf = async (inner: Reads, c: ProbityContext, type: ActionObject, id: string): Promise<string> => {
  if (type === 'businesses') return (await ownBusiness(inner, c, id)).id
  const found = { projection: watchlistResults, id, resource: 'watchlist_result' as const }
  return (await ownDocument(inner, c, found)).business_id
}

/** The run that acted, or the run of the thread; without both, the sender of the request. */
const actorOf = async (inner: Reads, c: ProbityContext, { thread_id, run_id }: CreateAction): Promise<z.output<typeof ActionActor>> => {
  const run = run_id ? await ownRun(inner, c, run_id) : undefined
  if (thread_id) {
    await ownThread(inner, c, thread_id)
    if (run && run.thread_id !== thread_id) throw refused('run_not_found', 'run_id')
  }
  if (run) return { actor_type: 'run', data: { id: run.id, thread_id: run.thread_id } }
  if (thread_id) {
    const latest = await latestRun(inner, c, thread_id)
    if (latest) return { actor_type: 'run', data: { id: latest.id, thread_id } }
  }
  const { accountId, actor } = c.get('principal')
  return actor.type === 'user' ? { actor_type: 'user', data: { id: actor.id } } : { actor_type: 'account', data: { id: accountId } }
}

export const actionRoutes =
  (inner: Sending & Reads): Routes =>
  (app) => {
    app.get(
      '/actions',
      describe({ summary: 'List the actions on an object', tag, responses: { 200: listOf(Action) }, errors: [404] }),
      query(z.object({ ...paging, ...ofObject })),
      async (c) => {
        const { page, per_page: perPage, object_type, object_id } = c.req.valid('query')
        await businessOf(inner, c, object_type, object_id)
        const where = { object_type, object_id }
        const { found, totalCount, hasMore } = await ownPageOf(inner, c, actions, { where, sort: newestFirst, page, perPage })
        const items = await resources(inner, found)
        return c.json(listEnvelope({ data: items, totalCount, hasMore, page, perPage, url: '/v1/actions' }))
      },
    )

    app.post(
      '/actions',
      describe({
        summary: 'Act on a business or a watchlist hit',
        description: 'Answered with 202 and the proposal where the account requires a second person for the act.',
        tag,
        responses: { 201: Action, 202: ProposedAct },
        errors: [404, 409],
      }),
      uncheckedBody(CreateActionRequest),
      async (c) => {
        const body = c.req.valid('json')
        const request = checkBody(schemaFor(body), body, { badRequest: { type: 'any', object_type: 'any' } })
        const { object_type, object_id, note } = request
        const businessId = await businessOf(inner, c, object_type, object_id)
        const id = newId(c, 'action')
        const actors = [await actorOf(inner, c, request)]
        const { source_age_limit_days: ageLimitDays } = await ownAccount(inner, c)
        const command = {
          type: 'TakeAction' as const,
          action: { action_id: id, object_type, object_id, note: note || null, actors },
          asked: askedFrom(request, (what) => newId(c, what)),
          seen: (await ownBusiness(inner, c, businessId)).status,
          review: { id: reviewIdOf(businessId), at: inner.now().toISOString(), ageLimitDays },
        }
        await send(inner, c, { aggregate: business, id: businessId, command })
        return c.json((await resources(inner, [await ownAction(inner, c, id)]))[0], 201)
      },
    )

    app.get(
      '/actions/:id',
      describe({ summary: 'An action', tag, responses: { 200: Action }, errors: [404] }),
      query(z.object(ofObject)),
      async (c) => {
        const { object_type, object_id } = c.req.valid('query')
        const action = await ownAction(inner, c, c.req.param('id'))
        if (action.object_type !== object_type || action.object_id !== object_id) throw refused('action_not_found')
        return c.json((await resources(inner, [action]))[0])
      },
    )
  }

/** With the actors' current names. The log has only their ids. */
const resources = async (inner: Reads, actions: readonly ActionDocument[]) => {
  const actors = actions.flatMap((action) => action.actors).filter(({ actor_type }) => actor_type !== 'run')
  const names = await requesterNames(
    inner,
    actors.map(({ actor_type: type, data }) => ({ requester: { id: String(data.id), type } })),
  )
  return actions.map((action) => actionResource(action, names))
}

const ownAction = (inner: Reads, c: ProbityContext, id: string): Promise<ActionDocument> =>
  ownDocument(inner, c, { projection: actions, id, resource: 'action' })
