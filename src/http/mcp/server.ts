// What answers a request of the Model Context Protocol: a server of the protocol's library with the tools that the caller may use.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { type CallToolResult, CancelledNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import type { MiddlewareHandler } from 'hono'
import { mayWrite } from '../../auth/principal.ts'
import type { InnerApi } from '../../inner/framework/api.ts'
import { asApiError } from '../../inner/framework/api-errors.ts'
import type { ProbityContext, ProbityEnv } from '../../inner/framework/environment.ts'
import { requestLog } from '../middleware/access-log.ts'
import { refusalOf, resultOf } from './answers.ts'
import { readingTools } from './reading-tools.ts'
import type { Answer, Ask, Query, Tool } from './tool.ts'
import { writingTools } from './writing-tools.ts'

/** Bytes of a request. */
const largest = 1024 * 1024

const tools: readonly Tool[] = [...readingTools, ...writingTools]

const instructions =
  'Probity verifies businesses. Search for a business, then read its review and sources. Name the data set, version and row (named_sources) of each fact ' +
  'that you state, and say how old it is. What was not searched is unknown, not absent. You decide nothing: propose a decision, and a person takes it.'

/** `rate`: what checks the request rate, for each call beyond the first. */
type Serving = { readonly api: InnerApi; readonly rate: MiddlewareHandler<ProbityEnv> }

export const answerOf = async (c: ProbityContext, serving: Serving): Promise<Response> => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize: largest })
  await serverFor(c, serving).connect(transport)
  return transport.handleRequest(c.req.raw)
}

const serverFor = (c: ProbityContext, { api, rate }: Serving): McpServer => {
  const server = new McpServer({ name: 'probity', title: 'Probity', version: '1.0.0' }, { instructions })
  // A request is answered as a whole: without the answer to one of its calls it would stay open for good.
  server.server.setNotificationHandler(CancelledNotificationSchema, () => undefined)
  const ask = askOf(c, api)
  for (const { name, title, description, input, writes, run } of tools) {
    if (writes && !mayWrite(c.get('principal'))) continue
    const annotations = { readOnlyHint: !writes, destructiveHint: false, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema: input, annotations }, (given): Promise<CallToolResult> => {
      const before = c.get('tools') ?? []
      c.set('tools', [...before, name])
      // A batch, as older revisions have it, holds several calls in one request, and the request counts as the first.
      const counted = before.length === 0 ? Promise.resolve() : rate(c, async () => undefined)
      return counted
        .then(() => run(ask, given))
        .then(resultOf)
        .catch((error: unknown) => {
          const refusal = asApiError(error)
          // What the API itself answered is in the log already.
          if (refusal.status >= 500 && refusal !== error) requestLog(c).error({ err: error }, 'a tool failed')
          return refusalOf(refusal)
        })
    })
  }
  return server
}

const askOf = (c: ProbityContext, api: InnerApi): Ask => ({
  get: (address, query = {}) => api<Answer>(c, { method: 'GET', path: withQuery(address, query) }),
  post: (address, body, key) =>
    api<Answer>(c, { method: 'POST', path: address, body, ...(key === undefined ? {} : { idempotencyKey: key }) }),
})

const withQuery = (address: string, query: Query): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`
}
