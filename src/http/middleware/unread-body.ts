// A HEAD request is answered with the headers of the GET. What would have fed the body (a feed of events above all) is told that nobody reads it;
// nobody else would ever tell it, and it would go on for good.
import type { MiddlewareHandler } from 'hono'
import type { ProbityEnv } from '../../inner/environment.ts'

export const unreadBody: MiddlewareHandler<ProbityEnv> = async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
}
