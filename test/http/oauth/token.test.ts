// The endpoints of OAuth clients on stores alone: who a client is, what it gets for a code, and what it may revoke.
import { hash, randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Grant, issueCode } from '../../../src/auth/authorization-codes.ts'
import { memoryRateLimit } from '../../../src/auth/rate-limit.ts'
import { accountClientId, registeredClients } from '../../../src/auth/registered-clients.ts'
import { secretHash } from '../../../src/auth/secrets.ts'
import { oauthToken } from '../../../src/commands/oauth-token.ts'
import { type OAuthDependencies, oauthRoutes } from '../../../src/http/oauth/token.ts'
import type { ProbityApp } from '../../../src/inner/framework/environment.ts'
import { type AccessTokenDocument, accessTokens } from '../../../src/projections/oauth.ts'
import { type OverStores, openOverStores } from '../over-stores.ts'
import { secret, toy } from '../toy.ts'

const accountId = '0198c0de-0000-7000-8000-0000000000ac'
const userId = '0198c0de-0000-7000-8000-0000000000ad'
const goneId = '0198c0de-0000-7000-8000-0000000000ae'
const backId = '0198c0de-0000-7000-8000-0000000000af'
const redirect_uri = 'https://client.example/callback'
const [client, other, odd] = [
  { id: randomUUID(), secret: 'the secret' },
  { id: randomUUID(), secret: 'of another' },
  { id: randomUUID(), secret: '100%' },
]
const registered = registeredClients(secret)

let inner: OverStores
let app: ProbityApp
let address: string | undefined = '192.0.2.1'

const routes = (change: Partial<OAuthDependencies> = {}) =>
  toy([], {
    openRoutes: [
      oauthRoutes({
        inner,
        registered,
        failures: memoryRateLimit({ requests: 1000, windowSeconds: 60 }),
        clientAddress: () => address,
        caughtUp: async () => true,
        baseUrl: null,
        appUrl: null,
        ...change,
      }),
    ],
  }).app

test.before(async () => {
  inner = await openOverStores()
  const account = { account_id: accountId, name: 'A', slug: 'a', features: [] }
  await inner.record(`account-${accountId}`, [{ type: 'AccountCreated', data: account }])
  for (const { id, secret } of [client, other, odd]) {
    const data = { client_id: id, name: 'c', redirect_uri, mode: 'test' as const, secret_hash: secretHash(secret) }
    await inner.record(`account-${accountId}`, [{ type: 'OauthClientCreated', data }])
  }
  for (const id of [userId, goneId, backId]) {
    const data = { user_id: id, email: `${id}@example.com`, name: 'Ann', password_hash: 'x', roles: ['member' as const] }
    await inner.record(`user-${id}`, [{ type: 'UserRegistered', data }])
  }
  await inner.record(`user-${goneId}`, [{ type: 'UserDeactivated', data: {} }])
  app = routes()
})
test.after(() => inner.close())

const none: Partial<AccessTokenDocument> = {}

type Fields = Readonly<Record<string, string>>
// biome-ignore lint/suspicious/noExplicitAny: an answer of OAuth is looked into member by member.
type Answer = { readonly status: number; readonly headers: Headers; readonly body: any }

const post = async (path: string, fields: Fields, authorization?: string, by = app): Promise<Answer> => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...(authorization && { Authorization: authorization }) }
  const response = await by.request(path, { method: 'POST', headers, body: String(new URLSearchParams(fields)) })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const granted = (change: Partial<Grant> = {}): Grant => ({
  client_id: client.id,
  redirect_uri,
  user_id: userId,
  account_id: accountId,
  mode: 'test',
  scopes: ['read_only', 'read_write'],
  code_challenge: null,
  ...change,
})
const codeFor = (change: Partial<Grant> = {}, at = inner.now()) => issueCode(inner.documents.records, granted(change), at)

const credentials = { client_id: client.id, client_secret: client.secret }
const basic = (id: string, secret: string) => `Basic ${btoa(`${id}:${secret}`)}`
const exchange = async (fields: Fields, authorization?: string, by = app) =>
  post('/oauth/token', { grant_type: 'authorization_code', redirect_uri, ...fields }, authorization, by)
const refusal = ({ status, body }: Answer) => [status, body.error, ...body.errors.map(({ parameter }: { parameter?: string }) => parameter)]

test('a code buys a token for the user who agreed, in the mode and with the rights of the grant', async () => {
  const { status, body, headers } = await exchange({ ...credentials, code: await codeFor() })
  const { access_token } = body
  assert.equal([status, body], [200, { access_token, token_type: 'bearer', scope: 'read_only read_write', account_id: accountId }])
  assert.equal([headers.get('cache-control'), headers.get('pragma')], ['no-store', 'no-cache'])
  const kept = await inner.read(accessTokens).get(secretHash(access_token))
  const { account_id, client_id, user_id, mode, scopes, revoked_at } = kept ?? none
  assert.equal([account_id, client_id, user_id, mode, revoked_at], [accountId, client.id, userId, 'test', null])
  assert.equal(scopes, ['read_only', 'read_write'])
  const [issued] = await inner.history(`oauth_token-${secretHash(access_token)}`)
  assert.equal(issued?.metadata.actor, { type: 'user', id: userId })
  const reading = await exchange({ ...credentials, code: await codeFor({ scopes: ['read_only'], mode: 'live' }) })
  assert.is(reading.body.scope, 'read_only')
  assert.is((await inner.read(accessTokens).get(secretHash(reading.body.access_token)))?.mode, 'live')
})

test('what is missing of a request is named, once the client is known', async () => {
  const code = await codeFor()
  const wrong: readonly (readonly [fields: Fields, answer: readonly unknown[]])[] = [
    [{ code, redirect_uri, ...credentials }, [400, 'invalid_request', 'grant_type']],
    [{ grant_type: 'password', code, redirect_uri, ...credentials }, [400, 'unsupported_grant_type', 'grant_type']],
    [{ grant_type: 'authorization_code', redirect_uri, ...credentials }, [400, 'invalid_request', 'code']],
    [{ grant_type: 'authorization_code', code: '', redirect_uri, ...credentials }, [400, 'invalid_request', 'code']],
    [{ grant_type: 'authorization_code', code, ...credentials }, [400, 'invalid_request', 'redirect_uri']],
    [{ grant_type: 'authorization_code', code, redirect_uri: '', ...credentials }, [400, 'invalid_request', 'redirect_uri']],
    [{ client_id: client.id, client_secret: 'wrong' }, [401, 'invalid_client', undefined]],
  ]
  for (const [fields, answer] of wrong) assert.equal(refusal(await post('/oauth/token', fields)), answer, JSON.stringify(fields))
  const json = await app.request('/oauth/token', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
  assert.is(((await json.json()) as { error: string }).error, 'invalid_request')
})

test('a code that does not fit is an invalid grant, and stays good for who it fits', async () => {
  const code = await codeFor()
  const misfits: readonly Fields[] = [
    { code: 'unknown' },
    { code, redirect_uri: 'https://client.example/else' },
    { code, code_verifier: 'v' },
  ]
  for (const fields of misfits) assert.equal(refusal(await exchange({ ...credentials, ...fields })), [400, 'invalid_grant', undefined])
  assert.equal(refusal(await exchange({ code, client_id: other.id, client_secret: other.secret })), [400, 'invalid_grant', undefined])
  const old = await codeFor({}, new Date(inner.now().getTime() - 600_001))
  assert.is((await exchange({ ...credentials, code: old })).body.error_description, 'the authorization code has expired')
  assert.is((await exchange({ ...credentials, code })).status, 200)
})

test('a user who may no longer sign in lets no client in, and one who is gone neither', async () => {
  for (const user_id of [goneId, randomUUID()]) {
    const answer = await exchange({ ...credentials, code: await codeFor({ user_id }) })
    assert.equal(refusal(answer), [400, 'invalid_grant', undefined])
    assert.match(answer.body.error_description, 'may no longer sign in')
  }
})

test('a code from before a user was deactivated gives nothing after the reactivation either, and one from after it does', async () => {
  const before = await codeFor({ user_id: backId })
  const at = inner.now()
  for (const type of ['UserDeactivated', 'UserReactivated'] as const) await inner.record(`user-${backId}`, [{ type, data: {} }], { at })
  assert.equal(refusal(await exchange({ ...credentials, code: before })), [400, 'invalid_grant', undefined])
  const { status, body } = await exchange({ ...credentials, code: await codeFor({ user_id: backId }) })
  assert.equal([status, body.token_type], [200, 'bearer'])
})

test('a code gives a token only to the addresses that the account allows, and is not spent elsewhere', async () => {
  const allow = (ranges: string[]) => inner.record(`account-${accountId}`, [{ type: 'IpAllowlistSet', data: { ranges } }])
  await allow(['192.0.2.0/24'])
  const code = await codeFor()
  for (address of ['198.51.100.1', undefined]) {
    const answer = await exchange({ ...credentials, code })
    assert.equal(refusal(answer), [400, 'invalid_grant', undefined])
    assert.match(answer.body.error_description, 'IP address')
  }
  address = '192.0.2.1'
  assert.is((await exchange({ ...credentials, code })).status, 200)
  await allow([])
})

test('a challenge is answered by its verifier alone', async () => {
  const code = await codeFor({ code_challenge: hash('sha256', 'the verifier', 'base64url') })
  const wrong: readonly Fields[] = [{ code }, { code, code_verifier: 'another' }]
  for (const fields of wrong) assert.equal(refusal(await exchange({ ...credentials, ...fields })), [400, 'invalid_grant', undefined])
  assert.is((await exchange({ ...credentials, code, code_verifier: 'the verifier' })).status, 200)
})

test('a code used twice ends the token that it gave', async () => {
  const code = await codeFor()
  const { body } = await exchange({ ...credentials, code })
  const again = await exchange({ ...credentials, code })
  assert.equal(refusal(again), [400, 'invalid_grant', undefined])
  assert.match(again.body.error_description, 'the token that it gave is revoked')
  const stream = await inner.history(`oauth_token-${secretHash(body.access_token)}`)
  const last = stream.at(-1)
  assert.equal(
    [last?.type, last?.data, last?.metadata.actor],
    ['AccessTokenRevoked', { reason: 'code_used_twice' }, { type: 'user', id: userId }],
  )
  assert.ok((await inner.read(accessTokens).get(secretHash(body.access_token)))?.revoked_at)
})

test('a code whose token was revoked before it was written gives none', async () => {
  const first: OverStores['handle'] = async (aggregate, id, command, context) => {
    if (aggregate.name === oauthToken.name)
      await inner.handle(oauthToken, id, { type: 'RevokeAccessToken', reason: 'code_used_twice' }, { ...context, commandId: randomUUID() })
    return inner.handle(aggregate, id, command, context)
  }
  const raced = await exchange({ ...credentials, code: await codeFor() }, undefined, routes({ inner: { ...inner, handle: first } }))
  assert.equal(refusal(raced), [400, 'invalid_grant', undefined])
  const broken = async () => Promise.reject(new Error('the disk is gone'))
  const failed = await exchange({ ...credentials, code: await codeFor() }, undefined, routes({ inner: { ...inner, handle: broken } }))
  assert.equal([failed.status, failed.body.error], [500, 'server_error'])
})

const ways: readonly (readonly [what: string, fields: Fields, authorization: string | undefined, error: readonly unknown[] | null])[] = [
  ['in the form', credentials, undefined, null],
  ['by HTTP Basic', {}, basic(client.id, client.secret), null],
  ['by HTTP Basic, form-encoded', {}, basic(client.id, 'the+secret'), null],
  ['by HTTP Basic, percent-encoded', {}, basic(client.id, 'the%20secret'), null],
  ['by HTTP Basic with what is no encoding', {}, basic(odd.id, odd.secret), [400, 'invalid_grant', undefined]],
  ['in both ways alike', credentials, basic(client.id, client.secret), null],
  ['in both ways, the id alone in the form', { client_id: client.id }, basic(client.id, client.secret), null],
  ['by two ids', { client_id: other.id }, basic(client.id, client.secret), [400, 'invalid_request', 'client_id']],
  ['by two secrets', { client_secret: 'x' }, basic(client.id, client.secret), [400, 'invalid_request', 'client_id']],
  ['by another scheme', {}, `Bearer ${client.id}`, [401, 'invalid_client', undefined]],
  ['by a broken header', {}, 'Basic', [401, 'invalid_client', undefined]],
  ['not at all', {}, undefined, [401, 'invalid_client', undefined]],
  ['without a secret', { client_id: client.id }, undefined, [401, 'invalid_client', undefined]],
  ['with an empty secret', { client_id: client.id, client_secret: '' }, undefined, [401, 'invalid_client', undefined]],
  ['with the secret of another', { client_id: client.id, client_secret: other.secret }, undefined, [401, 'invalid_client', undefined]],
  ['by an id that is none', { client_id: 'x', client_secret: client.secret }, undefined, [401, 'invalid_client', undefined]],
  ['by an id that nobody has', { client_id: randomUUID(), client_secret: client.secret }, undefined, [401, 'invalid_client', undefined]],
  ['by an id that nobody has, without a secret', { client_id: randomUUID() }, undefined, [401, 'invalid_client', undefined]],
]
for (const [what, fields, authorization, error] of ways)
  test(`a client that names itself ${what} is ${error ? 'refused' : 'taken'}`, async () => {
    const answer = await exchange({ code: await codeFor(), ...fields }, authorization)
    if (error === null) assert.is(answer.status, 200, JSON.stringify(answer.body))
    else assert.equal(refusal(answer), error)
    const challenge = answer.headers.get('www-authenticate')
    assert.is(challenge, answer.status === 401 ? 'Basic realm="Probity OAuth clients", charset="UTF-8"' : null)
  })

test('an address that guesses gets 429, and right credentials from there still work', async () => {
  const guarded = routes({ failures: memoryRateLimit({ requests: 2, windowSeconds: 60 }) })
  const guess = () => exchange({ client_id: client.id, client_secret: 'wrong' }, undefined, guarded)
  assert.equal([(await guess()).status, (await guess()).status], [401, 401])
  const third = await guess()
  assert.is(third.status, 429)
  assert.ok(Number(third.headers.get('retry-after')) > 50)
  assert.is(third.headers.get('ratelimit-policy'), '"failures";q=2;w=60')
  assert.equal(refusal(third), [429, 'temporarily_unavailable', undefined])
  assert.is((await exchange({ ...credentials, code: await codeFor() }, undefined, guarded)).status, 200)
  address = '192.0.2.2'
  assert.is((await guess()).status, 401)
  address = undefined
  assert.equal([(await guess()).status, (await guess()).status, (await guess()).status], [401, 401, 429])
  const statuses: number[] = []
  for (address of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::', '2001:db8:1:3::1']) statuses.push((await guess()).status)
  assert.equal(statuses, [401, 401, 429, 401], 'the addresses of one IPv6 network count as one')
  address = '192.0.2.1'
})

test('a client that the read models may not have yet is asked for again, and not refused', async () => {
  const behind = routes({ caughtUp: async () => false })
  assert.is((await exchange({ client_id: randomUUID(), client_secret: 'x' }, undefined, behind)).status, 503)
  assert.is((await exchange({ client_id: 'x', client_secret: 'x' }, undefined, behind)).status, 401)
})

test('a client that registered itself needs no secret, and redeems what one account gave to it', async () => {
  const id = registered.register({ name: 'assistant', redirect_uris: [redirect_uri] })
  const own = { client_id: accountClientId(id, { account_id: accountId, mode: 'test' }) }
  assert.is((await exchange({ client_id: id, code: await codeFor(own) })).status, 200)
  for (const foreign of [{}, { ...own, mode: 'live' }, { ...own, account_id: userId }] as const)
    assert.equal(refusal(await exchange({ client_id: id, code: await codeFor(foreign) })), [400, 'invalid_grant', undefined])
  assert.equal(refusal(await exchange({ client_id: 'app_nonsense', code: await codeFor(own) })), [401, 'invalid_client', undefined])
})

test('a client revokes its own tokens, once, and learns nothing of those of others', async () => {
  const { access_token } = (await exchange({ ...credentials, code: await codeFor() })).body
  const events = () => inner.history(`oauth_token-${secretHash(access_token)}`)
  const revoke = (fields: Fields) => post('/oauth/revoke', fields)
  const outcome = async (fields: Fields) => {
    const { status, body, headers } = await revoke(fields)
    assert.is(headers.get('cache-control'), 'no-store')
    return [status, body]
  }
  assert.equal(await outcome({ token: access_token, client_id: other.id, client_secret: other.secret }), [200, {}])
  assert.equal(await outcome({ token: 'unknown', ...credentials }), [200, {}])
  assert.is((await events()).length, 1)
  assert.equal(refusal(await revoke({ token: access_token, client_id: client.id, client_secret: 'x' })), [401, 'invalid_client', undefined])
  assert.equal(refusal(await revoke({ client_id: client.id, client_secret: 'x' })), [401, 'invalid_client', undefined])
  for (const fields of [credentials, { ...credentials, token: '' }])
    assert.equal(refusal(await revoke(fields)), [400, 'invalid_request', 'token'])
  for (const _ of ['once', 'twice'])
    assert.equal(await outcome({ token: access_token, token_type_hint: 'access_token', ...credentials }), [200, {}])
  const [, revoked, ...more] = await events()
  assert.equal([revoked?.data, revoked?.metadata.actor, more], [{ reason: 'revoked_by_client' }, { type: 'user', id: userId }, []])
})

test('what is wrong before OAuth is asked has its shape too, and has it nowhere else', async () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const json = { 'Content-Type': 'application/json' }
  const wrong: readonly (readonly [status: number, request: RequestInit])[] = [
    [400, { method: 'POST', headers: { 'Content-Encoding': 'gzip' }, body: 'a=b' }],
    [405, { method: 'GET' }],
    [413, { method: 'POST', body: 'a'.repeat(1024 * 1024 + 1) }],
  ]
  const answer = async (path: string, request: RequestInit, headers: Fields) => {
    const response = await app.request(path, { ...request, headers: { ...headers, ...request.headers } })
    // biome-ignore lint/suspicious/noExplicitAny: an answer of OAuth is looked into member by member.
    return { status: response.status, body: (await response.json()) as any }
  }
  for (const [path, headers] of [['/oauth/token', form] as const, ['/oauth/revoke', form] as const, ['/oauth/register', json] as const])
    for (const [status, request] of wrong) {
      const { status: answered, body } = await answer(path, request, headers)
      assert.equal([answered, body.error], [status, 'invalid_request'], `${path} ${status}`)
      assert.is(body.error_description, body.errors[0].message)
    }
  const elsewhere = await answer('/oauth/tokens', { method: 'POST' }, form)
  assert.equal([elsewhere.status, Object.keys(elsewhere.body)], [404, ['errors']])
})

const described = async (change: Partial<OAuthDependencies> = {}) =>
  (await (await routes(change).request('/.well-known/oauth-authorization-server')).json()) as Record<string, unknown>

test('the server describes itself, by the configured addresses where there are some', async () => {
  const addresses = async (change: Partial<OAuthDependencies>) => {
    const { issuer, authorization_endpoint, token_endpoint, revocation_endpoint, registration_endpoint, service_documentation } =
      await described(change)
    return [issuer, authorization_endpoint, token_endpoint, revocation_endpoint, registration_endpoint, service_documentation]
  }
  const at = (api: string, pages = api) => [
    api,
    `${pages}/oauth/authorize`,
    ...['oauth/token', 'oauth/revoke', 'oauth/register', 'docs'].map((path) => `${api}/${path}`),
  ]
  const [baseUrl, appUrl] = ['https://api.example', 'https://app.example']
  assert.equal(await addresses({}), at('http://localhost'))
  assert.equal(await addresses({ baseUrl }), at(baseUrl))
  assert.equal(await addresses({ baseUrl, appUrl }), at(baseUrl, appUrl))
  assert.equal(await addresses({ appUrl }), at('http://localhost', appUrl))
  const { scopes_supported, response_types_supported, response_modes_supported, grant_types_supported, ...more } = await described()
  assert.equal([scopes_supported, response_types_supported], [['read_only', 'read_write'], ['code']])
  assert.equal([response_modes_supported, grant_types_supported], [['query'], ['authorization_code']])
  const methods = ['client_secret_basic', 'client_secret_post', 'none']
  assert.equal([more.token_endpoint_auth_methods_supported, more.revocation_endpoint_auth_methods_supported], [methods, methods])
  assert.equal([more.code_challenge_methods_supported, more.authorization_response_iss_parameter_supported], [['S256'], true])
})

test.run()
