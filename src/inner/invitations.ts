// Links to set a password, for new users and for users who lost theirs. Only the hash of a link's secret is stored.
import type { Passwords } from '../auth/passwords.ts'
import { newSecret, secretHash } from '../auth/secrets.ts'
import { Proposed } from '../commands/needs-another.ts'
import { user } from '../commands/user.ts'
import type { UserRole } from '../events/user.ts'
import { badRequest } from '../interface/errors.ts'
import { type UserDocument, users } from '../projections/users.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Reads } from './framework/reading.ts'
import { type Clock, type Sending, send } from './framework/sending.ts'

const lifetimeMs = 7 * 24 * 3600_000

export type Invitation = { readonly path: string; readonly invitation_hash: string; readonly expires_at: string }

/** `path` carries the secret and is shown once. */
export const newInvitation = (now: Date): Invitation => {
  const secret = newSecret('')
  return {
    path: `/invitations/${secret}`,
    invitation_hash: secretHash(secret),
    expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
  }
}

export type Invited = { readonly id: string; readonly email: string; readonly name: string; readonly roles: readonly UserRole[] }

/**
 * Invites a user.
 * @returns `isNew` false: an earlier call invited them, and its link is the valid one
 * @throws ApiError, Refused
 */
export const invite = async (
  { handle, passed, now }: Pick<Sending, 'handle' | 'passed' | 'now'>,
  { id, email: written, name, roles }: Invited,
  context: WriteContext,
): Promise<Invitation & { readonly isNew: boolean; readonly isProposed: boolean }> => {
  const email = written.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) throw badRequest('an e-mail address is needed', 'email')
  if (name === '' || name.length > 200) throw badRequest('a name is needed, of at most 200 characters', 'name')
  if (roles.length === 0) throw badRequest('at least one role is needed', 'roles')
  const { path, ...fields } = newInvitation(now())
  const command = { type: 'InviteUser' as const, invitation: { user_id: id, email, name, roles: [...roles], ...fields } }
  const handled = await linkOnceConfirmed(handle(user, id, command, context))
  if (handled.position !== null) await passed(handled.position, context.accountId)
  const isProposed = !('state' in handled)
  return { path, ...fields, isNew: isProposed || handled.state.invitation?.hash === fields.invitation_hash, isProposed }
}

/** The link of a proposed invitation is known to the proposer alone, and works once another person has confirmed it. */
export const linkOnceConfirmed = async <Done>(done: Promise<Done>): Promise<Done | { readonly position: bigint | null }> => {
  try {
    return await done
  } catch (error) {
    if (error instanceof Proposed) return { position: error.position }
    throw error
  }
}

/** The user invited by the link with this secret; undefined when it was used, has expired or was replaced. */
export const invitedBy = async (inner: Clock & Pick<Reads, 'read'>, secret: string): Promise<UserDocument | undefined> => {
  const where = { invitation_hash: secretHash(secret) }
  const [person] = await inner.read(users).find({ where, perPage: 1 })
  return person !== undefined && person.status !== 'inactive' && (person.invitation_expires_at ?? '') > inner.now().toISOString()
    ? person
    : undefined
}

/** Acts as the invited user, who must be the request's principal. @throws Refused */
export const acceptInvitation = async (
  inner: Sending & { readonly passwords: Passwords },
  c: ProbityContext,
  { secret, name, password }: { readonly secret: string; readonly name: string; readonly password: string },
): Promise<void> => {
  const acceptance = { invitation_hash: secretHash(secret), name, password_hash: await inner.passwords.hash(password) }
  const command = { type: 'AcceptInvitation' as const, acceptance, at: inner.now().toISOString() }
  await send(inner, c, { aggregate: user, id: c.get('principal').actor.id, command })
}
