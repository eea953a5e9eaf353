// Middlewares that are combined into one behave as if the app used each of them separately.
import { Hono, type MiddlewareHandler } from 'hono'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inOrder } from '../../../src/http/middleware/in-order.ts'
import type { ProbityEnv } from '../../../src/inner/framework/environment.ts'

type Middleware = MiddlewareHandler<ProbityEnv>

/** An app with two middlewares, the first of which looks at the response, and what ran. */
const looking = () => {
  const ran: string[] = []
  const first: Middleware = async (c, next) => {
    ran.push('first')
    await next()
    c.header('Looked-At', String(c.res.status))
  }
  const second: Middleware = (_, next) => {
    ran.push('second')
    return next()
  }
  const app = new Hono<ProbityEnv>().onError((error, c) => c.text(error.message, 418)).use(inOrder(first, second))
  app.get('/', (c) => {
    ran.push('route')
    return c.text('Hello')
  })
  app.get('/broken', () => {
    throw new Error('broken')
  })
  return { app, ran }
}

test('middlewares run in their order, and then the route', async () => {
  const { app, ran } = looking()
  const answer = await app.request('/')
  assert.equal(ran, ['first', 'second', 'route'])
  assert.equal([answer.status, answer.headers.get('looked-at'), await answer.text()], [200, '200', 'Hello'])
})

test('what the route throws is an answer when a middleware looks at it', async () => {
  const { app } = looking()
  const answer = await app.request('/broken')
  assert.equal([answer.status, answer.headers.get('looked-at')], [418, '418'])
})

test('what a middleware answers or throws ends the request', async () => {
  const answering: Middleware = async (c) => c.text('no', 418)
  const throwing: Middleware = async () => {
    throw new Error('no')
  }
  for (const refusing of [answering, throwing]) {
    const passing: Middleware = (_, next) => next()
    const never: Middleware = async () => assert.unreachable()
    const app = new Hono<ProbityEnv>().onError((error, c) => c.text(error.message, 418)).use(inOrder(passing, refusing, never))
    const answer = await app.request('/')
    assert.equal([answer.status, await answer.text()], [418, 'no'])
  }
})

test.run()
