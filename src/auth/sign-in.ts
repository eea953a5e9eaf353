// Signing in with e-mail and password: as slow for an unknown address as for a wrong password, and only so often.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { UserDocument } from '../projections/users.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { secretHash } from './access-tokens.ts'
import { verifyPassword } from './passwords.ts'

export type Attempt = { readonly email: string; readonly password: string; readonly clientAddress: string | undefined }

export type SignInResult =
  | { readonly outcome: 'right'; readonly user: UserDocument }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number }

export type SignIn = {
  readonly check: (attempt: Attempt) => Promise<SignInResult>
  /** Takes one guess off what a user has for one-time codes and password confirmations. @returns seconds to wait when there is none left */
  readonly guess: (userId: string) => Promise<number | null>
  readonly guessedRight: (userId: string) => Promise<void>
}

const window = 15 * 60

/** Wrong attempts in a quarter of an hour: for one user from one address, for one user from anywhere, from one address for anybody. */
const limits = { pair: 10, user: 50, address: 100, guess: 10 }

export const signIn = (documents: DocumentStore): SignIn => {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: window })
  const byPair = limiter(limits.pair)
  const byUser = limiter(limits.user)
  const byAddress = limiter(limits.address)
  const byGuess = limiter(limits.guess)

  const userOf = async (email: string): Promise<UserDocument | undefined> => {
    const found = (await documents.find('users', { where: { email }, perPage: 1 })) as unknown as readonly UserDocument[]
    return found[0]
  }

  return {
    check: async ({ email, password, clientAddress = 'unknown' }) => {
      const name = email.trim().toLowerCase()
      const account = secretHash(name)
      const counters = [
        { limiter: byPair, key: `${account}/${clientAddress}` },
        { limiter: byUser, key: account },
        { limiter: byAddress, key: clientAddress },
      ]
      const wait = Math.max(0, ...(await Promise.all(counters.map(({ limiter, key }) => take(limiter, key)))))
      if (wait > 0) return { outcome: 'throttled', retryAfterSeconds: wait }
      const user = await userOf(name)
      const isRight = await verifyPassword(password, user?.password_hash ?? undefined)
      if (user?.status !== 'active' || !isRight) return { outcome: 'wrong' }
      await Promise.all(counters.map(({ limiter, key }) => limiter.reward(key)))
      return { outcome: 'right', user }
    },
    guess: async (userId) => (await take(byGuess, userId)) || null,
    guessedRight: async (userId) => {
      await byGuess.reward(userId)
    },
  }
}

/** @returns seconds until the next one, 0 when this one is allowed */
const take = async (limiter: RateLimiterMemory, key: string): Promise<number> => {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}
