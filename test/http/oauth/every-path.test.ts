// Who may ask is the same on every path of the interface description (specification 5): nobody without credentials, and with a token that may only
// read, no method but those that read.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../../filled.ts'
import { startTestService, visitor } from '../../pages/browser.ts'
import { type Context, createClient, tokenFor } from './client.ts'

/** The id of nothing. */
const nobody = '0198c0de-0000-7000-8000-00000000dead'

/** The reads that need to be told what about. */
const incomplete: ReadonlySet<string> = new Set(['/v1/actions', `/v1/actions/${nobody}`, '/v1/agent/jurisdictions', '/v1/agent/questions'])

/** Of a read in an account that holds nothing. */
const statusOf = (path: string): number => (incomplete.has(path) ? 400 : path.includes(nobody) ? 404 : 200)

type Operation = { readonly method: string; readonly path: string }

const test = suite<Context & { operations: readonly Operation[]; token: string }>('credentials on every path')

test.before(async (context) => {
  context.service = await startTestService({ TRUSTED_PROXIES: '1' })
  context.user = visitor(context.service.url)
  await context.user.signIn()
  context.client = await createClient(context.user)
  context.token = await tokenFor(context, 'read_only')
  const document = (await (await fetch(`${context.service.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  context.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    path.startsWith('/v1/')
      ? Object.keys(methods).map((method) => ({
          method: method.toUpperCase(),
          path: path.replaceAll(/\{[^}]+\}/g, nobody),
        }))
      : [],
  )
  assert.ok(context.operations.length > 70)
})
test.after(({ service }) => service.stop())

test('without credentials every operation is 401, says how to come in, and tells nothing else', async ({ service, operations }) => {
  for (const [index, { method, path }] of filled(operations.entries())) {
    // Each from an address of its own, since one that fails often is put off.
    const answer = await fetch(service.url + path, { method, headers: { 'X-Forwarded-For': `192.0.2.${index % 250}` } })
    assert.is(answer.status, 401, `${method} ${path}`)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm="Probity", Basic realm="Probity"/)
    assert.equal(Object.keys((await answer.json()) as object), ['errors'], `${method} ${path}`)
  }
})

test('with a token that may only read, every write is 403 and says what is missing', async ({ service, operations, token }) => {
  const writes = operations.filter(({ method }) => method !== 'GET')
  assert.ok(writes.length > 25)
  for (const { method, path } of writes) {
    const answer = await service.api(method, path, {}, token)
    assert.is(answer.status, 403, `${method} ${path}`)
    assert.match(answer.headers.get('www-authenticate') ?? '', /error="insufficient_scope", scope="read_write"/)
    const { errors } = (await answer.json()) as { errors: { message: string }[] }
    assert.equal(
      errors.map(({ message }) => message),
      ['this request requires higher privileges than the access token provides'],
    )
  }
})

test('with a token that may only read, every read is allowed except that of the keys', async ({ service, operations, token }) => {
  const keys = await service.api('GET', '/v1/api_keys', undefined, token)
  assert.equal([keys.status, await keys.json()], [403, { errors: [{ message: 'only an API key may do this' }] }])
  for (const { method, path } of filled(operations.filter((each) => each.method === 'GET' && each.path !== '/v1/api_keys'))) {
    const answer = await service.api(method, path, undefined, token)
    const text = await (answer.headers.get('content-type')?.startsWith('text/event-stream') ? '' : answer.text())
    assert.is(answer.status, statusOf(path), `${method} ${path} ${text}`)
    assert.not.match(text, /higher privileges/)
  }
})

test('with a token that may write, every operation on keys is 403: only keys may make and end keys', async (context) => {
  const token = await tokenFor(context, 'read_write')
  const onKeys = context.operations.filter(({ path }) => path.startsWith('/v1/api_keys'))
  assert.equal(onKeys.map(({ method }) => method).sort(), ['DELETE', 'GET', 'POST', 'POST'])
  for (const { method, path } of filled(onKeys)) {
    const answer = await context.service.api(method, path, method === 'GET' ? undefined : { name: 'a key', until: null }, token)
    assert.equal([answer.status, await answer.json()], [403, { errors: [{ message: 'only an API key may do this' }] }], `${method} ${path}`)
  }
  assert.is((await context.service.api('GET', '/v1/businesses', undefined, token)).status, 200)
})

/** The writes that a role of its own opens, with a body that passes; of all others any user who may write is let in. */
const settings: Readonly<Record<string, object>> = {
  '/v1/notice_settings': { creditor_address: '1 Bank St, Salem, OR 97301' },
  '/v1/review_calendar': {},
  '/v1/retention': { customer_months: 60, applicant_months: 60, automatic: false },
  '/v1/retention/erasures': { business_ids: [nobody] },
  '/v1/two_person_rule': { approval: null, override: false, dismissal: false, policy: false, erasure: false, settings: false },
}
const rolesOf = (path: string): readonly string[] => {
  if (path.startsWith('/v1/webhooks') || path in settings) return ['admin']
  if (/^\/v1\/(policies|policy_trials)/.test(path)) return ['admin', 'operator']
  return ['admin', 'operator', 'member']
}

test('a token writes what the role of its user allows, as the pages have it, and follows a change of the role', async (context) => {
  const { service, user, operations } = context
  const refusal = { errors: [{ message: 'your role does not allow this' }] }
  const writes = operations.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/v1/api_keys'))
  const isRefused = async (role: string, as: string) => {
    for (const { method, path } of filled(writes)) {
      const answer = await service.api(method, path, settings[path] ?? {}, as)
      const told = (await answer.json()) as object
      const what = `${role} ${method} ${path} ${JSON.stringify(told)}`
      if (rolesOf(path).includes(role)) assert.not.match(JSON.stringify(told), refusal.errors[0]?.message ?? '', what)
      else assert.equal([answer.status, told], [403, refusal], what)
    }
  }
  for (const role of ['member', 'operator', 'admin']) {
    const [email, password] = [`the-${role}@example.com`, 'another long secret']
    await user.get('/settings/users')
    const invited = await user.form('/settings/users', { name: role, email, roles: role })
    const link = /\/invitations\/\w+/.exec(invited.text)?.[0] ?? ''
    const person = visitor(service.url)
    await person.get(link)
    await person.form(link, { name: role, password })
    await person.signIn({ email, password })
    const own = await tokenFor({ ...context, user: person }, 'read_write')
    await isRefused(role, own)
    if (role !== 'admin') continue
    const id = /users\/([0-9a-f-]{36})\/roles/.exec((await user.get('/settings/users')).text.split(email)[1] ?? '')?.[1]
    await user.form(`/settings/users/${id}/roles`, { roles: 'member' })
    await isRefused('member', own)
  }
})

test('an unknown path is 401 without credentials, and 404 with them', async ({ service, token }) => {
  assert.is((await fetch(`${service.url}/v1/nowhere`)).status, 401)
  assert.is((await service.api('GET', '/v1/nowhere', undefined, token)).status, 404)
})

test.run()
