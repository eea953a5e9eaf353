// Users of an account, for its pages and the operator: who may sign in, with which roles, and the links that invite them.
import { type UserCommand, user } from '../commands/user.ts'
import { type UserRole, userRoles } from '../events/user.ts'
import { badRequest } from '../interface/errors.ts'
import { eachFound } from '../projections/read.ts'
import { type UserDocument, users } from '../projections/users.ts'
import type { ProbityContext } from './framework/environment.ts'
import { ownPageOf, type Page } from './framework/list-pages.ts'
import { ownDocument, type Reads } from './framework/reading.ts'
import { newId, type Sending, send, writeContext } from './framework/sending.ts'
import { type Invitation, type Invited, invite, linkOnceConfirmed, newInvitation } from './invitations.ts'

export type { UserDocument, UserRole }
export { userRoles }

/** The earliest first. */
export const usersOf = (inner: Pick<Reads, 'read'>, accountId: string): Promise<readonly UserDocument[]> =>
  Array.fromAsync(eachFound(inner.read(users), { where: { account_id: accountId }, by: 'created_at' }))

/** The users who may sign in. */
export const activeUsersOf = async (inner: Pick<Reads, 'read'>, accountId: string): Promise<readonly UserDocument[]> =>
  (await usersOf(inner, accountId)).filter(({ status }) => status === 'active')

/** The user with this id, if they may sign in to the account. */
export const activeUserOf = async (inner: Pick<Reads, 'read'>, accountId: string, id: string): Promise<UserDocument | undefined> => {
  const found = await userWith(inner, id)
  return found?.account_id === accountId && found.status === 'active' ? found : undefined
}

/** The earliest first. */
export const ownUserPage = (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  page: { readonly page: number; readonly perPage: number },
): Promise<Page<UserDocument>> => ownPageOf(inner, c, users, { where: {}, sort: [['created_at', 'asc']], ...page })

/** A user of any account. */
export const userWith = ({ read }: Pick<Reads, 'read'>, id: string): Promise<UserDocument | undefined> => read(users).get(id)

/** A user of the own account. @throws ApiError 404 */
export const ownUser = (inner: Reads, c: ProbityContext, id: string): Promise<UserDocument> =>
  ownDocument(inner, c, { projection: users, id, resource: 'user' })

/** `isProposed`: the link works once another person has confirmed the invitation. */
export type ShownInvitation = Invitation & { readonly isProposed: boolean }

/** @returns null for a repeated request: the link was shown the first time. @throws ApiError */
export const inviteUser = async (inner: Sending, c: ProbityContext, invited: Omit<Invited, 'id'>): Promise<ShownInvitation | null> => {
  const { isNew, ...invitation } = await invite(inner, { id: newId(c, 'user'), ...invited }, writeContext(inner, c, 'invite'))
  return isNew ? invitation : null
}

/** A new link, which replaces the previous one. @throws ApiError, Refused */
export const renewInvitation = async (
  inner: Sending & Reads,
  c: ProbityContext,
  id: string,
): Promise<{ readonly user: UserDocument; readonly path: string; readonly isProposed: boolean }> => {
  const { path, ...invitation } = newInvitation(inner.now())
  const before = await ownUser(inner, c, id)
  const handled = await linkOnceConfirmed(send(inner, c, { aggregate: user, id, command: { type: 'RenewInvitation', invitation } }))
  return { user: before, path, isProposed: !('state' in handled) }
}

/** @throws ApiError, Refused */
export const changeRoles = async (
  inner: Sending & Reads,
  c: ProbityContext,
  id: string,
  roles: readonly UserRole[],
): Promise<UserDocument> => {
  if (isSelf(c, id) && !roles.includes('admin')) throw badRequest('you cannot take the administrator’s role from yourself')
  return change(inner, c, id, { type: 'ChangeRoles', roles })
}

/** Ends the user's sessions and tokens. @throws ApiError */
export const deactivateUser = async (inner: Sending & Reads, c: ProbityContext, id: string): Promise<UserDocument> => {
  if (isSelf(c, id)) throw badRequest('you cannot deactivate yourself')
  return change(inner, c, id, { type: 'DeactivateUser' })
}

export const reactivateUser = (inner: Sending & Reads, c: ProbityContext, id: string): Promise<UserDocument> =>
  change(inner, c, id, { type: 'ReactivateUser' })

/** For a user who lost the device. Users turn off their own in the profile, with password and code. @throws ApiError */
export const removeSecondFactor = async (inner: Sending & Reads, c: ProbityContext, id: string): Promise<UserDocument> => {
  if (isSelf(c, id)) throw badRequest('you cannot remove your own second factor here: turn it off in your profile')
  return change(inner, c, id, { type: 'DisableSecondFactor' })
}

const isSelf = (c: ProbityContext, id: string): boolean => c.get('principal').actor.id === id

/** @returns the user before the change */
const change = async (inner: Sending & Reads, c: ProbityContext, id: string, command: UserCommand): Promise<UserDocument> => {
  const before = await ownUser(inner, c, id)
  await send(inner, c, { aggregate: user, id, command })
  return before
}
