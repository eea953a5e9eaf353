// Settings: the users of the account. Administrators invite users with a link that is shown once, and change their roles.
import { html } from 'hono/html'
import { waitingFor } from '../../inner/business/list.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { originOf } from '../../inner/framework/origin.ts'
import {
  changeRoles,
  deactivateUser,
  inviteUser,
  ownUser,
  ownUserPage,
  reactivateUser,
  removeSecondFactor,
  renewInvitation,
  type UserDocument,
  type UserRole,
  userRoles,
} from '../../inner/users.ts'
import { may, roleMeanings, roleNames } from '../framework/access.ts'
import { confirmed } from '../framework/confirmed.ts'
import { checks, type FormState, formIn, input, type Sent } from '../framework/fields.ts'
import { type FormFields, formFields } from '../framework/forms.ts'
import { listQuery, perPage } from '../framework/lists.ts'
import { badge, card, counted, facts, join, type Markup, nothing, pager, table, time } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { requireSeen, seenSettings } from '../framework/seen.ts'

const path = '/settings/users'

const mount = ({ get, post, show, goOn, inner, appUrl }: Pages) => {
  const overview = async (c: ProbityContext, sent?: Sent, shownOnce: Markup = nothing) => {
    const signedIn = c.get('signedIn')
    const { query, page } = listQuery(c)
    const { found: people, totalCount: total } = await ownUserPage(inner, c, { page, perPage })
    const mayChange = may(signedIn, 'manage')
    const hidden = formFields(signedIn.session.token)
    const content = html`${shownOnce}
${card('People', html`${peopleTable(people, { hidden, mayChange, self: signedIn.user.id })}${pager({ path, query, page, perPage, total })}`)}
${mayChange ? card('Invite a user', inviteForm(formIn(sent, 'invite', { roles: ['member'] }), hidden)) : nothing}
${card('Roles', facts(userRoles.map((role) => [roleNames[role], roleMeanings[role]])))}`
    return show(c, path, { title: 'Users', content }, sent)
  }

  get(path, 'read', (c) => overview(c))

  const id = (c: ProbityContext) => c.req.param('id') ?? ''

  const linkTo = (c: ProbityContext, { path }: { readonly path: string }) => `${appUrl ?? originOf(c)}${path}`

  const options = { access: 'manage', back: path } as const

  const invitationForm = { access: 'manage', scope: 'invite', places: { name: 'name', email: 'email', roles: 'roles' } } as const

  post(path, { ...invitationForm, again: overview }, async (c, form) => {
    const name = form.text('name')
    const invited = await inviteUser(inner, c, { email: form.text('email'), name, roles: rolesFrom(form) })
    if (!invited) return goOn(c, path, { kind: 'bad', text: 'This person has already been invited.' })
    return overview(c, undefined, invitation(name, linkTo(c, invited), invited.isProposed))
  })

  post(`${path}/:id/invitation`, options, async (c) => {
    const { user, path: link, isProposed } = await renewInvitation(inner, c, id(c))
    return overview(c, undefined, invitation(user.name, linkTo(c, { path: link }), isProposed))
  })

  post(`${path}/:id/roles`, options, async (c, form) => {
    const wanted = rolesFrom(form)
    requireSeen(form, { now: inOrder((await ownUser(inner, c, id(c))).roles), wanted })
    const { name } = await changeRoles(inner, c, id(c), wanted)
    return goOn(c, path, { kind: 'good', text: `Roles of ${name} changed.` })
  })

  post(`${path}/:id/deactivate`, options, async (c) => {
    const { name } = await deactivateUser(inner, c, id(c))
    const waiting = await waitingFor(inner, c, id(c))
    const left = waiting === 0 ? '' : ` ${counted(waiting, 'open case')} of theirs ${waiting === 1 ? 'is' : 'are'} listed as not assigned.`
    return goOn(c, path, { kind: 'good', text: `${name} can no longer sign in; sessions and tokens have ended.${left}` })
  })

  post(`${path}/:id/reactivate`, options, async (c) => {
    const { name } = await reactivateUser(inner, c, id(c))
    return goOn(c, path, { kind: 'good', text: `${name} can sign in again. Earlier sessions, tokens and links stay ended.` })
  })

  post(`${path}/:id/second-factor`, options, async (c) => {
    const { name } = await removeSecondFactor(inner, c, id(c))
    return goOn(c, path, { kind: 'good', text: `${name} is no longer asked for a one-time code.` })
  })
}

const inOrder = (roles: readonly string[]): UserRole[] => userRoles.filter((role) => roles.includes(role))

const rolesFrom = (form: FormFields): UserRole[] => inOrder(form.all('roles'))

const invitation = (name: string, link: string, isProposed: boolean): Markup =>
  html`<section class="once" role="status"><h2>A link for ${name} to set a password</h2><p>Send this link to the user. It is shown only once, works once and expires after seven days.${isProposed ? html` <strong>It works once another person has confirmed it (<a href="/proposals">Proposals</a>).</strong>` : nothing}</p>${facts([['Link', html`<code data-copy>${link}</code>`]])}</section>`

const roleChecks = (chosen: readonly UserRole[]): Markup =>
  join(
    userRoles.map(
      (role) =>
        html`<label class="check"><input type="checkbox" name="roles" value="${role}"${chosen.includes(role) ? html` checked` : ''}>${roleNames[role]}</label>`,
    ),
  )

const inviteForm = (formState: FormState, hidden: Markup): Markup => html`<form method="post" action="${path}" class="stack">${hidden}
<div class="two">${input(formState, 'name', 'Name', { more: html` required maxlength="200"` })}
${input(formState, 'email', 'E-mail', { type: 'email', more: html` required` })}</div>
${checks(
  formState,
  'roles',
  'Roles',
  userRoles.map((role) => [role, roleNames[role]]),
)}
<button class="primary">Invite</button></form>`

const peopleTable = (
  people: readonly UserDocument[],
  { hidden, mayChange, self }: { hidden: Markup; mayChange: boolean; self: string },
): Markup =>
  table(
    [
      {
        title: 'Name',
        kind: 'main',
        cell: ({ name, email, id }) =>
          html`<div>${name}${id === self ? html` ${badge('plain', 'You')}` : nothing}<br><span class="quiet">${email}</span></div>`,
      },
      { title: 'Status', cell: ({ status }) => badge(status) },
      {
        title: 'Roles',
        cell: ({ roles }) => html`<span class="tags">${roles.map((role) => html`<span>${roleNames[role]}</span>`)}</span>`,
      },
      { title: 'Second factor', cell: ({ totp_secret }) => (totp_secret ? badge('on') : badge('plain', 'Off')) },
      { title: 'Last sign-in', cell: ({ signed_in_at }) => time(signed_in_at) },
      { title: '', kind: 'end', cell: (person) => (mayChange ? actions(person, { hidden, isSelf: person.id === self }) : nothing) },
    ],
    people,
    { caption: 'Users of this account', empty: 'No users yet.' },
  )

const actions = (
  { id, name, roles, status, totp_secret }: UserDocument,
  { hidden, isSelf }: { hidden: Markup; isSelf: boolean },
): Markup => {
  const own = `${path}/${id}`
  const roleForm = html`<form method="post" action="${own}/roles" class="stack">${hidden}${seenSettings(inOrder(roles))}${roleChecks(roles)}<button class="primary">Save roles</button></form>`
  const other = isSelf
    ? nothing
    : status === 'inactive'
      ? html`<form method="post" action="${own}/reactivate">${hidden}<button>Reactivate</button></form>`
      : html`<form method="post" action="${own}/invitation">${hidden}<button>${status === 'invited' ? 'New invitation link' : 'New password link'}</button></form>
${totp_secret ? confirmed('Remove second factor', { action: `${own}/second-factor`, hidden, about: `of ${name}`, question: 'For a user who has lost their device.' }) : nothing}
${confirmed('Deactivate', { action: `${own}/deactivate`, hidden, about: name, question: 'This user’s sessions and tokens end immediately.' })}`
  return html`<details class="confirm"><summary class="button">Change<span class="unseen"> ${name}</span></summary><div class="stack panel-inline">${roleForm}${other}</div></details>`
}

export const userPages: Page = { entry: { path, title: 'Users', section: 'Settings' }, mount }
