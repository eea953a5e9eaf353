// The collection `users`: the people who sign in.
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import type { UserRole } from '../events/user.ts'
import { projection } from './projection.ts'

export type UserDocument = {
  readonly id: string
  readonly account_id: string
  /** In small letters. */
  readonly email: string
  readonly name: string
  readonly status: 'invited' | 'active' | 'inactive'
  /** null until the first link has been used. */
  readonly password_hash: string | null
  readonly invitation_hash: string | null
  readonly invitation_expires_at: string | null
  /** SHA-256 (hex) of the identity at the OpenID Connect provider; null: none. */
  readonly identity_hash: string | null
  readonly totp_secret: string | null
  readonly roles: readonly UserRole[]
  /** Sessions from before this time have ended: the password or the second factor was set then, or the user was deactivated. */
  readonly sessions_from: string
  /** OAuth tokens and codes from before this time have ended: the user was deactivated or reactivated then. */
  readonly grants_from: string
  readonly signed_in_at: string | null
  readonly created_at: string
}

type At = { readonly metadata: { readonly recorded_at: string } }

/** A change that ends the user's sessions. */
const resecured = (user: UserDocument, { metadata }: At, change: Partial<UserDocument>): UserDocument => ({
  ...user,
  ...change,
  sessions_from: metadata.recorded_at,
})

/** A change that ends all that the user had before: sessions, what applications were allowed, and links for a password. */
const cutOff = (user: UserDocument, event: At, change: Partial<UserDocument>): UserDocument =>
  resecured(user, event, { ...change, grants_from: event.metadata.recorded_at, invitation_hash: null, invitation_expires_at: null })

const newUser = ({ stream, metadata }: StoredEvent): UserDocument => ({
  id: aggregateIdOf(stream),
  account_id: metadata.account_id,
  email: '',
  name: '',
  status: 'active',
  password_hash: null,
  invitation_hash: null,
  invitation_expires_at: null,
  identity_hash: null,
  totp_secret: null,
  roles: [],
  sessions_from: metadata.recorded_at,
  grants_from: metadata.recorded_at,
  signed_in_at: null,
  created_at: metadata.recorded_at,
})

export const users = projection<UserDocument>()({
  collection: 'users',
  version: 5,
  readableSince: 5,
  store: 'authentication',
  indexes: ['account_id', 'email', 'identity_hash', 'invitation_hash', 'created_at'],
  starts: {
    UserRegistered: (event) => {
      const { email, name, password_hash, roles } = event.data
      return { ...newUser(event), email: email.toLowerCase(), name, password_hash, roles }
    },
    UserAdmitted: (event) => {
      const { email, name, roles, identity_hash } = event.data
      return { ...newUser(event), email: email.toLowerCase(), name, roles, identity_hash }
    },
    UserInvited: (event) => {
      const { email, name, roles, invitation_hash, expires_at } = event.data
      return {
        ...newUser(event),
        status: 'invited',
        email: email.toLowerCase(),
        name,
        roles,
        invitation_hash,
        invitation_expires_at: expires_at,
      }
    },
  },
  on: {
    UserInvitationRenewed: (user, { data }) => ({
      ...user,
      invitation_hash: data.invitation_hash,
      invitation_expires_at: data.expires_at,
    }),
    UserIdentityLinked: (user, { data }) => ({
      ...user,
      status: 'active',
      identity_hash: data.identity_hash,
      invitation_hash: null,
      invitation_expires_at: null,
    }),
    UserInvitationAccepted: (user, event) =>
      resecured(user, event, {
        status: 'active',
        name: event.data.name,
        password_hash: event.data.password_hash,
        invitation_hash: null,
        invitation_expires_at: null,
      }),
    UserPasswordChanged: (user, event) =>
      resecured(user, event, { password_hash: event.data.password_hash, invitation_hash: null, invitation_expires_at: null }),
    UserRolesChanged: (user, { data }) => ({ ...user, roles: data.roles }),
    UserDeactivated: (user, event) => cutOff(user, event, { status: 'inactive' }),
    // Again, for what was begun before the deactivation and written after it.
    UserReactivated: (user, event) =>
      cutOff(user, event, { status: user.password_hash === null && user.identity_hash === null ? 'invited' : 'active' }),
    UserSecondFactorEnabled: (user, event) => resecured(user, event, { totp_secret: event.data.totp_secret }),
    UserSecondFactorDisabled: (user) => ({ ...user, totp_secret: null }),
    UserSignedIn: (user, { metadata }) => ({ ...user, signed_in_at: metadata.recorded_at }),
  },
})
