import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Refused, refused } from '../../src/commands/refused.ts'
import { ApiError, conflict, notFound, unprocessable } from '../../src/interface/errors.ts'
import { NotCaughtUp } from '../../src/projections/read-your-writes.ts'
import { StoreUnavailable } from '../../src/stores/event-store.ts'
import { errorsOf, toy } from './toy.ts'

const throwing = (error: unknown) =>
  toy((app) =>
    app.get('/thing', () => {
      throw error
    }),
  )

test('another account and a missing object look the same: 404 naming the kind of object', async () => {
  const response = await throwing(notFound('business')).send('GET', '/v1/thing')
  assert.is(response.status, 404)
  assert.equal(await response.json(), { errors: [{ message: 'business not found' }] })
  assert.is((await throwing(refused('lien_not_found')).send('GET', '/v1/thing')).status, 404)
})

test('a refused command answers with the status of its reason and names the parameter', async () => {
  const response = await throwing(refused('order_running', 'product')).send('GET', '/v1/thing')
  assert.is(response.status, 422)
  assert.equal(await errorsOf(response), [{ message: 'an order of this product is still running', parameter: 'product' }])
  assert.is((await throwing(refused('verify_order_required')).send('GET', '/v1/thing')).status, 403)
  assert.is((await throwing(conflict('there already')).send('GET', '/v1/thing')).status, 409)
})

test('everything that a refusal tells of is one entry each', async () => {
  const both = throwing(new Refused('option_does_not_fit', 'options.speed', undefined, [refused('order_running', 'product')]))
  assert.equal(
    (await errorsOf(await both.send('GET', '/v1/thing'))).map(({ parameter }: { parameter?: string }) => parameter),
    ['options.speed', 'product'],
  )
})

test('a message that is only a predicate begins with the name of its field', async () => {
  assert.equal(await errorsOf(await throwing(refused('already_taken', 'unique_external_id')).send('GET', '/v1/thing')), [
    { message: 'unique_external_id is already taken', parameter: 'unique_external_id' },
  ])
})

test('a store that is away is 503 with Retry-After', async () => {
  const response = await throwing(new StoreUnavailable('connection refused to 10.0.0.1')).send('GET', '/v1/thing')
  assert.is(response.status, 503)
  assert.is(response.headers.get('retry-after'), '1')
  assert.not.match(await response.text(), '10.0.0.1')
})

test('while the read models lag, each refused request is one line of the log without a stack', async () => {
  const { send, logged } = throwing(new NotCaughtUp('the read models do not know everything yet'))
  const response = await send('GET', '/v1/thing')
  assert.is(response.status, 503)
  const lines = logged().filter((line) => line.includes('failed'))
  assert.is(lines.length, 1)
  assert.match(lines[0] ?? '', /"level":40.*the read models do not know everything yet.*request failed for the moment/)
  assert.not.match(lines[0] ?? '', 'stack')
})

test('an unexpected error is 500 with the request id and nothing of the inside, which is in the log', async () => {
  const { send, logged } = throwing(new TypeError('cannot read secrets of undefined'))
  const response = await send('GET', '/v1/thing', undefined, { 'X-Request-Id': 'req-1' })
  assert.is(response.status, 500)
  assert.equal(await response.json(), { errors: [{ message: 'internal server error' }], request_id: 'req-1' })
  assert.ok(logged().some((line) => line.includes('cannot read secrets') && line.includes('req-1')))
})

test('OAuth errors carry both shapes', async () => {
  const error = new ApiError(401, [{ message: 'wrong client credentials' }], {
    extra: { error: 'invalid_client', error_description: 'wrong client credentials' },
  })
  const response = await throwing(error).send('GET', '/v1/thing')
  assert.equal(await response.json(), {
    error: 'invalid_client',
    error_description: 'wrong client credentials',
    errors: [{ message: 'wrong client credentials' }],
  })
})

const paths = toy((app) => {
  app.get('/things/:id', (c) => c.json({}))
  app.delete('/things/:id', (c) => c.json({}))
  app.post('/things', (c) => c.json({}))
})

test('an unknown path is 404 in JSON', async () => {
  const response = await paths.send('GET', '/v1/nothing')
  assert.is(response.status, 404)
  assert.match(response.headers.get('content-type') ?? '', 'application/json')
  assert.is((await errorsOf(response)).length, 1)
  assert.is((await paths.app.request('/elsewhere')).status, 404)
})

test('a wrong method on a known path is 405 and Allow names the right ones', async () => {
  const response = await paths.send('PATCH', '/v1/things/7')
  assert.is(response.status, 405)
  assert.is(response.headers.get('allow'), 'GET, HEAD, DELETE')
  assert.is((await errorsOf(response)).length, 1)
  assert.is((await paths.send('GET', '/v1/things')).headers.get('allow'), 'POST')
  assert.is((await paths.app.request('/healthz', { method: 'POST' })).status, 405)
})

test('a path whose own route finds nothing is 404, for HEAD as for GET', async () => {
  const { send } = toy((app) => {
    app.get('/files/:name', (c) => c.notFound())
    app.post('/uploads/:name', (c) => c.notFound())
  })
  assert.is((await send('GET', '/v1/files/one')).status, 404)
  assert.is((await send('HEAD', '/v1/files/one')).status, 404)
  assert.is((await send('POST', '/v1/uploads/one')).status, 404)
  assert.is((await send('POST', '/v1/files/one')).status, 405)
  assert.is((await send('HEAD', '/v1/uploads/one')).status, 405)
})

const problems = (count: number, size = 1) =>
  Array.from({ length: count }, (_, index) => ({
    message: `problem ${index} ${'m'.repeat(size)}`,
    parameter: `field${index}${'p'.repeat(size)}`,
  }))

test('an answer names at most 50 problems, and says how many more there are', async () => {
  const all = await errorsOf(await throwing(unprocessable(problems(50))).send('GET', '/v1/thing'))
  assert.is(all.length, 50)
  assert.is(all[49]?.parameter, 'field49p')
  const some = await errorsOf(await throwing(unprocessable(problems(51))).send('GET', '/v1/thing'))
  assert.is(some.length, 50)
  assert.equal([some[48]?.parameter, some[49]], ['field48p', { message: 'and 2 more problems' }])
})

test('an answer of errors stays under 20 KB, whatever was sent', async () => {
  const response = await throwing(unprocessable(problems(1_000, 5_000))).send('GET', '/v1/thing')
  assert.is(response.status, 422)
  assert.ok((await response.text()).length < 20_000)
  const cut = async (length: number) => {
    const [long] = await errorsOf(await throwing(unprocessable([{ message: 'a'.repeat(length) }])).send('GET', '/v1/thing'))
    return long?.message
  }
  assert.is(await cut(240), 'a'.repeat(240))
  assert.is(await cut(241), `${'a'.repeat(239)}…`)
})

test('no answer lets a browser guess what it is', async () => {
  const app = throwing(notFound('business'))
  for (const path of ['/v1/thing', '/nowhere', '/healthz', '/readyz', '/metrics', '/openapi.json'])
    assert.is((await app.send('GET', path)).headers.get('x-content-type-options'), 'nosniff', path)
})

test.run()
