// Clients register themselves: what is taken, what is refused, and what they are told.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { registeredClients } from '../../../src/auth/registered-clients.ts'
import { registrationRoute } from '../../../src/http/oauth/registration.ts'
import { secret, toy } from '../toy.ts'

const registered = registeredClients(secret)
const { send } = toy([], { openRoutes: [(app) => registrationRoute(app, { registered, now: () => new Date('2026-11-23T12:00:00.999Z') })] })

// biome-ignore lint/suspicious/noExplicitAny: an answer of OAuth is looked into member by member.
const register = async (body: unknown): Promise<any> => {
  const response = await send('POST', '/oauth/register', body)
  return { status: response.status, cached: response.headers.get('cache-control'), ...((await response.json()) as object) }
}
const back = 'https://client.example/callback'

test('a client gets an id that holds what it said, and learns how it is to come', async () => {
  const { client_id, ...answer } = await register({
    client_name: ' An assistant ',
    redirect_uris: [back, 'http://127.0.0.1:1/back'],
    grant_types: ['refresh_token', 'authorization_code'],
    response_types: ['token', 'code'],
    logo_uri: 'https://client.example/logo.png',
  })
  const client = { name: 'An assistant', redirect_uris: [back, 'http://127.0.0.1:1/back'] }
  assert.equal(registered.find(client_id), client)
  assert.equal(answer, {
    status: 201,
    cached: 'no-store',
    client_id_issued_at: Date.parse('2026-11-23T12:00:00.000Z') / 1000,
    client_name: client.name,
    redirect_uris: client.redirect_uris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
})

test('a client need say no more than where its users come back to', async () => {
  const { client_id, status } = await register({ redirect_uris: [back] })
  assert.equal([status, registered.find(client_id)], [201, { name: '', redirect_uris: [back] }])
})

const wrong: readonly (readonly [what: string, body: unknown, error: string, parameter: string | undefined])[] = [
  ['what is no JSON', '{', 'invalid_client_metadata', undefined],
  ['a list', [], 'invalid_client_metadata', undefined],
  ['no address', {}, 'invalid_redirect_uri', 'redirect_uris'],
  ['an empty list of addresses', { redirect_uris: [] }, 'invalid_redirect_uri', 'redirect_uris'],
  ['an address that is none', { redirect_uris: [back, 'nowhere'] }, 'invalid_redirect_uri', 'redirect_uris'],
  ['an address without encryption', { redirect_uris: ['http://client.example/back'] }, 'invalid_redirect_uri', 'redirect_uris'],
  ['a name that is no text', { redirect_uris: [back], client_name: 7 }, 'invalid_client_metadata', 'client_name'],
  ['another grant alone', { redirect_uris: [back], grant_types: ['password'] }, 'invalid_client_metadata', 'grant_types'],
  ['no grant', { redirect_uris: [back], grant_types: [] }, 'invalid_client_metadata', 'grant_types'],
  ['another response alone', { redirect_uris: [back], response_types: ['token'] }, 'invalid_client_metadata', 'response_types'],
]
for (const [what, body, error, parameter] of wrong)
  test(`${what} is refused in the words of RFC 7591`, async () => {
    const answer = await register(body)
    assert.equal([answer.status, answer.error, answer.errors[0].parameter], [400, error, parameter])
    assert.equal([answer.errors.length, answer.error_description], [1, answer.errors[0].message])
    assert.ok(answer.error_description.length > 0)
  })

test('a registration that is not sent as JSON is refused', async () => {
  for (const type of ['text/plain', 'application/json; charset=iso-8859-1']) {
    const response = await send('POST', '/oauth/register', { redirect_uris: [back] }, { 'Content-Type': type })
    assert.equal([response.status, ((await response.json()) as { error: string }).error], [400, 'invalid_client_metadata'], type)
  }
})

test('what is missing or of a wrong kind is told as everywhere else', async () => {
  for (const [body, message] of [
    [{}, 'redirect_uris is required'],
    [{ redirect_uris: back }, 'redirect_uris must be a list'],
    [{ redirect_uris: [back, 7] }, 'item 2 of redirect_uris must be a string'],
    [{ redirect_uris: [back], client_name: 7 }, 'client_name must be a string'],
  ] as const)
    assert.is((await register(body)).error_description, message)
})

const limits: readonly (readonly [field: string, most: number, of: (size: number) => object])[] = [
  ['redirect_uris', 5, (size) => ({ redirect_uris: Array.from({ length: size }, (_, n) => `${back}/${n}`) })],
  ['redirect_uris', 500, (size) => ({ redirect_uris: [`${back}/`.padEnd(size, 'x')] })],
  ['client_name', 100, (size) => ({ redirect_uris: [back], client_name: 'x'.repeat(size) })],
]
for (const [field, most, of] of limits)
  test(`${field} is taken up to ${most}, and not beyond`, async () => {
    assert.is((await register(of(most))).status, 201)
    const { status, errors } = await register(of(most + 1))
    assert.equal([status, errors[0].parameter], [400, field])
  })

test('a registration of 16 KB is read, and no larger one', async () => {
  const ofSize = (size: number) => {
    const body = { redirect_uris: [back], software: '' }
    return JSON.stringify({ ...body, software: 'x'.repeat(size - JSON.stringify(body).length) })
  }
  assert.is((await register(ofSize(16 * 1024))).status, 201)
  assert.is((await register(ofSize(16 * 1024 + 1))).status, 413)
})

test.run()
