// Signing in and out. Each step that adds rights starts a new session, so older cookies become worthless.
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { isCodeRight } from '../../inner/profile.ts'
import { readForm } from '../framework/forms.ts'
import { setPageHeaders } from '../framework/headers.ts'
import { waitText } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { type BegunSessions, begunSessions } from './begun-sessions.ts'
import { codePage } from './code-form.ts'
import { signInPage } from './form.ts'
import { askProvider } from './provider.ts'
import { localPath } from './return-address.ts'

const mount = (pages: Pages) => {
  const begun = begunSessions(pages)
  askPassword(pages, begun)
  askCode(pages, begun)
  askProvider(pages, begun)
  signOut(pages)
}

const askPassword = ({ open, signIn, cookies, clientAddress, provider }: Pages, begun: BegunSessions) => {
  const providerName = provider?.name ?? null

  open.get('/sign-in', async (c) => {
    setPageHeaders(c)
    const returnTo = localPath(c.req.query('return_to'))
    return c.html(signInPage(c, cookies, { providerName, returnTo }))
  })

  open.post('/sign-in', async (c) => {
    setPageHeaders(c)
    const form = await readForm(c, cookies.get(c, 'visit'))
    const [returnTo, sealed, email] = [localPath(form.text('return_to')), form.text('form_kept'), form.text('email')]
    const result = await signIn.check({ email, password: form.raw('password'), clientAddress: clientAddress(c) })
    if (result.outcome === 'throttled') {
      c.header('Retry-After', String(result.retryAfterSeconds))
      const notice = { kind: 'bad' as const, text: `Too many attempts. Try again in ${waitText(result.retryAfterSeconds)}.` }
      return c.html(signInPage(c, cookies, { providerName, returnTo, sealed, email, notice }), 429)
    }
    if (result.outcome === 'wrong') {
      const notice = { kind: 'bad' as const, text: 'Incorrect e-mail or password.' }
      return c.html(signInPage(c, cookies, { providerName, returnTo, sealed, email, notice }), 401)
    }
    return begun.goOn(c, result.user, { returnTo, sealed })
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
      return c.html(codePage(half.session.token, going, { kind: 'bad', text: `Too many attempts. Try again in ${waitText(wait)}.` }), 429)
    }
    const { id: userId, totp_secret: secret } = half.user
    const isRight = secret !== null && (await isCodeRight(inner, { userId, secret, code: form.text('code') }))
    if (!isRight) return c.html(codePage(half.session.token, going, { kind: 'bad', text: 'This code is invalid or has been used.' }), 401)
    await signIn.guessedRight(userId)
    return begin(c, half.user, going)
  })
}

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

export const signInPages: Page = { entry: null, mount }
