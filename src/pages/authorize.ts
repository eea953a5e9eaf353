// OAuth's step 1, in the browser: GET /oauth/authorize (specification 5.1). There is no consent screen, so only users
// of the client's own account can authorize it. Otherwise a registered client could gain access to other accounts with a link.
import { html } from 'hono/html'
import { scopesOf } from '../auth/access-tokens.ts'
import type { Scope } from '../auth/principal.ts'
import type { ProbityContext } from '../inner/environment.ts'
import { authorizationCode, oauthClient } from '../inner/oauth-clients.ts'
import { setPageHeaders } from './headers.ts'
import { plainFrame } from './layout.ts'
import type { Page, Pages } from './pages.ts'
import { signInPage } from './sign-in-form.ts'

/** An error that the redirect reports (RFC 6749, 4.1.2.1). */
class Denied extends Error {
  readonly code: string
  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

const mount = ({ open, inner, sessions, cookies, baseUrl, provider }: Pages) => {
  const stop = (c: ProbityContext, text: string, status: 400 | 403) =>
    c.html(
      plainFrame({
        title: 'This application cannot be authorized',
        content: html`<p>${text}</p><p class="quiet">Contact the provider of the application that sent you here.</p>`,
      }),
      status,
    )

  open.get('/oauth/authorize', async (c) => {
    setPageHeaders(c)
    const query = new URL(c.req.url).searchParams
    const client = await oauthClient(inner, query.get('client_id') ?? '')
    if (!client || query.getAll('client_id').length > 1) return stop(c, 'The client_id is unknown.', 400)
    if (query.getAll('redirect_uri').length !== 1 || query.get('redirect_uri') !== client.redirect_uri)
      return stop(c, 'The redirect_uri does not match the registered one.', 400)
    const issuer = baseUrl ?? new URL(c.req.url).origin
    const sendBack = (answer: Readonly<Record<string, string>>) => {
      const state = query.get('state')
      return c.redirect(redirectTo(client.redirect_uri, { ...answer, ...(state === null ? {} : { state }), iss: issuer }), 302)
    }
    try {
      const { scopes, challenge } = requested(query)
      const signedIn = await sessions.find(cookies.get(c, 'session') ?? '')
      if (!signedIn || signedIn.session.awaitingCode) {
        setPageHeaders(c, [formTarget(client.redirect_uri)])
        const { pathname, search } = new URL(c.req.url)
        const lead = `to continue to ${client.name || new URL(client.redirect_uri).host}`
        return c.html(signInPage(c, cookies, { providerName: provider?.name ?? null, returnTo: pathname + search, lead }))
      }
      if (signedIn.user.account_id !== client.account_id) return stop(c, 'The application belongs to a different account than yours.', 403)
      const own = scopesOf(signedIn.user)
      const granted = scopes.filter((scope) => own.includes(scope))
      const code = await authorizationCode(inner, {
        client_id: client.id,
        redirect_uri: client.redirect_uri,
        user_id: signedIn.user.id,
        account_id: client.account_id,
        mode: client.mode,
        scopes: granted.length > 0 ? granted : ['read_only'],
        code_challenge: challenge,
      })
      return sendBack({ code })
    } catch (error) {
      if (error instanceof Denied) return sendBack({ error: error.code, error_description: error.message })
      throw error
    }
  })
}

/** @throws Denied */
const requested = (query: URLSearchParams): { scopes: readonly Scope[]; challenge: string | null } => {
  for (const name of ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method'])
    if (query.getAll(name).length > 1) throw new Denied('invalid_request', `${name} must be given only once`)
  const type = query.get('response_type')
  if (!type) throw new Denied('invalid_request', 'response_type is required')
  if (type !== 'code') throw new Denied('unsupported_response_type', 'response_type must be code')
  const challenge = query.get('code_challenge')
  if (challenge !== null && query.get('code_challenge_method') !== 'S256')
    throw new Denied('invalid_request', 'code_challenge_method must be S256')
  if (challenge !== null && !/^[\w-]{43}$/.test(challenge))
    throw new Denied('invalid_request', 'code_challenge must be 43 characters of Base64url')
  return { scopes: scopesFrom(query.get('scope')), challenge }
}

const known: readonly Scope[] = ['read_only', 'read_write']

const scopesFrom = (text: string | null): readonly Scope[] => {
  const named = (text ?? '').split(' ').filter((name) => name !== '')
  const unknown = named.find((name) => !(known as readonly string[]).includes(name))
  if (unknown !== undefined) throw new Denied('invalid_scope', 'scope may hold read_only and read_write, with a space between them')
  return named.length === 0 ? ['read_only'] : known.filter((scope) => named.includes(scope))
}

/** Keeps the parameters that the registered URI already has (RFC 6749, 3.1.2). */
const redirectTo = (uri: string, parameters: Readonly<Record<string, string>>): string => {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.toString()
}

/** Browsers apply the policy to redirects after a form too. */
const formTarget = (uri: string): string => {
  const { protocol, origin } = new URL(uri)
  return /^https?:$/.test(protocol) ? origin : protocol
}

export const authorizePage: Page = { entry: null, mount }
