// An OAuth client as an integrator has one: registered on the credentials page, let in by a signed-in user, its codes exchanged for tokens.
import * as assert from 'uvu/assert'
import { shownSecret, type TestService, type Visitor } from '../../pages/browser.ts'

export type Client = { readonly id: string; readonly secret: string }
export type Context = { service: TestService; user: Visitor; client: Client }

export const redirectUri = 'https://client.example/callback?kept=1'

export const createClient = async (user: Visitor, uri = redirectUri): Promise<Client> => {
  await user.get('/settings/credentials')
  const page = await user.form('/settings/credentials/clients', { redirect_uri: uri, name: 'Test client', mode: 'test' })
  assert.is(page.status, 200, page.location)
  return { id: shownSecret(page.text, 'Client ID'), secret: shownSecret(page.text, 'Secret') }
}

export const authorizePath = ({ client }: Context, more: Readonly<Record<string, string>> = {}) =>
  `/oauth/authorize?${new URLSearchParams({ client_id: client.id, redirect_uri: redirectUri, response_type: 'code', ...more })}`

export const codeFor = async (context: Context, more: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { location } = await context.user.get(authorizePath(context, more))
  return new URL(location).searchParams.get('code') ?? ''
}

export const token = async (
  { service, client }: Context,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) => {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    client_id: client.id,
    client_secret: client.secret,
    ...fields,
  })
  const response = await fetch(`${service.url}/oauth/token`, { method: 'POST', body, headers })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, never> }
}

export const tokenFor = async (context: Context, scope = 'read_write'): Promise<string> => {
  const { body } = await token(context, { code: await codeFor(context, { scope }) })
  return String(body.access_token)
}
