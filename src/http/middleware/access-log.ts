// One log line per request: which route, how it ended, how long it took, for whom. Never bodies, query values, credentials or personal data.
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { ProbityContext, ProbityEnv } from '../../inner/framework/environment.ts'
import { routePattern } from './route-pattern.ts'

/** Also puts the log on the context as `c.get('log')`. */
export const accessLog =
  (log: Logger): MiddlewareHandler<ProbityEnv> =>
  async (c, next) => {
    c.set('log', log)
    if (!log.isLevelEnabled('info')) return next()
    const began = performance.now()
    await next()
    log.info(
      {
        method: c.req.method,
        route: routePattern(c),
        status: c.res.status,
        duration_ms: Math.round((performance.now() - began) * 100) / 100,
        account_id: c.get('principal')?.accountId,
        request_id: c.get('requestId'),
        // How many: the names are the client's own words, and may be of people. The header of the answer has them.
        ignored: c.get('ignored')?.length,
        tools: c.get('tools'),
      },
      'request',
    )
  }

/** A log whose every line names the request: made when something is to be said, not for each request. */
export const requestLog = (c: ProbityContext): Logger =>
  c.get('log').child({ request_id: c.get('requestId'), account_id: c.get('principal').accountId })
