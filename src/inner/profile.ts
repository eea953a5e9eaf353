// What signed-in users change in their own account: password and second factor. Also notes that they signed in.
import type { Passwords } from '../auth/passwords.ts'
import { useCode } from '../auth/second-factor.ts'
import { user } from '../commands/user.ts'
import { badRequest } from '../interface/errors.ts'
import { serviceLimits } from '../interface/service-limits.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Documents } from './framework/reading.ts'
import { type Clock, type Sending, send } from './framework/sending.ts'

/** NIST SP 800-63B, 5.1.1.2: only the length counts. Common passwords and the user's own address are refused. */
export const passwordProblem = (password: string, email: string): string | undefined => {
  const { least, most } = serviceLimits.password
  if (password.length < least) return `a password needs at least ${least} characters`
  if (password.length > most) return `a password may have at most ${most} characters`
  const plain = password.toLowerCase()
  const isPoor = new Set(plain).size < 5 || plain.includes(email.toLowerCase()) || /^(password|qwerty|123456|letmein)/.test(plain)
  return isPoor ? 'this password is too easy to guess' : undefined
}

type Person = { readonly id: string; readonly email: string }

/** Ends all sessions of the user. @throws ApiError when the password is weak */
export const changePassword = async (
  inner: Sending & { readonly passwords: Passwords },
  c: ProbityContext,
  { id, email }: Person,
  password: string,
): Promise<void> => {
  const problem = passwordProblem(password, email)
  if (problem) throw badRequest(problem, 'password')
  const passwordHash = await inner.passwords.hash(password)
  await send(inner, c, { aggregate: user, id, command: { type: 'ChangePassword', passwordHash } })
}

type Code = { readonly userId: string; readonly secret: string; readonly code: string }

/** Whether a one-time code is right. Each code works once. */
export const isCodeRight = ({ documents, now }: Clock & Documents, code: Code): Promise<boolean> =>
  useCode(documents.records, { ...code, now: now() })

/** @throws ApiError when the code does not match the key */
export const enableSecondFactor = async (inner: Sending & Documents, c: ProbityContext, code: Code): Promise<void> => {
  if (!(await isCodeRight(inner, code))) throw badRequest('incorrect code: enter the one that your app shows now', 'code')
  await send(inner, c, { aggregate: user, id: code.userId, command: { type: 'EnableSecondFactor', totpSecret: code.secret } })
}

export const disableSecondFactor = async (inner: Sending, c: ProbityContext, { id }: Person): Promise<void> => {
  await send(inner, c, { aggregate: user, id, command: { type: 'DisableSecondFactor' } })
}

/** Notes that the request's principal has signed in. */
export const noteSignIn = async (inner: Sending, c: ProbityContext, clientAddress: string | undefined): Promise<void> => {
  const command = { type: 'SignIn' as const, clientAddress: clientAddress ?? null }
  await send(inner, c, { aggregate: user, id: c.get('principal').actor.id, command })
}
