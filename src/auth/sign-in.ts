// Signing in with e-mail and password: an unknown address takes as long as a wrong password and gets the same answer, and attempts are limited.
import type { Read } from '../projections/read.ts'
import type { CaughtUp } from '../projections/read-your-writes.ts'
import { type UserDocument, users } from '../projections/users.ts'
import { requireCaughtUp } from './catching-up.ts'
import { clientKey } from './ip-address.ts'
import type { Passwords } from './passwords.ts'
import { type Quota, type RateLimit, secondsToWait } from './rate-limit.ts'
import { secretHash } from './secrets.ts'

type PasswordSignIn = { readonly email: string; readonly password: string; readonly clientAddress: string | undefined }

export type SignInResult =
  | { readonly outcome: 'right'; readonly user: UserDocument }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number }

export type SignIn = {
  /** @throws NotCaughtUp after a failed attempt, while the user or a new password may be in the log alone */
  readonly check: (attempt: PasswordSignIn) => Promise<SignInResult>
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

  /** Who signs in with this password. Known or not, a failed attempt waits for the read models before it is answered. */
  const userWith = async (email: string, password: string): Promise<UserDocument | undefined> => {
    const user = await userOf(email)
    if (await passwords.verify(password, hashOf(user))) return user
    await requireCaughtUp(caughtUp)
    const known = await userOf(email)
    const isNews = hashOf(known) !== hashOf(user)
    return isNews && (await passwords.verify(password, hashOf(known))) ? known : undefined
  }

  return {
    check: async ({ email, password, clientAddress }) => {
      const name = email.trim().toLowerCase()
      const account = secretHash(name)
      const client = clientKey(clientAddress)
      const pair = { limit: limits.pair, key: `${account}/${client}` }
      const shared = [
        { limit: limits.user, key: account },
        { limit: limits.address, key: client },
      ]
      const counters = [pair, ...shared]
      // Attempts past a user's own limit do not use up the shared quota of their address.
      const wait =
        (await secondsToWait(pair.limit, pair.key)) ||
        Math.max(0, ...(await Promise.all(shared.map(({ limit, key }) => secondsToWait(limit, key)))))
      if (wait > 0) return { outcome: 'throttled', retryAfterSeconds: wait }
      const user = await userWith(name, password)
      if (!user) return { outcome: 'wrong' }
      await Promise.all(counters.map(({ limit, key }) => limit.giveBack(key)))
      return { outcome: 'right', user }
    },
    guess: async (userId) => (await secondsToWait(limits.guess, userId)) || null,
    guessedRight: (userId) => limits.guess.giveBack(userId),
  }
}

/** Undefined for a user who may not sign in with a password: no password fits it. */
const hashOf = (user: UserDocument | undefined): string | undefined =>
  user?.status === 'active' ? (user.password_hash ?? undefined) : undefined
