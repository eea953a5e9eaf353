// The page where an invited user sets a password. The link works once, for seven days. Only a hash of its secret is stored.
import { html } from 'hono/html'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { acceptInvitation, invitedBy } from '../../inner/invitations.ts'
import { passwordProblem } from '../../inner/profile.ts'
import type { UserDocument } from '../../inner/users.ts'
import { principalOf } from '../framework/access.ts'
import { formFields, readForm } from '../framework/forms.ts'
import { setPageHeaders } from '../framework/headers.ts'
import { type Notice, plainFrame } from '../framework/layout.ts'
import { type Markup, sentence } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { visitOf } from './form.ts'

const path = '/invitations/:secret'

const mount = ({ open, inner, passwords, cookies, goOn }: Pages) => {
  const invited = (c: ProbityContext) => invitedBy(inner, c.req.param('secret') ?? '')

  const form = (c: ProbityContext, { name, email }: UserDocument, notice?: Notice): Markup =>
    plainFrame({
      title: 'Welcome to Probity',
      subtitle: html`<p class="lead">Set a password for ${email}.</p>`,
      notice,
      content: html`<form method="post" action="${c.req.path}" class="stack">${formFields(visitOf(c, cookies))}
<label>Name<input name="name" value="${name}" required maxlength="200" autocomplete="name"></label>
<label>Password<input type="password" name="password" autocomplete="new-password" minlength="12" required></label>
<p class="quiet">At least 12 characters.</p><button class="primary">Set password</button></form>`,
    })

  const gone = (c: ProbityContext) =>
    c.html(
      plainFrame({
        title: 'This invitation is not valid',
        content: html`<p>It has been used, has expired or was replaced by a newer one. Ask for a new invitation.</p><p><a class="button" href="/sign-in">Sign in</a></p>`,
      }),
      404,
    )

  open.get(path, async (c) => {
    setPageHeaders(c)
    const person = await invited(c)
    return person ? c.html(form(c, person)) : gone(c)
  })

  open.post(path, async (c) => {
    setPageHeaders(c)
    const fields = await readForm(c, cookies.get(c, 'visit'))
    const person = await invited(c)
    if (!person) return gone(c)
    const password = fields.raw('password')
    const problem = passwordProblem(password, person.email)
    if (problem) return c.html(form(c, person, { kind: 'bad', text: sentence(problem) }), 422)
    c.set('principal', principalOf({ user: person }))
    const name = fields.text('name', 200) || person.name
    await acceptInvitation({ ...inner, passwords }, c, { secret: c.req.param('secret') ?? '', name, password })
    return goOn(c, '/sign-in', { kind: 'good', text: 'Your password is set. Please sign in.' })
  })
}

export const invitationPages: Page = { entry: null, mount }
