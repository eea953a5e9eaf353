// Rate limits: a quota per key and window. The counter is in memory, or in a store that all instances share (a limiter of rate-limiter-flexible).
import type { Db } from 'mongodb'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'

export type Quota = { readonly requests: number; readonly windowSeconds: number }

/** `resetSeconds`: when the window ends, rounded up, at least 1. */
export type Allowance = { readonly allowed: boolean; readonly left: number; readonly resetSeconds: number }

export type RateLimit = {
  readonly quota: Quota
  /** Takes one request off the key's quota. Rejects when a shared counter is unreachable and has no `insuranceLimiter`. */
  readonly take: (key: string) => Promise<Allowance>
  /** Gives back a request that turned out not to count. */
  readonly giveBack: (key: string) => Promise<void>
}

/** 20 requests a second per customer (specification, section 8). */
export const requestQuota: Quota = { requests: 20, windowSeconds: 1 }

/** Wrong credentials from one address: more than a client sends while it is being set up, fewer than an attacker needs. */
export const failureQuota: Quota = { requests: 100, windowSeconds: 60 }

/** Takes one request off the key's quota. @returns seconds until the next one; 0 when this one is allowed */
export const secondsToWait = async (limit: RateLimit, key: string): Promise<number> => {
  const { allowed, resetSeconds } = await limit.take(key)
  return allowed ? 0 : resetSeconds
}

/** Counts in this process: right for a single instance. */
export const memoryRateLimit = (quota: Quota): RateLimit =>
  sharedRateLimit(quota, new RateLimiterMemory({ points: quota.requests, duration: quota.windowSeconds }))

const collection = 'rate_limits'

/**
 * Counts in MongoDB, for all instances together. While it is unreachable, each instance counts alone: more requests pass, and none fails.
 * `name` separates this quota's counters from others.
 */
export const mongoRateLimit = async (quota: Quota, { counters, name }: { counters: Db; name: string }): Promise<RateLimit> => {
  await counters.collection(collection).createIndex({ key: 1 }, { unique: true })
  // The index only cleans up, where the server supports it: an expired counter counts as absent anyway.
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
    // A key over its quota is refused without another query.
    inMemoryBlockOnConsumed: quota.requests + 1,
    insuranceLimiter: new RateLimiterMemory(limits),
  })
  return sharedRateLimit(quota, limiter)
}

/** Counts in the given limiter; its points and duration must equal those of the quota. */
export const sharedRateLimit = (quota: Quota, limiter: Pick<RateLimiterAbstract, 'consume' | 'reward'>): RateLimit => ({
  quota,
  take: async (key) => {
    try {
      return { allowed: true, ...leftAfter(await limiter.consume(key)) }
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return { allowed: false, ...leftAfter(refusal) }
      throw refusal
    }
  },
  giveBack: async (key) => {
    await limiter.reward(key)
  },
})

const leftAfter = ({ remainingPoints, msBeforeNext }: RateLimiterRes): Omit<Allowance, 'allowed'> => ({
  left: remainingPoints,
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
})
