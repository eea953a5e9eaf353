// OAuth as applications use it: two client libraries of others, each driving a person's sign-in in a real browser.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as openid from 'openid-client'
import type { Browser } from 'playwright-core'
import { AuthorizationCode } from 'simple-oauth2'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { admin, shownSecret, startTestService, type TestService, visitor } from '../pages/browser.ts'
import { launch, orSkip, signIn } from './chromium.ts'

type Context = { service: TestService; browser: Browser; application: Server; redirectUri: string; client: { id: string; secret: string } }
const test = suite<Context>('OAuth in a browser')
orSkip(2)

test.before(async (context) => {
  context.service = await startTestService()
  context.browser = await launch()
  context.application = createServer((_, response) => response.end('back in the application'))
  context.application.listen(0, '127.0.0.1')
  await once(context.application, 'listening')
  context.redirectUri = `http://127.0.0.1:${(context.application.address() as AddressInfo).port}/callback`
  const user = visitor(context.service.url)
  await user.signIn()
  await user.get('/settings/credentials')
  const page = await user.form('/settings/credentials/clients', { redirect_uri: context.redirectUri, name: 'Library test', mode: 'test' })
  context.client = { id: shownSecret(page.text, 'Client ID'), secret: shownSecret(page.text, 'Secret') }
})

test.after(async ({ service, browser, application }) => {
  await browser.close()
  application.closeAllConnections()
  application.close()
  await service.stop()
})

/** The person signs in and ends up at the application. @returns the address with code and state */
const authorize = async ({ browser, redirectUri }: Context, address: string): Promise<URL> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await signIn(page, admin)
  await page.waitForURL((url) => url.href.startsWith(redirectUri))
  const url = new URL(page.url())
  await context.close()
  return url
}

test('openid-client: discovery, PKCE, state, issuer, code, token', async (context) => {
  const { service, client, redirectUri } = context
  const options = { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' as const }
  const config = await openid.discovery(new URL(service.url), client.id, client.secret, openid.ClientSecretBasic(client.secret), options)
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const expectedState = openid.randomState()
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'read_write',
    state: expectedState,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const back = await authorize(context, address.href)
  const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState })
  assert.is(tokens.scope, 'read_write')
  const read = await openid.fetchProtectedResource(config, tokens.access_token, new URL(`${service.url}/v1/businesses`), 'GET')
  assert.is(read.status, 200)
  await openid.tokenRevocation(config, tokens.access_token)
  assert.is((await service.api('GET', '/v1/businesses', undefined, tokens.access_token)).status, 401)
})

test('simple-oauth2: code, token, revocation', async (context) => {
  const { service, client, redirectUri } = context
  const library = new AuthorizationCode({
    client,
    auth: { tokenHost: service.url, tokenPath: '/oauth/token', revokePath: '/oauth/revoke', authorizePath: '/oauth/authorize' },
  })
  const back = await authorize(context, library.authorizeURL({ redirect_uri: redirectUri, scope: 'read_only', state: 'opaque' }))
  assert.is(back.searchParams.get('state'), 'opaque')
  const token = await library.getToken({ code: back.searchParams.get('code') ?? '', redirect_uri: redirectUri })
  const accessToken = String(token.token.access_token)
  assert.is(token.token.scope, 'read_only')
  assert.is((await service.api('GET', '/v1/businesses', undefined, accessToken)).status, 200)
  assert.is((await service.api('POST', '/v1/businesses', {}, accessToken)).status, 403)
  await token.revoke('access_token')
  assert.is((await service.api('GET', '/v1/businesses', undefined, accessToken)).status, 401)
})

test.run()
