// OAuth 2.0 from the redirect to the revocation (specification 5.1), and what attackers try with it.
import { createHash, randomBytes } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../../filled.ts'
import { startTestService, testKey, visitor } from '../../pages/browser.ts'
import { authorizePath, type Context, codeFor, createClient, redirectUri, token, tokenFor } from './client.ts'

const test = suite<Context>('OAuth')
test.before(async (context) => {
  context.service = await startTestService()
  context.user = visitor(context.service.url)
  assert.is((await context.user.signIn()).status, 303)
  context.client = await createClient(context.user)
})
test.after(({ service }) => service.stop())

const refusedWith = ({ status, body }: Awaited<ReturnType<typeof token>>, expected: number, error: string) => {
  assert.is(status, expected, JSON.stringify(body))
  assert.is(body.error, error)
  assert.type(body.error_description, 'string')
  assert.is((body.errors as unknown as { message: string }[])[0]?.message, body.error_description)
}

test('a signed-in user is sent back at once, with code and state, and what the URI had already', async (context) => {
  const { status, location } = await context.user.get(authorizePath(context, { state: 'a b&c=d' }))
  assert.is(status, 302)
  const url = new URL(location)
  assert.is(url.origin + url.pathname, 'https://client.example/callback')
  assert.is(url.searchParams.get('kept'), '1')
  assert.is(url.searchParams.get('state'), 'a b&c=d')
  assert.ok((url.searchParams.get('code') ?? '').length >= 40)
})

test('nobody signed in sees the sign-in page, and goes on to the client from there', async (context) => {
  const guest = visitor(context.service.url)
  const page = await guest.get(authorizePath(context, { state: 's' }))
  assert.is(page.status, 200)
  assert.match(page.text, /type="password"/)
  assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self' https:\/\/client\.example;/)
  const { location } = await guest.form('/sign-in', { email: 'admin@example.com', password: 'correct horse battery staple' })
  const { location: back } = await guest.get(location)
  assert.is(new URL(back).searchParams.get('state'), 's')
})

test('a code buys a token that acts as the user; the answer names scope and account', async (context) => {
  const { status, headers, body } = await token(context, { code: await codeFor(context, { scope: 'read_write read_only' }) })
  assert.is(status, 200)
  assert.is(headers.get('cache-control'), 'no-store')
  assert.equal(Object.keys(body).sort(), ['access_token', 'account_id', 'scope', 'token_type'])
  assert.is(body.token_type, 'bearer')
  assert.is(body.scope, 'read_only read_write')
  const created = await context.service.api(
    'POST',
    '/v1/businesses',
    { name: 'Acme', addresses: [{ full_address: '1 Main St, Reno, NV 89501' }] },
    String(body.access_token),
  )
  assert.is(created.status, 201)
  const business = (await created.json()) as { requester: { type: string; name: string } }
  assert.is(business.requester.type, 'user')
  assert.is(business.requester.name, 'Administrator')
})

test('without scope a token may only read, and a write says what is missing', async (context) => {
  const { body } = await token(context, { code: await codeFor(context) })
  assert.is(body.scope, 'read_only')
  assert.is((await context.service.api('GET', '/v1/businesses', undefined, String(body.access_token))).status, 200)
  const write = await context.service.api('POST', '/v1/businesses', {}, String(body.access_token))
  assert.is(write.status, 403)
  assert.match(write.headers.get('www-authenticate') ?? '', /insufficient_scope/)
  assert.match(await write.text(), /requires higher privileges than the access token provides/)
})

test('clients authenticate by HTTP Basic as well', async (context) => {
  const { client } = context
  const Authorization = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: redirectUri, code: await codeFor(context) })
  const response = await fetch(`${context.service.url}/oauth/token`, { method: 'POST', body, headers: { Authorization } })
  assert.is(response.status, 200)
})

test('wrong client credentials are invalid_client', async (context) => {
  const answer = await token(context, { code: 'x', client_secret: 'wrong' })
  refusedWith(answer, 401, 'invalid_client')
  assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic/)
  refusedWith(await token(context, { code: 'x', client_id: '00000000-0000-4000-8000-000000000000' }), 401, 'invalid_client')
})

test('an unknown code, another redirect URI and another client are invalid_grant', async (context) => {
  refusedWith(await token(context, { code: 'unknown' }), 400, 'invalid_grant')
  refusedWith(await token(context, { code: await codeFor(context), redirect_uri: 'https://client.example/other' }), 400, 'invalid_grant')
  const other = await createClient(context.user, 'https://other.example/cb')
  const answer = await token(context, { code: await codeFor(context), client_id: other.id, client_secret: other.secret })
  refusedWith(answer, 400, 'invalid_grant')
})

test('a code expires after ten minutes', async (context) => {
  const code = await codeFor(context)
  context.service.clock.offsetMs += 10 * 60_000
  refusedWith(await token(context, { code }), 400, 'invalid_grant')
})

test('a code used twice revokes what it gave', async (context) => {
  const code = await codeFor(context, { scope: 'read_only' })
  const first = await token(context, { code })
  const accessToken = String(first.body.access_token)
  assert.is((await context.service.api('GET', '/v1/businesses', undefined, accessToken)).status, 200)
  refusedWith(await token(context, { code }), 400, 'invalid_grant')
  assert.is((await context.service.api('GET', '/v1/businesses', undefined, accessToken)).status, 401)
})

test('a used code that another client shows revokes what it gave, too', async (context) => {
  const code = await codeFor(context)
  const accessToken = String((await token(context, { code })).body.access_token)
  const other = await createClient(context.user, 'https://other.example/cb')
  refusedWith(await token(context, { code, client_id: other.id, client_secret: other.secret }), 400, 'invalid_grant')
  assert.is((await context.service.api('GET', '/v1/businesses', undefined, accessToken)).status, 401)
})

test('who may only read from now on still reads by a token for writing, and who may no longer sign in gets none', async (context) => {
  const { service, user } = context
  const [email, password] = ['reader@example.com', 'another long secret']
  await user.get('/settings/users')
  const invited = await user.form('/settings/users', { name: 'Reader', email, roles: 'member' })
  const link = /\/invitations\/\w+/.exec(invited.text)?.[0] ?? ''
  const person = visitor(service.url)
  await person.get(link)
  await person.form(link, { name: 'Reader', password })
  await person.signIn({ email, password })
  const accessToken = await tokenFor({ ...context, user: person }, 'read_write')
  const code = await codeFor({ ...context, user: person })
  const answers = async () => [
    (await service.api('GET', '/v1/businesses', undefined, accessToken)).status,
    (await service.api('POST', '/v1/businesses', {}, accessToken)).status,
  ]
  assert.equal(await answers(), [200, 422])
  const id = /users\/([0-9a-f-]{36})\/roles/.exec((await user.get('/settings/users')).text.split(email)[1] ?? '')?.[1]
  await user.form(`/settings/users/${id}/roles`, { roles: 'read_only' })
  assert.equal(await answers(), [200, 403])
  await user.get('/settings/users')
  await user.form(`/settings/users/${id}/deactivate`, {})
  assert.equal(await answers(), [401, 401])
  refusedWith(await token(context, { code }), 400, 'invalid_grant')
  await user.get('/settings/users')
  await user.form(`/settings/users/${id}/reactivate`, {})
  assert.equal(await answers(), [401, 401], 'a reactivation brings no token back')
  refusedWith(await token(context, { code }), 400, 'invalid_grant')
  assert.is((await person.get('/businesses')).status, 303, 'nor a session')
  await person.get('/sign-in')
  await person.signIn({ email, password })
  assert.match(await tokenFor({ ...context, user: person }, 'read_only'), /^bvs_oauth_/)
})

test('of ten uses at the same moment at most one gets a token, and no token outlives them', async (context) => {
  const code = await codeFor(context)
  const answers = await Promise.all(Array.from({ length: 10 }, () => token(context, { code })))
  const granted = answers.filter(({ status }) => status === 200)
  // A second use that is done before the first one's token is issued leaves none.
  assert.ok(granted.length <= 1)
  for (const refused of filled(answers.filter((answer) => !granted.includes(answer)))) refusedWith(refused, 400, 'invalid_grant')
  const listings = granted.map(({ body }) => context.service.api('GET', '/v1/businesses', undefined, String(body.access_token)))
  const unrevoked = (await Promise.all(listings)).filter(({ status }) => status !== 401)
  assert.equal(unrevoked, [])
})

test('PKCE: only who knows the verifier gets the token, and a verifier out of nowhere is refused', async (context) => {
  const verifier = randomBytes(32).toString('base64url')
  const pkce = { code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' }
  refusedWith(await token(context, { code: await codeFor(context, pkce) }), 400, 'invalid_grant')
  refusedWith(await token(context, { code: await codeFor(context, pkce), code_verifier: 'wrong' }), 400, 'invalid_grant')
  refusedWith(await token(context, { code: await codeFor(context), code_verifier: verifier }), 400, 'invalid_grant')
  assert.is((await token(context, { code: await codeFor(context, pkce), code_verifier: verifier })).status, 200)
  const plain = await context.user.get(authorizePath(context, { code_challenge: verifier, code_challenge_method: 'plain' }))
  assert.is(new URL(plain.location).searchParams.get('error'), 'invalid_request')
})

test('an unknown client or redirect URI gets a page and is never redirected to', async (context) => {
  const attempts: readonly Readonly<Record<string, string>>[] = [
    { client_id: 'nobody' },
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: `${redirectUri}/` },
    { redirect_uri: 'https://client.example/callback' },
    { redirect_uri: 'https://client.example@evil.example/callback?kept=1' },
  ]
  for (const wrong of attempts) {
    const page = await context.user.get(authorizePath(context, wrong))
    assert.is(page.status, 400)
    assert.is(page.location, '')
    assert.match(page.text, /cannot be authorized/)
    assert.not.match(page.text, /evil\.example/)
  }
})

test('a wrong scope or response type is told to the client on the redirect, with its state', async (context) => {
  const scope = new URL((await context.user.get(authorizePath(context, { scope: 'read_only admin', state: 's' }))).location).searchParams
  assert.is(scope.get('error'), 'invalid_scope')
  assert.ok(scope.get('error_description'))
  assert.is(scope.get('state'), 's')
  const type = new URL((await context.user.get(authorizePath(context, { response_type: 'token' }))).location).searchParams
  assert.is(type.get('error'), 'unsupported_response_type')
})

test('the state comes back unchanged and is escaped', async (context) => {
  const state = '"><script>alert(1)</script>\r\nSet-Cookie: a=b&code=stolen#'
  const answer = await context.user.get(authorizePath(context, { state }))
  const query = new URL(answer.location).searchParams
  assert.is(query.get('state'), state)
  assert.is(query.getAll('code').length, 1)
  assert.not.match(answer.headers.get('set-cookie') ?? '', /a=b/)
  const page = await visitor(context.service.url).get(authorizePath(context, { state }))
  assert.not.match(page.text, /<script>alert/)
})

test('a revoked token is answered with 401, an unknown one with 200, and no client revokes for another', async (context) => {
  const accessToken = await tokenFor(context)
  const revoke = (fields: Readonly<Record<string, string>>) =>
    fetch(`${context.service.url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams(fields) })
  const { id, secret } = context.client
  const other = await createClient(context.user, 'https://third.example/cb')
  assert.is((await revoke({ token: accessToken, client_id: other.id, client_secret: other.secret })).status, 200)
  assert.is((await context.service.api('GET', '/v1/businesses', undefined, accessToken)).status, 200)
  assert.is((await revoke({ token: 'unknown', client_id: id, client_secret: secret })).status, 200)
  assert.is((await revoke({ token: accessToken, client_id: id, client_secret: 'wrong' })).status, 401)
  assert.is((await revoke({ client_id: id, client_secret: secret })).status, 400)
  assert.is((await revoke({ token: accessToken, client_id: id, client_secret: secret })).status, 200)
  const after = await context.service.api('GET', '/v1/businesses', undefined, accessToken)
  assert.is(after.status, 401)
  assert.match(after.headers.get('www-authenticate') ?? '', /Bearer/)
})

test('deleting a client ends its tokens', async (context) => {
  const uri = 'https://fourth.example/cb'
  const client = await createClient(context.user, uri)
  const query = new URLSearchParams({ client_id: client.id, redirect_uri: uri, response_type: 'code' })
  const code = new URL((await context.user.get(`/oauth/authorize?${query}`)).location).searchParams.get('code') ?? ''
  const { body } = await token(context, { code, redirect_uri: uri, client_id: client.id, client_secret: client.secret })
  const accessToken = String(body.access_token)
  assert.is((await context.service.api('GET', '/v1/businesses', undefined, accessToken)).status, 200)
  await context.user.get('/settings/credentials')
  await context.user.form(`/settings/credentials/clients/${client.id}/delete`)
  assert.is((await context.service.api('GET', '/v1/businesses', undefined, accessToken)).status, 401)
})

test('five clients are the most, also when they are asked for at the same moment', async (context) => {
  const page = await context.user.get('/settings/credentials')
  const hidden = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  const ask = (index: number) =>
    context.user.post('/settings/credentials/clients', {
      form_token: hidden,
      form_key: `key-${index}`,
      redirect_uri: `https://many.example/${index}`,
    })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(index)))
  const standing = [
    ...(await context.user.get('/settings/credentials')).text.matchAll(/action="\/settings\/credentials\/clients\/[^"]+\/delete"/g),
  ]
  assert.is(standing.length, 5)
  assert.ok(answers.some(({ status }) => status === 422))
})

test('a client is authorized by users of its own account only, and nobody is sent on to it otherwise', async (context) => {
  const stranger = visitor(context.service.url)
  await stranger.signIn(await context.service.otherAccount('stranger'))
  const page = await stranger.get(authorizePath(context))
  assert.is(page.status, 403)
  assert.is(page.location, '')
  assert.match(page.text, /belongs to a different account/)
})

test('the server describes itself after RFC 8414', async ({ service }) => {
  const metadata = (await (await fetch(`${service.url}/.well-known/oauth-authorization-server`)).json()) as Record<string, unknown>
  assert.is(metadata.issuer, service.url)
  assert.is(metadata.token_endpoint, `${service.url}/oauth/token`)
  assert.equal(metadata.code_challenge_methods_supported, ['S256'])
})

test('API keys still come in beside tokens, and tokens do not come in as user names', async (context) => {
  const accessToken = await tokenFor(context)
  const basic = (name: string) => fetch(`${context.service.url}/v1/businesses`, { headers: { Authorization: `Basic ${btoa(`${name}:`)}` } })
  assert.is((await basic(testKey)).status, 200)
  assert.is((await basic(accessToken)).status, 401)
})

test.run()
