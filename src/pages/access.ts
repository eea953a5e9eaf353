// Who may open which page: the rights that a user's roles amount to.
import { scopesOf } from '../auth/access-tokens.ts'
import type { SignedIn } from '../auth/sessions.ts'
import type { UserRole } from '../inner/users.ts'

/** `read` everybody, `write` everybody but those who may only read, `manage` administrators, `operate` operators too. */
export type Access = 'read' | 'write' | 'manage' | 'operate'

const allowed: { readonly [Each in Access]: readonly UserRole[] } = {
  read: ['admin', 'member', 'read_only', 'operator'],
  write: ['admin', 'member', 'operator'],
  manage: ['admin'],
  operate: ['operator', 'admin'],
}

export const may = ({ user }: SignedIn, access: Access): boolean => user.roles.some((role) => allowed[access].includes(role))

/** Whom the commands of a page are sent for. */
export const principalOf = ({ user }: Pick<SignedIn, 'user'>) => ({
  accountId: user.account_id,
  mode: 'live' as const,
  actor: { type: 'user' as const, id: user.id },
  scopes: scopesOf(user),
})

export const roleNames: Readonly<Record<UserRole, string>> = {
  admin: 'Administrator',
  member: 'Member',
  read_only: 'Reader',
  operator: 'Operator',
}

export const roleMeanings: Readonly<Record<UserRole, string>> = {
  admin: 'manages users, credentials and settings, and may do everything a member may',
  member: 'creates businesses, decides on them and places orders',
  read_only: 'sees everything and changes nothing',
  operator: 'works at the desk: audits, registrations, liens and mail; switches features and the allowed addresses',
}
