// Signing in with e-mail and password: an unknown address takes as long as a wrong password, and attempts are limited.
import type { Read } from '../projections/read.ts'
import type { CaughtUp } from '../projections/read-your-writes.ts'
import { type UserDocument, users } from '../projections/users.ts'
import { foundWhenCaughtUp } from './catching-up.ts'
import type { Passwords } from './passwords.ts'
import type { Quota, RateLimit } from './rate-limit.ts'
import { secretHash } from './secrets.ts'

export type Attempt = { readonly email: string; readonly password: string; readonly clientAddress: string | undefined }

export type SignInResult =
  | { readonly outcome: 'right'; readonly user: UserDocument }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number }

export type SignIn = {
  readonly check: (attempt: Attempt) => Promise<SignInResult>
  /** Takes one attempt off a user's quota for one-time codes and password confirmations. @returns seconds to wait when none is left */
  readonly guess: (userId: string) => Promise<number | null>
  readonly guessedRight: (userId: string) => Promise<void>
}

/** Wrong attempts per quarter of an hour: for one user from one address, for one user from anywhere, for one address and any user. */
export const signInQuotas = {
  pair: { requests: 10, windowSeconds: 900 },
  user: { requests: 50, windowSeconds: 900 },
  address: { requests: 100, windowSeconds: 900 },
  /** One-time codes, and repeated password prompts. */
  guess: { requests: 10, windowSeconds: 900 },
} as const satisfies { readonly [name: string]: Quota }

export type SignInLimits = { readonly [Name in keyof typeof signInQuotas]: RateLimit }

export type SignInDependencies = {
  readonly read: Read
  readonly limits: SignInLimits
  readonly passwords: Passwords
  readonly caughtUp: CaughtUp
}

export const signIn = ({ read, limits, passwords, caughtUp }: SignInDependencies): SignIn => {
  const userOf = async (email: string): Promise<UserDocument | undefined> => {
    const [found] = await read(users).find({ where: { email }, perPage: 1 })
    return found
  }

  return {
    check: async ({ email, password, clientAddress = 'unknown' }) => {
      const name = email.trim().toLowerCase()
      const account = secretHash(name)
      const pair = { limit: limits.pair, key: `${account}/${clientAddress}` }
      const shared = [
        { limit: limits.user, key: account },
        { limit: limits.address, key: clientAddress },
      ]
      const counters = [pair, ...shared]
      // Attempts past a user's own limit do not use up the shared quota of their address.
      const wait =
        (await take(pair.limit, pair.key)) || Math.max(0, ...(await Promise.all(shared.map(({ limit, key }) => take(limit, key)))))
      if (wait > 0) return { outcome: 'throttled', retryAfterSeconds: wait }
      const user = await foundWhenCaughtUp(() => userOf(name), caughtUp)
      const isRight = await passwords.verify(password, user?.password_hash ?? undefined)
      if (user?.status !== 'active' || !isRight) return { outcome: 'wrong' }
      await Promise.all(counters.map(({ limit, key }) => limit.giveBack(key)))
      return { outcome: 'right', user }
    },
    guess: async (userId) => (await take(limits.guess, userId)) || null,
    guessedRight: (userId) => limits.guess.giveBack(userId),
  }
}

/** @returns seconds until the next attempt; 0 when this one is allowed */
const take = async (limit: RateLimit, key: string): Promise<number> => {
  const { allowed, resetSeconds } = await limit.take(key)
  return allowed ? 0 : resetSeconds
}
