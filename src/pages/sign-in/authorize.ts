// OAuth's step 1, in the browser: GET /oauth/authorize (specification 5.1). A client that an administrator made needs no consent, so only users of its
// own account can authorize it. A client that registered itself belongs to nobody: its user is asked, and decides how far it is let in.
import { html } from 'hono/html'
import { grantedBy, scopesOf } from '../../auth/access-tokens.ts'
import { oauthScopes, type Scope } from '../../auth/principal.ts'
import { mayReturnTo, type RegisteredClient } from '../../auth/registered-clients.ts'
import type { SignedIn } from '../../auth/sessions.ts'
import { asApiError } from '../../inner/framework/api-errors.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { originOf } from '../../inner/framework/origin.ts'
import { ownAccount } from '../../inner/framework/reading.ts'
import { senderOf } from '../../inner/framework/sending.ts'
import { authorizationCode, letInClient, oauthClient } from '../../inner/oauth-clients.ts'
import { principalOf } from '../framework/access.ts'
import { type FormFields, formFields } from '../framework/forms.ts'
import { setPageHeaders } from '../framework/headers.ts'
import { plainFrame } from '../framework/layout.ts'
import { type Markup, nothing, sentence } from '../framework/markup.ts'
import type { Mode } from '../framework/mode.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { signInPage } from './form.ts'

/** An error that the redirect reports (RFC 6749, 4.1.2.1). */
class Denied extends Error {
  readonly code: string
  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

/** A request whose client and redirect URI are right: everything else is reported to the client. */
type Asked = {
  readonly query: URLSearchParams
  readonly clientId: string
  readonly name: string
  readonly redirectUri: string
  /** The client's own account; null: it registered itself. */
  readonly account: { readonly id: string; readonly mode: Mode } | null
  readonly sendBack: (answer: Readonly<Record<string, string>>) => string
}

type Wish = { readonly scopes: readonly Scope[]; readonly challenge: string | null }

const path = '/oauth/authorize'

const mount = (pages: Pages) => {
  pages.open.get(path, (c) => answered(c, pages, new URL(c.req.url).searchParams, signedInOrAsked))
  pages.post(path, { access: 'read', back: '/' }, (c, form) =>
    answered(c, pages, new URLSearchParams(form.text('request')), (...request) => consented(form, ...request)),
  )
}

type Answer = (c: ProbityContext, pages: Pages, asked: Asked, wish: Wish) => Promise<Response>

const answered = async (c: ProbityContext, pages: Pages, query: URLSearchParams, answer: Answer): Promise<Response> => {
  setPageHeaders(c)
  const asked = await askedIn(c, pages, query)
  if (typeof asked === 'string') return stop(c, asked, 400)
  try {
    return await answer(c, pages, asked, wishIn(c, pages, asked))
  } catch (error) {
    if (error instanceof Denied) return c.redirect(asked.sendBack({ error: error.code, error_description: error.message }), 302)
    throw error
  }
}

const signedInOrAsked: Answer = async (c, { inner, sessions, cookies, provider }, asked, wish) => {
  const signedIn = await sessions.find(cookies.get(c, 'session') ?? '')
  setPageHeaders(c, [formTarget(asked.redirectUri)])
  if (!signedIn || signedIn.session.awaitingCode) {
    const { pathname, search } = new URL(c.req.url)
    const lead = `to continue to ${asked.name}`
    return c.html(signInPage(c, cookies, { providerName: provider?.name ?? null, returnTo: pathname + search, lead }))
  }
  if (asked.account === null) {
    c.set('principal', principalOf(signedIn))
    const { name } = await ownAccount(inner, c)
    return c.html(consentPage(asked, { wish, signedIn, accountName: name }))
  }
  if (signedIn.user.account_id !== asked.account.id) return stop(c, 'The application belongs to a different account.', 403)
  const code = await authorizationCode(inner, {
    client_id: asked.clientId,
    redirect_uri: asked.redirectUri,
    user_id: signedIn.user.id,
    account_id: asked.account.id,
    mode: asked.account.mode,
    scopes: grantedBy(signedIn.user, wish.scopes),
    code_challenge: wish.challenge,
  })
  return c.redirect(asked.sendBack({ code }), 302)
}

/** What the user chose on the consent page. */
const consented = async (form: FormFields, ...[c, { inner, registered }, asked, wish]: Parameters<Answer>): Promise<Response> => {
  const client = registered.find(asked.clientId)
  if (!client) return stop(c, 'The client_id is unknown.', 400)
  if (form.text('answer') !== 'allow') throw new Denied('access_denied', 'the user did not allow the application')
  const { user } = c.get('signedIn')
  const mode = form.text('mode') === 'live' ? 'live' : 'test'
  const mayWrite = form.text('access') === 'read_write' && wish.scopes.includes('read_write') && scopesOf(user).includes('read_write')
  try {
    const letIn = { registeredId: asked.clientId, client, redirectUri: asked.redirectUri, mode } as const
    const code = await authorizationCode(inner, {
      client_id: await letInClient(senderOf(inner, c), letIn),
      redirect_uri: asked.redirectUri,
      user_id: user.id,
      account_id: user.account_id,
      mode,
      scopes: mayWrite ? oauthScopes : ['read_only'],
      code_challenge: wish.challenge,
    })
    return c.redirect(asked.sendBack({ code }), 303)
  } catch (error) {
    const { status, entries } = asApiError(error)
    if (status === 422) return stop(c, sentence(entries.map(({ message }) => message).join('; ')), 403)
    throw error
  }
}

const stop = (c: ProbityContext, text: string, status: 400 | 403) =>
  c.html(
    plainFrame({
      title: 'This application cannot be authorized',
      content: html`<p>${text}</p><p class="quiet">Contact the provider of the application that sent you here.</p>`,
    }),
    status,
  )

/** @returns what is wrong where the client cannot be sent back */
const askedIn = async (c: ProbityContext, { inner, registered, baseUrl }: Pages, query: URLSearchParams): Promise<Asked | string> => {
  const clientId = query.get('client_id') ?? ''
  const own = registered.find(clientId)
  const client = own ? null : await oauthClient(inner, clientId)
  if ((!own && !client) || query.getAll('client_id').length > 1) return 'The client_id is unknown.'
  const redirectUri = query.get('redirect_uri') ?? ''
  const isKnown = own ? mayReturnTo(own.redirect_uris, redirectUri) : redirectUri === client?.redirect_uri
  if (query.getAll('redirect_uri').length !== 1 || !isKnown) return 'The redirect_uri does not match the registered one.'
  const state = query.get('state')
  const always = { ...(state === null ? {} : { state }), iss: issuerOf(c, baseUrl) }
  return {
    query,
    clientId,
    name: nameOf(own ?? { name: client?.name ?? '' }, redirectUri),
    redirectUri,
    account: client ? { id: client.account_id, mode: client.mode } : null,
    sendBack: (answer) => redirectTo(redirectUri, { ...answer, ...always }),
  }
}

const nameOf = ({ name }: Pick<RegisteredClient, 'name'>, redirectUri: string): string => name || new URL(redirectUri).host

const issuerOf = (c: ProbityContext, baseUrl: string | null): string => baseUrl ?? originOf(c)

/** @throws Denied */
const wishIn = (c: ProbityContext, { baseUrl }: Pages, { query, account }: Asked): Wish => {
  for (const name of ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method'])
    if (query.getAll(name).length > 1) throw new Denied('invalid_request', `${name} must be given only once`)
  const type = query.get('response_type')
  if (!type) throw new Denied('invalid_request', 'response_type is required')
  if (type !== 'code') throw new Denied('unsupported_response_type', 'response_type must be code')
  const challenge = query.get('code_challenge')
  if (challenge === null && account === null) throw new Denied('invalid_request', 'code_challenge is required of a client without a secret')
  if (challenge !== null && query.get('code_challenge_method') !== 'S256')
    throw new Denied('invalid_request', 'code_challenge_method must be S256')
  if (challenge !== null && !/^[\w-]{43}$/.test(challenge))
    throw new Denied('invalid_request', 'code_challenge must be 43 characters of Base64url')
  // RFC 8707: what the token is for.
  const origin = new URL(issuerOf(c, baseUrl)).origin
  if (query.getAll('resource').some((each) => URL.parse(each)?.origin !== origin))
    throw new Denied('invalid_target', `resource must be an address of ${origin}`)
  return { scopes: scopesFrom(query.get('scope')), challenge }
}

const scopesFrom = (text: string | null): readonly Scope[] => {
  const named = (text ?? '').split(' ').filter((name) => name !== '')
  if (named.some((name) => !oauthScopes.some((scope) => scope === name)))
    throw new Denied('invalid_scope', 'scope may hold read_only and read_write, with a space between them')
  return named.length === 0 ? ['read_only'] : oauthScopes.filter((scope) => named.includes(scope))
}

type Asking = { readonly wish: Wish; readonly signedIn: SignedIn; readonly accountName: string }

const consentPage = ({ name, redirectUri, query }: Asked, { wish, signedIn, accountName }: Asking): Markup => {
  const mayWrite = wish.scopes.includes('read_write') && scopesOf(signedIn.user).includes('read_write')
  return plainFrame({
    title: `Allow ${name} to use Probity?`,
    subtitle: html`<p class="lead">It will act for you, ${signedIn.user.name}, in ${accountName}.</p>`,
    content: html`<p>The application calls itself <strong>${name}</strong>. This name has not been verified. You will be returned to <code>${new URL(redirectUri).host || redirectUri}</code>. Continue only if you have just started this yourself.</p>
<form method="post" action="${path}" class="stack">${formFields(signedIn.session.token)}
<input type="hidden" name="request" value="${query.toString()}">
<fieldset><legend>Data</legend>${radio('mode', 'test', 'Test data', { isChosen: true })}${radio('mode', 'live', 'Live data')}</fieldset>
<fieldset><legend>Access</legend>${radio('access', 'read_only', 'Read only', { isChosen: true })}${
      mayWrite ? radio('access', 'read_write', 'Read, create businesses, place orders and add notes') : nothing
    }</fieldset>
<div class="row"><button class="primary" name="answer" value="allow">Allow</button><button name="answer" value="deny">Do not allow</button></div></form>
<p class="quiet">It will then be listed under Settings, Credentials, where an administrator can remove it.</p>`,
  })
}

const radio = (name: string, value: string, label: string, { isChosen = false }: { readonly isChosen?: boolean } = {}): Markup =>
  html`<label class="check"><input type="radio" name="${name}" value="${value}"${isChosen ? html` checked` : nothing}> ${label}</label>`

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
