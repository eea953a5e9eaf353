// API keys with scopes: every key with one scope against every operation of the interface description, and how keys expire, rotate and are made.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type KeyScope, keyResources, keyScopes } from '../../src/events/key-scopes.ts'
import { filled } from '../filled.ts'
import { type Body, startTestService, type TestService, until } from './service.ts'

const test = suite('key scopes')
const start = Date.parse('2026-11-02T12:00:00.000Z')
let now = start
let probity: TestService
let operations: readonly Operation[]
let accountKeys: string

type Operation = { readonly method: string; readonly path: string; readonly scopes: readonly string[] }

test.before(async () => {
  probity = await startTestService({}, { now: () => new Date(now) })
  const { paths } = (await probity.as({}).get('/openapi.json')).body
  operations = Object.entries(paths as Record<string, Body>).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Body>)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([method, { 'x-required-scope': scope }]) => ({ method: method.toUpperCase(), path, scopes: scope ? [scope] : [] })),
  )
  const [account] = (await probity.operator.get('/operator/accounts')).body.data
  accountKeys = `/operator/accounts/${account.id}/keys`
})
test.after(() => probity.stop())
test.before.each(() => {
  now = start
})

const nobody = '00000000-0000-4000-8000-000000000000'

const keyWith = async (wishes: object): Promise<Body> => {
  const { status, body, text } = await probity.operator.post(accountKeys, { name: 'a key', mode: 'test', ...wishes })
  assert.is(status, 201, text)
  return body
}
const as = (key: string) => probity.as({ Authorization: `Bearer ${key}` })

/** The operation with an id of nobody and an empty body, answered up to its headers. */
const ask = async (key: string, { method, path }: Operation) => {
  const headers = { Authorization: `Bearer ${key}`, ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }) }
  const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
  const answer = await fetch(probity.url + path.replaceAll(/\{[^}]+\}/g, nobody), { method, headers, ...(body && { body }) })
  const text = answer.status >= 400 ? await answer.text() : ''
  if (text === '') await answer.body?.cancel()
  return { status: answer.status, text, challenge: answer.headers.get('www-authenticate') }
}

test('every operation that needs a key says which scope, and every kind of object has operations', () => {
  assert.ok(operations.length > 70)
  for (const { method, path, scopes } of operations) {
    assert.is(scopes.length, 1, `${method} ${path}`)
    assert.ok(keyScopes.includes(scopes[0] as KeyScope), `${method} ${path} ${scopes}`)
    assert.is(scopes[0]?.endsWith(':read'), method === 'GET', `${method} ${path}`)
  }
  assert.equal([...new Set(operations.map(({ scopes }) => scopes[0]?.split(':')[0]))].toSorted(), [...keyResources])
})

for (const scope of filled(keyScopes))
  test(`a key with ${scope} alone does what needs it, and is told the missing scope for all else`, async () => {
    const { key } = await keyWith({ scopes: [scope] })
    const [resource] = scope.split(':')
    for (const operation of filled(operations)) {
      const [needed = ''] = operation.scopes
      const { status, text, challenge } = await ask(key, operation)
      const what = `${operation.method} ${operation.path} ${status} ${text}`
      assert.ok(status < 500, what)
      assert.is.not(status, 401, what)
      const mayDo = needed === scope || (scope.endsWith(':write') && needed === `${resource}:read`)
      if (mayDo) assert.not.match(text, 'needs the scope', what)
      else {
        assert.is(status, 403, what)
        assert.equal(JSON.parse(text), { errors: [{ message: `the API key needs the scope ${needed}` }] })
        assert.is(challenge, `Bearer realm="Probity", error="insufficient_scope", scope="${needed}"`)
      }
    }
  })

test('a key without scopes, as all keys were before, does everything', async () => {
  const { key, scopes } = await keyWith({})
  assert.is(scopes, null)
  for (const each of [key, 'bvs_test_0123456789abcdef0123'])
    for (const operation of filled(operations)) {
      const { status, text } = await ask(each, operation)
      assert.ok(status < 500 && status !== 401, text)
      assert.not.match(text, /needs the scope/)
    }
})

test('an expired key is refused with 401 on every operation, a moment before it is not', async () => {
  const { key } = await keyWith({ expires_at: new Date(start + 60_000).toISOString() })
  now = start + 59_999
  assert.is((await as(key).get('/v1/businesses')).status, 200)
  now = start + 60_000
  for (const operation of filled(operations)) {
    const { status, text, challenge } = await ask(key, operation)
    assert.is(status, 401, `${operation.method} ${operation.path} ${text}`)
    assert.match(text, 'the API key has expired')
    assert.match(challenge ?? '', 'error="invalid_token"')
  }
})

test('a scope that does not exist, none at all and an expiry in the past are refused', async () => {
  for (const wrong of [
    { scopes: ['liens'] },
    { scopes: ['liens:delete'] },
    { scopes: [] },
    { expires_at: new Date(start).toISOString() },
    { expires_at: 'soon' },
  ]) {
    const { status, text } = await probity.test.post('/v1/api_keys', { name: 'wrong', ...wrong })
    assert.is(status, 422, text)
  }
})

test('an answer kept under an Idempotency-Key is not given to a key without the scope', async () => {
  const headers = { 'Idempotency-Key': 'one business' }
  const business = { name: 'Acme LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] }
  assert.is((await probity.test.post('/v1/businesses', business, headers)).status, 201)
  const { key } = await keyWith({ scopes: ['businesses:read'] })
  assert.is((await as(key).post('/v1/businesses', business, headers)).status, 403)
})

test('a path that does not exist is 404 for a key with scopes too', async () => {
  const { key } = await keyWith({ scopes: ['notes:read'] })
  assert.is((await as(key).get('/v1/nothing')).status, 404)
})

test('a key makes keys with its own rights or fewer, for its own data', async () => {
  const { key } = await keyWith({ scopes: ['api_keys:write', 'liens:write'] })
  const fewer = await as(key).post('/v1/api_keys', { name: 'fewer', scopes: ['liens:read'] })
  assert.equal([fewer.status, fewer.body.mode, fewer.body.scopes], [201, 'test', ['liens:read']])
  assert.match(fewer.body.key, /^bvs_test_/)
  assert.is((await as(fewer.body.key).get(`/v1/businesses/${nobody}/liens`)).status, 404)
  const same = await as(key).post('/v1/api_keys', { name: 'the same' })
  assert.equal(same.body.scopes, ['api_keys:write', 'liens:write'])
  const more = await as(key).post('/v1/api_keys', { name: 'more', scopes: ['liens:write', 'notes:read'] })
  assert.is(more.status, 403)
  assert.match(more.body.errors[0].message, 'notes:read')
  const all = await keyWith({})
  assert.is((await as(key).post(`/v1/api_keys/${all.id}/rotate`)).status, 403)
  assert.is((await as(key).del(`/v1/api_keys/${all.id}`)).status, 403)
  assert.is((await as(all.key).get('/v1/businesses')).status, 200)
  assert.is((await probity.live.post(`/v1/api_keys/${all.id}/rotate`)).status, 404)
})

test('a key that expires makes and rotates none that outlives it, and renews itself for the life that it was made for', async () => {
  now = start
  const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString()
  const ending = await keyWith({ expires_at: at(2) })
  const { post } = as(ending.key)
  assert.is((await post('/v1/api_keys', { name: 'no end given' })).body.expires_at, at(2))
  assert.is((await post('/v1/api_keys', { name: 'to its end', expires_at: at(2) })).status, 201)
  const late = new Date(start + 2 * 3_600_000 + 1).toISOString()
  const later = await post('/v1/api_keys', { name: 'a moment later', expires_at: late })
  assert.equal([later.status, later.body.errors[0].parameter], [403, 'expires_at'])
  assert.match(later.body.errors[0].message, at(2))

  const endless = await keyWith({})
  assert.is((await post(`/v1/api_keys/${endless.id}/rotate`, { expires_at: at(3) })).status, 403)
  assert.is((await post(`/v1/api_keys/${endless.id}/rotate`)).body.expires_at, at(2))
  const brief = await keyWith({ expires_at: at(1) })
  assert.is((await post(`/v1/api_keys/${brief.id}/rotate`)).body.expires_at, at(1))

  now = start + 3_600_000
  assert.is((await post(`/v1/api_keys/${ending.id}/rotate`, { expires_at: at(4) })).status, 403)
  const renewed = await post(`/v1/api_keys/${ending.id}/rotate`)
  assert.equal([renewed.status, renewed.body.expires_at], [201, at(3)])
  now = start
  assert.is((await probity.test.post('/v1/api_keys', { name: 'made by a key without an end', expires_at: at(9) })).status, 201)
})

test('the list shows the last use, the scopes and the expiry, and no secret', async () => {
  const made = await keyWith({ name: 'listed', scopes: ['notes:read'], expires_at: new Date(start + 3_600_000).toISOString() })
  const listed = async () => (await probity.test.get('/v1/api_keys?per_page=100')).body.data.find(({ id }: Body) => id === made.id)
  const { key: _, ...shown } = made
  assert.equal(await listed(), shown)
  assert.is(shown.last_used_at, null)
  await as(made.key).get(`/v1/businesses/${nobody}/notes`)
  await until('the use is noted, which no answer waits for', async () => (await listed()).last_used_at !== null)
  assert.is((await listed()).last_used_at, new Date(start).toISOString())
  const modes = new Set((await probity.test.get('/v1/api_keys?per_page=100')).body.data.map(({ mode }: Body) => mode))
  assert.equal([...modes], ['test'])
})

test('a rotated key and the new one both work until the given time, then the new one alone', async () => {
  const old = await keyWith({ name: 'turning', scopes: ['api_keys:write', 'signals:read'] })
  const until = new Date(start + 7_200_000).toISOString()
  const rotated = await as(old.key).post(`/v1/api_keys/${old.id}/rotate`, { old_key_until: until })
  assert.is(rotated.status, 201, rotated.text)
  assert.equal([rotated.body.name, rotated.body.scopes, rotated.body.expires_at], ['turning', old.scopes, null])
  const status = async (key: string) => (await as(key).get('/v1/signals')).status
  now = start + 7_199_999
  assert.equal([await status(old.key), await status(rotated.body.key)], [200, 200])
  now = start + 7_200_000
  assert.equal([await status(old.key), await status(rotated.body.key)], [401, 200])
  now = start
  const kept = (await probity.test.get('/v1/api_keys?per_page=100')).body.data.find(({ id }: Body) => id === old.id)
  assert.equal([kept.expires_at, kept.replaced_by], [until, rotated.body.id])
})

test('without a time the old key works for a day; it is replaced once; its own expiry stays', async () => {
  const old = await keyWith({ expires_at: new Date(start + 3_600_000).toISOString() })
  const rotated = await probity.test.post(`/v1/api_keys/${old.id}/rotate`)
  assert.is(rotated.body.expires_at, new Date(start + 3_600_000).toISOString())
  const again = await probity.test.post(`/v1/api_keys/${old.id}/rotate`)
  assert.equal([again.status, again.body.errors[0].message], [422, 'this key has already been replaced'])
  const listed = (await probity.test.get('/v1/api_keys?per_page=100')).body.data.find(({ id }: Body) => id === old.id)
  assert.is(listed.expires_at, new Date(start + 3_600_000).toISOString())
  const endless = await keyWith({})
  await probity.test.post(`/v1/api_keys/${endless.id}/rotate`)
  now = start + 86_400_000 - 1
  assert.is((await as(endless.key).get('/v1/signals')).status, 200)
  now = start + 86_400_000
  assert.is((await as(endless.key).get('/v1/signals')).status, 401)
})

test('a revoked key is not rotated, and a time that has passed is refused', async () => {
  const old = await keyWith({})
  const past = await probity.test.post(`/v1/api_keys/${old.id}/rotate`, { old_key_until: new Date(start).toISOString() })
  assert.equal([past.status, past.body.errors[0].parameter], [422, 'old_key_until'])
  assert.is((await probity.test.del(`/v1/api_keys/${old.id}`)).status, 200)
  assert.is((await as(old.key).get('/v1/signals')).status, 401)
  assert.is((await probity.test.post(`/v1/api_keys/${old.id}/rotate`)).status, 422)
  assert.is((await probity.test.post(`/v1/api_keys/${nobody}/rotate`)).status, 404)
})

test('a request repeated with its Idempotency-Key gets the same key', async () => {
  const headers = { 'Idempotency-Key': 'one key' }
  const [one, two] = [
    await probity.test.post('/v1/api_keys', { name: 'once' }, headers),
    await probity.test.post('/v1/api_keys', { name: 'once' }, headers),
  ]
  assert.equal(two.body, one.body)
  assert.match(one.body.key, /^bvs_test_/)
})

test('of more than a thousand keys each is listed and can be revoked', async () => {
  const made: Body[] = []
  while (made.length < 1_001) made.push(...(await Promise.all(Array.from({ length: 91 }, () => keyWith({})))))
  const listed: string[] = []
  let list: Body
  do {
    list = (await probity.test.get(`/v1/api_keys?per_page=100${list ? `&starting_after=${listed.at(-1)}` : ''}`)).body
    listed.push(...list.data.map(({ id }: Body) => id))
  } while (list.has_more)
  assert.equal([new Set(listed).size, made.filter(({ id }) => !listed.includes(id))], [list.total_count, []])
  const { data } = (await probity.test.get('/v1/api_keys?per_page=100&page=11')).body
  assert.equal(
    data.map(({ id }: Body) => id),
    listed.slice(1_000, 1_100),
  )
  const statuses: number[] = []
  while (statuses.length < made.length) {
    const next = made.slice(statuses.length, statuses.length + 91)
    statuses.push(...(await Promise.all(next.map(async ({ id }) => (await probity.test.del(`/v1/api_keys/${id}`)).status))))
  }
  assert.equal([...new Set(statuses)], [200])
})

test.run()
