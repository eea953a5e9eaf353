// The endpoint of the Model Context Protocol (streamable HTTP, revision 2025-06-18): an analyst's assistant reads and, where it may, prepares work. Each
// request stands alone: no session is kept. The tools ask the API itself, so they see and may do what the caller sees and may do.
import type { MiddlewareHandler } from 'hono'
import { oauthScopes } from '../../auth/principal.ts'
import type { InnerApi } from '../../inner/framework/api.ts'
import type { ProbityContext, ProbityEnv, Routes } from '../../inner/framework/environment.ts'
import { originOf } from '../../inner/framework/origin.ts'
import { ApiError, forbidden } from '../../interface/errors.ts'

const path = '/mcp'

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
          scopes_supported: oauthScopes,
          bearer_methods_supported: ['header'],
          resource_name: 'Probity',
          resource_documentation: `${baseOf(c)}/docs`,
        }),
      )

    app.use(path, async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
      // RFC 9728: where a client without credentials learns whom to ask for them. RFC 6750: a client with some learns that they are wrong.
      const error = c.req.header('authorization') === undefined ? '' : 'error="invalid_token", '
      if (c.res.status === 401)
        c.header('WWW-Authenticate', `Bearer realm="Probity", ${error}resource_metadata="${baseOf(c)}${metadataPath}${path}"`)
    })
    app.use(path, signIn, rate)
    app.use(path, async (c, next) => {
      const origin = c.req.header('origin')
      if (origin !== undefined && ![baseOf(c), appUrl].includes(origin)) throw forbidden('requests of other sites are not taken here')
      return next()
    })
    app.post(path, async (c) => {
      // The protocol's library is two hundred modules that no other request needs.
      const { answerOf } = await import('./server.ts')
      const answer = await answerOf(c, { api, rate })
      // With the headers that are set already, such as those of the request rate.
      return c.newResponse(answer.body, answer)
    })
    app.on(['GET', 'DELETE'], path, (c) => {
      c.header('Allow', 'POST')
      throw new ApiError(405, [{ message: 'this endpoint keeps no sessions and sends nothing by itself: use POST' }])
    })
  }
