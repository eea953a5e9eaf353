// The request rate of an account, told in the headers of the IETF draft (records.md, Rate-limit headers); beyond it 429.
import type { MiddlewareHandler } from 'hono'
import type { RateLimit } from '../../auth/rate-limit.ts'
import type { ProbityEnv } from '../../inner/framework/environment.ts'
import { tooManyRequests } from '../../interface/errors.ts'

/** Runs after authentication. */
export const rateLimit = (limit: RateLimit): MiddlewareHandler<ProbityEnv> => {
  const { requests, windowSeconds } = limit.quota
  const policy = `"default";q=${requests};w=${windowSeconds}`
  const period = windowSeconds === 1 ? 'second' : `${windowSeconds} seconds`
  return async (c, next) => {
    const { allowed, left, resetSeconds } = await limit.take(c.get('principal').accountId)
    c.header('RateLimit-Policy', policy)
    c.header('RateLimit', `"default";r=${left};t=${resetSeconds}`)
    if (!allowed) throw tooManyRequests(`too many requests: at most ${requests} per ${period}`, resetSeconds)
    return next()
  }
}
