// Several middlewares as one: for each that an app uses, Hono makes an asynchronous function and its promises with every request.
import type { MiddlewareHandler } from 'hono'
import type { ProbityEnv } from '../../inner/framework/environment.ts'

type Middleware = MiddlewareHandler<ProbityEnv>

/**
 * One middleware that runs these in their order. Hono turns errors and answers into the response only around the whole, so one that looks at the
 * response after `next` must not stand before one that answers or throws.
 * @example
 * import { Hono } from 'hono'
 * import type { ProbityEnv } from 'src/inner/framework/environment.ts'
 * const app = new Hono<ProbityEnv>()
 * app.use(inOrder((c, next) => next().then(() => c.header('Greeting', 'Hello')), (c, next) => next().then(() => c.header('Name', 'Ann'))))
 * app.get('/', (c) => c.text('Good day'))
 * const { headers } = await app.request('/')
 * [headers.get('Greeting'), headers.get('Name')] // => ['Hello', 'Ann']
 */
export const inOrder = (...middlewares: readonly Middleware[]): Middleware =>
  middlewares.reduceRight((rest, each) => (c, next) => each(c, () => rest(c, next) as Promise<void>))
