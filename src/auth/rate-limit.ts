// How often somebody may ask: a quota per key and window. The counter lives in memory, or where all instances see it (a limiter of rate-limiter-flexible).
import type { Db } from 'mongodb'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'

export type Quota = { readonly requests: number; readonly windowSeconds: number }

/** `resetSeconds`: when the window ends, rounded up, at least 1. */
export type Allowance = { readonly allowed: boolean; readonly left: number; readonly resetSeconds: number }

export type RateLimit = {
  readonly quota: Quota
  /** Takes one request off the key's quota. Rejects when a shared counter cannot be reached and has no `insuranceLimiter`. */
  readonly take: (key: string) => Promise<Allowance>
  /** What was taken turned out not to count. */
  readonly giveBack: (key: string) => Promise<void>
}

/** 20 requests a second for each customer (specification, section 8). */
export const requestQuota: Quota = { requests: 20, windowSeconds: 1 }

/** Wrong credentials from one address: more than any client that is being set up sends, fewer than somebody who guesses. */
export const failureQuota: Quota = { requests: 100, windowSeconds: 60 }

/** Counts in this process: right for a single instance. */
export const memoryRateLimit = (quota: Quota): RateLimit =>
  sharedRateLimit(quota, new RateLimiterMemory({ points: quota.requests, duration: quota.windowSeconds }))

const collection = 'rate_limits'

/**
 * Counts in MongoDB, for all instances together. While it is away each instance counts for itself, which lets more through and nothing fail.
 * `name` tells this quota's counters from those of others.
 */
export const mongoRateLimit = async (quota: Quota, { counters, name }: { counters: Db; name: string }): Promise<RateLimit> => {
  await counters.collection(collection).createIndex({ key: 1 }, { unique: true })
  // Only clears away, where the server can: an expired counter counts as absent anyway.
  await counters
    .collection(collection)
    .createIndex({ expire: 1 }, { expireAfterSeconds: 0 })
    .catch(() => undefined)
  const limits = { points: quota.requests, duration: quota.windowSeconds, keyPrefix: name }
  const limiter = new RateLimiterMongo({
    ...limits,
    storeClient: counters,
    tableName: collection,
    disableIndexesCreation: true,
    // Who is past the quota is refused without asking again.
    inMemoryBlockOnConsumed: quota.requests + 1,
    insuranceLimiter: new RateLimiterMemory(limits),
  })
  return sharedRateLimit(quota, limiter)
}

/** Counts in whatever the limiter keeps its counters in; its points and duration must be those of the quota. */
export const sharedRateLimit = (quota: Quota, limiter: Pick<RateLimiterAbstract, 'consume' | 'reward'>): RateLimit => ({
  quota,
  take: async (key) => {
    try {
      return allowance(true, await limiter.consume(key))
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return allowance(false, refusal)
      throw refusal
    }
  },
  giveBack: async (key) => {
    await limiter.reward(key)
  },
})

const allowance = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Allowance => ({
  allowed,
  left: remainingPoints,
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
})
