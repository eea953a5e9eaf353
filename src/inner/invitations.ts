// Links by which a person sets a password: for somebody new, and for somebody who lost theirs. Only the hash of a link's secret is kept.
import { newSecret, secretHash } from '../auth/secrets.ts'
import { Refused } from '../commands/refused.ts'
import { reservation, reservationId } from '../commands/reservation.ts'
import { user } from '../commands/user.ts'
import type { UserRole } from '../events/user.ts'
import { badRequest, conflict } from '../interface/errors.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { Service } from './service.ts'

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
 * Invites somebody; an e-mail address belongs to one user of all accounts, because it is all that the sign-in asks for.
 * @returns what stands in the log once it has been invited, by this call or by the same one before
 * @throws ApiError
 */
export const invite = async (
  { handle, passed, now }: Service,
  { id, email: written, name, roles }: Invited,
  context: (step: string) => WriteContext,
): Promise<Invitation> => {
  const email = written.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) throw badRequest('an e-mail address is needed', 'email')
  if (name === '' || name.length > 200) throw badRequest('a name is needed, of at most 200 characters', 'name')
  if (roles.length === 0) throw badRequest('at least one role is needed', 'roles')
  const take = { type: 'Take' as const, kind: 'email', owner: `user-${id}` }
  await handle(reservation, reservationId('', 'email', email), take, context('take-email')).catch((error) => {
    throw error instanceof Refused ? conflict('somebody with this e-mail address is known already', 'email') : error
  })
  const { path, ...fields } = newInvitation(now())
  const command = { type: 'InviteUser' as const, invitation: { user_id: id, email, name, roles: [...roles], ...fields } }
  const { position } = await handle(user, id, command, context('invite'))
  if (position !== null) await passed(position, context('invite').accountId)
  return { path, ...fields }
}
