// Where a client reached the service, for links that it gets.
import type { ProbityContext } from './environment.ts'

/**
 * Scheme, host and port. The URL of a request is in its normal form, so they are cut off it: to parse it takes longer.
 * @example
 * import { Hono } from 'hono'
 * import type { ProbityEnv } from 'src/inner/framework/environment.ts'
 * const app = new Hono<ProbityEnv>().get('/hello', (c) => c.text(originOf(c)))
 * await (await app.request('http://probity.example:8080/hello?to=Ann')).text() // => 'http://probity.example:8080'
 */
export const originOf = (c: ProbityContext): string => {
  const { url } = c.req
  return url.slice(0, url.indexOf('/', url.indexOf('//') + 2))
}
