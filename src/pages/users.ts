// Settings: who may sign in. An administrator invites by a link that is shown once, gives roles, and takes them away.
import { html } from 'hono/html'
import { type UserCommand, user } from '../commands/user.ts'
import { type UserRole, userRoles } from '../events/user.ts'
import type { ProbityContext } from '../inner/environment.ts'
import { invite, newInvitation } from '../inner/invitations.ts'
import { ownDocument } from '../inner/reading.ts'
import { newId, send, writeContext } from '../inner/sending.ts'
import { badRequest } from '../interface/errors.ts'
import type { UserDocument } from '../projections/users.ts'
import { may, roleMeanings, roleNames } from './access.ts'
import { confirmed } from './credentials.ts'
import { checks, type Given, givenIn, input, type Sent } from './fields.ts'
import { type FormFields, formFields } from './forms.ts'
import { listQuery, perPage } from './lists.ts'
import { badge, card, facts, join, type Markup, nothing, pager, table, time } from './markup.ts'
import type { Page, Pages } from './pages.ts'

const path = '/settings/users'

const mount = ({ get, post, show, goOn, service, appUrl }: Pages) => {
  const { documents, now } = service

  const overview = async (c: ProbityContext, sent?: Sent, shownOnce: Markup = nothing) => {
    const signedIn = c.get('signedIn')
    const where = { account_id: c.get('principal').accountId }
    const { query, page } = listQuery(c)
    const [found, total] = await Promise.all([
      documents.find('users', { where, sort: [['created_at', 'asc']], page, perPage }),
      documents.count('users', where),
    ])
    const people = found as unknown as readonly UserDocument[]
    const mayChange = may(signedIn, 'manage')
    const hidden = formFields(signedIn.session.token)
    const content = html`${shownOnce}
${card('People', html`${peopleTable(people, { hidden, mayChange, self: signedIn.user.id })}${pager({ path, query, page, perPage, total })}`)}
${mayChange ? card('Invite somebody', inviteForm(givenIn(sent, 'invite', { roles: ['member'] }), hidden)) : nothing}
${card('Roles', facts(userRoles.map((role) => [roleNames[role], roleMeanings[role]])))}`
    return show(c, path, { title: 'Users', content }, sent)
  }

  get(path, 'read', (c) => overview(c))

  const ownUser = (c: ProbityContext) =>
    ownDocument<UserDocument>(service, c, { collection: 'users', id: c.req.param('id') ?? '', resource: 'user' })

  const change = (c: ProbityContext, id: string, command: UserCommand) => send(service, c, { aggregate: user, id, command })

  const linkTo = (c: ProbityContext, { path }: { readonly path: string }) => `${appUrl ?? new URL(c.req.url).origin}${path}`

  const options = { access: 'manage', back: path } as const

  const invitationForm = { access: 'manage', scope: 'invite', places: { name: 'name', email: 'email', roles: 'roles' } } as const

  post(path, { ...invitationForm, again: overview }, async (c, form) => {
    const id = newId(c, 'user')
    const name = form.text('name')
    const context = (step: string) => writeContext(service, c, step)
    const invited = await invite(service, { id, email: form.text('email'), name, roles: rolesFrom(form) }, context)
    const kept = (await documents.get('users', id)) as UserDocument | undefined
    if (kept?.invitation_hash !== invited.invitation_hash) return goOn(c, path, { kind: 'bad', text: 'This person was invited before.' })
    return overview(c, undefined, invitation(name, linkTo(c, invited)))
  })

  post(`${path}/:id/invitation`, options, async (c) => {
    const { id, name } = await ownUser(c)
    const { path: secretPath, ...fields } = newInvitation(now())
    await change(c, id, { type: 'RenewInvitation', invitation: fields })
    return overview(c, undefined, invitation(name, linkTo(c, { path: secretPath })))
  })

  post(`${path}/:id/roles`, options, async (c, form) => {
    const { id, name } = await ownUser(c)
    const roles = rolesFrom(form)
    if (id === c.get('signedIn').user.id && !roles.includes('admin'))
      throw badRequest('you cannot take the administrator’s role from yourself')
    await change(c, id, { type: 'ChangeRoles', roles })
    return goOn(c, path, { kind: 'good', text: `The roles of ${name} are changed.` })
  })

  post(`${path}/:id/deactivate`, options, async (c) => {
    const { id, name } = await ownUser(c)
    if (id === c.get('signedIn').user.id) throw badRequest('you cannot deactivate yourself')
    await change(c, id, { type: 'DeactivateUser' })
    return goOn(c, path, { kind: 'good', text: `${name} may not sign in any more; sessions and tokens have ended.` })
  })

  post(`${path}/:id/reactivate`, options, async (c) => {
    const { id, name } = await ownUser(c)
    await change(c, id, { type: 'ReactivateUser' })
    return goOn(c, path, { kind: 'good', text: `${name} may sign in again.` })
  })

  post(`${path}/:id/second-factor`, options, async (c) => {
    const { id, name } = await ownUser(c)
    await change(c, id, { type: 'DisableSecondFactor' })
    return goOn(c, path, { kind: 'good', text: `${name} is not asked for a one-time code any more.` })
  })
}

const rolesFrom = (form: FormFields): UserRole[] => userRoles.filter((role) => form.all('roles').includes(role))

const invitation = (name: string, link: string): Markup =>
  html`<section class="once" role="status"><h2>A link for ${name} to set a password</h2><p>Hand over this link: it is shown this once, works once, and for seven days.</p>${facts([['Link', html`<code data-copy>${link}</code>`]])}</section>`

const roleChecks = (chosen: readonly UserRole[]): Markup =>
  join(
    userRoles.map(
      (role) =>
        html`<label class="check"><input type="checkbox" name="roles" value="${role}"${chosen.includes(role) ? html` checked` : ''}>${roleNames[role]}</label>`,
    ),
  )

const inviteForm = (given: Given, hidden: Markup): Markup => html`<form method="post" action="${path}" class="stack">${hidden}
<div class="two">${input(given, 'name', 'Name', { more: html` required maxlength="200"` })}
${input(given, 'email', 'E-mail', { type: 'email', more: html` required` })}</div>
${checks(
  given,
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
    { caption: 'Users of this account', empty: 'Nobody yet.' },
  )

const actions = (
  { id, name, roles, status, totp_secret }: UserDocument,
  { hidden, isSelf }: { hidden: Markup; isSelf: boolean },
): Markup => {
  const own = `${path}/${id}`
  const roleForm = html`<form method="post" action="${own}/roles" class="stack">${hidden}${roleChecks(roles)}<button class="primary">Save roles</button></form>`
  const other = isSelf
    ? nothing
    : status === 'inactive'
      ? html`<form method="post" action="${own}/reactivate">${hidden}<button>Reactivate</button></form>`
      : html`<form method="post" action="${own}/invitation">${hidden}<button>${status === 'invited' ? 'New invitation link' : 'New password link'}</button></form>
${totp_secret ? confirmed('Remove second factor', { action: `${own}/second-factor`, hidden, about: `of ${name}`, question: 'For somebody who lost their device.' }) : nothing}
${confirmed('Deactivate', { action: `${own}/deactivate`, hidden, about: name, question: 'Sessions and tokens of this person end at once.' })}`
  return html`<details class="confirm"><summary class="button">Change<span class="unseen"> ${name}</span></summary><div class="stack panel-inline">${roleForm}${other}</div></details>`
}

export const userPages: Page = { entry: { path, title: 'Users', section: 'Settings' }, mount }
