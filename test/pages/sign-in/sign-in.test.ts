// Signing in, and what attackers try with it: fixation, forged forms, frames, guessing, redirects elsewhere.
import { Secret, TOTP } from 'otpauth'
import { v7 as uuidv7 } from 'uuid'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { newTotpSecret } from '../../../src/auth/second-factor.ts'
import { admin, hiddenFields, shownSecret, startTestService, type TestService, visitor } from '../browser.ts'

type Context = { service: TestService }
const test = suite<Context>('signing in')

test.before(async (context) => {
  context.service = await startTestService()
})
test.after(({ service }) => service.stop())

test('pages lead to the sign-in and back to where one wanted to go', async ({ service }) => {
  const guest = visitor(service.url)
  const { status, location } = await guest.get('/businesses?status=in_review')
  assert.is(status, 303)
  assert.is(location, '/sign-in?return_to=%2Fbusinesses%3Fstatus%3Din_review')
  await guest.get(location)
  const answer = await guest.form('/sign-in', admin)
  assert.is(answer.location, '/businesses?status=in_review')
  assert.is((await guest.get(answer.location)).status, 200)
})

test('the session cookie is out of reach of scripts and other sites, and begins anew at sign-in', async ({ service }) => {
  const guest = visitor(service.url)
  guest.cookies.set('probity_session', 'chosen-by-an-attacker')
  const answer = await guest.signIn()
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('probity_session=')) ?? ''
  assert.match(cookie, /HttpOnly/i)
  assert.match(cookie, /SameSite=Lax/i)
  assert.not.match(cookie, /chosen-by-an-attacker/)
  const first = guest.cookies.get('probity_session')
  await guest.signIn()
  assert.is.not(guest.cookies.get('probity_session'), first)
  const thief = visitor(service.url)
  thief.cookies.set('probity_session', first ?? '')
  assert.is((await thief.get('/')).status, 303)
})

test('over https the cookies are secure and belong to this host alone', async () => {
  const secure = await startTestService({ BASE_URL: 'https://probity.example' })
  const cookie = (await visitor(secure.url).get('/sign-in')).headers.getSetCookie()[0] ?? ''
  await secure.stop()
  assert.match(cookie, /^__Host-probity_visit=/)
  assert.match(cookie, /Secure/)
  assert.match(cookie, /Path=\//)
})

test('a return elsewhere leads to the overview', async ({ service }) => {
  for (const target of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/%5C..//evil.example\n',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/%2E//evil.example',
    '/a/%2e%2e//evil.example/?q',
  ]) {
    const guest = visitor(service.url)
    const { location } = await guest.signIn(admin, target)
    assert.is(new URL(location, service.url).origin, service.url, `${target} leads to ${location}`)
  }
  assert.is((await visitor(service.url).signIn(admin, '/a/../businesses?q=//x')).location, '/businesses?q=//x')
})

test('pages cannot be framed, and no script or style stands in them', async ({ service }) => {
  const user = visitor(service.url)
  await user.signIn()
  for (const path of ['/', '/sign-in', '/settings/credentials', '/oauth/authorize?client_id=x', '/businesses/unknown']) {
    const { headers, text } = await user.get(path)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.not.match(policy, /unsafe-inline|unsafe-eval|\*/)
    assert.is(headers.get('x-frame-options'), 'DENY')
    assert.is(headers.get('cache-control'), 'no-store')
    assert.not.match(text, /<script>|<script [^>]*>[^<]|<style| style="| on[a-z]+="/)
  }
})

test('a form without its token, with that of another session, or from another site does nothing', async ({ service }) => {
  const user = visitor(service.url)
  await user.signIn()
  await user.get('/settings/credentials')
  const other = visitor(service.url)
  await other.signIn()
  const page = await other.get('/settings/credentials')
  const foreign = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  const fields = { name: 'forged', mode: 'test' }
  assert.is((await user.post('/settings/credentials/keys', fields)).status, 403)
  assert.is((await user.post('/settings/credentials/keys', { ...fields, form_token: foreign })).status, 403)
  await user.get('/settings/credentials')
  assert.is((await user.form('/settings/credentials/keys', fields, { Origin: 'https://evil.example' })).status, 403)
  await user.get('/settings/credentials')
  assert.is((await user.form('/settings/credentials/keys', fields, { Origin: 'null' })).status, 403)
  await user.get('/settings/credentials')
  assert.is((await user.form('/settings/credentials/keys', fields, { 'Sec-Fetch-Site': 'cross-site' })).status, 403)
  await user.get('/settings/credentials')
  assert.is((await user.form('/settings/credentials/keys', fields, { Origin: 'null', 'Sec-Fetch-Site': 'none' })).status, 403)
  assert.is((await visitor(service.url).post('/sign-in', admin)).status, 403)
  assert.not.match((await user.get('/settings/credentials')).text, /forged/)
})

test('a form whose page tells no referrer is taken when the browser says that it is from here', async ({ service }) => {
  const user = visitor(service.url)
  await user.signIn()
  await user.get('/settings/credentials')
  const headers = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }
  const { status, text } = await user.form('/settings/credentials/keys', { name: 'behind a proxy', mode: 'test' }, headers)
  assert.is(status, 200, text)
})

test('an unknown address is answered like a wrong password', async ({ service }) => {
  const attempt = async (email: string) => {
    const guest = visitor(service.url)
    await guest.get('/sign-in')
    const { status, text } = await guest.form('/sign-in', { email, password: 'wrong password' })
    return { status, said: /<p class="notice[^>]*>([^<]*)/.exec(text)?.[1] }
  }
  const known = await attempt(admin.email)
  assert.is(known.status, 401)
  assert.ok(known.said)
  assert.equal(await attempt('nobody@example.com'), known)
})

test('after ten wrong passwords a user waits, and other users do not', async ({ service }) => {
  const guest = visitor(service.url)
  const attempt = async (email: string) => {
    await guest.get('/sign-in')
    return guest.form('/sign-in', { email, password: 'wrong password' })
  }
  const answers = await Promise.all(Array.from({ length: 3 }, () => attempt('target@example.com')))
  for (let count = answers.length; count < 10; count++) assert.is((await attempt('target@example.com')).status, 401)
  const refused = await attempt('TARGET@example.com ')
  assert.is(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.is((await visitor(service.url).signIn()).status, 303)
})

test('signing out ends the session on the server', async ({ service }) => {
  const user = visitor(service.url)
  await user.signIn()
  const session = user.cookies.get('probity_session') ?? ''
  await user.get('/')
  await user.form('/sign-out')
  user.cookies.set('probity_session', session)
  assert.is((await user.get('/')).status, 303)
})

test('a session ends after twelve hours', async ({ service }) => {
  const user = visitor(service.url)
  await user.signIn()
  assert.is((await user.get('/')).status, 200)
  service.clock.offsetMs += 12 * 3600_000
  assert.is((await user.get('/')).status, 303)
})

test('an invited person sets a password once, may do what the roles say, and is locked out when deactivated', async ({ service }) => {
  const boss = visitor(service.url)
  await boss.signIn()
  await boss.get('/settings/users')
  const invited = await boss.form('/settings/users', { name: 'Rita Reader', email: 'Rita@Example.com', roles: 'read_only' })
  const link = shownSecret(invited.text, 'Link').slice(service.url.length)
  assert.match(link, /^\/invitations\/\w{40}/)
  const rita = visitor(service.url)
  assert.is((await rita.get(link)).status, 200)
  assert.is((await rita.form(link, { name: 'Rita', password: 'short' })).status, 422)
  assert.is((await rita.form(link, { name: 'Rita', password: 'a long enough secret' })).location, '/sign-in')
  assert.is((await rita.get(link)).status, 404)
  const own = { email: 'rita@example.com', password: 'a long enough secret' }
  await rita.signIn(own)
  assert.is((await rita.get('/businesses')).status, 200)
  assert.is((await rita.get('/businesses/new')).status, 403)
  await rita.get('/settings/credentials')
  const token = /name="form_token" value="([^"]*)"/.exec((await rita.get('/')).text)?.[1] ?? ''
  for (const path of [
    '/settings/credentials/keys',
    '/settings/users',
    '/settings/allowlist',
    '/settings/features',
    '/settings/api-version',
    '/settings/watchlists',
  ])
    assert.is((await rita.post(path, { form_token: token, name: 'x' })).status, 403, path)
  await boss.get('/settings/users')
  const page = await boss.form('/settings/users', { name: 'Rita again', email: 'rita@example.com', roles: 'member' })
  assert.is(page.status, 422)
  assert.match(page.text, /id="field-invite-email-says"><strong class="problem">A user with this e-mail address already exists/)
  assert.match(page.text, /value="Rita again"/)
  const id = /action="\/settings\/users\/([^"/]+)\/deactivate"/.exec((await boss.get('/settings/users')).text)?.[1]
  await boss.form(`/settings/users/${id}/deactivate`)
  assert.is((await rita.get('/businesses')).status, 303)
  assert.is((await rita.signIn(own)).status, 401)
})

test('a changed password ends the other sessions, and the old one does not work any more', async ({ service }) => {
  const password = 'another long secret'
  const [user, elsewhere] = [visitor(service.url), visitor(service.url)]
  await user.signIn()
  await elsewhere.signIn()
  await user.get('/profile')
  const refused = await user.form('/profile/password', { present: 'not it', password })
  assert.match(refused.text, /id="field-password-present-says"><strong class="problem">Incorrect current password/)
  assert.not.match(refused.text, new RegExp(`not it|${password}`))
  assert.is((await user.form('/profile/password', { present: admin.password, password })).status, 303)
  assert.is((await user.get('/')).status, 200)
  assert.is((await elsewhere.get('/')).status, 303)
  assert.is((await elsewhere.signIn()).status, 401)
  await user.get('/profile')
  await user.form('/profile/password', { present: password, password: admin.password })
  assert.is((await elsewhere.signIn()).status, 303)
})

test('with a second factor the password alone opens nothing, and a code works once', async ({ service }) => {
  const user = visitor(service.url)
  await user.signIn()
  await user.get('/profile')
  const setup = await user.form('/profile/second-factor/begin', { present: admin.password })
  const secret = /data-copy>([A-Z2-7]{32})</.exec(setup.text)?.[1] ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = () => totp.generate({ timestamp: Date.now() + service.clock.offsetMs })
  await user.form('/profile/second-factor/enable', { code: code() })
  service.clock.offsetMs += 60_000
  const half = visitor(service.url)
  const step = await half.signIn(admin, '/businesses')
  assert.is(step.location, '/sign-in/code?return_to=%2Fbusinesses')
  assert.is((await half.get('/')).location, '/sign-in/code')
  const before = half.cookies.get('probity_session')
  await half.get(step.location)
  assert.is((await half.form('/sign-in/code', { code: '000000' })).status, 401)
  const used = code()
  const done = await half.form('/sign-in/code', { code: used })
  assert.is(done.location, '/businesses')
  assert.is.not(half.cookies.get('probity_session'), before)
  assert.is((await half.get('/')).status, 200)
  const again = visitor(service.url)
  await again.get((await again.signIn()).location)
  assert.is((await again.form('/sign-in/code', { code: used })).status, 401)
  service.clock.offsetMs += 60_000
  await half.get('/profile')
  await half.form('/profile/second-factor/disable', { present: admin.password, code: code() })
  assert.is((await visitor(service.url).signIn()).location, '/')
})

test('a second factor is replaced or turned off only with the password and a code of the old one', async ({ service }) => {
  const user = visitor(service.url)
  await user.signIn()
  await user.get('/profile')
  const keyIn = (page: string) => /data-copy>([A-Z2-7]{32})</.exec(page)?.[1] ?? ''
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + service.clock.offsetMs })
  const turnOn = async (fields: Readonly<Record<string, string>>) => {
    const page = await user.form('/profile/second-factor/begin', fields)
    return { ...page, key: keyIn(page.text) }
  }
  const first = await turnOn({ present: admin.password })
  const setUp = hiddenFields(first.text, '/profile/second-factor/enable')
  await user.form('/profile/second-factor/enable', { code: codeOf(first.key) })
  service.clock.offsetMs += 60_000

  const other = newTotpSecret()
  const { form_token, form_key } = hiddenFields((await user.get('/profile')).text, '/profile/second-factor/disable')
  const forged = { form_token: form_token ?? '', form_key: form_key ?? '', secret: other, code: codeOf(other) }
  assert.is((await user.post('/profile/second-factor/enable', forged)).status, 422, 'a key of one’s own choice')
  assert.is((await user.post('/profile/second-factor/enable', { ...forged, form_key: uuidv7(), proof: setUp.proof ?? '' })).status, 422)

  const attempts: readonly Readonly<Record<string, string>>[] = [
    { present: admin.password },
    { present: admin.password, code: '000000' },
    { present: 'not the password', code: codeOf(first.key) },
  ]
  for (const fields of attempts) {
    await user.get('/profile')
    const refused = await turnOn(fields)
    assert.equal([refused.status, refused.key], [422, ''], JSON.stringify(fields))
    await user.get('/profile')
    assert.is((await user.form('/profile/second-factor/disable', fields)).status, 422)
  }
  service.clock.offsetMs += 60_000
  await user.get('/profile')
  const second = await turnOn({ present: admin.password, code: codeOf(first.key) })
  assert.is((await user.form('/profile/second-factor/enable', { code: codeOf(second.key) })).status, 303)
  service.clock.offsetMs += 60_000
  const half = visitor(service.url)
  await half.get((await half.signIn()).location)
  assert.is((await half.form('/sign-in/code', { code: codeOf(first.key) })).status, 401)
  assert.is((await half.form('/sign-in/code', { code: codeOf(second.key) })).status, 303)
  service.clock.offsetMs += 60_000
  await user.get('/profile')
  assert.is((await user.form('/profile/second-factor/disable', { present: admin.password, code: codeOf(second.key) })).status, 303)
})

test('a changed password ends the links for a new one that are still out', async ({ service }) => {
  const user = visitor(service.url)
  await user.signIn()
  await user.get('/settings/users')
  const invited = await user.form('/settings/users', { name: 'Lee', email: 'lee@example.com', roles: 'member' })
  const linkIn = (page: string) => /\/invitations\/\w{40,}/.exec(page)?.[0] ?? ''
  const lee = visitor(service.url)
  const first = 'a first and long secret'
  await lee.get(linkIn(invited.text))
  await lee.form(linkIn(invited.text), { name: 'Lee', password: first })
  const action = /action="(\/settings\/users\/[^"]+\/invitation)"/g
  const renew = async () => {
    const page = (await user.get('/settings/users')).text
    const row = page.slice(page.indexOf('lee@example.com'))
    return linkIn((await user.form([...row.matchAll(action)][0]?.[1] ?? '')).text)
  }
  const stale = await renew()
  assert.is((await lee.get(stale)).status, 200, 'until then it works')
  await lee.signIn({ email: 'lee@example.com', password: first })
  await lee.get('/profile')
  await lee.form('/profile/password', { present: first, password: 'a second and long secret' })
  assert.is((await visitor(service.url).get(stale)).status, 404)
  assert.is((await visitor(service.url).get(await renew())).status, 200, 'a later one works again')
})

test.run()
