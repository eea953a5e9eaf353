// The endpoint of the Model Context Protocol (streamable HTTP, revision 2025-06-18): an analyst's assistant reads and, where it may, prepares work. Each
// request stands alone: no session is kept. The tools ask the API itself, so they see and may do what the caller sees and may do.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { type CallToolResult, CancelledNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import type { MiddlewareHandler } from 'hono'
import { mayWrite } from '../../auth/principal.ts'
import type { InnerApi } from '../../inner/framework/api.ts'
import { asApiError } from '../../inner/framework/api-errors.ts'
import type { ProbityContext, ProbityEnv, Routes } from '../../inner/framework/environment.ts'
import { originOf } from '../../inner/framework/origin.ts'
import { ApiError, forbidden } from '../../interface/errors.ts'
import { requestLog } from '../middleware/access-log.ts'
import { refusalOf, resultOf } from './answers.ts'
import { readingTools } from './reading-tools.ts'
import type { Answer, Ask, Query, Tool } from './tool.ts'
import { writingTools } from './writing-tools.ts'

const path = '/mcp'
/** Bytes of a request. */
const largest = 1024 * 1024

const tools: readonly Tool[] = [...readingTools, ...writingTools]

const instructions =
  'Probity verifies businesses. Search for a business, then read its review and sources. Name the data set, version and row (named_sources) of each fact ' +
  'that you state, and say how old it is. What was not searched is unknown, not absent. You decide nothing: propose a decision, and a person takes it.'

export type McpDependencies = {
  readonly api: InnerApi
  /** Configured addresses; null: the one that the request came to. */
  readonly baseUrl: string | null
  readonly appUrl: string | null
}

type Check = MiddlewareHandler<ProbityEnv>

/** @param checks what checks the credentials and the request rate, as below /v1 */
export const mcpRoutes =
  ({ api, baseUrl, appUrl }: McpDependencies) =>
  ({ signIn, rate }: { readonly signIn: Check; readonly rate: Check }): Routes =>
  (app) => {
    const baseOf = (c: ProbityContext) => baseUrl ?? originOf(c)
    const metadataPath = '/.well-known/oauth-protected-resource'
    for (const each of [metadataPath, metadataPath + path])
      app.get(each, (c) =>
        c.json({
          resource: baseOf(c) + path,
          authorization_servers: [baseOf(c)],
          scopes_supported: ['read_only', 'read_write'],
          bearer_methods_supported: ['header'],
          resource_name: 'Probity',
          resource_documentation: `${baseOf(c)}/docs`,
        }),
      )

    app.use(path, async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
      // RFC 9728: where a client without credentials learns whom to ask for them.
      if (c.res.status === 401)
        c.header('WWW-Authenticate', `Bearer realm="Probity", resource_metadata="${baseOf(c)}${metadataPath}${path}"`)
    })
    app.use(path, signIn, rate)
    app.use(path, async (c, next) => {
      const origin = c.req.header('origin')
      if (origin !== undefined && ![baseOf(c), appUrl].includes(origin)) throw forbidden('requests of other sites are not taken here')
      return next()
    })
    app.post(path, async (c) => {
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize: largest })
      await serverFor(c, { api, rate }).connect(transport)
      const answer = await transport.handleRequest(c.req.raw)
      // With the headers that are set already, such as those of the request rate.
      return c.newResponse(answer.body, answer)
    })
    app.on(['GET', 'DELETE'], path, (c) => {
      c.header('Allow', 'POST')
      throw new ApiError(405, [{ message: 'this endpoint keeps no sessions and sends nothing by itself: use POST' }])
    })
  }

const serverFor = (c: ProbityContext, { api, rate }: { readonly api: InnerApi; readonly rate: Check }): McpServer => {
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
