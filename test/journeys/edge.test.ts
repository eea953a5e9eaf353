// What holds for every request (specification 5, 7, 8; records.md, Lists, Errors, Rate-limit headers): who may ask, how lists page,
// what wrong requests are answered, how often one may ask, and how the service stops.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { acme, type Body, type Client, parameters, startTestService, type TestService, testKey } from './service.ts'

const test = suite('edge')
let probity: TestService
let other: Client
test.before(async () => {
  probity = await startTestService()
  other = await probity.otherAccount()
  for (const n of [1, 2, 3, 4, 5])
    await probity.test.post('/v1/businesses', {
      ...acme,
      name: `Listed Company ${n}`,
      external_id: `e-${n % 2}`,
      unique_external_id: `u-${n}`,
      tags: n === 3 ? ['odd', 'third'] : ['plain'],
    })
})
test.after(() => probity.stop())

const basic = (user: string, password = '') => ({ Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` })

test('an API key opens as bearer token and as Basic user name with an empty password', async () => {
  for (const headers of [{ Authorization: `Bearer ${testKey}` }, { Authorization: `bearer ${testKey}` }, basic(testKey)])
    assert.is((await probity.as(headers).get('/v1/businesses')).status, 200)
})

const refused: readonly (readonly [string, Record<string, string>])[] = [
  ['no credentials', {}],
  ['an unknown key', { Authorization: 'Bearer bvs_test_unknownunknownunknown' }],
  ['an empty token', { Authorization: 'Bearer ' }],
  ['another scheme', { Authorization: `Digest ${testKey}` }],
  ['a key alone', { Authorization: testKey }],
  ['a key with a password', basic(testKey, 'secret')],
  ['broken Base64', { Authorization: 'Basic %%%' }],
]
for (const [what, headers] of refused)
  test(`${what} is 401, on every path below /v1, and appends nothing`, async () => {
    const before = probity.events().asked
    const client = probity.as(headers)
    for (const answer of [await client.get('/v1/businesses'), await client.post('/v1/businesses', acme), await client.get('/v1/nowhere')]) {
      assert.is(answer.status, 401, answer.text)
      assert.ok(answer.headers.get('www-authenticate'))
    }
    assert.is(probity.events().asked, before)
  })

test('a list has the envelope of every list, newest first', async () => {
  const { body } = await probity.test.get('/v1/businesses')
  assert.equal([body.object, body.total_count, body.has_more, body.url], ['list', 5, false, '/v1/businesses'])
  assert.equal(
    body.data.map(({ name }: Body) => name),
    [5, 4, 3, 2, 1].map((n) => `Listed Company ${n}`),
  )
  assert.is((await other.get('/v1/businesses')).body.total_count, 0)
})

test('pages follow each other, and a page behind the last is empty', async () => {
  const page = async (query: string) => (await probity.test.get(`/v1/businesses?${query}`)).body
  assert.equal(
    (await page('per_page=2&page=2')).data.map(({ name }: Body) => name),
    ['Listed Company 3', 'Listed Company 2'],
  )
  assert.equal([(await page('per_page=2&page=2')).has_more, (await page('per_page=2&page=3')).has_more], [true, false])
  assert.equal((await page('page=4')).data, [])
  assert.is((await page('per_page=100000')).data.length, 5)
})

for (const query of [
  'page=0',
  'page=-1',
  'page=x',
  'page=1.5',
  'page=',
  'per_page=0',
  'per_page=ten',
  'per_page=1e2',
  'page=1&page=2',
  'status=nowhere',
  'status=',
])
  test(`?${query} is 400 naming the parameter`, async () => {
    const answer = await probity.test.get(`/v1/businesses?${query}`)
    assert.is(answer.status, 400)
    assert.equal(parameters(answer), [query.slice(0, query.indexOf('='))])
  })

for (const [query, names] of [
  ['q=company%203', ['Listed Company 3']],
  ['q=COMPANY%20listed', [5, 4, 3, 2, 1].map((n) => `Listed Company ${n}`)],
  ['q=nobody', []],
  ['q=%25', []],
  ['external_id=e-0', ['Listed Company 4', 'Listed Company 2']],
  ['unique_external_id=u-4', ['Listed Company 4']],
  ['tag=third', ['Listed Company 3']],
  ['tag=thi', []],
  ['tag=plain&external_id=e-1', ['Listed Company 5', 'Listed Company 1']],
  ['business_batch_id=0198c0de-0000-7000-8000-00000000dead', []],
] as const)
  test(`?${query} finds ${names.length}`, async () => {
    const { body } = await probity.test.get(`/v1/businesses?${query}`)
    assert.equal(
      body.data.map(({ name }: Body) => name),
      names,
    )
    assert.is(body.total_count, names.length)
  })

test('businesses are found by status', async () => {
  const { body } = await probity.test.get('/v1/businesses?status=rejected')
  assert.equal(body.data, [])
})

test('an unknown path is 404, in JSON, below /v1 and elsewhere', async () => {
  for (const path of ['/v1', '/v1/nowhere', '/v1/businesses/x/nowhere', '/nowhere', '/v2/businesses'])
    assert.is((await probity.test.raw('GET', path)).status, 404, path)
})

for (const [method, path, allowed] of [
  ['DELETE', '/v1/businesses', 'GET, HEAD, POST'],
  ['PUT', '/v1/businesses', 'GET, HEAD, POST'],
  ['POST', '/v1/tin_match/availability', 'GET, HEAD'],
  ['PATCH', '/v1/orders/0198c0de-0000-7000-8000-00000000dead', 'GET, HEAD, PUT'],
  ['OPTIONS', '/v1/businesses', 'GET, HEAD, POST'],
] as const)
  test(`${method} ${path} is 405 and says what is allowed`, async () => {
    const answer = await probity.test.raw(method, path)
    assert.is(answer.status, 405)
    assert.is(answer.headers.get('allow'), allowed)
  })

test('a path with a slash at its end is the same path', async () => {
  const { status, body } = await probity.test.get('/v1/businesses/?per_page=1')
  assert.equal([status, body.object], [200, 'list'])
  assert.is((await probity.test.post('/v1/businesses/', acme)).status, 201)
  assert.is((await probity.test.get('/v1//')).status, 404)
})

test('HEAD answers as GET does, without a body', async () => {
  const answer = await probity.test.raw('HEAD', '/v1/businesses')
  assert.equal([answer.status, answer.text], [200, ''])
  assert.is((await probity.test.raw('HEAD', '/v1/businesses/unknown')).status, 404)
})

test('the client’s own request id comes back, and an odd one is replaced', async () => {
  assert.is((await probity.test.get('/v1/businesses', { 'X-Request-Id': 'mine-1' })).headers.get('x-request-id'), 'mine-1')
  assert.is.not((await probity.test.get('/v1/businesses', { 'X-Request-Id': 'a b' })).headers.get('x-request-id'), 'a b')
})

test('wrong bodies are refused wherever a body is taken, and append nothing', async () => {
  const { body } = await probity.test.get('/v1/businesses')
  const [{ id, orders }] = body.data
  const before = probity.events().asked
  for (const [method, path] of [
    ['POST', '/v1/businesses'],
    ['PATCH', `/v1/businesses/${id}`],
    ['POST', `/v1/businesses/${id}/orders`],
    ['PUT', `/v1/orders/${orders[0].id}`],
  ] as const) {
    const json = { 'Content-Type': 'application/json' }
    for (const [text, headers, status] of [
      ['{', json, 400],
      ['[]', json, 400],
      ['5', json, 400],
      ['null', json, 400],
      ['{}', { 'Content-Type': 'text/plain' }, 400],
      [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), json, 400],
      [`{"x":${'['.repeat(100_000)}`, json, 400],
      [`{"name":"${'x'.repeat(1_048_577)}"}`, json, 413],
    ] as const)
      assert.is(
        (await probity.test.raw(method, path, text as string, headers)).status,
        status,
        `${method} ${path} ${String(text).slice(0, 20)}`,
      )
  }
  assert.is(probity.events().asked, before)
})

test('a body with its length not announced is limited as well', async () => {
  const chunks = new ReadableStream({
    start: (controller) => {
      for (let n = 0; n < 20; n++) controller.enqueue(new TextEncoder().encode(' '.repeat(100_000)))
      controller.close()
    },
  })
  const answer = await fetch(`${probity.url}/v1/businesses`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' },
    body: chunks,
    duplex: 'half',
  } as RequestInit)
  assert.is(answer.status, 413)
})

test('health, readiness, metrics and the interface description need no credentials', async () => {
  const open = probity.as({})
  assert.equal((await open.get('/healthz')).body, { status: 'ok' })
  const ready = await open.get('/readyz')
  assert.equal([ready.status, ready.body.status], [200, 'ok'])
  const metrics = await open.get('/metrics')
  assert.match(metrics.text, /^http_request_duration_seconds_count/m)
  const position = (of: string) => Number(new RegExp(`^probity_${of}_position (\\d+)`, 'm').exec(metrics.text)?.[1])
  assert.ok(position('log') > 0 && position('projected') <= position('log'))
  assert.match(metrics.text, /^probity_work\{process="verification",state="dead_letter"\} 0$/m)
  const { body } = await open.get('/openapi.json')
  assert.match(body.openapi, /^3\.1/)
})

test('the interface description has the calls to webhooks in a section of their own, and leaves them out where asked', async () => {
  const open = probity.as({})
  const sectionsOf = (body: Body) => body.tags.map(({ name }: { readonly name: string }) => name)
  const whole = (await open.get('/openapi.json?webhooks=true')).body
  const without = (await open.get('/openapi.json?webhooks=false')).body
  const created = whole.webhooks['business.created'].post
  assert.ok(sectionsOf(whole).includes(created.tags[0]))
  assert.is.not(created.tags[0], whole.paths['/v1/webhooks'].get.tags[0])
  assert.equal(without.webhooks, undefined)
  assert.not.ok(sectionsOf(without).includes(created.tags[0]))
  assert.equal(Object.keys(without.paths), Object.keys(whole.paths))
  const refused = await open.get('/openapi.json?webhooks=no')
  assert.equal([refused.status, refused.body], [400, { errors: [{ message: 'webhooks must be true or false', parameter: 'webhooks' }] }])
})

test('every path of the capability is in the interface description', async () => {
  const { body } = await probity.as({}).get('/openapi.json')
  for (const path of [
    '/v1/businesses',
    '/v1/businesses/{id}',
    '/v1/businesses/{business_id}/orders',
    '/v1/businesses/{business_id}/orders/{id}',
    '/v1/orders/{id}',
    '/v1/businesses/{business_id}/review',
    '/v1/businesses/{business_id}/timeline',
    '/v1/tin_match/availability',
  ])
    assert.ok(body.paths[path], path)
})

test('the documentation loads from this host alone', async () => {
  const open = probity.as({})
  const page = await open.get('/docs')
  assert.is(page.status, 200)
  assert.match(page.headers.get('content-security-policy') ?? '', "default-src 'none'")
  const linked = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target]) => target as string)
  assert.ok(linked.length > 2)
  for (const target of linked) {
    assert.match(target, /^\/(docs\/|openapi\.json$)/)
    assert.is((await open.get(target)).status, 200, target)
  }
})

test('what is read again after a restart is what was there before', async () => {
  const before = (await probity.test.get('/v1/businesses')).body
  await probity.restart()
  const after = (await probity.test.get('/v1/businesses')).body
  assert.equal(
    after.data.map(({ id }: Body) => id),
    before.data.map(({ id }: Body) => id),
  )
  assert.is(probity.service.firstKeys, null)
})

test('twenty requests a second are answered, more are 429 with the time to wait', async () => {
  const limited = await startTestService({ RATE_LIMIT_PER_SECOND: '20' })
  try {
    const burst = () => Promise.all(Array.from({ length: 30 }, () => limited.test.get('/v1/tin_match/availability')))
    const first = await burst()
    assert.ok(first.filter(({ status }) => status === 200).length >= 20, 'a fresh second holds twenty requests')
    // A burst that took longer than a second met two windows, and none of it was too much.
    let answers = first
    for (let tries = 0; tries < 10 && !answers.some(({ status }) => status === 429); tries++) answers = await burst()
    const over = answers.filter(({ status }) => status === 429)
    assert.ok(over.length >= 1, 'more than twenty in a second are refused')
    assert.is(answers.filter(({ status }) => status === 200).length, 30 - over.length)
    for (const { headers, body } of over) {
      assert.is(headers.get('retry-after'), '1')
      assert.is(headers.get('ratelimit-policy'), '"default";q=20;w=1')
      assert.match(headers.get('ratelimit') ?? '', /^"default";r=0;t=1$/)
      assert.ok(body.errors[0].message)
    }
    assert.match(first[0]?.headers.get('ratelimit') ?? '', /^"default";r=\d+;t=1$/)
    const others = await limited.otherAccount()
    assert.is((await others.get('/v1/tin_match/availability')).status, 200)
    assert.is((await limited.as({}).get('/healthz')).status, 200)
  } finally {
    await limited.stop()
  }
})

test('a stop answers what was asked, is not ready any more, and takes nothing new afterwards', async () => {
  const ending = await startTestService()
  // Connections that are open already: what is asked on them has reached the service.
  await Promise.all(Array.from({ length: 20 }, () => ending.test.get('/v1/tin_match/availability')))
  const asked = Array.from({ length: 20 }, (_, n) => ending.test.post('/v1/businesses', { ...acme, name: `Last ${n}` }))
  await Promise.race(asked)
  const { url } = ending
  const stopped = ending.stop()
  for (const answer of await Promise.all(asked)) assert.is(answer.status, 201)
  await stopped
  const late = await fetch(`${url}/healthz`).catch((error: unknown) => error)
  assert.instance(late, Error)
})

test.run()
