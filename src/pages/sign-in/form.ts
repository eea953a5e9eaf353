// The sign-in form: on its own page, and in place of a page whose session has expired.
import { randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import type { Cookies } from '../framework/cookies.ts'
import { formFields } from '../framework/forms.ts'
import { keptField } from '../framework/kept-forms.ts'
import { type Notice, plainFrame } from '../framework/layout.ts'
import type { Markup } from '../framework/markup.ts'
import { takeNotice } from '../framework/notices.ts'
import { localPath } from './return-address.ts'

/** The secret that binds forms to this browser before sign-in; created if missing. */
export const visitOf = (c: ProbityContext, cookies: Cookies): string => {
  const known = cookies.get(c, 'visit')
  if (known !== undefined && known.length >= 40) return known
  const visit = randomBytes(32).toString('base64url')
  cookies.set(c, 'visit', visit)
  return visit
}

export const signInPage = (
  c: ProbityContext,
  cookies: Cookies,
  {
    providerName,
    returnTo,
    email = '',
    notice,
    lead,
    sealed,
  }: {
    /** Where people may sign in instead; null: nowhere. */ providerName: string | null
    returnTo: string
    email?: string
    notice?: Notice
    lead?: string /** A form that is kept meanwhile. */
    sealed?: string
  },
): Markup =>
  plainFrame({
    title: 'Sign in',
    subtitle: lead ? html`<p class="lead">${lead}</p>` : '',
    notice: notice ?? takeNotice(c, cookies),
    content: html`<form method="post" action="/sign-in" class="stack">${formFields(visitOf(c, cookies))}
<input type="hidden" name="return_to" value="${localPath(returnTo)}">${keptField(sealed)}
<label>E-mail<input type="email" name="email" value="${email}" autocomplete="username" required${email === '' ? html` autofocus` : ''}></label>
<label>Password<input type="password" name="password" autocomplete="current-password" required${email === '' ? '' : html` autofocus`}></label>
<button class="primary">Sign in</button></form>${
      providerName === null
        ? ''
        : html`<p><a class="button" href="/sign-in/provider?return_to=${encodeURIComponent(localPath(returnTo))}">Sign in with ${providerName}</a></p>`
    }`,
  })
