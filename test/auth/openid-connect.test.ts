// What an identity at an OpenID Connect provider must have to be let in, and what is taken from it.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type IdentityRefusal,
  IdentityRefused,
  type OpenIdSettings,
  openIdProvider,
  ProviderUnavailable,
} from '../../src/auth/openid-connect.ts'
import { isUserRole } from '../../src/events/user.ts'
import { filled } from '../filled.ts'
import { type Claims, type LocalProvider, startLocalProvider } from './local-provider.ts'

const test = suite('identities at a provider')
let provider: LocalProvider
test.before(async () => {
  provider = await startLocalProvider()
})
test.after(() => provider.stop())
test.before.each(() => {
  Object.assign(provider, { says: {}, signsWrongly: false, isDown: false, failsWith: null })
})

const signIns = (settings: Partial<OpenIdSettings> = {}, now?: () => Date) => {
  const { issuer, clientId, clientSecret } = provider
  const roles = [
    ['staff', 'member'],
    ['crew', 'member'],
    ['chiefs', 'admin'],
  ] as const
  return openIdProvider(
    { issuer, clientId, clientSecret, scope: 'openid email', rolesClaim: 'roles', roles, account: null, ...settings },
    now,
  )
}

const answered = async (settings: Partial<OpenIdSettings> = {}) => {
  const { begin, finish } = signIns(settings)
  const { url, pending } = await begin('https://probity.example/answer')
  const back = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? ''
  return () => finish(new URL(back), pending)
}

const identityOf = async (says: Claims, settings: Partial<OpenIdSettings> = {}) => {
  provider.says = says
  return (await answered(settings))()
}

const refusalOf = (finish: Promise<unknown>) =>
  finish.then(
    () => assert.unreachable('somebody is let in'),
    (error: unknown) => (error instanceof IdentityRefused ? error.reason : error),
  )

test('a person has the address, name and roles that the provider gives', async () => {
  const { hash, ...identity } = await identityOf({})
  assert.equal(identity, { email: 'ann@example.com', name: 'Ann Doe', roles: ['member'] })
  assert.is((await identityOf({ email: 'other@example.com', name: 'Other' })).hash, hash)
  assert.is.not((await identityOf({ sub: 'person-2' })).hash, hash)
})

test('without a name a person goes by the address', async () => {
  const nameOf = async (name: unknown) => (await identityOf({ name, email: 'Bo@Example.com' })).name
  assert.is(await nameOf('  Bo Li '), 'Bo Li')
  assert.is(await nameOf('x'.repeat(250)), 'x'.repeat(200))
  for (const name of [undefined, ' ', 5, null]) assert.is(await nameOf(name), 'Bo@Example.com')
  assert.is((await identityOf({ email: 'Bo@Example.com' })).email, 'bo@example.com')
})

for (const [reason, wrong] of [
  [
    'email_missing',
    [
      { email: undefined },
      { email: 5 },
      { email: ['ann@example.com'] },
      { email: 'ann' },
      { email: 'ann@' },
      { email: 'a@b c' },
      { email: ' a@b' },
      { email: 'a@b@c' },
    ],
  ],
  ['email_unverified', [{ email_verified: 'true' }, { email_verified: undefined }, { email_verified: false }]],
  ['role_unknown', [{ roles: [] }, { roles: 'visitors' }, { roles: null }, { roles: undefined }, { roles: { staff: true } }]],
] as const satisfies readonly (readonly [IdentityRefusal, readonly Claims[]])[])
  test(`an identity is refused as ${reason}`, async () => {
    for (const says of filled<Claims>(wrong)) assert.is(await refusalOf(identityOf(says)), reason, JSON.stringify(says))
  })

test('each role is given once, from one text or a list, at a path or under a name with dots', async () => {
  const rolesOf = async (says: Claims, rolesClaim = 'roles') => (await identityOf(says, { rolesClaim })).roles
  assert.equal(await rolesOf({ roles: 'chiefs' }), ['admin'])
  assert.equal(await rolesOf({ roles: ['chiefs', 'staff', 'crew', 5] }), ['member', 'admin'])
  assert.equal(await rolesOf({ roles: undefined, realm: { access: { roles: ['crew'] } } }, 'realm.access.roles'), ['member'])
  assert.equal(await rolesOf({ 'https://a.example/roles': ['chiefs'] }, 'https://a.example/roles'), ['admin'])
  assert.is(await refusalOf(rolesOf({ realm: 'staff' }, 'realm.length')), 'role_unknown')
  assert.is(await refusalOf(rolesOf({ realm: null }, 'realm.roles')), 'role_unknown')
  assert.equal([isUserRole('admin'), isUserRole('chiefs')], [true, false])
})

test("an answer that is not the provider's, or says no, is refused", async () => {
  provider.signsWrongly = true
  assert.is(await refusalOf(identityOf({})), 'answer_wrong')
  const { begin, finish } = signIns()
  const { pending } = await begin('https://probity.example/answer')
  const denied = new URL(`https://probity.example/answer?error=access_denied&state=${pending.state}`)
  assert.is(await refusalOf(finish(denied, pending)), 'turned_away')
})

test('a provider that fails or is away is no refusal', async () => {
  const finish = await answered()
  provider.isDown = true
  assert.instance(await refusalOf(finish()), ProviderUnavailable)
  assert.instance(await refusalOf(signIns().begin('https://probity.example/answer')), ProviderUnavailable)
  const gone = { issuer: 'http://127.0.0.1:1' }
  assert.instance(await refusalOf(signIns(gone).begin('https://probity.example/answer')), ProviderUnavailable)
})

test('a provider fails by its statuses from 500 on; with another it refuses the code', async () => {
  for (const [status, isAway] of [
    [500, true],
    [503, true],
    [499, false],
    [404, false],
    [204, false],
  ] as const) {
    const finish = await answered()
    provider.failsWith = status
    const refusal = await refusalOf(finish())
    assert.is(refusal instanceof ProviderUnavailable, isAway, `${status}`)
    if (!isAway) assert.is(refusal, 'answer_wrong')
    provider.failsWith = null
  }
})

test('what the provider says of itself is read again after an hour, and held on to while it is away', async () => {
  let time = 0
  const { begin, name } = signIns({}, () => new Date(time))
  assert.is(name, new URL(provider.issuer).host)
  const reads = async () => {
    let count = 0
    const original = globalThis.fetch
    globalThis.fetch = (...request) => {
      count++
      return original(...request)
    }
    await begin('https://probity.example/answer').finally(() => {
      globalThis.fetch = original
    })
    return count
  }
  assert.is(await reads(), 1)
  time = 3_599_999
  assert.is(await reads(), 0)
  time = 3_600_000
  assert.is(await reads(), 1)
  provider.isDown = true
  time += 3_600_000
  assert.is(await reads(), 1)
  assert.is(await reads(), 1, 'it is tried again each time')
})

test.run()
