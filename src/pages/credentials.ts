// Settings: the account's API keys and OAuth clients. What is secret is shown once, in the answer to the form that made it.
import { html } from 'hono/html'
import { keptOfKey, newApiKey } from '../auth/api-keys.ts'
import { lastUses } from '../auth/key-use.ts'
import { newSecret, secretHash } from '../auth/secrets.ts'
import { account, oauthClientsPerAccount } from '../commands/account.ts'
import type { ProbityContext } from '../inner/environment.ts'
import { newId, send } from '../inner/sending.ts'
import { badRequest } from '../interface/errors.ts'
import type { ApiKeyDocument } from '../projections/accounts.ts'
import type { OAuthClientDocument } from '../projections/oauth.ts'
import { may } from './access.ts'
import { choice, type Given, givenIn, input, type Sent } from './fields.ts'
import { formFields } from './forms.ts'
import { listQuery, perPage } from './lists.ts'
import { badge, card, facts, type Markup, nothing, pager, table, time } from './markup.ts'
import type { Page, Pages } from './pages.ts'

const path = '/settings/credentials'

/** Absolute, without a fragment (RFC 6749, 3.1.2); plain http only to the own machine (RFC 8252, 7.3); nothing that runs in a browser. */
export const redirectUriProblem = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (!url || /[\s\\]/.test(text)) return 'the redirect URI must be an absolute address'
  if (text.includes('#')) return 'the redirect URI must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'the redirect URI must not carry a user name or password'
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) return undefined
  // An application's own scheme is a domain name turned round (RFC 8252, 7.1).
  if (/^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(url.protocol)) return undefined
  return 'the redirect URI must begin with https:// (http:// only for localhost)'
}

const mount = ({ get, post, show, goOn, service }: Pages) => {
  const { documents } = service

  const overview = async (c: ProbityContext, sent?: Sent, shownOnce: Markup = nothing) => {
    const signedIn = c.get('signedIn')
    const where = { account_id: c.get('principal').accountId }
    const sort = [['created_at', 'desc']] as const
    const { query, page } = listQuery(c)
    const [keys, clients] = (await Promise.all([
      documents.find('api_keys', { where, sort, page, perPage }),
      documents.find('oauth_clients', { where, sort }),
    ])) as unknown as [readonly ApiKeyDocument[], readonly OAuthClientDocument[]]
    const total = await documents.count('api_keys', where)
    const uses = await lastUses(
      documents.records,
      keys.map(({ key_hash }) => key_hash),
    )
    const hidden = formFields(signedIn.session.token)
    const mayChange = may(signedIn, 'manage')
    const content = html`${shownOnce}
${card(
  'API keys',
  html`<p class="quiet">A key lets your own servers in. Test keys work on made-up evidence, live keys on the loaded reference data.</p>
${keyTable(keys, { uses, hidden, mayChange })}${pager({ path, query, page, perPage, total })}${mayChange ? newKeyForm(givenIn(sent, 'key'), hidden) : nothing}`,
)}
${card(
  'OAuth clients',
  html`<p class="quiet">An application that acts for a signed-in user of this account. At most ${oauthClientsPerAccount}; deleting one ends all its access.</p>
${clientTable(clients, { hidden, mayChange })}${mayChange && clients.length < oauthClientsPerAccount ? newClientForm(givenIn(sent, 'client'), hidden) : nothing}`,
)}`
    return show(c, path, { title: 'Credentials', content }, sent)
  }

  get(path, 'read', (c) => overview(c))

  const accountId = (c: ProbityContext) => c.get('principal').accountId
  const options = { access: 'manage', back: path } as const

  post(`${path}/keys`, { access: 'manage', scope: 'key', places: { name: 'name' }, again: overview }, async (c, form) => {
    const mode = form.text('mode') === 'live' ? 'live' : 'test'
    const name = form.text('name').slice(0, 100)
    if (name === '') throw badRequest('a key needs a name', 'name')
    const key = newApiKey(mode)
    const fields = { key_id: newId(c, 'api-key'), name, mode, ...keptOfKey(key) } as const
    await send(service, c, { aggregate: account, id: accountId(c), command: { type: 'CreateApiKey', key: fields } })
    // A form sent twice made its key the first time, and that one was shown.
    if (!(await documents.get('api_keys', fields.key_hash))) return goOn(c, path, { kind: 'bad', text: 'This key was created before.' })
    return overview(c, undefined, once('The new API key', [['Key', key]]))
  })

  post(`${path}/keys/:id/revoke`, options, async (c) => {
    await send(service, c, { aggregate: account, id: accountId(c), command: { type: 'RevokeApiKey', keyId: c.req.param('id') ?? '' } })
    return goOn(c, path, { kind: 'good', text: 'The key is revoked. Requests with it are answered with 401 from now on.' })
  })

  post(
    `${path}/clients`,
    { access: 'manage', scope: 'client', places: { redirect_uri: 'redirect_uri' }, again: overview },
    async (c, form) => {
      const redirectUri = form.text('redirect_uri')
      const problem = redirectUriProblem(redirectUri)
      if (problem) throw badRequest(problem, 'redirect_uri')
      const secret = newSecret('bvs_secret_')
      const client = {
        client_id: newId(c, 'oauth-client'),
        name: form.text('name').slice(0, 100),
        redirect_uri: redirectUri,
        mode: form.text('mode') === 'test' ? 'test' : 'live',
        secret_hash: secretHash(secret),
      } as const
      await send(service, c, { aggregate: account, id: accountId(c), command: { type: 'CreateOAuthClient', client } })
      const kept = (await documents.get('oauth_clients', client.client_id)) as OAuthClientDocument | undefined
      if (kept?.secret_hash !== client.secret_hash) return goOn(c, path, { kind: 'bad', text: 'This client was created before.' })
      return overview(
        c,
        undefined,
        once('The new OAuth client', [
          ['Client ID', client.client_id],
          ['Secret', secret],
        ]),
      )
    },
  )

  post(`${path}/clients/:id/delete`, options, async (c) => {
    const command = { type: 'DeleteOAuthClient' as const, clientId: c.req.param('id') ?? '' }
    await send(service, c, { aggregate: account, id: accountId(c), command })
    return goOn(c, path, { kind: 'good', text: 'The client is deleted, and its access tokens with it.' })
  })
}

const once = (title: string, secrets: readonly (readonly [string, string])[]): Markup =>
  html`<section class="once" role="status"><h2>${title}</h2><p>Copy it now: it is shown this once and kept nowhere.</p>
${facts(secrets.map(([name, value]) => [name, html`<code data-copy>${value}</code>`]))}</section>`

const keyTable = (
  keys: readonly ApiKeyDocument[],
  { uses, hidden, mayChange }: { uses: ReadonlyMap<string, string>; hidden: Markup; mayChange: boolean },
): Markup =>
  table(
    [
      { title: 'Name', kind: 'main', cell: ({ name }) => name },
      { title: 'Key', cell: ({ mode, last_four }) => html`<code>bvs_${mode}_…${last_four}</code>` },
      { title: 'Created', cell: ({ created_at }) => time(created_at) },
      { title: 'Last used', cell: ({ key_hash }) => time(uses.get(key_hash)) },
      { title: 'Status', cell: ({ revoked_at }) => badge(revoked_at ? 'revoked' : 'active') },
      {
        title: '',
        kind: 'end',
        cell: ({ id, name, revoked_at }) =>
          mayChange && !revoked_at
            ? confirmed('Revoke', {
                action: `${path}/keys/${id}/revoke`,
                hidden,
                about: name,
                question: 'Requests with it will be answered with 401.',
              })
            : nothing,
      },
    ],
    keys,
    { caption: 'API keys', empty: 'There is no key yet.' },
  )

const clientTable = (clients: readonly OAuthClientDocument[], { hidden, mayChange }: { hidden: Markup; mayChange: boolean }): Markup =>
  table(
    [
      { title: 'Name', kind: 'main', cell: ({ name }) => name || 'Without a name' },
      { title: 'Client ID', cell: ({ id }) => html`<code>${id}</code>` },
      { title: 'Redirect URI', cell: ({ redirect_uri }) => html`<code class="long">${redirect_uri}</code>` },
      { title: 'Data', cell: ({ mode }) => badge('plain', mode === 'test' ? 'Test' : 'Live') },
      { title: 'Created', cell: ({ created_at }) => time(created_at) },
      {
        title: '',
        kind: 'end',
        cell: ({ id, name }) =>
          mayChange
            ? confirmed('Delete', {
                action: `${path}/clients/${id}/delete`,
                hidden,
                about: name,
                question: 'All its access tokens end at once.',
              })
            : nothing,
      },
    ],
    clients,
    { caption: 'OAuth clients', empty: 'There is no client yet.' },
  )

/** A button that asks once more, without a script. */
export const confirmed = (
  label: string,
  { action, hidden, about, question }: { action: string; hidden: Markup; about: string; question: string },
): Markup => html`<details class="confirm"><summary class="button">${label}<span class="unseen"> ${about}</span></summary>
<form method="post" action="${action}">${hidden}<p>${question}</p><button class="danger">${label}</button></form></details>`

const modes = [
  ['test', 'Test: made-up evidence'],
  ['live', 'Live: reference data'],
] as const

const newKeyForm = (given: Given, hidden: Markup): Markup => html`<form method="post" action="${path}/keys" class="row">${hidden}
${input(given, 'name', 'Name', { more: html` required maxlength="100" placeholder="Onboarding server"` })}
${choice(given, 'mode', 'Works on', modes)}
<button class="primary">Create key</button></form>`

const newClientForm = (given: Given, hidden: Markup): Markup => html`<form method="post" action="${path}/clients" class="row">${hidden}
${input(given, 'redirect_uri', 'Redirect URI', { type: 'url', more: html` required placeholder="https://app.example.com/callback"` })}
${input(given, 'name', 'Name (optional)', { more: html` maxlength="100"` })}
${choice(given, 'mode', 'Works on', modes.toReversed())}
<button class="primary">Create client</button></form>`

export const credentialPages: Page = { entry: { path, title: 'Credentials', section: 'Settings' }, mount }
