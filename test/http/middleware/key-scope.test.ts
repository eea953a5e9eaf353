// A key that is restricted to scopes: what each lets through, and what is closed to all of them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Principal } from '../../../src/auth/principal.ts'
import { describe } from '../../../src/http/openapi/openapi.ts'
import type { Section } from '../../../src/http/openapi/sections.ts'
import type { ProbityContext } from '../../../src/inner/framework/environment.ts'
import { errorsOf, toy } from '../toy.ts'

const described = (tag: Section) => describe({ summary: 'A thing', tag, responses: { 200: z.object({}) } })
const done = (c: ProbityContext) => c.json({})

const keys: Readonly<Record<string, readonly string[] | null | undefined>> = {
  reader: ['liens:read'],
  writer: ['liens:write'],
  another: ['businesses:write', 'liens'],
  none: [],
  unrestricted: null,
  person: undefined,
}
const principalOf = (key: string): Principal => ({
  accountId: 'account-a',
  mode: 'test',
  actor: { type: 'api_key', id: key },
  scopes: ['read_only', 'read_write'],
  ...(keys[key] === undefined ? {} : { keyScopes: keys[key] }),
})

const { send } = toy(
  (app) => {
    app.get('/liens', described('Liens'), done)
    app.post('/liens', described('Liens'), done)
    app.delete('/liens', described('Liens'), done)
    app.get('/health', described('Service'), done)
    app.get('/unsaid', done)
  },
  { authenticate: async ({ credentials: { secret } }) => (secret in keys ? principalOf(secret) : undefined) },
)
const ask = (key: string, method: string, path = '/v1/liens') => send(method, path, undefined, { Authorization: `Bearer ${key}` })

const outcomes: readonly (readonly [key: string, get: number, head: number, post: number, del: number])[] = [
  ['reader', 200, 200, 403, 403],
  ['writer', 200, 200, 200, 200],
  ['another', 403, 403, 403, 403],
  ['none', 403, 403, 403, 403],
  ['unrestricted', 200, 200, 200, 200],
  ['person', 200, 200, 200, 200],
]
for (const [key, ...statuses] of outcomes)
  test(`a key with ${JSON.stringify(keys[key])} gets what its scopes allow`, async () => {
    const answers = await Promise.all(['GET', 'HEAD', 'POST', 'DELETE'].map((method) => ask(key, method)))
    assert.equal(
      answers.map(({ status }) => status),
      statuses,
    )
  })

test('what belongs to no kind of objects is open to keys without scopes alone', async () => {
  for (const path of ['/v1/health', '/v1/unsaid']) {
    assert.equal([(await ask('writer', 'GET', path)).status, (await ask('unrestricted', 'GET', path)).status], [403, 200], path)
    const refused = await ask('writer', 'GET', path)
    assert.is(refused.headers.get('www-authenticate'), 'Bearer realm="Probity", error="insufficient_scope"')
    assert.match((await errorsOf(refused))[0]?.message ?? '', '(none: it takes a key without scopes)')
  }
})

test('a refusal names the scope that is missing', async () => {
  for (const [key, method, scope] of [
    ['reader', 'POST', 'liens:write'],
    ['none', 'GET', 'liens:read'],
    ['none', 'HEAD', 'liens:read'],
    ['another', 'DELETE', 'liens:write'],
  ] as const) {
    const refused = await ask(key, method)
    assert.is(refused.headers.get('www-authenticate'), `Bearer realm="Probity", error="insufficient_scope", scope="${scope}"`)
    if (method !== 'HEAD') assert.match((await errorsOf(refused))[0]?.message ?? '', scope)
  }
})

test('a path without an operation is not there, whatever the scopes', async () => {
  assert.equal([(await ask('none', 'GET', '/v1/nothing')).status, (await ask('none', 'PATCH')).status], [404, 405])
})

test.run()
