// The user aggregate: a person who signs in, from invitation to deactivation.
import type { UserEvent, UserRole } from '../events/user.ts'
import { type Aggregate, assertNever, type Claim } from './decider.ts'
import { refused } from './refused.ts'

type Data<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['data']

type State = {
  readonly status: 'none' | 'invited' | 'active' | 'inactive'
  readonly roles: readonly UserRole[]
  /** The link by which a password may be set. */
  readonly invitation: { readonly hash: string; readonly expiresAt: string } | null
  readonly hasPassword: boolean
  /** At the OpenID Connect provider. */
  readonly identityHash: string | null
  readonly hasSecondFactor: boolean
}

export type UserCommand =
  | { readonly type: 'RegisterUser'; readonly user: Data<'UserRegistered'> }
  | { readonly type: 'AdmitUser'; readonly user: Data<'UserAdmitted'> }
  | { readonly type: 'InviteUser'; readonly invitation: Data<'UserInvited'> }
  /** Another link, or one for somebody who lost the password. */
  | { readonly type: 'RenewInvitation'; readonly invitation: Data<'UserInvitationRenewed'> }
  /** `at`: the moment of acceptance (ISO 8601). */
  | { readonly type: 'AcceptInvitation'; readonly acceptance: Data<'UserInvitationAccepted'>; readonly at: string }
  | { readonly type: 'LinkIdentity'; readonly identityHash: string }
  | { readonly type: 'ChangePassword'; readonly passwordHash: string }
  | { readonly type: 'ChangeRoles'; readonly roles: readonly UserRole[] }
  | { readonly type: 'DeactivateUser' }
  | { readonly type: 'ReactivateUser' }
  | { readonly type: 'EnableSecondFactor'; readonly totpSecret: string }
  | { readonly type: 'DisableSecondFactor' }
  | { readonly type: 'SignIn'; readonly clientAddress: string | null }

export const user: Aggregate<State, UserCommand, UserEvent> = {
  name: 'user',

  initial: { status: 'none', roles: [], invitation: null, hasPassword: false, identityHash: null, hasSecondFactor: false },

  evolve: (state, event) => {
    switch (event.type) {
      case 'UserRegistered':
        return { ...state, status: 'active', roles: event.data.roles, hasPassword: true }
      case 'UserAdmitted':
        return { ...state, status: 'active', roles: event.data.roles, identityHash: event.data.identity_hash }
      case 'UserIdentityLinked':
        return { ...state, status: 'active', invitation: null, identityHash: event.data.identity_hash }
      case 'UserInvited':
        return {
          ...state,
          status: 'invited',
          roles: event.data.roles,
          invitation: { hash: event.data.invitation_hash, expiresAt: event.data.expires_at },
        }
      case 'UserInvitationRenewed':
        return { ...state, invitation: { hash: event.data.invitation_hash, expiresAt: event.data.expires_at } }
      case 'UserInvitationAccepted':
        return { ...state, status: 'active', invitation: null, hasPassword: true }
      case 'UserPasswordChanged':
        // Who has a link from before may be the one on whose account the password was changed.
        return { ...state, invitation: null }
      case 'UserSignedIn':
        return state
      case 'UserRolesChanged':
        return { ...state, roles: event.data.roles }
      case 'UserDeactivated':
        return { ...state, status: 'inactive', invitation: null }
      case 'UserReactivated':
        return { ...state, status: state.hasPassword || state.identityHash ? 'active' : 'invited' }
      case 'UserSecondFactorEnabled':
        return { ...state, hasSecondFactor: true }
      case 'UserSecondFactorDisabled':
        return { ...state, hasSecondFactor: false }
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    if (command.type === 'RegisterUser') return state.status === 'none' ? [{ type: 'UserRegistered', data: command.user }] : []
    if (command.type === 'AdmitUser') return state.status === 'none' ? [{ type: 'UserAdmitted', data: command.user }] : []
    if (command.type === 'InviteUser') return state.status === 'none' ? [{ type: 'UserInvited', data: command.invitation }] : []
    if (state.status === 'none') throw refused('user_not_found')
    switch (command.type) {
      case 'RenewInvitation':
        if (state.status === 'inactive') throw refused('user_inactive')
        return [{ type: 'UserInvitationRenewed', data: command.invitation }]
      case 'AcceptInvitation': {
        const fits = state.invitation?.hash === command.acceptance.invitation_hash && state.invitation.expiresAt > command.at
        if (state.status === 'inactive' || !fits) throw refused('invitation_invalid')
        return [{ type: 'UserInvitationAccepted', data: command.acceptance }]
      }
      case 'LinkIdentity':
        if (state.status === 'inactive') throw refused('user_inactive')
        return state.identityHash === null ? [{ type: 'UserIdentityLinked', data: { identity_hash: command.identityHash } }] : []
      case 'ChangePassword':
        onlyActive(state)
        return [{ type: 'UserPasswordChanged', data: { password_hash: command.passwordHash } }]
      case 'ChangeRoles': {
        if (command.roles.length === 0) throw refused('role_missing', 'roles')
        const isSame = command.roles.length === state.roles.length && command.roles.every((role) => state.roles.includes(role))
        return isSame ? [] : [{ type: 'UserRolesChanged', data: { roles: [...command.roles] } }]
      }
      case 'DeactivateUser':
        return state.status === 'inactive' ? [] : [{ type: 'UserDeactivated', data: {} }]
      case 'ReactivateUser':
        return state.status === 'inactive' ? [{ type: 'UserReactivated', data: {} }] : []
      case 'EnableSecondFactor':
        onlyActive(state)
        return [{ type: 'UserSecondFactorEnabled', data: { totp_secret: command.totpSecret } }]
      case 'DisableSecondFactor':
        return state.hasSecondFactor ? [{ type: 'UserSecondFactorDisabled', data: {} }] : []
      case 'SignIn':
        onlyActive(state)
        return [{ type: 'UserSignedIn', data: { client_address: command.clientAddress } }]
      default:
        return assertNever(command)
    }
  },

  claims: (command) => {
    if (command.type === 'RegisterUser' || command.type === 'AdmitUser') return [email(command.user.email)]
    return command.type === 'InviteUser' ? [email(command.invitation.email)] : []
  },
}

/** An e-mail address belongs to one user across all accounts, because people sign in with it alone. */
const email = (address: string): Claim => ({
  action: 'take',
  scope: 'service',
  kind: 'email',
  value: address.toLowerCase(),
  reason: 'email_taken',
})

const onlyActive = ({ status }: State) => {
  if (status !== 'active') throw refused('user_inactive')
}
