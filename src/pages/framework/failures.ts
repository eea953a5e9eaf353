// Pages for requests that failed: a wrong link, a refusal, a fault of the service. They keep the navigation, and a form that a fault cut off can be
// filled in again with what was typed.
import type { Next } from 'hono'
import { html } from 'hono/html'
import type { Sessions, SignedIn } from '../../auth/sessions.ts'
import { asApiError, logFailure } from '../../inner/framework/api-errors.ts'
import type { ProbityApp, ProbityContext } from '../../inner/framework/environment.ts'
import { addressOf } from '../sign-in/return-address.ts'
import { type Access, may } from './access.ts'
import type { Cookies } from './cookies.ts'
import { formFields } from './forms.ts'
import { setPageHeaders } from './headers.ts'
import { keptField } from './kept-forms.ts'
import { type Entry, frame, plainFrame } from './layout.ts'
import { BeyondLastPage, type Markup, nothing, sentence } from './markup.ts'
import { chosenMode } from './mode.ts'

export type PageEntry = Entry & { readonly access?: Access }

export const entriesFor = (signedIn: SignedIn, entries: readonly PageEntry[]) =>
  entries.filter(({ access = 'read' }) => may(signedIn, access))

type Around = { readonly entries: readonly PageEntry[]; readonly sessions: Sessions; readonly cookies: Cookies }

/** The forms that a fault cut off, by their request; null: too long to keep. */
const kept = new WeakMap<ProbityContext, string | null>()

/** @param sealed the form, encrypted (kept-forms.ts) */
export const keptAfterFailure = (c: ProbityContext, sealed: string | null): void => {
  kept.set(c, sealed)
}

/** `root`: the whole service, whose wrong links show a page too, not the API's JSON. `app`: the pages. */
export const showFailures = (root: ProbityApp, app: ProbityApp, around: Around): void => {
  // A form's address, typed or loaded again, is no page either.
  const withPage = async (c: ProbityContext, next: Next) => {
    await next()
    if (![404, 405].includes(c.res.status) || !/\bjson\b/.test(c.res.headers.get('content-type') ?? '')) return
    setPageHeaders(c)
    c.res = await failurePage(c, around, { status: 404, text: html`<p>This page does not exist.</p>` })
  }
  root.use((c, next) => {
    const isForReading = c.req.method === 'GET' && !c.req.path.startsWith('/v1/') && /\btext\/html\b/.test(c.req.header('accept') ?? '')
    return isForReading ? withPage(c, next) : next()
  })

  app.onError((error, c) => {
    if (error instanceof BeyondLastPage) return c.redirect(onPage(c, error.last), 303)
    const api = asApiError(error)
    if (api.status >= 500) logFailure(c.get('log'), error, { what: 'a page failed', requestId: c.get('requestId') })
    setPageHeaders(c)
    for (const [name, value] of Object.entries(api.details.headers ?? {})) c.header(name, value)
    const reference = api.status >= 500 ? html`<p class="quiet">Request ${c.get('requestId')}</p>` : nothing
    const text = html`<p>${sentence(api.entries.map(({ message }) => message).join('; '))}</p>${backToForm(c)}${reference}`
    return failurePage(c, around, { status: api.status, text })
  })
}

const onPage = (c: ProbityContext, page: number): string => {
  const { pathname, searchParams } = new URL(c.req.url)
  searchParams.set('page', String(page))
  return `${pathname}?${searchParams.toString()}`
}

const backToForm = (c: ProbityContext): Markup => {
  const sealed = kept.get(c)
  const signedIn = c.get('signedIn')
  if (!sealed || !signedIn) return nothing
  return html`<p>It may or may not have been carried out. Your input was kept.</p><form method="post" action="${addressOf(c)}">${formFields(signedIn.session.token)}${keptField(sealed)}<button class="primary">Back to the form</button></form>`
}

type Failure = { readonly status: ReturnType<typeof asApiError>['status']; readonly text: Markup }

const failurePage = async (c: ProbityContext, around: Around, { status, text }: Failure): Promise<Response> => {
  const title = titles[status] ?? 'Something is wrong'
  // Behind a guest's link there is no overview.
  const way = c.req.path.startsWith('/guest/') ? html`href="${c.req.path}">Back to the page` : html`href="/">Go to the overview`
  const content = html`${text}<p><a class="button" ${way}</a></p>`
  const signedIn = c.get('signedIn') ?? (await whoIs(c, around))
  if (!signedIn) return c.html(plainFrame({ title, content }), status)
  const mode = c.get('principal')?.mode ?? chosenMode(c, around.cookies)
  const parts = { title, content, hasFailed: true }
  return c.html(frame(parts, { signedIn, mode, entries: entriesFor(signedIn, around.entries), current: '' }), status)
}

/** A wrong link reaches no page that knows its user. While the store is away nobody is known. */
const whoIs = async (c: ProbityContext, { sessions, cookies }: Around): Promise<SignedIn | undefined> => {
  const signedIn = await sessions.find(cookies.get(c, 'session') ?? '').catch(() => undefined)
  return signedIn?.session.awaitingCode ? undefined : signedIn
}

const titles: Readonly<Record<number, string>> = {
  403: 'Not allowed',
  404: 'Not found',
  429: 'Too many attempts',
  500: 'Something went wrong',
  503: 'Temporarily unavailable',
}
