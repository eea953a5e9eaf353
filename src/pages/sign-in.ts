// Signing in and out. Each step that adds rights starts a new session, so older cookies become worthless.
import { html } from 'hono/html'
import type { ProbityContext } from '../inner/environment.ts'
import { isCodeRight, noteSignIn } from '../inner/profile.ts'
import type { UserDocument } from '../inner/users.ts'
import { principalOf } from './access.ts'
import { formFields, formToken, readForm } from './forms.ts'
import { setPageHeaders } from './headers.ts'
import { backToForm, keptField } from './kept-forms.ts'
import { type Notice, plainFrame } from './layout.ts'
import type { Page, Pages } from './pages.ts'
import { localPath } from './return-address.ts'
import { signInPage } from './sign-in-form.ts'

/** Forms from this many earlier sessions stay valid. */
const mostEarlier = 10

const mount = (pages: Pages) => {
  const begun = begunSessions(pages)
  askPassword(pages, begun)
  askCode(pages, begun)
  signOut(pages)
}

type BegunSessions = ReturnType<typeof begunSessions>

const begunSessions = ({ inner, sessions, cookies, keptForms, clientAddress, goOn }: Pages) => {
  /** Replaces the session. The same user's open forms in this browser stay valid. */
  const renew = async (c: ProbityContext, userId: string, awaitingCode: boolean) => {
    const before = await sessions.findOrEnded(cookies.get(c, 'session') ?? '')
    if (before) await sessions.end(before.token)
    const earlierForms = before?.userId === userId ? [formToken(before.token), ...before.earlierForms].slice(0, mostEarlier) : []
    const session = await sessions.start({ userId, awaitingCode, earlierForms })
    cookies.set(c, 'session', session.token)
    return session
  }

  /** Completes the sign-in of an authenticated user. */
  const begin = async (c: ProbityContext, person: UserDocument, { returnTo, sealed }: { returnTo: string; sealed: string }) => {
    const session = await renew(c, person.id, false)
    c.set('principal', principalOf({ user: person }))
    await noteSignIn(inner, c, clientAddress(c))
    if (sealed === '') return c.redirect(returnTo, 303)
    const kept = keptForms.open(sealed, person.id, inner.now())
    if (kept) return c.html(backToForm(kept, sealed, session.token))
    return goOn(c, '/', {
      kind: 'bad',
      text: 'Your earlier input was discarded: it expired or belonged to another user.',
    })
  }

  return { renew, begin }
}

const askPassword = ({ open, signIn, cookies, clientAddress }: Pages, { renew, begin }: BegunSessions) => {
  open.get('/sign-in', async (c) => {
    setPageHeaders(c)
    const returnTo = localPath(c.req.query('return_to'))
    return c.html(signInPage(c, cookies, { returnTo }))
  })

  open.post('/sign-in', async (c) => {
    setPageHeaders(c)
    const form = await readForm(c, cookies.get(c, 'visit'))
    const [returnTo, sealed, email] = [localPath(form.text('return_to')), form.text('form_kept'), form.text('email')]
    const result = await signIn.check({ email, password: form.raw('password'), clientAddress: clientAddress(c) })
    if (result.outcome === 'throttled') {
      c.header('Retry-After', String(result.retryAfterSeconds))
      const notice = { kind: 'bad' as const, text: `Too many attempts. Try again in ${minutes(result.retryAfterSeconds)}.` }
      return c.html(signInPage(c, cookies, { returnTo, sealed, email, notice }), 429)
    }
    if (result.outcome === 'wrong') {
      const notice = { kind: 'bad' as const, text: 'Incorrect email or password.' }
      return c.html(signInPage(c, cookies, { returnTo, sealed, email, notice }), 401)
    }
    if (result.user.totp_secret === null) return begin(c, result.user, { returnTo, sealed })
    const { token } = await renew(c, result.user.id, true)
    if (sealed !== '') return c.html(codePage(token, { returnTo, sealed }))
    return c.redirect(`/sign-in/code?return_to=${encodeURIComponent(returnTo)}`, 303)
  })
}

const askCode = ({ open, inner, sessions, signIn, cookies }: Pages, { begin }: BegunSessions) => {
  /** The session of a user who has entered the password but not the code. */
  const halfWay = async (c: ProbityContext) => {
    const found = await sessions.find(cookies.get(c, 'session') ?? '')
    return found?.session.awaitingCode ? found : undefined
  }

  open.get('/sign-in/code', async (c) => {
    setPageHeaders(c)
    const half = await halfWay(c)
    const going = { returnTo: localPath(c.req.query('return_to')), sealed: '' }
    return half ? c.html(codePage(half.session.token, going)) : c.redirect('/sign-in', 303)
  })

  open.post('/sign-in/code', async (c) => {
    setPageHeaders(c)
    const half = await halfWay(c)
    if (!half) return c.redirect('/sign-in', 303)
    const form = await readForm(c, half.session.token, half.session.earlierForms)
    const going = { returnTo: localPath(form.text('return_to')), sealed: form.text('form_kept') }
    const wait = await signIn.guess(half.user.id)
    if (wait !== null) {
      c.header('Retry-After', String(wait))
      return c.html(codePage(half.session.token, going, { kind: 'bad', text: `Too many attempts. Try again in ${minutes(wait)}.` }), 429)
    }
    const { id: userId, totp_secret: secret } = half.user
    const isRight = secret !== null && (await isCodeRight(inner, { userId, secret, code: form.text('code') }))
    if (!isRight) return c.html(codePage(half.session.token, going, { kind: 'bad', text: 'This code is invalid or has been used.' }), 401)
    await signIn.guessedRight(userId)
    return begin(c, half.user, going)
  })
}

const codePage = (token: string, { returnTo, sealed }: { returnTo: string; sealed: string }, notice?: Notice) =>
  plainFrame({
    title: 'One-time code',
    subtitle: html`<p class="lead">Enter the 6-digit code from your authenticator app.</p>`,
    notice,
    content: html`<form method="post" action="/sign-in/code" class="stack">${formFields(token)}
<input type="hidden" name="return_to" value="${returnTo}">${keptField(sealed)}
<label>Code<input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" required autofocus></label>
<button class="primary">Continue</button></form><p><a href="/sign-in">Start again</a></p>`,
  })

const signOut = ({ open, sessions, cookies, get, goOn }: Pages) => {
  open.post('/sign-out', async (c) => {
    setPageHeaders(c)
    const session = await sessions.findOrEnded(cookies.get(c, 'session') ?? '')
    if (!session) return c.redirect('/sign-in', 303)
    await readForm(c, session.token, session.earlierForms)
    await sessions.end(session.token)
    cookies.remove(c, 'session')
    cookies.remove(c, 'visit')
    return goOn(c, '/sign-in')
  })

  get('/sign-out', 'read', (c) => goOn(c, '/profile'))
}

const minutes = (seconds: number): string => (seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`)

export const signInPages: Page = { entry: null, mount }
