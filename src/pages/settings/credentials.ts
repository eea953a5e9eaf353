// Settings: the account's API keys and OAuth clients. A secret is shown once, right after its creation.
import { html } from 'hono/html'
import { apiKeyOf, apiKeysOf, createApiKey, revokeApiKey, rotateApiKey } from '../../inner/api-keys.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { originOf } from '../../inner/framework/origin.ts'
import { senderOf } from '../../inner/framework/sending.ts'
import {
  createOAuthClient,
  deleteOAuthClient,
  type OAuthClient,
  oauthClientsPerAccount,
  ownOAuthClients,
} from '../../inner/oauth-clients.ts'
import { may } from '../framework/access.ts'
import { confirmed } from '../framework/confirmed.ts'
import { choice, evidenceChoices, type FormState, formIn, input, type Sent } from '../framework/fields.ts'
import { formFields } from '../framework/forms.ts'
import { listQuery, perPage } from '../framework/lists.ts'
import { badge, card, facts, type Markup, nothing, pager, table, time } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { keyPlaces, keyTable, newKeyForm, overlapIn, wishesIn } from './key-forms.ts'

const path = '/settings/credentials'

const mount = ({ get, post, show, goOn, inner, baseUrl }: Pages) => {
  const overview = async (c: ProbityContext, sent?: Sent, shownOnce: Markup = nothing) => {
    const signedIn = c.get('signedIn')
    const { query, page } = listQuery(c)
    const [{ found: keys, totalCount: total }, clients] = await Promise.all([
      apiKeysOf(inner, { accountId: c.get('principal').accountId }, { direction: 'desc', page, perPage }),
      ownOAuthClients(inner, c),
    ])
    const hidden = formFields(signedIn.session.token)
    const [own, applications] = [clients.filter((each) => !each.is_public), clients.filter((each) => each.is_public)]
    const mayChange = may(signedIn, 'manage')
    const content = html`${shownOnce}
${card(
  'API keys',
  html`<p class="quiet">Keys authenticate your servers. Test keys use synthetic data, live keys the loaded reference data.</p>
${keyTable(keys, { path, hidden, mayChange, now: inner.now() })}${pager({ path, query, page, perPage, total })}${mayChange ? newKeyForm(formIn(sent, 'key', { mode: 'test' }), { path, hidden }) : nothing}`,
)}
${card(
  'OAuth clients',
  html`<p class="quiet">Applications that act for signed-in users of this account, at most ${oauthClientsPerAccount}. Deleting a client revokes all its access.</p>
${clientTable(own, { hidden, mayChange })}${mayChange && own.length < oauthClientsPerAccount ? newClientForm(formIn(sent, 'client'), hidden) : nothing}`,
)}
${card(
  'Applications and assistants',
  html`<p class="quiet">They registered themselves, and a user of this account allowed them. An assistant connects to <code data-copy>${baseUrl ?? originOf(c)}/mcp</code> (Model Context Protocol).</p>
${applications.length === 0 ? html`<p class="empty">No applications yet.</p>` : clientTable(applications, { hidden, mayChange })}`,
)}`
    return show(c, path, { title: 'Credentials', content }, sent)
  }

  get(path, 'read', (c) => overview(c))

  const options = { access: 'manage', back: path } as const

  post(`${path}/keys`, { access: 'manage', scope: 'key', places: keyPlaces, again: overview }, async (c, form) => {
    const { key } = await createApiKey(inner, senderOf(inner, c), wishesIn(form))
    if (key === null) return goOn(c, path, { kind: 'bad', text: 'This key was created before.' })
    return overview(c, undefined, once('The new API key', [['Key', key]]))
  })

  post(`${path}/keys/:id/rotate`, options, async (c, form) => {
    const old = await apiKeyOf(inner, { accountId: c.get('principal').accountId, keyId: c.req.param('id') ?? '' })
    const { key } = await rotateApiKey(inner, senderOf(inner, c), old, {
      old_key_until: overlapIn(form, inner.now()),
      expires_at: undefined,
    })
    if (key === null) return goOn(c, path, { kind: 'bad', text: 'This key was replaced before.' })
    return overview(c, undefined, once('The new API key', [['Key', key]]))
  })

  post(`${path}/keys/:id/revoke`, options, async (c) => {
    await revokeApiKey(senderOf(inner, c), c.req.param('id') ?? '')
    return goOn(c, path, { kind: 'good', text: 'The key is revoked. Requests with it now get a 401.' })
  })

  post(
    `${path}/clients`,
    { access: 'manage', scope: 'client', places: { redirect_uri: 'redirect_uri' }, again: overview },
    async (c, form) => {
      const { id, secret } = await createOAuthClient(inner, senderOf(inner, c), {
        name: form.text('name', 100),
        redirectUri: form.text('redirect_uri'),
        mode: form.text('mode') === 'test' ? 'test' : 'live',
      })
      if (secret === null) return goOn(c, path, { kind: 'bad', text: 'This client was created before.' })
      return overview(
        c,
        undefined,
        once('The new OAuth client', [
          ['Client ID', id],
          ['Secret', secret],
        ]),
      )
    },
  )

  post(`${path}/clients/:id/delete`, options, async (c) => {
    await deleteOAuthClient(senderOf(inner, c), c.req.param('id') ?? '')
    return goOn(c, path, { kind: 'good', text: 'The client and its access tokens are deleted.' })
  })
}

const once = (title: string, secrets: readonly (readonly [string, string])[]): Markup =>
  html`<section class="once" role="status"><h2>${title}</h2><p>Copy it now. It is shown only once.</p>
${facts(secrets.map(([name, value]) => [name, html`<code data-copy>${value}</code>`]))}</section>`

const clientTable = (clients: readonly OAuthClient[], { hidden, mayChange }: { hidden: Markup; mayChange: boolean }): Markup =>
  table(
    [
      { title: 'Name', kind: 'main', cell: ({ name }) => name || 'Unnamed' },
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
                question: 'All its access tokens stop working immediately.',
              })
            : nothing,
      },
    ],
    clients,
    { caption: 'OAuth clients', empty: 'No OAuth clients yet.' },
  )

const newClientForm = (
  formState: FormState,
  hidden: Markup,
): Markup => html`<form method="post" action="${path}/clients" class="row">${hidden}
${input(formState, 'redirect_uri', 'Redirect URI', { type: 'url', more: html` required placeholder="https://app.example.com/callback"` })}
${input(formState, 'name', 'Name (optional)', { more: html` maxlength="100"` })}
${choice(formState, 'mode', 'Data', evidenceChoices)}
<button class="primary">Create client</button></form>`

export const credentialPages: Page = { entry: { path, title: 'Credentials', section: 'Settings' }, mount }
