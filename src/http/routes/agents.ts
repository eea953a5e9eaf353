// Agents, threads, runs and feedback on them (specification 4.10).
import { z } from 'zod'
import { business } from '../../commands/business.ts'
import { refused } from '../../commands/refused.ts'
import { run } from '../../commands/run.ts'
import { thread } from '../../commands/thread.ts'
import { type AgentType, agentTypes } from '../../events/run.ts'
import type { FeedbackDocument, RunDocument, ThreadDocument } from '../../projections/runs.ts'
import type { ProbityContext, Routes } from '../environment.ts'
import { listEnvelope, listOf, paging } from '../lists.ts'
import { addressItems } from '../messages.ts'
import { describe } from '../openapi.ts'
import { AgentsAgent, AgentsRun, AgentsRunFeedback, AgentsThread } from '../records/agents.ts'
import { CreateBusiness } from '../requests/business.ts'
import { feedbackResource, runResource, threadResource } from '../resources/runs.ts'
import { runStreams } from '../run-stream.ts'
import { newId, ownDocument, ownDocumentAsOf, requesterNames, requireFeature, type Service, send } from '../service.ts'
import { asOf, body, commaSeparated, query } from '../validation.ts'
import { createBusiness, ownBusiness, requesterOf } from './businesses.ts'

const tag = 'Agents'

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined)
const context = {
  business_id: optional(z.uuid()).meta({ description: 'The same as `context_type: business` with this `context_id`.' }),
  context_type: optional(z.string().min(1).max(100)).meta({ description: 'What `context_id` names: `business`.' }),
  context_id: optional(z.uuid()).meta({ description: 'Goes with `context_type`.' }),
}

const someBusiness = '01942f3c-5f0a-7c55-9d0b-3b1f6f2f6c11'
const agent = z
  .string()
  .min(1)
  .meta({ description: `The type of the agent: ${agentTypes.join(', ')}.` })

const NewThread = z
  .object({ type: agent, ...context })
  .meta({ id: 'CreateThreadRequest', examples: [{ type: 'business_verification', business_id: someBusiness }] })
const NewRun = z
  .object({
    type: agent,
    ...context,
    thread_id: optional(z.uuid()).meta({ description: 'The thread to run in; a new one is started when absent.' }),
    business: optional(z.union([z.object({ id: z.uuid() }), CreateBusiness])).meta({
      description: 'What to work on: the business of this id or `unique_external_id`, or a new one.',
    }),
  })
  .meta({ id: 'CreateRunRequest', examples: [{ type: 'business_verification', business_id: someBusiness }] })
const NewFeedback = z
  .object({
    rating: z.enum(['POSITIVE', 'NEGATIVE']),
    artifact_id: z.uuid(),
    comment: z
      .string()
      .max(10_000)
      .nullish()
      .transform((text) => text?.trim() || null),
  })
  .meta({ id: 'RunFeedbackRequest', examples: [{ rating: 'POSITIVE', artifact_id: someBusiness, comment: 'Well reasoned' }] })
const Answer = z
  .object({ interrupt_id: z.uuid(), answer: z.string().trim().min(1).max(2_000) })
  .meta({ id: 'ResumeRunRequest', examples: [{ interrupt_id: someBusiness, answer: 'It is the same person' }] })

type Context = { readonly context_type: string; readonly context_id: string }
type GivenContext = { readonly [Member in keyof typeof context]?: string | undefined }
type InlineBusiness = NonNullable<z.output<typeof NewRun>['business']>

export const agentRoutes =
  (service: Service): Routes =>
  (app) => {
    const streamRun = runStreams(service)

    /** The agents have been there since the first start of this release. */
    const agentResource = ({ id, type, name, description }: (typeof service.agents)[number]) => {
      const since = '2026-01-01T00:00:00.000Z'
      return { object: 'agent', id, type, name, description, created_at: since, updated_at: since }
    }

    const agentType = (type: string): AgentType => {
      if (!(agentTypes as readonly string[]).includes(type)) throw refused('agent_unknown', 'type')
      return type as AgentType
    }

    /** What it is to be about. @throws Refused 400 without any, 404 when it is not the account's, 422 for what no agent works on */
    const contextOf = async (c: ProbityContext, { business_id, context_type, context_id }: GivenContext): Promise<Context> => {
      if (context_type !== undefined && context_type !== 'business') throw refused('context_type_unknown', 'context_type')
      const id = business_id ?? context_id
      if (id === undefined && context_type === undefined) throw refused('context_missing', 'business_id')
      if (id === undefined) throw refused('context_incomplete', 'context_id')
      if (business_id === undefined && context_type === undefined) throw refused('context_incomplete', 'context_type')
      if (context_id !== undefined && context_id !== id) throw refused('context_contradictory', 'context_id')
      await ownBusiness(service, c, id)
      return { context_type: 'business', context_id: id }
    }

    /** A thread says what it is about; who says it again has to say the same. */
    const agreeing = async (c: ProbityContext, about: ThreadDocument, given: GivenContext, inline?: InlineBusiness) => {
      const named = { business_id: given.business_id, context_id: given.context_id, ...(inline && { business: await inlineId(c, inline) }) }
      for (const [parameter, id] of Object.entries(named))
        if (id !== undefined && id !== about.context_id) throw refused('context_contradictory', parameter)
      if (inline && named.business === undefined) throw refused('context_contradictory', 'business')
      return about
    }

    const startThread = async (c: ProbityContext, agent: AgentType, about: Context): Promise<string> => {
      const id = newId(c, 'thread')
      const started = { thread_id: id, agent, ...about, requester: requesterOf(c).business }
      await send(service, c, { aggregate: thread, id, command: { type: 'StartThread', thread: started } })
      return id
    }

    const ownThread = (c: ProbityContext, id: string) =>
      ownDocument<ThreadDocument>(service, c, { collection: 'threads', id, resource: 'thread' })
    const ownRun = (c: ProbityContext, id: string) => ownDocument<RunDocument>(service, c, { collection: 'runs', id, resource: 'run' })

    const latestRun = async (threadId: string) =>
      (
        await service.documents.find('runs', { where: { thread_id: threadId }, sort: [['created_at', 'desc']], perPage: 1 })
      )[0] as unknown as RunDocument | undefined

    const threadResources = async (threads: readonly ThreadDocument[]) => {
      const names = await requesterNames(service, threads)
      return Promise.all(threads.map(async (each) => threadResource(each, await latestRun(each.id), names)))
    }

    const runAnswer = async (each: RunDocument, steps = false) => runResource(each, await requesterNames(service, [each]), { steps })

    app.get('/agents', describe({ summary: 'The available agents', tag, responses: { 200: listOf(AgentsAgent) } }), (c) => {
      const data = service.agents.map(agentResource)
      return c.json(listEnvelope({ data, totalCount: data.length, page: 1, perPage: Math.max(1, data.length), url: '/v1/agents' }))
    })

    app.get('/agents/:id', describe({ summary: 'An agent', tag, responses: { 200: AgentsAgent }, errors: [404] }), (c) => {
      const found = service.agents.find(({ id, type }) => id === c.req.param('id') || type === c.req.param('id'))
      if (!found) throw refused('agent_not_found')
      return c.json(agentResource(found))
    })

    app.get(
      '/threads',
      describe({ summary: 'List threads', tag, responses: { 200: listOf(AgentsThread) } }),
      query(z.object({ ...paging, business_id: z.string().optional().meta({ description: 'Those about this business.' }) })),
      async (c) => {
        const { page, per_page: perPage, business_id } = c.req.valid('query')
        const where = { account_id: c.get('principal').accountId, ...(business_id === undefined ? {} : { context_id: business_id }) }
        const found = (await service.documents.find('threads', {
          where,
          sort: [['created_at', 'desc']],
          page,
          perPage,
        })) as unknown as readonly ThreadDocument[]
        const totalCount = await service.documents.count('threads', where)
        return c.json(listEnvelope({ data: await threadResources(found), totalCount, page, perPage, url: '/v1/threads' }))
      },
    )

    app.post(
      '/threads',
      describe({ summary: 'Start a thread', tag, responses: { 201: AgentsThread }, errors: [404] }),
      body(NewThread),
      async (c) => {
        const request = c.req.valid('json')
        const agent = agentType(request.type)
        const id = await startThread(c, agent, await contextOf(c, request))
        return c.json((await threadResources([await ownThread(c, id)]))[0], 201)
      },
    )

    app.get('/threads/:id', describe({ summary: 'A thread', tag, responses: { 200: AgentsThread }, errors: [404] }), async (c) =>
      c.json((await threadResources([await ownThread(c, c.req.param('id'))]))[0]),
    )

    app.get('/runs', describe({ summary: 'List runs', tag, responses: { 200: listOf(AgentsRun) } }), query(z.object(paging)), async (c) => {
      const { page, per_page: perPage } = c.req.valid('query')
      const where = { account_id: c.get('principal').accountId }
      const found = (await service.documents.find('runs', {
        where,
        sort: [['created_at', 'desc']],
        page,
        perPage,
      })) as unknown as readonly RunDocument[]
      const names = await requesterNames(service, found)
      const data = found.map((each) => runResource(each, names, { steps: false }))
      return c.json(listEnvelope({ data, totalCount: await service.documents.count('runs', where), page, perPage, url: '/v1/runs' }))
    })

    app.post(
      '/runs',
      describe({ summary: 'Start a run', tag, responses: { 201: AgentsRun }, errors: [404] }),
      body(NewRun, { namePath: addressItems }),
      async (c) => {
        const { type, thread_id, business: inline, ...given } = c.req.valid('json')
        const agent = agentType(type)
        const inThread = thread_id === undefined ? undefined : await agreeing(c, await ownThread(c, thread_id), given, inline)
        const about = inThread ?? (await contextOf(c, inline ? { business_id: await inlineBusiness(c, inline) } : given))
        const { status } = await service.load(business, about.context_id)
        if (status === 'in_audit') throw refused('audit_running')
        const threadId = inThread?.id ?? (await startThread(c, agent, about))
        const id = newId(c, 'run')
        const started = {
          run_id: id,
          thread_id: threadId,
          agent,
          context_type: about.context_type,
          context_id: about.context_id,
          requester: requesterOf(c).business,
        }
        await send(service, c, { aggregate: run, id, command: { type: 'StartRun', run: started } })
        return c.json(await runAnswer(await ownRun(c, id)), 201)
      },
    )

    /** The business that is named, or that has this `unique_external_id` already. */
    const inlineId = async (c: ProbityContext, inline: InlineBusiness): Promise<string | undefined> => {
      if ('id' in inline) return inline.id
      if (inline.unique_external_id === undefined) return undefined
      const where = { account_id: c.get('principal').accountId, unique_external_id: inline.unique_external_id }
      const [known] = await service.documents.find('businesses', { where, perPage: 1 })
      return known && String(known.id)
    }

    const inlineBusiness = async (c: ProbityContext, inline: InlineBusiness): Promise<string> =>
      (await inlineId(c, inline)) ?? createBusiness(service, c, inline as z.output<typeof CreateBusiness>)

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
          ? await ownDocumentAsOf<RunDocument>(service, c, { collection: 'runs', stream: `run-${id}`, id, resource: 'run', moment })
          : await ownRun(c, id)
        return c.json(await runAnswer(found, include?.includes('steps')))
      },
    )

    app.post(
      '/runs/:id/resume',
      describe({ summary: "Answer a run's question", tag, responses: { 200: AgentsRun }, errors: [404] }),
      body(Answer),
      async (c) => {
        const { id } = await ownRun(c, c.req.param('id'))
        const { interrupt_id: interruptId, answer } = c.req.valid('json')
        await send(service, c, { aggregate: run, id, command: { type: 'Resume', interruptId, answer } })
        return c.json(await runAnswer(await ownRun(c, id)))
      },
    )

    app.post(
      '/runs/:id/feedback',
      describe({ summary: 'Say what you think of an artifact', tag, responses: { 201: AgentsRunFeedback }, errors: [404] }),
      // A feedback without a body is one whose fields are missing: 422, as the specification says.
      body(NewFeedback, { optional: true }),
      async (c) => {
        await requireFeature(service, c, 'operator_feedback')
        const { id } = await ownRun(c, c.req.param('id'))
        const { rating, artifact_id, comment } = c.req.valid('json')
        const { accountId, actor } = c.get('principal')
        const reviewer = actor.type === 'user' ? ({ type: 'User', id: actor.id } as const) : ({ type: 'Account', id: accountId } as const)
        const feedback_id = newId(c, 'feedback')
        await send(service, c, {
          aggregate: run,
          id,
          command: { type: 'GiveFeedback', feedback: { feedback_id, artifact_id, rating, comment, reviewer } },
        })
        return c.json(
          feedbackResource(
            await ownDocument<FeedbackDocument>(service, c, { collection: 'run_feedback', id: feedback_id, resource: 'object' }),
          ),
          201,
        )
      },
    )

    app.get(
      '/runs/:id/stream',
      describe({
        summary: "A run's events as they happen (AG-UI)",
        tag,
        description:
          'RUN_STARTED, a STATE_SNAPSHOT after every change, and RUN_FINISHED or RUN_ERROR. `Last-Event-ID` goes on behind that frame; a run that has ended is told again from its beginning.',
        responses: { 200: { type: 'text/event-stream', description: 'Server-sent events.' } },
        errors: [404],
      }),
      async (c) => streamRun(c, { run: await ownRun(c, c.req.param('id')) }),
    )
  }
