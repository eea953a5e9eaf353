// Signing in at an OpenID Connect provider: who gets in and with which roles, and every answer that lets nobody in.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../../src/config.ts'
import { startService } from '../../../src/service.ts'
import { WrongSetting } from '../../../src/setting-values.ts'
import { type LocalProvider, startLocalProvider } from '../../auth/local-provider.ts'
import { admin, startTestService, type TestService, type Visitor, visitor } from '../browser.ts'

const test = suite('sign-in at a provider')
let provider: LocalProvider
let service: TestService

test.before(async () => {
  provider = await startLocalProvider()
  service = await startTestService({ ...settings(), OIDC_ACCOUNT: 'first-account' })
})

const settings = () => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
  OIDC_ROLES: 'staff=member,chiefs=admin,auditors=read_only',
})

test.after(async () => {
  await service.stop()
  await provider.stop()
})
test.before.each(() => {
  provider.says = {}
  provider.signsWrongly = false
  provider.isDown = false
})

const begin = async (user: Visitor, returnTo = '/profile'): Promise<URL> => {
  const { status, location } = await user.get(`/sign-in/provider?return_to=${encodeURIComponent(returnTo)}`)
  assert.is(status, 303)
  return new URL(location)
}

/** What the provider sends the browser back with. */
const answerTo = async (request: URL): Promise<string> => (await fetch(request, { redirect: 'manual' })).headers.get('location') ?? ''

const signIn = async (user: Visitor, returnTo?: string) => user.get(await answerTo(await begin(user, returnTo)))

const isSignedIn = async (user: Visitor): Promise<boolean> => (await user.get('/profile')).status === 200

/** Whether the page of users offers to change them. */
const isAdministrator = async (user: Visitor): Promise<boolean> =>
  /action="\/settings\/users[^"]*"/.test((await user.get('/settings/users')).text)

const refused = async (says: object, words: RegExp, status = 403) => {
  provider.says = { ...says }
  const user = visitor(service.url)
  const page = await signIn(user)
  assert.is(page.status, status, page.text)
  assert.match(page.text, words)
  assert.not(await isSignedIn(user))
}

test('the page of sign-in offers the provider beside the password, and passwords go on working', async () => {
  const user = visitor(service.url)
  const { text } = await user.get('/sign-in?return_to=%2Fliens')
  assert.match(text, `Sign in with ${new URL(provider.issuer).host}`)
  assert.match(text, 'href="/sign-in/provider?return_to=%2Fliens"')
  assert.is((await user.signIn()).status, 303)
})

test('the request to the provider carries PKCE, state and nonce, other ones each time', async () => {
  const requests = [await begin(visitor(service.url)), await begin(visitor(service.url))]
  for (const { searchParams } of requests) {
    assert.is(searchParams.get('response_type'), 'code')
    assert.is(searchParams.get('code_challenge_method'), 'S256')
    assert.is(searchParams.get('redirect_uri'), `${service.url}/sign-in/provider/answer`)
    for (const name of ['code_challenge', 'state', 'nonce']) assert.ok((searchParams.get(name) ?? '').length >= 40, name)
  }
  for (const name of ['code_challenge', 'state', 'nonce'])
    assert.is.not(requests[0]?.searchParams.get(name), requests[1]?.searchParams.get(name))
})

test('a person whom nobody knew is signed in as a new user with the roles of the claim, and led on', async () => {
  const user = visitor(service.url)
  const { status, location } = await signIn(user, '/businesses?page=1')
  assert.equal([status, location], [303, '/businesses?page=1'])
  const profile = await user.get('/profile')
  assert.match(profile.text, 'ann@example.com')
  assert.not(await isAdministrator(user))
})

test('the roles follow the claim at each sign-in, and the person stays the same user under another address', async () => {
  provider.says = { roles: ['chiefs', 'unheard of'] }
  const user = visitor(service.url)
  await signIn(user)
  assert.ok(await isAdministrator(user))
  provider.says = { email: 'ann.newname@example.com' }
  const again = visitor(service.url)
  await signIn(again)
  assert.not(await isAdministrator(again))
  await user.signIn()
  assert.not.match((await user.get('/settings/users')).text, 'ann.newname@example.com')
})

test('roles are taken away also where the browser repeats the id of an earlier request', async () => {
  const signInAs = async (role: string, id: string) => {
    provider.says = { sub: 'repeats', email: 'repeats@example.com', roles: [role] }
    const user = visitor(service.url)
    await user.get(await answerTo(await begin(user)), { 'X-Request-Id': id })
    return isAdministrator(user)
  }
  const seen = []
  for (const role of ['chiefs', 'staff', 'chiefs', 'staff']) seen.push(await signInAs(role, `as-${role}`))
  assert.equal(seen, [true, false, true, false])
})

test('a user with a password is known by the verified address, keeps the password, and takes the roles of the claim', async () => {
  const chief = { sub: 'chief', email: 'Admin@Example.com', roles: 'chiefs' }
  provider.says = chief
  const user = visitor(service.url)
  assert.is((await signIn(user)).status, 303)
  assert.ok(await isAdministrator(user))
  assert.is((await visitor(service.url).signIn()).status, 303)
  await refused({ ...chief, sub: 'somebody else' }, /another identity at the provider/)
})

test('an answer from a wrong issuer, for another audience, expired or with a wrong nonce lets nobody in', async () => {
  const seconds = Math.floor(Date.now() / 1000)
  const wrong = /The provider sent an invalid response/
  await refused({ iss: 'https://evil.example' }, wrong)
  await refused({ aud: 'another client' }, wrong)
  await refused({ iat: seconds - 600, exp: seconds - 300 }, wrong)
  await refused({ nonce: 'of another sign-in' }, wrong)
  await refused({ nonce: undefined }, wrong)
})

test('a token that another key has signed lets nobody in', async () => {
  provider.signsWrongly = true
  await refused({}, /The provider sent an invalid response/)
})

test('an address that is not verified or missing, and a role that is not known or missing, let nobody in', async () => {
  await refused({ sub: 'new', email: 'new@example.com', email_verified: false }, /has not verified your e-mail address/)
  await refused({ sub: 'new', email: 'new@example.com', email_verified: undefined }, /has not verified your e-mail address/)
  await refused({ sub: 'new', email: undefined }, /did not share your e-mail address/)
  await refused({ roles: ['visitors'] }, /has not given you a role here/)
  await refused({ roles: undefined }, /has not given you a role here/)
  provider.says = {}
  assert.is((await signIn(visitor(service.url))).status, 303)
})

test('an answer that was not asked for, another state, a code used twice and another browser let nobody in', async () => {
  const stranger = visitor(service.url)
  const foreign = await answerTo(await begin(visitor(service.url)))
  assert.is((await stranger.get(foreign)).status, 403)
  assert.not(await isSignedIn(stranger))

  const user = visitor(service.url)
  const answer = new URL(await answerTo(await begin(user)))
  answer.searchParams.set('state', 'another')
  assert.is((await user.get(answer.href)).status, 403)
  assert.not(await isSignedIn(user))

  const twice = await answerTo(await begin(user))
  assert.is((await user.get(twice)).status, 303)
  const later = visitor(service.url)
  await begin(later)
  assert.is((await later.get(twice)).status, 403)
  assert.not(await isSignedIn(later))
})

test('a person whom the provider turns away is told so', async () => {
  const user = visitor(service.url)
  const state = (await begin(user)).searchParams.get('state')
  const page = await user.get(`/sign-in/provider/answer?error=access_denied&state=${state}`)
  assert.is(page.status, 403)
  assert.match(page.text, 'The provider did not sign you in.')
})

test('an answer a quarter of an hour later is too late', async () => {
  const user = visitor(service.url)
  const answer = await answerTo(await begin(user))
  service.clock.offsetMs = 15 * 60_000 + 1000
  try {
    const page = await user.get(answer)
    assert.is(page.status, 403)
    assert.match(page.text, 'took too long')
  } finally {
    service.clock.offsetMs = 0
  }
})

test('after the sign-in a browser is led to a path of this service only', async () => {
  for (const target of ['//evil.example', '/.//evil.example', 'https://evil.example/'])
    assert.is((await signIn(visitor(service.url), target)).location, '/')
})

test('a user of another account and a deactivated user are refused', async () => {
  const other = await service.otherAccount('elsewhere')
  await refused({ sub: 'elsewhere', email: other.email }, /belongs to a user of another account/)
  provider.says = { sub: 'leaver', email: 'leaver@example.com' }
  assert.is((await signIn(visitor(service.url))).status, 303)
  const admin = visitor(service.url)
  await admin.signIn()
  const page = (await admin.get('/settings/users')).text
  const row = page.split('<tr').find((each) => each.includes('leaver@example.com')) ?? ''
  await admin.form(/action="([^"]+\/deactivate)"/.exec(row)?.[1] ?? '')
  await refused({ sub: 'leaver', email: 'leaver@example.com' }, /This user may not sign in/)
})

test('where there are several accounts and none is set, nobody is let in', async () => {
  const several = await startTestService(settings())
  try {
    const user = visitor(several.url)
    assert.is((await signIn(user)).status, 303)
    await several.otherAccount('second')
    const page = await signIn(visitor(several.url))
    assert.is(page.status, 403)
    assert.match(page.text, 'The operator has to set OIDC_ACCOUNT')
  } finally {
    await several.stop()
  }
})

test('an account that is not there stops the start, but not the command that makes it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-provider-'))
  const start = (roles: string, account: string) =>
    startService(readConfig({ ...settings(), DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', ROLES: roles, OIDC_ACCOUNT: account }))
  try {
    for (const account of ['second', 'First-Account']) {
      const error = await start('api,worker', account).then(
        ({ stop }) => stop(),
        (reason: Error) => reason,
      )
      assert.instance(error, WrongSetting)
      assert.match(String(error), `OIDC_ACCOUNT must be the slug of an account, as npm run account -- list shows it, but is "${account}"`)
    }
    await (await start('worker', 'second')).stop()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('while the provider does not answer, the page says so and passwords work', async () => {
  provider.isDown = true
  const user = visitor(service.url)
  const request = await begin(user)
  const page = await user.get(`/sign-in/provider/answer?code=1&state=${request.searchParams.get('state')}`)
  assert.is(page.status, 503)
  assert.ok(page.headers.get('retry-after'))
  assert.match(page.text, 'does not answer at the moment')
  assert.is((await user.signIn()).status, 303)
})

test('a user with a second factor is asked for its code after the provider too', async () => {
  const user = visitor(service.url)
  await user.signIn()
  await user.get('/profile')
  const setup = await user.form('/profile/second-factor/begin', { present: admin.password })
  const secret =
    /secret=([A-Z2-7]+)/.exec(setup.text)?.[1] ?? /<code[^>]*>([A-Z2-7 ]{16,})<\/code>/.exec(setup.text)?.[1]?.replaceAll(' ', '') ?? ''
  const code = () => new TOTP({ secret }).generate()
  assert.is((await user.form('/profile/second-factor/enable', { code: code() })).status, 303)
  provider.says = { sub: 'chief', email: admin.email, roles: ['chiefs'] }
  const half = visitor(service.url)
  const { location } = await signIn(half)
  assert.match(location, /^\/sign-in\/code/)
  assert.not(await isSignedIn(half))
  await half.get(location)
  service.clock.offsetMs = 60_000
  const later = new TOTP({ secret }).generate({ timestamp: Date.now() + 60_000 })
  assert.is((await half.form('/sign-in/code', { code: later })).status, 303)
  assert.ok(await isSignedIn(half))
})

test.run()
