// Signing in at the OpenID Connect provider: the way to it and back. What its answer is checked against waits in a cookie of the browser, encrypted.
import { type IdentityRefusal, IdentityRefused, type OpenIdProvider, ProviderUnavailable } from '../../auth/openid-connect.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { originOf } from '../../inner/framework/origin.ts'
import { type NoUser, userOfIdentity } from '../../inner/provider-users.ts'
import { setPageHeaders } from '../framework/headers.ts'
import type { Pages } from '../framework/pages.ts'
import type { BegunSessions } from './begun-sessions.ts'
import { signInPage } from './form.ts'
import { localPath } from './return-address.ts'

const path = '/sign-in/provider'
/** How long somebody may take at the provider. */
const patienceMs = 15 * 60_000

export const askProvider = ({ provider, ...pages }: Pages, begun: BegunSessions) => {
  if (provider) leadThere(pages, { provider, begun })
}

type Leading = { readonly provider: OpenIdProvider; readonly begun: BegunSessions }

const leadThere = (
  { open, inner, cookies, onTheWay, caughtUp, appUrl, baseUrl }: Omit<Pages, 'provider'>,
  { provider, begun }: Leading,
) => {
  const answerAddress = (c: ProbityContext) => `${appUrl ?? baseUrl ?? originOf(c)}${path}/answer`

  const refuse = (c: ProbityContext, text: string, status: 403 | 503 = 403) => {
    const notice = { kind: 'bad', text } as const
    return c.html(signInPage(c, cookies, { providerName: provider.name, returnTo: '/', notice }), status)
  }

  const refuseFor = (c: ProbityContext, error: unknown) => {
    if (!(error instanceof IdentityRefused) && !(error instanceof ProviderUnavailable)) throw error
    // The cause may hold claims of the person: only its message is logged.
    const cause = error.cause instanceof Error ? error.cause.message : undefined
    c.get('log')?.warn({ reason: error.message, cause, request_id: c.get('requestId') }, 'a sign-in at the provider failed')
    if (error instanceof IdentityRefused) return refuse(c, refusals[error.reason])
    c.header('Retry-After', '30')
    return refuse(c, `${provider.name} does not answer at the moment. Try again, or use your password.`, 503)
  }

  open.get(path, async (c) => {
    setPageHeaders(c)
    try {
      const { url, pending } = await provider.begin(answerAddress(c))
      const waiting = { ...pending, returnTo: localPath(c.req.query('return_to')) }
      cookies.set(c, 'provider', onTheWay.seal(waiting, inner.now().getTime() + patienceMs))
      return c.redirect(url.href, 303)
    } catch (error) {
      return refuseFor(c, error)
    }
  })

  open.get(`${path}/answer`, async (c) => {
    setPageHeaders(c)
    const waiting = onTheWay.open(cookies.get(c, 'provider') ?? '', inner.now())
    cookies.remove(c, 'provider')
    if (!waiting) return refuse(c, 'This sign-in was started in another browser or took too long. Try again.')
    try {
      const answer = new URL(answerAddress(c))
      answer.search = new URL(c.req.url).search
      const identity = await provider.finish(answer, waiting)
      const person = await userOfIdentity(inner, c, { identity, account: provider.account, caughtUp })
      if (typeof person === 'string') return refuse(c, noUser[person])
      return begun.goOn(c, person, { returnTo: waiting.returnTo, sealed: '' })
    } catch (error) {
      return refuseFor(c, error)
    }
  })
}

const refusals: { readonly [Reason in IdentityRefusal]: string } = {
  answer_wrong: 'The provider sent an invalid response. Try again.',
  email_missing: 'The provider did not share your e-mail address.',
  email_unverified: 'The provider has not verified your e-mail address.',
  role_unknown: 'The provider has not given you a role here. Ask your administrator.',
  turned_away: 'The provider did not sign you in.',
}

const noUser: { readonly [Reason in NoUser]: string } = {
  account_unknown: 'The account to sign in to is not known. The operator has to set OIDC_ACCOUNT.',
  other_account: 'This e-mail address belongs to a user of another account.',
  other_identity: 'This e-mail address belongs to a user with another identity at the provider.',
  inactive: 'This user may not sign in.',
}
