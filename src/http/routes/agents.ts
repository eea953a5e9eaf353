// Agents and their threads (specification 4.10).
import { z } from 'zod'
import { refused } from '../../commands/refused.ts'
import { agentType, contextOf, startThread } from '../../inner/agent-contexts.ts'
import type { ProbityContext, Routes } from '../../inner/framework/environment.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import { requesterNames } from '../../inner/people.ts'
import { type KnownAgents, latestRun, ownThread, type ThreadDocument, threadPage } from '../../inner/runs.ts'
import { idFilter } from '../../interface/ids.ts'
import { listEnvelope, listOf, paging, wholeList } from '../../interface/lists.ts'
import { AgentsAgent, AgentsThread } from '../../interface/records/agents.ts'
import { NewThread } from '../../interface/requests/agents.ts'
import { threadResource } from '../../interface/resources/runs.ts'
import { describe } from '../openapi/openapi.ts'
import { body, query } from '../validation.ts'

const tag = 'Agents'

/** The agents exist since the first start of this release. */
const agentResource = ({ id, type, name, description }: KnownAgents['agents'][number]) => {
  const since = '2026-01-01T00:00:00.000Z'
  return { object: 'agent', id, type, name, description, created_at: since, updated_at: since }
}

const threadResources = async (inner: Reads, c: ProbityContext, threads: readonly ThreadDocument[]) => {
  const names = await requesterNames(inner, threads)
  return Promise.all(threads.map(async (each) => threadResource(each, await latestRun(inner, c, each.id), names)))
}

export const agentRoutes =
  (inner: Sending & Reads & KnownAgents): Routes =>
  (app) => {
    app.get('/agents', describe({ summary: 'The available agents', tag, responses: { 200: listOf(AgentsAgent) } }), (c) => {
      return c.json(wholeList(inner.agents.map(agentResource), '/v1/agents'))
    })

    app.get('/agents/:id', describe({ summary: 'An agent', tag, responses: { 200: AgentsAgent }, errors: [404] }), (c) => {
      const found = inner.agents.find(({ id, type }) => id === c.req.param('id') || type === c.req.param('id'))
      if (!found) throw refused('agent_not_found')
      return c.json(agentResource(found))
    })

    app.get(
      '/threads',
      describe({ summary: 'List threads', tag, responses: { 200: listOf(AgentsThread) } }),
      query(z.object({ ...paging, business_id: idFilter.optional().meta({ description: 'Those about this business.' }) })),
      async (c) => {
        const { page, per_page: perPage, business_id } = c.req.valid('query')
        const { found, totalCount, hasMore } = await threadPage(inner, c, { page, perPage, businessId: business_id })
        return c.json(
          listEnvelope({ data: await threadResources(inner, c, found), totalCount, hasMore, page, perPage, url: '/v1/threads' }),
        )
      },
    )

    app.post(
      '/threads',
      describe({ summary: 'Start a thread', tag, responses: { 201: AgentsThread }, errors: [404] }),
      body(NewThread),
      async (c) => {
        const request = c.req.valid('json')
        const agent = agentType(request.type)
        const id = await startThread(inner, c, agent, await contextOf(inner, c, request))
        return c.json((await threadResources(inner, c, [await ownThread(inner, c, id)]))[0], 201)
      },
    )

    app.get('/threads/:id', describe({ summary: 'A thread', tag, responses: { 200: AgentsThread }, errors: [404] }), async (c) =>
      c.json((await threadResources(inner, c, [await ownThread(inner, c, c.req.param('id'))]))[0]),
    )
  }
