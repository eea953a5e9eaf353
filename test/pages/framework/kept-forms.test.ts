// A session that ends while a form is typed: its writer gets what was typed back, and nobody else does; nothing is carried out unasked.
import { Secret, TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { admin, hiddenFields, startTestService, type TestService, unescaped, visitor } from '../browser.ts'

type Context = { service: TestService; other: { readonly email: string; readonly password: string } }
const test = suite<Context>('forms kept over the sign-in')

const hour = 3600_000
const path = '/businesses/new'
const typed = { name: 'Friday’s "Widgets" <LLC>', address: '123 Main St, Portland, OR 97201', tin: '12-3456789', mode: 'test' }

test.before(async (context) => {
  context.service = await startTestService()
  context.other = await context.service.otherAccount('neighbour')
})
test.after(({ service }) => service.stop())

const businesses = async (service: TestService): Promise<number> =>
  ((await (await service.api('GET', '/v1/businesses')).json()) as { total_count: number }).total_count

/** Somebody who has sent the form twelve hours after signing in. */
const late = async (service: TestService) => {
  const user = visitor(service.url)
  await user.signIn()
  await user.get(path)
  service.clock.offsetMs += 12 * hour
  return { user, refused: await user.form(path, typed) }
}

test('what was typed comes back once its writer has signed in again, and is not sent before', async ({ service }) => {
  const before = await businesses(service)
  const { user, refused } = await late(service)
  assert.is(refused.status, 401)
  assert.match(refused.text, /Your session has expired/)
  assert.match(refused.text, new RegExp(`value="${admin.email}"`))
  assert.is((await user.form('/sign-in', { ...admin, password: 'not the right one' })).status, 401)
  const again = await user.form('/sign-in', admin)
  assert.is(again.status, 200)
  const form = await user.form(path)
  assert.is(form.status, 200)
  assert.match(form.text, /Please review your input/)
  const values = [...form.text.matchAll(/<input [^>]*name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    unescaped(value),
  ])
  const { name, address, tin } = Object.fromEntries(values)
  assert.equal({ name, address, tin }, { name: typed.name, address: typed.address, tin: typed.tin })
  assert.match(form.text, /<option value="test" selected>/)
  assert.is(await businesses(service), before)
  assert.is((await user.form(path, typed)).status, 303)
  assert.is(await businesses(service), before + 1)
})

test('nothing of it can be read on the sign-in page, which may stand open anywhere', async ({ service }) => {
  const { refused } = await late(service)
  const { form_kept: kept = '' } = hiddenFields(refused.text, '/sign-in')
  for (const text of [refused.text, Buffer.from(kept, 'base64url').toString('latin1')]) assert.not.match(text, /Friday|123 Main|3456789/)
})

test('somebody else who signs in there gets nothing of it', async ({ service, other }) => {
  const { user } = await late(service)
  const answer = await user.form('/sign-in', other)
  assert.is(answer.location, '/')
  const overview = await user.get('/')
  assert.match(overview.text, /discarded: it expired or belonged to another user/)
})

test('the kept form of one person does not open for another, changed, elsewhere, or after a day', async ({ service, other }) => {
  const { user, refused } = await late(service)
  const { form_kept: kept = '' } = hiddenFields(refused.text, '/sign-in')
  await user.signIn()
  const shown = async (who: typeof user, form_kept: string, to = path) => {
    await who.get(to)
    return (await who.form(to, { form_kept })).text
  }
  const changed = `${kept.startsWith('A') ? 'B' : 'A'}${kept.slice(1)}`
  const neighbour = visitor(service.url)
  await neighbour.signIn(other)
  assert.match(await shown(user, kept), /Friday/)
  assert.not.match(await shown(user, changed), /Friday/)
  assert.not.match(await shown(user, kept, '/settings/allowlist'), /Friday|Look over/)
  assert.not.match(await shown(neighbour, kept), /Friday|Look over/)
  service.clock.offsetMs += 24 * hour
  await user.signIn()
  assert.not.match(await shown(user, kept), /Friday|Look over/)
})

test('it is kept over the one-time code as well', async ({ service }) => {
  const user = visitor(service.url)
  await user.signIn()
  await user.get('/profile')
  const setup = await user.form('/profile/second-factor/begin', { present: admin.password })
  const totp = new TOTP({ secret: Secret.fromBase32(/data-copy>([A-Z2-7]{32})</.exec(setup.text)?.[1] ?? '') })
  const code = () => totp.generate({ timestamp: Date.now() + service.clock.offsetMs })
  await user.form('/profile/second-factor/enable', { code: code() })
  await user.get(path)
  service.clock.offsetMs += 12 * hour
  await user.form(path, typed)
  assert.match((await user.form('/sign-in', admin)).text, /One-time code/)
  assert.is((await user.form('/sign-in/code', { code: '000000' })).status, 401)
  await user.form('/sign-in/code', { code: code() })
  assert.match((await user.form(path)).text, /Friday/)
  service.clock.offsetMs += 60_000
  await user.get('/profile')
  assert.is((await user.form('/profile/second-factor/disable', { present: admin.password, code: code() })).status, 303)
})

test('passwords and one-time codes are not kept', async ({ service }) => {
  for (const [action, fields] of [
    ['/profile/password', { present: admin.password, password: 'a new and long secret' }],
    ['/profile/second-factor/begin', { present: admin.password }],
  ] as const) {
    const user = visitor(service.url)
    await user.signIn()
    await user.get('/profile')
    service.clock.offsetMs += 12 * hour
    const { status, location } = await user.form(action, fields)
    assert.equal([status, location], [303, `/sign-in?return_to=${encodeURIComponent(action)}`])
    const page = await user.get(location)
    assert.match(page.text, /was not carried out/)
    assert.not.match(page.text, /form_kept/)
  }
})

test('a button that is pressed too late does nothing, says so, and leads back to its page', async ({ service }) => {
  const user = visitor(service.url)
  await user.signIn()
  await user.get('/settings/features')
  service.clock.offsetMs += 12 * hour
  const { location } = await user.form('/settings/features', { feature: 'monitoring', on: '' })
  assert.is(location, '/sign-in?return_to=%2Fsettings%2Ffeatures')
  assert.match((await user.get(location)).text, /was not carried out/)
  assert.is((await user.form('/sign-in', admin)).location, '/settings/features')
})

test('only a form of this service is kept, and none that is too long', async ({ service }) => {
  const { user } = await late(service)
  const forged = await user.post(path, { ...typed, form_token: 'x'.repeat(43) })
  assert.equal([forged.status, forged.location], [303, '/sign-in?return_to=%2Fbusinesses%2Fnew'])
  const foreign = await user.post(path, typed, { Origin: 'https://evil.example' })
  assert.is(foreign.status, 303)
  await user.signIn()
  await user.get(path)
  service.clock.offsetMs += 12 * hour
  assert.is((await user.form(path, { ...typed, name: 'x'.repeat(140_000) })).status, 303)
})

test('a form left open in another window works after its writer has signed in again', async ({ service }) => {
  const user = visitor(service.url)
  await user.signIn()
  const window = await user.get(path)
  service.clock.offsetMs += 12 * hour
  await user.signIn()
  const answer = await user.post(path, { ...hiddenFields(window.text, path), ...typed })
  assert.match(answer.location, /^\/businesses\/[\w-]+$/)
  await user.post('/sign-out', hiddenFields(window.text, '/sign-out'))
  assert.is((await user.get('/')).status, 303)
})

test('a form left open in another window is of no use to somebody else who signs in', async ({ service, other }) => {
  const user = visitor(service.url)
  await user.signIn()
  const window = await user.get(path)
  await user.signIn(other)
  assert.is((await user.post(path, { ...hiddenFields(window.text, path), ...typed })).status, 403)
  await user.signIn()
  assert.is((await user.post(path, { ...hiddenFields(window.text, path), ...typed })).status, 403)
})

test('the sign-in works in a second window after the person has signed in in the first', async ({ service }) => {
  const user = visitor(service.url)
  const window = await user.get('/sign-in?return_to=%2Fliens')
  await user.get('/sign-in')
  await user.form('/sign-in', admin)
  const answer = await user.post('/sign-in', { ...hiddenFields(window.text, '/sign-in'), ...admin })
  assert.equal([answer.status, answer.location], [303, '/liens'])
})

test.run()
