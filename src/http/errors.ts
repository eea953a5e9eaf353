// Answers a request that failed, and one that no route takes.
import type { ErrorHandler, NotFoundHandler } from 'hono'
import { asApiError, logFailure } from '../inner/framework/api-errors.ts'
import type { ProbityApp, ProbityEnv } from '../inner/framework/environment.ts'
import { Accepted, entry } from '../interface/errors.ts'
import type { ErrorEntry } from '../interface/messages.ts'
import { serviceLimits } from '../interface/service-limits.ts'
import { oauthShape } from './oauth/errors.ts'

/** For `app.onError`: 5xx answers carry the request id and nothing of the inside, which goes to the log. */
export const errorHandler: ErrorHandler<ProbityEnv> = (error, c) => {
  const api = asApiError(error)
  if (api instanceof Accepted) return c.json(api.body, 202, { Location: `/v1/proposals/${api.body.id}` })
  const requestId = c.get('requestId')
  if (api.status >= 500) logFailure(c.get('log'), error, { what: 'request failed', requestId })
  for (const [name, value] of Object.entries(api.details.headers ?? {})) c.header(name, value)
  const reference = api.status >= 500 ? { request_id: requestId } : undefined
  const errors = bounded(api.entries)
  return c.json({ ...oauthShape(c.req.path, api.status, errors), ...api.details.extra, errors, ...reference }, api.status)
}

/** What an answer names at the most: 50 problems, in under 20 KB whatever was sent. */
const mostEntries = serviceLimits.problems.most
const longestMessage = 240
const longestParameter = 100

/** The first problems, and how many there are beside them. A message or parameter that repeats what was sent is cut. */
export const bounded = (entries: readonly ErrorEntry[]): readonly ErrorEntry[] => {
  const shown = entries.length > mostEntries ? entries.slice(0, mostEntries - 1) : entries
  const more = entries.length - shown.length
  return [
    ...shown.map(({ message, parameter }) => entry(cut(message, longestMessage), parameter && cut(parameter, longestParameter))),
    ...(more > 0 ? [entry(`and ${more} more problems`)] : []),
  ]
}

const cut = (text: string, longest: number): string => (text.length > longest ? `${text.slice(0, longest - 1)}…`.toWellFormed() : text)

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** For `app.notFound`: 405 with `Allow` when the path exists under other methods, else 404. `app` is where the routes are. */
export const notFoundHandler =
  ({ router }: Pick<ProbityApp, 'router'>): NotFoundHandler<ProbityEnv> =>
  (c) => {
    const known = methods.filter((method) => router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method))
    const hasOwn = known.includes(c.req.method === 'HEAD' ? 'GET' : c.req.method)
    if (known.length === 0 || hasOwn) return c.json({ errors: [{ message: 'nothing exists at this path' }] }, 404)
    const allowed = known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    c.header('Allow', allowed)
    const errors = [{ message: `${c.req.method} is not allowed here, only ${allowed}` }]
    return c.json({ ...oauthShape(c.req.path, 405, errors), errors }, 405)
  }
