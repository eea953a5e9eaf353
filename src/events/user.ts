// What can happen to a user: a person who signs in for an account.
import { z } from 'zod'
import { type EventOf, personal } from './define.ts'

export const userRoles = ['admin', 'member', 'read_only', 'operator'] as const
export type UserRole = (typeof userRoles)[number]

/** Whether a text from outside names a role. */
export const isUserRole = (text: string): text is UserRole => userRoles.some((role) => role === text)

const roles = z.array(z.enum(userRoles))

export const userEvents = {
  UserRegistered: z.object({
    user_id: z.uuid(),
    email: personal(z.string()),
    name: personal(z.string()),
    /** scrypt, in the PHC string format. */
    password_hash: z.string(),
    roles,
  }),
  /** The OpenID Connect provider vouches for a person whom nobody knew. Has no password. */
  UserAdmitted: z.object({
    user_id: z.uuid(),
    email: personal(z.string()),
    name: personal(z.string()),
    roles,
    /** SHA-256 (hex) of the provider's issuer and its name for the person. */
    identity_hash: z.string(),
  }),
  /** From now on a known user may sign in at the OpenID Connect provider too. */
  UserIdentityLinked: z.object({ identity_hash: z.string() }),
  UserInvited: z.object({
    user_id: z.uuid(),
    email: personal(z.string()),
    name: personal(z.string()),
    roles,
    /** SHA-256 (hex) of the token in the invitation's link. */
    invitation_hash: z.string(),
    expires_at: z.string(),
  }),
  UserInvitationRenewed: z.object({ invitation_hash: z.string(), expires_at: z.string() }),
  UserInvitationAccepted: z.object({ invitation_hash: z.string(), name: personal(z.string()), password_hash: z.string() }),
  UserPasswordChanged: z.object({ password_hash: z.string() }),
  UserRolesChanged: z.object({ roles }),
  UserDeactivated: z.object({}),
  UserReactivated: z.object({}),
  /** The secret of time-based one-time codes (RFC 6238), in Base32. */
  UserSecondFactorEnabled: z.object({ totp_secret: personal(z.string()) }),
  UserSecondFactorDisabled: z.object({}),
  UserSignedIn: z.object({ client_address: personal(z.string().nullable()) }),
}
export type UserEvent = EventOf<typeof userEvents>
