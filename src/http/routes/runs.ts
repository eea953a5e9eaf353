// Agent runs: start, read, answer their questions, follow them, and give feedback (specification 4.10).
import { z } from 'zod'
import { business } from '../../commands/business.ts'
import { refused } from '../../commands/refused.ts'
import { run } from '../../commands/run.ts'
import { agentType, contextOf, inlineContext, requireSameContext, startThread } from '../../inner/agent-contexts.ts'
import { requesterOf } from '../../inner/businesses.ts'
import type { ProbityApp, Routes } from '../../inner/framework/environment.ts'
import type { Following } from '../../inner/framework/following.ts'
import { type Documents, ownDocument, ownDocumentAsOf, type Reads, requireFeature } from '../../inner/framework/reading.ts'
import { newId, type Sending, send } from '../../inner/framework/sending.ts'
import { requesterNames } from '../../inner/people.ts'
import { runStreams } from '../../inner/run-stream.ts'
import { ownRun, ownThread, runPage } from '../../inner/runs.ts'
import type { IdentityLookUp } from '../../inner/shown-connections.ts'
import { idFilter } from '../../interface/ids.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { addressItems } from '../../interface/messages.ts'
import { AgentsRun, AgentsRunFeedback } from '../../interface/records/agents.ts'
import { Answer, NewFeedback, NewRun } from '../../interface/requests/agents.ts'
import { feedbackResource, runResource } from '../../interface/resources/runs.ts'
import { type RunDocument, runFeedback, runs } from '../../projections/runs.ts'
import { describe } from '../openapi/openapi.ts'
import { asOf, body, commaSeparated, query } from '../validation.ts'

const tag = 'Agents'

const runAnswer = async (inner: Reads, each: RunDocument, { steps = false }: { readonly steps?: boolean | undefined } = {}) =>
  runResource(each, await requesterNames(inner, [each]), { steps })

type RunDependencies = Sending & Reads & Documents & Following & IdentityLookUp

export const runRoutes =
  (inner: RunDependencies): Routes =>
  (app) => {
    listAndStart(app, inner)
    oneRun(app, inner)
  }

const listAndStart = (app: ProbityApp, inner: RunDependencies) => {
  app.get(
    '/runs',
    describe({ summary: 'List runs', tag, responses: { 200: listOf(AgentsRun) } }),
    query(z.object({ ...paging, business_id: idFilter.optional().meta({ description: 'Those about this business.' }) })),
    async (c) => {
      const { page, per_page: perPage, business_id: businessId } = c.req.valid('query')
      const { found, totalCount, hasMore } = await runPage(inner, c, { page, perPage, businessId })
      const names = await requesterNames(inner, found)
      const data = found.map((each) => runResource(each, names, { steps: false }))
      return c.json(listEnvelope({ data, totalCount, hasMore, page, perPage, url: '/v1/runs' }))
    },
  )

  app.post(
    '/runs',
    describe({
      summary: 'Start a run',
      description:
        'On the business of `business_id`, in the thread of `thread_id`, or on a business that comes with the request. Its progress is in the run itself and in its stream. For a new business a restricted key needs `businesses:write` too.',
      tag,
      responses: { 201: AgentsRun },
      errors: [404],
    }),
    body(NewRun, { namePath: addressItems }),
    async (c) => {
      const { type, thread_id, business: inline, ...subjects } = c.req.valid('json')
      const agent = agentType(type)
      const inThread = thread_id === undefined ? undefined : await ownThread(inner, c, thread_id)
      const named = inThread?.context_id ?? (inline && (subjects.business_id ?? subjects.context_id))
      if (named !== undefined) await requireSameContext(inner, c, { about: named, given: subjects, inline })
      const about = inThread ?? (inline ? await inlineContext(inner, c, inline) : await contextOf(inner, c, subjects))
      const { status } = await inner.load(business, about.context_id)
      if (status === 'in_audit') throw refused('audit_running')
      const threadId = inThread?.id ?? (await startThread(inner, c, agent, about))
      const id = newId(c, 'run')
      const started = {
        run_id: id,
        thread_id: threadId,
        agent,
        context_type: about.context_type,
        context_id: about.context_id,
        requester: requesterOf(c),
      }
      await send(inner, c, { aggregate: run, id, command: { type: 'StartRun', run: started } })
      return c.json(await runAnswer(inner, await ownRun(inner, c, id)), 201)
    },
  )
}

const oneRun = (app: ProbityApp, inner: RunDependencies) => {
  const streamRun = runStreams(inner)

  app.get(
    '/runs/:id',
    describe({ summary: 'A run, now or as it stood', tag, responses: { 200: AgentsRun }, errors: [404] }),
    query(
      z.object({
        include: commaSeparated(z.enum(['steps']))
          .optional()
          .meta({ description: '`steps`: with the execution trace.' }),
        as_of: asOf.optional(),
      }),
    ),
    async (c) => {
      const id = c.req.param('id')
      const { include, as_of: moment } = c.req.valid('query')
      const found = moment
        ? await ownDocumentAsOf(inner, c, { projection: runs, stream: `run-${id}`, id, resource: 'run', moment })
        : await ownRun(inner, c, id)
      return c.json(await runAnswer(inner, found, { steps: include?.includes('steps') }))
    },
  )

  app.post(
    '/runs/:id/resume',
    describe({
      summary: "Answer a run's question",
      description:
        'The question of a run that is `interrupted`, by its id in `interrupts`; the run goes on from there. The first answer stands: another one afterwards is 409.',
      tag,
      responses: { 200: AgentsRun },
      errors: [404, 409],
    }),
    body(Answer),
    async (c) => {
      const { id } = await ownRun(inner, c, c.req.param('id'))
      const { interrupt_id: interruptId, answer } = c.req.valid('json')
      await send(inner, c, { aggregate: run, id, command: { type: 'Resume', interruptId, answer } })
      return c.json(await runAnswer(inner, await ownRun(inner, c, id)))
    },
  )

  app.post(
    '/runs/:id/feedback',
    describe({
      summary: 'Say what you think of an artifact',
      description: 'A later rating of the same artifact by the same reviewer replaces the earlier one.',
      tag,
      responses: { 201: AgentsRunFeedback },
      errors: [404],
    }),
    // Feedback without a body counts as missing fields: 422, as the specification says.
    body(NewFeedback, { optional: true }),
    async (c) => {
      await requireFeature(inner, c, 'operator_feedback')
      const { id } = await ownRun(inner, c, c.req.param('id'))
      const { rating, artifact_id, comment } = c.req.valid('json')
      const { accountId, actor } = c.get('principal')
      const reviewer = actor.type === 'user' ? ({ type: 'User', id: actor.id } as const) : ({ type: 'Account', id: accountId } as const)
      const feedback_id = newId(c, 'feedback')
      await send(inner, c, {
        aggregate: run,
        id,
        command: { type: 'GiveFeedback', feedback: { feedback_id, artifact_id, rating, comment, reviewer } },
      })
      return c.json(feedbackResource(await ownDocument(inner, c, { projection: runFeedback, id: feedback_id, resource: 'object' })), 201)
    },
  )

  app.get(
    '/runs/:id/stream',
    describe({
      summary: "A run's events as they happen (AG-UI)",
      tag,
      description:
        'RUN_STARTED, a STATE_SNAPSHOT after every change, and RUN_FINISHED or RUN_ERROR. `Last-Event-ID` continues after that frame; a run that has ended is sent again from its beginning, and a reader that has its last frame gets 204. A reader that has all frames of an interrupted run gets the next ones once it is answered.',
      responses: { 200: { type: 'text/event-stream', description: 'Server-sent events.' }, 204: null },
      errors: [404],
    }),
    async (c) => streamRun(c, await ownRun(inner, c, c.req.param('id'))),
  )
}
