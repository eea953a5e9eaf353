// The request rate of an account, told in the headers of the IETF draft (records.md, Rate-limit headers); beyond it 429.
import type { MiddlewareHandler } from 'hono'
import type { Allowance, RateLimit } from '../../auth/rate-limit.ts'
import type { ProbityEnv } from '../../inner/framework/environment.ts'
import { type ApiError, tooManyRequests } from '../../interface/errors.ts'

/** Runs after authentication. */
export const rateLimit = (limit: RateLimit): MiddlewareHandler<ProbityEnv> => {
  const { requests, windowSeconds } = limit.quota
  const period = windowSeconds === 1 ? 'second' : `${windowSeconds} seconds`
  return async (c, next) => {
    const allowance = await limit.take(c.get('principal').accountId)
    for (const [name, value] of Object.entries(rateHeaders('default', limit, allowance))) c.header(name, value)
    if (!allowance.allowed) throw tooManyRequests(`too many requests: at most ${requests} per ${period}`, allowance.resetSeconds)
    return next()
  }
}

/** Takes one off what an address may guess wrongly. @returns the refusal, once that is used up */
export const guessRefused = async (failures: RateLimit, key: string, message: string): Promise<ApiError | undefined> => {
  const allowance = await failures.take(key)
  return allowance.allowed ? undefined : tooManyRequests(message, allowance.resetSeconds, rateHeaders('failures', failures, allowance))
}

const rateHeaders = (name: string, { quota: { requests, windowSeconds } }: RateLimit, { left, resetSeconds }: Allowance) => ({
  'RateLimit-Policy': `"${name}";q=${requests};w=${windowSeconds}`,
  RateLimit: `"${name}";r=${left};t=${resetSeconds}`,
})
