// A HEAD request is answered with the headers of the GET. What would have fed the body (a feed of events above all) is told that nobody reads it;
// nobody else would ever tell it, and it would go on for good.
import type { MiddlewareHandler, Next } from 'hono'
import type { ProbityContext, ProbityEnv } from '../../inner/framework/environment.ts'

export const unreadBody: MiddlewareHandler<ProbityEnv> = (c, next) => (c.req.method === 'HEAD' ? withoutBody(c, next) : next())

const withoutBody = async (c: ProbityContext, next: Next) => {
  await next()
  await c.res.body?.cancel()
}
