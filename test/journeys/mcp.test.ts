// An assistant works with the service through the Model Context Protocol: it is let in by its user, reads what an analyst reads, prepares work where it
// may, and decides nothing.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { audit } from '../cli/audit.ts'
import { admin, visitor } from '../pages/browser.ts'
import { type Assistant, assistantOf, assistantWithKey, callback } from './assistant.ts'
import { acme, type Body, reviewed, startTestService, type TestService, testKey, verified } from './service.ts'

const test = suite('assistants')
let service: TestService
let reader: Assistant
let writer: Assistant
let acmeId: string

test.before(async () => {
  service = await startTestService({ ACCESS_LOG: 'true', BOOTSTRAP_EMAIL: admin.email, BOOTSTRAP_PASSWORD: admin.password })
  acmeId = (await verified(service.test, { ...acme, people: [{ name: 'Jane Roe' }] })).id
  const user = visitor(service.url)
  await user.signIn()
  reader = await assistantOf(service.url, user)
  writer = await assistantOf(service.url, user, { access: 'read_write' })
})
test.after(() => service.stop())

const writing = ['create_business', 'place_order', 'add_note', 'propose_decision']

test('a user lets it in to read test data and no further, unless the user chooses so', async () => {
  const tools = await reader.tools()
  assert.ok(tools.includes('get_review'))
  assert.equal(
    tools.filter((name) => writing.includes(name)),
    [],
  )
  assert.equal(
    (await writer.tools()).filter((name) => writing.includes(name)),
    writing,
  )
  const refused = await reader.call('add_note', { business_id: acmeId, text: 'no' })
  assert.ok(refused.isError)
  assert.is((await service.test.get(`/v1/businesses/${acmeId}/notes`)).body.total_count, 0)
})

test('every tool that reads answers, and names the sources of what it says', async () => {
  const found = await reader.call('search_businesses', { query: 'Acme Widgets' })
  assert.equal(
    found.body.data.map(({ id }: Body) => id),
    [acmeId],
  )
  const about = { business_id: acmeId }
  const business = (await reader.call('get_business', about)).body
  assert.equal([business.name, business.people[0].name], ['Acme Widgets LLC', 'Jane Roe'])
  const registered = business.registrations[0].file_number
  assert.ok(
    business.named_sources.some(
      ({ data_set, version, row }: Body) => data_set === 'sandbox' && version === '1' && row.includes(registered),
    ),
  )
  const review = (await reader.call('get_review', about)).body
  assert.ok(review.verdict.line.length > 0)
  assert.ok(review.review.tasks.some(({ key, message }: Body) => key === 'name' && message.includes('the same name')))
  const sources = (await reader.call('get_sources', about)).body
  assert.ok(sources.checks.find(({ key }: Body) => key === 'name').sources.length > 0)
  assert.ok(sources.data_sets.length > 0)
  assert.is((await reader.call('get_screenings', about)).body.screenings.length, 1)
  assert.is((await reader.call('get_ownership', about)).body.business_id, acmeId)
  const history = (await reader.call('get_history', about)).body
  assert.equal([history.data[0].type, history.data.at(-1).type], ['ReviewCompleted', 'BusinessCreated'])
  assert.ok(!(await reader.call('list_runs')).isError)
})

test('a business as it stood is what it was then', async () => {
  const { id } = await verified(service.test, { ...acme, name: 'Acme Former LLC' })
  const before = (await service.test.get(`/v1/businesses/${id}`)).body.updated_at
  await service.test.patch(`/v1/businesses/${id}`, { status: 'rejected' })
  const now = await reader.call('get_business', { business_id: id })
  const then = await reader.call('get_business', { business_id: id, as_of: before })
  assert.equal([now.body.status, then.body.status], ['rejected', 'in_review'])
})

test('where it may write it prepares work in the name of its user, and a proposal decides nothing', async () => {
  const address = '1 Main St, Portland, OR 97201'
  const made = await writer.call('create_business', { name: 'Acme Prepared LLC', address, people: ['Ann Smith'], idempotency_key: 'once' })
  const again = await writer.call('create_business', { name: 'Acme Prepared LLC', address, people: ['Ann Smith'], idempotency_key: 'once' })
  assert.is(again.body.id, made.body.id)
  assert.equal([made.body.name, made.body.requester.type], ['Acme Prepared LLC', 'user'])
  const { id } = await reviewed(service.test, made.body.id)
  await writer.call('propose_decision', { business_id: id, decision: 'approve', reason: 'The name check is verified.' })
  const [note] = (await service.test.get(`/v1/businesses/${id}/notes`)).body.data
  assert.equal([note.text, note.author.type], ['Proposed by an assistant: approve. The name check is verified.', 'user'])
  assert.is((await service.test.get(`/v1/businesses/${id}`)).body.status, 'in_review')
  const order = await writer.call('place_order', { business_id: id, product: 'nonsense' })
  assert.ok(order.isError)
  assert.match(order.text, /product/)
})

test('what it gets wrong it is told in words that it can act on', async () => {
  const unknown = await reader.call('get_business', { business_id: '0198c0de-0000-7000-8000-00000000dead' })
  assert.equal([unknown.isError, unknown.text], [true, 'business not found'])
  const bad = await reader.call('get_business', { business_id: 'acme' })
  assert.ok(bad.isError)
  assert.match(bad.text, /business_id/)
  // Passed over, it would list the businesses of every name.
  const misnamed = await reader.call('search_businesses', { q: 'acme' })
  assert.ok(misnamed.isError)
  assert.match(misnamed.text, /Unrecognized key: "q"/)
})

test('it sees what its key sees: one world, one account, and no more than the scopes', async () => {
  const { body: live } = await service.live.post('/v1/businesses', { ...acme, name: 'Acme Live LLC' })
  assert.is((await reader.call('get_business', { business_id: live.id })).text, 'business not found')
  const other = await service.otherAccount()
  const { body: foreign } = await other.post('/v1/businesses', acme)
  assert.is((await reader.call('get_business', { business_id: foreign.id })).text, 'business not found')
  const { body: key } = await service.test.post('/v1/api_keys', { name: 'liens alone', mode: 'test', scopes: ['liens:read'] })
  const narrow = await assistantWithKey(service.url, key.key)
  const refused = await narrow.call('get_business', { business_id: acmeId })
  assert.ok(refused.isError)
  assert.match(refused.text, /businesses:read/)
  const wide = await assistantWithKey(service.url, testKey)
  assert.is((await wide.call('get_business', { business_id: acmeId })).body.id, acmeId)
})

test('each reading is in the access log, with the tool that was called', async () => {
  const { id } = await verified(service.test, { ...acme, name: 'Acme Logged LLC' })
  await reader.call('get_review', { business_id: id })
  const { code, stdout, stderr } = await audit(service.dataDir, 'access', id, '--json')
  assert.is(code, 0, stderr)
  const byTool = JSON.parse(stdout).filter(({ path }: Body) => path === '/mcp get_review')
  assert.equal(
    byTool.map(({ actor }: Body) => actor),
    [{ type: 'user', id: service.userId() }],
  )
})

test('without credentials it learns where to ask for them', async () => {
  const answer = await fetch(`${service.url}/mcp`, { method: 'POST', body: '{}' })
  assert.is(answer.status, 401)
  const metadata = /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '')?.[1] ?? ''
  const resource = (await (await fetch(metadata)).json()) as Body
  assert.equal([resource.resource, resource.authorization_servers], [`${service.url}/mcp`, [service.url]])
  assert.equal(resource.bearer_methods_supported, ['header'])
  const server = (await (await fetch(`${service.url}/.well-known/oauth-authorization-server`)).json()) as Body
  assert.is(server.registration_endpoint, `${service.url}/oauth/register`)
})

test('other sites, other methods and oversized requests are refused', async () => {
  const ask = (init: RequestInit) =>
    fetch(`${service.url}/mcp`, {
      ...init,
      headers: {
        Authorization: `Bearer ${testKey}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...init.headers,
      },
    })
  assert.is((await ask({ method: 'POST', body: '{}', headers: { Origin: 'https://evil.example' } })).status, 403)
  const get = await ask({ method: 'GET' })
  assert.equal([get.status, get.headers.get('allow')], [405, 'POST'])
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  assert.is((await ask({ method: 'POST', body: JSON.stringify(list), headers: { Origin: service.url } })).status, 200)
  assert.is((await ask({ method: 'POST', body: JSON.stringify({ ...list, params: { filler: 'x'.repeat(1_100_000) } }) })).status, 413)
})

const register = async (body: unknown) => {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${service.url}/oauth/register`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Body }
}

const authorizePath = (client: string, more: Readonly<Record<string, string>> = {}) => {
  const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
  const query = { client_id: client, redirect_uri: callback, response_type: 'code', state: 's', ...challenge, ...more }
  return `/oauth/authorize?${new URLSearchParams(query)}`
}

test('a registration that cannot work is refused with the field', async () => {
  for (const [body, error] of [
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://a.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [callback], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    ['nonsense', 'invalid_client_metadata'],
  ] as const) {
    const answer = await register(body)
    assert.equal([answer.status, answer.body.error], [400, error], JSON.stringify(body))
  }
})

test('nobody is let in who registered, without PKCE, from elsewhere, or for another service', async () => {
  const { body: client } = await register({ redirect_uris: [callback], client_name: '<b>Bold</b>' })
  const user = visitor(service.url)
  await user.signIn()
  const page = await user.get(authorizePath(client.client_id))
  assert.match(page.text, /Allow &lt;b&gt;Bold/)
  assert.is((await user.get(authorizePath(client.client_id, { redirect_uri: 'http://127.0.0.1:33418/other' }))).status, 400)
  assert.is((await user.get(authorizePath(`${client.client_id}x`))).status, 400)
  assert.is((await user.get(authorizePath(client.client_id, { redirect_uri: 'http://127.0.0.1:5/callback' }))).status, 200, 'another port')
  const errorOf = async (more: Readonly<Record<string, string>>) =>
    new URL((await user.get(authorizePath(client.client_id, more))).location).searchParams.get('error')
  assert.is(await errorOf({ code_challenge_method: 'plain' }), 'invalid_request')
  assert.is(await errorOf({ resource: 'https://other.example/mcp' }), 'invalid_target')
  await user.get(authorizePath(client.client_id))
  const { location } = await user.form('/oauth/authorize', { answer: 'deny' })
  assert.equal([...new URL(location).searchParams].slice(0, 1), [['error', 'access_denied']])
})

test('an application that an administrator removes is out at once, and stays out', async () => {
  const user = visitor(service.url)
  await user.signIn()
  const { body: client } = await register({ redirect_uris: [callback], client_name: 'Short visit' })
  await user.get(authorizePath(client.client_id))
  await user.form('/oauth/authorize', { answer: 'allow' })
  const { text } = await user.get('/settings/credentials')
  assert.match(text, /Short visit/)
  const id = /clients\/([0-9a-f-]{36})\/delete/.exec(text.slice(text.indexOf('Short visit')))?.[1]
  await user.form(`/settings/credentials/clients/${id}/delete`)
  await user.get(authorizePath(client.client_id))
  const again = await user.form('/oauth/authorize', { answer: 'allow' })
  assert.is(again.status, 403)
  assert.match(again.text, /removed this application/)
})

test.run()
