// The form that asks for the code of the second factor.
import { html } from 'hono/html'
import { formFields } from '../framework/forms.ts'
import { keptField } from '../framework/kept-forms.ts'
import { type Notice, plainFrame } from '../framework/layout.ts'

export const codePage = (token: string, { returnTo, sealed }: { returnTo: string; sealed: string }, notice?: Notice) =>
  plainFrame({
    title: 'One-time code',
    subtitle: html`<p class="lead">Enter the 6-digit code from your authenticator app.</p>`,
    notice,
    content: html`<form method="post" action="/sign-in/code" class="stack">${formFields(token)}
<input type="hidden" name="return_to" value="${returnTo}">${keptField(sealed)}
<label>Code<input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" required autofocus></label>
<button class="primary">Continue</button></form><p><a href="/sign-in">Start again</a></p>`,
  })
