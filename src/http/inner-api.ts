// The API as the pages use it: the same routes with the same schemas, commands and refusals, asked from inside on behalf of the signed-in user.
// It listens nowhere; credentials and the request rate are what the sign-in has seen to already.
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ApiRequest, InnerApi } from '../inner/framework/api.ts'
import type { ProbityApp, ProbityContext, ProbityEnv, Routes } from '../inner/framework/environment.ts'
import { Accepted, ApiError } from '../interface/errors.ts'
import type { ErrorEntry } from '../interface/messages.ts'
import { ProposedAct } from '../interface/proposals.ts'
import { errorHandler } from './errors.ts'
import { writeAccess } from './middleware/authentication.ts'
import { type IdempotencyOptions, idempotency } from './middleware/idempotency.ts'

export const innerApi = ({ routes, log, ...options }: IdempotencyOptions & { routes: readonly Routes[]; log: Logger }): InnerApi => {
  const app: ProbityApp = new Hono<ProbityEnv>()
  app.onError(errorHandler)
  const v1: ProbityApp = app.basePath('/v1')
  v1.use(
    async (c, next) => {
      const caller = c.env.caller
      if (!caller) throw new TypeError('the inner API was asked by nobody')
      c.set('log', log)
      c.set('requestId', caller.requestId)
      c.set('principal', caller.principal)
      if (caller.read) c.set('read', caller.read)
      if (caller.shares) c.set('shares', caller.shares)
      return next()
    },
    writeAccess,
    idempotency(options),
  )
  for (const mount of routes) mount(v1)

  const ask = async <Answer>(
    c: ProbityContext,
    { method, path, body, mode = c.get('principal').mode, idempotencyKey }: ApiRequest,
  ): Promise<Answer> => {
    const headers = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && method === 'POST' ? { 'Idempotency-Key': idempotencyKey } : {}),
    }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const caller = {
      principal: { ...c.get('principal'), mode },
      requestId: c.get('requestId'),
      read: c.get('read'),
      shares: c.get('shares'),
    }
    const response = await app.request(path, init, { caller })
    const answer = await contentOf(response)
    const proposed = response.status === 202 ? ProposedAct.safeParse(answer).data : undefined
    if (proposed) throw new Accepted(proposed.id, proposed.acts)
    // The caller says what the route answers with. The tests of the routes hold the answers against their schemas.
    if (response.ok) return answer as Answer
    throw new ApiError(response.status as ApiError['status'], Problems.safeParse(answer).data?.errors ?? [])
  }
  const file: InnerApi['file'] = async (c, request) => {
    const answer = await ask(c, request)
    if (!(answer instanceof Uint8Array)) throw new TypeError(`${request.path} answered with no file`)
    return answer
  }
  return Object.assign(ask, {
    file,
    offers: (path: string) => app.routes.some((route) => route.method === 'GET' && route.path === path),
  })
}

/** What an answer of errors holds; others, such as Hono's own, are texts. */
const Problems = z.object({ errors: z.array(z.custom<ErrorEntry>()) })

const contentOf = async (response: Response): Promise<unknown> => {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return response.json()
  return type === '' || type.startsWith('text/') ? response.text() : new Uint8Array(await response.arrayBuffer())
}
