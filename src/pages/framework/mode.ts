// Test and live are two worlds: the mode that a person has chosen, kept in a cookie, and the switch in the navigation. Lists and counts follow it.
import { html } from 'hono/html'
import type { Principal } from '../../auth/principal.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import type { Cookies } from './cookies.ts'
import { type FormFields, formFields } from './forms.ts'
import type { Markup } from './markup.ts'

export type Mode = Principal['mode']

export const modes: readonly Mode[] = ['live', 'test']

const modeFrom = (text: string | undefined): Mode => (text === 'test' ? 'test' : 'live')

/** Live until the person chooses. */
export const chosenMode = (c: ProbityContext, cookies: Cookies): Mode => modeFrom(cookies.get(c, 'mode'))

/** The person goes on in this mode. */
export const goInto = (c: ProbityContext, mode: Mode): void => c.set('principal', { ...c.get('principal'), mode })

/** Goes on in the mode that a form names, which is where its object is made. */
export const modeOfForm = (c: ProbityContext, form: FormFields): Mode => {
  const mode = modeFrom(form.text('mode'))
  goInto(c, mode)
  return mode
}

/** Keeps the mode that the request has ended in: the next page begins there. */
export const keepMode = (c: ProbityContext, cookies: Cookies): void => {
  const { mode } = c.get('principal') ?? {}
  if (mode && mode !== chosenMode(c, cookies)) cookies.set(c, 'mode', mode)
}

const names: { readonly [Each in Mode]: string } = { live: 'Live', test: 'Test' }

/** `path`: the page to show next. An object belongs to one mode, so that is its list. */
export const modeSwitch = ({ mode, token, path }: { readonly mode: Mode; readonly token: string; readonly path: string }): Markup =>
  html`<form class="modes" method="post" action="/mode" aria-label="Data">${formFields(token)}<input type="hidden" name="return_to" value="${path || '/'}">
${modes.map((each) => html`<button name="mode" value="${each}" aria-pressed="${each === mode ? 'true' : 'false'}">${names[each]}</button>`)}</form>`
