// Which pages a user may open, by the user's roles.
import { scopesOf } from '../../auth/access-tokens.ts'
import type { Principal } from '../../auth/principal.ts'
import { type Right, rolesWith, writers } from '../../auth/rights.ts'
import type { SignedIn } from '../../auth/sessions.ts'
import { type UserRole, userRoles } from '../../inner/users.ts'

/** `read`: all users. `write`: all but read-only users. `manage`: administrators. `operate`: administrators and operators. */
export type Access = 'read' | 'write' | Right

const allowed: { readonly [Each in Access]: readonly UserRole[] } = {
  read: userRoles,
  write: writers,
  ...rolesWith,
}

export const may = ({ user }: SignedIn, access: Access): boolean => user.roles.some((role) => allowed[access].includes(role))

/** The user on whose behalf a page sends its commands. `mode`: the one that the user has chosen. */
export const principalOf = ({ user }: Pick<SignedIn, 'user'>, mode: Principal['mode'] = 'live'): Principal => ({
  accountId: user.account_id,
  mode,
  seesBothModes: true,
  actor: { type: 'user', id: user.id },
  scopes: scopesOf(user),
  roles: user.roles,
})

export const roleNames: Readonly<Record<UserRole, string>> = {
  admin: 'Administrator',
  member: 'Member',
  read_only: 'Reader',
  operator: 'Operator',
}

export const roleMeanings: Readonly<Record<UserRole, string>> = {
  admin: 'manages users, credentials and settings, and does everything a member can',
  member: 'creates businesses, approves or rejects them and places orders',
  read_only: 'sees everything but changes nothing',
  operator: 'works the desk (audits, registrations, liens and mail), and manages features and the IP allowlist',
}
