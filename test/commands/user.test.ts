import { test } from 'uvu'
import { user } from '../../src/commands/user.ts'
import type { UserEvent } from '../../src/events/user.ts'
import { given } from './given.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const invitation = {
  user_id: id,
  email: 'a@example.com',
  name: 'A',
  roles: ['member' as const],
  invitation_hash: 'h1',
  expires_at: '2026-12-01T00:00:00.000Z',
}
const invited: UserEvent = { type: 'UserInvited', data: invitation }
const renewed: UserEvent = { type: 'UserInvitationRenewed', data: { invitation_hash: 'h2', expires_at: '2026-12-08T00:00:00.000Z' } }
const accept = (invitation_hash: string, at = '2026-11-30T00:00:00.000Z') => ({
  type: 'AcceptInvitation' as const,
  acceptance: { invitation_hash, name: 'A', password_hash: 'p' },
  at,
})
const accepted: UserEvent = { type: 'UserInvitationAccepted', data: { invitation_hash: 'h1', name: 'A', password_hash: 'p' } }
const registered = {
  type: 'UserRegistered' as const,
  data: { user_id: id, email: 'a@example.com', name: 'A', password_hash: 'p', roles: ['member' as const] },
}
const deactivated: UserEvent = { type: 'UserDeactivated', data: {} }

test('an invitation is accepted once, with the newest link, before it expires', () => {
  given(user, [invited]).when(accept('h1')).then([accepted])
  given(user, [invited]).when(accept('h1', '2026-12-01T00:00:00.000Z')).isRefused('invitation_invalid')
  given(user, [invited, renewed]).when(accept('h1')).isRefused('invitation_invalid')
  given(user, [invited, renewed]).when(accept('h2')).thenTypes('UserInvitationAccepted')
  given(user, [invited, accepted]).when(accept('h1')).isRefused('invitation_invalid')
  given(user, [invited, deactivated]).when(accept('h1')).isRefused('invitation_invalid')
})

test('somebody who lost the password gets another link', () => {
  given(user, [invited, accepted, renewed]).when(accept('h2')).thenTypes('UserInvitationAccepted')
  given(user, [invited, accepted, deactivated])
    .when({ type: 'RenewInvitation', invitation: renewed.data as never })
    .isRefused('user_inactive')
})

test('a changed password ends the link that is out; a later link works', () => {
  const changed: UserEvent = { type: 'UserPasswordChanged', data: { password_hash: 'q' } }
  given(user, [invited, accepted, renewed, changed]).when(accept('h2')).isRefused('invitation_invalid')
  given(user, [invited, accepted, changed, renewed]).when(accept('h2')).thenTypes('UserInvitationAccepted')
})

test('a link that was out when the user was deactivated stays ended; a link from after the reactivation works', () => {
  const reactivated: UserEvent = { type: 'UserReactivated', data: {} }
  given(user, [invited, deactivated, reactivated]).when(accept('h1')).isRefused('invitation_invalid')
  given(user, [invited, accepted, renewed, deactivated, reactivated]).when(accept('h2')).isRefused('invitation_invalid')
  given(user, [invited, deactivated, reactivated, renewed]).when(accept('h2')).thenTypes('UserInvitationAccepted')
})

test('only an active user signs in, changes the password or sets up a second factor', () => {
  const signIn = { type: 'SignIn' as const, clientAddress: null }
  given(user, [invited, accepted]).when(signIn).thenTypes('UserSignedIn')
  for (const history of [[invited], [invited, accepted, deactivated]]) {
    given(user, history).when(signIn).isRefused('user_inactive')
    given(user, history).when({ type: 'ChangePassword', passwordHash: 'q' }).isRefused('user_inactive')
    given(user, history).when({ type: 'EnableSecondFactor', totpSecret: 's' }).isRefused('user_inactive')
  }
  given(user, []).when(signIn).isRefused('user_not_found')
})

test('a user keeps at least one role, and the same roles change nothing', () => {
  given(user, [invited]).when({ type: 'ChangeRoles', roles: [] }).isRefused('role_missing', 'roles')
  given(user, [invited])
    .when({ type: 'ChangeRoles', roles: ['member'] })
    .then([])
  given(user, [invited])
    .when({ type: 'ChangeRoles', roles: ['admin', 'member'] })
    .then([{ type: 'UserRolesChanged', data: { roles: ['admin', 'member'] } }])
  const changed: UserEvent = { type: 'UserRolesChanged', data: { roles: ['admin', 'member'] } }
  given(user, [invited, changed])
    .when({ type: 'ChangeRoles', roles: ['member', 'admin'] })
    .then([])
  given(user, [invited, changed])
    .when({ type: 'ChangeRoles', roles: ['admin', 'operator'] })
    .thenTypes('UserRolesChanged')
})

test('a deactivated user comes back as they were: whoever had no password signs in no more than before', () => {
  const reactivate = { type: 'ReactivateUser' as const }
  const reactivated: UserEvent = { type: 'UserReactivated', data: {} }
  given(user, [invited, deactivated]).when(reactivate).then([reactivated])
  given(user, [invited]).when(reactivate).then([])
  given(user, [invited, deactivated]).when({ type: 'DeactivateUser' }).then([])
  const signIn = { type: 'SignIn' as const, clientAddress: '192.0.2.1' }
  const signedIn: UserEvent = { type: 'UserSignedIn', data: { client_address: '192.0.2.1' } }
  given(user, [invited, accepted, deactivated, reactivated]).when(signIn).then([signedIn])
  given(user, [registered, deactivated, reactivated]).when(signIn).then([signedIn])
  given(user, [invited, deactivated, reactivated]).when(signIn).isRefused('user_inactive')
})

test('a user is registered or invited once, and the second factor is switched off once', () => {
  given(user, []).when({ type: 'InviteUser', invitation }).then([invited])
  given(user, [invited]).when({ type: 'InviteUser', invitation }).then([])
  given(user, [invited]).when({ type: 'RegisterUser', user: registered.data }).then([])
  given(user, [registered])
    .when({ type: 'ChangePassword', passwordHash: 'q' })
    .then([{ type: 'UserPasswordChanged', data: { password_hash: 'q' } }])
  const enabled: UserEvent = { type: 'UserSecondFactorEnabled', data: { totp_secret: 's' } }
  const disabled: UserEvent = { type: 'UserSecondFactorDisabled', data: {} }
  given(user, [registered]).when({ type: 'EnableSecondFactor', totpSecret: 's' }).then([enabled])
  given(user, [registered, enabled]).when({ type: 'DisableSecondFactor' }).then([disabled])
  given(user, [registered, enabled, disabled]).when({ type: 'DisableSecondFactor' }).then([])
})

test.run()
