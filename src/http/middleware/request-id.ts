// Every request has an id: the client's own `X-Request-Id` when it is a sane one, else a new uuid v7. Every response carries it, and forbids browsers to guess
// what it is.
import { randomUUIDv7 } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { ProbityEnv } from '../../inner/framework/environment.ts'

const sane = /^[A-Za-z0-9._:-]{1,128}$/

export const requestId: MiddlewareHandler<ProbityEnv> = async (c, next) => {
  const sent = c.req.header('x-request-id')
  const id = sent !== undefined && sane.test(sent) ? sent : randomUUIDv7()
  c.set('requestId', id)
  // Before the handler, because a header set on a finished response makes Hono copy it.
  c.header('X-Request-Id', id)
  c.header('X-Content-Type-Options', 'nosniff')
  await next()
  if (!c.res.headers.has('x-request-id')) {
    c.header('X-Request-Id', id)
    c.header('X-Content-Type-Options', 'nosniff')
  }
}
