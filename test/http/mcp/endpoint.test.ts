// The endpoint of assistants over an API that only notes what it is asked: who comes in, which tools there are, and what becomes of an answer.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryRateLimit } from '../../../src/auth/rate-limit.ts'
import { mcpRoutes } from '../../../src/http/mcp/mcp.ts'
import type { ApiRequest, InnerApi } from '../../../src/inner/framework/api.ts'
import { ApiError } from '../../../src/interface/errors.ts'
import { inTime } from '../../eventually.ts'
import { toy } from '../toy.ts'

const asked: ApiRequest[] = []
let answer: () => unknown = () => ({ object: 'business' })
const api: InnerApi = Object.assign(
  async <Answer>(_: unknown, request: ApiRequest) => {
    asked.push(request)
    return answer() as Answer
  },
  { file: () => Promise.reject(new Error('no file is asked for')), offers: () => true },
)

type Addresses = { readonly baseUrl: string | null; readonly appUrl: string | null }
const endpoint = (addresses: Addresses, changes: Parameters<typeof toy>[1] = {}) =>
  toy([], { toolRoutes: mcpRoutes({ api, ...addresses }), ...changes })
const configured = { baseUrl: 'https://api.example', appUrl: 'https://app.example' }
const { app, send, logged } = endpoint({ baseUrl: null, appUrl: null })

type Headers_ = Readonly<Record<string, string>>
const accept = { Accept: 'application/json, text/event-stream' }
const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const post = (message: unknown, headers: Headers_ = {}, by = send) => by('POST', '/mcp', message, { ...accept, ...headers })

// biome-ignore lint/suspicious/noExplicitAny: a result of the protocol is looked into member by member.
const resultOf = async (response: Response): Promise<any> => ((await response.json()) as { result: unknown }).result
const call = async (name: string, given: object, headers: Headers_ = {}) => {
  const { isError = false, structuredContent, content } = await resultOf(await post(rpc('tools/call', { name, arguments: given }), headers))
  return { isError, structuredContent, text: content[0].text as string }
}
const reader = { Authorization: 'Bearer reader-a' }
const id = '0198c0de-0000-7000-8000-000000000001'

test('who has no credentials learns where to ask for them, by the configured address where there is one', async () => {
  for (const [{ app }, origin] of [
    [endpoint({ baseUrl: null, appUrl: null }), 'http://localhost'],
    [endpoint(configured), 'https://api.example'],
  ] as const) {
    const refused = await app.request('/mcp', { method: 'POST', body: '{}' })
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
    assert.equal(
      [refused.status, refused.headers.get('www-authenticate')],
      [401, `Bearer realm="Probity", resource_metadata="${metadata}"`],
    )
    assert.is(refused.headers.get('cache-control'), 'no-store')
    const wrong = await app.request('/mcp', { method: 'POST', body: '{}', headers: { Authorization: 'Bearer wrong' } })
    assert.equal(
      [wrong.status, wrong.headers.get('www-authenticate')],
      [401, `Bearer realm="Probity", error="invalid_token", resource_metadata="${metadata}"`],
    )
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
      assert.equal(await (await app.request(path)).json(), {
        resource: `${origin}/mcp`,
        authorization_servers: [origin],
        scopes_supported: ['read_only', 'read_write'],
        bearer_methods_supported: ['header'],
        resource_name: 'Probity',
        resource_documentation: `${origin}/docs`,
      })
  }
})

test('what is refused for other reasons names no place to ask for credentials', async () => {
  const refused = await post(rpc('tools/list'), { Origin: 'https://evil.example' })
  assert.equal([refused.status, refused.headers.get('www-authenticate')], [403, null])
})

test('a page of the service may ask, and one of another site may not', async () => {
  const status = async (origin: string, addresses: Addresses) =>
    (await post(rpc('tools/list'), { Origin: origin }, endpoint(addresses).send)).status
  const none = { baseUrl: null, appUrl: null }
  assert.equal([await status('http://localhost', none), await status('https://evil.example', none)], [200, 403])
  assert.equal([await status('http://localhost:81', none), await status('null', none)], [403, 403])
  assert.equal([await status('https://api.example', configured), await status('https://app.example', configured)], [200, 200])
  assert.is(await status('http://localhost', configured), 403)
})

test('a call that is cancelled in its own request is answered all the same', async () => {
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  const answered = post([rpc('tools/call', { name: 'get_business', arguments: { business_id: id } }), cancelled])
  assert.is((await inTime('the call is answered', answered)).status, 200)
})

test('other methods are refused with the one that there is', async () => {
  for (const method of ['GET', 'DELETE']) {
    const refused = await send(method, '/mcp', undefined, accept)
    assert.equal([refused.status, refused.headers.get('allow')], [405, 'POST'])
    assert.match(await refused.text(), 'use POST')
  }
})

test('a megabyte is read, and no byte more', async () => {
  const ofSize = (size: number) => {
    const bare = JSON.stringify(rpc('tools/list', { filler: '' }))
    return bare.replace('"filler":""', `"filler":"${'x'.repeat(size - bare.length)}"`)
  }
  assert.equal([(await post(ofSize(1024 * 1024))).status, (await post(ofSize(1024 * 1024 + 1))).status], [200, 413])
})

const writing = ['create_business', 'place_order', 'add_note', 'propose_decision']

test('the tools that write are there for those who may write', async () => {
  const tools = async (headers: Headers_ = {}) => (await resultOf(await post(rpc('tools/list'), headers))).tools
  type Listed = {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly annotations: object
    readonly inputSchema: { properties: object }
  }
  const [forReaders, all]: readonly (readonly Listed[])[] = [await tools(reader), await tools()]
  assert.ok(forReaders && forReaders.length > 5)
  assert.equal(
    all?.map(({ name }) => name),
    [...forReaders.map(({ name }) => name), ...writing],
  )
  const annotations = (name: string) => all?.find((each) => each.name === name)?.annotations
  assert.equal(annotations('get_run'), { readOnlyHint: true, destructiveHint: false, openWorldHint: false })
  assert.equal(annotations('add_note'), { readOnlyHint: false, destructiveHint: false, openWorldHint: false })
  const run = all?.find(({ name }) => name === 'get_run')
  assert.equal([run?.title, Object.keys(run?.inputSchema.properties ?? {})], ['Read an agent run', ['run_id', 'with_steps']])
  const refused = await call('add_note', { business_id: id, text: 'no' }, reader)
  assert.ok(refused.isError)
})

test('the service says what it is for, and what an assistant may not do', async () => {
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  const { serverInfo, instructions } = await resultOf(await post(rpc('initialize', client)))
  assert.is(serverInfo.name, 'probity')
  assert.match(instructions, /named_sources.*You decide nothing/s)
})

test('a tool asks the API by path and query, without what was not given', async () => {
  asked.length = 0
  await call('search_businesses', { query: 'Acme & Co', page: 2 })
  await call('get_business', { business_id: id })
  await call('add_note', { business_id: id, text: 'Hello' })
  await call('add_note', { business_id: id, text: 'Hello', idempotency_key: 'k' })
  const note = { method: 'POST', path: `/v1/businesses/${id}/notes`, body: { text: 'Hello' } } as const
  assert.equal(asked, [
    { method: 'GET', path: '/v1/businesses?q=Acme+%26+Co&page=2&per_page=25' },
    { method: 'GET', path: `/v1/businesses/${id}` },
    note,
    { ...note, idempotencyKey: 'k' },
  ])
})

test('each call of a batch counts against the request rate, which the answer tells', async () => {
  const { send } = endpoint({ baseUrl: null, appUrl: null }, { rateLimit: memoryRateLimit({ requests: 3, windowSeconds: 60 }) })
  asked.length = 0
  const calls = Array.from({ length: 5 }, (_, index) => ({
    ...rpc('tools/call', { name: 'get_business', arguments: { business_id: id } }),
    id: index,
  }))
  const answers = await post(calls, {}, send)
  assert.match(answers.headers.get('ratelimit') ?? '', /^"default";r=0;t=\d+$/)
  const results = ((await answers.json()) as { readonly result: { isError?: boolean; content: unknown } }[]).map(({ result }) => result)
  assert.equal(
    results.map(({ isError = false }) => isError),
    [false, false, false, true, true],
  )
  assert.equal(results[4]?.content, [{ type: 'text', text: 'too many requests: at most 3 per 60 seconds' }])
  assert.is(asked.length, 3)
  assert.is((await post(rpc('ping'), {}, send)).status, 429)
})

test('an answer comes as text and as data', async () => {
  answer = () => ({ name: 'Acme', tags: [] })
  const found = await call('get_business', { business_id: id })
  assert.equal(found, { isError: false, structuredContent: { name: 'Acme' }, text: '{"name":"Acme"}' })
})

const failing = (error: Error) => () => {
  throw error
}

test('a refusal of the API is told in words', async () => {
  answer = failing(new ApiError(404, [{ message: 'business not found', parameter: 'id' }]))
  assert.equal(await call('get_business', { business_id: id }), {
    isError: true,
    structuredContent: undefined,
    text: 'id: business not found',
  })
  answer = () => ({})
  assert.match((await call('get_business', { business_id: 'acme' })).text, 'business_id')
})

test('a fault of the service tells nothing of the inside, which is in the log', async () => {
  const before = logged().length
  answer = failing(new ApiError(503, [{ message: 'the store is away' }]))
  assert.equal((await call('get_business', { business_id: id })).text, 'the store is away')
  assert.not.match(logged().slice(before).join(), 'a tool failed')
  answer = failing(new TypeError('cannot read secrets'))
  const { isError, text } = await call('get_business', { business_id: id }, { 'X-Request-Id': 'r-1' })
  assert.equal([isError, text], [true, 'internal server error'])
  assert.ok(logged().some((line) => line.includes('cannot read secrets') && line.includes('r-1')))
  answer = () => ({})
})

test('the log names the tools of a request', async () => {
  const before = logged().length
  const calls = Object.entries({ list_runs: {}, get_run: { run_id: id } }).map(([name, given], at) => ({
    ...rpc('tools/call', { name, arguments: given }),
    id: at,
  }))
  await post(calls)
  await post(rpc('tools/list'))
  assert.equal(
    logged()
      .slice(before)
      .map((line) => JSON.parse(line).tools),
    [['list_runs', 'get_run'], undefined],
  )
})

test('answers are not to be cached', async () => {
  assert.is((await post(rpc('tools/list'))).headers.get('cache-control'), 'no-store')
  assert.is((await app.request('/healthz')).headers.get('cache-control'), null)
})

test.run()
