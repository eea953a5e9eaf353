// The version of the API on the pages: what each version changes, and which one the account has.
import * as assert from 'uvu/assert'
import { type SignedIn, signedInSuite } from '../browser.ts'

const test = signedInSuite('API version')

const path = '/settings/api-version'
const versionOf = async ({ service }: SignedIn) => (await service.api('GET', '/v1/webhooks')).headers.get('probity-version')

test('the page says what each version changes, and sets the one that the account has', async (context) => {
  const { user } = context
  const { text } = await user.get(path)
  assert.match(text, /get version <strong>2026-11-22<\/strong>/)
  assert.match(text, /<code>event_types<\/code>/)
  assert.match(text, /name="version" value="2026-11-23"/)
  assert.not.match(text, /name="version" value="2026-11-22"/)
  assert.is((await user.form(path, { version: '2026-11-23' })).location, path)
  assert.match((await user.get(path)).text, /now get version 2026-11-23\./)
  assert.is(await versionOf(context), '2026-11-23')
  assert.match((await user.get('/settings/activity')).text, /API version set to 2026-11-23/)
})

test('a version that does not exist is refused, and changes nothing', async (context) => {
  const { user } = context
  const before = await versionOf(context)
  await user.get(path)
  await user.form(path, { version: 'latest' })
  assert.match((await user.get(path)).text, /There is no version of this name/)
  assert.is(await versionOf(context), before)
})

test('the webhooks page works for an account of either version', async (context) => {
  const { service, user } = context
  await service.api('POST', '/v1/webhooks', { url: 'https://example.com/of-the-second', event_types: ['business.created'] })
  const page = await user.get('/webhooks')
  assert.match(page.text, /of-the-second/)
  assert.match(page.text, /business\.created/)
})

test.run()
