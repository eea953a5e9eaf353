// What follows once somebody has shown who they are, by password or at the provider: a new session, and the code of the second factor before it.
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { noteSignIn } from '../../inner/profile.ts'
import type { UserDocument } from '../../inner/users.ts'
import { principalOf } from '../framework/access.ts'
import { formToken } from '../framework/forms.ts'
import { backToForm } from '../framework/kept-forms.ts'
import type { Pages } from '../framework/pages.ts'
import { codePage } from './code-form.ts'

/** Forms from this many earlier sessions stay valid. */
const mostEarlier = 10

/** `sealed`: a form that is kept meanwhile; '' when there is none. */
type Going = { readonly returnTo: string; readonly sealed: string }

export type BegunSessions = {
  /** Completes the sign-in of a user who needs to show no more. */
  readonly begin: (c: ProbityContext, person: UserDocument, going: Going) => Promise<Response>
  /** Asks for the code of the second factor if there is one, and completes the sign-in otherwise. */
  readonly goOn: (c: ProbityContext, person: UserDocument, going: Going) => Promise<Response>
}

export const begunSessions = ({ inner, sessions, cookies, keptForms, clientAddress, goOn: redirect }: Pages): BegunSessions => {
  /** Replaces the session. The same user's open forms in this browser stay valid. */
  const renew = async (c: ProbityContext, userId: string, { awaitingCode }: { readonly awaitingCode: boolean }) => {
    const before = await sessions.findOrEnded(cookies.get(c, 'session') ?? '')
    if (before) await sessions.end(before.token)
    const earlierForms = before?.userId === userId ? [formToken(before.token), ...before.earlierForms].slice(0, mostEarlier) : []
    const session = await sessions.start({ userId, awaitingCode, earlierForms })
    cookies.set(c, 'session', session.token)
    return session
  }

  const begin: BegunSessions['begin'] = async (c, person, { returnTo, sealed }) => {
    const session = await renew(c, person.id, { awaitingCode: false })
    c.set('principal', principalOf({ user: person }))
    await noteSignIn(inner, c, clientAddress(c))
    if (sealed === '') return c.redirect(returnTo, 303)
    const kept = keptForms.open(sealed, person.id, inner.now())
    if (kept) return c.html(backToForm(kept, sealed, session.token))
    return redirect(c, '/', {
      kind: 'bad',
      text: 'Your earlier input was discarded: it expired or belonged to another user.',
    })
  }

  const goOn: BegunSessions['goOn'] = async (c, person, going) => {
    if (person.totp_secret === null) return begin(c, person, going)
    const { token } = await renew(c, person.id, { awaitingCode: true })
    if (going.sealed !== '') return c.html(codePage(token, going))
    return c.redirect(`/sign-in/code?return_to=${encodeURIComponent(going.returnTo)}`, 303)
  }

  return { begin, goOn }
}
